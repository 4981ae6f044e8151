"""Tables in memory are bounded by what they need, not by their number."""

from __future__ import annotations

from pathlib import Path

from tests.server.serving import Client, hear, serving

from bestagon.server.tables.loaded import LINE_BYTES, TABLE_BYTES


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
            manager.evict(1000, 2 * (TABLE_BYTES + LINE_BYTES))
            # The watched one was used least recently: it stays for its connection, but without its game.
            assert sorted(manager._tables) == sorted([tables[0], *tables[3:]])
            assert [manager._tables[table].loaded for table in (tables[0], *tables[3:])] == [False, True, True]
            ann.do(tables[0], "chat", seat=0, text="still here")
            assert hear(connection, 1)["log"][-1]["text"] == "still here"
            manager.evict(1000, 0)
            assert [table for table, loaded in manager._tables.items() if loaded.loaded] == []
            assert ann.view(tables[4])["log"][-1]["text"] == "hello"
        ann.close()
