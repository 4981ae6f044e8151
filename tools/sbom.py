"""Writes a bill of materials (CycloneDX 1.6) of a server and of the browser client into build/sbom; `make sbom` runs it.

It is made of the lock files alone, so that the same commit gives the same bytes.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
import urllib.parse
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from dist import epoch
from locks import CLIENT, ROOT, SERVER, Package, npm_packages, python_packages

OUTPUT: Final = ROOT / "build" / "sbom"


def purl(package: Package) -> str:
    """Return the package's address as a package URL."""
    if package.ecosystem == "npm":
        return f"pkg:npm/{urllib.parse.quote(package.name)}@{package.version}"
    return f"pkg:pypi/{re.sub(r'[-_.]+', '-', package.name).lower()}@{urllib.parse.quote(package.version)}"


def component(package: Package) -> dict[str, Any]:
    """Return a package as a component.

    A package of PyPI has one file for each platform; their hashes belong to the place it is loaded from. One of npm has a single file.
    """
    found: dict[str, Any] = {
        "type": "library",
        "bom-ref": purl(package),
        "name": package.name,
        "version": package.version,
        "purl": purl(package),
    }
    hashes = [{"alg": algorithm, "content": digest} for algorithm, digest in package.hashes]
    if package.licence:
        found["licenses"] = [{"expression": package.licence}]
    if package.ecosystem == "npm":
        found["hashes"] = hashes
    else:
        place = f"https://pypi.org/project/{package.name}/{package.version}/"
        found["externalReferences"] = [{"type": "distribution", "url": place, "hashes": hashes}]
    return found


def bill(name: str, version: str, packages: Sequence[Package]) -> dict[str, Any]:
    """Return the bill of materials of a program that contains or installs these packages."""
    root = {"type": "application", "bom-ref": name, "name": name, "version": version, "licenses": [{"license": {"id": "MIT"}}]}
    components = [component(package) for package in sorted(packages)]
    content = json.dumps([root, components])
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, content)}",
        "version": 1,
        "metadata": {"timestamp": datetime.fromtimestamp(epoch(), UTC).isoformat(), "component": root},
        "components": components,
        "dependencies": [{"ref": name, "dependsOn": [one["bom-ref"] for one in components]}],
    }


def main() -> int:
    """Write both bills and return an exit code."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    bills = {
        "server": bill("bestagon", version, python_packages(SERVER)),
        "client": bill("bestagon-client", version, [one for one in npm_packages(CLIENT) if not one.development]),
    }
    OUTPUT.mkdir(parents=True, exist_ok=True)
    for name, content in bills.items():
        path = OUTPUT / f"{name}.cdx.json"
        path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {len(content['components'])} components")
    return 0


if __name__ == "__main__":
    sys.exit(main())
