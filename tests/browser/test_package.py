"""What is installed brings the browser client along."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.browser.conftest import ROOT

FIND = "from bestagon.server.http import root; print(root.PACKAGED_CLIENT)"


def test_a_package_holds_the_client(client: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "BESTAGON_PURE": "1", "PYTHONPATH": ""}
    subprocess.run([sys.executable, "setup.py", "-q", "build_py", "--build-lib", tmp_path], cwd=ROOT, env=environment, check=True)
    environment["PYTHONPATH"] = str(tmp_path)
    told = subprocess.run([sys.executable, "-c", FIND], cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
    installed = Path(told.stdout.strip())
    assert installed.is_relative_to(tmp_path)
    assert {path.name for path in installed.iterdir()} == {path.name for path in client.iterdir()}
    assert "index.html" in {path.name for path in installed.iterdir()}
