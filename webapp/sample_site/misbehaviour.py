"""The ways the sample site can be told to misbehave, and when.

One frozen class a kind of misbehaviour; `Misbehaviour` keeps the rules and hands out those that a
request meets. Carrying them out is the site's doing, in site.py.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Slow:
    """Wait `before` seconds before anything is done, or `after` seconds between saving and answering."""

    before: float = 0.0
    after: float = 0.0


@dataclass(frozen=True)
class HoldUp:
    """Keep the request waiting until it is let go: at the door, or between saving and answering."""

    after_saving: bool = False
    came: threading.Event = field(default_factory=threading.Event, compare=False)
    gone_on: threading.Event = field(default_factory=threading.Event, compare=False)

    def wait_for_it(self, seconds: float = 30.0) -> None:
        """Wait until a request is being held up. Raises TimeoutError when none came in time."""
        if not self.came.wait(seconds):
            raise TimeoutError(f"no request came within {seconds:.0f} seconds")

    def let_go(self) -> None:
        """Let the request go on."""
        self.gone_on.set()

    def hold(self) -> None:
        """Say that a request came, and wait until it is let go; a minute at most."""
        self.came.set()
        self.gone_on.wait(60)


@dataclass(frozen=True)
class HangUp:
    """Close the connection without an answer: before saving, or after it."""

    after_saving: bool = False


@dataclass(frozen=True)
class AnswerInstead:
    """Give this answer in place of the real one; `saving` does the work first and hides its result."""

    status: int
    body: str = ""
    content_type: str = "application/json; charset=UTF-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    saving: bool = False


@dataclass(frozen=True)
class DropFields:
    """Take these fields out of what was sent, then answer as if all were well."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class JunkBefore:
    """Put this in front of the JSON: a PHP notice, a byte order mark."""

    junk: str


@dataclass(frozen=True)
class IgnoreAuthorization:
    """Behave as if no Authorization header had arrived: always, or only for writes."""

    writes_only: bool = False


@dataclass(frozen=True)
class ChangeMeanwhile:
    """Right before the request, let somebody else change an item (`kind` as in REST: pages, comments)."""

    kind: str
    id: int | str | None
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class DieShowing:
    """Let every page that shows these words end in a fatal error, as a plugin with a bug does to its shortcode."""

    words: str


@dataclass(frozen=True)
class GoDown:
    """Do what was asked and answer it; from then on hang up on everybody, visitors and programs alike."""


Rule = (
    Slow
    | HoldUp
    | HangUp
    | AnswerInstead
    | DropFields
    | JunkBefore
    | IgnoreAuthorization
    | ChangeMeanwhile
    | DieShowing
    | GoDown
)

HTML_PAGE = """<!doctype html>
<html><head><title>One moment</title></head><body><p>Checking your browser.</p></body></html>"""
FATAL_PAGE = """<!DOCTYPE html>
<html lang="en-US">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="max-image-preview:large, noindex, follow"><title>WordPress &rsaquo; Error</title></head>
<body id="error-page"><div class="wp-die-message"><p>There has been a critical error on this website.</p></div></body>
</html>"""
# A shortcode that ends every page it stands on, on the demo's site as well.
BROKEN_GALLERY = DieShowing("[broken-gallery]")
BYTE_ORDER_MARK = JunkBefore("\ufeff")
PHP_NOTICE = JunkBefore("<br />\n<b>Notice</b>: Undefined index in <b>/srv/plugin.php</b> on line <b>7</b><br />\n")
DIE_BEFORE_SAVING = HangUp()
DIE_AFTER_SAVING = HangUp(after_saving=True)


def fatal_page() -> AnswerInstead:
    """The page that WordPress shows when a plugin or the theme broke it."""
    return AnswerInstead(500, FATAL_PAGE, "text/html; charset=UTF-8")


def html(*, status: int = 200, saving: bool = False) -> AnswerInstead:
    """An HTML page where JSON belongs, as a firewall in front of a site sends it."""
    return AnswerInstead(status, HTML_PAGE, "text/html; charset=UTF-8", saving=saving)


def redirect(location: str, *, status: int = 301) -> AnswerInstead:
    """A redirect in place of the answer; nothing is saved."""
    return AnswerInstead(status, "", "text/html; charset=UTF-8", {"Location": location})


def too_many_requests(*, retry_after: int) -> AnswerInstead:
    """A 429 that asks to wait `retry_after` seconds; nothing is saved."""
    body = '{"code":"too_many_requests","message":"Slow down.","data":{"status":429}}'
    return AnswerInstead(429, body, headers={"Retry-After": str(retry_after)})


@dataclass
class Watch:
    """A rule, what it waits for, and how often it has happened.

    `path` is a prefix of the REST route that ends where a name ends (`/wp/v2/pages/4` is not met by
    `/wp/v2/pages/42`), or a compiled expression searched in it. The first `skip` requests pass.
    """

    rule: Rule
    method: str | None
    path: str | re.Pattern[str]
    times: int | None
    skip: int
    met: int = 0
    happened: int = 0

    def meets(self, method: str, route: str) -> bool:
        """Say whether a request is one this rule waits for."""
        if self.method is not None and method != self.method.upper():
            return False
        if isinstance(self.path, re.Pattern):
            return self.path.search(route) is not None
        prefix = self.path.rstrip("/")
        return not prefix or route == prefix or route.startswith(prefix + "/")


class Misbehaviour:
    """The rules in force. Threads may ask at once; a rule with `times=1` happens once."""

    def __init__(self) -> None:
        self._watches: list[Watch] = []
        self._lock = threading.Lock()

    def add(self, watch: Watch) -> None:
        """Put a rule in force."""
        with self._lock:
            self._watches.append(watch)

    def clear(self) -> None:
        """Take every rule out of force."""
        with self._lock:
            self._watches.clear()

    def kills(self, page: str) -> bool:
        """Say whether a page shows words that end it in a fatal error, and count that as having happened."""
        with self._lock:
            deadly = [one for one in self._watches if isinstance(one.rule, DieShowing) and one.rule.words in page]
            for watch in deadly:
                watch.happened += 1
            return bool(deadly)

    def due(self, method: str, route: str) -> list[Rule]:
        """Return the rules that happen to this request, and count them as having happened."""
        with self._lock:
            return [
                watch.rule
                for watch in self._watches
                if not isinstance(watch.rule, DieShowing) and self._happens(watch, method, route)
            ]

    def _happens(self, watch: Watch, method: str, route: str) -> bool:
        if not watch.meets(method, route):
            return False
        watch.met += 1
        if watch.met <= watch.skip or (watch.times is not None and watch.happened >= watch.times):
            return False
        watch.happened += 1
        return True
