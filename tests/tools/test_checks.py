"""One failed check fails all of them and shows its output."""

from __future__ import annotations

import sys

import pytest

import checks


def test_checks_that_succeed_are_one_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert checks.main({"one": [sys.executable, "-c", "print('noise')"], "two": [sys.executable, "-c", ""]}) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(" (")[0] for line in lines] == ["one: good", "two: good"]


def test_a_failed_check_shows_its_output(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = "import sys; print('the reason'); print('more', file=sys.stderr); sys.exit(3)"
    assert checks.main({"wrong": [sys.executable, "-c", wrong], "right": [sys.executable, "-c", ""]}) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("wrong: FAILED")
    assert {"the reason", "more"} <= set(lines)
    assert lines[-1] == "failed: wrong"


def test_the_report_of_the_advisories_is_always_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert checks.main({"advisories": [sys.executable, "-c", "print('advisories: not reachable, 3 packages not checked')"]}) == 0
    assert capsys.readouterr().out == "advisories: not reachable, 3 packages not checked\n"
