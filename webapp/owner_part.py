"""The owner's part in the demo: an account, a connected site, a key for each kind of agent, a link to sign in.

It loads the engine, so the demo asks for it only after its programs were started.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from webapp import clock
from webapp.core import keys, people, sites
from webapp.core.desk import Desk
from webapp.data import Mode, Site
from webapp.errors import SiteTrouble
from webapp.laying import lay_desk
from webapp.settings import Settings

OWNER, OWNER_NAME = "owner@example.com", "Olive Owner"
KEYS = {"chat": ("Chat agent", Mode.ASK), "browser": ("Browser agent", Mode.BROWSER)}


class Prepared(NamedTuple):
    """What the owner has made: the site's address, the tokens of the keys by name, the link to sign in with."""

    site_url: str
    tokens: dict[str, str]
    sign_in_path: str


def play(settings: Settings, login: tuple[str, str, str], known: Mapping[str, str], patience: float) -> Prepared:
    """Make what is not there yet.

    Args:
        login: the site's address, user and application password.
        known: tokens of keys that were made before, by name.
        patience: seconds to wait for a site that is only just starting.

    Raises:
        Refusal, SiteTrouble: the site can not be connected.
    """
    desk = lay_desk(settings, lambda _run: None)
    try:
        owner = people.add(desk, OWNER, OWNER_NAME)
        site = _connected(desk, owner.id, login, patience)
        tokens = {name: known.get(name) or _issued(desk, site, owner.id, name) for name in KEYS}
        return Prepared(site.url, tokens, f"/sign-in/{people.make_link(desk, OWNER)}")
    finally:
        desk.database.close()


def _connected(desk: Desk, owner_id: int, login: tuple[str, str, str], patience: float) -> Site:
    give_up = clock.monotonic() + patience
    while True:
        try:
            return sites.connect(desk, owner_id, *login)
        except SiteTrouble as trouble:
            # Only a site that can not be reached yet may be another in a moment; a refused login stays refused.
            if trouble.code != "respira_site_unreachable" or clock.monotonic() > give_up:
                raise


def _issued(desk: Desk, site: Site, owner_id: int, name: str) -> str:
    label, mode = KEYS[name]
    with desk.writing() as session:
        return keys.issue(session, desk, site.id, label, mode, person_id=owner_id).token
