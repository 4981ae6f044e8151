"""Tables in memory are bounded by what they need, not by their number."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import pytest
from tests.server.serving import Client, Refusal, Server, hear, serving

from bestagon.server.jobs.content_jobs import Sliced
from bestagon.server.tables.eviction import MemoryLimits
from bestagon.server.tables.payers import LONG
from bestagon.server.tables.sizes import LINE_BYTES

NOTHING = MemoryLimits(0, 10**12, 10**12)


def in_all(size: int) -> MemoryLimits:
    """Return a limit of all tables together."""
    return MemoryLimits(size, 10**12, 10**12)


def evict(server: Server, limits: MemoryLimits, idle: float = 1000) -> None:
    """Drop tables in the server's own thread, once it has finished with all of them: those in use stay."""
    manager = server.app._manager

    async def when_unused() -> None:
        while any(loaded.users for loaded in manager._tables.values()):
            await asyncio.sleep(0.001)
        manager.evict(idle, limits)

    asyncio.run_coroutine_threadsafe(when_unused(), server._loop).result(10)


def test_the_least_recently_used_tables_are_dropped_and_watched_ones_read_again(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db") as server:
        ann = Client(server.port)
        tables = [ann.create("beerhex", seats=[{"kind": "me"}] * 2)["table"] for _ in range(5)]
        manager = server.app._manager
        with ann.live(tables[0], 0) as connection:
            hear(connection, 0)
            for table in tables[1:]:
                ann.do(table, "chat", seat=0, text="hello")
            assert manager.count == 5
            evict(server, in_all(2 * manager._tables[tables[4]].size))
            # The watched one was used least recently: it stays for its connection, but without its game.
            assert sorted(manager._tables) == sorted([tables[0], *tables[3:]])
            assert [manager._tables[table].loaded for table in (tables[0], *tables[3:])] == [False, True, True]
            ann.do(tables[0], "chat", seat=0, text="still here")
            assert hear(connection, 1)["log"][-1]["text"] == "still here"
            evict(server, NOTHING)
            assert [table for table, loaded in manager._tables.items() if loaded.loaded] == []
            assert ann.view(tables[4])["log"][-1]["text"] == "hello"
        ann.close()


def test_a_visitor_with_large_tables_drops_their_own(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db") as server:
        ann, eve = Client(server.port), Client(server.port)
        small = [ann.create("beerhex", seats=[{"kind": "me"}] * 2)["table"] for _ in range(3)]
        large = [eve.create("beerhex", seats=[{"kind": "me"}] * 2)["table"] for _ in range(2)]
        for table in large:
            for n in range(60):
                eve.do(table, "rename", seat=0, name=f"Eve {n}")
        manager = server.app._manager
        sizes = {table: loaded.size for table, loaded in manager._tables.items()}
        assert sizes[large[0]] == sizes[small[0]] + 60 * LINE_BYTES
        evict(server, in_all(sum(sizes.values()) - 1))
        assert sorted(manager._tables) == sorted([*small, large[1]])
        evict(server, in_all(3 * sizes[small[0]]))
        assert sorted(manager._tables) == sorted(small)
        ann.close()
        eve.close()


def long_table(client: Client) -> str:
    table: str = client.create("beerhex", public=False, seats=[{"kind": "me"}] * 2)["table"]
    for n in range(LONG + 1):
        client.do(table, "rename", seat=0, name=f"Ann {n}")
    return table


def test_a_table_with_a_long_history_is_loaded_as_content_of_its_owner(
    server: Server, ann: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks: strangers, too, make the server load a table to learn that it does not exist for them."""
    table = long_table(ann)
    owner = server.app._manager._tables[table].live.setup.owner
    run = server.app._content.run
    charged: list[tuple[str, str]] = []

    def noted(work: Sliced[object], visitor: str, network: str) -> Awaitable[object]:
        charged.append((visitor, network))
        return run(work, visitor, network)

    monkeypatch.setattr(server.app._content, "run", noted)
    evict(server, NOTHING, -1)
    assert ann.view(table)["version"] == LONG + 1
    evict(server, NOTHING, -1)
    with pytest.raises(Refusal, match="no_table"):
        bob.view(table)
    assert charged == [(owner, "127.0.0.1")] * 2


def test_a_visitor_whose_tables_took_too_long_to_load_is_told_when_to_retry(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", visitor_content=1.0) as server:
        ann, bob = Client(server.port), Client(server.port)
        manager = server.app._manager
        table, other = long_table(ann), long_table(bob)
        server.app.site._context.limits.spend_content(manager._tables[table].live.setup.owner, "", 2.0)
        evict(server, NOTHING, -1)
        with pytest.raises(Refusal, match="too_many") as refusal:
            bob.view(table)
        assert refusal.value.status == 429
        assert bob.view(other)["version"] == LONG + 1
        ann.close()
        bob.close()


def test_an_undo_that_replays_a_long_game_is_content_of_the_player_who_asks(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", visitor_content=1.0) as server:
        ann = Client(server.port)
        table = ann.create("hex", seats=[{"kind": "me"}] * 2, options={"size": 19})["table"]

        def act(seat: int) -> None:
            view = ann.view(table, seat)
            choices = [action for action, text, *_ in view["scene"]["choices"] if text != "swap"]
            ann.do(table, "act", seat=seat, action=choices[-1], version=view["version"])

        for n in range(LONG + 1):
            act(n % 2)
        # It is the other seat's turn now: the undo needs consent, which Ann gives herself.
        ann.do(table, "undo", seat=LONG % 2)
        act(LONG % 2)
        limits = server.app.site._context.limits
        limits.spend_content(server.app._manager._tables[table].live.setup.owner, "", 2.0)
        with pytest.raises(Refusal, match="too_many") as refusal:
            ann.do(table, "undo", seat=LONG % 2)
        assert refusal.value.status == 429
        assert ann.view(table)["version"] == LONG + 3
        ann.close()


def test_questions_that_replay_nothing_wait_for_no_content(tmp_path: Path) -> None:
    # The table is locked meanwhile: a player with many replays in the queue would stop the game of the others.
    with serving(tmp_path / "t.db", visitor_content=1.0) as server:
        ann, bob = Client(server.port), Client(server.port)
        table = ann.create("hex", seats=[{"kind": "me"}, {"kind": "open"}], options={"size": 19})["table"]
        bob.do(table, "sit")
        players = (ann, bob)
        for n in range(LONG + 1):
            view = players[n % 2].view(table, n % 2)
            choices = [action for action, text, *_ in view["scene"]["choices"] if text != "swap"]
            players[n % 2].do(table, "act", seat=n % 2, action=choices[-1], version=view["version"])
        limits = server.app.site._context.limits
        seats = server.app._manager._tables[table].live.seats
        for seat in seats:
            limits.spend_content(seat.holders[0], "", 2.0)
        for ask in ("offer", "undo"):
            ann.do(table, ask, seat=0)
            bob.do(table, "answer", seat=1, yes=False)
        ann.do(table, "undo", seat=0)
        with pytest.raises(Refusal, match="too_many"):
            bob.do(table, "answer", seat=1, yes=True)
        bob.do(table, "answer", seat=1, yes=False)
        ann.do(table, "offer", seat=0)
        bob.do(table, "answer", seat=1, yes=True)
        assert ann.view(table)["ended"] == "agreed"
        ann.close()
        bob.close()
