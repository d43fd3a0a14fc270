"""What happened: on the person's sites and to their account, newest first; its address says what it is kept to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, request

from webapp.core import archives, events, sites
from webapp.core.entrances import Entrance
from webapp.core.events import Kept, Word
from webapp.data import LARGEST_ID

from . import file_turns, filters, guard, log_files
from .happenings import DOORS, NOUNS, happening, said_of
from .pages import desk, page
from .plan_rows import site_choices

bp = Blueprint("events", __name__)
A_PAGE = 50
_MOST_WORDS = 8
_NAMES = ("words", "site", "key", "person", "about", "door", "from", "to")


@bp.get("/events")
def index() -> Response:
    """List what happened, a page at a time."""
    asked, before = filters.told(request.args, *_NAMES), request.args.get("before", type=place_of)
    person_id = guard.person().id
    with desk().reading() as session:
        lines = events.listed(session, person_id, _kept(asked), before=before, most=A_PAGE + 1)
        values: dict[str, Any] = {
            "sites": site_choices(sites.of_person(session, person_id)),
            "people": filters.person_choices(archives.people(session, person_id)),
            "keys": archives.key_names(session, person_id),
        }
    last = {"before": str(lines[A_PAGE - 1].event.id)} if len(lines) > A_PAGE else None
    return page(
        "events/index.html",
        happenings=[happening(line) for line in lines[:A_PAGE]],
        newest=filters.address("/events", asked) if before else None,
        older=None if last is None else filters.address("/events", asked | last),
        before=before,
        **_form(asked),
        **values,
    )


@bp.post("/events.csv")
def take_table() -> Response:
    """Send what the log is kept to as a table."""
    return _taken("csv")


@bp.post("/events.jsonl")
def take_lines() -> Response:
    """Send what the log is kept to as a JSON object a line."""
    return _taken("jsonl")


def _taken(form: str) -> Response:
    asked, before = filters.told(request.form, *_NAMES), request.form.get("before", type=place_of)
    at_hand, person_id, kept = desk(), guard.person().id, _kept(asked)

    def written() -> Response:
        events.note_export(at_hand, person_id, form, asked)
        lines = events.all_of(at_hand, person_id, kept, before=before, most=log_files.MOST + 1)
        return log_files.sent(form, lines, f"{at_hand.settings.public_url}{filters.address('/events', asked)}")

    return file_turns.in_turn(written)


def place_of(typed: str) -> int:
    """Return the id that a page of the log begins before: of what no id can be, the nearest that can."""
    return max(0, min(int(typed), LARGEST_ID))


def _kept(asked: Mapping[str, str]) -> Kept:
    words = asked.get("words", "").split()[:_MOST_WORDS]
    return Kept(
        site=asked.get("site"),
        key=asked.get("key"),
        person=filters.person_of(asked.get("person")),
        noun=asked.get("about"),
        door=asked.get("door"),
        since=filters.begin_of(asked.get("from")),
        until=filters.end_of(asked.get("to")),
        words=[Word(text, said_of(text)) for text in words],
    )


def _form(asked: Mapping[str, str]) -> dict[str, Any]:
    return {
        "asked": asked,
        "nouns": list(NOUNS.items()),
        "doors": [(str(door), DOORS[door][:1].upper() + DOORS[door][1:]) for door in Entrance],
        "narrowed": bool(asked.keys() - {"words"}),
        "zone": filters.zone_name(),
        "most": log_files.MOST,
    }
