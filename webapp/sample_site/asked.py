"""What was asked of the REST interface, by whom: one request, read once, with its parameters merged.

A wrong password is not an error here: the request is simply nobody's, as in WordPress.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from werkzeug.wrappers import Request

from . import roles
from .fields import Field, Schema, check
from .installation import Installation
from .store import Item, Store
from .trouble import Trouble

CONTEXT = Field("string", enum=("view", "embed", "edit"))


@dataclass
class Asked:
    """One REST request. `params` merges query, form and JSON body, the body winning."""

    wp: Installation
    method: str
    route: str
    params: dict[str, Any] = field(default_factory=dict)
    query: dict[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: bytes = b""
    login: Item | None = None
    path: dict[str, str] = field(default_factory=dict)
    broken_json: bool = False

    @property
    def store(self) -> Store:
        """The site's store."""
        return self.wp.store

    @property
    def id(self) -> int:
        """The number in the path."""
        return int(self.path["id"])

    def checked(self, schema: Schema) -> dict[str, Any]:
        """Return the parameters the schema knows. Raises Trouble for those that do not fit."""
        return check(schema, self.params)

    def flag(self, name: str) -> bool:
        """Return a boolean parameter, False when it was not sent."""
        return bool(self.checked({name: Field("boolean")}).get(name, False))

    @property
    def context(self) -> str:
        """The shape asked for: view (when nothing is said), embed or edit."""
        return str(self.checked({"context": CONTEXT}).get("context", "view"))

    def may(self, capability: str) -> bool:
        """Say whether whoever asks has a capability."""
        return self.login is not None and capability in roles.capabilities(self.login["roles"])

    def denied(self, code: str, message: str) -> Trouble:
        """Return the refusal: 401 to nobody, 403 to somebody."""
        return Trouble(401 if self.login is None else 403, code, message)

    def need(self, capability: str, code: str, message: str) -> None:
        """Raise the refusal unless whoever asks has the capability."""
        if not self.may(capability):
            raise self.denied(code, message)


def route_of(request: Request, *, plain_permalinks: bool) -> str | None:
    """Return the REST route a web request is for, such as `/wp/v2/pages/42`, or None for a page."""
    if "rest_route" in request.args:
        return _tidy(request.args["rest_route"])
    if plain_permalinks:
        return None
    found = re.fullmatch(r"/+(?:index\.php/)?wp-json(/.*)?", request.path)
    return _tidy(found.group(1) or "/") if found else None


def _tidy(route: str) -> str:
    return "/" + route.strip("/")


def method_of(request: Request) -> str:
    """Return the method meant, which a POST may carry in `_method` or in a header."""
    if request.method == "POST":
        meant = request.args.get("_method") or request.headers.get("X-HTTP-Method-Override")
        if meant:
            return meant.upper()
    return request.method


def read(request: Request, wp: Installation, route: str, *, ignore_authorization: bool = False) -> Asked:
    """Return what a web request asks."""
    query = _query_of(request)
    body, broken = body_of(request)
    return Asked(
        wp=wp,
        method=method_of(request),
        route=route,
        params=query | (body if isinstance(body, dict) else {}),
        query=query,
        headers=dict(request.headers),
        raw=request.get_data(),
        login=None if ignore_authorization else login_of(request, wp),
        broken_json=broken,
    )


def _query_of(request: Request) -> dict[str, Any]:
    query: dict[str, Any] = {}
    for name, values in request.args.lists():
        if name in ("rest_route", "_method"):
            continue
        key = re.sub(r"\[\d*\]$", "", name)
        query[key] = query.get(key, []) + values if key != name else values[-1]
    return query


def body_of(request: Request) -> tuple[Any, bool]:
    """Return (the parsed body or None, whether it claimed to be JSON and is not)."""
    if request.mimetype == "application/json":
        raw = request.get_data()
        if not raw:
            return None, False
        try:
            body = json.loads(raw.decode("utf-8"))
            json.dumps(body, ensure_ascii=False).encode("utf-8")
        except ValueError:
            return None, True
        return body, False
    request.get_data()
    form = request.form.to_dict()
    return (form or None), False


def login_of(request: Request, wp: Installation) -> Item | None:
    """Return the user whose application password came along, or None: wrong ones are silent."""
    given = request.authorization
    if given is None or given.type != "basic":
        return None
    user = wp.user_named(given.username or "")
    password = re.sub(r"\s", "", given.password or "").encode()
    for kept in user["app_passwords"] if user else []:
        if hmac.compare_digest(kept["password"].encode(), password):
            return user
    return None
