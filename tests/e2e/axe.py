"""Accessibility of a page as a browser shows it: runs axe-core there and says in words what it found.

The browser evaluates the script on Playwright's behalf, so a strict Content-Security-Policy does not
stand in the way and need not be loosened for the tests.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = (Path(__file__).parent.parent / "vendor" / "axe.min.js").read_text()

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

RUN = """async (rules) => {
  const found = await axe.run(document, {
    runOnly: {type: "tag", values: rules}, resultTypes: ["violations"]
  });
  return found.violations;
}"""


def violations(page: Page) -> list[str]:
    """What axe-core has against the page as it stands now, one line per element; empty when all is well."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(f"() => {{ {AXE} }}")
    found: list[dict[str, Any]] = page.evaluate(RUN, RULES)
    return [
        f"{rule['id']} ({rule['impact']}): {rule['help']}: {' '.join(map(str, node['target']))}"
        for rule in found
        for node in rule["nodes"]
    ]


def found_wrong(page: Page) -> list[str]:
    """What bars people from the page, its being wider than the screen included."""
    # A page is as wide as it will be once its style sheets are there.
    page.wait_for_load_state()
    wide = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
    return violations(page) + ([f"{wide} px wider than the screen"] if wide > 0 else [])


def wrong_in(page: Page, *, scripts: bool) -> list[str]:
    """What bars people from a page, whether its own scripts run or not.

    Axe is a script itself. A page without gets a twin: the same address, opened by the same visitor in a window of
    the same size, with the page's own scripts kept out.
    """
    if scripts:
        return violations(page)
    here = page.context
    assert here.browser is not None
    scheme = "dark" if page.evaluate("() => matchMedia('(prefers-color-scheme: dark)').matches") else "light"
    twin = here.browser.new_context(
        storage_state=here.storage_state(), viewport=page.viewport_size, color_scheme=scheme
    )
    try:
        twin.route("**/*.js", lambda route: route.abort())
        same = twin.new_page()
        same.goto(page.url)
        return violations(same)
    finally:
        twin.close()
