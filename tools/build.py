"""Compiles the hot modules in place unless they are up to date."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

os.environ.setdefault("BESTAGON_EXAMPLES", "1")

from compiled import EXAMPLES, HERE, MANIFEST, built, compiler, fingerprint, hot_modules, stale

WARNING = """\
WARNING: bestagon is not compiled, because no working C compiler was found.
  Everything works, but simulations, benchmarks and strong bots are about 100 times slower.
  Install a C compiler and Python's headers (Debian: apt-get install gcc python3-dev), then run `make build`."""


def main() -> int:
    """Compile if necessary and return an exit code."""
    if built() and not stale():
        return 0
    for path in built():
        path.unlink()
    MANIFEST.unlink(missing_ok=True)
    for path in MANIFEST.parent.glob("lib.*"):
        shutil.rmtree(path)  # If the compiler fails, setuptools would use the files of an earlier build.
    if not compiler():
        print(WARNING)
        return 0
    print(f"compiling {len(hot_modules())} modules with mypyc ...", flush=True)
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=HERE,
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    _move_examples()
    if done.returncode == 0 and len(built()) == len(hot_modules()) + 1:
        MANIFEST.parent.mkdir(exist_ok=True)
        MANIFEST.write_text(json.dumps(fingerprint(), indent=1), encoding="utf-8")
        return 0
    for path in built():
        path.unlink()
    print(done.stdout[-4000:], end="")
    if done.returncode == 0:
        print(WARNING)
    return done.returncode


def _move_examples() -> None:
    """Move each example's compiled file next to its source, because setuptools puts it into src."""
    for name in EXAMPLES:
        source = HERE / name
        for path in (HERE / "src").glob(f"{source.stem}.*"):
            path.rename(source.parent / path.name)


if __name__ == "__main__":
    sys.exit(main())
