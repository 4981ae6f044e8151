"""Builds the source distribution and the uncompiled wheel into dist; the same commit gives the same bytes. `make dist` runs it.

    python tools/dist.py [FOLDER]

setuptools packs times, owners and modes of the files as they happen to be, so both archives are rewritten: names in order,
the time of the last commit (or of SOURCE_DATE_EPOCH), no owner, and two modes only.
"""

from __future__ import annotations

import gzip
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path
from typing import Final

import client

ROOT: Final = Path(__file__).resolve().parent.parent
OLDEST: Final = 315_532_800
"""The first time that a zip file can name: the beginning of 1980."""
BUILD: Final = "import sys; from setuptools import build_meta; to = sys.argv[1]; build_meta.build_sdist(to); build_meta.build_wheel(to)"


def epoch() -> int:
    """Return the timestamp of everything built from this tree: SOURCE_DATE_EPOCH, or else the time of the last commit."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given is None:
        done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, check=False, capture_output=True, text=True)
        given = done.stdout.strip() or str(OLDEST)  # not a clone
    return max(int(given), OLDEST)


def rewrite_wheel(path: Path, to: Path, when: int) -> Path:
    """Rewrite a wheel so that equal contents give equal bytes, and return its path."""
    result = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        # The metadata come last, as the format recommends.
        for entry in sorted(old.infolist(), key=lambda one: (".dist-info/" in one.filename, one.filename)):
            info = zipfile.ZipInfo(entry.filename, time.gmtime(when)[:6])
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # Unix, on every system
            info.external_attr = _mode(entry.external_attr >> 16) << 16
            new.writestr(info, old.read(entry))
    to.write_bytes(result.getvalue())
    return to


def rewrite_source(path: Path, to: Path, when: int) -> Path:
    """Rewrite a source distribution so that equal contents give equal bytes, and return its path."""
    result = io.BytesIO()
    with (
        tarfile.open(path) as old,
        gzip.GzipFile("", "wb", 9, result, mtime=when) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for entry in sorted((one for one in old.getmembers() if one.isfile()), key=lambda one: one.name):
            info = tarfile.TarInfo(entry.name)
            info.size, info.mtime, info.mode = entry.size, when, _mode(entry.mode)
            new.addfile(info, old.extractfile(entry))
    to.write_bytes(result.getvalue())
    return to


def _mode(mode: int) -> int:
    return 0o100755 if mode & 0o100 else 0o100644


def build(folder: Path) -> list[Path]:
    """Build both into a folder and return their paths."""
    if client.main([]):
        raise SystemExit("the package cannot be built without the browser client")
    folder.mkdir(parents=True, exist_ok=True)
    when = epoch()
    with tempfile.TemporaryDirectory() as temporary:
        tree, built = Path(temporary, "bestagon"), Path(temporary, "built")
        _copy_sources(tree)
        environment = {**os.environ, "BESTAGON_PURE": "1", "SOURCE_DATE_EPOCH": str(when), "PYTHONPATH": ""}
        command = [sys.executable, "-c", BUILD, str(built)]
        done = subprocess.run(command, cwd=tree, env=environment, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise SystemExit(done.stdout)
        (source,), (wheel,) = built.glob("*.tar.gz"), built.glob("*.whl")
        return [rewrite_source(source, folder / source.name, when), rewrite_wheel(wheel, folder / wheel.name, when)]


def _copy_sources(tree: Path) -> None:
    """Copy the sources of the packages, without files that builds and runs have left among them."""
    left = shutil.ignore_patterns("*.so", "*.pyd", "*.new", "__pycache__", "*.egg-info", "node_modules")
    for name in ("src", "tools", "client"):
        shutil.copytree(ROOT / name, tree / name, ignore=left)
    for name in ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tree / name)
    (tree / "build").mkdir()
    shutil.copy(client.STAMP, tree / "build")


def main(arguments: list[str]) -> int:
    """Build both and print their paths."""
    for path in build(Path(arguments[0]).resolve() if arguments else ROOT / "dist"):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
