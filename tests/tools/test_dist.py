"""The same sources give the same packages, wherever and whenever they are built."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WHEN = "1767225600"
NAMES = ("src", "tools", "client", "setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md")


def build(tree: Path, to: Path, umask: int, locale: str) -> dict[str, bytes]:
    """Build the packages of a tree and return their bytes by name."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": WHEN, "PYTHONPATH": "", "LC_ALL": locale, "TZ": "Asia/Tokyo" if umask else "UTC"}
    subprocess.run([sys.executable, tree / "tools" / "dist.py", to], env=environment, check=True, umask=umask, stdout=subprocess.DEVNULL)
    return {path.name: path.read_bytes() for path in to.iterdir()}


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the sources with other times, modes and leftovers, and with a rebuilt client."""
    subprocess.run([sys.executable, ROOT / "tools" / "client.py"], check=True)
    tree = tmp_path_factory.mktemp("elsewhere") / "a clone"
    tree.mkdir()
    for name in NAMES:
        if (ROOT / name).is_dir():
            left = shutil.ignore_patterns("*.so", "*.new", "__pycache__", "*.egg-info", "dist")
            shutil.copytree(ROOT / name, tree / name, ignore=left, symlinks=True)
        else:
            shutil.copy(ROOT / name, tree / name)
    for path in (tree / "src").rglob("*"):
        os.utime(path, (10**9, 10**9))
        path.chmod(0o775 if path.is_dir() else 0o664)
    (tree / "src" / "bestagon" / "core" / "old.cpython-311-x86_64-linux-gnu.so").write_bytes(b"old")
    return tree


@pytest.mark.long
def test_packages_are_reproducible(other: Path, tmp_path: Path) -> None:
    one = build(ROOT, tmp_path / "one", umask=0o022, locale="C.UTF-8")
    two = build(other, tmp_path / "two", umask=0o077, locale="C")
    assert sorted(one) == sorted(two)
    assert len(one) == 2
    assert one == two
    (source,) = (tmp_path / "one").glob("*.tar.gz")
    (wheel,) = (tmp_path / "one").glob("*.whl")
    with tarfile.open(source) as packed:
        members = packed.getmembers()
    assert {(member.mtime, member.uid, member.uname, member.mode & 0o777) for member in members} <= {
        (int(WHEN), 0, "", mode) for mode in (0o644, 0o755)
    }
    with zipfile.ZipFile(wheel) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
    assert "bestagon/server/client/index.html" in names
    assert names[-1].endswith(".dist-info/top_level.txt")
    assert not [name for name in names if name.endswith((".so", ".pyc"))]
