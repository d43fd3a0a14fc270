"""What people do: they decide about steps, edit them, apply, stop, set what keys and sites may, and take back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule
from sqlalchemy import select

from tests.properties.whole.agents import Agents, accidents, picks
from tests.properties.whole.model import Asked, RunAsked, Yes
from tests.properties.whole.playing import Doing
from tests.properties.whole.watching import Death
from tests.properties.whole.world import KEYS
from webapp.core import continuing, copies, editing, guests, links, reviews, runs, undo_views, undos
from webapp.core.guests import Verdict
from webapp.core.links import Maker, Wish
from webapp.data import Copy, May, Person, Plan, Run, Site, Snapshot, Step, Undo
from webapp.errors import Refusal, SiteTrouble

persons = st.sampled_from(["olive", "olive", "paul"])
verdicts = st.sampled_from(["accept", "accept", "accept", "drop", "ask", "reopen"])
site_names = st.sampled_from(["harbour", "harbour", "mill"])


class People(Agents):
    """The rules of people."""

    tokens_of_links: list[tuple[str, bool]]

    def person(self, name: str) -> Person:
        """Return a person."""
        return self.play.world.people[name]

    def may_decide(self, person: str, key: str) -> bool:
        """Tell whether a key is of a site of a person."""
        return person == "olive" or KEYS[key][0] == "harbour"

    def tried(self, act: Callable[[], Any]) -> Any:
        """Do something that may be refused; return what came of it, or None."""
        try:
            return act() or True
        except (Refusal, SiteTrouble):
            return None

    def digest_of(self, step: Asked) -> str:
        """Return the digest of what a page would show of a step now."""
        with self.play.desk.reading() as session:
            return session.scalars(select(Step.digest).where(Step.public_id == step.step_id)).one()

    @rule(pick=picks)
    def look_at_a_step(self, pick: int) -> None:
        """Open the page of a step; what it showed may be decided about later."""
        step = self.chosen_step(pick)
        if step is not None:
            self.shown[step.step_id] = self.digest_of(step)

    shown: dict[str, str]

    @rule(person=persons, pick=picks, verdict=verdicts, late=st.booleans())
    def decide(self, person: str, pick: int, verdict: str, late: bool) -> None:
        step = self.chosen_step(pick)
        if step is not None:
            self.decide_now(person, step, verdict, late=late)

    def decide_now(self, person: str, step: Asked, verdict: str, *, late: bool = False) -> None:
        """Decide about a step, by what its page shows now or by what it showed before."""
        now = self.digest_of(step)
        seen = self.shown.get(step.step_id, now) if late else now

        def act() -> Any:
            note = "Shorter, please." if verdict == "ask" else None
            desk, who = self.play.desk, self.person(person)
            return reviews.decide(desk, who, step.step_id, verdict, seen, note=note, from_its_page=True)

        if self.tried(act) is None:
            return
        if not self.may_decide(person, step.key) or seen != now:
            self.play.wrong.append(f"{person} decided about {step.step_id} of {step.key}, and saw {seen}, not {now}.")
        self.note_verdict(step, verdict, Yes(seen, counts=True))

    @rule(person=persons, pick=picks, go_on=st.booleans(), some=st.sampled_from([0, 0, 1, 2, 6]), accident=accidents)
    def say_yes_and_apply(self, person: str, pick: int, go_on: bool, some: int, accident: Death | str | None) -> None:
        """Say yes to what waits, or to some of it, each on its own page, and apply it."""
        key = self.key_with_steps(pick)
        self.let_happen(accident, key)
        for number, step_id in enumerate(sorted(self.play.model.may_run(key, self.play.clock()))):
            if not some & (1 << number):
                self.decide_now(person, self.play.model.steps[step_id], "accept")
        self.apply_now(person, key, go_on)

    @rule(pick=picks, accident=accidents)
    def the_owner_says_yes_to_all(self, pick: int, accident: Death | str | None) -> None:
        self.let_happen(accident, self.key_with_steps(pick))
        for step_id in sorted(self.play.model.may_run(self.key_with_steps(pick), self.play.clock())):
            self.decide_now("olive", self.play.model.steps[step_id], "accept")
        self.apply_now("olive", self.key_with_steps(pick), True)

    def note_verdict(self, step: Asked, verdict: str, yes: Yes) -> None:
        """Note what somebody decided that counts."""
        step.yes = yes if verdict == "accept" else None
        step.dropped, step.sent_back = verdict == "drop", verdict == "ask"

    @rule(person=persons, pick=picks)
    def accept_all(self, person: str, pick: int) -> None:
        key = self.key_with_steps(pick)
        plan, waiting = self.plan_of(key), self.play.model.may_run(key, self.play.clock())
        if plan is None:
            return
        digests = {one: self.digest_of(self.play.model.steps[one]) for one in waiting}
        if self.tried(lambda: reviews.accept_all(self.play.desk, self.person(person), plan, digests)) is None:
            return
        if not self.may_decide(person, key):
            self.play.wrong.append(f"{person} accepted all of {key}.")
        for step_id, digest in digests.items():
            step = self.play.model.steps[step_id]
            if step.yes is None or step.yes.digest != digest:
                step.yes = Yes(digest, counts=True)

    def plan_of(self, key: str) -> str | None:
        """Return the newest plan of a key."""
        row = self.play.world.agents[key].key.id
        with self.play.desk.reading() as session:
            return session.scalars(
                select(Plan.public_id).where(Plan.key_id == row).order_by(Plan.id.desc()).limit(1)
            ).first()

    @rule(person=persons, pick=picks, go_on=st.booleans())
    def apply_in_the_browser(self, person: str, pick: int, go_on: bool) -> None:
        self.apply_now(person, self.key_with_steps(pick), go_on)

    def apply_now(self, person: str, key: str, go_on: bool) -> None:
        """Press Apply."""
        plan, model = self.plan_of(key), self.play.model
        if plan is None:
            return
        said = [model.steps[one] for one in model.may_run(key, self.play.clock()) if model.steps[one].yes is not None]
        digests = {step.step_id: self.digest_of(step) for step in said}
        self.play.asking = RunAsked(key, person, frozenset(digests))
        who = self.person(person)
        self.tried(lambda: reviews.apply(self.play.desk, who, plan, digests, continue_on_error=go_on))
        self.play.asking = None

    @rule(person=persons, pick=picks)
    def go_on_with_a_run(self, person: str, pick: int) -> None:
        names = list(self.play.model.runs)
        if not names:
            return
        name = names[-1 - pick % len(names)]
        key, desk = self.play.model.runs[name].key, self.play.desk
        with desk.reading() as session:
            row = session.scalars(select(Run).where(Run.public_id == name)).one()
            if row.finished_at is None:
                return
            again = continuing.of_run(session, desk, row).again.steps
        digests = {step.public_id: step.digest for step in again}
        may = self.play.model.may_run(key, self.play.clock())
        self.play.asking = RunAsked(key, person, frozenset(digests) & may)
        former = {one: self.play.model.steps[one].yes for one in digests}
        for one, digest in digests.items():
            self.play.model.steps[one].yes = Yes(digest, counts=True)
        if self.tried(lambda: continuing.start(desk, self.person(person), name, digests)) is None:
            for one, yes in former.items():
                self.play.model.steps[one].yes = yes
        elif not self.may_decide(person, key):
            self.play.wrong.append(f"{person} went on with {name} of {key}.")
        self.play.asking = None

    @rule(person=persons, pick=picks)
    def edit(self, person: str, pick: int) -> None:
        step = self.chosen_step(pick)
        if step is None or "title" not in step.arguments:
            return
        word, seen = self.play.word(), self.digest_of(step)
        done = self.tried(
            lambda: editing.edit(self.play.desk, self.person(person), step.step_id, seen, {"title": word})
        )
        if done is not None:
            step.arguments, step.word = {**step.arguments, "title": word}, word

    @rule(pick=picks, counts=st.booleans())
    def share(self, pick: int, counts: bool) -> None:
        """Make a review link to a plan, by which somebody decides about all of its steps."""
        key = self.key_with_steps(pick)
        plan, desk = self.plan_of(key), self.play.desk
        mine = tuple(step.step_id for step in self.play.model.steps.values() if step.key == key and not step.gone)

        def act() -> str:
            with desk.writing() as session:
                row = session.scalars(select(Plan).where(Plan.public_id == plan)).one()
                wish = Wish("Gina", May.DECIDE, mine, counts=counts)
                return links.share_plan(session, desk, row, wish, Maker(self.person("olive").id))[1]

        if plan is not None and (token := self.tried(act)) is not None:
            self.play.secrets.append(token)
            self.tokens_of_links.append((token, counts))

    @rule(pick=picks, other=picks, verdict=st.sampled_from(["accept", "accept", "drop", "ask"]))
    def decide_by_link(self, pick: int, other: int, verdict: str) -> None:
        step = self.chosen_step(pick)
        if step is None or not self.tokens_of_links:
            return
        token, counts = self.tokens_of_links[other % len(self.tokens_of_links)]
        seen = self.digest_of(step)
        said = Verdict(step.step_id, verdict, seen, "Shorter, please." if verdict == "ask" else "", opened=True)
        try:
            done = guests.decide(self.play.desk, token, "Gina", said)
        except Refusal:
            return
        if done:
            self.note_verdict(step, verdict, Yes(seen, counts=counts))
        if done and not counts and self.play.is_browser(step.key):
            self.play.wrong.append(f"A link that does not count decided about {step.step_id} of {step.key}.")

    @rule(pick=picks)
    def stop_a_run(self, pick: int) -> None:
        there = self.play.open_works()
        if there:
            with self.play.desk.writing() as session:
                row = session.scalars(select(Run).where(Run.public_id == there[pick % len(there)])).one()
                runs.ask_to_stop(session, self.play.desk, row, self.person("olive").id)

    @rule(person=persons, pick=picks, yes=st.booleans())
    def decide_about_a_copy(self, person: str, pick: int, yes: bool) -> None:
        desk, who = self.play.desk, self.person(person)
        with desk.reading() as session:
            there = session.execute(
                select(Copy, Site).join(Site, Site.id == Copy.site_id).where(Copy.state == "open").order_by(Copy.id)
            ).all()
        if not there:
            return
        copy, site = there[pick % len(there)]
        name = next(name for name, one in self.play.world.sites.items() if one.id == site.id)
        with self.play.doing_now(Doing("approval" if yes else "rejection", name)):
            self.tried(lambda: self._say(who, copy, site, yes))

    def _say(self, who: Person, copy: Copy, site: Site, yes: bool) -> None:
        desk = self.play.desk
        with desk.reading() as session:
            copy, site = copies.find(session, who.id, copy.public_id)
        if yes:
            seen = copies.compare(desk, copy, site)
            chosen = {clash.field: "copy" for clash in seen.clashes}
            copies.approve(desk, who, copy, site, copies.digest_of(seen), chosen)
        else:
            copies.reject(desk, who, copy, site)

    @rule(person=persons, pick=picks, what=st.sampled_from(["write", "run", "undo"]), accident=accidents)
    def take_back(self, person: str, pick: int, what: str, accident: Death | str | None) -> None:
        self.let_happen(accident, "asking")
        desk, who = self.play.desk, self.person(person)
        undo = self.tried(lambda: self._begun(who, pick, what))
        if not isinstance(undo, str):
            return
        with desk.reading() as session:
            site_id = session.scalars(select(Undo.site_id).where(Undo.public_id == undo)).one()
        self.play.undo_sites[undo] = next(n for n, one in self.play.world.sites.items() if one.id == site_id)
        if self.tried(lambda: undos.look(desk, who, undo)) is None:
            return
        with desk.reading() as session:
            seen = undo_views.of_undo(session, desk, who.id, undo)
        chosen = [part.row.position for part in seen.parts if part.ticked]
        self.tried(lambda: undos.start(desk, who, undo, seen.row.digest, chosen, []))

    def _begun(self, who: Person, pick: int, what: str) -> str | None:
        desk = self.play.desk
        column = {"write": Snapshot.uuid, "run": Run.public_id, "undo": Undo.public_id}[what]
        with desk.reading() as session:
            there = list(session.scalars(select(column)))
        if not there:
            return None
        name = there[-1 - pick % len(there)]
        begin: Any = {
            "write": undos.begin_for_snapshot,
            "run": undos.begin_for_run,
            "undo": undos.begin_for_undo,
        }[what]
        undo: str = begin(desk, who, name)
        return undo
