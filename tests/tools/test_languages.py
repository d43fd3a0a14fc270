"""C65: sites in several languages."""

from __future__ import annotations

import pytest

from tests.tools.stage import Stage, write_tool
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DropFields
from webapp.tools.items.languages import language_of


@pytest.fixture
def german(site: SampleSite) -> int:
    """A site in English and German; the German page is called like the English one."""
    site.wp.languages = ("en", "de")
    page: int = site.add("pages", title="About", slug="about", status="publish", lang="de")["id"]
    return page


# C65.1
def test_what_is_found_is_told_with_its_language(stage: Stage, german: int) -> None:
    listed = stage.read("list_pages", search="About")["pages"]
    assert [(page["id"], page["lang"]) for page in listed] == [(42, "en")]
    assert (stage.read("read_page", slug="about")["lang"], stage.read("read_page", id=german)["lang"]) == ("en", "de")


# C65.2
def test_a_step_says_the_language_and_everything_acts_on_that_item(
    stage: Stage, site: SampleSite, german: int
) -> None:
    stage.allow_direct_editing()
    proposal = stage.plan("update_page", id=german, title="Über uns", edit_target="live")
    assert proposal.effect == f"Update page {german} (About) in the language de: title."
    _, snapshot = stage.perform("update_page", id=german, title="Über uns", edit_target="live")
    assert (site.read("pages", german)["title"]["raw"], site.read("pages", german)["lang"]) == ("Über uns", "de")
    stage.restore(snapshot)
    assert site.read("pages", german)["title"]["raw"] == "About"
    assert site.read("pages", 42)["title"]["raw"] == "About"


# C65.3
def test_a_copy_carries_the_language(stage: Stage, site: SampleSite, german: int) -> None:
    performed, _ = stage.perform("update_page", id=german, title="Über uns")
    assert performed.copy_id is not None
    assert site.read("pages", performed.copy_id)["lang"] == "de"
    assert performed.made_copy is not None
    assert performed.made_copy.not_carried == ""


# C65.3
def test_a_copy_that_did_not_keep_the_language_is_said_to_be_so(stage: Stage, site: SampleSite, german: int) -> None:
    site.misbehave(DropFields(("lang",)), method="POST")
    performed, _ = stage.perform("update_page", id=german, title="Über uns")
    assert performed.made_copy is not None
    assert performed.made_copy.not_carried == "The copy could not take over: Language."


# C65.3
@pytest.mark.parametrize(
    ("link", "parent", "found"),
    [
        ("https://x.example/blog/de/ueber-uns/", 0, "de"),
        ("https://x.example/blog/ueber-uns/", 0, ""),
        ("https://x.example/blog/it/support/", 7, ""),
        ("https://x.example/blog/?page_id=4&lang=pt-br", 0, "pt-br"),
        ("https://x.example/blog/de/", 0, ""),
    ],
)
def test_a_language_that_only_the_address_tells_is_seen(link: str, parent: int, found: str) -> None:
    told = language_of("https://x.example/blog/wp-json/", {"link": link, "parent": parent})
    assert told == ({"about.lang_in_address": found} if found else {})


# C65.3
def test_a_new_copy_of_such_an_item_is_planned_with_a_warning(stage: Stage, site: SampleSite, german: int) -> None:
    site.change("pages", german, slug="ueber-uns")
    base = stage.base("update_page", id=german, title="Wir")
    del base["about.lang"]
    base["about.lang_in_address"] = "de"
    proposal = write_tool("update_page").write.predict({"id": german, "title": "Wir"}, base, stage.scene)
    assert proposal.warnings == [
        "Its address says that its language is de, and the site tells programs nothing of it: the draft copy may be "
        "in the site's default language until it is approved."
    ]
