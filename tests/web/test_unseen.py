"""Promises of text that an agent or a site sends: what nobody would see in it is made visible on every page."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from tests.installed import Installed
from tests.web.conftest import Browser
from tests.web.planning import accept_and_apply, steps_of
from webapp.data import Mode
from webapp.web.unseen import visible

TURNED = "Our \u202eyrots\u200b"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb\u2066c\u200ed\u061ce", "a⟨U+202E⟩b⟨U+2066⟩c⟨U+200E⟩d⟨U+061C⟩e"),
        ("pay\u200bpal\ufeff", "pay⟨U+200B⟩pal⟨U+FEFF⟩"),
        ("ring\x07 and \x1b[31m", "ring⟨U+0007⟩ and ⟨U+001B⟩[31m"),
        ("hidden\U000e0041", "hidden⟨U+E0041⟩"),
        ("one\n\ttwo\r\n", "one\n\ttwo\r\n"),
        ("می\u200cخواهم 👩\u200d🌾", "می\u200cخواهم 👩\u200d🌾"),
        ("so\u00adft \u115f\u3164 a\u2800", "so⟨U+00AD⟩ft ⟨U+115F⟩⟨U+3164⟩ a⟨U+2800⟩"),
        ("a\ufe0f \U0001f600\ufe0f\ufe0f", "a⟨U+FE0F⟩ \U0001f600\ufe0f⟨U+FE0F⟩"),
        ("a\U000e0100 漢\U000e0100", "a⟨U+E0100⟩ 漢\U000e0100"),
        ("10\u00a0km", "10\u00a0km"),
        ("\u00a0a \u00a0b\u00a0\u00a0c", "⟨U+00A0⟩a ⟨U+00A0⟩b⟨U+00A0⟩⟨U+00A0⟩c"),
        ("❤\ufe0f 1\ufe0f\u20e3 👩\u200d❤\ufe0f\u200d👨", "❤\ufe0f 1\ufe0f\u20e3 👩\u200d❤\ufe0f\u200d👨"),
        ("end\u200d \u200calone", "end⟨U+200D⟩ ⟨U+200C⟩alone"),
        ("Zoë, naïve, Straße, 日本, שלום", "Zoë, naïve, Straße, 日本, שלום"),
    ],
)
def test_only_what_nobody_would_see_is_marked(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_markup_and_numbers_stay_as_they_are() -> None:
    assert visible(Markup("<b>\u202e</b>")) == Markup("<b>\u202e</b>")
    assert visible(7) == 7


def test_no_page_is_turned_around_by_what_an_agent_wrote(window: Browser, place: Installed) -> None:
    agent = place.agent(Mode.BROWSER)
    plan = agent.call("begin_session", mode="plan", title=TURNED, note=TURNED)["session_id"]
    agent.call("create_menu_item", menu_id=3, title=TURNED, url="/services/", _respira_note=TURNED)
    step = steps_of(place.desk, plan)[0].public_id
    pages = [window.get(address) for address in ("/plans", f"/plans/{plan}", f"/steps/{step}")]
    run = accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    for response in [*pages, window.get(run), window.get("/events")]:
        page = response.get_data(as_text=True)
        assert "⟨U+202E⟩" in page
        assert "\u202e" not in page
        assert "\u200b" not in page
