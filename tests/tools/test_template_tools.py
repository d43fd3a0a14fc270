"""Promises of the tools for templates and their parts."""

from __future__ import annotations

import pytest

from tests.tools.stage import Stage
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead, DropFields

PAGE, HEADER = "harbour-blocks//page", "harbour-blocks//header"
NEW = "<!-- wp:paragraph -->\n<p>Open on Sundays.</p>\n<!-- /wp:paragraph -->"


@pytest.fixture
def site(site: SampleSite) -> SampleSite:
    site.wp.locations = {}
    return site


def test_templates_are_listed_without_their_text_and_read_with_it(stage: Stage) -> None:
    listed = stage.read("list_templates", per_page=2)
    assert [one["id"] for one in listed["templates"]] == ["harbour-blocks//index", PAGE]
    assert (listed["total"], listed["total_pages"]) == (3, 2)
    assert "content" not in listed["templates"][0]
    read = stage.read("read_template", id=PAGE)
    assert (read["title"], read["changed_on_site"], read["in_theme"]) == ("Pages", False, True)
    assert read["content"].startswith("<!-- wp:template-part")
    parts = stage.read("list_template_parts")["template_parts"]
    assert [(one["title"], one["area"]) for one in parts] == [("Header", "header"), ("Footer", "footer")]
    assert "wp:site-title" in stage.read("read_template_part", id=HEADER)["content"]


def test_a_theme_without_templates_says_so(stage: Stage, site: SampleSite) -> None:
    site.wp.locations = {"primary": "Primary menu"}
    answer = stage.read("list_templates")
    assert (answer["total"], answer["warning"]) == (0, "The site has no templates: only block themes do.")


@pytest.mark.parametrize(
    ("tool", "kind", "template_id"),
    [("update_template", "templates", PAGE), ("update_template_part", "template-parts", HEADER)],
)
def test_undoing_the_first_change_of_a_theme_file_brings_the_file_back(
    stage: Stage, site: SampleSite, tool: str, kind: str, template_id: str
) -> None:
    before = site.read(kind, template_id)
    proposal = stage.plan(tool, id=template_id, content=NEW)
    word = "template" if kind == "templates" else "template part"
    title = before["title"]["raw"]
    assert proposal.effect == f"Change the {word} {title}: text."
    assert list(proposal.warnings) == [
        f"Every page that is drawn with this {word} changes at once.",
        "The site gets its own copy; later updates of the theme no longer change it.",
    ]
    assert proposal.undo == "Undo deletes the site's copy, so the theme's file is shown again."
    performed, snapshot = stage.perform(tool, id=template_id, content=NEW)
    assert (site.read(kind, template_id)["source"], list(performed.differs)) == ("custom", [])
    restored, redo = stage.restore(snapshot)
    assert site.read(kind, template_id) == before
    assert restored.message == f"{word.capitalize()} {title} is back as it was."
    stage.undo_restore(redo)
    assert site.read(kind, template_id)["content"]["raw"] == NEW


def test_undoing_a_later_change_puts_the_former_text_of_the_copy_back(stage: Stage, site: SampleSite) -> None:
    site.change("templates", PAGE, content=NEW, title="Ours")
    before = site.read("templates", PAGE)
    proposal = stage.plan("update_template", id=PAGE, content="<!-- wp:post-content /-->", description="New")
    assert proposal.undo == "Undo puts its former text back."
    _, snapshot = stage.perform("update_template", id=PAGE, content="<!-- wp:post-content /-->", description="New")
    stage.restore(snapshot)
    assert {**site.read("templates", PAGE), "modified": 0} == {**before, "modified": 0}


def test_two_changes_come_back_one_after_the_other_and_not_the_first_alone(stage: Stage, site: SampleSite) -> None:
    before = site.read("templates", PAGE)
    _, first = stage.perform("update_template", id=PAGE, content=NEW)
    _, second = stage.perform("update_template", id=PAGE, title="Ours")
    with pytest.raises(Refusal, match="Changed again since then: Title"):
        stage.restore(first)
    stage.restore(second)
    stage.restore(first)
    assert site.read("templates", PAGE) == before


def test_a_change_by_somebody_else_is_noticed_and_not_run_over(stage: Stage, site: SampleSite) -> None:
    base = stage.base("update_template", id=PAGE, content=NEW)
    site.change("templates", PAGE, content="<!-- wp:post-content /-->")
    assert stage.moved_since(base, "update_template", id=PAGE, content=NEW) == ["live.content", "live.source"]
    _, snapshot = stage.perform("update_template", id=PAGE, content=NEW)
    site.change("templates", PAGE, content="<!-- wp:post-title /-->")
    with pytest.raises(Refusal, match="Changed again since then: Text"):
        stage.restore(snapshot)


@pytest.mark.parametrize("template_id", ["harbour-blocks//none", "none", "../../settings"])
def test_a_template_that_is_not_there_is_refused(stage: Stage, template_id: str) -> None:
    with pytest.raises(Refusal):
        stage.plan("update_template", id=template_id, content=NEW)


def test_nothing_to_change_is_refused(stage: Stage) -> None:
    with pytest.raises(Refusal, match="Nothing to change"):
        stage.plan("update_template", id=PAGE)


def test_after_an_error_the_template_is_looked_at(stage: Stage, site: SampleSite) -> None:
    broken = AnswerInstead(500, '{"code":"broken","message":"No","data":{"status":500}}', saving=True)
    site.misbehave(broken, method="POST", path=f"/wp/v2/templates/{PAGE}", times=1)
    performed, _ = stage.perform("update_template", id=PAGE, content=NEW)
    assert performed.after == {"live.content": NEW, "live.source": "custom"}
    site.misbehave(DropFields(("title",)), method="POST", path=f"/wp/v2/templates/{PAGE}")
    with pytest.raises(SiteTrouble, match="respira_nothing_stored"):
        stage.perform("update_template", id=PAGE, title="Ours")


def test_undoing_a_change_of_a_text_sends_and_compares_the_text_only(stage: Stage, site: SampleSite) -> None:
    site.change("templates", PAGE, content=NEW, title="Ours")
    _, snapshot = stage.perform("update_template", id=PAGE, content="<!-- wp:post-content /-->", title="Ours")
    site.change("templates", PAGE, title="Theirs since")
    restored, redo = stage.restore(snapshot)
    template = site.read("templates", PAGE)
    assert (template["content"]["raw"], template["title"]["raw"]) == (NEW, "Theirs since")
    assert list(restored.differs) == []
    stage.undo_restore(redo)
    template = site.read("templates", PAGE)
    assert (template["content"]["raw"], template["title"]["raw"]) == ("<!-- wp:post-content /-->", "Theirs since")
