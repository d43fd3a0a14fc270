"""Promises of issued receipts: what is said at a run's end is signed, stays what it was, and is known again."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from cryptography.fernet import Fernet
from sqlalchemy import delete, select

from tests import taking_back
from tests.core.acts import accept, as_if_long_ago, bin_page, link, opened, plan, row, tagline, title
from tests.core.undo_acts import applied, approve_all, begun, carried_out, ticked
from tests.installed import Agent, Installed
from webapp.core import issuing, plans, receipt_records, reconciling, reviews, signing, verifying
from webapp.core.issuing import Issued
from webapp.core.sealing import BrokenSeal, Sealer
from webapp.core.verifying import Verdict, Verified
from webapp.data import Copy, IssuedReceipt, KeptSecret, Plan, Run, RunStep
from webapp.diffs.fingerprint import fingerprint
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DIE_BEFORE_SAVING, DropFields

FOREIGN = "This JSON holds no signed receipt: what is under review and signed is missing."


def newest(sayso: Installed) -> Issued:
    with sayso.desk.reading() as session:
        run = session.scalars(select(Run).order_by(Run.id.desc())).first()
        assert run is not None
        issued = issuing.newest(session, sayso.desk, run)
    assert issued is not None
    return issued


def steps(issued: Issued) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = issued.record["steps"]
    return told


def checked(sayso: Installed, digest: str, signature: str) -> Verified:
    with sayso.desk.reading() as session:
        return verifying.of_digest(session, sayso.desk, digest, signature)


def read(sayso: Installed, text: str) -> Verified:
    with sayso.desk.reading() as session:
        return verifying.of_file(session, sayso.desk, text)


# C15.4: the digest that the yes was given to, and what was shown
def test_at_the_end_of_a_run_it_is_written_down_and_signed_what_was_done_for_whom_and_upon_whose_yes(
    sayso: Installed, careful: Agent
) -> None:
    careful.call("begin_session", mode="plan", title="Spring words", note="You asked for it.")
    first = careful.call("update_page", id=42, title="Our story")["step_id"]
    second = careful.call("delete_page", id=311)["step_id"]
    seen = accept(sayso, careful)
    reviews.apply(sayso.desk, sayso.owner, opened(sayso, careful).row.public_id, seen)
    sayso.workers.finish()
    issued = newest(sayso)
    record = issued.record
    assert record["form"] == "sayso-receipt-1"
    assert record["site"] == {"name": "Harbour & Grain", "address": sayso.site.url}
    assert record["plan"] | {"id": ""} == {"id": "", "title": "Spring words", "note": "You asked for it."}
    assert record["asked_by"] == {"key": "Agent", "client": "tests 1"}
    assert record["applied_by"] == {"how": "person", "name": "Olive Owner"}
    assert (record["edition"], record["counts"]["steps"], record["counts"]["confirmed"]) == (1, 2, 2)
    about, team = steps(issued)
    assert (about["step_id"], about["where"], about["state"], about["outcome"]) == (
        first,
        "copy",
        "confirmed",
        "applied",
    )
    assert (team["step_id"], team["where"], team["approval"]) == (second, "live", "separate")
    assert (about["digest"], about["approval"]) == (seen[first], None)
    assert about["yes"]["by"] == "Olive Owner"
    assert (about["yes"]["how"], len(about["snapshots"])) == ("signed_in", 1)
    assert [(line["label"], line["before"], line["after"]) for line in about["changes"]] == [
        ("Title", "About", "Our story")
    ]
    assert issued.digest == fingerprint(record)
    assert len(issued.signature) == 64
    assert issued.verify == f"http://localhost/verify?digest={issued.digest}&signature={issued.signature}"


def test_a_yes_that_was_given_in_the_chat_is_nobodys_in_the_browser(sayso: Installed, agent: Agent) -> None:
    plan(agent, bin_page(311))
    agent.call("apply_plan")
    [step] = steps(newest(sayso))
    assert (step["yes"], step["approval"]) == (None, "with_plan")
    assert newest(sayso).record["applied_by"] == {"how": "agent", "name": ""}


def test_what_is_written_down_can_not_be_read_in_the_database(sayso: Installed, agent: Agent) -> None:
    plan(agent, title(42, "CANARY-words"))
    agent.call("apply_plan")
    with sayso.desk.reading() as session:
        kept = session.scalars(select(IssuedReceipt)).one()
    assert "CANARY" in json.dumps(newest(sayso).record)
    assert "CANARY" not in kept.record


# C18.5: the counts add up
def test_a_step_that_failed_and_those_after_it_are_told_apart(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    plan(agent, link("One"), title(42, "Our story"), link("Two"))
    wordpress.change("pages", 42, title="About us all")
    agent.call("apply_plan")
    issued = newest(sayso)
    assert [step["state"] for step in steps(issued)] == ["confirmed", "failed", "not_run"]
    assert issued.record["counts"] == {
        "steps": 3,
        "confirmed": 1,
        "differs": 0,
        "unchecked": 0,
        "failed": 1,
        "unknown": 0,
        "not_run": 1,
    }
    assert steps(issued)[1]["error"]["code"] == "respira_step_stale"
    assert [step["changes"] == [] for step in steps(issued)] == [False, True, True]


# P9: a site that answers 200 and keeps something else
def test_what_the_site_keeps_otherwise_is_told_with_what_was_asked_for(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    plan(agent, ("update_page", {"id": 311, "title": "Our people", "excerpt": "Who we are"}))
    wordpress.misbehave(DropFields(("excerpt",)), method="POST", path="/wp/v2/pages")
    agent.call("apply_plan")
    [step] = steps(newest(sayso))
    assert step["state"] == "differs"
    [told] = step["differs"]
    assert (told["label"], told["asked"], told["kept"]) == ("Excerpt", "Who we are", "")


def unknown_step(agent: Agent, wordpress: SampleSite) -> str:
    """Let a write get no answer, so that nobody knows whether it was saved."""
    [step] = plan(agent, tagline("Wood, slowly"))
    wordpress.misbehave(DIE_BEFORE_SAVING, method="POST", path="/wp/v2/settings", times=1)
    agent.call("apply_plan")
    return step


def test_what_is_settled_later_makes_another_edition_and_the_first_is_still_known(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    step = unknown_step(agent, wordpress)
    first = newest(sayso)
    assert [told["state"] for told in steps(first)] == ["unknown"]
    wordpress.change("settings", description="Wood, slowly")
    assert reconciling.check(sayso.desk, row(sayso, step)) == "yes"
    second = newest(sayso)
    assert (second.edition, [told["state"] for told in steps(second)]) == (2, ["confirmed"])
    assert second.digest != first.digest
    former = checked(sayso, first.digest, first.signature)
    assert (former.verdict, former.newer, former.record) == (Verdict.GENUINE, True, first.record)
    assert checked(sayso, second.digest, second.signature).newer is False


def test_what_turns_out_not_to_be_on_the_site_is_told_as_failed_and_that_it_was_looked_for(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    step = unknown_step(agent, wordpress)
    as_if_long_ago(sayso.desk)
    assert reconciling.check(sayso.desk, row(sayso, step)) == "no"
    issued = newest(sayso)
    assert (issued.edition, [(told["state"], told["settled"]) for told in steps(issued)]) == (2, [("failed", "no")])
    agent.call("apply_plan")
    assert [told["state"] for told in steps(newest(sayso))] == ["confirmed"]
    with sayso.desk.reading() as session:
        run = session.scalars(select(Run).order_by(Run.id)).first()
        assert run is not None
        again = receipt_records.of(session, sayso.desk, run)
    assert [told["state"] for told in again["steps"]] == ["failed"]


def test_what_can_not_be_issued_is_not_settled_either(sayso: Installed, agent: Agent, wordpress: SampleSite) -> None:
    step = unknown_step(agent, wordpress)
    as_if_long_ago(sayso.desk)
    with sayso.desk.writing() as session:
        session.scalars(select(IssuedReceipt)).one().record = sayso.desk.sealer.seal("something else", {})
    for on_the_site in ("Joinery on the waterfront", "Wood, slowly"):
        wordpress.change("settings", description=on_the_site)
        with pytest.raises(BrokenSeal):
            reconciling.check(sayso.desk, row(sayso, step))
        assert row(sayso, step).status == "unknown"
        with sayso.desk.reading() as session:
            assert [part.outcome for part in session.scalars(select(RunStep))] == ["failed"]


def test_the_same_is_not_issued_twice(sayso: Installed, agent: Agent) -> None:
    plan(agent, link("Services"))
    agent.call("apply_plan")
    with sayso.desk.writing() as session:
        issuing.issue(session, sayso.desk, session.scalars(select(Run)).one())
    with sayso.desk.reading() as session:
        assert [row.edition for row in session.scalars(select(IssuedReceipt))] == [1]


def test_what_is_forgotten_when_a_plan_expires_stays_on_a_receipt_that_is_settled_later(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    first, unknown = plan(agent, title(42, "Our story"), tagline("Wood, slowly"))
    wordpress.misbehave(DIE_BEFORE_SAVING, method="POST", path="/wp/v2/settings", times=1)
    agent.call("apply_plan")
    before = steps(newest(sayso))[0]["changes"]
    with sayso.desk.writing() as session:
        plans.close(session, sayso.desk, session.scalars(select(Plan)).one(), "expired")
    assert row(sayso, first).gist is None
    wordpress.change("settings", description="Wood, slowly")
    assert reconciling.check(sayso.desk, row(sayso, unknown)) == "yes"
    issued = newest(sayso)
    assert issued.edition == 2
    assert [len(before), steps(issued)[0]["changes"]] == [1, before]


def test_at_the_doors_a_receipt_is_what_it_was(sayso: Installed, agent: Agent) -> None:
    plan(agent, link("Services"))
    assert "signed" not in agent.call("apply_plan")["review"]
    assert "signed" not in agent.call("get_plan")["last_receipt"]["review"]


def test_a_run_that_goes_on_has_no_receipt(sayso: Installed, agent: Agent) -> None:
    plan(agent, link("Services"))
    agent.call("apply_plan")
    with sayso.desk.writing() as session:
        run = session.scalars(select(Run)).one()
        session.delete(session.scalars(select(IssuedReceipt)).one())
        run.finished_at = None
        session.flush()
        issuing.issue(session, sayso.desk, run)
        assert issuing.newest(session, sayso.desk, run) is None


def test_what_a_receipt_is_signed_with_comes_from_no_sealing_key_and_stays_when_a_new_one_is_put_in_front(
    sayso: Installed, agent: Agent
) -> None:
    plan(agent, link("Services"))
    agent.call("apply_plan")
    issued, keys = newest(sayso), sayso.desk.settings.sealing_keys
    assert issued.signature != Sealer(keys).mark(["receipt", issued.digest])
    later = replace(sayso.desk, sealer=Sealer([Fernet.generate_key().decode(), *keys]))
    with later.reading() as session:
        assert signing.sign(session, later, issued.digest) == issued.signature


def test_a_receipt_that_was_signed_before_there_were_such_secrets_is_known_as_long_as_it_is_kept(
    sayso: Installed, file: dict[str, Any]
) -> None:
    signed = file["review"]["signed"]
    former = sayso.desk.sealer.mark(["receipt", signed["digest"]])
    assert checked(sayso, signed["digest"], former).verdict == Verdict.GENUINE
    assert checked(sayso, "a" * 64, sayso.desk.sealer.mark(["receipt", "a" * 64])) == Verified(Verdict.NO_LONGER_TOLD)
    with sayso.desk.writing() as session:
        session.delete(session.scalars(select(Run)).one())
        session.execute(delete(KeptSecret))
    assert checked(sayso, signed["digest"], former) == Verified(Verdict.NO_LONGER_TOLD)


@pytest.fixture
def file(sayso: Installed, agent: Agent) -> dict[str, Any]:
    """A receipt as JSON, as a person may load it down and pass it on."""
    plan(agent, title(42, "Our story"), link("Services"))
    receipt = agent.call("apply_plan")
    receipt["review"]["signed"] = newest(sayso).as_json()
    return receipt


def test_a_file_that_was_passed_on_unchanged_is_genuine_and_so_is_its_signed_part_alone(
    sayso: Installed, file: dict[str, Any]
) -> None:
    for told in (file, file["review"]["signed"]):
        verified = read(sayso, json.dumps(told))
        assert (verified.verdict, verified.taken_back) == (Verdict.GENUINE, 0)
        assert verified.record == file["review"]["signed"]["record"]


def first(file: dict[str, Any]) -> dict[str, Any]:
    step: dict[str, Any] = file["steps"][0]
    return step


def wrapper(file: dict[str, Any]) -> dict[str, Any]:
    signed: dict[str, Any] = file["review"]["signed"]
    return signed


ELSEWHERE = f"https://evil.example/verify?digest={'0' * 64}&signature={'0' * 64}"


@pytest.mark.parametrize(
    "change",
    [
        lambda file: wrapper(file)["record"]["site"].update(name="Another site"),
        lambda file: wrapper(file).update(edition=2),
        lambda file: wrapper(file).update(edition=True),
        lambda file: wrapper(file).update(issued_at="2020-01-01T00:00:00+00:00"),
        lambda file: wrapper(file).update(verify=ELSEWHERE),
        lambda file: file.update(applied=3),
        lambda file: file.update(applied=2.0),
        lambda file: file.update(success=False),
        lambda file: file.update(code="respira_plan_refused"),
        lambda file: file.update(message="Plan applied: 2 step(s) ran and landed, and Olive Owner wanted it so."),
        lambda file: file.pop("message"),
        lambda file: file.update(approved_by_apply=[first(file)["step_id"]]),
        lambda file: file.update(steps="none"),
        lambda file: file.update(steps=[]),
        lambda file: file.pop("steps"),
        lambda file: file["steps"].pop(),
        lambda file: file["steps"].append(dict(first(file))),
        lambda file: file["steps"].reverse(),
        lambda file: file["steps"].__setitem__(0, "none"),
        lambda file: first(file).update(outcome="failed"),
        lambda file: first(file).update(predicted_effect="Pay 1,000 to somebody."),
        lambda file: first(file).update(tool="respira_delete_page"),
        lambda file: first(file).update(position=7),
        lambda file: first(file).update(approved_by_apply=True),
        lambda file: first(file).update(snapshots=[]),
        lambda file: first(file).update(differs=["title"]),
        lambda file: first(file).update(unchecked=True),
        lambda file: first(file).update(why="Olive Owner wanted it so."),
        lambda file: first(file).update(error={"code": "respira_failed", "message": "It failed."}),
        lambda file: file["review"].update(job_id="run_of_somebody"),
        lambda file: file["review"].update(edited=[{"step_id": first(file)["step_id"], "by": "Olive Owner"}]),
        lambda file: file.update(review=wrapper(file) and {"signed": wrapper(file)}),
    ],
)
def test_a_file_in_which_something_is_said_otherwise_was_changed_after_it_was_signed(
    sayso: Installed, file: dict[str, Any], change: Callable[[dict[str, Any]], object]
) -> None:
    change(file)
    assert read(sayso, json.dumps(file)) == Verified(Verdict.CHANGED)


def test_what_is_put_beside_the_signed_part_has_to_say_the_same_as_well(
    sayso: Installed, file: dict[str, Any]
) -> None:
    signed = wrapper(file)
    without = {name: told for name, told in file["review"].items() if name != "signed"}
    for more in ({"steps": []}, {"message": "All is well."}, {"applied": 7}, file, {"review": {"signed": signed}}):
        assert read(sayso, json.dumps(signed | more)) == Verified(Verdict.CHANGED)
    assert read(sayso, json.dumps(signed | file | {"review": without})).verdict == Verdict.GENUINE
    bare = {name: signed[name] for name in ("record", "digest", "signature")}
    assert read(sayso, json.dumps(bare)).verdict == Verdict.GENUINE


def test_a_note_that_was_given_with_a_yes_stands_in_the_file_as_it_was_signed(
    sayso: Installed, careful: Agent
) -> None:
    careful.call("begin_session", mode="plan")
    step = row(sayso, careful.call("update_page", id=42, title="Our story")["step_id"])
    yes = {"note": "As we agreed.", "from_its_page": True}
    reviews.decide(sayso.desk, sayso.owner, step.public_id, "accept", step.digest, **yes)
    seen = {step.public_id: step.digest}
    reviews.apply(sayso.desk, sayso.owner, opened(sayso, careful).row.public_id, seen)
    sayso.workers.finish()
    told = careful.call("get_plan")["last_receipt"]
    told["review"]["signed"] = newest(sayso).as_json()
    assert read(sayso, json.dumps(told)).verdict == Verdict.GENUINE
    told["review"]["notes"][0]["note"] = "As nobody agreed."
    assert read(sayso, json.dumps(told)) == Verified(Verdict.CHANGED)


def test_what_is_no_part_of_what_is_signed_makes_no_difference(sayso: Installed, file: dict[str, Any]) -> None:
    first(file).update(links=[], result={})
    file["plan_mode"] = not file["plan_mode"]
    file["review"].pop("copies")
    assert read(sayso, json.dumps(file)).verdict == Verdict.GENUINE


def test_a_file_that_an_editor_saved_with_a_mark_before_it_is_read(sayso: Installed, file: dict[str, Any]) -> None:
    assert read(sayso, "\ufeff" + json.dumps(file)).verdict == Verdict.GENUINE
    assert read(sayso, f"\n\ufeff \n{json.dumps(file)}\n").verdict == Verdict.GENUINE


def test_of_what_failed_and_did_not_run_the_file_says_what_was_signed(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    plan(agent, ("update_page", {"id": 311, "title": "Us", "excerpt": "Who we are"}), title(42, "Ours"), link("Two"))
    wordpress.misbehave(DropFields(("excerpt",)), method="POST", path="/wp/v2/pages")
    wordpress.change("pages", 42, title="About us all")
    receipt = agent.call("apply_plan")
    receipt["review"]["signed"] = newest(sayso).as_json()
    assert [step["outcome"] for step in receipt["steps"]] == ["applied", "failed", "not_run"]
    assert read(sayso, json.dumps(receipt)).verdict == Verdict.GENUINE
    for position, name, told in (
        (0, "differs", []),
        (1, "error", None),
        (1, "error", {"code": "respira_step_stale", "message": "Nothing happened."}),
        (2, "why", "Nobody wanted it."),
    ):
        steps = [step | {name: told} if at == position else step for at, step in enumerate(receipt["steps"])]
        assert read(sayso, json.dumps(receipt | {"steps": steps})) == Verified(Verdict.CHANGED)


@pytest.mark.parametrize("place", ["digest", "signature", "both", "short", "letters"])
def test_a_wrong_signature_and_an_unknown_receipt_are_answered_alike(
    sayso: Installed, file: dict[str, Any], place: str
) -> None:
    signed = file["review"]["signed"]
    digest, signature = signed["digest"], signed["signature"]
    brought = {
        "digest": ("0" * 64, signature),
        "signature": (digest, "0" * 64),
        "both": ("0" * 64, "0" * 64),
        "short": (digest, signature[:-1]),
        "letters": (digest, "é" * 64),
    }[place]
    assert checked(sayso, *brought) == Verified(Verdict.NOT_OURS)
    signed["digest"], signed["signature"] = brought
    assert read(sayso, json.dumps(file)) == Verified(Verdict.NOT_OURS)


def test_what_was_taken_back_since_is_told_with_a_genuine_receipt(sayso: Installed, agent: Agent) -> None:
    plan(agent, link("One"), link("Two"))
    receipt = agent.call("apply_plan")
    taking_back.restore(sayso.desk, sayso.owner, receipt["steps"][1]["snapshots"][0])
    issued = newest(sayso)
    verified = checked(sayso, issued.digest, issued.signature)
    assert (verified.verdict, verified.taken_back, verified.newer) == (Verdict.GENUINE, 1, False)
    assert issued.edition == 1


def test_what_landed_on_a_copy_is_taken_back_with_the_copys_approval_and_with_the_copy(
    sayso: Installed, careful: Agent
) -> None:
    run = applied(sayso, careful, title(42, "Our story"), ("update_page", {"id": 42, "excerpt": "Wood"}), link("One"))
    issued = newest(sayso)
    approve_all(sayso)
    assert checked(sayso, issued.digest, issued.signature).taken_back == 0
    undo = begun(sayso, run)
    assert carried_out(sayso, undo, ticked(sayso, undo)[:1]) == ["exactly", "left_out"]
    assert checked(sayso, issued.digest, issued.signature).taken_back == 2
    carried_out(sayso, begun(sayso, run))
    assert checked(sayso, issued.digest, issued.signature).taken_back == 3
    with sayso.desk.writing() as session:
        copy = session.scalars(select(Copy)).one()
        copy.state, copy.snapshot_uuid = "undone", None
    assert checked(sayso, issued.digest, issued.signature).taken_back == 3


def test_a_receipt_that_is_not_kept_here_any_more_is_still_known_by_its_signature(
    sayso: Installed, file: dict[str, Any]
) -> None:
    with sayso.desk.writing() as session:
        session.delete(session.scalars(select(Run)).one())
    signed = file["review"]["signed"]
    assert checked(sayso, signed["digest"], signed["signature"]) == Verified(Verdict.GENUINE)
    assert read(sayso, json.dumps(file)).record == signed["record"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "This is not JSON."),
        ("[" * 100_000, "This is not JSON."),
        ('{"a":' * 50_000, "This is not JSON."),
        ('{"record": {}, "record": {}}', "This is not JSON."),
        ('{"record": NaN}', "This is not JSON."),
        ('{"record": 1e999}', "This is not JSON."),
        ('{"record": ' + "9" * 5000 + "}", "This is not JSON."),
        ("[]", "This JSON is no receipt."),
        ("{}", FOREIGN),
        ('{"review": 7}', FOREIGN),
        ('{"review": {"signed": []}}', FOREIGN),
        ('{"record": {}, "digest": 7, "signature": null}', FOREIGN),
        (" " * 2_000_001, "This is longer than any receipt."),
    ],
    ids=lambda told: told[:24],
)
def test_what_is_no_receipt_is_refused_with_the_reason_and_does_no_harm(
    sayso: Installed, text: str, words: str
) -> None:
    with pytest.raises(Refusal) as refused:
        read(sayso, text)
    assert refused.value.message.startswith(words)
