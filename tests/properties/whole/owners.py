"""What owners set: what a key and a site may do, when either is paused or ended, and what is protected."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.properties.whole.people import People, site_names
from tests.properties.whole.world import KEYS
from webapp.core import keys, sites
from webapp.data import Key, Mode, Scope, Site
from webapp.tools.answers import Target

tools_to_switch = st.sampled_from(["update_page", "update_option", "create_post", "delete_page"])
items_to_protect = st.sampled_from([("page", "42"), ("page", "311"), ("post", "101"), ("option", "description")])
# Most of what is set lets more happen: where nothing may, nothing is found.
settings_of_keys = st.sampled_from(["pause", "revoke", "change", "change", "change", *["resume"] * 4])
settings_of_sites = st.sampled_from(["pause", "change", "change", "protect", "release", "release", *["resume"] * 4])


class Owners(People):
    """The rules of owners."""

    @rule(
        key=st.sampled_from(list(KEYS)),
        what=settings_of_keys,
        mode=st.sampled_from(list(Mode)),
        tool=tools_to_switch,
        off=st.sampled_from([False, False, True]),
    )
    def an_owner_sets_a_key(self, key: str, what: str, mode: Mode, tool: str, off: bool) -> None:
        if what == "change":
            self.change_a_key(key, mode, tool, off)
        else:
            self.set_a_key(key, what)

    @rule(
        site=site_names,
        what=settings_of_sites,
        item=items_to_protect,
        scope=st.sampled_from([Scope.FULL, Scope.FULL, Scope.CONTENT]),
        off=st.lists(tools_to_switch, max_size=1),
        others=st.tuples(st.booleans(), st.sampled_from([False, False, True]), st.booleans()),
    )
    def an_owner_sets_a_site(
        self,
        site: str,
        what: str,
        item: tuple[str, str],
        scope: Scope,
        off: list[str],
        others: tuple[bool, bool, bool],
    ) -> None:
        if what == "change":
            self.change_a_site(site, *others, scope, off)
        elif what in ("protect", "release"):
            self.protect(site, item, what == "release")
        else:
            self.set_a_site(site, what)

    def set_a_key(self, key: str, what: str) -> None:
        desk, mine = self.play.desk, self.play.model.keys[key]
        with desk.writing() as session:
            row = session.get_one(Key, self.play.world.agents[key].key.id)
            getattr(keys, what)(session, desk, row, self.person("olive").id)
        mine.revoked = mine.revoked or what == "revoke"
        mine.paused = what == "pause" if what != "revoke" else mine.paused

    def change_a_key(self, key: str, mode: Mode, tool: str, off: bool) -> None:
        """Set another mode, and which tool is switched off; its scope is narrowed with it."""
        desk, mine = self.play.desk, self.play.model.keys[key]
        scope = Scope.CONTENT if off and mine.scope != Scope.READ else mine.scope

        def act() -> None:
            with desk.writing() as session:
                row = session.get_one(Key, self.play.world.agents[key].key.id)
                keys.change(
                    session,
                    desk,
                    row,
                    self.person("olive").id,
                    name=row.name,
                    mode=mode,
                    scope=Scope(scope),
                    tools_off=[tool] if off else [],
                    shared=row.shared,
                    expires_at=None,
                )

        if self.tried(act):
            self.former_modes.setdefault(key, set()).add(mine.mode)
            mine.mode, mine.scope, mine.off = mode, scope, {tool} if off else set()

    def set_a_site(self, site: str, what: str) -> None:
        desk = self.play.desk
        with desk.writing() as session:
            row = session.get_one(Site, self.play.world.sites[site].id)
            getattr(sites, what)(session, desk, row, self.person("olive").id)
        self.play.model.sites[site].paused = what == "pause"

    def change_a_site(
        self, site: str, direct: bool, forced: bool, shared: bool, scope: Scope, off: list[str]
    ) -> None:
        desk, mine = self.play.desk, self.play.model.sites[site]
        with desk.writing() as session:
            row = session.get_one(Site, self.play.world.sites[site].id)
            sites.allow(
                session,
                desk,
                row,
                self.person("olive").id,
                direct_editing=direct,
                scope=scope,
                tools_off=off,
                plan_forced=forced,
                shared_keys_write=shared,
                browser_plan_hours=72,
            )
        mine.direct_editing, mine.plan_forced, mine.shared_write = direct, forced, shared
        mine.scope, mine.off = scope, set(off)

    def protect(self, site: str, item: tuple[str, str], off: bool) -> None:
        desk, mine = self.play.desk, self.play.model.sites[site]
        with desk.writing() as session:
            row = session.get_one(Site, self.play.world.sites[site].id)
            if off:
                sites.unprotect(session, desk, row, self.person("olive").id, *item)
            else:
                sites.protect(session, desk, row, self.person("olive").id, Target(*item, "Something"))
        mine.protected = mine.protected - {item} if off else mine.protected | {item}
