"""Known vulnerabilities fail the check; without advisories it says that nothing was checked."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

import advisories
import locks


class Service(BaseHTTPRequestHandler):
    """Speaks OSV's protocol about the advisories of a test."""

    known: ClassVar[dict[str, list[str]]] = {}
    """Advisories by package, one on each page."""
    withdrawn: ClassVar[set[str]] = set()
    asked: ClassVar[list[dict[str, Any]]] = []
    spoiled: ClassVar[bytes] = b""

    def do_POST(self) -> None:
        queries = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        self.asked.extend(queries)
        self.answer({"results": [self.result(query) for query in queries]})

    def do_GET(self) -> None:
        name = self.path.rpartition("/")[2]
        self.answer({"id": name, "summary": f"About {name}"} | ({"withdrawn": "2026-01-01T00:00:00Z"} if name in self.withdrawn else {}))

    def result(self, query: dict[str, Any]) -> dict[str, Any]:
        page = int(query.get("page_token", 0))
        names = self.known.get(query["package"]["name"], [])
        found: dict[str, Any] = {"vulns": [{"id": names[page]}]} if page < len(names) else {}
        return found | ({"next_page_token": str(page + 1)} if page + 1 < len(names) else {})

    def answer(self, content: object) -> None:
        data = self.spoiled or json.dumps(content).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *arguments: object) -> None:
        """Stay silent."""


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for name, value in {"known": {}, "withdrawn": set(), "asked": [], "spoiled": b""}.items():
        monkeypatch.setattr(Service, name, value)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_every_locked_package_is_checked(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert advisories.main(["--address", address]) == 0
    names = {(query["package"]["ecosystem"], query["package"]["name"]) for query in Service.asked}
    assert {("PyPI", "websockets"), ("PyPI", "pytest"), ("npm", "preact"), ("npm", "@preact/signals")} <= names
    assert len(Service.asked) == len(advisories.locked()) == len(set(advisories.locked()))
    assert capsys.readouterr().out == f"advisories: {len(Service.asked)} packages checked, 0 with known vulnerabilities\n"


def test_a_known_vulnerability_fails(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    Service.known.update({"websockets": ["GHSA-1", "GHSA-2"], "preact": ["GHSA-3"]})
    assert advisories.main(["--address", address]) == 1
    lines = capsys.readouterr().out.splitlines()
    versions = {one.name: one.version for one in advisories.locked()}
    assert lines[:3] == [
        f"PyPI websockets {versions['websockets']}: GHSA-1: About GHSA-1",
        f"PyPI websockets {versions['websockets']}: GHSA-2: About GHSA-2",
        f"npm preact {versions['preact']}: GHSA-3: About GHSA-3",
    ]
    assert lines[3].endswith("2 with known vulnerabilities")


def test_a_withdrawn_advisory_does_not_count(address: str) -> None:
    Service.known["websockets"] = ["GHSA-1"]
    Service.withdrawn.add("GHSA-1")
    assert advisories.main(["--address", address]) == 0


def test_without_a_service_it_says_that_nothing_was_checked(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    assert advisories.main(["--address", f"http://127.0.0.1:{port}"]) == 0
    assert f"advisories: not reachable, {len(advisories.locked())} packages not checked" in capsys.readouterr().out


@pytest.mark.parametrize("spoiled", [b"<html>please log in</html>", b"[]", b"{}", b'{"results": []}'])
def test_an_unexpected_response_is_not_trusted(address: str, capsys: pytest.CaptureFixture[str], spoiled: bytes) -> None:
    Service.spoiled = spoiled
    assert advisories.main(["--address", address]) == 0
    assert "not checked" in capsys.readouterr().out


def test_a_pin_without_hash_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "dev.txt"
    path.write_text("click==8.1\n", encoding="utf-8")
    with pytest.raises(ValueError, match="not a version with hashes: click"):
        locks.python_packages(path)


@pytest.mark.parametrize(
    ("entry", "problem"), [({}, "no sha512"), ({"integrity": "sha512-AAAA", "resolved": "http://x/"}, "names an address")]
)
def test_an_npm_lock_has_hashes_and_no_addresses(tmp_path: Path, entry: dict[str, str], problem: str) -> None:
    path = tmp_path / "package-lock.json"
    path.write_text(json.dumps({"packages": {"": {}, "node_modules/preact": {"version": "1.0", **entry}}}), encoding="utf-8")
    with pytest.raises(ValueError, match=problem):
        locks.npm_packages(path)
