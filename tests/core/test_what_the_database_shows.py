"""What somebody can read who has the database file alone: ids, names and effects, but nothing that was written."""

from __future__ import annotations

import pytest

from tests.core.acts import accept, plan
from tests.inside import every_value
from tests.installed import Agent, Installed
from webapp.diffs.fingerprint import fingerprint
from webapp.sample_site import SampleSite

PIN = "4711"


@pytest.mark.parametrize("is_applied", [False, True])
@pytest.mark.promise("D-REST-08")
def test_an_address_and_a_secret_that_an_agent_sent_are_not_readable(
    sayso: Installed, careful: Agent, wordpress: SampleSite, is_applied: bool
) -> None:
    wordpress.register_meta("door_password")
    update = {"id": 42, "content": "<p>CANARY-TEXT</p>", "meta": {"door_password": PIN}}
    plan(careful, ("update_page", update), ("update_option", {"option": "email", "value": "canary@example.com"}))
    if is_applied:
        accept(sayso, careful)
        assert careful.call("apply_plan")["applied"] == 2
    values = every_value(sayso.desk.database)
    assert len(values) > 100
    assert [value for value in values if "canary" in value.lower()] == []
    assert [value for value in values if PIN in value and "door" in value] == []
    assert fingerprint(["update_page", update]) not in values
