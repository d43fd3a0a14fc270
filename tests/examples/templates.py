"""Examples of the tools that change the templates of a block theme."""

from __future__ import annotations

from tests.examples.example import Answer, Example
from tests.site_state import Reader

_NEW = "<!-- wp:paragraph -->\n<p>Open on Sundays.</p>\n<!-- /wp:paragraph -->"


def _first(hand: Reader, kind: str) -> Answer:
    wanted = "single" if kind == "templates" else "footer"
    found = next(one for one in hand.get(kind) if one["slug"] == wanted)
    assert found["source"] == "theme"
    return {"kind": kind, "id": found["id"], "content": found["content"]["raw"]}


def _changed_before(hand: Reader) -> Answer:
    """Take a template that the site has changed already."""
    found = _first(hand, "templates")
    hand.post(f"templates/{found['id']}", title="Ours & theirs", content=_NEW)
    return {**found, "content": _NEW}


def _longer(prepared: Answer) -> Answer:
    return {"id": prepared["id"], "content": f"{prepared['content']}\n\n{_NEW}"}


def _is_longer(hand: Reader, prepared: Answer, result: Answer) -> None:
    now = hand.get(f"{prepared['kind']}/{prepared['id']}")
    assert now["source"] == "custom"
    assert now["content"]["raw"].endswith(_NEW)
    assert now["content"]["raw"] != _NEW


def _is_renamed(hand: Reader, prepared: Answer, result: Answer) -> None:
    now = hand.get(f"templates/{prepared['id']}")
    assert (now["title"]["raw"], now["description"]) == ("A single post", "With <b> & more")
    assert now["content"]["raw"] == _NEW


EXAMPLES = (
    Example(
        tool="update_template",
        prepare=lambda hand: _first(hand, "templates"),
        arguments=_longer,
        landed=_is_longer,
        theme="block",
    ),
    Example(
        tool="update_template",
        name="again",
        prepare=_changed_before,
        arguments=_longer,
        landed=_is_longer,
        theme="block",
    ),
    Example(
        tool="update_template",
        name="words",
        prepare=_changed_before,
        arguments=lambda prepared: {
            "id": prepared["id"],
            "title": "A single post",
            "description": "With <b> & more",
        },
        landed=_is_renamed,
        theme="block",
    ),
    Example(
        tool="update_template_part",
        prepare=lambda hand: _first(hand, "template-parts"),
        arguments=_longer,
        landed=_is_longer,
        theme="block",
    ),
)
