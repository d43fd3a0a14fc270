"""Public pages: which addresses show visitors what a run, an undo or an approval writes, and what is wanted there.

Read from our own rows; no site is asked. What does not land live shows nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urldefrag, urlsplit

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Copy, Outcome, Run, RunStep, Site, Snapshot, Step, Undo, UndoPart
from webapp.tools.answers import State
from webapp.tools.nouns import NO_POSTS
from webapp.wordpress.visiting import is_same_site

from . import forecasts, receipts, restores, undoing
from .desk import Desk
from .findings import Wanted

MOST = 12
_LIVE, _COPY = "live", "copy"
_PUBLISHED = "publish"
# The address of an uploaded file is no page.
_NO_PAGES = frozenset({"media"})
_FIELDS = ("live.", "made.", "option.")


@dataclass(frozen=True)
class Write:
    """A write to the live site, in the direction in which it goes.

    Attributes:
        about: the public id of the step behind it; empty for none.
        links: the public addresses of what it changes, as far as they are known.
        was: what stood there.
        left: what it leaves there; empty while nothing has landed.
    """

    about: str
    kind: str
    links: tuple[str, ...]
    was: State
    left: State


def of_run(session: Session, desk: Desk, run: Run) -> list[Write]:
    """Return what a run writes, or wrote, to the live site."""
    writes = []
    for part, step in receipts.part_rows(session, run):
        if step.lands_on.get("where") != _LIVE:
            continue
        after: State = {}
        made = None
        if part.outcome == Outcome.APPLIED and step.after is not None:
            after = desk.sealer.unseal(f"step.after {step.public_id}", step.after)
            made = receipts.report_of(desk, part).get("result", {}).get("link")
        base = forecasts.base_of(desk, step)
        moved_to = _renamed(step.target_link, base, after)
        links = _links(step.target_kind, step.target_link, made, after.get("about.link"), moved_to)
        writes.append(Write(step.public_id, step.target_kind, links, base, after))
    return writes


def of_undo(session: Session, desk: Desk, undo: Undo) -> list[Write]:
    """Return what an undo brings back, or brought back, on the live site."""
    rows = session.execute(
        select(UndoPart, Snapshot)
        .join(Snapshot, Snapshot.id == UndoPart.snapshot_id)
        .where(UndoPart.undo_id == undo.id, UndoPart.chosen)
        .order_by(UndoPart.position)
    )
    found = [_brought_back(session, desk, row) for _part, row in rows]
    return [one for one in found if one is not None]


def of_copy(session: Session, desk: Desk, copy: Copy, address: str | None) -> list[Write]:
    """Return what the approval of a copy writes to its live item."""
    links = _links(copy.kind, address)
    approval = session.scalar(select(Snapshot).where(Snapshot.uuid == copy.snapshot_uuid))
    if approval is None:
        return [Write("", copy.kind, links, {}, {})]
    kept = restores.unsealed(desk, approval)
    return [Write("", copy.kind, links, kept.before, kept.after)]


def shown_on(site: Site, writes: Sequence[Write]) -> dict[str, list[Write]]:
    """Return the addresses at which visitors see writes, `MOST` at the most: the front page is always one of them."""
    if not writes:
        return {}
    front = site.url.rstrip("/") + "/"
    pages: dict[str, list[Write]] = {}
    for write in writes:
        for link in write.links:
            if is_same_site(link, site.url):
                pages.setdefault(front if _is_front(link, front) else link, []).append(write)
    whole = pages.pop(front, [])
    return {**dict(list(pages.items())[: MOST - 1]), front: whole}


def wanted(here: Iterable[Write], writes: Iterable[Write]) -> Wanted:
    """Return what is to be seen at an address.

    Args:
        here: the writes that change what is shown there, in order.
        writes: all of them: a setting changes every page.
    """
    public, moved, changed = None, False, set[str]()
    for write in here:
        told = _is_public(write)
        public = public if told is None else told
        changed |= _changed(write)
        moved = moved or _moved(write)
    changed |= {name for write in writes if write.kind == "option" for name in _changed(write)}
    return Wanted(public, moved or bool({"slug", "parent"} & changed), frozenset(changed))


def _brought_back(session: Session, desk: Desk, row: Snapshot) -> Write | None:
    """Return the write that restoring a snapshot is; None for one on a draft copy."""
    step = None if row.step_id is None else session.get(Step, row.step_id)
    if step is not None and step.lands_on.get("where") == _COPY and row.tool == step.tool:
        return None
    first, back = row, True
    if row.kind == undoing.RESTORE:
        # What an undo kept: restoring that writes once more what the first write had written.
        of = restores.unsealed(desk, row).before.get(undoing.OF)
        first, back = session.scalar(select(Snapshot).where(Snapshot.uuid == of)) or row, False
    kept = restores.unsealed(desk, first)
    # A step that adds a link to a menu keeps there what the link stands for.
    known = kept.before.get("about.link"), kept.after.get("about.link")
    addresses = [link for link in known if isinstance(link, str)]
    told = *addresses, step.target_link if step is not None else None
    about = "" if step is None else step.public_id
    moved_to = [_renamed(link, kept.before, kept.after) for link in told]
    links = _links(row.target_kind, *told, *moved_to, *_made_links(session, desk, step))
    was, left = (kept.after, kept.before) if back else (kept.before, kept.after)
    return Write(about, row.target_kind, links, was, left)


def _made_links(session: Session, desk: Desk, step: Step | None) -> list[str]:
    """Return the address of what a step made on the live site, as its receipt tells it."""
    if step is None:
        return []
    parts = session.scalars(select(RunStep).where(RunStep.step_id == step.id).order_by(RunStep.id.desc()))
    told = [receipts.report_of(desk, part).get("result", {}).get("link") for part in parts]
    return [link for link in told if link]


def _links(kind: str, *told: str | None) -> tuple[str, ...]:
    if kind in _NO_PAGES:
        return ()
    return tuple(dict.fromkeys(urldefrag(link).url for link in told if isinstance(link, str) and link))


def _renamed(link: str | None, was: State, left: State) -> str | None:
    """Return the address that something has with its new slug; None where it has kept its own, or none is known."""
    old, new = was.get("live.slug"), left.get("live.slug")
    before, ends, after = (link or "").rstrip("/").rpartition(f"/{old}")
    public = left.get("live.status", _PUBLISHED) == _PUBLISHED
    return f"{before}/{new}/" if public and ends and not after and new and old != new else None


def _is_front(link: str, front: str) -> bool:
    one, other = urlsplit(link), urlsplit(front)
    return (one.path.rstrip("/"), one.query) == (other.path.rstrip("/"), "")


def _is_public(write: Write) -> bool | None:
    """Tell whether visitors are to see what was written; None where the write does not change that."""
    left, was = write.left, write.was
    if not left or (write.kind in NO_POSTS and write.kind != "term"):
        return None
    if write.kind == "term":
        return False if left.get("live.name", "") is None else None
    if _keys(was, "made.") and not _keys(left, "made."):
        return False
    status = left.get("live.status", left.get("made.status"))
    return None if status in (None, was.get("live.status")) else status == _PUBLISHED


def _keys(state: Mapping[str, object], beginning: str) -> bool:
    return any(name.startswith(beginning) for name in state)


def _changed(write: Write) -> set[str]:
    return {
        name.partition(".")[2]
        for name, value in write.left.items()
        if name.startswith(_FIELDS) and write.was.get(name) != value
    }


def _moved(write: Write) -> bool:
    links = write.was.get("about.link"), write.left.get("about.link")
    return None not in links and links[0] != links[1]
