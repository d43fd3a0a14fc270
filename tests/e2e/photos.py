"""Pictures of pages, kept for people to look at. What a test promises is never told from a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Locator, Page

FOLDER = Path(__file__).parents[2] / "test-artifacts" / "screens"
# Under load, Chromium now and then answers that it has no picture just now; the page itself is sound.
_TRIES = 4


def keep(shown: Page | Locator, name: str, **how: Any) -> None:
    """Keep a picture under a name, such as `plan-1280`.

    Args:
        how: as Playwright's own `screenshot` takes it.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    # Style sheets and pictures belong to what is looked at, and to how wide it is.
    (shown if isinstance(shown, Page) else shown.page).wait_for_load_state()
    for last in (*[False] * (_TRIES - 1), True):
        try:
            shown.screenshot(path=FOLDER / f"{name}.png", **how)
            return
        except Error as fault:
            if last or "Unable to capture screenshot" not in fault.message:
                raise
