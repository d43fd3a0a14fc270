"""The pages for people. One resource a file; each page is a GET that changes nothing or a plain form's POST."""

from __future__ import annotations

from flask import Flask

from . import guard, pages


def register(app: Flask) -> None:
    """Add every page, and what guards them, to the web program."""
    pages.set_up(app)
    guard.set_up(app)
