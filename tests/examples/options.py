"""Examples of the tool that changes settings."""

from __future__ import annotations

from tests.examples.example import Answer, Example
from tests.site_state import Reader


def _a_page(hand: Reader) -> Answer:
    return {"id": hand.post("pages", title="Welcome", status="publish")["id"]}


def _the_tagline_is_new(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert hand.get("settings")["description"] == "Bread, slower"


def _the_page_is_in_front(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert hand.get("settings")["page_on_front"] == prepared["id"]


def _the_address_is_new(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert hand.get("settings")["url"] == "https://elsewhere.example"


def _the_mail_goes_elsewhere(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert hand.get("settings")["email"] == "new@example.com"


def _the_week_begins_on_sunday(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert hand.get("settings")["start_of_week"] == 0


EXAMPLES = (
    Example(
        tool="update_option",
        arguments=lambda prepared: {"option": "description", "value": "Bread, slower"},
        landed=_the_tagline_is_new,
    ),
    Example(
        tool="update_option",
        name="front_page",
        prepare=_a_page,
        arguments=lambda prepared: {"option": "page_on_front", "value": str(prepared["id"])},
        landed=_the_page_is_in_front,
    ),
    Example(
        tool="update_option",
        name="address",
        arguments=lambda prepared: {"option": "siteurl", "value": "https://elsewhere.example/"},
        landed=_the_address_is_new,
    ),
    Example(
        tool="update_option",
        name="email",
        arguments=lambda prepared: {"option": "admin_email", "value": "new@example.com"},
        landed=_the_mail_goes_elsewhere,
    ),
    Example(
        tool="update_option",
        name="number",
        arguments=lambda prepared: {"option": "start_of_week", "value": "0"},
        landed=_the_week_begins_on_sunday,
    ),
)
