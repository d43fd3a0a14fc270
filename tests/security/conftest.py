"""A whole installation with its pages, as the tests of the pages have it, and a second person on it."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from tests.core.acts import opened, plan, tagline, title
from tests.core.undo_acts import applied, begun, looked
from tests.installed import Installed
from tests.web.conftest import Browser, app, desk, owner, place, sample, signed_in, site, stranger, window
from webapp.core import guests, links, notice_addresses, people
from webapp.core.desk import Desk
from webapp.core.links import Maker, Wish
from webapp.data import Copy, IssueReport, May, Mode, Note, NoticeAddress, Person, Snapshot, Way

__all__ = ["app", "desk", "owner", "place", "sample", "site", "stranger", "window"]


@pytest.fixture
def somebody_else(app: Flask, desk: Desk) -> Browser:
    """A browser in which another person is signed in, who belongs to no site."""
    people.add(desk, "eve@example.com", "Eve Elsewhere")
    return signed_in(app, desk, "eve@example.com")


@pytest.fixture
def ids(place: Installed, owner: Person) -> dict[str, str]:
    """One thing of each kind that is the owner's, by the names that the addresses of pages have for their ids."""
    agent = place.agent(Mode.BROWSER)
    run = applied(place, agent, title(42, "Our story"), tagline("Fresh bread"))
    undo = begun(place, run)
    looked(place, undo)
    [step] = plan(agent, tagline("Fresh cake"))
    agent.call("report_issue", title="It broke", brief="The menu was gone afterwards.")
    notice_addresses.add(place.desk, owner, place.site.public_id, Way.WEBHOOK, "http://127.0.0.1:9/plans")
    public = opened(place, agent).row
    with place.desk.writing() as session:
        wish = Wish("Ann", May.COMMENT)
        link, token = links.share_plan(session, place.desk, session.merge(public), wish, Maker(owner.id))
    guests.comment(place.desk, token, "Ann", "That is nice.")
    with place.desk.reading() as session:
        found = {
            "note_id": session.scalars(select(Note.public_id)).one(),
            "copy_id": session.scalars(select(Copy.public_id)).one(),
            "report_id": session.scalars(select(IssueReport.public_id)).one(),
            "address_id": session.scalars(select(NoticeAddress.public_id)).one(),
            "uuid": session.scalars(select(Snapshot.uuid)).first() or "",
        }
    own = {"site_id": place.site.public_id, "key_id": agent.key.public_id, "plan_id": public.public_id}
    return {**found, **own, "step_id": step, "run_id": run, "undo_id": undo, "link_id": link.public_id}
