"""Secrets are hidden wherever a request is shown, and nothing else is; what is stored and sent keeps them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.core.acts import row
from tests.installed import Installed
from tests.promises.acts import plan
from tests.promises.doors import Agent
from webapp.sample_site import SampleSite

SECRETS = [
    "api_key", "apiKey", "API-KEY", "x-api-key", "X_Api_Key", "apikey", "token", "access_token", "accessToken",
    "auth.token", "password", "Password", "user_pass", "userPass", "smtp password", "secret", "client_secret",
    "clientSecret", "CLIENT-SECRET", "cookie", "Set-Cookie", "cookies",
]  # fmt: skip
PLAIN = ["author", "tokenize", "secretary", "title", "keyboard", "monkey", "passenger", "cookiecutter", "bypass"]


def planned(agent: Agent, meta: dict[str, Any]) -> dict[str, Any]:
    [step] = plan(agent, ("update_page", {"id": 42, "meta": meta}))
    return step


@pytest.mark.promise("P-STEP-08", "D-WORD-08")
def test_a_key_that_looks_like_a_secret_shows_as_redacted_whatever_its_case_and_separators(agent: Agent) -> None:
    step = planned(agent, dict.fromkeys(SECRETS, "canary"))
    assert step["arguments"]["meta"] == dict.fromkeys(SECRETS, "redacted")
    for answer in (step, agent.call("get_plan"), agent.call("get_plan", step_id=step["step_id"])):
        assert "canary" not in json.dumps(answer)


@pytest.mark.promise("P-STEP-08")
def test_nothing_else_is_hidden(agent: Agent) -> None:
    meta = dict.fromkeys(PLAIN, "canary")
    assert planned(agent, meta)["arguments"] == {"id": 42, "meta": meta}
    assert agent.call("get_plan")["steps"][0]["arguments"] == {"id": 42, "meta": meta}


# C42.1
@pytest.mark.promise("P-STEP-08")
def test_secrets_are_hidden_at_any_depth_and_inside_lists(agent: Agent) -> None:
    deep = {
        "a": [{"b": [{"apiKey": "canary", "author": "Ana"}]}, "plain"],
        "password": ["canary"],
        "cookie": {"x": 1},
    }
    shown = {"a": [{"b": [{"apiKey": "redacted", "author": "Ana"}]}, "plain"], "password": "redacted"}
    step = planned(agent, deep)
    assert step["arguments"]["meta"] == {**shown, "cookie": "redacted"}
    assert agent.call("get_plan")["steps"][0]["arguments"] == step["arguments"]


@pytest.mark.promise("P-STEP-08", "D-WORD-10")
def test_a_secret_in_arguments_that_came_as_text_is_hidden_too(agent: Agent) -> None:
    [step] = plan(agent, ("update_page", {"id": 42, "meta": '{"x-api-key": "canary", "a": 1}'}))
    assert step["arguments"] == {"id": 42, "meta": {"x-api-key": "redacted", "a": 1}}


@pytest.mark.promise("P-STEP-08", "D-WORD-20")
def test_a_secret_inside_json_text_is_hidden_in_the_step_and_in_every_look_at_the_plan(
    sayso: Installed, agent: Agent
) -> None:
    step = planned(agent, {"settings": '{"api_key":"canary","colour":"red"}'})
    assert step["arguments"]["meta"] == {"settings": '{"api_key": "redacted", "colour": "red"}'}
    for answer in (agent.call("get_plan"), agent.call("get_plan", step_id=step["step_id"])):
        assert answer["steps"][0]["arguments"] == step["arguments"]
        assert "canary" not in json.dumps(answer)
    kept = row(sayso, step["step_id"])
    assert "canary" in json.dumps(sayso.desk.sealer.unseal(f"step.request {kept.public_id}", kept.request))


# C42.2
@pytest.mark.promise("P-STEP-08", "D-WORD-10")
def test_what_is_stored_and_sent_keeps_the_secret_and_the_receipt_does_not_show_it(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    wordpress.register_meta("shop_api_key")
    step = planned(agent, {"shop_api_key": "canary"})
    kept = row(sayso, step["step_id"])
    assert "canary" in json.dumps(sayso.desk.sealer.unseal(f"step.request {kept.public_id}", kept.request))
    receipt = agent.call("apply_plan")
    assert receipt["applied"] == 1
    assert "canary" not in json.dumps(receipt)
    assert wordpress.read("pages", receipt["steps"][0]["result"]["id"])["meta"]["shop_api_key"] == "canary"


@pytest.mark.promise("D-WORD-09")
def test_a_long_text_is_shortened_with_its_length_and_shown_whole_for_one_step(agent: Agent) -> None:
    """C59.1 in part: one step can be read in full."""
    long = "word " * 1000
    [step] = plan(agent, ("update_page", {"id": 42, "excerpt": long, "title": "x" * 2000}))
    shown = f"{long[:2000]}... (5,000 characters in all)"
    assert step["arguments"] == {"id": 42, "excerpt": shown, "title": "x" * 2000}
    assert agent.call("get_plan")["steps"][0]["arguments"] == step["arguments"]
    [whole] = agent.call("get_plan", step_id=step["step_id"])["steps"]
    assert whole["arguments"] == {"id": 42, "excerpt": long, "title": "x" * 2000}
