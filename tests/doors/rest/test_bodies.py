"""Whatever bytes arrive at the REST door, the answer is JSON that says what was wrong."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from flask import Flask, request
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.doors.rest.agent import RestAgent, told
from webapp.doors.rest_body import arguments_of

SESSION = "v2/snapshots/session/begin"
BEGIN = {"mode": "plan"}
# The agent only sends: it has no state that one example could leave to the next.
sixty = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.parametrize("body", [b"", b"  \n", None])
def test_no_body_is_an_empty_one_whatever_it_is_declared_as(agent: RestAgent, body: bytes | None) -> None:
    for kind in ("application/json", "application/json; charset=utf-8", "application/x-www-form-urlencoded", ""):
        assert agent.ask("POST", SESSION, body, Content_Type=kind)["success"] is True


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe{}", b"nonsense", b'{"mode": NaN}', b"\x00"])
def test_a_body_that_is_no_json_is_refused(agent: RestAgent, body: bytes) -> None:
    assert agent.refused("POST", SESSION, body) == (400, "respira_invalid_json")


@pytest.mark.parametrize("body", [b"[]", b"7", b'"plan"', b"true", b"null"])
def test_a_body_that_is_no_object_is_refused_in_a_sentence(agent: RestAgent, body: bytes) -> None:
    response = agent.send("POST", SESSION, body)
    assert (response.status_code, told(response)["code"]) == (400, "respira_invalid_arguments")
    assert told(response)["message"] == 'The body must be an object, such as {"id": 42}.'


def test_a_form_is_refused_and_text_is_read_as_json(agent: RestAgent) -> None:
    form = "application/x-www-form-urlencoded"
    assert agent.refused("POST", SESSION, b"mode=plan", Content_Type=form) == (415, "respira_body_not_json")
    assert agent.ask("POST", SESSION, b'{"mode": "plan"}', Content_Type="text/plain")["plan_mode"] is True


def test_an_upload_is_read_as_its_parts(app: Flask) -> None:
    data = {"file": (BytesIO(b"\x89PNG"), "cat.png", "image/png"), "title": "A cat"}
    with app.test_request_context("/?alt=cat", method="POST", data=data, content_type="multipart/form-data"):
        assert arguments_of(request) == {
            "file": "iVBORw==",
            "filename": "cat.png",
            "mime_type": "image/png",
            "title": "A cat",
            "alt": "cat",
        }


def test_an_upload_that_is_no_upload_or_too_large_is_refused(planner: RestAgent) -> None:
    kind = "multipart/form-data; boundary=x"
    assert planner.refused("PUT", "v2/pages/42", b"nonsense", Content_Type=kind)[0] == 400
    part = b'--x\r\nContent-Disposition: form-data; name="title"\r\n\r\n'
    assert planner.refused("PUT", "v2/pages/42", part + b"a" * 6 * 1024 * 1024, Content_Type=kind)[0] == 413
    file = part.replace(b"title", b'file"; filename="a')
    assert planner.refused("PUT", "v2/pages/42", file + b"a" * 6 * 1024 * 1024, Content_Type=kind)[0] == 413
    assert planner.refused("PUT", "v2/pages/42", file + b"a\r\n--x--", Content_Type=kind) == (
        400,
        "respira_invalid_arguments",
    )


@pytest.mark.promise("D-LIMIT-02")
def test_a_body_over_five_megabytes_is_refused_and_one_just_below_is_read(agent: RestAgent) -> None:
    def body(size: int) -> bytes:
        frame = len(b'{"mode": ""}')
        return b'{"mode": "' + b"a" * (size - frame) + b'"}'

    megabytes = 5 * 1024 * 1024
    assert agent.refused("POST", SESSION, body(megabytes)) == (400, "respira_invalid_arguments")
    assert agent.refused("POST", SESSION, body(megabytes + 1)) == (413, "respira_body_too_large")


def test_sixty_four_levels_are_read_and_no_more(agent: RestAgent) -> None:
    def body(levels: int) -> bytes:
        return b'{"mode": ' + b"[" * (levels - 1) + b"]" * (levels - 1) + b"}"

    assert agent.refused("POST", SESSION, body(64)) == (400, "respira_invalid_arguments")
    assert agent.refused("POST", SESSION, body(65)) == (400, "respira_invalid_json")
    assert agent.refused("POST", SESSION, body(200_000)) == (400, "respira_invalid_json")


@pytest.mark.parametrize("body", [b'{"title": "\\ud83d"}', b'{"\\udc00": 1}', b'{"note": [{"a": "\\ud800"}]}'])
def test_half_a_character_is_refused_in_a_sentence(agent: RestAgent, body: bytes) -> None:
    response = agent.send("POST", SESSION, body)
    assert (response.status_code, told(response)["code"]) == (400, "respira_invalid_arguments")
    assert "half a character" in told(response)["message"]


def test_bytes_in_an_address_that_are_no_text_are_answered(agent: RestAgent) -> None:
    assert agent.refused("GET", "v1/pages/%ff") == (400, "respira_invalid_arguments")
    assert agent.refused("GET", "v2/pages?status=%ff%fe") == (400, "respira_invalid_arguments")
    assert agent.refused("GET", "v1/%00") == (404, "rest_no_route")


methods = st.sampled_from(["GET", "POST", "PUT", "PATCH", "DELETE"])
paths = st.sampled_from(
    ["v2/pages/9999", "v1/abilities/invoke", "v1/abilities/search", "v2/plan/discard", SESSION, "v1/options/title"]
)
scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(st.characters(), max_size=20)
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
)
objects = st.fixed_dictionaries(
    {},
    optional={
        "ability": st.sampled_from(["respira/get-plan", "respira/update-page", "", "respira/"]) | values,
        "args": values,
        "id": values,
        "value": values,
        "step_ids": values,
        "_respira_plan": st.just(True) | values,
        "_respira_note": values,
        "approval_token": values,
    },
)


@sixty
@given(method=methods, path=paths, body=objects | values)
def test_any_json_is_answered(planner: RestAgent, method: str, path: str, body: object) -> None:
    response = planner.send(method, path, json.dumps(body).encode())
    told(response)
    assert response.status_code < 500


@sixty
@given(method=methods, path=paths, body=st.binary(max_size=60))
def test_any_bytes_are_answered(planner: RestAgent, method: str, path: str, body: bytes) -> None:
    response = planner.send(method, path, body)
    told(response)
    assert response.status_code < 500
