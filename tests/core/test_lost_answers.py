"""An answer that is lost or unreadable: nothing is sent twice, and the receipt says what the site holds."""

from __future__ import annotations

import json
import re

import pytest

from tests import taking_back
from tests.core.acts import (
    as_if_long_ago,
    bin_page,
    error,
    link,
    on_site,
    outcomes,
    plan,
    row,
    sent,
    statuses,
    tagline,
    title,
)
from tests.installed import Agent, Installed
from webapp.core import reconciling
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import (
    BYTE_ORDER_MARK,
    DIE_AFTER_SAVING,
    DIE_BEFORE_SAVING,
    PHP_NOTICE,
    AnswerInstead,
    JunkBefore,
    Rule,
    Slow,
    html,
)

# A write of every kind, with the request it comes to.
EVERY_KIND = {
    "POST /wp/v2/pages": title(42, "Our story"),
    "POST /wp/v2/menu-items": link("Services"),
    "DELETE /wp/v2/pages/311": bin_page(311),
    "POST /wp/v2/settings": tagline("Wood, slowly"),
}
EVERY_REQUEST = list(EVERY_KIND)

NO_RIGHT = '{"code":"rest_cannot_create","message":"Sorry, you are not allowed.","data":{"status":403}}'
BROKEN = '{"code":"db_error","message":"Could not update the post.","data":{"status":500}}'


def misbehave(wordpress: SampleSite, rule: Rule, request_line: str) -> None:
    """Let the next such write meet this."""
    method, route = request_line.split()
    wordpress.misbehave(rule, method=method, path=route, times=1)


def orders(wordpress: SampleSite) -> list[int]:
    """The numbers of the main menu's three items."""
    return [item["menu_order"] for item in wordpress.wp.store.list("menu-items")][:3]


def landed(wordpress: SampleSite) -> tuple[int, int, str, str]:
    """How many copies of About and links to Services there are, Team's status, the tagline."""
    pages = [item for item in wordpress.wp.store.list("pages") if item["title"] == "Our story"]
    links = [item for item in wordpress.wp.store.list("menu-items") if item["title"] == "Services"]
    team, tagline = wordpress.read("pages", 311)["status"], wordpress.read("settings")["description"]
    return len(pages), len(links), team, tagline


UNTOUCHED = (0, 0, "draft", "Joinery on the waterfront")
DONE = (1, 1, "trash", "Wood, slowly")


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(html(status=504, saving=True), id="504"),
        pytest.param(DIE_AFTER_SAVING, id="closed"),
        pytest.param(html(status=200, saving=True), id="firewall"),
        pytest.param(AnswerInstead(200, "<p>Thank you.</p>", "text/html", saving=True), id="unreadable"),
        pytest.param(AnswerInstead(500, BROKEN, saving=True), id="500"),
    ],
)
@pytest.mark.promise("D-RCPT-02")
def test_a_write_that_landed_before_its_answer_was_lost_is_applied(
    agent: Agent, wordpress: SampleSite, rule: Rule
) -> None:
    """C04.1, C04.2, C04.5, C13.4"""
    plan(agent, *EVERY_KIND.values())
    for request_line in EVERY_REQUEST:
        misbehave(wordpress, rule, request_line)
    receipt = agent.call("apply_plan")
    assert outcomes(receipt) == ["applied", "applied", "applied", "applied"]
    assert receipt["success"] is True
    assert agent.call("apply_plan")["code"] == "respira_nothing_waiting"
    assert sent(wordpress) == EVERY_REQUEST
    assert landed(wordpress) == DONE


