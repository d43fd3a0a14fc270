"""Icons, inlined into the page so that they take the colour of the words beside them.

An icon never speaks: the words beside it do, so each is hidden from screen readers. This module does
not choose icons; templates name them by the file's name in static/icons.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from markupsafe import Markup

FOLDER = Path(__file__).parent.parent / "static" / "icons"
SHAPES = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)


@cache
def icon(name: str) -> Markup:
    """Return the icon `name` (a file in static/icons, without .svg) as inline SVG.

    Raises FileNotFoundError when there is no such icon, so that a misspelt name fails in tests.
    """
    drawing = SHAPES.search((FOLDER / f"{name}.svg").read_text(encoding="utf-8"))
    if drawing is None:
        raise ValueError(f"{name}.svg holds no drawing")
    shapes = re.sub(r"\s+", " ", drawing[1]).strip()
    return Markup(  # noqa: S704 - the shapes come from our own files, never from a person or an agent
        f'<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" '
        f'stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">{shapes}</svg>'
    )
