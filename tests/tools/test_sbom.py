"""The bills of materials name everything that a server installs and that the client contains."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import locks
import sbom


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with both bills."""
    monkeypatch.setattr(sbom, "ROOT", tmp_path)
    monkeypatch.setattr(sbom, "OUTPUT", tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n', encoding="utf-8")
    assert sbom.main() == 0
    return tmp_path


def test_bills_of_materials(written: Path) -> None:
    server = json.loads((written / "server.cdx.json").read_text(encoding="utf-8"))
    client = json.loads((written / "client.cdx.json").read_text(encoding="utf-8"))
    for bill in (server, client):
        assert (bill["bomFormat"], bill["specVersion"], bill["metadata"]["component"]["version"]) == ("CycloneDX", "1.6", "1.2.3")
        assert bill["metadata"]["timestamp"] == "2026-01-01T00:00:00+00:00"
        addresses = [one["purl"] for one in bill["components"]]
        assert bill["dependencies"][0]["dependsOn"] == addresses
        assert len(addresses) == len(set(addresses))
    packages = {f"{one.name}=={one.version}" for one in locks.python_packages(locks.SERVER)}
    assert {f"{one['name']}=={one['version']}" for one in server["components"]} == packages
    fonts = {"@fontsource/atkinson-hyperlegible", "@fontsource/caprasimo"}
    assert {one["name"] for one in client["components"]} == {"@preact/signals", "@preact/signals-core", "preact", *fonts}
    assert any("pkg:npm/%40preact/signals@" in one["purl"] for one in client["components"])
    assert all(re.fullmatch("[0-9a-f]{128}", one["hashes"][0]["content"]) for one in client["components"])


def test_the_same_locks_give_the_same_bytes(written: Path) -> None:
    before = {path.name: path.read_bytes() for path in written.glob("*.json")}
    assert sbom.main() == 0
    assert {path.name: path.read_bytes() for path in written.glob("*.json")} == before


def test_server_versions_are_those_that_are_tested() -> None:
    tested = {(one.name, one.version) for one in locks.python_packages(locks.DEVELOPMENT)}
    assert {(one.name, one.version) for one in locks.python_packages(locks.SERVER)} <= tested
