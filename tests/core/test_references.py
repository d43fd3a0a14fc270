"""A write of a plan may refer to what an earlier step will make; it runs only upon what that step made (C63)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.acts import accept, counts, decide, opened, outcomes, plan, row, sent
from tests.core.test_page_building import DOT
from tests.installed import Agent, Installed
from webapp.core import reviews
from webapp.core.rights import Bar
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead

MENU_ITEMS = "/wp/v2/menu-items"


def shop() -> tuple[str, dict[str, Any]]:
    return "create_menu_item", {"menu_id": 3, "title": "Shop", "url": "/shop/"}


def below(step_id: str, title: str = "Bread") -> tuple[str, dict[str, Any]]:
    """A link below the one that an earlier step makes."""
    return "create_menu_item", {
        "menu_id": 3,
        "title": title,
        "url": "/shop/bread/",
        "parent": f"{{{{{step_id}.id}}}}",
    }


def planned_pair(agent: Agent) -> tuple[str, str]:
    """Plan a link, and one below it."""
    [first] = plan(agent, shop())
    [second] = plan(agent, below(first))
    return first, second


def test_the_answer_tells_how_to_refer_to_what_a_step_makes(agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    tool, arguments = shop()
    answer = agent.call(tool, **arguments)
    assert answer["review"]["refer_to_it"] == f"{{{{{answer['step_id']}.id}}}}"
    changed = agent.call("update_page", id=42, title="Our story")
    assert "refer_to_it" not in changed.get("review", {})


# C63.1
def test_a_reference_is_shown_as_it_was_sent_and_told_in_words(sayso: Installed, agent: Agent) -> None:
    first, second = planned_pair(agent)
    steps = agent.call("get_plan")["steps"]
    assert steps[1]["arguments"]["parent"] == f"{{{{{first}.id}}}}"
    full = agent.call("get_plan", step_id=second)["steps"][0]
    assert full["arguments"]["parent"] == f"{{{{{first}.id}}}}"
    assert "4503599627370" not in str(full)
    assert "what step 1 makes" in str(full["changes"])


def test_a_reference_is_shown_as_it_was_sent_where_numbers_are_sent_as_text(agent: Agent) -> None:
    [category] = plan(agent, ("create_term", {"taxonomy": "category", "name": "Rye"}))
    reference = f"{{{{{category}.id}}}}"
    answer = agent.call("create_post", title="Rye", categories=[reference])
    assert answer["arguments"]["categories"] == [reference]
    assert agent.call("get_plan", step_id=answer["step_id"])["steps"][0]["arguments"]["categories"] == [reference]


def test_references_within_a_text_name_their_step_as_people_count_them(agent: Agent) -> None:
    [file] = plan(agent, ("upload_media", {"file": DOT, "filename": "cake.png"}))
    text = f'<p>See <a href="{{{{{file}.url}}}}">the cake</a>.</p>'
    answer = agent.call("create_page", title="Cakes", content=text)
    changes = agent.call("get_plan", step_id=answer["step_id"])["steps"][0]["changes"]
    assert changes[1]["after"] == '<p>See <a href="{{step 1: url}}">the cake</a>.</p>'
    assert answer["arguments"]["content"] == text
    linked = agent.call("create_menu_item", menu_id=3, title="Cake", url=f"{{{{{file}.url}}}}")
    changes = agent.call("get_plan", step_id=linked["step_id"])["steps"][0]["changes"]
    assert changes[1]["after"] == "the url of what step 1 makes"


def test_the_true_id_takes_its_place_when_the_step_runs(agent: Agent, wordpress: SampleSite) -> None:
    planned_pair(agent)
    receipt = agent.call("apply_plan")
    assert outcomes(receipt) == ["applied", "applied"]
    made, under = (step["result"]["id"] for step in receipt["steps"])
    parents = [entry.body["parent"] for entry in wordpress.requests.writes() if "parent" in (entry.body or {})]
    assert parents == [made]
    assert made != under


def test_both_are_undone_one_by_one(sayso: Installed, agent: Agent, wordpress: SampleSite) -> None:
    planned_pair(agent)
    receipt = agent.call("apply_plan")
    agent.call("end_session")
    for step in reversed(receipt["steps"]):
        assert agent.call("restore_snapshot", snapshot_uuid=step["snapshots"][0])["restored"] is True


def test_a_reference_to_a_step_that_has_run_is_an_ordinary_id(agent: Agent, wordpress: SampleSite) -> None:
    [first] = plan(agent, shop())
    made = agent.call("apply_plan")["steps"][0]["result"]["id"]
    agent.call("end_session")
    tool, arguments = below(first)
    wordpress.requests.clear()
    assert agent.call(tool, **arguments)["success"] is True
    assert [entry.body["parent"] for entry in wordpress.requests.writes()] == [made]


def test_a_direct_write_can_not_wait_for_a_step(agent: Agent, wordpress: SampleSite) -> None:
    tool, arguments = shop()
    first = agent.call(tool, **arguments, _respira_plan=True)["step_id"]
    tool, arguments = below(first)
    with pytest.raises(Refusal) as refused:
        agent.call(tool, **arguments)
    assert refused.value.code == "respira_step_needs_other"
    assert sent(wordpress) == []


# C63.2
def test_with_the_first_step_discarded_the_second_does_not_run_and_says_why(
    agent: Agent, wordpress: SampleSite
) -> None:
    first, _second = planned_pair(agent)
    agent.call("discard_plan", step_ids=[first])
    receipt = agent.call("apply_plan")
    assert counts(receipt) == (0, 0, 1)
    assert receipt["steps"][0]["why"] == "It needs what step 1 makes, and that has not run."
    assert receipt["success"] is False
    assert sent(wordpress) == []


# C63.2
def test_with_the_first_step_failed_the_second_does_not_run(agent: Agent, wordpress: SampleSite) -> None:
    planned_pair(agent)
    plan(agent, ("update_page", {"id": 42, "title": "Our story"}))
    refusal = '{"code": "rest_cannot_create", "message": "No.", "data": {"status": 403}}'
    wordpress.misbehave(AnswerInstead(403, refusal), method="POST", path=MENU_ITEMS, times=1)
    receipt = agent.call("apply_plan", continue_on_error=True)
    assert outcomes(receipt) == ["failed", "not_run", "applied"]
    again = agent.call("apply_plan")
    assert outcomes(again) == ["applied", "applied"]


# C63.3
def test_applying_only_the_second_is_refused(agent: Agent, wordpress: SampleSite) -> None:
    _first, second = planned_pair(agent)
    with pytest.raises(Refusal) as refused:
        agent.call("apply_plan", step_ids=[second])
    assert refused.value.code == "respira_step_needs_other"
    assert "Step 2 needs what step 1 makes" in refused.value.message
    assert sent(wordpress) == []


# C63.3
def test_a_person_can_not_apply_the_second_alone(sayso: Installed, careful: Agent, wordpress: SampleSite) -> None:
    first, _second = planned_pair(careful)
    seen = accept(sayso, careful)
    decide(sayso, row(sayso, first), "reopen")
    plan_id = opened(sayso, careful).row.public_id
    del seen[first]
    with pytest.raises(Refusal) as refused:
        reviews.apply(sayso.desk, sayso.owner, plan_id, seen)
    assert refused.value.code == "respira_step_needs_other"
    assert sent(wordpress) == []


def test_what_a_person_accepted_runs_upon_what_the_first_step_made(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    planned_pair(careful)
    accept(sayso, careful)
    receipt = careful.call("apply_plan")
    assert outcomes(receipt) == ["applied", "applied"]


def test_the_page_says_what_is_in_the_way_once_the_first_step_is_dropped(sayso: Installed, careful: Agent) -> None:
    first, _second = planned_pair(careful)
    assert [step.bar for step in opened(sayso, careful).steps] == [None, None]
    decide(sayso, row(sayso, first), "drop")
    assert [step.bar for step in opened(sayso, careful).steps] == [None, Bar.NEEDS_OTHER]


# C63.5
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"menu_id": 3, "title": "A", "url": "/", "parent": "{{step_000000.id}}"}, "respira_step_not_found"),
        ({"menu_id": 3, "title": "A", "url": "/", "parent": "{{FIRST.price}}"}, "respira_invalid_arguments"),
        ({"menu_id": "{{FIRST.id}}", "title": "A", "url": "/"}, "respira_invalid_arguments"),
        ({"menu_id": 3, "title": "A", "url": "/", "position": "{{FIRST.id}}"}, "respira_step_needs_other"),
        ({"menu_id": 3, "title": "A", "url": "/", "parent": "{{CHANGE.id}}"}, "respira_invalid_arguments"),
    ],
    ids=["no such step", "no such field", "another kind", "an argument that can not wait", "makes nothing"],
)
def test_what_can_not_be_referred_to_is_refused(agent: Agent, arguments: dict[str, Any], code: str) -> None:
    first, change = plan(agent, shop(), ("update_page", {"id": 42, "title": "Our story"}))
    told = {
        name: value.replace("FIRST", first).replace("CHANGE", change) if isinstance(value, str) else value
        for name, value in arguments.items()
    }
    with pytest.raises(Refusal) as refused:
        agent.call("create_menu_item", **told)
    assert refused.value.code == code
    assert len(agent.call("get_plan")["steps"]) == 2


@pytest.mark.parametrize(
    ("word", "makes", "made"),
    [
        ("post", ("create_page", {"title": "Cake"}), "page"),
        ("page", ("create_post", {"title": "Cake"}), "post"),
        ("recipe", ("create_page", {"title": "Cake"}), "page"),
        ("page", ("create_term", {"taxonomy": "category", "name": "Cake"}), "term"),
        ("category", ("create_page", {"title": "Cake"}), "page"),
    ],
)
def test_a_link_says_of_what_kind_the_thing_is_that_an_earlier_step_makes(
    agent: Agent, word: str, makes: tuple[str, dict[str, Any]], made: str
) -> None:
    [first] = plan(agent, makes)
    with pytest.raises(Refusal) as refused:
        agent.call("create_menu_item", menu_id=3, title="Cake", object_type=word, object_id=f"{{{{{first}.id}}}}")
    assert refused.value.code == "respira_invalid_arguments"
    assert refused.value.message == f"The object_type is {word}, and step 1 makes a {made}."
    assert len(agent.call("get_plan")["steps"]) == 1


def test_another_keys_step_can_not_be_referred_to(sayso: Installed, agent: Agent) -> None:
    [first] = plan(agent, shop())
    other = sayso.agent()
    other.call("begin_session", mode="plan")
    tool, arguments = below(first)
    with pytest.raises(Refusal) as refused:
        other.call(tool, **arguments)
    assert refused.value.code == "respira_step_not_found"


def test_the_same_write_with_the_same_reference_is_one_step(agent: Agent) -> None:
    first, second = planned_pair(agent)
    tool, arguments = below(first)
    again = agent.call(tool, **arguments)
    assert (again["step_id"], again["deduplicated"]) == (second, True)


@pytest.mark.parametrize("number", [2**52 + 1, str(2**52 + 1)])
@pytest.mark.parametrize("planning", [True, False])
def test_a_number_that_reads_like_a_stand_in_is_refused(
    agent: Agent, wordpress: SampleSite, number: int | str, planning: bool
) -> None:
    if planning:
        plan(agent, shop())
    with pytest.raises(Refusal) as refused:
        agent.call("create_menu_item", menu_id=3, title="A", object_type="page", object_id=number)
    assert refused.value.code == "respira_invalid_arguments"
    assert refused.value.message.startswith(f"The number {number} is no id of anything")
    assert sent(wordpress) == []


def test_such_a_number_inside_a_text_is_refused_too_and_never_becomes_an_id(agent: Agent) -> None:
    plan(agent, shop())
    with pytest.raises(Refusal) as refused:
        agent.call("create_page", title="Primes", content=f"Is {2**52 + 1} one?")
    assert refused.value.code == "respira_invalid_arguments"
    assert refused.value.hint == "In a text, write it with separators."


def test_what_was_made_and_undone_can_not_be_referred_to(agent: Agent) -> None:
    [first] = plan(agent, shop())
    receipt = agent.call("apply_plan")
    agent.call("end_session")
    agent.call("restore_snapshot", snapshot_uuid=receipt["steps"][0]["snapshots"][0])
    tool, arguments = below(first)
    with pytest.raises(Refusal) as refused:
        agent.call(tool, **arguments)
    assert refused.value.code == "respira_step_needs_other"
    assert refused.value.message == "What step 1 made was undone since, so nothing can refer to it."


def test_a_pages_address_may_be_called_link_or_url(agent: Agent, wordpress: SampleSite) -> None:
    [page] = plan(agent, ("create_page", {"title": "Cakes"}))
    for field in ("link", "url"):
        plan(agent, ("create_menu_item", {"menu_id": 3, "title": field, "url": f"{{{{{page}.{field}}}}}"}))
    receipt = agent.call("apply_plan")
    assert outcomes(receipt) == ["applied", "applied", "applied"]
    link = receipt["steps"][0]["result"]["link"]
    sent_urls = [entry.body["url"] for entry in wordpress.requests.writes() if "url" in (entry.body or {})]
    assert sent_urls == [link, link]


def test_what_a_step_will_not_have_is_refused_when_it_is_planned(agent: Agent) -> None:
    [first] = plan(agent, shop())
    with pytest.raises(Refusal) as refused:
        agent.call("create_menu_item", menu_id=3, title="A", url=f"{{{{{first}.link}}}}")
    assert refused.value.message == "Of what step 1 makes only id can be referred to, not link."


def test_what_was_undone_and_made_again_is_referred_to_by_its_new_id(agent: Agent, wordpress: SampleSite) -> None:
    [first] = plan(agent, shop())
    receipt = agent.call("apply_plan")
    agent.call("end_session")
    undone = agent.call("restore_snapshot", snapshot_uuid=receipt["steps"][0]["snapshots"][0])
    agent.call("restore_snapshot", snapshot_uuid=undone["snapshot_uuid"])
    again = max(item["id"] for item in agent.call("list_menu_items", menu_id=3)["items"])
    tool, arguments = below(first)
    wordpress.requests.clear()
    agent.call(tool, **arguments)
    assert [entry.body["parent"] for entry in wordpress.requests.writes() if "parent" in entry.body] == [again]
    assert again != receipt["steps"][0]["result"]["id"]
