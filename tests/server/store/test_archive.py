"""Tables are moved unchanged from one storage to another; an inconsistent file changes nothing."""

from __future__ import annotations

import gzip
import json
import stat
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result
from tests.server.store.databases import event, row, summary, tell
from tests.server.table_harness import TableHarness

from bestagon import Record
from bestagon.cli import main
from bestagon.core import registry
from bestagon.core.actions import legal_actions
from bestagon.core.table import Table
from bestagon.server.store.archive import BadArchive, export_tables, import_tables
from bestagon.server.store.base import EventRow, NoTable, Store, StoredTable, TableExists, TableRow

MOVES = ["a1", "b1", "a2", "b2"]
OPTIONS = {"size": 3, "swap": False}


def played(table: str = "table-1", moves: int = 4) -> StoredTable:
    """A game of Hex, its actions as the data of the events."""
    events = [event(n, key=f"k{n}", data=json.dumps(MOVES[n]).encode()) for n in range(moves)]
    return StoredTable(row(table, options=json.dumps(OPTIONS).encode()), events, summary())


def recorder(row: TableRow, events: Sequence[EventRow]) -> Record:
    """Play such a table."""
    game = registry.game(row.game)
    table = Table(game, row.players, game.complete(row.players, json.loads(row.options)), None, row.secret)
    for one in events:
        table.play(json.loads(one.data), seat=one.seat)
    return Record.of(table, reveal=True)


async def fill(store: Store) -> None:
    for stored in (played(), played("table-2", 2), played("table-3", 0)):
        await store.create(stored.row, stored.summary, stored.events)


def exported(url: str, path: Path) -> list[dict[str, Any]]:
    """Fill a storage and export it all, as the lines that were written."""

    async def story(store: Store) -> None:
        await fill(store)
        assert await export_tables(store, path, recorder=recorder) == 3

    tell(url, story)
    return [json.loads(line) for line in path.read_text().splitlines()]


