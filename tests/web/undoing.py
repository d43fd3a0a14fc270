"""Taking something back as a person does in a browser without scripts: begin, look, read, say yes, come back."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

from werkzeug.test import TestResponse

from tests.installed import Installed
from tests.web.conftest import Browser

Fields = dict[str, list[str]]


def restores(page: str) -> list[str]:
    """Return where the page's forms go to that begin to bring a snapshot back, in order."""
    return re.findall(r'action="(/snapshots/[^"]+/restores)"', page)


def begun(window: Browser, address: str, back: str | None = None) -> str:
    """Press the button that begins an undo, and return the path of the undo's page."""
    response = window.post(address, {} if back is None else {"back": back})
    assert response.status_code == 303, response.get_data(as_text=True)
    return str(response.headers["Location"]).partition("?")[0]


def looked(window: Browser, undo: str) -> str:
    """Have the site read, and return the page that shows what would come back."""
    return window.follow(window.post(f"{undo}/look")).get_data(as_text=True)


def yes_form(page: str) -> Fields:
    """Return what a browser sends from the form that says yes: what is hidden in it, and what is ticked."""
    found = re.search(r'<form method="post" action="[^"]*/runs" id="take-back">(.*?)</form>', page, re.DOTALL)
    assert found is not None, page
    fields: Fields = {}
    for tag in re.findall(r"<input[^>]*>", found[1]):
        told = {name: unescape(value) for name, value in re.findall(r'([a-z]+)="([^"]*)"', tag)}
        if told["type"] == "hidden" or re.search(r"\bchecked\b", tag):
            fields.setdefault(told["name"], []).append(told["value"])
    return fields


def said_yes(window: Browser, undo: str, fields: Fields) -> TestResponse:
    """Send the form that says yes."""
    return window.post(f"{undo}/runs", dict(fields))


def taken_back(
    window: Browser,
    place: Installed,
    address: str,
    back: str | None = None,
    ticked: Callable[[Fields], None] = lambda fields: None,
) -> str:
    """Take back what a form's address begins, all of it that is ticked, and return the page of how that went.

    Args:
        address: where the form goes to that begins it.
        back: the page that the form stands on.
        ticked: changes what is ticked before the yes.
    """
    undo = begun(window, address, back)
    fields = yes_form(looked(window, undo))
    ticked(fields)
    response = said_yes(window, undo, fields)
    assert response.status_code == 303, response.get_data(as_text=True)
    place.workers.finish()
    return window.get(undo).get_data(as_text=True)
