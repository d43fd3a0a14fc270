"""The sample site as tests use it: filled, and running for as long as a block lasts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from webapp.sample_site import SampleSite, running


@contextmanager
def sample_site(folder: Path | None = None) -> Iterator[SampleSite]:
    """Fill a sample site and run it: in a folder, or in memory, which takes a tenth of the time."""
    site = SampleSite(":memory:" if folder is None else folder / "site.db")
    site.fill()
    with running(site):
        yield site
    site.close()
