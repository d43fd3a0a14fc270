"""Examples of the tool that changes the navigation of a block theme."""

from __future__ import annotations

import hashlib

from tests.examples.example import Answer, Example
from tests.site_state import Reader

_HOME = '{"label":"Home","url":"/","kind":"custom"}'
_MORE = '{"label":"More","url":"#","kind":"custom"}'
_CAKES = '{"label":"Bread \\u0026amp; cakes","url":"/cakes/"}'
_LAST = "<!-- wp:page-list /-->"


def _link(attributes: str) -> str:
    return f"<!-- wp:navigation-link {attributes} /-->"


def _submenu(*links: str) -> str:
    inner = "\n\n".join(links)
    return f"<!-- wp:navigation-submenu {_MORE} -->\n{inner}\n<!-- /wp:navigation-submenu -->"


def _text(*blocks: str) -> str:
    return "\n\n".join(blocks)


def _entry(block: str, attributes: str) -> str:
    return hashlib.sha256(f"core/{block} {attributes}".encode()).hexdigest()[:6]


def _navigation(hand: Reader) -> Answer:
    content = _text(_link(_HOME), _submenu(_link(_CAKES)), _LAST)
    made = hand.post("navigation", title="Main", content=content, status="publish")
    page = hand.post("pages", title="Tom & Jerry", status="publish")
    return {"id": made["id"], "page": page["id"], "link": page["link"]}


def _read(hand: Reader, prepared: Answer) -> str:
    text: str = hand.get(f"navigation/{prepared['id']}")["content"]["raw"]
    return text


def _page_is_second(hand: Reader, prepared: Answer, result: Answer) -> None:
    new = f'{{"label":"Tom \\u0026amp; Jerry","type":"page","id":{prepared["page"]},"url":"{prepared["link"]}",'
    assert _read(hand, prepared) == _text(
        _link(_HOME), _link(new + '"kind":"post-type"}'), _submenu(_link(_CAKES)), _LAST
    )


def _home_is_below(hand: Reader, prepared: Answer, result: Answer) -> None:
    start = '{"label":"Start","url":"/","kind":"custom","opensInNewTab":true}'
    assert _read(hand, prepared) == _text(_submenu(_link(_CAKES), _link(start)), _LAST)


def _more_is_gone(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert _read(hand, prepared) == _text(_link(_HOME), _LAST)


EXAMPLES = (
    Example(
        tool="update_navigation",
        name="add",
        prepare=_navigation,
        arguments=lambda prepared: {
            "id": prepared["id"],
            "action": "add",
            "object_type": "page",
            "object_id": prepared["page"],
            "position": 2,
        },
        landed=_page_is_second,
        theme="block",
    ),
    Example(
        tool="update_navigation",
        name="change",
        prepare=_navigation,
        arguments=lambda prepared: {
            "id": prepared["id"],
            "action": "change",
            "entry": _entry("navigation-link", _HOME),
            "label": "Start",
            "new_tab": True,
            "below": _entry("navigation-submenu", _MORE),
        },
        landed=_home_is_below,
        theme="block",
    ),
    Example(
        tool="update_navigation",
        name="remove",
        prepare=_navigation,
        arguments=lambda prepared: {
            "id": prepared["id"],
            "action": "remove",
            "entry": _entry("navigation-submenu", _MORE),
        },
        landed=_more_is_gone,
        theme="block",
    ),
)
