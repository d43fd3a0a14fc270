"""A password that an agent sends for a user of the site goes there and stays nowhere: not in the database, in an
answer, in a log (C42.1, C42.2, C42.4).
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests import taking_back
from tests.core.acts import accept
from tests.inside import everything
from tests.installed import Installed
from webapp.data import Mode
from webapp.errors import SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead

CANARY, OTHER = "pw-CANARY-1", "pw-CANARY-2"
MIA = {"username": "mia", "email": "mia@x.example", "role": "author"}


@pytest.fixture
def mia(wordpress: SampleSite) -> int:
    made = wordpress.add("users", username="otto", email="otto@x.example", password="x")
    wordpress.requests.clear()
    return int(made["id"])


def sent(wordpress: SampleSite) -> list[str]:
    return [entry.body["password"] for entry in wordpress.requests.writes() if "password" in (entry.body or {})]


# C42.1, C42.2
@pytest.mark.parametrize("mode", [Mode.CHAT, Mode.BROWSER])
def test_a_password_in_a_plan_reaches_the_site_and_is_nowhere_else(
    sayso: Installed,
    wordpress: SampleSite,
    mia: int,
    capfd: pytest.CaptureFixture[str],
    mode: Mode,
) -> None:
    agent = sayso.agent(mode)
    told: list[Any] = [
        agent.call("create_user", **MIA, password=CANARY),
        agent.call("update_user", id=mia, password=CANARY, first_name="Otto"),
    ]
    assert [step["arguments"]["password"] for step in told] == ["redacted", "redacted"]
    told += [agent.call("get_plan"), agent.call("get_plan", step_id=told[0]["step_id"])]
    assert CANARY.encode() not in everything(sayso.desk.database)
    if mode == Mode.BROWSER:
        accept(sayso, agent)
    receipt = agent.call("apply_plan")
    assert receipt["applied"] == 2
    assert sent(wordpress) == [CANARY, CANARY]
    uuids = [uuid for step in reversed(receipt["steps"]) for uuid in step["snapshots"]]
    told += [receipt, agent.call("list_snapshots"), agent.call("get_plan")]
    told += [taking_back.restore(sayso.desk, sayso.owner, uuid).message for uuid in uuids]
    assert "CANARY" not in json.dumps(told)
    assert CANARY.encode() not in everything(sayso.desk.database)
    out, err = capfd.readouterr()
    assert "CANARY" not in out + err


def test_a_password_in_a_direct_write_is_nowhere_else_either(
    sayso: Installed, wordpress: SampleSite, mia: int, capfd: pytest.CaptureFixture[str]
) -> None:
    agent = sayso.agent(Mode.ASK)
    asked = agent.call("update_user", id=mia, password=CANARY)
    token = asked["data"]["approval_request"]["approval_token"]
    said = '{"code": "rest_cannot_edit", "message": "No.", "data": {"status": 403}}'
    wordpress.misbehave(AnswerInstead(403, said), method="POST", path=f"/wp/v2/users/{mia}", times=1)
    with pytest.raises(SiteTrouble, match="rest_cannot_edit") as refused:
        agent.call("update_user", id=mia, password=CANARY, approval_token=token)
    again = agent.call("update_user", id=mia, password=CANARY)["data"]["approval_request"]["approval_token"]
    done = agent.call("update_user", id=mia, password=CANARY, approval_token=again)
    assert done["success"] is True
    assert sent(wordpress) == [CANARY, CANARY]
    assert "CANARY" not in json.dumps([asked, str(refused.value), refused.value.details, done])
    assert CANARY.encode() not in everything(sayso.desk.database)
    out, err = capfd.readouterr()
    assert "CANARY" not in out + err


# C42.4
def test_the_same_password_again_is_the_same_step_and_another_is_another(sayso: Installed) -> None:
    agent = sayso.agent(Mode.CHAT)
    first = agent.call("create_user", **MIA, password=CANARY)
    assert agent.call("create_user", **MIA, password=CANARY)["step_id"] == first["step_id"]
    assert agent.call("create_user", **MIA, password=OTHER)["step_id"] != first["step_id"]
