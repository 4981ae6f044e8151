"""Runs all tests, as CI does, and those that failed once more, alone.

    python tools/all_tests.py [PYTEST ARGUMENT ...]

Tests run side by side and slow each other down, so a few of them can lose a race; a test that fails alone as well fails the run. Only
CI repeats tests, at most `MOST` of them, and each one it repeats is named and is a race to mend.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
CACHE: Final = ROOT / "build" / "pytest"
MOST: Final = 5
TESTS_FAILED: Final = 1
"""The exit code of pytest if tests ran and some failed."""


def pytest(cache: Path, *arguments: str) -> int:
    """Run pytest, which writes down what failed, and return its exit code."""
    remembering = ["-o", f"cache_dir={cache}"]
    return subprocess.run([sys.executable, "-m", "pytest", *remembering, *arguments], cwd=ROOT, check=False).returncode


def main(arguments: list[str], cache: Path = CACHE) -> int:
    """Run the tests and return the exit code."""
    remembered = cache / "v" / "cache" / "lastfailed"
    remembered.unlink(missing_ok=True)
    code = pytest(cache, "-n", "auto", "--dist", "worksteal", "--durations", "40", *arguments)
    if code != TESTS_FAILED or not os.environ.get("CI"):
        return code
    failed = list(json.loads(remembered.read_text(encoding="utf-8")))
    if len(failed) > MOST:
        print(f"{len(failed)} tests failed; at most {MOST} are repeated", flush=True)
        return code
    print("repeated alone: " + ", ".join(failed), flush=True)
    return pytest(cache, *arguments, "--last-failed", "-n", "0")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
