"""Promises of the tools for the navigations of block themes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools.stage import Stage, write_tool
from webapp.diffs.trees import lines
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead, DropFields
from webapp.tools.standing_in import stand_in

HOME = '<!-- wp:navigation-link {"label":"Home","url":"/"} /-->'
CAKES = '<!-- wp:navigation-link {"label":"Cakes","url":"/cakes/"} /-->'
MORE = f'<!-- wp:navigation-submenu {{"label":"More","url":"#"}} -->\n{CAKES}\n<!-- /wp:navigation-submenu -->'
TEXT = f"{HOME}\n\n{MORE}"


@pytest.fixture
def nav(site: SampleSite) -> int:
    site.wp.locations = {}
    made: int = site.add("navigation", title="Main", content=TEXT, status="publish")["id"]
    return made


def text(site: SampleSite, nav: int) -> str:
    raw: str = site.read("navigation", nav)["content"]["raw"]
    return raw


def entry(stage: Stage, nav: int, label: str) -> str:
    links = stage.read("read_navigation", id=nav)["links"]
    found = [*links, *(below for link in links for below in link.get("below", []))]
    return next(str(link["entry"]) for link in found if link["label"] == label)


def test_a_navigation_is_read_as_the_links_it_is(stage: Stage, nav: int) -> None:
    answer = stage.read("read_navigation", id=nav)
    assert [(link["label"], link["url"], link["new_tab"]) for link in answer["links"]] == [
        ("Home", "/", False),
        ("More", "#", False),
    ]
    assert [link["label"] for link in answer["links"][1]["below"]] == ["Cakes"]
    assert "content" not in answer
    assert stage.read("read_navigation", id=nav, content=True)["content"] == TEXT


def test_navigations_are_listed_without_their_text(stage: Stage, nav: int) -> None:
    answer = stage.read("list_navigation")
    assert answer["navigations"] == [{"id": nav, "title": "Main", "status": "publish", "links": 2}]
    assert (answer["total"], answer["shown"]) == (1, "navigation")


def test_a_link_to_a_page_goes_in_and_out_again(stage: Stage, site: SampleSite, nav: int) -> None:
    arguments = {"id": nav, "action": "add", "object_type": "page", "object_id": 42, "position": 2}
    proposal = stage.plan("update_navigation", **arguments)
    assert proposal.effect == 'Add the link "About" to the navigation Main.'
    assert (proposal.target.kind, proposal.target.id) == ("navigation", str(nav))
    assert lines(proposal.changes[0].before) == ["Home (/)", "More (#)", "– Cakes (/cakes/)"]
    assert lines(proposal.changes[0].after) == [
        "Home (/)", f"About ({site.url}/about/)", "More (#)", "– Cakes (/cakes/)"
    ]  # fmt: skip
    _, snapshot = stage.perform("update_navigation", **arguments)
    new = f'{{"label":"About","type":"page","id":42,"url":"{site.url}/about/","kind":"post-type"}}'
    added = f"{HOME}\n\n<!-- wp:navigation-link {new} /-->\n\n{MORE}"
    assert text(site, nav) == added
    restored, redo = stage.restore(snapshot)
    assert text(site, nav) == TEXT
    assert restored.message == "The navigation Main is back as it was."
    stage.undo_restore(redo)
    assert text(site, nav) == added


def test_a_link_gets_another_address_and_stands_for_a_page_no_more(stage: Stage, site: SampleSite, nav: int) -> None:
    stage.perform("update_navigation", id=nav, action="add", object_type="category", object_id=2, label="<b>News</b>")
    kept = '"label":"\\u0026lt;b\\u0026gt;News\\u0026lt;/b\\u0026gt;"'
    assert kept in text(site, nav)
    assert '"type":"category","id":2,' in text(site, nav)
    stage.perform(
        "update_navigation", id=nav, action="change", entry=entry(stage, nav, "<b>News</b>"), url="/n/", new_tab=True
    )
    assert f'{{{kept},"url":"/n/","kind":"custom","opensInNewTab":true}}' in text(site, nav)


def test_what_goes_along_with_a_link_is_said(stage: Stage, nav: int) -> None:
    proposal = stage.plan("update_navigation", id=nav, action="remove", entry=entry(stage, nav, "More"))
    assert proposal.effect == 'Remove the link "More" from the navigation Main.'
    assert list(proposal.warnings) == ["What stands below it goes too: Cakes."]


def test_a_second_change_is_told_upon_the_first(stage: Stage, nav: int) -> None:
    write = write_tool("update_navigation").write
    first = {"id": nav, "action": "remove", "entry": entry(stage, nav, "Home")}
    second = {"id": nav, "action": "change", "entry": entry(stage, nav, "Cakes"), "label": "Pies"}
    state = stage.base("update_navigation", **first)
    state |= write.predict(first, state, stage.scene).after
    assert lines(write.predict(second, state, stage.scene).changes[0].after) == ["More (#)", "– Pies (/cakes/)"]
    with pytest.raises(Refusal, match="an earlier step of the plan changes or removes it"):
        write.predict({**first, "action": "change", "label": "Start"}, state, stage.scene)


def test_what_an_earlier_step_makes_is_not_looked_up(stage: Stage, nav: int) -> None:
    """C63"""
    proposal = stage.plan("update_navigation", id=nav, action="add", object_type="page", object_id=stand_in(2))
    assert proposal.effect == 'Add the link "what step 2 makes" to the navigation Main.'


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"action": "add", "label": "X"}, "needs a label and a url, or an object"),
        ({"action": "add", "label": "X", "url": "javascript:x"}, "can not link to a javascript: address"),
        ({"action": "add", "url": "/x/", "object_type": "page", "object_id": 42}, "send one of them"),
        ({"action": "add", "object_id": 42}, "needs its object_type"),
        ({"action": "add", "object_type": "page", "object_id": 999}, "There is no page 999"),
        ({"action": "change", "label": "X"}, "say its entry"),
        ({"action": "change", "entry": "abc"}, "Nothing to change"),
        ({"action": "remove", "entry": "abc", "label": "X"}, "leave out label"),
        ({"action": "remove", "entry": "abc"}, "has no entry abc"),
    ],
)
def test_what_makes_no_sense_is_refused(stage: Stage, nav: int, arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        stage.plan("update_navigation", id=nav, **arguments)


def test_a_navigation_that_visitors_do_not_see_is_flagged(stage: Stage, site: SampleSite, nav: int) -> None:
    def warning(navigation_id: int) -> str | None:
        return stage.read("read_navigation", id=navigation_id).get("warning")

    assert warning(nav) is None
    newer = site.add("navigation", title="Newer", content=HOME, status="publish", date="2031-01-01T00:00:00")["id"]
    assert warning(nav) == f"The theme names no navigation and shows the newest one, which is navigation {newer}."
    named = f'<!-- wp:navigation {{"ref":{newer}}} /-->'
    site.change("template-parts", "harbour-blocks//header", content=named)
    assert warning(nav) == f"The header shows navigation {newer}, not this one."
    assert warning(newer) is None
    site.change("navigation", newer, status="draft")
    assert warning(newer) == "It is not published, so visitors do not see it."
    site.wp.locations = {"primary": "Primary menu"}
    said = "The theme has places for menus and shows those, so visitors may not see this navigation."
    assert warning(nav) == said
    plan = stage.plan("update_navigation", id=nav, action="add", label="X", url="/x/")
    assert list(plan.warnings) == [said]


def test_a_link_to_a_draft_is_flagged(stage: Stage, nav: int) -> None:
    plan = stage.plan("update_navigation", id=nav, action="add", object_type="page", object_id=311)
    assert list(plan.warnings) == [
        "It links to something that visitors do not see yet, and WordPress shows no such link."
    ]


def test_a_later_change_is_not_run_over(stage: Stage, site: SampleSite, nav: int) -> None:
    _, snapshot = stage.perform("update_navigation", id=nav, action="add", label="X", url="/x/")
    site.change("navigation", nav, content=HOME)
    with pytest.raises(Refusal, match=r"Changed again since then: Links\."):
        stage.restore(snapshot)


def test_after_an_error_the_navigation_is_looked_at(stage: Stage, site: SampleSite, nav: int) -> None:
    broken = AnswerInstead(500, '{"code":"broken","message":"No","data":{"status":500}}', saving=True)
    site.misbehave(broken, method="POST", path=f"/wp/v2/navigation/{nav}", times=1)
    performed, _ = stage.perform("update_navigation", id=nav, action="add", label="X", url="/x/")
    assert performed.result["links"] == ["Home (/)", "More (#)", "– Cakes (/cakes/)", "X (/x/)"]
    site.misbehave(DropFields(("content",)), method="POST", path=f"/wp/v2/navigation/{nav}")
    with pytest.raises(SiteTrouble, match="respira_nothing_stored"):
        stage.perform("update_navigation", id=nav, action="add", label="Y", url="/y/")
