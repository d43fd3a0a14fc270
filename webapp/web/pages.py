"""How a page answers: whole for a plain browser, in parts for htmx. The one file that knows htmx's ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from flask import Flask, Response, current_app, flash, make_response, redirect, render_template, request
from htmx_flask import Htmx

from webapp.core.desk import Desk
from webapp.diffs.fields import label
from webapp.errors import Trouble

from . import phrases, zones
from .unseen import visible

_htmx = Htmx()


def set_up(app: Flask) -> None:
    """Teach the web program htmx's headers, and the templates our words and care."""
    _htmx.init_app(app)
    phrases.add_to(app)
    zones.add_to(app)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.finalize = visible
    app.jinja_env.filters["field_label"] = label


def desk() -> Desk:
    """Return the desk of this web program."""
    return cast(Desk, current_app.extensions["sayso.desk"])


def wants_parts() -> bool:
    """Tell whether htmx asked, so that parts of a page are enough."""
    return bool(request.htmx)  # type: ignore[attr-defined]


def page(template: str, *, status: int = 200, **values: Any) -> Response:
    """Answer with a whole page."""
    return make_response(render_template(template, **values), status)


def again(whole: str, part: str, *, status: int = 422, **values: Any) -> Response:
    """Answer a form that does not fit: htmx gets the part with the form, a plain browser the whole page.

    Args:
        whole, part: templates; both are given `values`.
    """
    return page(part if wants_parts() else whole, status=status, **values)


def answer(*parts: str, to: str, say: str | None = None, kind: str = "message") -> Response:
    """Answer a form: htmx gets the rendered parts, a plain browser is sent on with 303.

    Args:
        parts: rendered templates; each carries the id it replaces.
        to: the path of the page that shows the result.
        say: one sentence about what happened, shown there; an empty one takes away what was said before.
        kind: `mailed` is said at the form with which a receipt was sent, and not on top.
    """
    if say:
        flash(say, kind)
    if wants_parts() and parts:
        return make_response("".join([*parts, *([] if say is None else [notices()])]))
    if wants_parts():
        response = make_response("", 204)
        response.headers["HX-Redirect"] = to
        return response
    return cast(Response, redirect(to, code=303))


def notices() -> str:
    """Return the part that shows what was flashed."""
    return render_template("layouts/_notices.html")


def refused(
    trouble: Trouble, *parts: str | Callable[[], str], whole: Callable[[int], Response], anew: str | None = None
) -> Response:
    """Answer a form whose wish was not done: the page it came from again, with the reason on top.

    Args:
        parts: what htmx gets, besides the reason; a part that shows itself what was said is drawn only here, since
            whatever is drawn before the reason is said would keep it from being shown.
        whole: draws the whole page with a status, for a plain browser.
        anew: the page's path, where parts are not enough any more and htmx should load it.
    """
    flash(f"{trouble.message} {trouble.advice}".strip(), "trouble")
    if anew is not None and wants_parts():
        return answer(to=anew)
    status = 409 if trouble.status < 500 else 502
    if not wants_parts():
        return whole(status)
    drawn = [part if isinstance(part, str) else part() for part in parts]
    return make_response("".join([*drawn, notices()]), status)
