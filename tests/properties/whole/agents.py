"""What agents do: they begin and end sessions, ask for writes at any door, read and trim their plans, and apply."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.properties.whole.misbehaving import MISBEHAVIOUR
from tests.properties.whole.model import Asked, RunAsked
from tests.properties.whole.playing import Answer, Doing, Play
from tests.properties.whole.watching import Death
from tests.properties.whole.world import KEYS
from webapp.data import Mode

key_names = st.sampled_from([*KEYS, "asking", "asking", "chatting", "browsing", "browsing", "careful"])
doors = st.sampled_from(["engine", "engine", "mcp", "rest"])
picks = st.integers(0, 40)
# What agents write: the tool, and its arguments, in which W stands for a word of their own.
WRITES: list[tuple[str, dict[str, Any]]] = [
    ("update_page", {"id": 42, "title": "W"}),
    ("update_page", {"id": 42, "content": "<p>W</p>"}),
    ("update_page", {"id": 42, "title": "W", "excerpt": "W"}),
    ("update_page", {"id": 44, "title": "W", "edit_target": "live"}),
    ("update_page", {"id": 44, "title": "W", "edit_target": "duplicate"}),
    ("update_post", {"id": 101, "title": "W"}),
    ("update_post", {"id": 104, "excerpt": "W"}),
    ("create_page", {"title": "W", "content": "<p>W</p>"}),
    ("create_post", {"title": "W", "status": "publish"}),
    ("delete_page", {"id": 311}),
    ("delete_page", {"id": 46}),
    ("delete_post", {"id": 104}),
    ("update_option", {"option": "description", "value": "W"}),
    ("update_option", {"option": "title", "value": "W"}),
    ("create_menu_item", {"menu_id": 3, "title": "W", "url": "/W/"}),
    ("create_term", {"taxonomy": "category", "name": "W"}),
    ("create_user", {"username": "W", "email": "W@example.com", "password": "secret-of-W", "role": "subscriber"}),
    ("update_page", {"id": 999, "title": "W"}),
    ("update_page", {"title": "W"}),
    ("create_menu_item", {"menu_id": 77, "title": "W", "url": "/W/"}),
]
# The last ones can not be made.
writes, good_writes = st.sampled_from(WRITES), st.sampled_from(WRITES[:-3])


# What goes wrong while a worker works: nothing, most often; else how it dies, or what its message or its site does.
accidents = st.one_of(
    st.none(),
    st.none(),
    st.builds(Death, statements=st.integers(1, 90)),
    st.builds(Death, requests=st.integers(1, 12), after_saving=st.booleans()),
    st.sampled_from(["lost", *MISBEHAVIOUR]),
)


def filled(value: Any, word: str) -> Any:
    """Put a word in the place of each W."""
    if isinstance(value, dict):
        return {name: filled(one, word) for name, one in value.items()}
    return value.replace("W", word) if isinstance(value, str) else value


class Agents(RuleBasedStateMachine):
    """The rules of agents."""

    play: Play

    def chosen_step(self, pick: int, *, key: str | None = None) -> Asked | None:
        """Choose one of the steps that were asked for, the newest first."""
        there = [step for step in self.play.model.steps.values() if key in (None, step.key)]
        return there[-1 - pick % len(there)] if there else None

    def write(self, key: str, door: str, tool: str, arguments: dict[str, Any], token: str | None = None) -> Answer:
        """Ask for a write."""
        given = arguments if token is None else {**arguments, "approval_token": token}
        with self.play.doing_now(Doing("direct", KEYS[key][0], call=(key, tool, arguments, token))) as doing:
            answer = self.play.call(key, door, tool, given)
        if answer.get("code") == "respira_plan_step":
            self._note_step(key, tool, arguments, answer)
        elif answer.get("code") == "respira_approval_required":
            made = answer["data"]["approval_request"]["approval_token"]
            self.play.secrets.append(made)
            self.play.model.tokens[made] = (key, tool, arguments)
        elif answer.get("snapshot_uuid") and "refused" not in answer and not doing.saved:
            self.play.wrong.append(f"{key} was told that {tool} was written, and nothing was saved: {answer}")
        return answer

    def _note_step(self, key: str, tool: str, arguments: dict[str, Any], answer: Answer) -> None:
        model, asked = self.play.model, {name: one for name, one in arguments.items() if name[0] != "_"}
        self.note_time(key, answer["plan"]["expires_in"])
        if answer["step_id"] not in model.steps:
            model.steps[answer["step_id"]] = Asked(answer["step_id"], key, tool, asked, self.word_in(asked))
        elif not answer["deduplicated"]:
            self.play.wrong.append(f"A step id was given twice: {answer}")
        revised = arguments.get("_respira_revises")
        if revised in model.steps:
            model.steps[revised].gone = True

    def word_in(self, arguments: dict[str, Any]) -> str:
        """Return the word that stands in what is asked for."""
        for name in ("title", "excerpt", "value", "name", "username", "content"):
            text = str(arguments.get(name, "")).replace("<p>", "").replace("</p>", "")
            if text.startswith("zq"):
                return text
        return ""

    def note_time(self, key: str, seconds: int) -> None:
        """Note how long a plan lives, as its agent was told. What stood in one that is over is gone."""
        now, mine = self.play.clock(), self.play.model.keys[key]
        longest = timedelta(hours=72 if Mode.BROWSER in (mode for mode in self.modes_of(key)) else 4)
        if timedelta(seconds=seconds) > longest:
            self.play.wrong.append(f"The plan of {key} is said to live for {seconds} seconds.")
        if mine.until is not None and mine.until <= now:
            self.all_gone(key)
        mine.until = now + timedelta(seconds=seconds)

    def modes_of(self, key: str) -> set[str]:
        """Return the modes that a key had so far."""
        return {KEYS[key][1], self.play.model.keys[key].mode} | self.former_modes.get(key, set())

    former_modes: dict[str, set[str]]

    def all_gone(self, key: str) -> None:
        """Note that every step of a key that has not run is gone."""
        for step in self.play.model.steps.values():
            step.gone = step.gone or (step.key == key and not step.saved)

    def begin(self, key: str, door: str) -> None:
        """Turn plan mode on."""
        answer = self.play.call(key, door, "begin_session", {"mode": "plan", "title": "Spring"})
        if answer.get("success"):
            self.note_time(key, answer["expires_in"])
            self.play.model.keys[key].plans = True

    @rule(key=key_names, door=doors, write=writes)
    def ask_for_a_write(self, key: str, door: str, write: tuple[str, dict[str, Any]]) -> None:
        self.write(key, door, write[0], filled(write[1], self.play.word()))

    @rule(key=key_names, door=doors, several=st.lists(good_writes, min_size=2, max_size=5))
    def plan_several(self, key: str, door: str, several: list[tuple[str, dict[str, Any]]]) -> None:
        for write in several:
            self.plan_a_write_now(key, door, write)

    def plan_a_write_now(self, key: str, door: str, write: tuple[str, dict[str, Any]]) -> None:
        """Ask that one write be planned, whether plan mode is on or not."""
        self.write(key, door, write[0], {**filled(write[1], self.play.word()), "_respira_plan": True})

    @rule(pick=picks, door=doors)
    def ask_for_the_same_again(self, pick: int, door: str) -> None:
        step = self.chosen_step(pick)
        if step is not None:
            self.write(step.key, door, step.tool, {**step.arguments, "_respira_plan": True})

    @rule(pick=picks, door=doors)
    def revise(self, pick: int, door: str) -> None:
        step = self.chosen_step(pick)
        if step is None or not step.word:
            return
        anew = {
            n: v.replace(step.word, self.play.word()) if isinstance(v, str) else v for n, v in step.arguments.items()
        }
        self.write(step.key, door, step.tool, {**anew, "_respira_revises": step.step_id})

    @rule(pick=picks, door=doors)
    def use_an_approval(self, pick: int, door: str) -> None:
        there = list(self.play.model.tokens.items())
        if there:
            token, (key, tool, arguments) = there[pick % len(there)]
            self.write(key, door, tool, arguments, token)

    @rule(key=key_names, door=doors)
    def read_the_plan(self, key: str, door: str) -> None:
        before = self.rows_that_reading_leaves()
        self.play.call(key, door, "get_plan", {})
        if self.rows_that_reading_leaves() != before:
            self.play.wrong.append("get_plan changed rows.")

    def rows_that_reading_leaves(self) -> Any:
        """Return every row that reading a plan has no reason to touch."""
        raise NotImplementedError

    def discard(self, key: str, door: str, pick: int, one: bool) -> None:
        """Withdraw all that waits, or one step."""
        step = self.chosen_step(pick, key=key)
        named = {"step_ids": [step.step_id]} if one and step is not None else {}
        answer = self.play.call(key, door, "discard_plan", named)
        for gone in answer.get("step_ids", []) if answer.get("success") else []:
            self.play.model.steps[gone].gone = True

    @rule(key=key_names, door=doors, pick=picks, what=st.sampled_from(["begin", "begin", "end", "discard", "one"]))
    def tend_the_plan(self, key: str, door: str, pick: int, what: str) -> None:
        """Begin a session, end it, or discard all or one of its steps."""
        if what in ("begin", "end"):
            (self.begin if what == "begin" else self.end)(key, door)
        else:
            self.discard(key, door, pick, what == "one")

    def end(self, key: str, door: str) -> None:
        """Turn plan mode off."""
        answer = self.play.call(key, door, "end_session", {})
        if answer.get("success") and answer.get("code") != "respira_waiting_for_person":
            mine = self.play.model.keys[key]
            mine.plans, mine.until = False, None
            self.all_gone(key)

    def let_happen(self, accident: Death | str | None, key: str) -> None:
        """Let an accident happen to the next work on the site of a key."""
        if isinstance(accident, Death):
            self.play.death = Death(accident.statements, accident.requests, accident.after_saving)
        elif accident == "lost":
            self.play.lost = True
        elif accident is not None:
            there = self.play.world.wordpress[KEYS[key][0]]
            there.behave()
            for method in ("POST", "DELETE"):
                there.misbehave(MISBEHAVIOUR[accident], method=method, times=1)

    @initialize(key=key_names, several=st.lists(good_writes, min_size=1, max_size=4))
    def plan_first(self, key: str, several: list[tuple[str, dict[str, Any]]]) -> None:
        for write in several:
            self.plan_a_write_now(key, "engine", write)

    @rule(pick=picks, door=doors, go_on=st.booleans(), accident=accidents)
    def apply_all(self, pick: int, door: str, go_on: bool, accident: Death | str | None) -> None:
        self.let_happen(accident, self.key_with_steps(pick))
        self.apply_by_agent(self.key_with_steps(pick), door, None, go_on)

    def key_with_steps(self, pick: int) -> str:
        """Choose a key, where it can be one with steps that may run."""
        model, now = self.play.model, self.play.clock()
        names = [name for name in KEYS if model.may_run(name, now)]
        free = [name for name in names if not (model.keys[name].paused or model.keys[name].revoked)]
        names = [name for name in free if not model.sites[KEYS[name][0]].paused] or names or list(KEYS)
        return names[pick % len(names)]

    @rule(pick=picks, door=doors, go_on=st.booleans())
    def apply_one(self, pick: int, door: str, go_on: bool) -> None:
        step = self.chosen_step(pick)
        if step is not None:
            self.apply_by_agent(step.key, door, [step.step_id], go_on)

    def apply_by_agent(self, key: str, door: str, named: list[str] | None, go_on: bool) -> None:
        """Let an agent say that its person said yes: to all, or to the named ones."""
        may = self.play.model.may_run(key, self.play.clock())
        asked = may if named is None else may & set(named)
        self.play.asking = RunAsked(key, None, frozenset(asked))
        given: dict[str, Any] = {"continue_on_error": go_on} if go_on else {}
        answer = self.play.call(key, door, "apply_plan", given if named is None else {**given, "step_ids": named})
        self.play.asking = None
        if answer.get("code") == "respira_plan_applied":
            self.judge_receipt(answer)

    def judge_receipt(self, receipt: Answer) -> None:
        """Compare a receipt with what was seen."""
        raise NotImplementedError
