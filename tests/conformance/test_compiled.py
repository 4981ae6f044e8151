"""The compiled modules and the sources they were made from play the same games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conformance.trace import fingerprints

from bestagon.compiled_build import PURE
from bestagon.core import dice
from compiled import built, compiled_build, compiler, stale

ROOT = Path(__file__).parent.parent.parent
STEPS = 150


def skip_without_compiler() -> None:
    """If there is a compiler, missing compiled files mean a failed build, not a reason to skip."""
    if not built():
        assert not compiler(), "there is a C compiler, but nothing is compiled: `make build` says why"
        pytest.skip("nothing is compiled here: there is no C compiler")


def test_compiled_equals_interpreted_byte_for_byte() -> None:
    skip_without_compiler()
    assert dice.__file__.endswith((".so", ".pyd"))
    path = os.pathsep.join(str(ROOT / part) for part in ("src", "examples", "."))
    script = [sys.executable, str(ROOT / "tests/conformance/trace.py"), str(STEPS)]
    done = subprocess.run(script, env={**os.environ, "PYTHONPATH": path, PURE: "1"}, check=True, capture_output=True, text=True)
    assert json.loads(done.stdout) == fingerprints(STEPS)


def test_a_changed_source_makes_the_compiled_files_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    skip_without_compiler()
    assert stale() == []
    monkeypatch.setattr(compiled_build, "source_hash", lambda path: "another")
    assert "src/bestagon/core/dice.py" in stale()
