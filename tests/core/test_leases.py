"""Promises of the lease of a site: one writer at a time on a WordPress, told to whoever has to wait, never lost by
one failed renewal."""

from __future__ import annotations

import pytest
import structlog
from sqlalchemy import select

from tests.at_once import wait_until
from tests.conftest import MovableClock
from tests.inside import refusing
from tests.installed import Installed
from webapp.core import leases, people, sites
from webapp.data import SiteLease
from webapp.errors import Refusal
from webapp.sample_site import SampleSite


def test_a_renewal_that_fails_once_does_not_lose_the_lease(
    sayso: Installed, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "RENEWED_EVERY", 0.02)
    desk = sayso.with_clock(clock).desk

    def renewed() -> bool:
        with desk.reading() as session:
            return session.scalars(select(SiteLease)).one().until == clock() + leases.LASTS

    with structlog.testing.capture_logs() as lines, leases.held(desk, sayso.site.id, "one", "a direct write"):
        with refusing(desk.database, "UPDATE", "site_leases"):
            wait_until(lambda: any(line["event"] == "lease.not_renewed" for line in lines))
        clock.advance(seconds=14)
        wait_until(renewed)
        clock.advance(seconds=14)
        assert not leases.take(desk, sayso.site.id, "two", "another write")


@pytest.mark.promise("D-RUN-09")
def test_one_wordpress_connected_by_two_owners_has_one_writer(sayso: Installed, wordpress: SampleSite) -> None:
    second = people.add(sayso.desk, "second@example.com", "Second Owner")
    login = wordpress.username, wordpress.app_password
    theirs = sites.connect(sayso.desk, second.id, wordpress.url, *login)
    assert theirs.id != sayso.site.id
    with leases.held(sayso.desk, sayso.site.id, "one", "a direct write"):
        assert not leases.take(sayso.desk, theirs.id, "two", "another write")
    assert leases.take(sayso.desk, theirs.id, "two", "another write")


@pytest.mark.promise("D-RUN-10")
def test_whoever_waits_in_vain_is_told_what_goes_on_and_since_when(sayso: Installed, clock: MovableClock) -> None:
    desk = sayso.with_clock(clock).desk
    with leases.held(desk, sayso.site.id, "one", "restoring a snapshot"):
        clock.advance(seconds=5)
        with pytest.raises(Refusal) as told, leases.held(desk, sayso.site.id, "two", "a direct write", wait=0.0):
            raise AssertionError("Two have the lease.")
    assert told.value.code == "respira_site_busy"
    assert told.value.message == (
        "Another change is running on this site: restoring a snapshot, since 09:00:00 UTC. It did not finish within "
        "10 seconds."
    )
