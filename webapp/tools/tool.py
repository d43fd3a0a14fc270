"""What a Tool is: one thing that can be done to a site, and everything the engine needs to know of it.

A tool that writes answers six questions, so that the engine itself never has to know WordPress:

    read      what does the target look like now?           asks the site
    predict   what would the write do to that?              pure: state in, proposal out
    save      what must be kept to bring it back?           asks the site
    perform   do it, read it back, compare                  writes to the site
    settle    the answer was lost: did it land?             asks the site
    restore   bring back what was saved                     writes to the site

Nothing in this module talks to a site.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from webapp.tools.answers import (
    Arguments,
    Comparison,
    HeldCopy,
    LastChange,
    OpenCopy,
    Performed,
    Proposal,
    Restored,
    SavedSnapshot,
    Settled,
    State,
    Target,
)
from webapp.wordpress.client import WordPress

Kind = Literal["read", "write", "session"]


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
        """The position of the earlier waiting step that makes what this one lands upon, if there is one."""

    def copy_of(self, kind: str, original_id: int) -> OpenCopy | None:
        """Return this key's open copy of a live item."""

    def copy_being(self, kind: str, copy_id: int) -> OpenCopy | None:
        """Return the open copy that this draft is."""

    def snapshot(self, uuid: str) -> SavedSnapshot:
        """Return a snapshot this caller may see.

        Raises:
            Refusal: `respira_snapshot_not_found`.
        """

    def snapshots_of(self, session_id: str) -> Sequence[SavedSnapshot]:
        """Return what one of this caller's plans or runs can still take back, the newest first; among them, not
        `restorable`, those of which it is not known whether they were saved.

        Raises:
            Refusal: `respira_snapshot_not_found`, `respira_cannot_restore`.
        """

    def tool(self, name: str) -> WriteTool:
        """Return another tool that writes, by its short name."""

    def demand_allowed(self, tool_name: str) -> None:
        """Demand that this caller may use another tool now.

        Raises:
            Refusal: it is switched off, out of the key's scope, or beyond the site's own login.
        """

    def terms(self) -> dict[str, Any]:
        """Return what this caller may do, as it is told to the caller."""


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
    """A tool that manages the plan or the session. The engine itself answers it; it never writes to a site.

    Attributes:
        disconnected_too: whether it answers also while the site is not connected.
    """

    kind: Kind = "session"
    disconnected_too: bool = False


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

        Returns:
            `undone.` and `now.` keys; `undone.already` where the target is as it was saved, so that nothing
            needs to be sent; `about.changes`, what a person is shown of the restore; `about.edited`, what people call
            the fields that somebody changed since, where `snapshot.over` lets it go over them; and where it is more
            than putting values back `about.does`, `about.means` and `about.undo`, a sentence each.

        Raises:
            Refusal: `respira_cannot_restore`, with the reason; its details hold `edited` where that is a later edit.
        """

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Send back only what changed, read back, compare.

        Args:
            state: what `restore_state` just read.
        """

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what undoing a restore would overwrite, under `again.` keys, and `about.changes`.

        Args:
            snapshot: the restore's own: `before` holds what `restore_state` read at the time, `after` what the
                restore left, under `left.` keys.

        Raises:
            Refusal: as `restore_state`.
        """

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Undo a restore.

        Args:
            state: what `undo_restore_state` just read.
        """


class Copies(Protocol):
    """What can be done with the draft copies of one kind of item."""

    def compare(self, site: WordPress, copy: HeldCopy) -> Comparison:
        """Read both and tell what approving would do.

        Raises:
            Refusal: `respira_not_found` when the copy or the live item is gone or in the bin.
        """

    def settled(self, comparison: Comparison, choices: Mapping[str, str]) -> Comparison:
        """Return what is left to write once a person chose whose value stands. Pure.

        Args:
            choices: `copy` or `live` for each field that clashes, by its name.

        Raises:
            Refusal: `respira_copy_conflict`, for some of them nothing is chosen; `fields` names those.
        """

    def approve(self, site: WordPress, copy: HeldCopy, comparison: Comparison) -> Performed:
        """Write the changes onto the live item (or publish a new draft), and read back. Running it twice does no
        harm. The copy stays until it is known that it was approved; see `clear_away`.

        Raises:
            Refusal: `respira_copy_conflict` when there are clashes that are not settled.
        """

    def settle(self, site: WordPress, copy: HeldCopy, comparison: Comparison) -> Settled:
        """Read the site after an approval whose answer was lost, and tell whether it landed.

        Args:
            comparison: what was about to be written, `values`, and over what, `live`.

        Raises:
            Refusal, SiteTrouble: it could not be read.
        """

    def clear_away(self, site: WordPress, copy: HeldCopy) -> None:
        """Bin a copy whose changes are on the live item. Where that fails it is left over, which does no harm."""

    def reject(self, site: WordPress, copy: HeldCopy) -> State:
        """Bin the copy. A copy that is already gone is no fault.

        Returns:
            What `bring_back` needs; empty where nothing was binned.
        """

    def bring_back(self, site: WordPress, copy: HeldCopy, left: State) -> Restored:
        """Make a rejected copy a draft again, and read it back; one that is a draft stays as it is.

        Args:
            left: what `reject` returned.

        Raises:
            Refusal: `respira_cannot_restore`, it was deleted or published since.
        """

    def rendered(self, site: WordPress, copy: HeldCopy) -> tuple[str, str]:
        """Return the copy's title as text and its body as the site renders it."""

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what undoing an approval would overwrite (see `Write.restore_state`)."""

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Undo an approval: put the live item's own values back."""

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what undoing that would overwrite (see `Write.undo_restore_state`)."""

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Undo that."""


