from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.store.databases import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    # Not in pytest's own folder: the server runs as another user where we are root, and any pytest that starts shuts that folder to others.
    with tempfile.TemporaryDirectory(prefix="bestagon-") as folder:
        server = Postgres(Path(folder) / "postgres")
        yield server
        server.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty storage, one test after the other on each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.db"
    server = request.getfixturevalue("postgres")
    assert isinstance(server, Postgres)
    return server.clear()
