"""Whole games of every game through the API: two people, bots, spectators, and the server restarted in the middle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Client, hear, serving

from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.core.record import Record

GAMES = ("pocket-hexes", "beerhex", "hex-roller", "hexagone", "hex-dice")
MOST = 6000


def choose(choices: list[Any], dice: Any) -> Any:
    """Any choice, but games last longer without giving up."""
    kept = [choice for choice in choices if choice[1] not in ("concede", "declare", "cannot")] or choices
    return kept[int(dice.below(len(kept)))]


def play(clients: dict[int, Client], table: str, dice: Any, steps: int) -> dict[str, Any]:
    """Let people choose from what their views offer, and return the latest view."""
    view: dict[str, Any] = {}
    for _ in range(steps):
        for seat, client in clients.items():
            view = client.view(table, seat, since=10**9)
            if view["status"] == "over":
                return view
            choices = view["scene"].get("choices", [])
            if choices:
                choice = choose(choices, dice)
                action = choice[0] if dice.below(2) else choice[1]
                client.do(table, "act", seat=seat, action=action, version=view["version"])
    return view


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_a_whole_game_over_a_restart(game: str, tmp_path: Path) -> None:
    store = tmp_path / "tables.db"
    dice = fast(7)
    with serving(store) as server:
        first, second = Client(server.port), Client(server.port)
        made = first.create(game, players=2, seats=[{"kind": "me", "name": "Ann"}, {"kind": "link"}])
        table = made["table"]
        second.do(table, "sit", name="Bob", token=made["invitations"]["1"])
        clients = {0: first, 1: second}
        before = play(clients, table, dice, 12)
        log = first.view(table, 0)["log"]
    with serving(store) as server:
        for client in clients.values():
            client.move(server.port)
        assert first.view(table, 0)["log"] == log
        assert first.view(table, 0)["version"] == before["version"] or before["status"] == "running"
        last = play(clients, table, dice, MOST)
        assert last["status"] == "over"
        record = Record.load(first.http.get(f"/api/tables/{table}/record").text)
        assert record.result is not None
        assert list(record.result.places) == last["places"]
        assert record.commitment == first.get(f"/api/tables/{table}")["commitment"]
        for client in clients.values():
            client.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_person_and_bots_play_a_whole_game_over_a_restart(game: str, tmp_path: Path) -> None:
    store = tmp_path / "tables.db"
    dice = fast(8)
    players = max(n for n in registry.game(game).players if n <= 3)
    bots = [{"kind": "bot", "level": "friendly"}] * (players - 1)
    with serving(store, bots=1) as server:
        client = Client(server.port)
        table = client.create(game, players=players, seats=[{"kind": "me"}, *bots])["table"]
        wait_and_play(client, table, dice, 5)
    with serving(store, bots=1) as server:
        client.move(server.port)
        last = wait_and_play(client, table, dice, MOST)
        assert last["status"] == "over"
        Record.load(client.http.get(f"/api/tables/{table}/record").text)
        client.close()


def wait_and_play(client: Client, table: str, dice: Any, steps: int) -> Any:
    """Play as seat 0, listening until it is its turn."""
    acted = 0
    with client.live(table, 0) as connection:
        for _ in range(steps):
            view = hear(connection, acted, timeout=60)
            while view["status"] != "over" and not view["scene"].get("choices"):
                view = hear(connection, acted, timeout=60)
            if view["status"] == "over":
                return view
            action = choose(view["scene"]["choices"], dice)[0]
            acted = client.do(table, "act", seat=0, action=action, version=view["version"])["version"]
    return view
