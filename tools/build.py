"""Compiles the hot modules in place unless they are up to date."""

from __future__ import annotations

import importlib.machinery
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

os.environ.setdefault("BESTAGON_EXAMPLES", "1")

from compiled import EXAMPLES, HERE, MANIFEST, built, compiler, fingerprint, hot_modules, stale

WARNING: Final = """\
WARNING: bestagon is not compiled, because no working C compiler was found.
  Everything works, but simulations, benchmarks and strong bots are about 100 times slower.
  Install a C compiler and Python's headers (Debian: apt-get install gcc python3-dev), then run `make build`."""
OUTPUT: Final = MANIFEST.parent / "compiled"
"""Where setuptools puts the compiled files."""
UNFINISHED: Final = ".new"
"""Suffix of files that Python must not import yet."""


def main() -> int:
    """Compile if necessary and return an exit code."""
    if built() and not stale():
        return 0
    MANIFEST.unlink(missing_ok=True)
    remove(built())
    shutil.rmtree(OUTPUT, ignore_errors=True)  # If the compiler fails, setuptools would keep the files of an earlier build.
    if not compiler():
        print(WARNING)
        return 0
    prints = fingerprint()  # taken before, so that an edit made meanwhile makes the result stale
    print(f"compiling {len(hot_modules())} modules with mypyc ...", flush=True)
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", str(OUTPUT)],
        cwd=HERE,
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    files = [path for path in OUTPUT.rglob("*") if path.name.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES))]
    if done.returncode == 0 and len(files) == len(hot_modules()) + 1:
        place(files)
        MANIFEST.write_text(json.dumps(prints, indent=1), encoding="utf-8")
        return 0
    print(done.stdout[-4000:], end="")
    if done.returncode == 0:
        print(WARNING)
    return done.returncode


def place(files: list[Path]) -> None:
    """Move the compiled files next to their sources.

    The shared library comes last: as long as it is missing, importing any other compiled file fails, so that a build that is killed
    in between never runs in part.
    """
    moves: list[tuple[Path, Path]] = []
    for path in sorted(files, key=_is_shared):
        to = target(path)
        moves.append((to.with_name(to.name + UNFINISHED), to))
        shutil.copy2(path, moves[-1][0])
    for unfinished, to in moves:
        unfinished.replace(to)


def remove(files: list[Path]) -> None:
    """Delete compiled files, first the one without which the others cannot be imported."""
    for path in sorted(files, key=_is_shared, reverse=True):
        path.unlink()
    for path in [*HERE.glob(f"src/**/*{UNFINISHED}"), *HERE.glob(f"examples/*{UNFINISHED}")]:
        path.unlink()


def target(path: Path) -> Path:
    """Return where a compiled file belongs: next to its source, or into src if it is the shared library."""
    stem = path.name.partition(".")[0]
    for name in EXAMPLES:
        if Path(name).stem == stem and path.parent == OUTPUT:
            return HERE / Path(name).parent / path.name
    return HERE / "src" / path.relative_to(OUTPUT)


def _is_shared(path: Path) -> bool:
    return path.name.partition(".")[0].endswith("__mypyc")


if __name__ == "__main__":
    sys.exit(main())
