"""What a tool may know besides the site: open copies, snapshots of its key, the step it is part of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Copy, Key, Site, Snapshot
from webapp.errors import Refusal
from webapp.tools.answers import OpenCopy, SavedSnapshot
from webapp.tools.tool import WriteTool

from . import backwards, restores, rights, terms
from .desk import Desk


@dataclass(frozen=True)
class KeyScene:
    """The scene of one call of a key (see `webapp.tools.tool.Scene`)."""

    desk: Desk
    site_id: int
    key_id: int
    direct_editing: bool
    open_copies: tuple[tuple[int, OpenCopy], ...]
    prefix: str = ""
    mark: str = ""
    earlier_position: int | None = None

    def copy_of(self, kind: str, original_id: int) -> OpenCopy | None:
        """Return this key's open copy of a live item."""
        for key_id, copy in self.open_copies:
            mine = key_id == self.key_id and copy.original_id != copy.copy_id
            if mine and (copy.kind, copy.original_id) == (kind, original_id):
                return copy
        return None

    def copy_being(self, kind: str, copy_id: int) -> OpenCopy | None:
        """Return the open copy that this draft is, whichever key made it."""
        for _key_id, copy in self.open_copies:
            if (copy.kind, copy.copy_id) == (kind, copy_id):
                return copy
        return None

    def snapshot(self, uuid: str) -> SavedSnapshot:
        """Return one of this key's snapshots.

        Raises:
            Refusal: `respira_snapshot_not_found`, or `respira_cannot_restore` with the reason.
        """
        with self.desk.reading() as session:
            row = session.scalar(select(Snapshot).where(Snapshot.uuid == uuid, Snapshot.key_id == self.key_id))
            if row is None:
                raise Refusal("respira_snapshot_not_found")
            return restores.demanded(session, self.desk, row)

    def snapshots_of(self, session_id: str) -> list[SavedSnapshot]:
        """Return what one of this key's plans or runs can still take back, the newest first.

        Raises:
            Refusal: as `backwards.of_session`.
        """
        with self.desk.reading() as session:
            return backwards.of_session(session, self.desk, self.key_id, session_id)

    def tool(self, name: str) -> WriteTool:
        """Return a tool that writes, by its short name."""
        tool = self.desk.catalogue[name]
        if not isinstance(tool, WriteTool):
            raise LookupError(f"{name} is not a tool that writes")
        return tool

    def demand_allowed(self, tool_name: str) -> None:
        """Demand that the key may use another tool, as key and site stand now.

        Raises:
            Refusal: as `rights.demand_allowed`.
        """
        with self.desk.reading() as session:
            key, site = session.get_one(Key, self.key_id), session.get_one(Site, self.site_id)
        rights.demand_allowed(self.desk.catalogue[tool_name], key, site)

    def terms(self) -> dict[str, Any]:
        """Return what the key may do, as key and site stand now."""
        with self.desk.reading() as session:
            return terms.told(session.get_one(Key, self.key_id), session.get_one(Site, self.site_id), self.prefix)

    def at(self, step_public_id: str, earlier_position: int | None = None) -> KeyScene:
        """Return the same scene seen from one step."""
        return replace(self, mark=step_public_id.removeprefix("step_"), earlier_position=earlier_position)


def of_key(session: Session, desk: Desk, key: Key, site: Site, prefix: str = "") -> KeyScene:
    """Set the scene for a call of a key.

    Args:
        prefix: what the call's door puts before the names of tools.
    """
    rows = session.scalars(select(Copy).where(Copy.site_id == site.id, Copy.state == "open"))
    copies = tuple((row.key_id, OpenCopy(row.kind, row.original_id, row.copy_id)) for row in rows)
    return KeyScene(desk, site.id, key.id, site.direct_editing, copies, prefix)
