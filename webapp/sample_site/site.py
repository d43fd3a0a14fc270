"""The sample site: one WSGI application that is a small WordPress, and the strings a test pulls on it.

It joins the installation, the REST interface, the pages, the log and the misbehaviour. What each
noun does is in its own module.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterable
from os import PathLike
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from werkzeug.wrappers import Request, Response

from . import asked as asking
from . import demo, front, misbehaviour, rest
from .asked import Asked
from .fields import Field
from .installation import Installation, MetaKey
from .misbehaviour import Misbehaviour, Rule, Watch
from .requests_log import READS, Entry, RequestsLog
from .store import Store


class SampleSite:
    """A stand-in WordPress over one SQLite file.

    `path` is created when missing; `url` is the address it is reached at, without a last slash, and
    may be set later; with `plain_permalinks` REST is only at `?rest_route=`, as on such a site.
    """

    username = demo.OWNER

    def __init__(self, path: str | PathLike[str], url: str = "", *, plain_permalinks: bool = False) -> None:
        self.wp = Installation(Store(path), url.rstrip("/"), plain_permalinks)
        self.requests = RequestsLog()
        self._misbehaviour = Misbehaviour()
        self._is_down = False

    @property
    def url(self) -> str:
        """The address of the site, without a last slash."""
        return self.wp.url

    @url.setter
    def url(self, url: str) -> None:
        self.wp.url = url.rstrip("/")

    def fill(self) -> None:
        """Put the demo's content in. A site that has content already is left as it is."""
        demo.fill(self.wp)

    def close(self) -> None:
        """Close the site's file."""
        self.wp.store.close()

    @property
    def app_password(self) -> str:
        """The owner's application password: 24 characters in groups of four, made when filled."""
        return self.app_password_of(self.username)

    def app_password_of(self, username: str) -> str:
        """Return a user's application password. Raises LookupError when there is no such user."""
        user = self.wp.user_named(username)
        if user is None:
            raise LookupError(f"no user {username!r} on the sample site")
        password = user["app_passwords"][0]["password"]
        return " ".join(password[start : start + 4] for start in range(0, 24, 4))

    def register_meta(self, key: str, *, type: str = "string", default: Any = "", writable: bool = True) -> None:
        """Register a meta key on pages and posts; one that is not `writable` is refused with a 403."""
        self.wp.meta_keys[key] = MetaKey(type, default, writable)

    def register_setting(self, name: str, type: str, value: Any) -> None:
        """Add a setting as a plugin does, with its value; `type` is one of `Field`."""
        self.wp.added_settings[name] = Field(type, nullable=True)
        self.wp.store.set_option(name, value)

    def misbehave(
        self,
        rule: Rule,
        *,
        method: str | None = None,
        path: str | re.Pattern[str] = "",
        times: int | None = None,
        skip: int = 0,
    ) -> Watch:
        """Put a rule in force for REST requests with this method and path, the first `skip` excepted.

        `DieShowing` is about pages, whatever their path, and `GoDown` about everything after the request that it met.
        It happens at most `times` times; the answered Watch tells how often it has.
        """
        watch = Watch(rule, method, path, times, skip)
        self._misbehaviour.add(watch)
        return watch

    def behave(self) -> None:
        """Take every rule out of force."""
        self._misbehaviour.clear()
        self._is_down = False

    def read(self, kind: str, id: int | str | None = None) -> dict[str, Any]:
        """Return an item in its edit shape (`kind` as in REST). Raises LookupError when it is not there."""
        return self._do("GET", kind, id, {"context": "edit"})

    def add(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Create an item as somebody else would, unlogged, and return it."""
        return self._do("POST", kind, None, fields)

    def change(self, kind: str, id: int | str | None = None, **fields: Any) -> dict[str, Any]:
        """Change an item as somebody else would, unlogged, and return it. Settings have no id."""
        return self._do("POST", kind, id, fields)

    def trash(self, id: int) -> dict[str, Any]:
        """Move a page or post to the trash as somebody else would, unlogged."""
        found = self.wp.find_post(id)
        if found is None:
            raise LookupError(f"no page or post {id} on the sample site")
        return self._do("DELETE", found[0], id, {})

    def delete(self, kind: str, id: int | str) -> dict[str, Any]:
        """Delete an item for good as somebody else would, unlogged."""
        return self._do("DELETE", kind, id, {"force": True})

    def _do(self, method: str, kind: str, id: int | str | None, params: dict[str, Any]) -> dict[str, Any]:
        route = f"/wp/v2/{kind}" if id is None else f"/wp/v2/{kind}/{id}"
        login = self.wp.user_named(self.username)
        answer = rest.answer(Asked(self.wp, method, route, params=params, query=params, login=login))
        if answer.status >= 400:
            raise LookupError(f"{method} {route} answered {answer.status}: {answer.data}")
        data: dict[str, Any] = answer.data
        return data

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one web request."""
        request = Request(environ)
        route = asking.route_of(request, plain_permalinks=self.wp.plain_permalinks) or ""
        entry = self._logged(request, route)
        if self._is_down:
            hang_up(request)
        rules = self._misbehaviour.due(entry.method, route) if route else []
        response = self._rest(request, entry, rules) if route else self._page(request)
        entry.status = response.status_code
        return response(environ, start_response)

    __call__ = wsgi_app

    def _logged(self, request: Request, route: str) -> Entry:
        entry = Entry(
            method=asking.method_of(request),
            path=request.path,
            route=route,
            query=request.args.to_dict(),
            body=asking.body_of(request)[0] if request.mimetype == "application/json" else None,
            had_authorization="Authorization" in request.headers,
        )
        self.requests.add(entry)
        return entry

    def _page(self, request: Request) -> Response:
        page = front.response(request, self.wp)
        shown = page.get_data(as_text=True) if page.mimetype == "text/html" else ""
        return _instead(misbehaviour.fatal_page()) if self._misbehaviour.kills(shown) else page

    def _rest(self, request: Request, entry: Entry, rules: list[Rule]) -> Response:
        nobody = False
        drop: tuple[str, ...] = ()
        for rule in rules:
            match rule:
                case misbehaviour.Slow(before=seconds) if seconds:
                    time.sleep(seconds)
                case misbehaviour.HoldUp(after_saving=False):
                    rule.hold()
                case misbehaviour.HangUp(after_saving=False):
                    hang_up(request)
                case misbehaviour.AnswerInstead(saving=False):
                    return _instead(rule)
                case misbehaviour.ChangeMeanwhile():
                    self.change(rule.kind, rule.id, **rule.fields)
                case misbehaviour.IgnoreAuthorization():
                    nobody = nobody or not rule.writes_only or asking.method_of(request) not in READS
                case misbehaviour.DropFields():
                    drop += rule.names
        asked = asking.read(request, self.wp, entry.route, ignore_authorization=nobody)
        asked.params = {name: value for name, value in asked.params.items() if name not in drop}
        answer = rest.answer(asked)
        entry.saved = entry.is_write and answer.status < 400
        return self._afterwards(request, rest.response(self.wp, answer), rules)

    def _afterwards(self, request: Request, response: Response, rules: list[Rule]) -> Response:
        for rule in rules:
            match rule:
                case misbehaviour.Slow(after=seconds) if seconds:
                    time.sleep(seconds)
                case misbehaviour.HoldUp(after_saving=True):
                    rule.hold()
                case misbehaviour.HangUp(after_saving=True):
                    hang_up(request)
                case misbehaviour.AnswerInstead(saving=True):
                    return _instead(rule)
                case misbehaviour.GoDown():
                    self._is_down = True
                case misbehaviour.JunkBefore():
                    response.set_data(rule.junk.encode() + response.get_data())
        return response


def _instead(rule: misbehaviour.AnswerInstead) -> Response:
    return Response(rule.body, rule.status, dict(rule.headers), content_type=rule.content_type)


def hang_up(request: Request) -> None:
    """Close the connection under a request without an answer. Raises ConnectionResetError, always."""
    connection = request.environ.get("werkzeug.socket")
    if connection is not None:
        connection.shutdown(socket.SHUT_RDWR)
    raise ConnectionResetError("the sample site hung up")
