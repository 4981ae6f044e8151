"""Reads the lock files: what is installed for development, for a server and for the browser client."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
DEVELOPMENT: Final = ROOT / "requirements" / "dev.txt"
SERVER: Final = ROOT / "requirements" / "server.txt"
CLIENT: Final = ROOT / "client" / "package-lock.json"

_PIN: Final = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)")
_HASH: Final = re.compile(r"--hash=sha256:([0-9a-f]{64})")


class Package(NamedTuple):
    """One version of a package, as a lock file names it."""

    ecosystem: str
    """As advisories name it: PyPI or npm."""
    name: str
    version: str
    hashes: tuple[tuple[str, str], ...]
    """Algorithm and hexadecimal digest of each file that may be installed."""
    licence: str = ""
    development: bool = False


def python_packages(path: Path) -> list[Package]:
    """Return what a requirements file pins; a line without version or hash is an error."""
    found: list[Package] = []
    for line in path.read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        pin, hashes = _PIN.match(line), _HASH.findall(line)
        if pin is None or not hashes:
            raise ValueError(f"{path.name}: not a version with hashes: {line.strip()[:80]}")
        found.append(Package("PyPI", pin[1], pin[2], tuple(("SHA-256", one) for one in hashes)))
    return found


def npm_packages(path: Path) -> list[Package]:
    """Return what a package-lock.json pins; a package without hash, or with an address to load it from, is an error."""
    found: list[Package] = []
    for place, entry in json.loads(path.read_text(encoding="utf-8"))["packages"].items():
        if not place:
            continue  # the client itself
        name = place.rpartition("node_modules/")[2]
        algorithm, _, digest = entry.get("integrity", "").partition("-")
        if algorithm != "sha512":
            raise ValueError(f"{path.name}: {name} has no sha512 hash")
        if "resolved" in entry:
            raise ValueError(f"{path.name}: {name} names an address: {entry['resolved']}")
        hashes = (("SHA-512", base64.b64decode(digest).hex()),)
        found.append(Package("npm", name, entry["version"], hashes, entry.get("license", ""), entry.get("dev", False)))
    return found
