"""Installs the virtual environment .venv: `server` with what serving needs, `dev` with everything; both use the sources in place.

    python3 tools/environment.py server|dev

A stamp with the hash of what is installed is written last. Without one, as after a kill, the environment is made anew.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from exclusive import exclusive

ROOT: Final = Path(__file__).resolve().parent.parent
VENV: Final = ROOT / ".venv"
PYTHON: Final = VENV / "bin" / "python"
SOURCES: Final = {
    "server": ("requirements/server.txt",),
    "dev": ("requirements/dev.txt", "pyproject.toml", "examples/pyproject.toml"),
    "compile": ("requirements/compile.txt",),
}
"""What is installed depends on these files."""
SITE: Final = "import sysconfig; print(sysconfig.get_path('purelib'))"
OLDEST: Final = (3, 11)


def wanted(kind: str) -> str:
    """Return the hash of what should be installed."""
    found = hashlib.sha256(sys.version.encode())
    for name in SOURCES[kind]:
        found.update((ROOT / name).read_bytes())
    return found.hexdigest()


def installed(kind: str) -> bool:
    """Return whether the environment is up to date; one for development also serves."""
    kinds = {kind, "dev"}
    return any(_read(VENV / f"{one}.stamp") == wanted(one) for one in kinds) and PYTHON.exists()


def pip(*arguments: str, pure: bool = False) -> None:
    """Run pip in the environment."""
    environment = {**os.environ, **({"BESTAGON_PURE": "1"} if pure else {})}
    subprocess.run([PYTHON, "-m", "pip", "--disable-pip-version-check", "-q", *arguments], cwd=ROOT, env=environment, check=True)


def install(kind: str) -> None:
    """Install the environment unless it is up to date."""
    with exclusive("install"):
        if installed(kind):
            return
        stamps = [VENV / f"{one}.stamp" for one in ("server", "dev")]
        anew = [] if any(stamp.exists() for stamp in stamps) and _same_python() else ["--clear"]
        for stamp in stamps:
            stamp.unlink(missing_ok=True)
        subprocess.run([sys.executable, "-m", "venv", *anew, VENV], check=True)
        pip("install", "--require-hashes", "-r", f"requirements/{kind}.txt")
        if kind == "server":
            link_sources()
        else:
            # In place and uncompiled; tools/build.py compiles.
            pip("install", "--no-deps", "--no-build-isolation", "-e", ".", pure=True)
            pip("install", "--no-deps", "--no-build-isolation", "--config-settings", "editable_mode=compat", "-e", "./examples")
        (VENV / f"{kind}.stamp").write_text(wanted(kind), encoding="utf-8")


def link_sources() -> None:
    """Put the package and its command into the environment without building it, which would need further packages."""
    folder = subprocess.run([PYTHON, "-c", SITE], check=True, capture_output=True, text=True).stdout.strip()
    Path(folder, "bestagon-sources.pth").write_text(f"{ROOT / 'src'}\n", encoding="utf-8")
    command = PYTHON.parent / "bestagon"
    command.write_text('#!/bin/sh\nexec "$(dirname "$0")/python" -m bestagon "$@"\n', encoding="utf-8")
    command.chmod(0o755)


def compile_tools() -> Path | None:
    """Return a folder with what the compiler needs, and install it if necessary; None if the environment has it.

    A folder of its own, put in place at the end: a kill leaves the environment that serves as it was.
    """
    if _read(VENV / "dev.stamp") == wanted("dev"):
        return None
    folder = ROOT / "build" / f"compile-{wanted('compile')[:16]}"
    if not folder.is_dir():
        for left in folder.parent.glob("compile-*"):
            shutil.rmtree(left, ignore_errors=True)
        unfinished = Path(tempfile.mkdtemp(prefix="compile-new-", dir=folder.parent))
        pip("install", "--no-warn-conflicts", "--require-hashes", "--target", str(unfinished), "-r", "requirements/compile.txt")
        unfinished.replace(folder)
    return folder


def _same_python() -> bool:
    """Return whether the environment was made for this version of Python."""
    return f"version = {sys.version.split()[0]}\n" in _read(VENV / "pyvenv.cfg")


def _read(stamp: Path) -> str:
    return stamp.read_text(encoding="utf-8") if stamp.is_file() else ""


def main(arguments: list[str]) -> int:
    """Install one kind of environment and return an exit code."""
    if sys.version_info < OLDEST:
        raise SystemExit(f"bestagon needs Python {'.'.join(map(str, OLDEST))} or newer, not {sys.version.split()[0]}")
    if arguments not in (["server"], ["dev"]):
        raise SystemExit(f"usage: environment.py server|dev, not {' '.join(arguments) or 'nothing'}")
    try:
        install(arguments[0])
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"installation failed: {' '.join(map(str, error.cmd))}") from None
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
