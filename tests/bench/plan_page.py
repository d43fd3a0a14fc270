"""How long the page of a plan with long bodies takes on the server, and its questions to the database."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from flask.testing import FlaskClient

from tests.bench.figure import Figure, Times, timed
from tests.installed import Agent, Installed, installed
from tests.queries import counted
from tests.sample import sample_site
from webapp.app import create_app
from webapp.core import people
from webapp.data import Mode

LONG = 100 * 1024
LIMIT = 100.0


def plan_page() -> Sequence[Figure]:
    """Open a plan of 50 steps, and one of 5 for the number of queries."""
    with tempfile.TemporaryDirectory(prefix="sayso-bench-") as passing:
        folder = Path(passing)
        with (
            sample_site(folder) as site,
            installed(folder, site.url, site.username, site.app_password) as place,
        ):
            window = _signed_in(place)
            short, long = _planned(place, 5), _planned(place, 50)
            few, many = _queries(window, short), _queries(window, long)
            opened = timed(lambda: _open(window, long), 40)
    return _told(opened, few, many)


def _told(opened: Times, few: int, many: int) -> Sequence[Figure]:
    what = "a plan of 50 steps with 100 KiB bodies opens"
    return [
        Figure(f"{what}, median", opened.median, limit=LIMIT),
        Figure(f"{what}, 95 of 100", opened.slow),
        Figure(f"{what}, computing alone, median", opened.computing[len(opened.computing) // 2], limit=LIMIT),
        Figure(f"{what}, asking the database", many, "queries", limit=few),
        Figure("a plan of 5 steps, for comparison", few, "queries"),
    ]


def _planned(place: Installed, steps: int) -> str:
    agent: Agent = place.agent(Mode.BROWSER)
    plan = agent.call("begin_session", mode="plan", title=f"{steps} steps")["session_id"]
    for number in range(steps):
        sentence = f"Sentence {number} of a long page, with words enough to be read. "
        body = f"<p>{sentence * (LONG // len(sentence))}</p>"
        agent.call("create_page", title=f"Page {number}", content=body, _respira_note="You asked for it.")
    return str(plan)


def _signed_in(place: Installed) -> FlaskClient:
    program = create_app(place.desk)
    program.config["WTF_CSRF_ENABLED"] = False
    window = program.test_client()
    window.post(f"/sign-in/{people.make_link(place.desk, place.owner.email)}")
    return window


def _open(window: FlaskClient, plan: str) -> None:
    assert window.get(f"/plans/{plan}").status_code == 200


def _queries(window: FlaskClient, plan: str) -> int:
    _open(window, plan)
    with counted() as queries:
        _open(window, plan)
    return len(queries)
