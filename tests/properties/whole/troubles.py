"""What goes wrong: colleagues work past Sayso, sites misbehave, workers die, messages are lost, time passes."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.properties.whole.agents import picks
from tests.properties.whole.misbehaving import MISBEHAVIOUR
from tests.properties.whole.owners import Owners
from tests.properties.whole.people import site_names
from tests.properties.whole.watching import Death
from tests.properties.whole.world import KEYS
from webapp.core import sweeping, works
from webapp.data import Mode

changes = st.sampled_from(["title", "excerpt", "option", "trash", "untrash"])


class Troubles(Owners):
    """The rules of what goes wrong."""

    @rule(site=site_names, what=changes, page=st.sampled_from([42, 44, 46, 311]))
    def a_colleague_changes_something(self, site: str, what: str, page: int) -> None:
        self.changed_by_a_colleague(site, what, page)

    def changed_by_a_colleague(self, site: str, what: str, page: int) -> None:
        """Let somebody work past Sayso."""
        there, word = self.play.world.wordpress[site], self.play.word()
        if what == "option":
            there.change("settings", None, description=word)
            for step in self.play.model.steps.values():
                here = KEYS[step.key][0] == site and step.arguments.get("option") == "description"
                step.moved = step.moved or (here and not step.saved)
        elif what == "trash":
            there.change("pages", page, status="draft")
            there.trash(page)
        elif what == "untrash":
            there.change("pages", page, status="publish")
        else:
            there.change("pages", page, **{what: word})

    @rule(site=site_names, how=st.sampled_from(["", *MISBEHAVIOUR]), skip=st.integers(0, 2))
    def the_site_will_misbehave(self, site: str, how: str, skip: int) -> None:
        """From now on, once: at the next write but so many."""
        there = self.play.world.wordpress[site]
        there.behave()
        if not how:
            return
        for method in ("POST", "DELETE"):
            there.misbehave(MISBEHAVIOUR[how], method=method, times=1, skip=skip)

    @rule(statements=st.integers(1, 90), requests=st.integers(0, 12), after=st.booleans())
    def the_worker_will_die(self, statements: int, requests: int, after: bool) -> None:
        """At a statement or at a request; or the message that would wake it is lost."""
        if requests > 6:
            self.play.death = Death(requests=requests - 6, after_saving=after)
        elif requests:
            self.play.death = Death(statements=statements)
        else:
            self.play.lost = True

    @rule(lease=st.sampled_from([16, 16, 5]))
    def the_worker_looks_after_what_was_left(self, lease: int) -> None:
        """A worker takes up what another one left, once its lease has lapsed."""
        self.play.clock.advance(seconds=lease)
        for work, seconds in works.lapsed(self.play.desk):
            if seconds <= 0:
                self.play.carry_out(work)

    @rule(hours=st.sampled_from([0, 1, 1, 1, 5, 73]))
    def time_passes(self, hours: int) -> None:
        """Time passes, and then what is over is swept; or it is swept at once."""
        self.play.clock.advance(hours=hours)
        if hours != 1:
            sweeping.sweep(self.play.desk)

    @rule(
        after=st.integers(0, 9),
        what=st.sampled_from(["revoke", "pause a key", "pause a site", "drop", "colleague", "protect", "switch off"]),
        pick=picks,
    )
    def meanwhile(self, after: int, what: str, pick: int) -> None:
        """While a site is asked the next time but so many, something happens."""
        names = list(KEYS)
        key = names[pick % len(names)]
        site = KEYS[key][0]
        step = self.chosen_step(pick)
        acts: dict[str, Callable[[], None]] = {
            "revoke": lambda: self.set_a_key(key, "revoke"),
            "pause a key": lambda: self.set_a_key(key, "pause"),
            "pause a site": lambda: self.set_a_site(site, "pause"),
            "drop": lambda: None if step is None else self.decide_now("olive", step, "drop"),
            "colleague": lambda: self.changed_by_a_colleague(site, "excerpt", 42),
            "protect": lambda: self.protect(site, ("page", "42"), off=False),
            "switch off": lambda: self.change_a_key(
                key, Mode(self.play.model.keys[key].mode), "update_page", off=True
            ),
        }
        self.play.world.watch.meanwhile = (after, acts[what])
