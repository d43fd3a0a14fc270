"""How long the history takes on the server: 10,000 runs over 1,000 keys, whatever it is kept to and however deep; and
the log beside it."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from flask.testing import FlaskClient

from tests.bench.figure import Figure, Times, timed
from tests.bench.long_life import EVENTS, RUNS, fill
from tests.installed import Installed, installed
from tests.sample import sample_site
from webapp.app import create_app
from webapp.core import people

LIMIT = 50.0
TIMES = 60


def history() -> Sequence[Figure]:
    """Open the list, with each filter, with a rare and a common word, and deep down."""
    with tempfile.TemporaryDirectory(prefix="sayso-bench-") as passing:
        folder = Path(passing)
        with (
            sample_site(folder) as site,
            installed(folder, site.url, site.username, site.app_password) as place,
        ):
            fill(folder / "sayso.db", place.site.id, place.owner.id)
            window = _signed_in(place)
            asked = {
                f"history of {RUNS:,} runs": {**_addresses(place), **_deep(window)},
                f"log of {EVENTS:,} lines": _of_log(place),
            }
            return [
                line
                for what, addresses in asked.items()
                for words, address in addresses.items()
                for line in _told(f"{what}, {words}", _opened(window, address))
            ]


def _addresses(place: Installed) -> dict[str, str]:
    """Return what is measured, each with the address that shows it."""
    return {
        "the newest": "/history",
        "of a site": f"/history?site={place.site.public_id}",
        "of a key": "/history?key=key_000000000500",
        "of keys that are called alike": "/history?key=number",
        "of a person": f"/history?person={place.owner.id}",
        "what an agent asked for": "/history?person=agent",
        "what went through": "/history?outcome=through",
        "what failed": "/history?outcome=failed",
        "what expired": "/history?outcome=expired",
        "what ended": "/history?outcome=ended",
        "what was taken back": "/history?outcome=taken-back",
        "of a week": "/history?from=2026-03-02&to=2026-03-08",
        "with a rare word": "/history?words=seldom+ceremony",
        "with a common word": "/history?words=title",
        "with a word that is nowhere": "/history?words=nowhere",
        "of a key, with a word": "/history?key=key_000000000500&words=title",
        "what failed, of a person, with a rare word": f"/history?outcome=failed&person={place.owner.id}&words=seldom",
    }


def _of_log(place: Installed) -> dict[str, str]:
    return {
        "the newest": "/events",
        "deep down": f"/events?before={EVENTS // 2}",
        "of a key": "/events?key=key_000000000500",
        "of a person": f"/events?person={place.owner.id}",
        "of a step": "/events?words=step_000000000077",
        "of a week": "/events?from=2026-03-02&to=2026-03-08",
    }


def _deep(window: FlaskClient) -> dict[str, str]:
    """Return addresses far down in the list, as the list itself gives them."""
    address = "/history?from=2026-01-01&to=2026-02-01"
    for _page in range(10):
        body = window.get(address).get_data(as_text=True)
        address = re.findall(r'href="([^"]+)" rel="next"', body)[0].replace("&amp;", "&")
    before = address.rpartition("before=")[2]
    return {
        "deep down": f"/history?before={before}",
        "deep down, what failed": f"/history?outcome=failed&before={before}",
    }


def _signed_in(place: Installed) -> FlaskClient:
    program = create_app(place.desk)
    program.config["WTF_CSRF_ENABLED"] = False
    window = program.test_client()
    window.post(f"/sign-in/{people.make_link(place.desk, place.owner.email)}")
    return window


def _opened(window: FlaskClient, address: str) -> Times:
    def open_it() -> None:
        assert window.get(address).status_code == 200

    return timed(open_it, TIMES)


def _told(words: str, opened: Times) -> Sequence[Figure]:
    each = opened.each
    slowest = each[min(len(each) - 1, int(len(each) * 0.99))]
    return [
        Figure(f"{words}: 95 of 100 (half {opened.median:.1f}, 99 of 100 {slowest:.1f})", opened.slow, limit=LIMIT),
        Figure(f"{words}: computing alone, 95 of 100", opened.computing[int(len(each) * 0.95)], limit=LIMIT),
    ]
