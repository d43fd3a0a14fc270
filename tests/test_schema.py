"""Promises of the database's tables where the migrations are not at hand, as after an installation from a package."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import webapp


@pytest.fixture(scope="module")
def packaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what a package of Sayso holds: the program, without what is around it in the checkout."""
    folder = tmp_path_factory.mktemp("packaged")
    without = shutil.ignore_patterns("__pycache__", "static", "templates")
    shutil.copytree(Path(webapp.__file__).parent, folder / "webapp", ignore=without)
    return folder


def test_outside_a_checkout_it_is_said_in_words_that_the_migrations_are_missing(packaged: Path) -> None:
    environment = {"SAYSO_DATABASE_URL": f"sqlite:///{packaged}/sayso.db"}
    program = [sys.executable, "-m", "webapp.cli", "migrate"]
    done = subprocess.run(program, cwd=packaged, env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (
        1,
        "",
        "The tables can not be made here: the migrations are not part of an installed package. Run this from a "
        "checkout of Sayso, with bin/sayso or bin/demo.\n",
    )
    assert not (packaged / "sayso.db").exists()
