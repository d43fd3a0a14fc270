"""What people do on pages: they open any of them, which changes nothing, and decide and apply by their forms."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import rule
from sqlalchemy import select

from tests.properties.whole.agents import picks
from tests.properties.whole.model import RunAsked, Yes
from tests.properties.whole.people import persons
from tests.properties.whole.troubles import Troubles
from tests.properties.whole.world import rows_of
from tests.web.conftest import Browser, signed_in
from webapp.data import Copy, Plan, Run, Step, Undo

_LISTS = ["/", "/plans", "/copies", "/history", "/sites", "/events", "/account"]
_OF_ONE = {"/plans/": Plan, "/steps/": Step, "/runs/": Run, "/copies/": Copy, "/undos/": Undo}
addresses = st.sampled_from([*_LISTS, *_OF_ONE, *_OF_ONE])


class Pages(Troubles):
    """The rules of pages."""

    windows: dict[str, Browser]

    def window(self, person: str) -> Browser:
        """Return the browser in which a person is signed in."""
        if person not in self.windows:
            email = self.person(person).email
            self.windows[person] = signed_in(self.play.world.app, self.play.desk, email)
        return self.windows[person]

    def opened_afresh(self, person: str, address: str) -> Browser:
        """Open a page, and return the browser; one that is not signed in any more signs in anew."""
        window = self.window(person)
        if window.get(address).status_code in (302, 303):
            del self.windows[person]
            window = self.window(person)
            window.get(address)
        return window

    @rule(person=persons, address=addresses, pick=picks)
    def open_a_page(self, person: str, address: str, pick: int) -> None:
        if address in _OF_ONE:
            with self.play.desk.reading() as session:
                there = list(session.scalars(select(_OF_ONE[address].public_id).order_by(_OF_ONE[address].id)))
            if not there:
                return
            address += there[-1 - pick % len(there)]
        window, before = self.window(person), rows_of(self.play.desk.database)
        answer = window.get(address)
        if rows_of(self.play.desk.database) != before:
            self.play.wrong.append(f"Opening {address} changed rows.")
        if answer.status_code >= 500:
            self.play.wrong.append(f"Opening {address} was answered with {answer.status_code}.")
        text = answer.get_data(as_text=True)
        if any(secret in text for secret in self.play.world.secrets):
            self.play.wrong.append(f"{address} shows a secret.")

    @rule(person=persons, pick=picks, verdict=st.sampled_from(["accept", "accept", "drop", "reopen"]))
    def decide_on_a_page(self, person: str, pick: int, verdict: str) -> None:
        step = self.chosen_step(pick)
        if step is None:
            return
        seen = self.digest_of(step)
        window = self.opened_afresh(person, f"/steps/{step.step_id}")
        fields = {"verdict": verdict, "digest": seen, "page": "step"}
        if window.post(f"/steps/{step.step_id}/decision", dict(fields)).status_code == 303:
            self.note_verdict(step, verdict, Yes(seen, counts=True))
            if not self.may_decide(person, step.key):
                self.play.wrong.append(f"{person} decided about {step.step_id} of {step.key} on a page.")

    @rule(person=persons, pick=picks)
    def apply_on_a_page(self, person: str, pick: int) -> None:
        key, model = self.key_with_steps(pick), self.play.model
        plan = self.plan_of(key)
        if plan is None:
            return
        window = self.opened_afresh(person, f"/plans/{plan}")
        said = [model.steps[one] for one in model.may_run(key, self.play.clock()) if model.steps[one].yes is not None]
        named = [f"{step.step_id} {self.digest_of(step)}" for step in said]
        self.play.asking = RunAsked(key, person, frozenset(step.step_id for step in said))
        window.post(f"/plans/{plan}/runs", {"step": named})
        self.play.asking = None
