"""Imports the compiled modules of a source tree from its build folder, if they were built from exactly these sources.

`tools/build.py` writes compiled files into a folder of their own and then replaces the manifest, so a process sees a whole build or
none. A package that was installed has its compiled files beside its modules, and nothing here applies to it.
"""

from __future__ import annotations

import hashlib
import importlib.machinery
import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

PURE: Final = "BESTAGON_PURE"
"""Environment variable: if set, the sources run, compiled or not."""
VERSION: Final = sys.version.split()[0] + importlib.machinery.EXTENSION_SUFFIXES[0]
"""Compiled files work only with the Python version that they were compiled for."""


class Build(NamedTuple):
    """What the manifest says about a build."""

    folder: Path
    version: str
    settings: str
    """Hash of the build's own code and of the list of modules."""
    sources: dict[str, str]
    """SHA-256 of the sources, by path relative to the tree: compiled modules, and modules whose constants are compiled in."""
    modules: dict[str, str]
    """Compiled files relative to the folder, by the name of the module."""


def read_build(tree: Path) -> Build | None:
    """Return the latest build of a source tree; None if there is none, or not all of it."""
    try:
        found = json.loads((tree / "build" / "compiled.json").read_bytes())
        build = Build(tree / "build" / found["folder"], found["version"], found["settings"], found["sources"], found["modules"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return build if all((build.folder / file).is_file() for file in build.modules.values()) else None


def changed_sources(tree: Path, sources: dict[str, str]) -> list[str]:
    """Return the sources that are no longer what their hashes say."""
    return [name for name, known in sources.items() if source_hash(tree / name) != known]


def source_hash(path: Path) -> str:
    """Return the hash of a file; an empty string if there is none."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


class CompiledFinder:
    """Finds the modules of one build."""

    def __init__(self, build: Build) -> None:
        """Use this build for as long as the process runs."""
        self._files = {name: str(build.folder / file) for name, file in build.modules.items()}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return where a compiled module is; None for all others."""
        file = self._files.get(fullname)
        return None if file is None else importlib.util.spec_from_file_location(fullname, file)


def use_build(tree: Path) -> bool:
    """Import the compiled modules of a source tree from now on if they belong to its sources; return whether they do."""
    build = None if os.environ.get(PURE) else read_build(tree)
    if build is None or build.version != VERSION or changed_sources(tree, build.sources):
        return False
    sys.meta_path.insert(0, CompiledFinder(build))
    return True


def is_compiled() -> bool:
    """Tell whether this process runs compiled modules, of a build or of an installed package."""
    found = importlib.util.find_spec("bestagon.core.dice")
    return found is not None and found.origin is not None and not found.origin.endswith(".py")
