"""The REST door under schemathesis: what its description allows, what it does not, and the edges of both."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
import schemathesis
from hypothesis import Phase, given, settings
from schemathesis import Case
from schemathesis.checks import content_type_conformance, response_schema_conformance, status_code_conformance
from schemathesis.generation import GenerationMode
from schemathesis.schemas import APIOperation, BaseSchema

from tests.doors.hostile.sent import Watch, inputs
from tests.installed import Agent, installed
from tests.sample import sample_site
from webapp.app import create_app
from webapp.data import Mode
from webapp.doors import openapi, rest_own
from webapp.tools.catalogue import CATALOGUE

DESCRIPTION = openapi.described(CATALOGUE.values(), rest_own.described(), "http://localhost")
OPERATIONS = [(method, path) for path, methods in DESCRIPTION["paths"].items() for method in methods]
AS_DESCRIBED = [status_code_conformance, content_type_conformance, response_schema_conformance]
FITTING, UNFIT, EDGES = 2, 1, 2  # inputs for each operation in every run
AT_HOME = [42, 311, 44, 3]  # ids of the sample site's pages, posts, media, menus and terms


class Caller:
    """Sends what schemathesis makes up, with a key whose every write waits for a person."""

    def __init__(self, schema: BaseSchema, watch: Watch, key: Agent) -> None:
        self.schema = schema
        self._watch = watch
        self._headers = {"X-Respira-API-Key": key.token}

    def send(self, case: Case) -> None:
        """Send it; the answer must be one that the description names, and tell the truth about new steps."""
        answer = case.call(headers=self._headers)
        assert answer.status_code < 500, answer.text
        told_there = answer.json() if answer.content else {}
        self._watch.demand_only_what_was_told(told_there)
        case.validate_response(answer, checks=AS_DESCRIBED)

    def edges(self, operation: APIOperation[Any, Any, Any]) -> Iterator[Case]:
        """What lies on the edges of an operation's description."""
        return self.schema.iter_coverage_cases(
            operation,
            generation_modes=list(GenerationMode),
            generation_config=self.schema.config.generation,
        )


@pytest.fixture(scope="module")
def caller(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    folder = tmp_path_factory.mktemp("described")
    with sample_site() as site, installed(folder, site.url, site.username, site.app_password) as place:
        app = create_app(place.desk)
        schema = schemathesis.openapi.from_wsgi("/wp-json/respira/v2/openapi.json", app)
        key = place.agent(Mode.BROWSER)
        site.requests.clear()
        yield Caller(schema, Watch(place, site, key), key)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_whatever_is_sent_is_answered_as_described(caller: Caller, method: str, path: str) -> None:
    operation = caller.schema[path][method.upper()]
    # Where neither a key nor anything else is asked for, nothing can be unfit.
    takes_anything = DESCRIPTION["paths"][path][method].get("security") != []
    for mode, number in ((GenerationMode.POSITIVE, FITTING), (GenerationMode.NEGATIVE, UNFIT * takes_anything)):
        if number:
            _send_made_up(caller, operation, mode, number)
    edges = list(caller.edges(operation))
    for case in islice(edges, 0, None, max(1, len(edges) // inputs(EDGES).max_examples)):
        caller.send(case)


def at_home(case: Case) -> Case:
    """Let a call that fits be about something that there is, so that it may become a step."""
    for name, value in case.path_parameters.items():
        if isinstance(value, int):
            case.path_parameters[name] = AT_HOME[value % len(AT_HOME)]
    return case


def _send_made_up(caller: Caller, operation: APIOperation[Any, Any, Any], mode: GenerationMode, number: int) -> None:
    @settings(inputs(number), phases=[Phase.generate])
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Case) -> None:
        caller.send(at_home(case) if mode == GenerationMode.POSITIVE else case)

    send()
