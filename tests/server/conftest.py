"""A server for the tests of one file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.serving import Client, Server, serving
from tests.server.store.conftest import postgres, url

__all__ = ["postgres", "url"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits."""
    with serving(tmp_path_factory.mktemp("server") / "tables.db") as found:
        yield found


@pytest.fixture
def ann(server: Server) -> Iterator[Client]:
    """A visitor."""
    client = Client(server.port)
    yield client
    client.close()


@pytest.fixture
def bob(server: Server) -> Iterator[Client]:
    """Another visitor."""
    client = Client(server.port)
    yield client
    client.close()


@pytest.fixture
def table(ann: Client, bob: Client) -> str:
    """A game of Hex Roller that Ann (seat 0) and Bob (seat 1) are about to play."""
    found: str = ann.create("hex-roller", players=2, seats=[{"kind": "me", "name": "Ann"}, {"kind": "open"}])["table"]
    bob.do(found, "sit", name="Bob")
    return found
