"""Every tool that writes, and the ways to lose an answer: nothing is done twice, and what is said is what is there.

The answer to the first write of a call is lost: after the site did it, or before it did anything. Some ways are tried
with every tool, the others in turn.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.core.acts import row
from tests.examples.every import EVERY
from tests.examples.example import Answer, Example
from tests.installed import Agent, Installed, installed
from tests.playing import connected
from tests.sample import sample_site
from tests.site_state import Reader, reading
from webapp.core import reconciling
from webapp.data import Mode
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead, HangUp, Rule

# The first example of each tool.
FIRSTS = list({example.tool: name for name, example in reversed(EVERY.items())}.values())
ERROR = '{"code":"a_plugin","message":"No.","data":{"status":500}}'
UNTOLD_ERROR = '{"code":"a_plugin","message":"No.","data":null}'


def page(status: int, *, saving: bool = False) -> AnswerInstead:
    return AnswerInstead(status, "<p>Thank you.</p>", "text/html; charset=UTF-8", saving=saving)


def junk(body: str, status: int = 200) -> AnswerInstead:
    return AnswerInstead(status, body, saving=True)


# After each of these the site holds the change.
WITH_EVERY_TOOL: dict[str, Rule] = {
    "closed": HangUp(after_saving=True),
    "object": junk("{}"),
    "500": junk(ERROR, 500),
}
IN_TURN: dict[str, Rule] = {
    "502": page(502, saving=True),
    "504": page(504, saving=True),
    "524": page(524, saving=True),
    "page": page(200, saving=True),
    "empty": junk(""),
    "cut short": junk('{"id":42,"title":{"raw":"Ab'),
    "null": junk("null"),
    "list": junk("[]"),
    "an error as 200": junk(UNTOLD_ERROR),
}
# After these it does not.
BEFORE_SAVING: dict[str, Rule] = {"closed": HangUp(), "403": page(403)}


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    """One installation for all of them, which takes longer to set up than a write."""
    folder = tmp_path_factory.mktemp("lost")
    with sample_site() as first, installed(folder, first.url, first.username, first.app_password) as one:
        yield one


@pytest.fixture(autouse=True)
def _in_no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample site is not at work any more once it answered, so one look tells all."""
    monkeypatch.setattr(reconciling, "LOOKS", (0.0,))


def kinds_for(name: str) -> dict[str, Rule]:
    """The ways to lose an answer after saving that are tried with an example."""
    turns = list(IN_TURN)
    turn = turns[FIRSTS.index(name) % len(turns)]
    return {**WITH_EVERY_TOOL, turn: IN_TURN[turn]}


class Played:
    """An example on a site of its own: planned, with the answer to its first write lost, and applied."""

    def __init__(self, installation: Installed, mark: str, example: Example, site: SampleSite, hand: Reader) -> None:
        login = site.username, site.app_password
        self.example, self.site, self.hand = example, site, hand
        self.sayso = connected(installation, mark, site.url, login)
        self.prepared: Answer = example.prepare(hand)
        self.agent: Agent = self.sayso.agent(Mode.CHAT)
        site.requests.clear()
        self.step = self.agent.call(example.tool, **example.arguments(self.prepared))["step_id"]

    def apply(self, rule: Rule | None = None) -> Answer:
        """Apply the plan; the first answer to a write is lost as the rule says."""
        self.site.behave()
        if rule is not None:
            for method in ("POST", "DELETE"):
                self.site.misbehave(rule, method=method, times=1)
        receipt: Answer = self.agent.call("apply_plan")
        self.site.behave()
        return receipt

    def saved(self) -> list[str]:
        """Every write that the site carried out."""
        done = [one for one in self.site.requests.writes() if one.saved]
        return [f"{one.method} {one.route} {json.dumps([one.query, one.body], sort_keys=True)}" for one in done]

    def twice(self) -> list[str]:
        return [write for write, times in Counter(self.saved()).items() if times > 1]

    def landed(self, receipt: Answer) -> None:
        self.example.landed(self.hand, self.prepared, receipt["steps"][0]["result"])


def each(installation: Installed, name: str, kinds: dict[str, Rule]) -> Iterator[tuple[Played, Rule]]:
    example = EVERY[name]
    for kind, rule in kinds.items():
        with sample_site() as site:
            if example.theme == "block":
                site.wp.locations = {}
            with reading(f"{site.url}/wp-json/", site.username, site.app_password) as hand:
                yield Played(installation, f"{name}-{kind}".replace(" ", "-"), example, site, hand), rule


@pytest.mark.parametrize("name", FIRSTS)
def test_c04_1_what_landed_before_its_answer_was_lost_is_applied_or_in_doubt_and_never_done_again(
    name: str, installation: Installed
) -> None:
    """C04.1, C04.2, C04.3, C04.5, C13.4"""
    for one, rule in each(installation, name, kinds_for(name)):
        receipt = one.apply(rule)
        told, step = receipt["steps"][0], row(one.sayso, one.step)
        assert (told["outcome"], step.status) in (("applied", "applied"), ("failed", "unknown")), (rule, told)
        assert step.wrote_nothing is False
        if told["outcome"] == "applied":
            one.landed(receipt)
        else:
            assert told["error"]["hint"].startswith("Look at the site before anything is sent again.")
        again = one.apply()
        assert again["code"] == "respira_nothing_waiting"
        assert one.twice() == [], rule


@pytest.mark.parametrize("name", FIRSTS)
def test_c04_1_what_never_landed_is_in_doubt_or_waits_and_then_lands_once(name: str, installation: Installed) -> None:
    """C04.1, C04.2"""
    for one, rule in each(installation, name, BEFORE_SAVING):
        told, step = one.apply(rule)["steps"][0], row(one.sayso, one.step)
        assert (told["outcome"], one.saved()) == ("failed", []), (rule, told)
        assert step.wrote_nothing is (step.status == "failed")
        again = one.apply()
        if step.status == "unknown":
            assert again["code"] == "respira_nothing_waiting"
            assert one.saved() == []
        else:
            assert again["steps"][0]["outcome"] == "applied"
            one.landed(again)
            assert one.twice() == []
