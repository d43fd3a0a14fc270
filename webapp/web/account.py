"""A person's way in and out, and what they can change about themselves."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request
from flask_login import current_user

from webapp.core import browsers, people
from webapp.data import Person
from webapp.errors import Refusal

from . import guard, zones
from .forms import in_words, says, status_of
from .forms.account import PasswordForm, SignInForm, ZoneForm
from .pages import again, answer, desk, page
from .shown_sessions import shown_session

bp = Blueprint("account", __name__)
# Which field of the form for a new password a refusal is about; any other is about none.
_ABOUT = {
    "respira_weak_password": "password",
    "respira_wrong_password": "present",
    "respira_rate_limited": "present",
}
LINKS_ONLY = "You have no password yet. You can set one under Account, Your account."


@bp.route("/sign-in", methods=["GET", "POST"])
def sign_in() -> Response:
    """Ask who it is; go on to where they wanted to go."""
    wanted = guard.safe_next(request.values.get("next"))
    if current_user.is_authenticated:
        return answer(to=wanted)
    form = SignInForm()
    form.next.data = wanted
    if request.method == "GET":
        return page("account/sign_in.html", form=form)
    found, status = _known(form)
    if found is None:
        return page("account/sign_in.html", status=status, form=form)
    guard.sign_in(found, remember=form.remember.data)
    return answer(to=wanted)


def _known(form: SignInForm) -> tuple[Person | None, int]:
    """Find who typed this, and the status to answer with where nobody is found."""
    if not form.validate():
        return None, 422
    try:
        email, password = form.email.data or "", form.password.data or ""
        return people.sign_in(desk(), email, password, request.remote_addr or "", guard.held_of_people()), 303
    except Refusal as refusal:
        says(form, None, in_words(refusal))
        return None, status_of(refusal)


@bp.route("/sign-in/<token>", methods=["GET", "POST"])
def follow_link(token: str) -> Response:
    """Show a button, since a mail program may open a link before a person does; the button uses the link up."""
    if request.method == "GET":
        if not people.link_is_good(desk(), token):
            raise Refusal("respira_link_over")
        return page("account/follow_link.html", token=token)
    found = people.use_link(desk(), token)
    guard.sign_in(found, by_link=True)
    return answer(to="/plans", say=None if found.password_hash else LINKS_ONLY)


@bp.post("/account/sign-out")
def sign_out() -> Response:
    """End the session of this browser."""
    guard.sign_out()
    return answer(to="/sign-in", say="You are signed out.")


@bp.get("/account")
def show() -> Response:
    """Show who is signed in, and what they can change."""
    return page("account/show.html", form=_password_form(), zone_form=_zone_form(), **_around())


def _around() -> dict[str, Any]:
    """Return what the page shows besides its forms."""
    with desk().reading() as session:
        rows = browsers.of_person(session, desk(), guard.person().id)
    return {"person": guard.person(), "sessions": [shown_session(row, guard.here()) for row in rows]}


def _zone_form() -> ZoneForm:
    return ZoneForm(zone=zones.chosen() or "")


def _password_form() -> PasswordForm:
    form = PasswordForm()
    if not people.must_prove(desk(), guard.person(), guard.here()):
        del form.present
    return form


@bp.post("/account/password")
def set_password() -> Response:
    """Set a new password. Every other session ends; this one goes on."""
    form, status = _password_form(), 422
    if form.validate():
        try:
            people.set_password(
                desk(), guard.person().id, form.password.data or "", present=form.typed_present(), here=guard.here()
            )
        except Refusal as refusal:
            about, status = _ABOUT.get(refusal.code, ""), status_of(refusal)
            says(
                form, about if about in form else None, refusal.message if about == "password" else in_words(refusal)
            )
        else:
            return answer(to="/account", say="Your new password is set. Everywhere else you are signed out.")
    shown = {"form": form, "zone_form": _zone_form(), **_around()}
    return again("account/show.html", "account/_password_form.html", status=status, **shown)


@bp.post("/account/time-zone")
def set_time_zone() -> Response:
    """Choose the zone to read times in, or none."""
    form = _zone_form()
    if not form.validate():
        return again(
            "account/show.html", "account/_time_zone.html", zone_form=form, form=_password_form(), **_around()
        )
    people.set_time_zone(desk(), guard.person().id, form.zone.data or None)
    return answer(to="/account", say="Your time zone is saved.")


@bp.post("/account/sessions/<int:row_id>/end")
def end_session(row_id: int) -> Response:
    """Sign one browser out; the one that asks is led to where one signs in."""
    with desk().reading() as session:
        row = browsers.find_of(session, guard.person().id, row_id)
    if row.id == guard.here().id:
        return sign_out()
    browsers.end(desk(), row)
    return answer(to="/account", say="That browser is signed out.")


@bp.post("/account/sessions/end")
def end_sessions() -> Response:
    """Sign the person out everywhere, here too."""
    browsers.end_all(desk(), guard.person().id)
    guard.leave()
    return answer(to="/sign-in", say="You are signed out everywhere.")
