"""An installation in which something of everything has happened, and a browser that knows every form on its pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import select

from tests.installed import Installed, installed
from tests.sample import sample_site
from tests.web.conftest import Browser, signed_in
from tests.web.planning import accept_and_apply, worked_example
from tests.web.sharing import shared
from webapp.app import create_app
from webapp.data import Copy, IssueReport, Mode, Note, NoticeAddress, ReviewLink, Snapshot
from webapp.data.row import Row
from webapp.sample_site import SampleSite

Fields = dict[str, list[str]]
_NOT_TOLD = frozenset({"sessions"})  # a session's row tells when it was last seen


@dataclass
class LivedIn:
    """What a test needs to know of it.

    Attributes:
        ids: what stands in addresses for each of their parts.
        forms: the fields of every form on the pages, and what stands in them, by the form's address.
    """

    app: Flask
    place: Installed
    site: SampleSite
    window: Browser
    ids: dict[str, Any] = field(default_factory=dict)
    forms: dict[str, Fields] = field(default_factory=dict)

    def stranger(self) -> Browser:
        """A browser in which nobody is signed in."""
        return Browser(self.app.test_client())

    def address(self, rule: Any, **odd: Any) -> str:
        """The address of a route about what there is, or with odd parts."""
        parts = {name: {**self.ids, **odd}.get(name, 1) for name in rule.arguments}
        return str(rule.build(parts, append_unknown=False)[1])

    def state(self) -> dict[str, list[Any]]:
        """Every row of every table."""
        with self.place.desk.reading() as session:
            tables = [table for table in Row.metadata.sorted_tables if table.name not in _NOT_TOLD]
            return {table.name: sorted(map(repr, session.execute(select(table)))) for table in tables}


class _Forms(HTMLParser):
    """Finds the forms of a page that post."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, Fields] = {}
        self._open: Fields | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of a form, or of a field in one."""
        told = dict(attrs)
        if tag == "form":
            posts = (told.get("method") or "").lower() == "post"
            self._open = self.found.setdefault(told.get("action") or "", {}) if posts else None
        elif tag in ("input", "button", "select", "textarea", "option") and self._open is not None:
            name = told.get("name")
            if name and name != "csrf_token":
                self._open.setdefault(name, []).append(told.get("value") or "")


def forms_of(page: str) -> dict[str, Fields]:
    """The forms of a page that post: the fields of each, with what stands in them, by its address."""
    reader = _Forms()
    reader.feed(page)
    return reader.found


@contextmanager
def lived_in(folder: Path) -> Iterator[LivedIn]:
    """Let an agent plan, a person apply, share and undo, and open every page once."""
    with sample_site() as site, installed(folder, site.url, site.username, site.app_password) as place:
        app = create_app(place.desk)
        one = LivedIn(app, place, site, signed_in(app, place.desk, place.owner.email))
        _live(one)
        for rule in app.url_map.iter_rules():
            if "GET" in (rule.methods or ()) and not rule.rule.startswith(("/static", "/mcp", "/wp-json")):
                for address, fields in forms_of(one.window.get(one.address(rule)).get_data(as_text=True)).items():
                    one.forms.setdefault(address, {}).update(fields)
        yield one


def _live(one: LivedIn) -> None:
    agent, desk, window = one.place.agent(Mode.BROWSER), one.place.desk, one.window
    run = accept_and_apply(window, desk, worked_example(agent))
    one.place.workers.finish()
    undo = window.post(f"{run}/undos").headers["Location"]
    agent.call("report_issue", title="The order is lost", brief="The menu lost its order.")
    plan = str(agent.call("begin_session", mode="plan")["session_id"])
    agent.call("update_page", id=44, title="Reach us", content="<p>By <b>post</b>.</p>")
    agent.call("update_option", option="title", value="Grain")
    step = agent.call("get_plan")["steps"][0]["step_id"]
    window.post(f"/plans/{plan}/notes", {"text": "Why?", "kind": "question"})
    site = one.place.site.public_id
    window.post(f"/sites/{site}/notices", {"way": "webhook", "address": "http://127.0.0.1:9/told"})
    link = shared(window, f"/plans/{plan}")
    one.ids = {"plan_id": plan, "step_id": step, "run_id": run.split("/")[-1], "undo_id": undo.split("/")[-1]}
    one.ids |= {"site_id": site, "key_id": agent.key.public_id, "token": link.split("/")[-1], "side": "before"}
    one.ids |= {"filename": "css/base.css", "rest": "respira/v1/ping", "index": 0, "position": 1, "row_id": 1}
    kinds = {"copy_id": Copy, "report_id": IssueReport, "note_id": Note, "address_id": NoticeAddress}
    with desk.reading() as session:
        one.ids |= {name: session.scalars(select(kind.public_id)).first() for name, kind in kinds.items()}
        one.ids["link_id"] = session.scalars(select(ReviewLink.public_id)).first()
        one.ids["uuid"] = session.scalars(select(Snapshot.uuid)).first()
