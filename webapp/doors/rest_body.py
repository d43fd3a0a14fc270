"""What a REST request says: its method after an override, and its query and body as one set of arguments.

Which tool that means is not decided here.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from typing import Any

from flask import Request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from webapp.core.gate import NOTE, PLAN_FLAG, TOKEN
from webapp.errors import Refusal

from .faults import Fault
from .sizes import DEEPEST, LARGEST_BODY
from .wire import depth_of, has_broken_text, parse

METHOD = "_method"
_OVERRIDES = ("PUT", "PATCH", "DELETE")
_JSON = ("", "application/json", "text/plain")
# What an Idempotency-Key must look like.
MARK = "[A-Za-z0-9._:-]{8,128}"


def method_of(request: Request) -> str:
    """Return the method that is meant: where a POST could pass and nothing else, it names another one."""
    if request.method != "POST":
        return request.method
    named = (request.args.get(METHOD) or request.headers.get("X-HTTP-Method-Override", "")).upper()
    return named if named in _OVERRIDES else "POST"


def arguments_of(request: Request) -> dict[str, Any]:
    """Return query and body together; the body counts where both tell something.

    Raises:
        Refusal: the body is too large, not JSON, no object, nested too deep, or holds half a character.
    """
    query, body = _query(request), _body(request)
    told = {**query, **body, **_asking(query, body)}
    if has_broken_text(told):
        raise Refusal("respira_invalid_arguments", "The arguments hold half a character (a lone surrogate).")
    return told


def lifted(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of an ability's call with those that are for us beside its `args`, not among them."""
    given = arguments.get("args")
    if not isinstance(given, dict):
        return arguments
    ours = {name: given[name] for name in (NOTE, TOKEN) if given.get(name) is not None}
    rest = {name: value for name, value in given.items() if name not in (PLAN_FLAG, NOTE, TOKEN)}
    beside = {name: value for name, value in arguments.items() if value is not None}
    return {**arguments, **ours, **beside, **_asking(given, arguments), "args": rest}


def _asking(*places: Mapping[str, Any]) -> dict[str, Any]:
    """Return whether a plan is asked for, from all places where it is told: a yes in any of them is one.

    What is neither true nor false is passed on, and refused where every call is checked.
    """
    told = [place[PLAN_FLAG] for place in places if place.get(PLAN_FLAG) is not None]
    unfit = [value for value in told if _spelled(value) not in ("true", "false")]
    if unfit or not told:
        return {PLAN_FLAG: unfit[0]} if unfit else {}
    return {PLAN_FLAG: any(_spelled(value) == "true" for value in told)}


def _spelled(value: Any) -> str:
    return str(value).lower()


def _query(request: Request) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for name, values in request.args.lists():
        if name.endswith("[]"):
            told[name.removesuffix("[]")] = values
        elif name != METHOD:
            told[name] = values[-1]
    return told | _asking_in(request.args)


def _asking_in(fields: MultiDict[str, str]) -> dict[str, Any]:
    """Return whether a plan is asked for in a query or a form, where a name may stand more than once."""
    values = [*fields.getlist(PLAN_FLAG), *fields.getlist(f"{PLAN_FLAG}[]")]
    return _asking(*({PLAN_FLAG: value} for value in values))


def _body(request: Request) -> dict[str, Any]:
    request.max_content_length = LARGEST_BODY
    try:
        if request.mimetype == "multipart/form-data":
            return _form(request)
        body = request.get_data(cache=False).strip()
    except RequestEntityTooLarge:
        raise Refusal("respira_body_too_large") from None
    except HTTPException:
        raise Refusal("respira_invalid_json", "The body ended early.") from None
    if not body:
        return {}
    if request.mimetype not in _JSON and not request.mimetype.endswith("+json"):
        raise Refusal("respira_body_not_json")
    try:
        value = parse(body)
    except Fault as fault:
        raise Refusal("respira_invalid_json", fault.message.replace("message", "body")) from None
    if depth_of(value) > DEEPEST:
        raise Refusal("respira_invalid_json", f"The body is nested more than {DEEPEST} levels deep.")
    if not isinstance(value, dict):
        raise Refusal("respira_invalid_arguments", 'The body must be an object, such as {"id": 42}.')
    return value


def _form(request: Request) -> dict[str, Any]:
    """Return the parts of an upload: what JSON can not hold is told in Base64, beside its name and kind."""
    told: dict[str, Any] = {name: values[-1] for name, values in request.form.lists()}
    told |= _asking_in(request.form)
    for name, part in request.files.items():
        told[name] = base64.b64encode(part.read()).decode("ascii")
        told["filename"], told["mime_type"] = part.filename, part.mimetype or None
    return told


def sound_mark(mark: str) -> str:
    """Return an Idempotency-Key that may be one.

    Raises:
        Refusal: `respira_invalid_idempotency_key`.
    """
    if not re.fullmatch(MARK, mark):
        raise Refusal("respira_invalid_idempotency_key")
    return mark
