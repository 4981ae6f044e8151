"""CI repeats a few failed tests alone, and a fault fails again."""

from __future__ import annotations

from pathlib import Path

import pytest

from all_tests import MOST, main

PROBE = """
from pathlib import Path
import pytest

@pytest.mark.parametrize("number", range({failing}))
def test_fails(number):
    marker = Path(__file__).with_name(f"ran-{{number}}")
    again = marker.exists()
    marker.touch()
    assert again and {passes_again}

def test_passes():
    Path(__file__).with_name("passed").open("a").write("x")
"""


@pytest.mark.parametrize(
    ("ci", "failing", "passes_again", "code", "repeated"),
    [
        pytest.param("true", 0, True, 0, False, id="nothing failed"),
        pytest.param("true", 2, True, 0, True, id="races"),
        pytest.param("true", 1, False, 1, True, id="a fault"),
        pytest.param("true", MOST + 1, True, 1, False, id="too many"),
        pytest.param("", 1, True, 1, False, id="not in CI"),
    ],
)
def test_failed_tests_run_again_alone(
    ci: str,
    failing: int,
    passes_again: bool,
    code: int,
    repeated: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    probe = tmp_path / "test_probe.py"
    probe.write_text(PROBE.format(failing=failing, passes_again=passes_again))
    assert main(["-n", "0", str(probe)], tmp_path / "cache") == code
    assert ("repeated alone: " in capfd.readouterr().out) == repeated
    assert (tmp_path / "passed").read_text() == "x", "what passed is not repeated"
