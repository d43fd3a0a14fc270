"""New files: written beside where they belong, and whole on the disk before they bear their name."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from webapp.errors import Refusal


@contextmanager
def made(file: Path) -> Iterator[Path]:
    """Give the path of an empty file that only its owner may read; after the block it is what `file` names.

    If the block fails, or the power, there is no `file`.

    Raises:
        Refusal: `respira_not_done_here`, there is such a file already, or none can be made there.
    """
    demand_none(file)
    draft = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as fault:
        raise Refusal("respira_not_done_here", f"{file} can not be written: {fault.strerror}.") from fault
    try:
        yield draft
        _on_the_disk(draft)
        try:
            # A link fails where the name is taken, which renaming does not.
            os.link(draft, file)
        except FileExistsError as fault:
            raise _there(file) from fault
    finally:
        draft.unlink(missing_ok=True)
    _on_the_disk(file.absolute().parent)


def demand_none(file: Path) -> None:
    """Refuse to go on where there is such a file already."""
    if os.path.lexists(file):
        raise _there(file)


def _there(file: Path) -> Refusal:
    return Refusal("respira_not_done_here", f"{file} is there already, and nothing is overwritten.")


def _on_the_disk(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
