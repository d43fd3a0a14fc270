"""What a REST request says: its method after an override, and its query and body as one set of arguments.

Which tool that means is not decided here.
"""

from __future__ import annotations

import base64
import re
from typing import Any

from flask import Request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from webapp.core.gate import NOTE, PLAN_FLAG, TOKEN
from webapp.errors import Refusal

from .faults import Fault
from .wire import DEEPEST, LARGEST_BODY, depth_of, has_broken_text, parse

METHOD = "_method"
_OVERRIDES = ("PUT", "PATCH", "DELETE")
_JSON = ("", "application/json", "text/plain")
_MARK = re.compile("[A-Za-z0-9._:-]{8,128}")


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
    told = {**_query(request), **_body(request)}
    if has_broken_text(told):
        raise Refusal("respira_invalid_arguments", "The arguments hold half a character (a lone surrogate).")
    return told


def lifted(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of an ability's call with those that are for us beside its `args`, not among them."""
    given = arguments.get("args")
    if not isinstance(given, dict):
        return arguments
    ours = {name: given[name] for name in (PLAN_FLAG, NOTE, TOKEN) if given.get(name) is not None}
    rest = {name: value for name, value in given.items() if name not in (PLAN_FLAG, NOTE, TOKEN)}
    # Said in either place, it is said.
    beside = {name: value for name, value in arguments.items() if value not in (None, False, "false")}
    return {**arguments, **ours, **beside, "args": rest}


def _query(request: Request) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for name, values in request.args.lists():
        if name.endswith("[]"):
            told[name.removesuffix("[]")] = values
        elif name != METHOD:
            told[name] = values[-1]
    return told


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
    for name, part in request.files.items():
        told[name] = base64.b64encode(part.read()).decode("ascii")
        told["filename"], told["mime_type"] = part.filename, part.mimetype or None
    return told


def sound_mark(mark: str) -> str:
    """Return an Idempotency-Key that may be one.

    Raises:
        Refusal: `respira_invalid_idempotency_key`.
    """
    if not _MARK.fullmatch(mark):
        raise Refusal("respira_invalid_idempotency_key")
    return mark
