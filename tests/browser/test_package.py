"""The installed package contains the browser client and the licences of the code in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.browser.conftest import ROOT
from tests.server.serving import Server

FIND_CLIENT = "from bestagon.server.http.static_files import PACKAGED_CLIENT; print(PACKAGED_CLIENT)"


def test_package_contains_the_client(client: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "BESTAGON_PURE": "1", "PYTHONPATH": ""}
    subprocess.run([sys.executable, "setup.py", "-q", "build_py", "--build-lib", tmp_path], cwd=ROOT, env=environment, check=True)
    environment["PYTHONPATH"] = str(tmp_path)
    result = subprocess.run([sys.executable, "-c", FIND_CLIENT], cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
    installed = Path(result.stdout.strip())
    assert installed.is_relative_to(tmp_path)
    assert {path.name for path in installed.iterdir()} == {path.name for path in client.iterdir()}
    assert "index.html" in {path.name for path in installed.iterdir()}


def test_licences_of_bundled_packages_are_served(client: Path, server: Server) -> None:
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/licenses.txt") as response:
        assert response.headers["content-type"] == "text/plain; charset=utf-8"
        text = response.read().decode()
    assert text == (client / "licenses.txt").read_text(encoding="utf-8")
    bundled = json.loads((ROOT / "client" / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert all(f"\n{name} " in text for name in (*bundled, "@preact/signals-core"))
    assert text.count("Permission is hereby granted") == len(bundled) + 1
    assert 'rel="license" href="/licenses.txt"' in (client / "index.html").read_text(encoding="utf-8")
