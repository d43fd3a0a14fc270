"""The site's custom type, and a site in several languages."""

from __future__ import annotations

from tests.sample_site.conftest import Caller
from webapp.sample_site import SampleSite


def test_a_recipe_has_courses_and_an_address_of_its_own(owner: Caller) -> None:
    soup = owner.post("courses", name="Soup & bread").json
    assert (soup["taxonomy"], soup["name"]) == ("course", "Soup &amp; bread")
    made = owner.post("recipes", title="Caldo verde", courses=[soup["id"], 999]).json
    assert (made["type"], made["courses"], made["status"]) == ("recipe", [soup["id"]], "draft")
    assert made["link"] == f"http://harbour.test/?post_type=recipe&p={made['id']}"
    assert owner.post(f"recipes/{made['id']}", status="publish").json["link"] == (
        "http://harbour.test/recipe/caldo-verde/"
    )
    assert owner.get(f"courses/{soup['id']}").json["count"] == 1
    assert owner.get(f"posts/{made['id']}").status_code == 404


def test_a_type_tells_its_editors_more(owner: Caller, visitor: Caller) -> None:
    assert "labels" not in visitor.get("types/recipe").json
    assert visitor.get("types/recipe?context=edit").status_code == 401
    told = owner.get("types/recipe?context=edit").json
    assert (told["labels"]["singular_name"], told["rest_base"], told["taxonomies"]) == (
        "Recipe",
        "recipes",
        ["course"],
    )
    assert owner.get("types/book").json["code"] == "rest_type_invalid"


def test_a_site_in_several_languages_lists_one_of_them(site: SampleSite, owner: Caller) -> None:
    site.wp.languages = ("en", "de")
    page = owner.post("pages", title="Über uns", slug="about", status="publish", lang="de").json
    assert (page["lang"], page["link"]) == ("de", f"http://harbour.test/de/{page['slug']}/")
    assert [one["lang"] for one in owner.get("pages?search=bout").json] == ["en"]
    assert [one["id"] for one in owner.get("pages?lang=de").json] == [page["id"]]
    assert owner.post("pages", title="X", lang="pt").json["lang"] == "en"
