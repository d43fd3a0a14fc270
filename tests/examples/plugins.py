"""Examples of the tools that change plugins."""

from __future__ import annotations

from tests.examples.example import Answer, Example
from tests.site_state import Reader

HELLO = {"slug": "hello"}


def _status(hand: Reader, plugin: str) -> str | None:
    return next((str(one["status"]) for one in hand.get("plugins") if one["plugin"] == plugin), None)


def _hello_is_on(hand: Reader) -> Answer:
    hand.post("plugins/hello", status="active")
    return HELLO


def _is_active(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert _status(hand, "hello") == "active"


def _is_inactive(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert _status(hand, "hello") == "inactive"


def _is_gone(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert _status(hand, "hello") is None


def _is_installed(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert _status(hand, "tide-table/tide-table") == "inactive"


EXAMPLES = (
    Example(tool="activate_plugin", arguments=lambda prepared: {"slug": "hello.php"}, landed=_is_active),
    Example(
        tool="deactivate_plugin",
        prepare=_hello_is_on,
        arguments=lambda prepared: prepared,
        landed=_is_inactive,
    ),
    Example(
        tool="install_plugin",
        arguments=lambda prepared: {"slug_or_url": "tide-table"},
        landed=_is_installed,
        sample_only="WordPress fetches plugins from wordpress.org, which tests do not reach",
    ),
    Example(
        tool="delete_plugin",
        arguments=lambda prepared: HELLO,
        landed=_is_gone,
        final="nobody keeps the files of a plugin",
        differs={"plugins hello*": "it is gone for good"},
    ),
)
