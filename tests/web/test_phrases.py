"""Promises of the sentences that depend on a number or on the time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from webapp.web import phrases

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("steps", "live", "label"),
    [
        (3, 2, "Apply 3 steps, 2 change the live site"),
        (3, 1, "Apply 3 steps, 1 changes the live site"),
        (3, 0, "Apply 3 steps, none changes the live site"),
        (1, 1, "Apply 1 step, it changes the live site"),
        (1, 0, "Apply 1 step, it does not change the live site"),
    ],
)
@pytest.mark.promise("D-WORD-14")
def test_the_apply_button_says_how_many_steps_change_the_live_site(steps: int, live: int, label: str) -> None:
    assert phrases.apply_label(steps, live) == label


def test_a_tally_names_only_what_there_is() -> None:
    statuses = ["planned", "accepted", "dropped", "accepted"]
    assert phrases.tally(statuses) == "2 accepted, 1 dropped, 1 to look at"


def test_an_empty_plan_has_no_steps() -> None:
    assert phrases.tally([]) == "No steps"


@pytest.mark.parametrize(
    ("became", "headline"),
    [
        (["live", "live", "waits"], "All 3 steps went through: 2 changed the live site, 1 waits on a draft copy"),
        (["waits"], "The step went through: it waits on a draft copy"),
        (["taken_back"], "The step went through: it was taken back"),
        (
            ["live", "taken_back", "taken_back"],
            "All 3 steps went through: 1 changed the live site, 2 were taken back",
        ),
        (
            ["approved", "rejected"],
            "All 2 steps went through: 1 is live with its copy, 1 was rejected with its copy",
        ),
        (
            ["waits", "failed", "not_run"],
            "1 of 3 steps went through: 1 waits on a draft copy; 1 failed, 1 did not run",
        ),
        (["failed", "not_run", "not_run"], "None of 3 steps went through; 1 failed, 2 did not run"),
        (["unknown", "live"], "1 of 2 steps went through: 1 changed the live site; 1 to check on the site"),
        (["failed"], "The step failed"),
        (["not_run"], "The step did not run"),
        (["unknown"], "The step is to check on the site"),
        ([], "Nothing ran"),
    ],
)
def test_a_receipt_says_in_one_line_what_became_of_the_run(became: list[str], headline: str) -> None:
    statuses = ["applied" if word in phrases.FATES else word for word in became]
    fates = [word if word in phrases.FATES else None for word in became]
    assert phrases.receipt_headline(statuses, fates) == headline


@pytest.mark.parametrize(
    ("away", "words"),
    [
        (timedelta(seconds=-5), "just now"),
        (timedelta(seconds=30), "in less than a minute"),
        (timedelta(minutes=-1), "1 minute ago"),
        (timedelta(minutes=-59), "59 minutes ago"),
        (timedelta(hours=3), "in 3 hours"),
        (timedelta(hours=47), "in 47 hours"),
        (timedelta(days=3), "in 3 days"),
    ],
)
def test_a_time_is_told_as_its_distance_in_one_unit(away: timedelta, words: str) -> None:
    assert phrases.relative(NOON + away, NOON) == words


def test_an_exact_time_names_its_zone() -> None:
    assert phrases.exact(NOON) == "30 November 2026, 12:00 UTC"
    kolkata = ZoneInfo("Asia/Kolkata")
    assert phrases.exact(NOON, kolkata, "Asia/Kolkata") == "30 November 2026, 17:30, Asia/Kolkata"


def test_a_duration_is_told_in_seconds_and_then_in_minutes() -> None:
    assert phrases.duration(timedelta(seconds=1)) == "1 second"
    assert phrases.duration(timedelta(seconds=150)) == "2 minutes"
