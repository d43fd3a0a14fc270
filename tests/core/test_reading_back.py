"""Promises of what the site said that it saved and could not be read afterwards: a person has it read again."""

from __future__ import annotations

import pytest

from tests.core.acts import plan, row, sent, statuses, tagline
from tests.core.test_issuing import newest, steps
from tests.core.undo_acts import begun, carried_out, events, let_write_live, live, parts, ticked
from tests.installed import Agent, Installed
from webapp.core import reconciling
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead

FORBIDDEN = AnswerInstead(403, '{"code":"rest_forbidden","message":"No.","data":{"status":403}}')


def test_what_could_not_be_read_back_is_read_later_and_its_receipt_says_so_from_then_on(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    [step] = plan(agent, tagline("Wood, slowly"))
    wordpress.misbehave(FORBIDDEN, method="GET", path="/wp/v2/settings", skip=1, times=1)
    agent.call("apply_plan")
    assert [one["state"] for one in steps(newest(sayso))] == ["unchecked"]
    wordpress.change("settings", description="Somebody else's words")
    assert reconciling.check(sayso.desk, row(sayso, step)) == "unknown"
    assert newest(sayso).edition == 1
    wordpress.change("settings", description="Wood, slowly")
    assert reconciling.check(sayso.desk, row(sayso, step)) == "yes"
    assert [one["state"] for one in steps(newest(sayso))] == ["confirmed"]
    assert newest(sayso).edition == 2
    assert statuses(sayso, [step]) == ["applied"]
    assert sent(wordpress) == ["POST /wp/v2/settings"]
    with pytest.raises(Refusal):
        reconciling.check(sayso.desk, row(sayso, step))


def test_what_was_read_later_is_what_its_undo_compares_the_site_with(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    """What the site kept otherwise than was asked is no change by somebody else."""
    let_write_live(sayso)
    [step] = plan(agent, live(42, title="Breads", excerpt="All of them"))
    wordpress.misbehave(FORBIDDEN, method="GET", path="/wp/v2/pages/42", skip=2, times=1)
    agent.call("apply_plan")
    assert [one["state"] for one in steps(newest(sayso))] == ["unchecked"]
    wordpress.change("pages", 42, excerpt="All of")
    assert reconciling.check(sayso.desk, row(sayso, step)) == "yes"
    undo = begun(sayso, newest(sayso).record["run_id"])
    assert [list(part.edited) for part in parts(sayso, undo)] == [[]]
    assert ticked(sayso, undo) == [1]
    assert carried_out(sayso, undo) == ["exactly"]
    assert events(sayso, "step.read_back") == 1
