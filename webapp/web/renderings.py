"""What a step's text reads like before and after, each in a frame of its own that may run and load nothing.

It is no picture of the site: the theme's look is not there. The page around the frames says what they can not show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort

from webapp.core import views
from webapp.core.redaction import without_secrets
from webapp.core.views import StepView

from . import guard
from .pages import desk, page
from .rendered import LONGEST, Rendered, height_of, rendered

bp = Blueprint("renderings", __name__, url_prefix="/steps")
SIDES = {"before": "As it is now", "after": "As it would be"}
NOTHING = {"before": "There is nothing here now: the step makes it.", "after": "Nothing is left of it."}
WIDTHS = {"wide": "Desktop width", "phone": "Phone width"}
CANNOT = (
    "the theme's look; pictures, films and embedded pages; what shortcodes, scripts and blocks that WordPress "
    "fills in would print. Each stands here as a box with its words where it can. Links lead nowhere."
)


@dataclass(frozen=True)
class Part:
    """One text of a side: a field's label, and what it reads like."""

    label: str
    text: Rendered


@dataclass(frozen=True)
class Frame:
    """One side of a preview as `steps/_rendering.html` prints it.

    Attributes:
        address: of what stands in the frame; None where there is nothing to show.
        left_out: how many characters of it are not shown.
        height: in pixels.
    """

    heading: str
    address: str | None
    nothing: str
    left_out: int
    height: int


@dataclass(frozen=True)
class Rendering:
    """The preview of a step: two frames in one of the `WIDTHS`."""

    frames: tuple[Frame, ...]
    width: str
    widths: dict[str, str]
    cannot: str = CANNOT


@bp.get("/<step_id>/rendering/<side>")
def show(step_id: str, side: str) -> Response:
    """Show one side of a step's text, for the frame."""
    with desk().reading() as session:
        _view, step = views.opened_step(session, desk(), guard.person().id, step_id)
    return framed(step, side)


def framed(step: StepView, side: str) -> Response:
    """Answer with one side of a step's text, for a frame on whichever page shows the step."""
    parts = parts_of(step, side) if side in SIDES else []
    if not parts:
        abort(404)
    shown = page("steps/rendering.html", heading=_title(step, side), parts=parts, side=SIDES[side])
    shown.headers["Content-Security-Policy"] = guard.PREVIEW_POLICY
    shown.headers["Referrer-Policy"] = "no-referrer"
    return shown


def of_step(step: StepView, width: str | None, page_of_step: str) -> Rendering | None:
    """Return what `steps/_rendering.html` prints; None for a step that changes no text with markup.

    Args:
        width: one of `WIDTHS`, as the address says it; another one is the widest.
        page_of_step: the path of the page that shows the step; the two sides are below it, at `rendering/SIDE`.
    """
    texts = list(_texts(step))
    if not texts:
        return None
    sides = {side: [change[side] for change in texts if change[side]] for side in SIDES}
    chosen = width if width in WIDTHS else "wide"
    heights = {side: height_of(found, chosen) for side, found in sides.items()}
    if chosen == "phone":
        # Two phones stand side by side.
        heights = dict.fromkeys(heights, max(heights.values()))
    frames = tuple(_frame(side, found, page_of_step, heights[side]) for side, found in sides.items())
    return Rendering(frames, chosen, WIDTHS)


def _frame(side: str, texts: Sequence[str], page_of_step: str, height: int) -> Frame:
    address = f"{page_of_step}/rendering/{side}" if texts else None
    return Frame(SIDES[side], address, NOTHING[side], sum(max(0, len(text) - LONGEST) for text in texts), height)


def parts_of(step: StepView, side: str) -> list[Part]:
    """Return the texts with markup that a step changes, as they are on one side; none for one that is not there."""
    return [Part(change["label"], rendered(change[side])) for change in _texts(step) if change[side]]


def _texts(step: StepView) -> Iterator[dict[str, Any]]:
    for change in map(without_secrets, step.changes):
        sides = (change["before"], change["after"])
        if change["kind"] == "html" and all(side is None or isinstance(side, str) for side in sides):
            yield change


def _title(step: StepView, side: str) -> str:
    """Return what stands above the text: the item's title on that side, or what the item is called."""
    titles = (change[side] for change in step.changes if change["field"] == "title")
    return str(next(titles, None) or step.row.target_name)
