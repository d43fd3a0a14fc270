"""Promises of the sentences about undos: they say how much, and never more than is so."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from webapp.web.undo_words import headline, yes_label


@dataclass(frozen=True)
class Part:
    """A part of an undo, as far as the sentences ask."""

    outcome: str | None = None
    why_not: str | None = None
    ticked: bool = True
    chosen: bool = True
    differs: list[str] = field(default_factory=list)


STUCK, EDITED, EXACTLY = Part(why_not="It is gone.", ticked=False), Part(ticked=False), Part("exactly")
EXCEPT, LEFT, FAILED = Part("except", differs=["Address"]), Part("left_out", chosen=False), Part("failed")


@pytest.mark.parametrize(
    ("parts", "live", "says"),
    [
        (1, 1, "Take back 1 change on the live site"),
        (1, 0, "Take back 1 change, not on the live site"),
        (4, 2, "Take back 4 changes, 2 on the live site"),
        (4, 0, "Take back 4 changes, none on the live site"),
    ],
)
def test_the_button_says_how_much_is_taken_back_and_how_much_of_it_visitors_see(
    parts: int, live: int, says: str
) -> None:
    assert yes_label(parts, live) == says


@pytest.mark.parametrize(
    ("parts", "live", "says"),
    [
        (1, 1, "Do 1 change again, on the live site"),
        (1, 0, "Do 1 change again, not on the live site"),
        (4, 2, "Do 4 changes again, 2 on the live site"),
    ],
)
def test_where_an_undo_is_taken_back_the_button_says_that_it_is_done_again(parts: int, live: int, says: str) -> None:
    assert yes_label(parts, live, again=True) == says


@pytest.mark.parametrize(
    ("stage", "parts", "says"),
    [
        ("begun", [Part()], "Take back this change"),
        ("begun", [Part()] * 5, "Take back 5 changes"),
        ("looked", [Part()], "Take back this change"),
        ("looked", [STUCK], "This change can not be taken back"),
        ("looked", [Part()] * 5, "Take back all 5 changes"),
        ("looked", [Part(), Part(), EDITED, STUCK], "Take back 2 of 4 changes"),
        ("looked", [EDITED, EDITED, STUCK], "Choose which of 3 changes to take back"),
        ("looked", [STUCK, STUCK], "None of 2 changes can be taken back"),
        ("running", [EXACTLY, Part(), LEFT], "1 of 2 changes done"),
        ("running", [Part()], "0 of 1 change done"),
        ("ended", [EXACTLY], "Restored exactly"),
        ("ended", [EXCEPT], "Restored, except: Address"),
        ("ended", [FAILED], "Not restored"),
        ("ended", [LEFT], "Left out, so nothing was taken back"),
        ("ended", [Part("not_run")], "Not run, so nothing was taken back"),
        ("ended", [Part("unknown")], "To check on the site: it is not known whether this was restored"),
        ("ended", [EXACTLY] * 3, "All 3 changes are restored exactly"),
        ("ended", [EXACTLY, EXCEPT, EXCEPT], "All 3 changes are restored, except: Address"),
        ("ended", [EXACTLY, LEFT, LEFT], "1 of 3 changes is restored exactly; 2 were left out"),
        (
            "ended",
            [EXACTLY, EXACTLY, FAILED, Part("unknown"), Part("not_run"), LEFT],
            "2 of 6 changes are restored exactly; 1 failed, 1 is to check on the site, 1 did not run, 1 was left out",
        ),
        ("ended", [FAILED, LEFT], "None of 2 changes is taken back; 1 failed, 1 was left out"),
    ],
)
def test_the_headline_says_how_much_of_it_all(stage: str, parts: list[Part], says: str) -> None:
    assert headline(stage, parts) == says
