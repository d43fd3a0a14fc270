"""The codes by which programs tell one refusal from another, and the statuses that go with them."""

from __future__ import annotations

import re

import pytest

from webapp.errors import REASONS

NAMED = {
    "respira_plan_full": 409,
    "respira_plan_expired": 409,
    "respira_plan_needs_key": 409,
    "respira_step_not_found": 404,
    "respira_step_not_waiting": 409,
    "respira_nothing_waiting": 202,
    "respira_waiting_for_person": 202,
    "respira_step_stale": 409,
    "respira_outcome_unknown": 502,
    "respira_tool_off": 409,
    "respira_scope_denied": 403,
    "respira_site_forbids": 409,
    "respira_approval_required": 202,
    "respira_invalid_approval_token": 409,
    "respira_confirmation_required": 409,
    "respira_site_busy": 409,
    "respira_job_running": 202,
}


@pytest.mark.promise("D-NAME-01", "D-NAME-02")
def test_each_code_has_its_status() -> None:
    assert {code: REASONS[code][0] for code in NAMED} == NAMED


@pytest.mark.promise("D-NAME-01")
def test_codes_are_of_one_form_and_each_comes_with_words() -> None:
    for code, (_status, sentence, _hint) in REASONS.items():
        # The one code that clients of WordPress know for an address that is not served.
        assert re.fullmatch("respira_[a-z_]+", code) or code == "rest_no_route"
        assert sentence.endswith((".", "!", "?")), code


@pytest.mark.promise("D-NAME-02")
def test_where_a_status_makes_a_client_lose_the_code_the_sentence_names_it() -> None:
    assert [
        code for code, (status, sentence, _hint) in REASONS.items() if status == 403 and code not in sentence
    ] == []
