"""What a Tool is: one thing that can be done to a site, and everything the engine needs to know of it.

A tool that writes answers six questions, so that the engine itself never has to know WordPress:

    read      what does the target look like now?           asks the site
    predict   what would the write do to that?              pure: state in, proposal out
    save      what must be kept to bring it back?           asks the site
    perform   do it, read it back, compare                  writes to the site
    settle    the answer was lost: did it land?             asks the site
    restore   bring back what was saved                     writes to the site

A state is a flat dictionary such as {"live.title": "About", "live.status": "publish"}. Two states are
compared key by key, only where both hold the key; a key that begins with "about." is for sentences and
warnings only and is never compared. Nothing in this module talks to a site.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from webapp.errors import SiteTrouble
from webapp.wordpress.client import WordPress

State = dict[str, Any]
Arguments = dict[str, Any]
Kind = Literal["read", "write", "session"]


@dataclass(frozen=True)
class Target:
    """What a write is aimed at. Steps with the same `kind` and `id` are predicted on top of each other.

    Attributes:
        link: the public address, where there is one.
    """

    kind: str
    id: str
    name: str
    link: str | None = None


@dataclass(frozen=True)
class LandsOn:
    """Where a write lands: on a draft copy, or on the live site."""

    where: Literal["copy", "live"]
    note: str
    post_id: int | None = None
    copy_id: int | None = None

    def as_json(self) -> dict[str, Any]:
        """Return it as the contract prints it."""
        return {"where": self.where, "post_id": self.post_id, "copy_id": self.copy_id, "note": self.note}


@dataclass(frozen=True)
class Change:
    """One field, before and after, for people.

    Attributes:
        kind: how to show it: a line of `text`, a body of `html`, a plain `value`, or a `list` of lines.
    """

    field: str
    label: str
    before: Any
    after: Any
    kind: Literal["text", "html", "value", "list"] = "text"

    def as_json(self) -> dict[str, Any]:
        """Return it as it is kept."""
        return {
            "field": self.field,
            "label": self.label,
            "before": self.before,
            "after": self.after,
            "kind": self.kind,
        }


@dataclass(frozen=True)
class Proposal:
    """What a write would do.

    Attributes:
        effect: one sentence, such as "Update page 42 (About): title."
        after: the parts of the state that would be different afterwards.
        undo: one sentence on what undo can and can not bring back.
        undecided: the route itself would have to choose between copy and live, so the step can not run.
    """

    effect: str
    target: Target
    lands_on: LandsOn
    changes: Sequence[Change]
    after: State
    undo: str
    warnings: Sequence[str] = ()
    undecided: bool = False


@dataclass(frozen=True)
class MadeCopy:
    """A draft that now waits for a person.

    Attributes:
        original_id: the live item it is a copy of; its own id when it is a new draft.
        fields: the copy's writable fields as they were when it was made, before any change.
        not_carried: what the copy could not take over from the original, in words; empty when nothing.
    """

    kind: str
    original_id: int
    copy_id: int
    name: str
    fields: State
    not_carried: str = ""


@dataclass(frozen=True)
class Performed:
    """A write that landed, as read back.

    Attributes:
        result: the answer for the agent, without links and snapshots: the engine adds those.
        after: the state the write left, as the site now shows it. What begins with `wanted.` is not on the site
            yet: it is kept with the copy until a person approves it.
        undo: what `restore` will need besides what was saved, such as the id of what was made.
        differs: names of fields that were asked for and that the site stored otherwise, or not at all.
        copy_id: the open copy that the write landed on, if any; its preview link goes into the receipt.
        unchecked: the write was accepted but could not be read back.
        restored: the uuid of the snapshot that this write restored.
        gone_copy_id: the draft copy that this write binned.
    """

    result: dict[str, Any]
    after: State
    undo: State = field(default_factory=dict)
    differs: Sequence[str] = ()
    made_copy: MadeCopy | None = None
    copy_id: int | None = None
    unchecked: bool = False
    restored: str | None = None
    gone_copy_id: int | None = None


@dataclass(frozen=True)
class Settled:
    """What reading the site tells about a write whose answer was lost."""

    landed: Literal["yes", "no", "unknown"]
    performed: Performed | None = None


@dataclass(frozen=True)
class Restored:
    """What a restore brought back.

    Attributes:
        message: one sentence for the person.
        differs: names of fields that could not be brought back exactly.
        gone_copy_id: the copy that was binned with it, if any.
    """

    message: str
    differs: Sequence[str] = ()
    gone_copy_id: int | None = None


@dataclass(frozen=True)
class OpenCopy:
    """A draft copy that waits for a person."""

    kind: str
    original_id: int
    copy_id: int


@dataclass(frozen=True)
class SavedSnapshot:
    """A snapshot, unsealed.

    Attributes:
        before: what `read` returned right before the write, and over it what `save` returned.
        after: `Performed.after` of the write.
        undo: `Performed.undo` of the write.
    """

    uuid: str
    tool: str
    label: str
    target: Target
    before: State
    after: State
    undo: State
    restorable: bool


class Scene(Protocol):
    """What a tool may know besides the site itself."""

    @property
    def mark(self) -> str:
        """The step's own id without prefix: goes into the slug of a copy, so that it can be found again."""

    @property
    def direct_editing(self) -> bool:
        """Whether the site's owner lets writes land on live pages and posts."""

    @property
    def earlier_position(self) -> int | None:
        """The position of an earlier waiting step on the same target, if there is one."""

    def copy_of(self, kind: str, original_id: int) -> OpenCopy | None:
        """Return this key's open copy of a live item."""

    def copy_being(self, kind: str, copy_id: int) -> OpenCopy | None:
        """Return the open copy that this draft is."""

    def snapshot(self, uuid: str) -> SavedSnapshot:
        """Return a snapshot this caller may see.

        Raises:
            Refusal: `respira_snapshot_not_found`.
        """

    def tool(self, name: str) -> WriteTool:
        """Return another tool that writes, by its short name."""


