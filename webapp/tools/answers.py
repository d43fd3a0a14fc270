"""What tools and the engine tell each other: targets, proposals, what was performed, settled, restored.

A state is a flat dictionary such as {"live.title": "About", "live.status": "publish"}. Two states are compared key by
key, only where both hold the key. Nothing in this module does anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

State = dict[str, Any]
Arguments = dict[str, Any]
# How the id of a target begins that is to be made: steps that ask for the same address share it.
NEW = "new:"
# What an agent calls a thing stands in sentences, and may be as long as a message. So much of a sentence is said: the
# changes hold the whole of it.
LONGEST_SENTENCE = 600  # characters
_BEGIN, _END = 400, 150  # characters


def in_short(sentence: str) -> str:
    """Return a sentence without its middle where it is longer than anybody reads; it tells how much is missing."""
    if len(sentence) <= LONGEST_SENTENCE:
        return sentence
    missing = len(sentence) - _BEGIN - _END
    return f"{sentence[:_BEGIN]} … ({missing:,} more characters) … {sentence[-_END:]}"


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

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", in_short(self.name))


@dataclass(frozen=True)
class LastChange:
    """The last change of a target on the site, whoever made it.

    Attributes:
        what: what was done, as a person says it: "edited", "moved to the trash".
        who: the name of the person who did it; None where the site does not tell.
        at: when; None where the site does not tell.
    """

    what: str
    who: str | None = None
    at: datetime | None = None


@dataclass(frozen=True)
class LandsOn:
    """Where a write lands: on a draft copy, or on the live site.

    Attributes:
        makes: whether the write itself makes the copy, on which later ones of the same plan land.
    """

    where: Literal["copy", "live"]
    note: str
    post_id: int | None = None
    copy_id: int | None = None
    makes: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return it as the contract prints it."""
        return {"where": self.where, "post_id": self.post_id, "copy_id": self.copy_id, "note": self.note}


@dataclass(frozen=True)
class Change:
    """One field, before and after, for people.

    Attributes:
        kind: how to show it: a line of `text`, a body of `html`, a plain `value`, a `list` of lines, or a `tree` as
            `webapp.diffs.trees` takes it.
        about: what the field is for and what it is unless somebody sets it, where people may not know.
    """

    field: str
    label: str
    before: Any
    after: Any
    kind: Literal["text", "html", "value", "list", "tree"] = "text"
    about: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return it as it is kept."""
        told = {
            "field": self.field,
            "label": self.label,
            "before": self.before,
            "after": self.after,
            "kind": self.kind,
        }
        return told | {"about": self.about} if self.about else told


@dataclass(frozen=True)
class Proposal:
    """What a write would do. Its sentences are short ones, however long the names in them.

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

    def __post_init__(self) -> None:
        object.__setattr__(self, "effect", in_short(self.effect))
        object.__setattr__(self, "undo", in_short(self.undo))


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
        why: what is known of why it did, in full sentences.
        copy_id: the open copy that the write landed on, if any; its preview link goes into the receipt.
        unchecked: the write was accepted but could not be read back.
        restored: the uuid of the snapshot that this write restored.
        gone_copy_id: the draft copy that this write binned.
        back_copy_id: the draft copy that this write brought back from the trash.
        anew: as in `Restored`.
    """

    result: dict[str, Any]
    after: State
    undo: State = field(default_factory=dict)
    differs: Sequence[str] = ()
    why: str = ""
    made_copy: MadeCopy | None = None
    copy_id: int | None = None
    unchecked: bool = False
    restored: str | None = None
    gone_copy_id: int | None = None
    back_copy_id: int | None = None
    anew: State = field(default_factory=dict)


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
        back_copy_id: the draft copy that is back from the trash, if any.
        left: what the target reads afterwards, so that undoing the restore does not go over later work.
        anew: where undoing a restore made something anew: what the write's own `undo` says of it from now on, such as
            its new id, so that restoring the first snapshot again takes that away.
        new_ids: of what was made again, as (where WordPress keeps it, the former id, the new one).
    """

    message: str
    differs: Sequence[str] = ()
    gone_copy_id: int | None = None
    back_copy_id: int | None = None
    left: State = field(default_factory=dict)
    anew: State = field(default_factory=dict)
    new_ids: Sequence[tuple[str, int, int]] = ()


@dataclass(frozen=True)
class OpenCopy:
    """A draft copy that waits for a person."""

    kind: str
    original_id: int
    copy_id: int

    @property
    def is_new(self) -> bool:
        """Whether it is a new draft, and no copy of anything."""
        return self.original_id == self.copy_id


@dataclass(frozen=True)
class SavedSnapshot:
    """A snapshot, unsealed.

    Attributes:
        before: what `read` returned right before the write, and over it what `save` returned.
        after: `Performed.after` of the write.
        undo: `Performed.undo` of the write.
        later: what a later write of ours did to the draft that this one made, and its snapshot; None for no such one.
        over: a person wants it restored also over what somebody changed since. A look then refuses nothing for that
            reason, and tells in the state, as `about.edited`, what people call the fields that were changed.
    """

    uuid: str
    tool: str
    label: str
    target: Target
    before: State
    after: State
    undo: State
    restorable: bool
    later: str | None = None
    over: bool = False


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
    def is_new(self) -> bool:
        """Whether it is a new draft, and no copy of anything."""
        return self.original_id == self.copy_id


@dataclass(frozen=True)
class Clash:
    """A field of a live item that somebody changed since its copy was made, and that the copy changes too.

    Attributes:
        first: what it was when the copy was made, as people are shown it.
        change: what it is now, and what the copy holds.
    """

    first: Any
    change: Change

    @property
    def field(self) -> str:
        """The field's name."""
        return self.change.field

    @property
    def label(self) -> str:
        """What people call it."""
        return self.change.label


@dataclass(frozen=True)
class Comparison:
    """A copy beside its live item, or a new draft by itself.

    Attributes:
        changes: what approving would change, as people are shown it: live value before, copy's value after.
        values: the values after, as WordPress keeps them.
        clashes: those of `changes` whose live value was changed by somebody since the copy was made.
        live: the live item's fields that approving would overwrite, for the snapshot.
        live_link, edit_link: addresses for people; the second is WordPress's own editor for the copy.
        notes: what a person should know before saying yes, one sentence each.
        stays: what was changed on the live item alone since the copy was made: as it was then, and as it is now and
            stays.
        last: the live item's last change, where any of its fields changed since.
    """

    changes: Sequence[Change]
    values: State
    clashes: Sequence[Clash]
    live: State
    live_link: str | None
    edit_link: str | None
    notes: Sequence[str] = ()
    stays: Sequence[Change] = ()
    last: LastChange | None = None


def moved(expected: State, current: State) -> list[str]:
    """Return the names of what differs between two states, comparing only what both hold.

    A copy that was expected and is not there any more counts as `copy`, and so does one that is there and was not
    expected. What is only known about a target (`about.`) is not compared.
    """
    compared = [key for key in expected if key in current and not key.startswith("about.")]
    names = [key for key in compared if current[key] != expected[key]]
    if _has_copy(expected) != _has_copy(current):
        names.append("copy")
    return sorted(names)


def _has_copy(state: State) -> bool:
    return any(key.startswith("copy.") for key in state) and state.get("copy.status") != "trash"
