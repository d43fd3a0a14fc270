"""Moving a comment to the trash, and bringing it back with the status that it had."""

from __future__ import annotations

from dataclasses import dataclass

from webapp.errors import Refusal, SiteTrouble
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
    BINNED_AGAIN,
    OUT_OF_TRASH,
    SHOWN,
    UNDO,
    cannot,
    edited_since,
    lost,
)
from webapp.tools.records.comments import COMMENT, ID, PATH, RIGHT, ROOM
from webapp.tools.records.record_changes import kept
from webapp.tools.records.records import carried_of, changes_of, fields_edited, fields_of, find
from webapp.tools.tool import Scene, WriteTool
from webapp.tools.values import only, under, within
from webapp.tools.writing import NOTHING_STORED, or_settle
from webapp.wordpress.client import WordPress

_SEEN = ("content", "author_name", "status")
_NOTE = "This moves the comment to the trash when the step runs."


@dataclass(frozen=True)
class CommentDelete:
    """The six answers of moving a comment to the trash."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read the comment, and how many answers it has."""
        fields = fields_of(COMMENT, find(site, COMMENT, arguments["id"]))
        if fields.get("status") == "trash":
            raise Refusal("respira_not_found", f"Comment {arguments['id']} is in the trash already.", hint="")
        answers = site.get(PATH, parent=[arguments["id"]], status="any", context="edit", per_page=1, _fields="id")
        return {**under("live", only(_SEEN, fields)), "about.answers": answers.total or 0}

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell what goes to the trash."""
        fields, answers = within("live", state), state["about.answers"]
        called = COMMENT.called(fields)
        warnings = ["Another step of the plan moves it to the trash first."] if fields["status"] == "trash" else []
        if answers:
            warnings.append(f"{answers} answer{'s' if answers != 1 else ''} to it would stay.")
        return Proposal(
            effect=f"Move the {called} to the trash.",
            target=Target(COMMENT.kind, str(arguments["id"]), COMMENT.name(fields)),
            lands_on=LandsOn("live", _NOTE),
            changes=[Change("status", COMMENT.label("status"), fields["status"], "trash", "value")],
            after={"live.status": "trash"},
            undo="Undo brings the comment back with the status that it had.",
            warnings=warnings,
        )

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Keep the comment's fields."""
        return kept(COMMENT, arguments["id"], within("live", state))

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Move it to the trash and look that it is there."""

        def write() -> Performed:
            site.delete(COMMENT.path(arguments["id"]))
            try:
                now = _status(site, arguments["id"])
            except (SiteTrouble, Refusal):
                return _performed(arguments["id"], unchecked=True)
            if now != "trash":
                raise SiteTrouble(NOTHING_STORED, written="no")
            return _performed(arguments["id"])

        return or_settle(site, write, lambda: self.settle(site, arguments, state, saved, scene))

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Look whether it is in the trash."""
        if _status(site, arguments["id"]) == "trash":
            return Settled("yes", _performed(arguments["id"]))
        return Settled("no")

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the status that a restore would overwrite: the comment must still be in the trash."""
        comment_id, former = snapshot.before["saved.id"], snapshot.before["saved.fields"]["status"]
        now = _present(site, comment_id)["status"]
        if now not in ("trash", former):
            raise cannot("The comment is not in the trash any more.")
        state = {"undone.id": comment_id, "now.status": now}
        if now == former:
            return {**state, **AS_WANTED}
        return {**state, SHOWN: _shown(now, former), UNDO: BINNED_AGAIN}

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Give the comment its status back."""
        comment_id, former = state["undone.id"], snapshot.before["saved.fields"]
        if not state.get(ALREADY):
            carried = carried_of(COMMENT, find(site, COMMENT, comment_id))
            site.post(COMMENT.path(comment_id), {**carried, "status": former["status"]})
        now = _present(site, comment_id)
        differs = COMMENT.unlike(("status",), former, now)
        called = COMMENT.called(now)
        words = "is back, but not with the status that it had" if differs else "is back from the trash"
        return Restored(f"The {called} {words}.", differs, left=only(_SEEN, now))

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read the comment that goes to the trash again, and what somebody changed of it since."""
        now = only(_SEEN, _present(site, snapshot.before["undone.id"]))
        left = within("left", snapshot.after)
        edited = COMMENT.unlike(left, left, now)
        # The trash keeps the words; the status comes back as it was before the first delete.
        status = [COMMENT.label(name) for name in edited if name == "status"]
        words = only((name for name in edited if name != "status"), now)
        away = changes_of(ROOM, COMMENT, words, dict.fromkeys(words), snapshot.before)
        return {
            **under("again", now),
            SHOWN: [*_shown(now["status"], "trash"), *(change.as_json() for change in away)],
            UNDO: f"{OUT_OF_TRASH} {lost(status)}" if status else OUT_OF_TRASH,
            **edited_since(snapshot, fields_edited(COMMENT, left, now)),
        }

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Move the comment to the trash again."""
        site.delete(COMMENT.path(snapshot.before["undone.id"]))
        return Restored(f"The {COMMENT.called(within('again', state))} is in the trash again.")


def _status(site: WordPress, comment_id: int) -> str:
    return str(find(site, COMMENT, comment_id).get("status"))


def _present(site: WordPress, comment_id: int) -> State:
    try:
        return fields_of(COMMENT, find(site, COMMENT, comment_id))
    except Refusal as refusal:
        raise cannot(f"The comment was deleted for good: {refusal.message}") from refusal


def _shown(now: str, later: str) -> list[dict[str, object]]:
    return [Change("status", COMMENT.label("status"), now, later, "value").as_json()]


def _performed(comment_id: int, *, unchecked: bool = False) -> Performed:
    return Performed(
        result={"success": True, "deleted": True, "id": comment_id, "status": "trash"},
        after={"live.status": "trash"},
        undo={"undo.id": comment_id},
        unchecked=unchecked,
    )


TOOLS = (
    WriteTool(
        name="delete_comment",
        title="Move a comment to the trash",
        description="Moves a comment to the trash, from where it can be brought back. A person approves it.",
        schema={
            "type": "object",
            "properties": {"id": ID},
            "required": ["id"],
            "additionalProperties": False,
        },
        approval_required=True,
        needs=(RIGHT,),
        content=True,
        destructive=True,
        lands="On the live site.",
        undone="The comment comes back from the trash with the status that it had.",
        write=CommentDelete(),
    ),
)
