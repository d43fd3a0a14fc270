"""Review links for tests: an owner makes one, and somebody opens it in a browser of their own."""

from __future__ import annotations

import re

from tests.web.conftest import Browser


def shared(window: Browser, address: str, **asked: object) -> str:
    """Make a link as the owner does and return the path of its page.

    Args:
        address: of the plan or the copy, such as /plans/sess_7c0d3e.
        asked: fields of the form that are not left as they are.
    """
    window.get(f"{address}/links/new")
    usual = "usual" if address.startswith("/plans") else "7d"
    made = window.post(f"{address}/links", {"label": "Ana", "may": "comment", "lasts": usual, **asked})
    page = made.get_data(as_text=True)
    assert made.status_code == 200, page
    found = re.search(r'data-copy="http://localhost(/r/[\w-]{43})"', page)
    assert found is not None, page
    return found[1]


def says(guest: Browser, link: str, step: str, digest: str, verdict: str = "accept", **more: object) -> str:
    """Decide about a step as somebody with a link does, over the page that asks again, and return the last page."""
    guest.get(f"{link}/steps/{step}")
    form = {"verdict": verdict, "digest": digest, "page": "step", **more}
    asked = guest.post(f"{link}/steps/{step}/confirmation", form)
    assert asked.status_code == 200, asked.get_data(as_text=True)
    done = guest.post(f"{link}/steps/{step}/decision", {"name": "Ana", **form})
    return guest.follow(done).get_data(as_text=True)
