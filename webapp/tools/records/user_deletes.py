"""Deleting a user, whose things become another's. Undoing makes the user again, with a new id and without the
password, and gives the things back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webapp.errors import Refusal
from webapp.tools.answers import (
    Arguments,
    Change,
    LandsOn,
    Performed,
    Proposal,
    Restored,
    SavedSnapshot,
    Settled,
    State,
    Target,
)
from webapp.tools.brought_back import (
    ALREADY,
    AS_WANTED,
    MEANS,
    SHOWN,
    always,
    cannot,
    deletes,
    edited_since,
    makes_again,
)
from webapp.tools.records.holders import MOST_HELD, in_words
from webapp.tools.records.own_login import STRIPS, own_login
from webapp.tools.records.record_changes import kept
from webapp.tools.records.records import changes_of, fields_edited, fields_of, find, is_there
from webapp.tools.records.user_things import (
    comment_count,
    comments_of,
    counts_of,
    give_comments,
    give_things,
    things_of,
)
from webapp.tools.records.users import HIGHEST, ID, ROOM, THEIR_OWN, USER, demand_free
from webapp.tools.tool import Scene, WriteTool
from webapp.tools.values import item_of, only, under, within
from webapp.tools.writing import demand_gone, made_or_found, or_settle, seen_gone
from webapp.wordpress.client import WordPress

_NOTE = "There is no trash for users: this deletes the user for good when the step runs."
_ANEW = f"This makes the user anew on the live site, with a new id and no password: {THEIR_OWN}."
_SEEN = ("username", "email", "roles")


@dataclass(frozen=True)
class UserDelete:
    """The six answers of deleting a user."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read the user and what is theirs; refuse the login's own user, and giving it to nobody."""
        user_id, heir_id = arguments["id"], arguments["reassign"]
        login = own_login(site)
        if user_id == login.id:
            words = "This is the user that Sayso is connected as: without it nothing could be undone."
            raise Refusal("respira_not_possible", words, hint="Do it in the site's dashboard, as another user.")
        if heir_id == user_id:
            words = "The argument reassign must be another user: the one whose things these become."
            raise Refusal("respira_invalid_arguments", words)
        fields = fields_of(USER, find(site, USER, user_id))
        return {
            **under("live", only(_SEEN, fields)),
            "about.heir": USER.name(find(site, USER, heir_id)),
            "about.counts": counts_of(site, user_id),
            "about.comments": comment_count(site, user_id),
            "about.gives_back": login.saves_untouched,
        }

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell who goes, and whose their things become."""
        fields, heir = within("live", state), state["about.heir"]
        return Proposal(
            effect=f"Delete the {USER.called(fields)} and give what is theirs to {heir}.",
            target=Target(USER.kind, str(arguments["id"]), USER.name(fields)),
            lands_on=LandsOn("live", _NOTE),
            changes=[Change("username", USER.label("username"), fields["username"], None)],
            after={"live.username": None},
            undo=_undo(state),
            warnings=_warnings(fields, state, heir),
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep the user's fields, without any password, and what is theirs."""
        user_id = arguments["id"]
        return {
            **kept(USER, user_id, fields_of(USER, find(site, USER, user_id))),
            "saved.heir": arguments["reassign"],
            "saved.things": things_of(site, user_id) if state["about.gives_back"] else [],
            "saved.comments": comments_of(site, user_id),
            "saved.in_all": sum(state["about.counts"].values()) + state["about.comments"],
        }

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Delete the user and look that they are gone."""

        def write() -> Performed:
            site.delete(USER.path(arguments["id"]), force=True, reassign=arguments["reassign"])
            seen = seen_gone(lambda: is_there(site, USER, arguments["id"]))
            return _performed(saved, unchecked=not seen)

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Look whether the user is gone."""
        if is_there(site, USER, saved["saved.id"]):
            return Settled("no")
        return Settled("yes", _performed(saved))

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Look that nobody else has the name and the address by now."""
        if is_there(site, USER, snapshot.before["saved.id"]):
            return {**AS_WANTED}
        fields = snapshot.before["saved.fields"]
        try:
            demand_free(site, fields, None)
        except Refusal as refusal:
            raise cannot(refusal.message) from refusal
        shown = changes_of(ROOM, USER, {}, ROOM.remade(fields), snapshot.before)
        again = makes_again(f"the {USER.called(fields)}")
        return {"now.username": None, SHOWN: [change.as_json() for change in shown], **again, MEANS: _ANEW}

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Make the user again, with a password by chance, and give back what was theirs."""
        before, fields = snapshot.before, snapshot.before["saved.fields"]
        called = USER.called(fields)
        if state.get(ALREADY):
            return Restored(f"The {called} was not deleted.", left={"id": before["saved.id"], **only(_SEEN, fields)})
        again = ROOM.remade(fields)
        body = {**again, **ROOM.secrets({}, new=True)}
        made = made_or_found(
            lambda: item_of(site.post(USER.rest, body)), lambda: next(iter(ROOM.alike(site, USER, again)), None)
        )
        new_id = made["id"]
        lost = give_things(site, before["saved.things"], before["saved.heir"], new_id)
        lost += give_comments(site, before["saved.comments"], before["saved.id"], new_id)
        lost += before["saved.in_all"] - len(before["saved.things"]) - len(before["saved.comments"])
        now = fields_of(USER, find(site, USER, new_id))
        differs = ["password", "registered_date", *USER.unlike(again, again, now), *(["items"] if lost else [])]
        words = f"The {called} is back with the new id {new_id}, but without the password: {THEIR_OWN}."
        if lost:
            words += f" {lost} of the {before['saved.in_all']} items and comments could not be given back."
        left, new_ids = {"id": new_id, **only(_SEEN, now)}, [(USER.rest, before["saved.id"], new_id)]
        return Restored(words, differs, left=left, new_ids=new_ids)

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the user who is deleted again, and what somebody changed of them since."""
        left = within("left", snapshot.after)
        try:
            now = only(_SEEN, fields_of(USER, find(site, USER, left["id"])))
        except Refusal as refusal:
            raise cannot(refusal.message) from refusal
        since = edited_since(snapshot, fields_edited(USER, only(_SEEN, left), now), undo=ROOM.made_again)
        gone = changes_of(ROOM, USER, now, dict.fromkeys(now), snapshot.before)
        says = deletes(f"the {USER.called(now)}", ROOM.made_again)
        return {"again.id": left["id"], SHOWN: [change.as_json() for change in gone], **says, **since}

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Delete the user again; what is theirs becomes the same other user's."""
        site.delete(USER.path(state["again.id"]), force=True, reassign=snapshot.before["saved.heir"])
        demand_gone(lambda: is_there(site, USER, state["again.id"]))
        return Restored(f"The {USER.called(snapshot.before['saved.fields'])} is deleted again.")


