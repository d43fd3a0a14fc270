"""The accessibility check itself finds faults, and works on a page with the strictest policy."""

from __future__ import annotations

from playwright.sync_api import Page, Route

from tests.e2e.axe import violations

ADDRESS = "http://sayso.test/"


def show(page: Page, body: str) -> None:
    def answer(route: Route) -> None:
        route.fulfill(
            headers={"Content-Type": "text/html", "Content-Security-Policy": "default-src 'none'"}, body=body
        )

    page.route(ADDRESS, answer)
    page.goto(ADDRESS)


def test_a_picture_without_words_is_reported_with_its_place(page: Page) -> None:
    show(page, "<!doctype html><html lang=en><title>t</title><main><h1>t</h1><img id=logo src=/x.png></main>")
    assert violations(page) == ["image-alt (critical): Images must have alternative text: #logo"]


def test_a_sound_page_has_nothing_reported(page: Page) -> None:
    show(page, "<!doctype html><html lang=en><title>t</title><main><h1>A plan</h1><p>Two steps.</p></main>")
    assert violations(page) == []
