"""A backup that is taken while people play is restored into another store, and nobody notices."""

from __future__ import annotations

import json
import stat
import threading
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.server.reconnecting_clients import Follower, Player, insist
from tests.server.serving import Client, serving
from tests.server.store.databases import Postgres, row, summary, tell

from bestagon.cli import main
from bestagon.server.store.base import Store

MOVES = 30
GAMES = ("beerhex", "hex-roller", "beerhex")


def run(*words: str) -> Result:
    done = CliRunner().invoke(main, list(words))
    assert done.exit_code == 0, done.output
    return done


@pytest.fixture
def addresses(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """Where the tables are before and after the move."""
    source, target = request.param
    sqlite = f"sqlite:///{tmp_path}"
    if "postgres" not in request.param:
        return f"{sqlite}/source.db", f"{sqlite}/target.db"
    postgres = request.getfixturevalue("postgres")
    assert isinstance(postgres, Postgres)
    url = postgres.clear()
    return (url if source == "postgres" else f"{sqlite}/source.db"), (url if target == "postgres" else f"{sqlite}/target.db")


@pytest.mark.parametrize("addresses", [("sqlite", "sqlite"), ("sqlite", "postgres"), ("postgres", "sqlite")], indirect=True, ids="-".join)
def test_people_play_across_a_backup_and_a_move_to_another_store(addresses: tuple[str, str], tmp_path: Path) -> None:
    source, target = addresses
    while_playing, final = tmp_path / "playing.jsonl.gz", tmp_path / "final.jsonl"
    moved = threading.Semaphore(0)
    with serving(source) as server:
        port = server.port
        clients = [Client(port) for _ in GAMES]
        seats = [{"kind": "me"}, {"kind": "me"}]
        tables = [client.create(game, players=2, seats=seats)["table"] for client, game in zip(clients, GAMES, strict=True)]
        players = [
            Player(client, table, seed, MOVES, moved.release) for seed, (client, table) in enumerate(zip(clients, tables, strict=True))
        ]
        followers = [Follower(Client(port, client.token), table, 0) for client, table in zip(clients, tables, strict=True)]
        for thread in (*players, *followers):
            thread.start()
        for _ in range(15):
            moved.acquire()
        promised = [max(player.answers.values(), default=0) for player in players]
        run("backup", str(while_playing), "--store", source)
        assert stat.S_IMODE(while_playing.stat().st_mode) == 0o600
    # The server is stopped; the players keep trying.
    run("backup", str(final), "--store", source)
    done = run("restore", str(final), "--store", target)
    assert done.stdout == f"3 tables restored from {final}\n"
    with serving(target, port=port):
        for player in players:
            player.join()
        last = [insist(partial(client.view, table))["version"] for client, table in zip(clients, tables, strict=True)]
        for follower, version in zip(followers, last, strict=True):
            follower.until = version
        for follower in followers:
            follower.join()
            follower._client.close()
        for player, follower, version in zip(players, followers, last, strict=True):
            if player.error is not None:
                raise player.error
            assert sorted(player.answers.values()) == list(range(1, version + 1))
            assert sorted(follower.log) == list(range(1, version + 1))
    # The backup from the middle of play has everything that was acknowledged before it began, and its games continue.
    restored = f"sqlite:///{tmp_path}/restored.db"
    run("restore", str(while_playing), "--store", restored)
    with serving(restored) as server:
        for client, table, least, most in zip(clients, tables, promised, last, strict=True):
            client.move(server.port)
            version = client.view(table, 0)["version"]
            assert least <= version <= most
            player = Player(client, table, 9, 3, lambda: None)
            player.start()
            player.join()
            if player.error is not None:
                raise player.error
            assert client.view(table)["version"] >= version
    for client in clients:
        client.close()


def test_a_store_that_was_used_is_not_overwritten_and_a_restoration_can_be_repeated(tmp_path: Path) -> None:
    source, target, file = f"sqlite:///{tmp_path}/a.db", f"sqlite:///{tmp_path}/b.db", str(tmp_path / "backup.jsonl")
    with serving(source) as server:
        client = Client(server.port)
        tables = [client.create("beerhex", seats=[{"kind": "me"}, {"kind": "me"}])["table"] for _ in range(3)]
        client.close()
    run("backup", file, "--store", source)
    lines = Path(file).read_text().splitlines()
    assert json.loads(lines[0])["format"] == "bestagon server"
    # An earlier attempt got as far as one table.
    first = tmp_path / "first.jsonl"
    first.write_text(lines[1] + "\n")
    run("import", str(first), "--store", target)
    run("restore", file, "--store", target)

    async def all_there(store: Store) -> None:
        assert await store.ids("", 10) == sorted(tables)

    tell(target, all_there)
    refused = CliRunner().invoke(main, ["restore", file, "--store", target])
    assert refused.exit_code == 2
    assert "restore into a new one" in refused.stderr


def test_an_invalid_backup_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    source, target = f"sqlite:///{tmp_path}/a.db", f"sqlite:///{tmp_path}/b.db"
    tell(source, lambda store: store.create(row(), summary()))
    file = tmp_path / "backup.jsonl"
    run("backup", str(file), "--store", source)  # no server has used it, so there is no key
    exported = tmp_path / "broken.jsonl"
    begin = '{"format":"bestagon server","version":1,"meta":{"key":"a2V5"}}\n'
    exported.write_text(begin + "nonsense\n")
    table = json.loads(file.read_text().splitlines()[1])
    table["row"]["game"] = "g" * 1000
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text(begin + json.dumps(table) + "\n")
    wrong = ((file, "has no server's key"), (exported, "line 2"), (damaged, "line 2: game must be"), (tmp_path / "none", "cannot read"))
    for path, why in wrong:
        refused = CliRunner().invoke(main, ["restore", str(path), "--store", target])
        assert refused.exit_code == 2, refused.output
        assert why in refused.stderr

    async def empty(store: Store) -> None:
        assert await store.ids("", 10) == []
        assert await store.get_meta("key") is None

    tell(target, empty)
