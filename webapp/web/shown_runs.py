"""Runs, snapshots and copies as the templates print them. It reads nothing and decides nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from webapp.core import copies
from webapp.core.histories import CopyView, PartView, RunView, SnapshotView
from webapp.data import Copy, Mode, Outcome
from webapp.tools.nouns import word_of

from .new_drafts import BECOMING, becomes
from .phrases import FATES
from .ticks import status_of

OPEN, APPROVED = "open", "approved"
_FATES_OF_COPIES = {
    OPEN: "waits",
    APPROVED: "approved",
    "rejected": "rejected",
    "kept": "kept",
    "undone": "taken_back",
}
# What a change is when its step has run, and nothing became of it since.
_AS_IT_RAN = ("live", "waits", "waits_as_new", "binned", "past")
_FATES_OF_NEW = {OPEN: "waits_as_new", APPROVED: "published"}


STATES = {
    "approved": "Approved",
    "rejected": "Rejected",
    "kept": "Kept as a draft in WordPress",
    "undone": "Taken back with the step that made it",
    "deleted": "Moved to the trash by a step",
    "gone": "Moved to the trash or published in WordPress",
}


@dataclass(frozen=True)
class ShownRun:
    """A run as `runs/show.html` prints it.

    Attributes:
        in_chat: an agent asked for it, so that the yes was given in its chat.
        goes_on: the other steps ran although one failed.
    """

    public_id: str
    in_chat: bool
    started_by: str
    started_at: datetime
    ended_at: datetime | None
    stopping: bool
    goes_on: bool


@dataclass(frozen=True)
class ShownSnapshot:
    """What can be done with a snapshot now: bring it back, undo that, or neither and why.

    Attributes:
        undo_uuid: the snapshot that undoes the restore.
    """

    uuid: str
    label: str
    taken_at: datetime
    restored_at: datetime | None
    undo_uuid: str | None
    why_not: str | None
    is_undo: bool


@dataclass(frozen=True)
class Aftermath:
    """What a receipt's page adds to a step of the contract's receipt.

    Attributes:
        status: the step's own, as it is now.
        fate: what became of the change (see `phrases.FATES`); None where the step did not go through.
        since: that in words, where it became something else since the run.
        copy_id: the copy that the step landed on.
        copy_words: what can be done about that copy, or what became of it.
        is_new: that copy is a new draft.
        previewed: the copy still has its preview.
        anyway: why somebody wanted the step although the site had changed, and who, where somebody did.
        digest: of what the yes was given to, as the step's page showed it.
        edited: what people call the fields that a person changed before the yes.
        undo_over: in a sentence, that it can not be taken back any more; empty where it can.
    """

    status: str
    undo: str
    snapshot: ShownSnapshot | None
    fate: str | None
    copy_id: str | None
    copy_words: str
    is_new: bool
    previewed: bool
    anyway: tuple[str, str] | None = None
    digest: str = ""
    edited: tuple[str, ...] = ()
    since: str = ""
    undo_over: str = ""


@dataclass(frozen=True)
class ShownCopy:
    """A copy as `copies/show.html` prints it.

    Attributes:
        is_new: it is a new draft, and no copy of anything.
        word: what people call such an item, such as page.
        address: where a new draft was published.
        taken_back: it was approved, and the approval was taken back.
        in_doubt: a person said yes, and nobody knows yet whether it is live.
    """

    public_id: str
    title: str
    is_new: bool
    word: str
    site_name: str
    state: str
    state_words: str
    preview_url: str | None
    made_at: datetime
    decided_by: str | None
    decided_at: datetime | None
    plan_id: str | None
    not_carried: str
    snapshot: ShownSnapshot | None
    address: str | None = None
    taken_back: bool = False
    in_doubt: bool = False


def shown_run(view: RunView) -> ShownRun:
    """Say who applied what, and when."""
    return ShownRun(
        public_id=view.row.public_id,
        in_chat=view.row.person_id is None and view.key.mode != Mode.BROWSER,
        started_by=view.person.name if view.person is not None else view.plan.client or view.key.name,
        started_at=view.row.started_at or view.row.asked_at,
        ended_at=view.row.finished_at,
        stopping=view.row.stop_asked,
        goes_on=view.row.continue_on_error,
    )


def aftermath(view: PartView) -> Aftermath:
    """Say what became of a step since it ran, and what can be done about it."""
    copy, waits = view.copy, view.copy is not None and view.copy.state == OPEN
    became = None if copy is None or waits else _what_became(copy, view.approval_undone)
    is_new, fate = copy is not None and copies.is_new(copy), _fate(view)
    return Aftermath(
        status=status_of(view),
        undo=view.step.undo,
        snapshot=None if view.snapshot is None else shown_snapshot(view.snapshot),
        fate=fate,
        since="" if fate is None or fate in _AS_IT_RAN else FATES[fate][0],
        copy_id=None if copy is None else copy.public_id,
        copy_words=became or ("Look at the draft and decide" if is_new else "Compare the copy and decide"),
        is_new=is_new,
        previewed=waits,
        anyway=view.anyway,
        digest=view.step.digest,
        edited=view.edited,
        undo_over=_undo_over(view),
    )


def _undo_over(view: PartView) -> str:
    if not view.erased:
        return ""
    since = "" if view.undo_over_since is None else f" since {view.undo_over_since:%-d %B %Y}"
    return f"It can not be taken back any more{since}: what was kept for that is erased."


def _fate(view: PartView) -> str | None:
    if view.part.outcome != Outcome.APPLIED:
        return None
    if view.erased:
        return "past"
    if view.approval_undone or (view.snapshot is not None and view.snapshot.row.restored_at is not None):
        return "taken_back"
    if view.step.lands_on.get("where") != "copy":
        return "live"
    if view.step.tool.startswith("delete_"):
        return "binned"
    state = OPEN if view.copy is None else view.copy.state
    if view.copy is not None and copies.is_new(view.copy) and state in _FATES_OF_NEW:
        return _FATES_OF_NEW[state]
    return _FATES_OF_COPIES.get(state, "gone")


def _what_became(copy: Copy, approval_undone: bool) -> str:
    words, what = _state(copy), "draft" if copies.is_new(copy) else "copy"
    return f"The {what}: {words[:1].lower()}{words[1:]}{', then taken back' if approval_undone else ''}"


def _state(copy: Copy) -> str:
    return "Published" if copies.is_new(copy) and copy.state == APPROVED else STATES.get(copy.state, "Waits for you")


def shown_snapshot(view: SnapshotView) -> ShownSnapshot:
    """Say what can be done with a snapshot now."""
    return ShownSnapshot(
        uuid=view.row.uuid,
        label=view.row.label,
        taken_at=view.row.taken_at,
        restored_at=view.row.restored_at,
        undo_uuid=None if view.undone_by is None else view.undone_by.uuid,
        why_not=view.why_not,
        is_undo=view.row.kind == "before_restore",
    )


def shown_copy(
    view: CopyView, preview_url: str | None = None, address: str | None = None, *, taken_back: bool = False
) -> ShownCopy:
    """Say what our rows know of a copy.

    Args:
        taken_back: its approval was taken back, where the view does not carry the snapshot that tells it.
    """
    row = view.row
    undone = taken_back or (view.snapshot is not None and view.snapshot.row.restored_at is not None)
    return ShownCopy(
        public_id=row.public_id,
        title=row.name,
        is_new=copies.is_new(row),
        word=word_of(row.kind),
        site_name=view.site.name,
        state=row.state,
        state_words=_state(row),
        preview_url=preview_url if row.state == OPEN else None,
        made_at=row.made_at,
        decided_by=None if view.person is None else view.person.name,
        decided_at=row.decided_at,
        plan_id=None if view.plan is None else view.plan.public_id,
        not_carried=row.not_carried,
        snapshot=None if view.snapshot is None else shown_snapshot(view.snapshot),
        address=None if undone else address,
        taken_back=row.state == APPROVED and undone,
        in_doubt=view.in_doubt,
    )


def comparison_words(changes: list[dict[str, Any]], is_new: bool) -> str:
    """Say how much of the live page a copy would change."""
    if is_new:
        return BECOMING[becomes(changes)].tells
    if not changes:
        return "The copy is the same as the live page"
    labels = [str(change["label"]) for change in changes]
    return f"Changes on the live page: {', '.join(labels)}"
