"""Compiles the hot modules into a folder of their own, unless they are up to date.

Nothing that runs sees the compiled files before the manifest names their folder, which is the last step.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

os.environ.setdefault("BESTAGON_EXAMPLES", "1")

from compiled import HERE, build_inputs, built, compiled_build, compiler, hot_modules, settings_hash, stale
from exclusive import exclusive

WARNING: Final = """\
WARNING: bestagon is not compiled, because no working C compiler was found.
  Everything works, but simulations, benchmarks and strong bots are about 100 times slower.
  Install a C compiler and Python's headers (Debian: apt-get install gcc python3-dev), then run `make build`."""
TRIAL: Final = """
import importlib.util, os, sys
os.environ["BESTAGON_PURE"] = "1"
files = {files!r}
class Finder:
    def find_spec(self, name, path=None, target=None):
        return importlib.util.spec_from_file_location(name, files[name]) if name in files else None
sys.meta_path.insert(0, Finder())
for name in files:
    module = importlib.import_module(name)
    assert name.endswith("__mypyc") or not module.__file__.endswith(".py"), name
"""
"""Imports all modules of a build that no manifest names yet."""
FOLDERS: Final = "compiled-"
"""Prefix of the folders of builds."""


def main() -> int:
    """Compile if necessary and return an exit code."""
    with exclusive("compile"):
        remove_beside_sources()
        if built() and not stale():
            return 0
        if not compiler():
            print(WARNING)
            return 0
        return compile_all()


def compile_all() -> int:
    """Compile everything into a new folder, replace the manifest, and return an exit code."""
    remove_unused()
    folder = Path(tempfile.mkdtemp(prefix=FOLDERS, dir=HERE / "build"))
    # Taken before, so that an edit made meanwhile makes the result stale.
    settings, sources = settings_hash(), {name: compiled_build.source_hash(HERE / name) for name in build_inputs()}
    print(f"compiling {len(hot_modules())} modules with mypyc ...", flush=True)
    command = [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", str(folder), "--build-temp", str(folder / "objects")]
    # A compiler that is killed leaves its temporary files, too.
    (folder / "objects").mkdir()
    environment = {**os.environ, "TMPDIR": str(folder / "objects")}
    done = subprocess.run(command, cwd=HERE, env=environment, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    shutil.rmtree(folder / "objects", ignore_errors=True)
    modules = compiled_modules(folder)
    if done.returncode == 0 and len(modules) == len(hot_modules()) + 1:
        if failure := import_all(folder, modules):
            shutil.rmtree(folder)
            print(failure)
            return 1
        manifest = {"folder": folder.name, "version": compiled_build.VERSION, "settings": settings, "sources": sources, "modules": modules}
        write_manifest(manifest)
        return 0
    shutil.rmtree(folder)
    print(done.stdout[-4000:], end="")
    if done.returncode == 0:
        print(WARNING)
    return done.returncode


def compiled_modules(folder: Path) -> dict[str, str]:
    """Return the compiled files in a folder, relative to it, by the name of the module."""
    files = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.name.endswith(tuple(EXTENSION_SUFFIXES))]
    return {name.partition(".")[0].replace("/", "."): name for name in sorted(files)}


def import_all(folder: Path, modules: dict[str, str]) -> str:
    """Import every compiled module in a new process and return the error; an empty string if all went well."""
    names = {name: str(folder / file) for name, file in modules.items()}
    command = [sys.executable, "-c", TRIAL.format(files=names)]
    path = os.pathsep.join([str(HERE / "src"), str(HERE / "examples"), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, check=False, capture_output=True, text=True)
    return done.stderr[-4000:] or f"the compiled modules ended the process with {done.returncode}" if done.returncode else ""


def write_manifest(manifest: Mapping[str, object]) -> None:
    """Replace the manifest in one step: from now on new processes use its build."""
    path = HERE / "build" / "compiled.json"
    unfinished = path.with_suffix(".new")
    unfinished.write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    unfinished.replace(path)


def remove_unused() -> None:
    """Delete the folders of builds other than the latest, which running processes may still import from."""
    latest = compiled_build.read_build(HERE)
    for folder in (HERE / "build").glob(f"{FOLDERS}*"):
        if latest is None or folder != latest.folder:
            shutil.rmtree(folder, ignore_errors=True)


def remove_beside_sources() -> None:
    """Delete compiled files beside their sources, where earlier versions put them and Python would prefer them."""
    for path in [*HERE.glob("src/**/*"), *HERE.glob("examples/*")]:
        if path.name.endswith((*EXTENSION_SUFFIXES, ".so.new", ".pyd.new")):
            path.unlink()


if __name__ == "__main__":
    sys.exit(main())
