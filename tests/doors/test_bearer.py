import pytest
from werkzeug.datastructures import Headers

from webapp.doors.bearer import token_of


@pytest.mark.parametrize(
    ("headers", "token"),
    [
        ({"Authorization": "Bearer respira_abc"}, "respira_abc"),
        ({"Authorization": "bearer   respira_abc "}, "respira_abc"),
        ({"X-Respira-API-Key": " respira_abc "}, "respira_abc"),
        ({"Authorization": "Basic dTpw", "X-Respira-API-Key": "respira_abc"}, "respira_abc"),
        ({"Authorization": "Bearer respira_one", "X-Respira-API-Key": "respira_two"}, "respira_one"),
    ],
)
def test_a_key_is_read_from_either_header(headers, token):
    assert token_of(Headers(headers)) == token


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer  "},
        {"Authorization": "Basic dTpw"},
        {"X-Respira-API-Key": " "},
        {"Cookie": "key=respira_abc; Authorization=respira_abc"},
    ],
)
def test_nothing_else_counts_as_a_key(headers):
    assert token_of(Headers(headers)) is None
