from __future__ import annotations

import pytest

from tests.tools.stage import Stage
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.tools.standing_in import stand_in
from webapp.tools.term_choice import names_of, term_ids

CATEGORIES, TAGS = "wp/v2/categories", "wp/v2/tags"


def test_terms_are_chosen_by_id_and_by_name_whatever_the_case(stage: Stage, site: SampleSite) -> None:
    sale, labs = site.add("tags", name="Sale")["id"], site.add("tags", name="R&D > Labs")["id"]
    site.add("tags", name="Sales")
    assert term_ids(stage.wordpress, TAGS, [labs, "sale", " SALE ", "r&d > labs"]) == [labs, sale]


def test_digits_are_a_name_where_a_term_is_called_so_and_an_id_elsewhere(stage: Stage, site: SampleSite) -> None:
    year = site.add("tags", name="2026")["id"]
    assert term_ids(stage.wordpress, TAGS, ["2026", str(year)]) == [year]


def test_what_stands_in_for_a_term_passes_through(stage: Stage) -> None:
    assert term_ids(stage.wordpress, TAGS, [stand_in(3), str(stand_in(4))]) == [stand_in(3), stand_in(4)]


# C22.4, C63.4
def test_a_term_that_is_not_there_is_refused_by_its_name(stage: Stage, site: SampleSite) -> None:
    sale = site.add("tags", name="Sale")["id"]
    with pytest.raises(Refusal, match=r"The site does not have these tags: Nowhere, 999\.") as refused:
        term_ids(stage.wordpress, TAGS, ["Nowhere", sale, 999, "sale"])
    assert refused.value.code == "respira_not_found"


def test_a_name_that_several_have_is_refused_with_their_ids_and_parents(stage: Stage, site: SampleSite) -> None:
    about = site.add("categories", name="About")["id"]
    top = site.add("categories", name="Team")["id"]
    below = site.add("categories", name="Team", parent=about)["id"]
    with pytest.raises(Refusal) as refused:
        term_ids(stage.wordpress, CATEGORIES, ["Team"])
    assert refused.value.message == (
        f"Several categories are called Team: {top} (at the top), {below} (below About)."
    )
    assert term_ids(stage.wordpress, CATEGORIES, [below]) == [below]


def test_names_of_many_ids_take_few_requests(stage: Stage, site: SampleSite) -> None:
    ids = [site.add("tags", name=f"R&D {number}")["id"] for number in range(101)]
    site.requests.clear()
    names = names_of(stage.wordpress, TAGS, [*ids, 9999, stand_in(1), 0])
    assert (len(names), names[ids[0]]) == (101, "R&D 0")
    assert len(site.requests.all()) == 2
