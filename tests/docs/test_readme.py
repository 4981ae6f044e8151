"""What the README and the package's docstring show is what happens."""

from __future__ import annotations

import doctest
from pathlib import Path

import bestagon

FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def test_the_readme_shows_what_happens() -> None:
    found = doctest.testfile(str(Path(__file__).resolve().parents[2] / "README.md"), module_relative=False, optionflags=FLAGS)
    assert (found.failed, found.attempted > 5) == (0, True)


def test_the_docstring_shows_what_happens() -> None:
    found = doctest.testmod(bestagon, optionflags=FLAGS)
    assert (found.failed, found.attempted > 2) == (0, True)