def rewrite(path: Path, lines: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_an_export_is_imported_unchanged(url: str, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    lines = exported(url, path)
    assert [line["row"]["id"] for line in lines] == ["table-1", "table-2", "table-3"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.glob("*.part")) == []
    for line, count in zip(lines, (4, 2, 0), strict=True):
        record = Record.load(json.dumps(line["record"]))
        assert [text for _, text in record.actions] == MOVES[:count]

    async def story(store: Store) -> None:
        assert await import_tables(store, path, recorder) == 3
        for stored in (played(), played("table-2", 2), played("table-3", 0)):
            assert await store.dump(stored.row.id) == stored
        await store.append("table-2", event(2), summary())

    tell(f"sqlite:///{tmp_path}/other.db", story)


def test_tables_can_be_chosen(url: str, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"

    async def story(store: Store) -> None:
        await fill(store)
        assert await export_tables(store, path, ["table-3", "table-1"]) == 2
        before = path.read_bytes()
        with pytest.raises(NoTable, match="table-9"):
            await export_tables(store, path, ["table-1", "table-9"])
        assert path.read_bytes() == before

    tell(url, story)
    assert [json.loads(line)["row"]["id"] for line in path.read_text().splitlines()] == ["table-3", "table-1"]


def test_an_existing_table_prevents_the_whole_import(url: str, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    exported(url, path)

    async def story(store: Store) -> None:
        await store.create(row("table-2"), summary())
        with pytest.raises(TableExists, match=r"line 2: there is a table table-2 already; nothing was imported"):
            await import_tables(store, path)
        assert await store.ids("", 10) == ["table-2"]
        assert await store.events("table-2", 0) == []

    tell(f"sqlite:///{tmp_path}/other.db", story)


def bad_lines(good: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return files that must be refused, by what the refusal says."""

    def changed(**fields: object) -> list[dict[str, Any]]:
        return [good[0], {**good[1], **fields}]

    record, events, table = good[1]["record"], good[1]["events"], good[1]["row"]
    return {
        "line 2: table table-1 is in the file twice": [good[0], good[0]],
        "line 1: this is not a table of an archive": [{"row": table}],
        'line 2: this program reads "bestagon table" version 1': changed(version=2),
        "line 2: this is not a table of an archive: Object contains unknown field": changed(more=1),
        "line 2: event 0 has the number 1": changed(events=events[1:]),
        "line 2: event 1 has the number 0": changed(events=[events[0], events[0]]),
        "line 2: status must be": changed(summary={**good[1]["summary"], "status": "lost"}),
        "line 2: table id must be": changed(row={**table, "id": "a\tb"}),
        "line 2: .*action 1 of 2": changed(record={**record, "actions": [[0, "z9"], [1, "b1"]]}),
        "line 2: its record belongs to another game": changed(record=good[1]["record"], row={**table, "secret": "AAAA"}),
        "line 2: its events and its record are different games": changed(record=good[0]["record"]),
    }


def test_an_inconsistent_file_is_refused_by_line_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    files = bad_lines(exported(f"sqlite:///{tmp_path}/tables.db", path))
    torn = path.read_bytes().replace(b'"bestagon record"', b'"\xff"')

    async def story(store: Store) -> None:
        for why, lines in files.items():
            rewrite(path, lines)
            with pytest.raises(BadArchive, match=why):
                await import_tables(store, path, recorder)
        for text in (torn, b"\xff\n", b"[" * 100_000, b"null\n", b"\n"):
            path.write_bytes(text)
            with pytest.raises(BadArchive, match="line 1: this is not a table of an archive"):
                await import_tables(store, path)
        with pytest.raises(BadArchive, match="cannot read"):
            await import_tables(store, tmp_path / "nothing")
        assert await store.ids("", 10) == []

    tell(f"sqlite:///{tmp_path}/other.db", story)


def test_a_line_that_no_table_has_is_not_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bestagon.server.store.archive.MOST_LINE", 1 << 20)
    path = tmp_path / "bomb.jsonl.gz"
    path.write_bytes(gzip.compress(bytes(30 << 20)))

    async def story(store: Store) -> None:
        tracemalloc.start()
        with pytest.raises(BadArchive, match="line 1: longer than 1 MB"):
            await import_tables(store, path)
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
        tracemalloc.stop()

    tell(f"sqlite:///{tmp_path}/t.db", story)


def test_events_that_cannot_be_played_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    stored = played()
    wrong = msgspec.structs.replace(stored, events=[*stored.events[:3], event(3, data=b'"a1"')])

    async def story(store: Store) -> None:
        await store.create(wrong.row, wrong.summary, wrong.events)
        await export_tables(store, path)

    tell(f"sqlite:///{tmp_path}/tables.db", story)

    async def other(store: Store) -> None:
        with pytest.raises(BadArchive, match=r"line 1: .*a1"):
            await import_tables(store, path, recorder)

    tell(f"sqlite:///{tmp_path}/other.db", other)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def served(table: str, moves: int) -> StoredTable:
    """A table as the server plays it."""
    harness = TableHarness("beerhex", seats=[{"kind": "me"}, {"kind": "me"}])
    for _ in range(moves):
        seat = harness.live.acting[0]
        harness.act("ann", seat, legal_actions(harness.live.masked(seat), seat)[0])
    return StoredTable(msgspec.structs.replace(harness.row, id=table), harness.events, harness.live.summary())


def test_the_commands_carry_tables_from_one_storage_to_another(url: str, tmp_path: Path) -> None:
    path, other = tmp_path / "all.jsonl", f"sqlite:///{tmp_path}/other.db"
    tables = [served("table-1", 6), served("table-2", 2), served("table-3", 0)]

    async def story(store: Store) -> None:
        for stored in tables:
            await store.create(stored.row, stored.summary, stored.events)

    tell(url, story)
    done = run("export", str(path), "--store", url)
    assert (done.exit_code, done.stdout) == (0, f"3 tables written to {path}\n")
    record = Record.load(json.dumps(json.loads(path.read_text().splitlines()[0])["record"]))
    assert len(record.actions) == 6
    done = run("import", str(path), "--store", other)
    assert (done.exit_code, done.stdout) == (0, f"3 tables imported from {path}\n")

    async def there(store: Store) -> None:
        assert await store.dump("table-1") == tables[0]
        # While this one serves the file, its tables can still be saved.
        from asyncio import to_thread

        saved = await to_thread(run, "export", str(path), "--store", other, "--table", "table-2")
        assert (saved.exit_code, saved.stdout) == (0, f"1 tables written to {path}\n")
        refused = await to_thread(run, "import", str(path), "--store", other)
        assert refused.exit_code == 2
        assert "another process has" in refused.stderr

    tell(other, there)
    done = run("import", str(path), "--store", other)
    assert done.exit_code == 2
    assert "there is a table table-2 already" in done.stderr


def test_the_commands_say_what_is_wrong(tmp_path: Path) -> None:
    for words in (
        ["export", str(tmp_path / "x"), "--store", f"sqlite:///{tmp_path}/none.db"],
        ["export", str(tmp_path / "x"), "--store", "nonsense"],
        ["import", str(tmp_path / "none"), "--store", f"sqlite:///{tmp_path}/new.db"],
    ):
        done = run(*words)
        assert done.exit_code == 2
        assert done.stderr.startswith("error: ")
