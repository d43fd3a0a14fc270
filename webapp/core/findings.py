"""Findings: what is wrong with a public page, told from how a visitor saw it before and after a write.

Pure functions from what was seen to what is told. A finding has a name that stays, `what`, and is `grave` where undo
is the first thing to offer. What was wrong before already is said, with `before`, and is not grave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from webapp.wordpress.signs import is_hidden

Seen = Mapping[str, Any]
Finding = dict[str, Any]
# What is as it was wanted, and said all the same.
AS_WANTED = frozenset({"gone_as_wanted", "not_public", "public_now", "mended", "moved"})
_GONE = (404, 410)
# A draft, a page behind a password of the server, a site that is not open yet.
_NOT_FOR_VISITORS = frozenset({"not_found", "refused", "login"})
_LOGIN = ("/wp-login.php", "/wp-admin/")
_HALF, _THREEFOLD = 0.5, 3


@dataclass(frozen=True)
class Wanted:
    """What a page is to be after a write.

    Attributes:
        public: whether visitors are to see it; None where nobody changed that.
        moved: it has another address now.
        changed: the names of what was changed on purpose: fields of what is shown there, and settings.
    """

    public: bool | None = None
    moved: bool = False
    changed: frozenset[str] = frozenset()


def found(before: Seen | None, after: Seen | None, wanted: Wanted) -> list[Finding]:
    """Return what is to be said of a page, the worst first.

    Args:
        before, after: what was seen, as `Glimpse.as_json` tells it; None where nobody looked.
    """
    if after is None:
        return [_note("unseen")]
    if wanted.public is False and _is_gone(after):
        return [_note("gone_as_wanted")]
    broken, was_broken = broken_by(after), None if before is None else broken_by(before)
    if broken == "not_found" and wanted.moved:
        return [_note("moved")]
    if broken == was_broken and broken in _NOT_FOR_VISITORS and not wanted.public:
        return [_note("not_public")]
    if broken is not None and broken == was_broken and not wanted.public:
        return [{**_note(broken), "before": True}]
    if broken is not None:
        return [_grave(broken)]
    if was_broken is not None:
        newly = was_broken == "not_found" and wanted.public
        return [_note("public_now" if newly else "mended"), *_hidden_now({}, after, wanted)]
    if wanted.public is False:
        return [_note("still_there")]
    return [] if before is None else _differences(before, after, wanted)


def is_whole(seen: Seen | None, found_there: Sequence[Finding]) -> bool:
    """Tell whether a page is as it should be, whatever it was before: it is shown and can be found, or is to be gone.

    Args:
        found_there: what was found about it.
    """
    if any(one["what"] in ("gone_as_wanted", "moved") for one in found_there):
        return True
    return seen is not None and broken_by(seen) is None and not is_hidden(seen.get("robots", ""))


def broken_by(seen: Seen) -> str | None:
    """Return by what a page is broken for visitors; None for a page that is shown."""
    status = seen.get("status")
    if status is None:
        return "no_answer"
    if seen.get("fatal"):
        return "fatal"
    if status >= 500:
        return "error"
    if status in _GONE:
        return "not_found"
    if status >= 400:
        return "refused"
    if seen.get("away"):
        return "led_away"
    if urlsplit(seen.get("led_to", "")).path.startswith(_LOGIN):
        return "login"
    return "empty" if not seen.get("size") else None


def _is_gone(seen: Seen) -> bool:
    """Tell whether nothing is at an address; WordPress leads from there to what it takes to be meant."""
    return seen.get("status") in _GONE or (broken_by(seen) is None and "led_to" in seen)


def _differences(before: Seen, after: Seen, wanted: Wanted) -> list[Finding]:
    told = _hidden_now(before, after, wanted)
    told += [_note(name) for name in ("title", "canonical", "led_to") if _differs(name, before, after, wanted)]
    if after["size"] < before["size"] * _HALF:
        told.append(_note("smaller"))
    if after["size"] > before["size"] * _THREEFOLD:
        told.append(_note("larger"))
    return told


def _hidden_now(before: Seen, after: Seen, wanted: Wanted) -> list[Finding]:
    hidden, was_hidden = (is_hidden(seen.get("robots", "")) for seen in (after, before))
    on_purpose = any("robots" in name or name == "blog_public" for name in wanted.changed)
    if hidden == was_hidden or on_purpose or (not hidden and not before):
        return []
    return [_grave("noindex") if hidden else _note("indexed")]


def _differs(name: str, before: Seen, after: Seen, wanted: Wanted) -> bool:
    if before.get(name) == after.get(name):
        return False
    if name == "title":
        return not {"title", "description", "name"} & wanted.changed
    return not wanted.moved


def _grave(what: str) -> Finding:
    return {"what": what, "grave": True}


def _note(what: str) -> Finding:
    return {"what": what, "grave": False}
