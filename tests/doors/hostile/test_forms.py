"""Every form of the pages, filled in by somebody hostile: no fault of ours, and nothing at all without its token."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.routing import Rule

from tests.doors.hostile.lived_in import Fields, LivedIn, lived_in
from tests.doors.hostile.sent import inputs
from tests.web.conftest import Browser, signed_in
from webapp.app import create_app
from webapp.doors.sizes import LARGEST_BODY
from webapp.laying import lay_desk
from webapp.settings import Settings
from webapp.web.form_bodies import MOST_FIELDS

# These take away what the other forms are about, so they are sent last.
LAST = ["account.sign_out", "account.end_sessions", "account.end_session", "keys.revoke", "sites.disconnect"]
_DOORS = ("mcp", "rest", "redeeming")

words = st.text(max_size=30) | st.sampled_from(
    ["\x00", "a" * 70_000, "-1", "9" * 30, "../..", "<script>", "http://[::1", "é" * 300]
)
odd_names = st.text(min_size=1, max_size=8) | st.sampled_from(
    ["csrf_token", "digest", "step", "verdict", "__proto__"]
)


def routes() -> list[Rule]:
    """The addresses that take a form, those that take away the most at the end."""
    settings = Settings("sqlite:////dev/null", "http://localhost", "s" * 32, ("A" * 43 + "=",))
    rules = create_app(lay_desk(settings, lambda run: None)).url_map.iter_rules()
    found = [each for each in rules if "POST" in (each.methods or ()) and not each.endpoint.startswith(_DOORS)]
    return sorted(found, key=lambda each: LAST.index(each.endpoint) if each.endpoint in LAST else -1)


ROUTES = [pytest.param(rule, id=rule.endpoint) for rule in routes()]


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LivedIn]:
    with lived_in(tmp_path_factory.mktemp("lived-in")) as made:
        made.site.requests.clear()
        yield made


def filled(fields: Fields) -> st.SearchStrategy[dict[str, Any]]:
    """A form: what stands in it already or something hostile, some of it twice, some with a file in its place."""
    told = {name: st.sampled_from(values) | words for name, values in fields.items()}
    twice = {name: st.lists(kind, max_size=3) | kind for name, kind in told.items()}
    file = words.map(lambda text: (BytesIO(text.encode()), text))
    return st.fixed_dictionaries({}, optional=twice).flatmap(
        lambda form: st.dictionaries(odd_names, words | file, max_size=2).map(lambda odd: {**odd, **form})
    )


def there(one: LivedIn, rule: Rule, browser: Browser) -> Browser:
    """The browser with a token for the form, signed in again where an earlier form ended that."""
    if rule.endpoint.startswith("guest"):
        guest = one.stranger()
        guest.get(f"/r/{one.ids['token']}")
        return guest
    if browser.get("/account").status_code == 200:
        return browser
    one.window = signed_in(one.app, one.place.desk, one.place.owner.email)
    return one.window


@pytest.mark.parametrize("rule", ROUTES)
def test_nothing_comes_of_a_form_without_its_token(one: LivedIn, rule: Rule) -> None:
    address = one.address(rule)
    sound = {name: values[0] for name, values in one.forms.get(address, {}).items() if values}
    before = one.state()
    for browser in (there(one, rule, one.window), one.stranger()):
        for token in ({}, {"csrf_token": "x"}):
            answer = browser.client.post(address, data={**sound, **token})
            assert answer.status_code in (303, 400), answer.status
            assert answer.status_code == 400 or answer.headers["Location"].startswith("/sign-in?next=")
    assert one.state() == before
    assert one.site.requests.writes() == []


@pytest.mark.parametrize("rule", ROUTES)
def test_whatever_a_form_says_is_answered(one: LivedIn, rule: Rule) -> None:
    address = one.address(rule)
    fields = one.forms.get(address) or {name: [""] for form in one.forms.values() for name in form}

    @inputs(4)
    @given(form=filled(fields))
    def send(form: dict[str, Any]) -> None:
        browser = there(one, rule, one.window)
        answer = browser.client.post(address, data={"csrf_token": browser.token, **form})
        assert answer.status_code < 500, answer.get_data(as_text=True)
        answer.close()

    send()


def test_a_form_of_too_many_fields_is_refused(one: LivedIn) -> None:
    browser = one.stranger()
    browser.get("/sign-in")
    form = f"csrf_token={browser.token}" + "&a=b" * MOST_FIELDS
    kind = "application/x-www-form-urlencoded"
    assert browser.client.post("/sign-in", data=form, content_type=kind).status_code == 413


@pytest.mark.parametrize("named", ['name="email"', 'name="email"; filename="big.png"'])
def test_a_form_that_is_too_large_is_refused(one: LivedIn, named: str) -> None:
    part = f"--x\r\nContent-Disposition: form-data; {named}\r\n\r\n".encode() + b"a" * LARGEST_BODY + b"\r\n--x--\r\n"
    answer = one.stranger().client.post("/sign-in", data=part, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 413