def _as_they_are(arguments: Arguments) -> Arguments:
    return arguments


def _never(arguments: Arguments, scene: Scene) -> bool:
    return False


def _freely(snapshot: SavedSnapshot) -> bool:
    return False


def _untold(site: WordPress, target: Target, copy_id: int | None, fields: Sequence[str]) -> None:
    return None


# What may stand for any kind of thing that an earlier step makes.
ANYTHING = "anything"


@dataclass(frozen=True)
class Pictures:
    """How the picture that a call brings is shown to the person who decides about it. Pure.

    Attributes:
        brought: tells of arguments, even shortened ones, whether they bring a picture.
        of: returns its MIME type and its bytes; None where a browser shows none. May raise Refusal.
    """

    brought: Callable[[Arguments], bool]
    of: Callable[[Arguments], tuple[str, bytes] | None]


@dataclass(frozen=True)
class Editable:
    """An argument that a person may change in a step, before they say yes to it.

    Attributes:
        label: what people call it.
        emptied: whether nothing may be put there.
        long: whether it may have more lines than one.
    """

    label: str
    emptied: bool = False
    long: bool = False


@dataclass(frozen=True)
class WriteTool(Tool):
    """A tool that writes.

    Attributes:
        lands: where its writes land, one sentence for the page that lists all tools.
        undone: how its writes are undone, and what can not be exact; one or two sentences for that page.
        meaning: makes arguments that mean the same the same, such as two names of one setting. Pure; may raise
            Refusal where they can mean nothing.
        approval_when: tells of arguments that a person approves, where the tool itself asks for no approval. Asks no
            site; may raise Refusal where the scene does not have what they name.
        undo_asks: tells of a snapshot of this tool, or of a restore of one, whether a person approves that an agent
            restores it. Pure.
        makes: the kind of what it makes, whose id its result then holds as `id`; empty where it makes nothing new.
        gives: the fields of its result that a later step of the same plan may refer to.
        takes: arguments in which something may stand that an earlier step of the same plan makes, each with the kinds
            that may stand there (see `standing_in`).
        takes_said: those of them whose kind another argument says, each with that one's name and the kinds that its
            words mean.
        pictures: set where calls may bring a picture.
        edits: the arguments that a person may change, where the call sends them as text. What is told of a step must
            stay right with another text there, without another look at the site.
        last_change: tells who or what changed a target last, as far as the site tells; given the draft copy that the
            write would land on, if there is one, and the names of what moved. It asks the site.
    """

    kind: Kind = "write"
    write: Write = field(kw_only=True)
    lands: str = field(kw_only=True)
    undone: str = field(kw_only=True)
    meaning: Callable[[Arguments], Arguments] = field(kw_only=True, default=_as_they_are)
    approval_when: Callable[[Arguments, Scene], bool] = field(kw_only=True, default=_never)
    undo_asks: Callable[[SavedSnapshot], bool] = field(kw_only=True, default=_freely)
    makes: str = field(kw_only=True, default="")
    gives: Collection[str] = field(kw_only=True, default=("id",))
    takes: Mapping[str, Collection[str]] = field(kw_only=True, default_factory=dict)
    takes_said: Mapping[str, tuple[str, Mapping[str, str]]] = field(kw_only=True, default_factory=dict)
    pictures: Pictures | None = field(kw_only=True, default=None)
    edits: Mapping[str, Editable] = field(kw_only=True, default_factory=dict)
    last_change: Callable[[WordPress, Target, int | None, Sequence[str]], LastChange | None] = field(
        kw_only=True, default=_untold
    )

    @property
    def may_ask_approval(self) -> bool:
        """Whether a person approves some of its calls."""
        return self.approval_required or self.approval_when is not _never

    def asks_approval(self, arguments: Arguments, scene: Scene) -> bool:
        """Tell whether a person approves a call with these arguments.

        Raises:
            Refusal: as `approval_when`.
        """
        return self.approval_required or self.approval_when(arguments, scene)


@dataclass(frozen=True)
class Part:
    """One of the writes that a call makes.

    Attributes:
        tool: the short name of a tool that writes.
        arguments: its arguments.
        refers: those of them in which the tool itself put references to earlier parts: `{{part_1.id}}` stands for the
            id of what the first part makes, `{{part_1.url}}` for another field of its result (see `standing_in`).
            Everywhere else such text is only text, since an agent wrote it.
        builds_on: whether it may be about what an earlier part will have written, such as a block put in by it.
    """

    tool: str
    arguments: Arguments
    refers: Collection[str] = ()
    builds_on: bool = False


@dataclass(frozen=True)
class Stopped:
    """Why a call makes no more writes: the next one needs what an earlier one will have written.

    Attributes:
        why: one sentence.
        plan_next: what to call once that has run: a tool's short name, and what to send, in words.
    """

    why: str
    plan_next: str


@dataclass(frozen=True)
class Parts:
    """All the writes that a call makes, in order.

    Attributes:
        stopped: set where there would be more, but for what the last of them will have written.
        left_out: what the call does not do although it might be expected to, one sentence each.
    """

    parts: Sequence[Part]
    stopped: Stopped | None = None
    left_out: Sequence[str] = ()


@dataclass(frozen=True)
class ManyTool(Tool):
    """A tool that makes several writes in one call, each by another tool, each a step of its own where it is planned.

    Attributes:
        parts: takes a call apart. It may read the site, and writes nothing.
    """

    kind: Kind = "write"
    parts: Callable[[WordPress, Arguments, Scene], Parts] = field(kw_only=True)
