"""Promises of finding a term or a user that an owner wants to keep from agents."""

from __future__ import annotations

import pytest

from tests.tools.stage import Stage
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.tools.protection import protection


def found(stage: Stage, kind: str, typed: str) -> tuple[str, str, str]:
    item = protection.find(stage.wordpress, kind, typed)
    return item.kind, item.id, item.name


def test_a_term_is_found_by_its_name_and_its_number(stage: Stage, site: SampleSite) -> None:
    labs = str(site.add("categories", name="R&D > Labs")["id"])
    for typed in ("r&d > labs", labs):
        assert found(stage, "term", typed) == ("term", labs, "category R&D > Labs")
    target = stage.plan("update_term", taxonomy="category", id=int(labs), slug="labs").target
    assert (target.kind, target.id) == ("term", labs)


def test_a_name_that_two_terms_have_is_asked_for_by_number(stage: Stage, site: SampleSite) -> None:
    tag, category = (site.add(kind, name="Sale")["id"] for kind in ("tags", "categories"))
    with pytest.raises(Refusal, match="Several terms are called sale") as refused:
        found(stage, "term", "sale")
    assert refused.value.hint == f"Type the number: {category} (category Sale), {tag} (tag Sale)."
    with pytest.raises(Refusal, match="There is no term Nowhere"):
        found(stage, "term", "Nowhere")


@pytest.mark.parametrize("typed", ["1", "OWNER", "owner@harbour-grain.example"])
def test_a_user_is_found_by_what_people_call_them(stage: Stage, typed: str) -> None:
    assert found(stage, "user", typed) == ("user", "1", "owner")
    target = stage.plan("update_user", id=1, first_name="Olive").target
    assert (target.kind, target.id) == ("user", "1")


@pytest.mark.parametrize("typed", ["nobody", "999"])
def test_a_user_that_is_not_there_is_told(stage: Stage, typed: str) -> None:
    with pytest.raises(Refusal, match=f"There is no user {typed} on the site"):
        found(stage, "user", typed)
