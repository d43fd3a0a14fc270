"""Promises of revised steps: they take the place of what was sent back, and say what they answer."""

from __future__ import annotations

import pytest

from tests.core.acts import accept, bin_page, link, opened, plan, row, sent, statuses, tagline, text, title
from tests.core.test_notes import ask, kept, say
from tests.installed import Agent, Installed
from webapp.core import revisions
from webapp.data import Site
from webapp.errors import Refusal
from webapp.sample_site import SampleSite


def revise(agent: Agent, step: str, write: tuple[str, dict[str, object]]) -> dict[str, object]:
    tool, arguments = write
    return agent.call(tool, **arguments, _respira_revises=step)


def test_a_revised_step_takes_the_place_of_the_one_that_was_sent_back_and_answers_its_note(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    first, second = plan(careful, title(42, "Our long story"), tagline("B"))
    accept(sayso, careful)
    ask(sayso, first, "Two words.")
    told = revise(careful, first, title(42, "Our story"))
    note = kept(sayso)[0].public_id
    assert told["position"] == 3
    assert f"It takes the place of step 1 ({first}), at the end of the plan." in told["message"]
    assert (told["review"]["revises"], told["review"]["answers"]) == (first, note)
    assert told["plan"]["step_ids"] == [second, told["step_id"]]
    new = row(sayso, told["step_id"])
    assert (new.replaces_id, new.answers, new.status) == (row(sayso, first).id, note, "planned")
    assert statuses(sayso, [first, second]) == ["discarded", "accepted"]
    settled = kept(sayso)[0]
    assert (settled.answer_id, settled.settled_by) == (new.id, None)
    view = opened(sayso, careful)
    assert [(step.row.position, step.revises) for step in view.steps] == [(2, None), (3, 1)]
    accept(sayso, careful)
    assert careful.call("apply_plan")["applied"] == 2
    assert sent(wordpress)[0] == "POST /wp/v2/settings"


def test_what_the_agent_sends_for_the_same_item_revises_without_saying_so(sayso: Installed, careful: Agent) -> None:
    first, other = plan(careful, title(42, "Our long story"), title(311, "The team"))
    ask(sayso, first, "Shorter.")
    ask(sayso, other, "Shorter.")
    assert careful.call("update_page", id=311, title="Team")["review"]["revises"] == other
    assert statuses(sayso, [first, other]) == ["sent_back", "discarded"]


def test_what_makes_something_revises_the_only_one_of_its_kind_that_was_sent_back(
    sayso: Installed, careful: Agent
) -> None:
    services, shop = plan(careful, link("Services"), link("Shop"))
    ask(sayso, services, "Call it Work.")
    careful.call("get_plan")
    assert (
        careful.call("create_menu_item", menu_id=3, title="Work", url="/our-work/")["review"]["revises"] == services
    )
    ask(sayso, shop, "Call it Store.")
    careful.call("get_plan")
    last = careful.call("create_menu_item", menu_id=3, title="Store", url="/store/")
    assert last["review"]["revises"] == shop


def test_what_an_agent_makes_before_it_was_told_takes_the_place_of_nothing(sayso: Installed, careful: Agent) -> None:
    services = plan(careful, link("Services"))[0]
    ask(sayso, services, "Call it Work.")
    other = careful.call("create_menu_item", menu_id=3, title="Shop", url="/shop/")
    assert "revises" not in other["review"]
    assert [note["text"] for note in other["review"]["notes"]] == ["Call it Work."]
    assert statuses(sayso, [services]) == ["sent_back"]


def test_a_step_that_waits_can_be_revised_without_having_been_sent_back(sayso: Installed, careful: Agent) -> None:
    first = plan(careful, title(42, "Our long story"))[0]
    accept(sayso, careful)
    told = revise(careful, first, title(42, "Our story"))
    assert told["review"]["revises"] == first
    assert "answers" not in told["review"]
    assert statuses(sayso, [first, told["step_id"]]) == ["discarded", "planned"]


def test_a_question_is_answered_by_a_revised_step(sayso: Installed, careful: Agent) -> None:
    first = plan(careful, title(42, "Our long story"))[0]
    note = say(sayso, careful, "question", "Could it be shorter?", first)
    told = revise(careful, first, title(42, "Our story"))
    assert told["review"]["answers"] == note.public_id
    assert opened(sayso, careful).held is None


def test_the_same_write_again_is_told_that_a_change_was_asked_for(sayso: Installed, careful: Agent) -> None:
    first = plan(careful, title(42, "Our long story"))[0]
    ask(sayso, first, "Two words.", ("Shorter",))
    for again in (
        careful.call("update_page", id=42, title="Our long story"),
        revise(careful, first, title(42, "Our long story")),
    ):
        assert (again["step_id"], again["deduplicated"]) == (first, True)
        assert again["review"]["warnings"] == [
            "The person sent step 1 back, and this is the same write again, so nothing is different. Olive Owner "
            f'wrote: “[Shorter] Two words.” Change the write, and send it with _respira_revises: "{first}".'
        ]
    assert statuses(sayso, [first]) == ["sent_back"]


def test_only_a_waiting_step_of_the_live_plan_can_be_revised(sayso: Installed, careful: Agent) -> None:
    with pytest.raises(Refusal, match="There is no plan, so it has no step step_0") as told:
        revise(careful, "step_0", title(42, "Our story"))
    assert told.value.code == "respira_step_not_found"
    first = plan(careful, title(42, "Our long story"))[0]
    with pytest.raises(Refusal, match="There is no step step_0 in this plan"):
        revise(careful, "step_0", title(42, "Our story"))
    accept(sayso, careful)
    careful.call("apply_plan")
    with pytest.raises(Refusal, match="is applied, so no other takes its place") as told:
        revise(careful, first, title(42, "Our story"))
    assert told.value.code == "respira_step_not_waiting"


def test_a_write_that_revises_is_planned_also_where_plan_mode_is_off(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    planned = agent.call("update_page", id=42, title="Our long story", _respira_plan=True)["step_id"]
    ask(sayso, planned, "Shorter.")
    told = revise(agent, planned, title(42, "Our story"))
    assert (told["code"], told["review"]["revises"]) == ("respira_plan_step", planned)
    assert sent(wordpress) == []


def test_a_call_that_makes_several_writes_can_not_take_the_place_of_one(sayso: Installed, careful: Agent) -> None:
    first = plan(careful, title(42, "Our long story"))[0]
    ask(sayso, first, "Shorter.")
    with pytest.raises(
        Refusal, match="_respira_revises says whose place one write takes, and this call makes several"
    ):
        careful.call(
            "build_page", title="Work", structure=[{"type": "text", "text": "Boats."}], _respira_revises=first
        )


def test_steps_that_refer_to_the_replaced_one_are_named_and_can_not_run(sayso: Installed, careful: Agent) -> None:
    page = careful.call("create_page", title="Services")
    careful.call(
        "create_menu_item", menu_id=3, title="Services", object_type="page", object_id=page["review"]["refer_to_it"]
    )
    ask(sayso, page["step_id"], "Call it Work.")
    careful.call("get_plan")
    told = careful.call("create_page", title="Work")
    assert told["review"]["warnings"] == ["Step 2 refers to step 1, which is replaced: plan that again too."]
    assert opened(sayso, careful).steps[0].bar is not None


def test_steps_that_were_shown_upon_the_replaced_one_are_shown_anew_and_others_keep_their_yes(
    sayso: Installed, careful: Agent
) -> None:
    first, second, third = plan(careful, tagline("B"), tagline("C"), title(42, "Our story"))
    accept(sayso, careful)
    revise(careful, first, tagline("D"))
    assert statuses(sayso, [first, second, third]) == ["discarded", "planned", "accepted"]
    changes = [step.gist[0] for step in opened(sayso, careful).steps if step.row.tool == "update_option"]
    assert [(change["before"], change["after"]) for change in changes] == [
        ("Joinery on the waterfront", "C"),
        ("C", "D"),
    ]


def test_a_full_plan_has_room_for_a_revised_step(sayso: Installed, careful: Agent) -> None:
    steps = plan(careful, *[link(f"Number {number}") for number in range(50)])
    ask(sayso, steps[7], "Shorter.")
    told = revise(careful, steps[7], link("Seven"))
    assert (told["position"], told["plan"]["pending_steps"]) == (51, 50)
    with pytest.raises(Refusal) as full:
        careful.call("create_menu_item", menu_id=3, title="One more", url="/more/")
    assert full.value.code == "respira_plan_full"


def test_a_revision_that_is_refused_leaves_the_former_step_as_it_was(sayso: Installed, careful: Agent) -> None:
    first = plan(careful, title(42, "Our long story"))[0]
    ask(sayso, first, "Shorter.")
    with sayso.desk.writing() as session:
        session.get_one(Site, sayso.site.id).protected = [{"kind": "page", "id": "311", "name": "The team"}]
    with pytest.raises(Refusal, match="protected"):
        revise(careful, first, bin_page(311))
    assert statuses(sayso, [first]) == ["sent_back"]
    assert kept(sayso)[0].settled_at is None


def test_two_versions_of_a_step_are_compared_by_what_they_would_leave() -> None:
    def change(field: str, before: object, after: object) -> dict[str, object]:
        return {"field": field, "label": field, "kind": "text", "before": before, "after": after}

    former = [change("title", "About", "Long"), change("excerpt", "Old", "New"), change("slug", "about", "us")]
    now = [change("title", "About", "Short"), change("slug", "about", "us"), change("status", "draft", "publish")]
    assert revisions.against_former(former, now) == [
        change("title", "Long", "Short"),
        change("status", "draft", "publish"),
        change("excerpt", "New", "Old"),
    ]


def test_what_a_revised_step_said_before_is_there_to_compare(sayso: Installed, careful: Agent) -> None:
    first = plan(careful, text(42, "<p>A long story.</p>"))[0]
    ask(sayso, first, "Shorter.")
    new = row(sayso, revise(careful, first, text(42, "<p>A story.</p>"))["step_id"])
    with sayso.desk.reading() as session:
        found = revisions.former_shown(session, sayso.desk, new)
    assert found is not None
    assert [change["after"] for change in found[1]] == ["<p>A long story.</p>"]
