"""The web program is killed at every point of a write that it makes itself: a direct write, and an approval."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import httpx
from sqlalchemy import select

from tests.chaos.far import FarAgent
from tests.chaos.launcher import KILLED, Launcher, launching
from tests.chaos.places import Place, place
from tests.core.acts import link
from webapp import agent_part, clock
from webapp.core import approvals, copies, in_hand, reconciling
from webapp.core.desk import Desk
from webapp.data import Copy, DirectWrite, Site, Snapshot
from webapp.settings import Settings

TOOL, _ = link("")
STRIDE = 2


def ended(launcher: Launcher, seconds: float = 30.0) -> int:
    """Wait until the program has ended, and return how."""
    pause, give_up = threading.Event(), clock.monotonic() + seconds
    while (told := launcher.has_ended()) is None:
        assert clock.monotonic() < give_up
        pause.wait(0.05)
    return told


def sent(there: Place, settings: Settings, launcher: Launcher, words: str, at: int) -> bool:
    """Let an agent write at once, with a death at this point; tell whether it was answered."""
    launcher.start("web", settings.public_url.rpartition(":")[2], at=at)
    agent_part.wait_until_heard(f"{settings.public_url}/healthz", 30)
    try:
        FarAgent(settings, there.agent.token).call(TOOL, **link(words)[1])
    except httpx.TransportError:
        assert ended(launcher) == KILLED
        return False
    launcher.end()
    return True


def links(there: Place, words: str) -> int:
    return sum(item["title"] == words for item in there.wordpress.wp.store.list("menu-items"))


def test_a_direct_write_whose_program_dies_is_sent_once_at_the_most_and_the_site_is_free_again(
    tmp_path: Path, settings: Settings, desk: Desk
) -> None:
    with ExitStack() as stack:
        there, at = place(stack, desk, tmp_path, "site"), 1
        launcher = stack.enter_context(launching(settings, tmp_path))
        while not sent(there, settings, launcher, f"Shop {at}", at):
            assert links(there, f"Shop {at}") <= 1
            at += STRIDE
        assert at > 8
        assert links(there, f"Shop {at}") == 1
        # Whatever reached the site, a snapshot from before it was there first.
        with desk.reading() as session:
            taken = session.scalars(select(Snapshot.taken_at).order_by(Snapshot.id)).all()
        written = [one for one in there.wordpress.requests.writes() if one.saved]
        assert len(taken) >= len(written) > 0
        assert taken[0] <= written[0].at
        # What was cut off is settled once it can not come any more, and what landed can be taken back.
        in_hand.look(replace(desk, clock=lambda: clock.now() + reconciling.ON_ITS_WAY))
        with desk.reading() as session:
            outcomes = session.scalars(select(DirectWrite.outcome)).all()
            restorable = session.scalars(select(Snapshot.id).where(Snapshot.restorable)).all()
        assert len(restorable) == len(written)
        assert "landed" in outcomes
        # Of one that did not land it is not known where another link came into the same menu since.
        assert None not in outcomes


def approved(there: Place, launcher: Launcher, number: int, at: int) -> bool:
    """Let the owner approve a new copy, with a death at this point; tell whether it came to its end."""
    page = there.wordpress.add("pages", title=f"Page {number}", status="publish")["id"]
    made = there.agent.call("update_page", id=page, title=f"Oak {number}", edit_target="duplicate")
    desk = there.sayso.desk
    with desk.reading() as session:
        row = session.scalars(select(Copy).where(Copy.copy_id == made["id"])).one()
        site = session.get_one(Site, row.site_id)
    there.wordpress.requests.clear()
    launcher.start("approve", row.public_id, at=at)
    told = ended(launcher)
    with desk.reading() as session:
        waits = session.scalars(select(Copy.state).where(Copy.id == row.id)).one() == "open"
    late = replace(desk, clock=lambda: clock.now() + reconciling.ON_ITS_WAY)
    if told == KILLED and waits and approvals.settle(late, row, site) == "no":
        # Nothing was saved, so the owner presses again, as the page lets them.
        copies.approve(desk, there.sayso.owner, row, site, copies.digest_of(copies.compare(desk, row, site)))
    with desk.reading() as session:
        assert session.scalars(select(Copy.state).where(Copy.id == row.id)).one() == "approved"
    assert there.wordpress.read("pages", page)["title"]["raw"] == f"Oak {number}"
    # Where it died between the last two of what it does, the draft of an approved copy is left over.
    assert there.wordpress.read("pages", made["id"])["status"] in ("trash", "trash" if waits else "draft")
    assert [one.route for one in there.wordpress.requests.writes() if one.saved].count(f"/wp/v2/pages/{page}") == 1
    return told == 0


def test_an_approval_whose_program_dies_is_settled_by_reading_or_finished_by_the_next_press_and_written_once(
    tmp_path: Path, settings: Settings, desk: Desk
) -> None:
    with ExitStack() as stack:
        there, at = place(stack, desk, tmp_path, "site"), 1
        launcher = stack.enter_context(launching(settings, tmp_path))
        while not approved(there, launcher, at, at):
            at += STRIDE
        assert at > 8
