"""The sample site as tests use it: filled, and running for as long as a block lasts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from webapp.sample_site import SampleSite, running


@contextmanager
def sample_site(folder: Path) -> Iterator[SampleSite]:
    """Fill a sample site in a folder and run it."""
    site = SampleSite(folder / "site.db")
    site.fill()
    with running(site):
        yield site
    site.close()
