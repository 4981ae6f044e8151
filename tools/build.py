"""Compiles the hot modules in place; does nothing where they are up to date."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

os.environ.setdefault("BESTAGON_EXAMPLES", "1")

from compiled import EXAMPLES, HERE, MANIFEST, built, compiler, fingerprint, hot_modules, stale

WARNING = """\
WARNING: bestagon is installed uncompiled, because no working C compiler was found.
  Everything works, but playing out games is about 100 times slower: simulations, benchmarks and strong bots suffer.
  With a C compiler and Python's headers (Debian: apt-get install gcc python3-dev), `make build` mends it."""


def main() -> int:
    """Bring the compiled files up to date and return an exit code."""
    if built() and not stale():
        return 0
    for path in built():
        path.unlink()
    MANIFEST.unlink(missing_ok=True)
    for path in MANIFEST.parent.glob("lib.*"):
        shutil.rmtree(path)  # where the compiler fails, setuptools would take what an earlier build left there
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
    """Put each example's compiled file beside its source; setuptools lays them into src."""
    for name in EXAMPLES:
        source = HERE / name
        for path in (HERE / "src").glob(f"{source.stem}.*"):
            path.rename(source.parent / path.name)


if __name__ == "__main__":
    sys.exit(main())
