"""A write that went out, and a tool that meets a refusal afterwards: the answer never says that nothing was sent."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.core.acts import error, outcomes, plan, row, sent, tagline
from tests.installed import Agent, Installed
from webapp.data import Snapshot, Status
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.tools.site.options import OptionUpdate
from webapp.tools.tool import WriteTool

NOT_THERE = "There is no such setting."
TOLD = f"The write was sent, and it is not known whether it was saved: {NOT_THERE}"


class Forgetful(OptionUpdate):
    """Writes, and is then told that what it wrote is not there."""

    def perform(self, *about: Any) -> Any:
        super().perform(*about)
        raise Refusal("respira_not_found", NOT_THERE)


class Blind(Forgetful):
    """Is told so also when it looks again."""

    def settle(self, *about: Any) -> Any:
        raise Refusal("respira_not_found", NOT_THERE)


class Early(OptionUpdate):
    """Refuses before it sends anything."""

    def perform(self, *about: Any) -> Any:
        raise Refusal("respira_not_found", NOT_THERE)


def installed_with(sayso: Installed, write: OptionUpdate) -> Agent:
    """An agent of an installation whose tool for settings writes so."""
    tool = sayso.desk.catalogue["update_option"]
    assert isinstance(tool, WriteTool)
    desk = replace(sayso.desk, catalogue={**sayso.desk.catalogue, "update_option": replace(tool, write=write)})
    sayso.workers.desk = desk
    return replace(sayso.agent(), desk=desk)


def test_where_a_look_finds_it_the_write_landed(sayso: Installed, wordpress: SampleSite) -> None:
    agent = installed_with(sayso, Forgetful())
    tool, arguments = tagline("Wood")
    assert agent.call(tool, **arguments)["success"] is True
    plan(agent, tagline("Wood, slowly"))
    assert outcomes(agent.call("apply_plan")) == ["applied"]
    assert wordpress.read("settings")["description"] == "Wood, slowly"


def test_where_no_look_tells_it_is_said_to_be_unknown(sayso: Installed, wordpress: SampleSite) -> None:
    agent = installed_with(sayso, Blind())
    tool, arguments = tagline("Wood")
    with pytest.raises(SiteTrouble) as trouble:
        agent.call(tool, **arguments)
    assert (trouble.value.code, trouble.value.message) == ("respira_outcome_unknown", TOLD)
    uuid = trouble.value.details["snapshot_uuid"]
    with sayso.desk.reading() as session:
        assert session.query(Snapshot.uuid).filter(Snapshot.after.is_(None)).scalar() == uuid
    [step] = plan(agent, tagline("Wood, slowly"))
    receipt = agent.call("apply_plan")
    assert error(receipt, 1) == ("respira_outcome_unknown", 502)
    assert receipt["steps"][0]["error"]["message"] == TOLD
    assert row(sayso, step).status == Status.UNKNOWN
    assert row(sayso, step).wrote_nothing is False


def test_a_refusal_before_anything_was_sent_stays_one(sayso: Installed, wordpress: SampleSite) -> None:
    agent = installed_with(sayso, Early())
    tool, arguments = tagline("Wood")
    with pytest.raises(Refusal, match=NOT_THERE):
        agent.call(tool, **arguments)
    [step] = plan(agent, tagline("Wood"))
    assert error(agent.call("apply_plan"), 1) == ("respira_not_found", 404)
    assert row(sayso, step).wrote_nothing is True
    assert sent(wordpress) == []
