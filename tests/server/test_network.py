"""A network that drops, delays, duplicates and cuts: all clients converge to the server's state."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.flaky_network import FlakyNetwork
from tests.server.reconnecting_clients import Follower, Player
from tests.server.serving import Client, Server, serving

MOVES = 25


@pytest.fixture
def bad(tmp_path: Path) -> Iterator[tuple[Server, FlakyNetwork]]:
    with serving(tmp_path / "tables.db") as server:
        proxy = FlakyNetwork(server.port, seed=5)
        try:
            yield server, proxy
        finally:
            proxy.stop()


@pytest.mark.parametrize("game", ["hex-roller", "beerhex"])
def test_all_clients_converge(bad: tuple[Server, FlakyNetwork], game: str) -> None:
    server, proxy = bad
    client = Client(server.port)
    table = client.create(game, players=2, seats=[{"kind": "me"}, {"kind": "me"}])["table"]
    through = Client(server.port, client.token)
    through.move(proxy.port)
    # Every request has its own connection, and so its own fate.
    through.http.headers["Connection"] = "close"
    followers = [Follower(through, table, seat) for seat in (0, 1, -1)]
    for follower in followers:
        follower.start()
    player = Player(through, table, 3, MOVES, lambda: None)
    player.start()
    player.join()
    last = client.view(table)["version"]
    for follower in followers:
        follower.until = last
    for follower in followers:
        follower.join()
    if player.error is not None:
        raise player.error
    assert sorted(player.answers.values()) == list(range(1, last + 1))
    assert len(proxy.fates) == 6
    for follower in followers:
        truth = client.view(table, follower._seat)
        assert follower.view["scene"] == truth["scene"]
        assert [follower.log[n] for n in sorted(follower.log)] == truth["log"]
        assert len(truth["log"]) == last
    client.close()
    through.close()
