"""Which addresses the REST door has, and that each is answered in JSON and never with a redirect."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.doors.rest.agent import RestAgent, told
from webapp.doors import rest_routes
from webapp.doors.rest_routes import ROUTES, Route
from webapp.tools.catalogue import CATALOGUE

NO_ROUTE = (404, "rest_no_route")


def test_every_tool_has_a_route() -> None:
    assert set(CATALOGUE) - {route.tool for route in ROUTES} == set()


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_no_route_hides_another(route: Route) -> None:
    path = re.sub(r"\{\w+\}", "7", route.path)
    for number in route.versions:
        found = rest_routes.find(route.method, f"{number}/{path}")
        assert found is not None
        assert found.route is route


def test_what_stands_in_a_path_is_an_argument_of_the_tool() -> None:
    for route in ROUTES:
        if route.tool in CATALOGUE:
            assert set(route.arguments) <= set(CATALOGUE[route.tool].schema["properties"]), route.path


def test_an_address_that_is_not_served_is_told_in_json(agent: RestAgent) -> None:
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"):
        assert agent.refused(method, "v1/nothing/here") == NO_ROUTE
        assert agent.refused(method, "v3/pages") == NO_ROUTE
    assert agent.refused("GET", "../wp/v2/pages") == NO_ROUTE
    assert agent.refused("GET", "v1/pages/42/more") == NO_ROUTE
    assert agent.refused("GET", "v1/pages%0A") == NO_ROUTE
    assert agent.refused("DELETE", "v1/pages") == NO_ROUTE


def test_a_put_to_ping_finds_no_route_so_that_a_client_sees_its_methods_arrive(agent: RestAgent) -> None:
    assert agent.refused("PUT", "v1/ping", {"x": 1}) == NO_ROUTE
    assert agent.ask("GET", "v1/ping") == {"success": True, "message": "pong"}


def test_a_method_nobody_knows_is_told_in_json(agent: RestAgent) -> None:
    response = agent.send("BREW", "v1/pages")
    assert response.status_code == 405
    assert response.get_json()["code"] == "http_405"


def test_the_front_says_what_this_is_without_a_key(nobody: RestAgent) -> None:
    for address in ("/wp-json", "/wp-json/", "/?rest_route=/", "/index.php?rest_route=/"):
        response = nobody.client.get(address)
        assert response.status_code == 200
        assert response.get_json()["name"] == "Sayso"
        assert response.get_json()["namespaces"] == ["respira/v1", "respira/v2"]


def test_each_namespace_lists_its_routes_without_a_key(nobody: RestAgent) -> None:
    listed = nobody.ask("GET", "v2")
    assert listed["namespace"] == "respira/v2"
    assert listed["routes"]["/respira/v2/pages/{id}"] == {"methods": ["GET", "PUT"]}
    assert nobody.ask("GET", "v1")["routes"]["/respira/v1/pages/{id}"] == {"methods": ["GET", "PUT", "DELETE"]}


def test_the_other_spelling_of_an_address_reaches_the_same_door(app: Flask, agent: RestAgent) -> None:
    def get(address: str) -> list[int]:
        response = agent.client.get(address, headers=agent.headers)
        return [page["id"] for page in told(response)["pages"]]

    plain = get("/wp-json/respira/v2/pages?per_page=2")
    assert len(plain) == 2
    assert get("/?rest_route=/respira/v2/pages&per_page=2") == plain
    assert get("/?per_page=2&rest_route=%2Frespira%2Fv2%2Fpages") == plain
    assert get("/index.php?rest_route=/respira/v2/pages&per_page=2") == plain
    refused = agent.client.get("/?rest_route=/wp/v2/pages", headers=agent.headers)
    assert (refused.status_code, told(refused)["code"]) == NO_ROUTE


@pytest.mark.parametrize(
    "address",
    [
        "/?rest%5Froute=/respira/v1/ping",
        "/?%72est_route=/respira/v1/ping",
        "/?rest_route[]=/respira/v1/ping",
        "/?rest_route%5B0%5D=/respira/v1/ping",
        "/index.php/?rest_route=/respira/v1/ping",
        "/index.php/wp-json/respira/v1/ping",
        "/index.php//wp-json/respira/v1/ping/",
    ],
)
def test_every_spelling_of_an_address_reaches_the_door(nobody: RestAgent, address: str) -> None:
    response = nobody.client.get(address)
    assert (response.status_code, told(response)) == (200, {"success": True, "message": "pong"})


def test_the_front_in_every_spelling_is_told_in_json(nobody: RestAgent) -> None:
    for address in ("/index.php/wp-json", "/index.php/wp-json/", "/?rest_route[]=", "/index.php/?rest%5Froute=/"):
        assert told(nobody.client.get(address))["name"] == "Sayso"


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "OPTIONS"])
@pytest.mark.parametrize("path", ["oauth-protected-resource", "oauth-authorization-server/mcp", "", "a\nb"])
def test_a_well_known_address_that_is_not_served_is_told_in_json(nobody: RestAgent, method: str, path: str) -> None:
    response = nobody.client.open(f"/.well-known/{path}", method=method)
    assert (response.status_code, response.mimetype) == (404, "application/json")
    if method != "HEAD":
        assert told(response)["code"] == "rest_no_route"


def test_the_front_page_for_people_stays_where_it_is(agent: RestAgent) -> None:
    assert agent.client.get("/").headers["Location"] == "/plans"
    assert agent.client.get("/?respira_preview=nothing").mimetype == "text/html"


def test_slashes_too_many_lead_to_no_redirect(agent: RestAgent) -> None:
    for address in ("/wp-json/respira/v1/ping/", "/wp-json//respira/v1/ping", "//wp-json/respira//v1/ping//"):
        response = agent.client.get("/", headers=agent.headers, environ_overrides={"PATH_INFO": address})
        assert response.status_code == 200


@pytest.mark.parametrize("path", ["v1/pages", "v1/pages/", "v2/plan", "v1/ping", "", "v2/openapi.json", "v1/nothing"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_no_address_answers_with_a_redirect_or_a_page(nobody: RestAgent, method: str, path: str) -> None:
    response = nobody.send(method, path)
    assert response.status_code in (200, 401, 404)
    assert response.mimetype == "application/json"


def test_head_is_answered_as_get_without_a_body(agent: RestAgent) -> None:
    response = agent.send("HEAD", "v2/pages")
    assert (response.status_code, response.get_data()) == (200, b"")


def test_options_tells_the_methods_without_a_key(nobody: RestAgent) -> None:
    response = nobody.send("OPTIONS", "v1/pages/42")
    assert response.headers["Allow"] == "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
    assert nobody.send("OPTIONS", "v1/ping").headers["Allow"] == "GET, HEAD, OPTIONS"


def test_what_a_client_asks_before_its_first_call(agent: RestAgent) -> None:
    assert agent.ask("GET", "v2/status")["plan_mode"] is True
    known = agent.ask("GET", "v2/server/compatibility")
    assert (known["plugin_version"], known["min_mcp_version"]) == ("9.1.0", "8.3.0")
    assert "plan_mode" in known["features"]
    assert agent.ask("POST", "v1/server/compatibility") == known
    assert agent.ask("GET", "v1/context/builder-info")["active_builder"] == {"name": "gutenberg"}


def test_without_a_key_a_client_learns_nothing_of_the_site(nobody: RestAgent) -> None:
    for path in ("v2/status", "v2/pages", "v2/plan", "v1/abilities/search", "v2/server/compatibility"):
        response = nobody.send("GET", path)
        assert (response.status_code, told(response)["code"]) == (401, "respira_key_missing")
        assert response.headers["WWW-Authenticate"] == "Bearer"
    unknown = RestAgent(nobody.client.application, "respira_" + "x" * 36)
    assert unknown.refused("GET", "v2/status") == (401, "respira_invalid_key")


def test_another_websites_page_and_another_hosts_name_are_refused_with_the_code_in_the_message(
    agent: RestAgent,
) -> None:
    for headers in ({"Origin": "https://evil.example"}, {"Host": "evil.example"}, {"Origin": "null"}):
        response = agent.send("GET", "v2/pages", **headers)
        assert response.status_code == 403
        assert told(response)["message"].startswith("respira_foreign_request: ")
    assert agent.send("GET", "v2/pages", Origin="http://localhost").status_code == 200


def test_the_door_reads_no_cookie_and_sets_none(agent: RestAgent) -> None:
    response = agent.send("GET", "v2/pages")
    assert "Set-Cookie" not in response.headers
    assert "Location" not in response.headers
    assert response.headers["Cache-Control"] == "no-store"
