"""Promises of the palette: whatever is written can be read, on paper and in the dark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOKENS = Path(__file__).parents[2] / "webapp" / "static" / "css" / "tokens.css"
TEXT, EDGE = 4.5, 3.0
INK_ON_PAPER = [
    *[(ink, paper) for ink in ("ink", "ink-soft", "accent", "danger") for paper in ("paper", "sheet", "shade")],
    ("accent-strong", "paper"),
    ("accent", "accent-wash"),
    ("accent-strong", "accent-wash"),
    ("ink", "accent-wash"),
    ("ink-soft", "accent-wash"),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("copy", "paper"),
    ("copy", "copy-wash"),
    ("on-live", "live"),
    ("danger", "danger-wash"),
    ("on-danger", "danger"),
    ("added", "added-wash"),
    ("removed", "removed-wash"),
]
EDGE_ON_PAPER = [(edge, paper) for edge in ("line-strong", "copy", "live", "danger") for paper in ("paper", "sheet")]


def palette(scheme: str) -> dict[str, str]:
    light, dark = TOKENS.read_text(encoding="utf-8").split("@media (prefers-color-scheme: dark)")
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", light))
    if scheme == "dark":
        colours |= dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", dark))
    return colours


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_black_on_white_is_twenty_one_to_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "paper"), INK_ON_PAPER)
def test_every_ink_can_be_read_on_its_paper(scheme: str, ink: str, paper: str) -> None:
    colours = palette(scheme)
    assert contrast(colours[ink], colours[paper]) >= TEXT


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("edge", "paper"), EDGE_ON_PAPER)
def test_every_edge_that_means_something_stands_out(scheme: str, edge: str, paper: str) -> None:
    colours = palette(scheme)
    assert contrast(colours[edge], colours[paper]) >= EDGE


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_copy_live_danger_and_accent_are_four_different_colours(scheme: str) -> None:
    colours = palette(scheme)
    assert len({colours[name] for name in ("copy", "live", "danger", "accent")}) == 4


def test_the_dark_palette_repeats_every_colour_of_the_light_one() -> None:
    light, dark = TOKENS.read_text(encoding="utf-8").split("@media (prefers-color-scheme: dark)")
    named = r"--([a-z-]+): #[0-9a-f]{6};"
    assert set(re.findall(named, light)) == set(re.findall(named, dark))