def _undo(state: State) -> str:
    again = "Undo makes the user again, with a new id and day of registration and without the password"
    lost = "Their application passwords, and what plugins keep of them, are lost."
    if not state["about.gives_back"]:
        return f"{again}, but gives back no items: {STRIPS} {lost}"
    most = max(sum(state["about.counts"].values()), state["about.comments"])
    few = f" Of items and of comments only the first {MOST_HELD} are given back." if most > MOST_HELD else ""
    return f"{again}, and gives back what was theirs. {lost}{few}"


def _warnings(fields: State, state: State, heir: str) -> list[str]:
    warnings = [] if fields["username"] is not None else ["Another step of the plan deletes them first."]
    if HIGHEST in (fields.get("roles") or []):
        warnings.append("High risk: this user is an administrator.")
    if state["about.counts"]:
        warnings.append(f"{heir} becomes the author of {in_words(state['about.counts'])}.")
    if state["about.comments"]:
        warnings.append(
            f"Comments by this user stay, under the name they were written in: {state['about.comments']}."
        )
    return warnings


def _performed(saved: State, *, unchecked: bool = False) -> Performed:
    result: dict[str, Any] = {
        "success": True,
        "deleted": True,
        "id": saved["saved.id"],
        "username": saved["saved.fields"].get("username"),
        "reassigned_to": saved["saved.heir"],
    }
    return Performed(
        result=result,
        after={"live.username": None},
        undo={"undo.id": saved["saved.id"]},
        unchecked=unchecked,
    )


TOOLS = (
    WriteTool(
        name="delete_user",
        title="Delete a user",
        description="Deletes a user for good and gives what is theirs to another user. A person approves it.",
        schema={
            "type": "object",
            "properties": {
                "id": ID,
                "reassign": {
                    "type": "integer",
                    "minimum": 1,
                    "description": "The id of the user whose posts, pages and files these become.",
                },
            },
            "required": ["id", "reassign"],
            "additionalProperties": False,
        },
        approval_required=True,
        needs=("delete_users",),
        destructive=True,
        lands="On the live site.",
        undone=(
            "The user is made again with a new id and day of registration and without the password, and gets back "
            f"what was theirs, up to {MOST_HELD} items and {MOST_HELD} comments. Application passwords and what "
            "plugins keep are lost."
        ),
        write=UserDelete(),
        undo_asks=always,
    ),
)
