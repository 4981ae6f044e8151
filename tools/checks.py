"""Runs all checks other than tests in parallel, one per processor, and prints the output of those that fail.

`make lint` runs it: style, types, layers, names, the browser client, links in the documentation, known vulnerabilities.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
BIN: Final = Path(sys.executable).parent

CHECKS: Final[dict[str, list[str]]] = {
    "types": [str(BIN / "mypy")],
    "client": [sys.executable, "tools/client.py", "--check"],
    "documentation": [str(BIN / "zensical"), "build", "--clean", "--strict"],
    "client's tests": [sys.executable, "tools/client.py", "--test"],
    "advisories": [sys.executable, "tools/advisories.py"],
    "style": [str(BIN / "ruff"), "check", "."],
    "format": [str(BIN / "ruff"), "format", "--check", "."],
    "layers": [str(BIN / "lint-imports")],
    "names": [sys.executable, "tools/names.py"],
}
"""Commands by name, the longest first."""
TOLD: Final = {"advisories"}
"""Checks whose last line is printed when they succeed too, because they may have checked nothing."""


def run(name: str, command: list[str]) -> tuple[int, str]:
    """Run one check and return its exit code and a report."""
    start = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    seconds = f"{time.monotonic() - start:.1f} s"
    if done.returncode:
        return done.returncode, f"{name}: FAILED ({seconds}): {' '.join(command)}\n{done.stdout.rstrip()}"
    return 0, done.stdout.rstrip().rpartition("\n")[2] if name in TOLD else f"{name}: good ({seconds})"


def main(checks: dict[str, list[str]]) -> int:
    """Run the checks and return 1 if any failed."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = [pool.submit(run, name, command) for name, command in checks.items()]
        for result in results:
            print(result.result()[1], flush=True)
    failed = [name for name, result in zip(checks, results, strict=True) if result.result()[0]]
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(CHECKS))
