"""Promises of finding a menu's place, a navigation or a template that an owner wants to keep from agents."""

from __future__ import annotations

import pytest

from tests.tools.stage import Stage
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.tools.protection import protection


def test_what_writes_name_as_their_target_is_found_by_what_people_call_it(stage: Stage, site: SampleSite) -> None:
    def found(kind: str, *names: str) -> set[tuple[str, str]]:
        items = [protection.find(stage.wordpress, kind, name) for name in names]
        return {(item.kind, item.id) for item in items}

    def target(tool: str, **arguments: object) -> set[tuple[str, str]]:
        planned = stage.plan(tool, **arguments).target
        return {(planned.kind, planned.id)}

    place = target("assign_menu_location", location="primary", menu_id=0)
    assert found("menu_location", "primary", "PRIMARY menu") == place
    site.wp.locations = {}
    nav = site.add("navigation", title="Main", status="publish")["id"]
    link = target("update_navigation", id=nav, action="add", label="X", url="/x/")
    assert found("navigation", str(nav), "main") == link
    page = "harbour-blocks//page"
    assert found("template", page, "Pages") == target("update_template", id=page, title="X")
    header = "harbour-blocks//header"
    assert found("template_part", header, "header") == target("update_template_part", id=header, title="X")


def test_several_of_one_name_are_told_apart_by_their_numbers(stage: Stage, site: SampleSite) -> None:
    ids = [site.add("navigation", title="Main", status="publish")["id"] for _ in range(2)]
    with pytest.raises(Refusal) as told:
        protection.find(stage.wordpress, "navigation", "Main")
    assert told.value.hint == f"Type one of: {ids[0]}, {ids[1]}."
    with pytest.raises(Refusal) as none:
        protection.find(stage.wordpress, "template", "Pages")
    assert (none.value.message, none.value.hint) == (
        "There is no template Pages on the site.",
        "The site has no template.",
    )
