"""Idempotency keys: the same command gets the first result, another command is refused, and nothing is done twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from tests.server.serving import Client, Refusal, Server, serving

import bestagon
from bestagon.core.record import Record
from bestagon.server.store.base import EventRow, TableRow


def opened(port: int) -> tuple[Client, Client, str]:
    """Return two visitors and the table where they play."""
    ann, bob = Client(port), Client(port)
    table: str = ann.create("hex-roller", players=2, seats=[{"kind": "me"}, {"kind": "open"}])["table"]
    bob.do(table, "sit", "key", name="Bob")
    return ann, bob, table


def is_reused(ask: Callable[[], object]) -> None:
    """Check that a request is refused because of its key."""
    with pytest.raises(Refusal) as found:
        ask()
    assert (found.value.name, found.value.status) == ("key_reused", 422)
    assert "Idempotency-Key" in found.value.problem["message"]


def test_a_key_belongs_to_one_command(url: str) -> None:
    with serving(url) as server:
        ann, bob, table = opened(server.port)
        view = ann.view(table, 0)
        move: dict[str, Any] = {"seat": 0, "action": view["scene"]["choices"][0][0], "version": view["version"]}
        said = ann.do(table, "chat", "k", seat=0, text="hello")
        linked = ann.do(table, "link", "l", seat=0)

        def check() -> None:
            version = ann.view(table, 0)["version"]
            is_reused(lambda: ann.do(table, "act", "k", **move))
            is_reused(lambda: ann.do(table, "chat", "k", seat=0, text="another"))
            is_reused(lambda: ann.do(table, "link", "k", seat=0))
            is_reused(lambda: bob.do(table, "chat", "key", seat=1, text="hello"))
            assert ann.do(table, "chat", "k", text="hello", seat=0) == said
            assert ann.do(table, "link", "l", seat=0) == linked
            assert ann.view(table, 0)["version"] == version

        check()
    with serving(url) as server:
        ann.move(server.port)
        bob.move(server.port)
        check()
        ann.close()
        bob.close()


def test_an_old_command_gets_its_first_result(url: str) -> None:
    with serving(url) as server:
        ann, bob, table = opened(server.port)
        view = ann.view(table, 0)
        move: dict[str, Any] = {"seat": 0, "action": view["scene"]["choices"][0][0], "version": view["version"]}
        moved = ann.do(table, "act", "m", **move)
        said = ann.do(table, "chat", "c", seat=0, text="first")
        for number in range(100):
            bob.do(table, "chat", seat=1, text=str(number))

        def check() -> None:
            version = ann.view(table, 0)["version"]
            # By now the move is stale, and to sit down again is refused.
            assert ann.do(table, "act", "m", **move) == moved
            assert bob.do(table, "sit", "key", name="Bob")["seat"] == 1
            assert ann.do(table, "chat", "c", seat=0, text="first") == said
            is_reused(lambda: ann.do(table, "chat", "c", seat=0, text="second"))
            assert ann.view(table, 0)["version"] == version

        check()
    with serving(url) as server:
        ann.move(server.port)
        bob.move(server.port)
        check()
        ann.close()
        bob.close()


def test_a_key_opens_one_table(url: str) -> None:
    with serving(url) as server:
        ann = Client(server.port)
        made = ann.post("/api/tables", {"game": "beerhex"}, "k")
        played = bestagon.start("beerhex", seed=3)
        played.play(played.moves()[0])
        branch = {"record": Record.of(played).to_json(), "at": 1, "seat": 0}
        went_on = ann.post("/api/branches", branch, "b")

        def check() -> None:
            assert ann.post("/api/tables", {"game": "beerhex"}, "k") == made
            assert ann.post("/api/branches", branch, "b") == went_on
            is_reused(lambda: ann.post("/api/tables", {"game": "beerhex", "name": "another"}, "k"))
            is_reused(lambda: ann.post("/api/branches", branch, "k"))
            is_reused(lambda: ann.post("/api/branches", branch | {"name": "another"}, "b"))
            is_reused(lambda: ann.post("/api/tables", {"game": "beerhex"}, "b"))

        check()
    with serving(url) as server:
        ann.move(server.port)
        check()
        ann.close()


def test_no_key_takes_the_place_of_a_rematch(server: Server) -> None:
    ann, bob, table = opened(server.port)
    bob.do(table, "resign", seat=1)
    trap = bob.post("/api/tables", {"game": "tictactoe"}, f"rematch {table} r")["table"]
    again = bob.do(table, "rematch", "r", seat=1)["table"]
    assert again != trap
    assert ann.get(f"/api/tables/{again}")["previous"] == table
    ann.close()
    bob.close()


def test_a_key_opens_one_rematch(server: Server) -> None:
    ann, bob, table = opened(server.port)
    bob.do(table, "resign", seat=1)
    again = bob.do(table, "rematch", "r", seat=1)
    assert bob.do(table, "rematch", "r", seat=1) == again
    is_reused(lambda: bob.do(table, "rematch", "r", seat=1, first=1))
    is_reused(lambda: bob.do(table, "chat", "r", seat=1, text="x"))
    is_reused(lambda: bob.do(table, "rematch", "key", seat=1))
    ann.close()
    bob.close()


def test_of_two_rematches_at_once_one_is_left(postgres: Any) -> None:
    url = postgres.clear()
    with serving(url) as one, serving(url) as two:
        ann, bob, table = opened(one.port)
        bob.do(table, "resign", seat=1)
        bob.move(two.port)
        create = two.app._store.create

        async def create_late(row: TableRow, *rest: Any) -> None:
            await create(row, *rest)
            # Before Bob's rematch is announced, another process announces Ann's.
            found.append(await asyncio.to_thread(ann.do, table, "rematch", seat=0))

        found: list[Any] = []
        two.app._store.create = create_late  # type: ignore[method-assign, assignment]
        with pytest.raises(Refusal) as refused:
            bob.do(table, "rematch", seat=1)
        assert refused.value.name == "already_asked"
        assert bob.view(table)["next"] == found[0]["table"]
        for client in (ann, bob):
            assert {entry["table"] for entry in client.get("/api/me")["tables"]} == {table, found[0]["table"]}
            client.close()


def test_a_key_is_known_to_every_process(postgres: Any) -> None:
    url = postgres.clear()
    with serving(url) as one, serving(url) as two:
        ann, bob, table = opened(one.port)
        ann.view(table, 0)
        said = ann.do(table, "chat", "k", seat=0, text="hello")
        ann.move(two.port)
        assert ann.do(table, "chat", "k", seat=0, text="hello") == said
        is_reused(lambda: ann.do(table, "chat", "k", seat=0, text="another"))
        ann.do(table, "chat", "n", seat=0, text="hello")
        ann.move(one.port)
        is_reused(lambda: ann.do(table, "offer", "n", seat=0))
        ann.close()
        bob.close()


def test_a_repeated_request_for_a_table_counts_once(url: str) -> None:
    played = bestagon.start("beerhex", seed=3)
    record = Record.of(played).to_json()
    with serving(url, new_tables=3, my_tables=10) as server:
        ann = Client(server.port)
        for _ in range(5):
            opened = ann.post("/api/tables", {"game": "beerhex", "seats": [{"kind": "me"}, {"kind": "me"}]}, "table")
            went_on = ann.post("/api/branches", {"record": record, "at": 0, "seat": 0, "level": "friendly"}, "branch")
        ann.do(opened["table"], "resign", seat=0)
        again = [ann.do(opened["table"], "rematch", "again", seat=0)["table"] for _ in range(5)]
        assert len({opened["table"], went_on["table"], *again}) == 3
        with pytest.raises(Refusal) as refused:
            ann.post("/api/tables", {"game": "beerhex"}, "fourth")
        assert refused.value.name == "too_many"
        ann.close()


def test_a_repeated_creation_reads_a_table_once(url: str) -> None:
    # Reading a long table takes milliseconds that nobody is charged for.
    with serving(url) as server:
        ann = Client(server.port)
        asked = {"game": "hex-roller", "players": 2, "public": True}
        table = ann.post("/api/tables", asked, "k")["table"]
    with serving(url) as server:
        store = server.app._store
        loaded: list[str] = []
        load = store.load

        async def note(table: str) -> tuple[TableRow, Sequence[EventRow]] | None:
            loaded.append(table)
            return await load(table)

        store.load = note  # type: ignore[method-assign]
        ann.move(server.port)
        assert ann.post("/api/tables", asked, "k")["table"] == table
        assert loaded == [table]
        ann.close()
