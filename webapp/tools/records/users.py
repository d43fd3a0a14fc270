"""Making and changing users. A person approves each of these calls.

A password that is sent goes to the site and nowhere else: it is neither shown nor kept, so it can not be put back.
Without one, WordPress gets a long one by chance that nobody is told.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.errors import Refusal
from webapp.tools.answers import Arguments, State
from webapp.tools.brought_back import always, cannot
from webapp.tools.records.holders import counted, in_words, types_of
from webapp.tools.records.own_login import OwnLogin, own_login
from webapp.tools.records.record_additions import RecordAddition
from webapp.tools.records.record_changes import RecordChange
from webapp.tools.records.records import Record
from webapp.tools.spoken import plain
from webapp.tools.tool import WriteTool
from webapp.wordpress.client import WordPress

PATH = "wp/v2/users"
HIGHEST = "administrator"
THEIR_OWN = 'they set a password with "Lost your password?" on the site\'s sign-in page'
# What core knows; plugins add others, which WordPress lists to no program.
_ROLES = (HIGHEST, "editor", "author", "contributor", "subscriber")
_USERNAME = re.compile(r"[A-Za-z0-9 _.@-]{1,60}")
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
_BYTES = 32

USER = Record(
    kind="user",
    word="user",
    rest=PATH,
    fields=(
        *("username", "email", "name", "first_name", "last_name", "nickname"),
        *("url", "description", "locale", "slug", "roles"),
    ),
    naming="username",
    escaped=("name", "first_name", "last_name", "nickname", "description"),
    labels={
        "username": "Username",
        "email": "E-mail",
        "name": "Display name",
        "url": "Website",
        "roles": "Role",
        "locale": "Language",
    },
)
_SPOKEN = {"display_name": "name"}
_TEXTS = ("username", "email", "display_name", "first_name", "last_name", "nickname", "url", "description", "locale")


@dataclass(frozen=True)
class UserRoom:
    """What is special about users (see `RecordRoom` and `GrowingRoom`)."""

    def record(self, site: WordPress, arguments: Arguments) -> Record:
        """Return what users are on every site."""
        return USER

    def spoken(self, word: str) -> Record:
        """Return what users are on every site."""
        return USER

    def asked(self, arguments: Arguments) -> State:
        """Return the fields that a call asks for, without the password."""
        asked = {_SPOKEN.get(name, name): arguments[name] for name in _TEXTS if name in arguments}
        return {**asked, **({"roles": [arguments["role"]]} if "role" in arguments else {})}

    def secrets(self, arguments: Arguments, *, new: bool) -> dict[str, Any]:
        """Return the password that is sent, or for a new user one by chance."""
        if "password" in arguments:
            return {"password": arguments["password"]}
        return {"password": secrets.token_urlsafe(_BYTES)} if new else {}

    def check(
        self, site: WordPress, record: Record, arguments: Arguments, asked: State, item: Mapping[str, Any]
    ) -> State:
        """Refuse what WordPress would refuse, and the login's own fall."""
        if "\\" in arguments.get("password", ""):
            raise Refusal("respira_invalid_arguments", "WordPress takes no password with a backslash in it.")
        _demand_names(site, asked, item.get("id"))
        login = own_login(site)
        own = bool(item) and item.get("id") == login.id
        if "roles" in asked:
            _demand_may_promote(login, asked["roles"], own=own)
        return {"about.own": own, "about.roles": list(item.get("roles") or [])}

    def shown(self, name: str, value: Any, state: State) -> Any:
        """Show roles as words."""
        return ", ".join(value) or "none" if name == "roles" and isinstance(value, list) else value

    def cautions(self, arguments: Arguments, asked: State, state: State, *, new: bool) -> list[str]:
        """Tell what somebody gains, and what does not come back."""
        before, roles, warnings = state.get("about.roles", []), asked.get("roles", []), []
        if HIGHEST in roles and HIGHEST not in before:
            warnings.append("High risk: an administrator can change everything on the site, and lock others out.")
        if roles and roles[0] not in (*_ROLES, *before):
            warnings.append(f"{roles[0]} is no role of WordPress itself; where no plugin adds it, this is refused.")
        if not new and state.get("about.own"):
            warnings.append("This is the user that Sayso is connected as.")
        if not new and "email" in asked:
            warnings.append("High risk: whoever reads the new address can set a new password.")
        if not new and "password" in arguments:
            warnings.append("The former password stops working at once, and can not be put back.")
        if new and "password" not in arguments:
            warnings.append(f"WordPress sends them no message: {THEIR_OWN}.")
        return warnings

    def undo(self, arguments: Arguments, asked: State, *, new: bool) -> str:
        """Tell what undo does, and what it can not."""
        if new:
            return "Undo deletes the user again, as long as nothing on the site is theirs."
        former = "Undo puts the former values back."
        if "password" not in arguments:
            return former
        return f"{former} The former password can not be put back." if asked else "This can not be undone."

    def alike(self, site: WordPress, record: Record, asked: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the user of this name."""
        return _holders(site, "username", asked["username"])

    def place(self, arguments: Arguments, asked: Mapping[str, Any], state: State) -> tuple[str, str]:
        """Tell a new user apart by name."""
        roles = asked.get("roles")
        return asked["username"].casefold(), f" as {', '.join(roles)}" if roles else ""

    @property
    def made_again(self) -> str:
        """All of them but their id and the password."""
        return "Undo makes the user again, with a new id and day of registration and without the password."

    def remade(self, fields: Mapping[str, Any]) -> State:
        """Return everything that is not empty."""
        return {name: fields[name] for name in USER.fields if fields.get(name)}

    def demand_unused(self, site: WordPress, record: Record, record_id: int, fields: Mapping[str, Any]) -> None:
        """Demand that nothing on the site is a user's own."""
        counts = counted(site, types_of(site, authored=True), {"author": [record_id]})
        if counts:
            words = f"By now these are the user's own: {in_words(counts)}."
            raise cannot(words, hint="Use delete_user, which says whose they become.")

    def taking_away(self, site: WordPress) -> dict[str, Any]:
        """WordPress asks whose things become, also where there are none."""
        return {"reassign": own_login(site).id}


def demand_free(site: WordPress, asked: Mapping[str, Any], own: int | None) -> None:
    """Demand that no other user has a name or an address.

    Raises:
        Refusal: `respira_invalid_arguments`, naming the one who has.
    """
    for name in ("username", "email"):
        for holder in _holders(site, name, asked[name]) if name in asked else ():
            if holder["id"] != own:
                words = f"Another user has this {USER.labelled([name])}: {holder.get('username')} ({holder['id']})."
                raise Refusal("respira_invalid_arguments", words)


def _demand_names(site: WordPress, asked: State, own: int | None) -> None:
    if not _USERNAME.fullmatch(asked.get("username", "x")):
        words = "A username has letters without accents, digits, spaces, and any of _ . - @ only, at most 60."
        raise Refusal("respira_invalid_arguments", words)
    if not _EMAIL.fullmatch(asked.get("email", "x@x.x")):
        raise Refusal("respira_invalid_arguments", "The argument email must be an e-mail address.")
    demand_free(site, asked, own)


def _demand_may_promote(login: OwnLogin, roles: list[str], *, own: bool) -> None:
    if own and tuple(roles) != login.roles:
        words = "This is the user that Sayso is connected as: with another role it could lose what it may do there."
        raise Refusal("respira_not_possible", words, hint="Change it in the site's dashboard, as another user.")
    login.demand("promote_users", "The site's own login may not give users a role.")


def _holders(site: WordPress, name: str, value: str) -> list[dict[str, Any]]:
    """Return the users who have exactly this name or address, whatever its case."""
    found = site.get_all(PATH, search=value, context="edit", orderby="id")
    return [user for user in found if plain(user.get(name)).casefold() == value.strip().casefold()]


ROOM = UserRoom()
ID = {"type": "integer", "minimum": 1, "description": "The user's id, from list_users."}
_FIELDS: dict[str, Any] = {
    "email": {"type": "string", "minLength": 3, "description": "No other user may have it."},
    "password": {"type": "string", "minLength": 1, "description": "It is never shown; better left out."},
    "role": {"type": "string", "minLength": 1, "description": "Such as editor or author; replaces all others."},
    "display_name": {"type": "string", "minLength": 1, "description": "The name that visitors see."},
    "first_name": {"type": "string"},
    "last_name": {"type": "string"},
    "nickname": {"type": "string", "minLength": 1},
    "url": {"type": "string", "description": "Their website."},
    "description": {"type": "string", "description": "Some themes show it with what they write."},
    "locale": {"type": "string", "description": "The language of their dashboard, such as en_US."},
}

TOOLS = (
    WriteTool(
        name="create_user",
        title="Add a user",
        description=(
            "Adds a user. Without a password they set one themselves with Lost your password; WordPress sends no "
            "message. A person approves it."
        ),
        schema={
            "type": "object",
            "properties": {
                "username": {"type": "string", "minLength": 1, "description": "To sign in with; can not be changed."},
                **_FIELDS,
            },
            "required": ["username", "email"],
            "additionalProperties": False,
        },
        approval_required=True,
        needs=("create_users",),
        lands="On the live site.",
        undone="The new user is deleted again, as long as nothing on the site is theirs.",
        write=RecordAddition(ROOM),
        undo_asks=always,
        makes="user",
    ),
    WriteTool(
        name="update_user",
        title="Change a user",
        description=(
            "Changes a user's names, address, role, language or password; the username stays. A person approves it."
        ),
        schema={
            "type": "object",
            "properties": {"id": ID, **_FIELDS},
            "required": ["id"],
            "additionalProperties": False,
        },
        approval_required=True,
        needs=("edit_users",),
        idempotent=True,
        lands="On the live site.",
        undone="The former values are put back; a former password can not be.",
        write=RecordChange(ROOM),
        undo_asks=always,
    ),
)