@dataclass(frozen=True)
class Tool:
    """One thing that can be done, as agents are told of it.

    Attributes:
        name: the short name, such as `update_page`; doors put their prefix before it.
        schema: JSON Schema of the arguments, an object with plain types only.
        approval_required: a person approves each call: by a token, or by saying yes to the plan.
        needs: capabilities of WordPress, any one of which lets the site's login do this; empty for none.
        content: whether a key that may only change content may use it.
        destructive, idempotent: the hints that MCP clients show.
    """

    name: str
    title: str
    description: str
    schema: Mapping[str, Any]
    kind: Kind
    approval_required: bool = False
    needs: Sequence[str] = ()
    content: bool = False
    destructive: bool = False
    idempotent: bool = False


@dataclass(frozen=True)
class SessionTool(Tool):
    """A tool that manages the plan or the session. The engine itself answers it; it never writes to a site."""

    kind: Kind = "session"


@dataclass(frozen=True)
class ReadTool(Tool):
    """A tool that only reads. `run` returns the answer."""

    kind: Kind = "read"
    run: Callable[[WordPress, Arguments, Scene], dict[str, Any]] = field(kw_only=True)


class Write(Protocol):
    """The six answers of a tool that writes. Every method may raise Refusal or SiteTrouble."""

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> State:
        """Read what the write reads or writes.

        Raises:
            Refusal: the write can never run: no such item, nothing to change, not this way.
        """

    def predict(self, arguments: Arguments, state: State, scene: Scene) -> Proposal:
        """Tell what the write would do to `state`. Asks nobody."""

    def save(self, site: WordPress, arguments: Arguments, state: State, scene: Scene) -> State:
        """Read what is needed, besides `state`, to bring the target back."""

    def perform(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Performed:
        """Write, read back, compare.

        Raises:
            SiteTrouble: with `written` telling whether the site may have been changed.
        """

    def settle(self, site: WordPress, arguments: Arguments, state: State, saved: State, scene: Scene) -> Settled:
        """Find out by reading whether a write whose answer was lost has landed."""

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what a restore of `snapshot` would overwrite.

        Raises:
            Refusal: `respira_cannot_restore`, with the reason.
        """

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Send back only what changed, read back, compare.

        Args:
            state: what `restore_state` just read.
        """

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot) -> Restored:
        """Undo a restore: `snapshot.before` is the state that `restore_state` read at the time."""


@dataclass(frozen=True)
class HeldCopy:
    """A draft copy with what we keep of it.

    Attributes:
        fields: its writable fields when it was made (see `MadeCopy.fields`).
        name: the title of the item it was made from.
    """

    kind: str
    original_id: int
    copy_id: int
    name: str
    fields: State

    @property
    def new_draft(self) -> bool:
        """Whether it is a newly made draft and not a copy of something live."""
        return self.original_id == self.copy_id


@dataclass(frozen=True)
class Comparison:
    """A copy beside its live item.

    Attributes:
        changes: what approving would write: live value before, copy's value after.
        clashes: those of `changes` whose live value was changed by somebody since the copy was made.
        live: the live item's fields that approving would overwrite, for the snapshot.
        live_link, edit_link: addresses for people; the second is WordPress's own editor for the copy.
    """

    changes: Sequence[Change]
    clashes: Sequence[Change]
    live: State
    live_link: str | None
    edit_link: str | None


class Copies(Protocol):
    """What can be done with the draft copies of one kind of item."""

    def compare(self, site: WordPress, copy: HeldCopy) -> Comparison:
        """Read both and tell what approving would do.

        Raises:
            Refusal: `respira_not_found` when the copy or the live item is gone or in the bin.
        """

    def approve(self, site: WordPress, copy: HeldCopy, comparison: Comparison) -> Performed:
        """Write the changes onto the live item (or publish a new draft), read back, bin the copy. Running it
        twice does no harm.

        Raises:
            Refusal: `respira_copy_conflict` when there are clashes.
        """

    def reject(self, site: WordPress, copy: HeldCopy) -> None:
        """Bin the copy. A copy that is already gone is no fault."""

    def rendered(self, site: WordPress, copy: HeldCopy) -> tuple[str, str]:
        """Return the copy's title as text and its body as the site renders it."""

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what undoing an approval would overwrite (see `Write.restore_state`)."""

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Undo an approval: put the live item's own values back."""

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot) -> Restored:
        """Undo that."""


@dataclass(frozen=True)
class WriteTool(Tool):
    """A tool that writes."""

    kind: Kind = "write"
    write: Write = field(kw_only=True)


def moved(expected: State, current: State) -> list[str]:
    """Return the names of what differs between two states, comparing only what both hold.

    A copy that was expected and is not there any more counts as `copy`.
    """
    names = [
        key
        for key, value in expected.items()
        if key in current and current[key] != value and not key.startswith("about.")
    ]
    if any(key.startswith("copy.") for key in expected) and not any(key.startswith("copy.") for key in current):
        names.append("copy")
    return sorted(names)


def lost_outcome(trouble: SiteTrouble) -> bool:
    """Tell whether the site may have been changed although it did not say so."""
    return trouble.written == "perhaps"