def test_c04_5_an_update_of_a_live_page_that_landed_unheard_is_applied(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    """C04.5"""
    on_site(sayso, direct_editing=True)
    plan(agent, ("update_page", {"id": 42, "title": "Our story", "edit_target": "live"}))
    misbehave(wordpress, DIE_AFTER_SAVING, "POST /wp/v2/pages/42")
    assert outcomes(agent.call("apply_plan")) == ["applied"]
    assert sent(wordpress) == ["POST /wp/v2/pages/42"]
    assert wordpress.read("pages", 42)["title"]["raw"] == "Our story"


def test_a_write_that_landed_unheard_can_be_undone(sayso: Installed, agent: Agent, wordpress: SampleSite) -> None:
    plan(agent, title(42, "Our story"))
    misbehave(wordpress, DIE_AFTER_SAVING, "POST /wp/v2/pages")
    step = agent.call("apply_plan")["steps"][0]
    assert step["links"][0].startswith("http://localhost/?respira_preview=")
    taking_back.restore(sayso.desk, sayso.owner, step["snapshots"][0])
    assert wordpress.read("pages", step["result"]["id"])["status"] == "trash"


@pytest.mark.promise("D-RCPT-02", "D-RUN-01")
def test_when_it_can_not_be_known_the_step_never_runs_again_by_itself_until_a_look_finds_nothing(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    unknown, later = plan(agent, link("Services"), tagline("Wood, slowly"))
    misbehave(wordpress, DIE_BEFORE_SAVING, "POST /wp/v2/menu-items")
    receipt = agent.call("apply_plan")
    assert outcomes(receipt) == ["failed", "not_run"]
    assert error(receipt, 1) == ("respira_outcome_unknown", 502)
    assert receipt["steps"][0]["error"]["hint"] == "Look at the site before anything is sent again."
    assert statuses(sayso, [unknown, later]) == ["unknown", "not_run"]
    assert agent.call("get_plan")["pending_steps"] == 1
    with pytest.raises(Refusal, match="it is not known whether it was saved"):
        agent.call("apply_plan", step_ids=[unknown, later])
    assert outcomes(agent.call("apply_plan")) == ["applied"]
    assert sent(wordpress) == ["POST /wp/v2/menu-items", "POST /wp/v2/settings"]
    with pytest.raises(Refusal, match="the site may still be at work on it"):
        reconciling.check(sayso.desk, row(sayso, unknown))
    assert statuses(sayso, [unknown]) == ["unknown"]
    as_if_long_ago(sayso.desk)
    assert reconciling.check(sayso.desk, row(sayso, unknown)) == "no"
    assert agent.call("get_plan")["pending_steps"] == 1
    assert outcomes(agent.call("apply_plan")) == ["applied"]
    assert landed(wordpress) == (0, 1, "draft", "Wood, slowly")


def test_a_gateway_that_gave_up_leaves_it_unknown_and_its_status_is_told(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    step = plan(agent, link("Services"))[0]
    misbehave(wordpress, html(status=504), "POST /wp/v2/menu-items")
    assert error(agent.call("apply_plan"), 1) == ("respira_outcome_unknown", 504)
    assert statuses(sayso, [step]) == ["unknown"]


def test_after_an_unreadable_answer_a_look_that_finds_the_change_makes_the_step_applied_and_other_words_do_not(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    step = plan(agent, tagline("Wood, slowly"))[0]
    misbehave(wordpress, AnswerInstead(200, "<p>Saved.</p>", "text/html"), "POST /wp/v2/settings")
    agent.call("apply_plan")
    wordpress.change("settings", description="Somebody else's words")
    assert reconciling.check(sayso.desk, row(sayso, step)) == "unknown"
    assert statuses(sayso, [step]) == ["unknown"]
    wordpress.change("settings", description="Wood, slowly")
    before = row(sayso, step)
    assert reconciling.check(sayso.desk, before) == "yes"
    assert statuses(sayso, [step]) == ["applied"]
    assert outcomes(agent.call("get_plan")["last_receipt"]) == ["applied"]
    assert sent(wordpress) == ["POST /wp/v2/settings"]
    with pytest.raises(Refusal, match="settled already"):
        reconciling.check(sayso.desk, before)


@pytest.mark.promise("P-RCPT-09", "D-STEP-02", "D-RUN-01")
def test_an_error_after_which_nothing_is_on_the_site_is_a_failure_that_waits_again(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    steps = plan(agent, *EVERY_KIND.values())
    for request_line in EVERY_REQUEST:
        misbehave(wordpress, AnswerInstead(500, BROKEN), request_line)
    receipt = agent.call("apply_plan", continue_on_error=True)
    assert outcomes(receipt) == ["failed", "failed", "failed", "failed"]
    assert [error(receipt, position) for position in (1, 2, 3, 4)] == [("db_error", 500)] * 4
    assert receipt["steps"][0]["error"]["message"] == "Could not update the post."
    assert [row(sayso, step).wrote_nothing for step in steps] == [True, True, True, True]
    assert landed(wordpress) == UNTOUCHED
    assert outcomes(agent.call("apply_plan")) == ["applied", "applied", "applied", "applied"]
    assert landed(wordpress) == DONE


@pytest.mark.promise("P-RCPT-09")
def test_a_refusal_of_the_site_keeps_its_code_its_words_and_its_status(agent: Agent, wordpress: SampleSite) -> None:
    plan(agent, title(42, "Our story"))
    misbehave(wordpress, AnswerInstead(403, NO_RIGHT), "POST /wp/v2/pages")
    receipt = agent.call("apply_plan")
    assert error(receipt, 1) == ("rest_cannot_create", 403)
    assert receipt["steps"][0]["error"]["message"] == "Sorry, you are not allowed."
    assert agent.call("get_plan")["pending_steps"] == 1


def test_a_slow_site_is_waited_for(agent: Agent, wordpress: SampleSite) -> None:
    """C04.4"""
    plan(agent, link("Services"))
    misbehave(wordpress, Slow(before=0.5, after=0.5), "POST /wp/v2/menu-items")
    assert outcomes(agent.call("apply_plan")) == ["applied"]
    assert sent(wordpress) == ["POST /wp/v2/menu-items"]


@pytest.mark.parametrize("junk", [PHP_NOTICE, BYTE_ORDER_MARK, JunkBefore("NULL\nbool(true)\n")])
def test_junk_around_the_answer_of_a_write_that_worked_does_no_harm(
    agent: Agent, wordpress: SampleSite, junk: Rule
) -> None:
    """C13.1, C13.2, C13.3"""
    plan(agent, *EVERY_KIND.values())
    for request_line in EVERY_REQUEST:
        misbehave(wordpress, junk, request_line)
    receipt = agent.call("apply_plan")
    assert outcomes(receipt) == ["applied", "applied", "applied", "applied"]
    assert "/srv/plugin.php" not in json.dumps(receipt)
    assert receipt["message"].count("Something on the site prints other text around its answers") == 1
    assert sent(wordpress) == EVERY_REQUEST
    assert landed(wordpress) == DONE


def test_junk_around_what_is_read_does_not_get_into_the_copy_or_the_undo(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    """C13.5"""
    wordpress.misbehave(PHP_NOTICE, method="GET")
    before = wordpress.read("pages", 42)["content"]["raw"]
    plan(agent, title(42, "Our story"), bin_page(311))
    receipt = agent.call("apply_plan")
    assert outcomes(receipt) == ["applied", "applied"]
    assert wordpress.read("pages", receipt["steps"][0]["result"]["id"])["content"]["raw"] == before
    taking_back.restore(sayso.desk, sayso.owner, receipt["steps"][1]["snapshots"][0])
    team = wordpress.read("pages", 311)
    assert (team["status"], team["title"]["raw"], team["slug"]) == ("draft", "Team", "")


def test_a_direct_write_that_landed_unheard_answers_what_landed(agent: Agent, wordpress: SampleSite) -> None:
    misbehave(wordpress, html(status=504, saving=True), "POST /wp/v2/menu-items")
    tool, arguments = link("Services")
    assert agent.call(tool, **arguments)["success"] is True
    assert sent(wordpress) == ["POST /wp/v2/menu-items"]
    assert landed(wordpress)[1] == 1


def test_a_direct_write_of_which_nothing_is_known_says_so(agent: Agent, wordpress: SampleSite) -> None:
    misbehave(wordpress, DIE_BEFORE_SAVING, "POST /wp/v2/menu-items")
    tool, arguments = link("Services")
    with pytest.raises(SiteTrouble) as trouble:
        agent.call(tool, **arguments)
    assert (trouble.value.code, trouble.value.status) == ("respira_outcome_unknown", 502)
    assert sent(wordpress) == ["POST /wp/v2/menu-items"]


NEW_ITEM = re.compile(r"^/wp/v2/menu-items$")
NOT_THE_MENU = '{"code":"rest_cannot_create","message":"No.","data":{"status":403}}'


def first_link(agent: Agent) -> str:
    return plan(agent, ("create_menu_item", {"menu_id": 3, "title": "First", "url": "/x/", "position": 1}))[0]


def test_when_the_site_refuses_a_menu_item_the_others_get_their_places_back(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    before, step = orders(wordpress), first_link(agent)
    wordpress.misbehave(AnswerInstead(403, NOT_THE_MENU), method="POST", path=NEW_ITEM, times=1)
    agent.call("apply_plan")
    assert orders(wordpress) == before
    assert (row(sayso, step).status, row(sayso, step).wrote_nothing) == ("failed", True)
    assert outcomes(agent.call("apply_plan")) == ["applied"]


@pytest.mark.parametrize(("status", "body"), [(403, NOT_THE_MENU), (500, BROKEN)])
def test_places_in_a_menu_that_were_moved_before_the_item_failed_are_not_called_nothing(
    sayso: Installed, agent: Agent, wordpress: SampleSite, status: int, body: str
) -> None:
    before, step = orders(wordpress), first_link(agent)
    wordpress.misbehave(AnswerInstead(status, body), method="POST", path=NEW_ITEM, times=1)
    # The three that make room are taken; nothing after them is.
    wordpress.misbehave(AnswerInstead(500, BROKEN), method="POST", path="/wp/v2/menu-items", skip=3)
    agent.call("apply_plan")
    assert orders(wordpress) != before
    assert (row(sayso, step).status, row(sayso, step).wrote_nothing) == ("unknown", False)


def test_a_direct_write_that_was_half_done_does_not_say_that_nothing_was_written(
    agent: Agent, wordpress: SampleSite
) -> None:
    wordpress.misbehave(AnswerInstead(403, NOT_THE_MENU), method="POST", path=NEW_ITEM, times=1)
    wordpress.misbehave(AnswerInstead(500, BROKEN), method="POST", path="/wp/v2/menu-items", skip=3)
    with pytest.raises(SiteTrouble) as caught:
        agent.call("create_menu_item", menu_id=3, title="First", url="/x/", position=1)
    assert (caught.value.code, caught.value.written) == ("respira_outcome_unknown", "perhaps")


def test_a_restore_that_was_sent_and_not_read_back_is_not_called_nothing(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    plan(agent, tagline("Wood, slowly"))
    uuid = agent.call("apply_plan")["steps"][0]["snapshots"][0]
    step = agent.call("restore_snapshot", snapshot_uuid=uuid)["step_id"]
    wordpress.misbehave(AnswerInstead(500, BROKEN), method="GET", path="/wp/v2/settings", skip=1)
    agent.call("apply_plan")
    assert wordpress.read("settings")["description"] == "Joinery on the waterfront"
    assert (row(sayso, step).status, row(sayso, step).wrote_nothing) == ("unknown", False)


def test_a_useless_copy_that_could_not_be_binned_is_told_of(agent: Agent, wordpress: SampleSite) -> None:
    plan(agent, ("update_page", {"id": 42, "meta": {"unknown_field": "x"}}))
    refusal = AnswerInstead(403, '{"code":"rest_cannot_delete","message":"No.","data":{"status":403}}')
    wordpress.misbehave(refusal, method="DELETE", path="/wp/v2/pages")
    receipt = agent.call("apply_plan")
    step = receipt["steps"][0]
    assert (step["outcome"], step["differs"]) == ("applied", ["meta.unknown_field"])
    assert receipt["message"] == (
        "Plan applied: 1 step(s) ran and landed, 0 failed, 0 did not run. "
        "Of step(s) 1 the site stored some fields differently: see differs."
    )
    assert wordpress.read("pages", step["result"]["id"])["status"] == "draft"
