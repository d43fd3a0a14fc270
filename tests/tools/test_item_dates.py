from __future__ import annotations

from datetime import timedelta, timezone

import pytest

from tests.tools.looks import whole
from tests.tools.stage import Stage
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.tools.answers import Change
from webapp.tools.catalogue import COPIES
from webapp.tools.items.dates import SiteZone, site_time, zone_of

POST = 101
DATES = ("date", "date_gmt")


@pytest.fixture
def stage(stage: Stage, site: SampleSite) -> Stage:
    site.change("settings", timezone="America/St_Johns")
    site.change("posts", POST, date="2026-03-02T09:00:00")
    stage.allow_direct_editing()
    site.requests.clear()
    return stage


# C25.1, C25.2
def test_dates_stay_to_the_second_through_changes_and_restores(stage: Stage, site: SampleSite) -> None:
    before = [site.read("posts", POST)[name] for name in DATES]
    for round in range(3):
        _, snapshot = stage.perform("update_post", id=POST, title=f"Title {round}", edit_target="live")
        assert [site.read("posts", POST)[name] for name in DATES] == before
        stage.restore(snapshot)
        assert [site.read("posts", POST)[name] for name in DATES] == before
    assert all(not set(DATES) & set(entry.body) for entry in site.requests.writes())


# C25.3
@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("2030-03-10T09:00:00", "2030-03-10T09:00:00"),
        ("2030-03-10T09:00:00+02:00", "2030-03-10T04:30:00"),
        ("2030-07-10T09:00:00Z", "2030-07-10T06:30:00"),
        ("2030-03-10", "2030-03-10T00:00:00"),
    ],
)
def test_a_date_is_shown_with_the_zone_of_the_site_and_stored_so(
    stage: Stage, site: SampleSite, sent: str, kept: str
) -> None:
    former = site.read("posts", POST)["date"]
    proposal = stage.plan("update_post", id=POST, date=sent, edit_target="live")
    assert list(proposal.changes) == [
        Change(
            "date",
            "Date",
            f"{former.replace('T', ' ')} (America/St_Johns)",
            f"{kept.replace('T', ' ')} (America/St_Johns)",
            "value",
        )
    ]
    assert proposal.warnings == ["The date lies in the future, so WordPress publishes it only then."]
    performed, snapshot = stage.perform("update_post", id=POST, date=sent, edit_target="live")
    assert (site.read("posts", POST)["date"], list(performed.differs)) == (kept, [])
    restored, _ = stage.restore(snapshot)
    assert (site.read("posts", POST)["date"], list(restored.differs)) == (former, [])


# C25.4
def test_a_draft_without_a_date_stays_without_one(stage: Stage, site: SampleSite) -> None:
    draft = site.add("posts", title="Some day")
    before = whole(draft)
    _, snapshot = stage.perform("update_post", id=draft["id"], title="One day", edit_target="live")
    stage.restore(snapshot)
    after = site.read("posts", draft["id"])
    assert (whole(after), after["date"] == after["modified"]) == (before, True)
    _, snapshot = stage.perform("update_post", id=draft["id"], date="2030-03-10T09:00:00", edit_target="live")
    assert site.read("posts", draft["id"])["date"] == "2030-03-10T09:00:00"
    stage.restore(snapshot)
    after = site.read("posts", draft["id"])
    assert after["date"] == after["modified"]


def test_a_date_waits_until_the_copy_is_approved(stage: Stage, site: SampleSite) -> None:
    former = site.read("posts", POST)["date"]
    stage.perform("update_post", id=POST, title="Forty", edit_target="duplicate")
    call = {"id": POST, "date": "2026-01-05T10:00:00", "sticky": True, "edit_target": "duplicate"}
    warnings = list(stage.plan("update_post", **call).warnings)
    assert warnings == [
        "Pinned to the top: set on the live item when a person approves the copy, not before.",
        "Date: set on the live item when a person approves the copy, not before.",
    ]
    performed, _ = stage.perform("update_post", **call)
    assert (site.read("posts", POST)["date"], site.read("posts", POST)["sticky"]) == (former, False)
    assert performed.after["wanted.date"] == "2026-01-05T10:00:00"


def test_an_approval_gives_the_live_item_its_date_and_pins_it(stage: Stage, site: SampleSite) -> None:
    before = whole(site.read("posts", POST))
    call = {"id": POST, "date": "2026-01-05T10:00:00", "sticky": True, "edit_target": "duplicate"}
    performed, _ = stage.perform("update_post", **call)
    assert performed.copy_id is not None
    _, snapshot = stage.approve(performed.copy_id)
    live = site.read("posts", POST)
    assert (live["date"], live["sticky"]) == ("2026-01-05T10:00:00", True)
    care = COPIES["post"]
    care.restore(stage.wordpress, snapshot, care.restore_state(stage.wordpress, snapshot))
    assert whole(site.read("posts", POST)) == before


@pytest.mark.parametrize("wrong", ["tomorrow", "2030-13-01", "10.3.2030"])
def test_what_is_no_date_is_refused(stage: Stage, wrong: str) -> None:
    with pytest.raises(Refusal, match=r"is no date\. Send one such as 2030-03-10T09:00:00"):
        stage.plan("update_post", id=POST, date=wrong)


def test_a_site_that_only_has_an_offset_is_called_by_it(stage: Stage, site: SampleSite) -> None:
    zone = SiteZone("UTC-3.5", timezone(timedelta(hours=-3.5)))
    assert site_time("2030-03-10T09:00:00+02:00", zone) == "2030-03-10T03:30:00"
    site.wp.store.set_option("timezone", "")
    assert zone_of(stage.wordpress).name == "UTC"
