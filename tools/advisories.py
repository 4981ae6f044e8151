"""Fails if a locked package has a known vulnerability; `make audit` and `make test` run it.

Asks OSV (https://osv.dev), which collects the advisories of PyPI, npm and GitHub, about all lock files in one request. If OSV cannot be
reached, it says so and succeeds, so that builds without a network are possible.
"""

from __future__ import annotations

import argparse
import http.client
import json
import sys
import urllib.request
from collections.abc import Sequence
from typing import Any, Final

from locks import CLIENT, DEVELOPMENT, SERVER, Package, npm_packages, python_packages

ADDRESS: Final = "https://api.osv.dev"
PATIENCE: Final = 10.0
"""Seconds until a response must begin."""


class Unreachable(Exception):
    """The service cannot be reached, or gave an unexpected response."""


def locked() -> list[Package]:
    """Return every package of every lock file once, in order."""
    packages = [*python_packages(DEVELOPMENT), *python_packages(SERVER), *npm_packages(CLIENT)]
    return sorted({(one.ecosystem, one.name, one.version): one for one in packages}.values())


def advisories(packages: Sequence[Package], address: str) -> dict[Package, list[str]]:
    """Return the advisories in force for each package that has any: their names and summaries."""
    found: dict[Package, list[str]] = {}
    pages: list[tuple[Package, str]] = [(package, "") for package in packages]
    while pages:
        queries = [
            {"package": {"name": package.name, "ecosystem": package.ecosystem}, "version": package.version}
            | ({"page_token": token} if token else {})
            for package, token in pages
        ]
        results = _ask(f"{address}/v1/querybatch", {"queries": queries}).get("results")
        if not isinstance(results, list) or len(results) != len(pages):
            raise Unreachable(f"{address} gave an unexpected response")
        following: list[tuple[Package, str]] = []
        for (package, _), result in zip(pages, results, strict=True):
            for advisory in result.get("vulns", []):
                details = _ask(f"{address}/v1/vulns/{advisory['id']}")
                if "withdrawn" not in details:
                    found.setdefault(package, []).append(f"{advisory['id']}: {details.get('summary', 'without summary')}")
            if token := result.get("next_page_token"):
                following.append((package, token))
        pages = following
    return found


def _ask(address: str, body: object = None) -> dict[str, Any]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            found = json.load(answer)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Unreachable(f"{address}: {error}") from error
    if not isinstance(found, dict):
        raise Unreachable(f"{address} gave an unexpected response")
    return found


def main(arguments: list[str]) -> int:
    """Check all lock files and return an exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", default=ADDRESS, help="a service that speaks OSV's protocol")
    address = parser.parse_args(arguments).address
    packages = locked()
    try:
        found = advisories(packages, address)
    except Unreachable as error:
        print(f"advisories: not reachable, {len(packages)} packages not checked ({error})")
        return 0
    for package, texts in sorted(found.items()):
        for text in texts:
            print(f"{package.ecosystem} {package.name} {package.version}: {text}")
    print(f"advisories: {len(packages)} packages checked, {len(found)} with known vulnerabilities")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
