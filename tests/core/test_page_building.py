"""A page built in one call: its image, the page and its menu entry, each a step; and where it has to stop."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any

import pytest

from tests.core.acts import counts, on_site, sent
from tests.installed import Agent, Installed
from webapp.data import Mode
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead
from webapp.tools.tool import ManyTool, Part, Parts

SECTIONS: list[dict[str, Any]] = [
    {"type": "hero", "heading": "Wedding cakes", "text": "Baked the night before."},
    {"type": "text", "text": "You taste three cakes."},
]
DOT = base64.b64encode(
    base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    )
).decode()


@pytest.fixture
def planner(sayso: Installed) -> Agent:
    """An agent whose every write becomes a step."""
    return sayso.agent(Mode.CHAT)


def test_each_of_its_writes_is_a_step_that_refers_to_the_one_before(planner: Agent, wordpress: SampleSite) -> None:
    image = {"file": DOT, "filename": "cake.png", "alt": "A cake"}
    answer = planner.call(
        "build_page", title="Wedding cakes", structure=SECTIONS, featured_image=image, menu_id=3, menu_title="Cakes"
    )
    tools = [step["tool"].removeprefix("respira_wordpress_") for step in answer["steps"]]
    assert tools == ["upload_media", "create_page", "create_menu_item"]
    upload, page, entry = answer["steps"]
    assert page["arguments"]["featured_media"] == f"{{{{{upload['step_id']}.id}}}}"
    assert entry["arguments"]["object_id"] == f"{{{{{page['step_id']}.id}}}}"
    assert "stopped" not in answer
    assert sent(wordpress) == []


def test_applied_the_entry_leads_to_the_page_and_the_page_has_its_image(
    planner: Agent, wordpress: SampleSite
) -> None:
    image = {"file": DOT, "filename": "cake.png", "alt": "A cake"}
    planner.call("build_page", title="Wedding cakes", structure=SECTIONS, featured_image=image, menu_id=3)
    receipt = planner.call("apply_plan")
    assert counts(receipt) == (3, 0, 0)
    upload, page, _entry = (step["result"] for step in receipt["steps"])
    writes = {entry.route: entry.body for entry in wordpress.requests.writes()}
    assert writes["/wp/v2/pages"]["featured_media"] == upload["id"]
    assert writes["/wp/v2/menu-items"]["object_id"] == page["id"]


def test_without_an_image_it_takes_one_of_the_site_or_of_an_earlier_step(planner: Agent) -> None:
    upload = planner.call("upload_media", file=DOT, filename="cake.png")
    reference = upload["review"]["refer_to_it"]
    answer = planner.call("build_page", title="Cakes", structure=SECTIONS, featured_media=reference)
    assert answer["steps"][0]["arguments"]["featured_media"] == reference
    assert counts(planner.call("apply_plan")) == (2, 0, 0)


def test_an_image_of_an_earlier_step_is_in_the_page_with_its_true_id(planner: Agent, wordpress: SampleSite) -> None:
    upload = planner.call("upload_media", file=DOT, filename="cake.png")["step_id"]
    image = {"url": f"{{{{{upload}.url}}}}", "media_id": f"{{{{{upload}.id}}}}", "alt": "A cake"}
    answer = planner.call("build_page", title="Cakes", structure=[{"type": "gallery", "items": [image]}])
    assert f'class="wp-image-{{{{{upload}.id}}}}"' in answer["steps"][0]["arguments"]["content"]
    change = planner.call("get_plan", step_id=answer["step_id"])["steps"][0]["changes"][1]
    assert '<img src="{{step 1: url}}" alt="A cake" class="wp-image-{{step 1: id}}"/>' in change["after"]
    receipt = planner.call("apply_plan")
    made, page = (step["result"]["id"] for step in receipt["steps"])
    content = wordpress.read("pages", page)["content"]["raw"]
    assert f'<!-- wp:image {{"id":{made},"sizeSlug":"full","linkDestination":"none"}} -->' in content
    assert f'class="wp-image-{made}"' in content


def test_its_image_does_not_take_the_address_that_the_page_asks_for(planner: Agent, wordpress: SampleSite) -> None:
    image = {"file": DOT, "filename": "cakes.png", "alt": "A cake"}
    answer = planner.call("build_page", title="Cakes", structure=SECTIONS, featured_image=image)
    assert answer["steps"][0]["arguments"]["title"] == "cakes image"
    made = planner.call("apply_plan")["steps"][0]["result"]["id"]
    assert wordpress.read("media", made)["slug"] == "cakes-image"


def test_a_menu_entry_of_a_page_that_waits_warns_that_visitors_do_not_see_it(planner: Agent, agent: Agent) -> None:
    warning = "It links to something that visitors do not see yet."
    planner.call("build_page", title="Cakes", structure=SECTIONS, menu_id=3)
    told = planner.call("get_plan")["review"]["warnings"]
    assert [(one["position"], one["warnings"]) for one in told] == [(2, [warning])]
    made = agent.call("build_page", title="Tarts", structure=SECTIONS, menu_id=3)
    assert made["steps"][1]["review"]["warnings"] == [warning]


def test_where_the_theme_has_no_menus_it_stops_and_says_what_to_plan_next(
    planner: Agent, wordpress: SampleSite
) -> None:
    wordpress.misbehave(AnswerInstead(200, "{}"), method="GET", path="/wp/v2/menu-locations")
    answer = planner.call("build_page", title="Wedding cakes", structure=SECTIONS, menu_id=3)
    assert [step["tool"] for step in answer["steps"]] == ["respira_wordpress_create_page"]
    assert answer["stopped"] == {
        "after": answer["step_id"],
        "why": (
            "The site's theme shows its navigation by a block, whose link needs the page's own address, and the page "
            "has that only once it is made."
        ),
        "plan_next": "respira_wordpress_update_navigation, with the page's title and link.",
    }


def test_where_the_next_tool_is_off_the_purpose_to_switch_on_is_named(
    sayso: Installed, planner: Agent, wordpress: SampleSite
) -> None:
    wordpress.misbehave(AnswerInstead(200, "{}"), method="GET", path="/wp/v2/menu-locations")
    on_site(sayso, tools_off=["list_navigation", "update_navigation"])
    answer = planner.call("build_page", title="Wedding cakes", structure=SECTIONS, menu_id=3)
    assert answer["stopped"]["plan_next"].endswith(
        "It is off for this key: the owner switches on Menus and navigation first."
    )
    warning = planner.call("list_menus")["warning"]
    assert warning.endswith("It may show a navigation: the owner switches on Menus and navigation first.")


def test_outside_plan_mode_it_makes_them_one_after_the_other(agent: Agent, wordpress: SampleSite) -> None:
    answer = agent.call("build_page", title="Wedding cakes", structure=SECTIONS, menu_id=3)
    assert answer["success"] is True
    page, _entry = answer["steps"]
    assert [entry.body["object_id"] for entry in wordpress.requests.writes() if "object_id" in entry.body] == [
        page["id"]
    ]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"builder": "elementor"}, "Pages are built of WordPress's own blocks here, not with elementor."),
        (
            {"featured_media": 12, "featured_image": {"file": DOT, "filename": "cake.png"}},
            "Send featured_media or featured_image, not both.",
        ),
        ({"menu_id": 99}, "There is no menu 99 on the site."),
    ],
)
def test_what_can_not_be_built_is_refused_whole(planner: Agent, more: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal) as refused:
        planner.call("build_page", title="Wedding cakes", structure=SECTIONS, **more)
    assert words in refused.value.message
    assert planner.call("get_plan")["steps"] == []


def test_words_of_a_page_that_look_like_a_part_of_the_call_stay_words(agent: Agent, wordpress: SampleSite) -> None:
    image = {"file": DOT, "filename": "cake.png", "alt": "A cake"}
    text = [{"type": "text", "text": "See {{part_1.id}} and {{part_7.url}}."}]
    answer = agent.call("build_page", title="{{part_2.title}}", structure=text, featured_image=image)
    page = wordpress.read("pages", answer["steps"][1]["id"])
    assert page["title"]["raw"] == "{{part_2.title}}"
    assert "See {{part_1.id}} and {{part_7.url}}." in page["content"]["raw"]
    assert page["featured_media"] == answer["steps"][0]["id"]


def test_a_write_that_needs_what_the_one_before_did_not_answer_is_not_made(
    agent: Agent, wordpress: SampleSite
) -> None:
    refers = Part("update_page", {"id": 42, "title": "{{part_1.subtitle}}"}, ("title",))
    parts = Parts([Part("update_page", {"id": 46, "title": "Find us"}), refers])
    tool = agent.desk.catalogue["build_page"]
    assert isinstance(tool, ManyTool)
    catalogue = {**agent.desk.catalogue, "build_page": replace(tool, parts=lambda *_call: parts)}
    other = replace(agent, desk=replace(agent.desk, catalogue=catalogue))
    told = other.call("build_page", title="A", structure=SECTIONS)["steps"][1]
    assert (told["code"], told["message"]) == ("respira_invalid_arguments", "What write 1 made has no subtitle.")
    assert sent(wordpress) == ["POST /wp/v2/pages"]


def test_a_login_that_may_not_change_menus_is_told_before_the_site_is_asked(
    sayso: Installed, planner: Agent, wordpress: SampleSite
) -> None:
    on_site(sayso, capabilities=["edit_pages"])
    with pytest.raises(Refusal) as refused:
        planner.call("build_page", title="Wedding cakes", structure=SECTIONS, menu_id=3)
    assert refused.value.code == "respira_site_forbids"
    assert "it lacks edit_theme_options" in refused.value.message


def test_what_the_menu_links_to_is_told_by_its_own_step_also_behind_other_steps(planner: Agent) -> None:
    for number in range(3):
        planner.call("create_menu_item", menu_id=3, title=f"Link {number}", url="/somewhere/")
    answer = planner.call("build_page", title="Wedding cakes", structure=SECTIONS, menu_id=3)
    page, entry = answer["steps"]
    told = planner.call("get_plan", step_id=entry["step_id"])["steps"][0]["changes"]
    links = [change["after"] for change in told if change["field"] == "url"]
    assert (page["position"], links) == (4, ["what step 4 makes"])
