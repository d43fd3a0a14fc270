from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from tests.doors.rest.agent import RestAgent
from tests.installed import Agent as Holder
from tests.installed import Installed, installed
from tests.sample import sample_site
from webapp.app import create_app
from webapp.data import Mode
from webapp.sample_site import SampleSite


@pytest.fixture(scope="module")
def wordpress() -> Iterator[SampleSite]:
    with sample_site() as site:
        yield site


@pytest.fixture(scope="module")
def sayso(tmp_path_factory: pytest.TempPathFactory, wordpress: SampleSite) -> Iterator[Installed]:
    folder = tmp_path_factory.mktemp("sayso")
    with installed(folder, wordpress.url, wordpress.username, wordpress.app_password) as one:
        yield one


@pytest.fixture(scope="module")
def app(sayso: Installed) -> Flask:
    return create_app(sayso.desk)


@pytest.fixture
def enter(app: Flask) -> Callable[[Holder], RestAgent]:
    """Come in with a key."""
    return lambda holder: RestAgent(app, holder.token)


@pytest.fixture
def agent(sayso: Installed, wordpress: SampleSite, enter: Callable[[Holder], RestAgent]) -> Iterator[RestAgent]:
    """An agent whose key asks for plan mode when it wants it."""
    wordpress.requests.clear()
    yield enter(sayso.agent(Mode.ASK))
    wordpress.behave()


@pytest.fixture
def planner(sayso: Installed, wordpress: SampleSite, enter: Callable[[Holder], RestAgent]) -> RestAgent:
    """An agent whose key always plans."""
    wordpress.requests.clear()
    return enter(sayso.agent(Mode.CHAT, "Planner"))


@pytest.fixture
def nobody(app: Flask) -> RestAgent:
    """Somebody without a key."""
    return RestAgent(app, None)
