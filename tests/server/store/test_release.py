"""Tables that an earlier release stored are read, shown and continued as if nothing had changed."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Client
from tests.server.store.databases import Postgres, tell
from tests.server.store.release_data import Clock, act, numbers, observe_all, records, running, seats_of

from bestagon.server.store.base import EventRow, Store, StoredTable
from bestagon.server.tables.events import from_row, to_row
from bestagon.server.tables.live import LiveTable, record_of

DATA = Path(__file__).parent / "data"
RELEASES = sorted(path.stem for path in DATA.glob("*.sql"))
KINDS = {"sit", "leave", "rename", "action", "resign", "undo", "ask", "answer", "chat", "link", "rematch", "timeout", "given"}


@pytest.fixture(params=RELEASES)
def expected(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What a release showed of its tables, with the SQL that makes its database."""
    found: dict[str, Any] = json.loads((DATA / f"{request.param}.json").read_text(encoding="utf-8"))
    _tell_timeouts(found)
    return found | {"sql": (DATA / f"{request.param}.sql").read_text(encoding="utf-8")}


def _tell_timeouts(expected: dict[str, Any]) -> None:
    """Expect resignations by the clock to be called timeouts, as records say since then; all else stays as it was."""
    for table, views in expected["views"].items():
        record = expected["records"][table]
        for view in views.values():
            for entry in view["log"]:
                if entry["kind"] == "timeout" and entry.get("text") == "resign":
                    entry["text"] = "timeout"
                    record["actions"] = [
                        [seat, "timeout"] if seat == entry["seat"] and text == "resign" else [seat, text]
                        for seat, text in record["actions"]
                    ]
        del record["digest"]
        plain = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        record["digest"] = hashlib.sha256(plain.encode()).hexdigest()


@pytest.fixture
def database(expected: dict[str, Any], tmp_path: Path) -> Path:
    """The database of a release."""
    path = tmp_path / "tables.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(expected["sql"])
    return path


def rows(database: Path) -> list[Any]:
    """Return all events as they are stored."""
    with sqlite3.connect(database) as connection:
        return connection.execute("SELECT * FROM events ORDER BY table_id, n").fetchall()


def test_every_kind_of_event_is_among_what_was_stored(database: Path) -> None:
    assert {row[3] for row in rows(database)} == KINDS


def test_events_are_still_stored_as_the_release_stored_them(database: Path) -> None:
    for _, *fields in rows(database):
        stored = EventRow(*fields)
        event = from_row(stored)
        assert to_row(event, event.body) == stored


def test_tables_of_a_release_show_what_they_showed(database: Path, expected: dict[str, Any]) -> None:
    before = rows(database)
    for views in expected["views"].values():
        if views["-1"]["status"] == "open":
            # Since then a seat sees what only it may know, and its choices, once the game has begun.
            for view in views.values():
                view["choices"] = views["-1"]["choices"]
    with running(database, Clock(expected["at"]), numbers()) as port:
        assert observe_all(port, expected["views"], expected["tokens"]) == expected["views"]
    assert rows(database) == before


def test_records_of_a_release_are_written_as_it_wrote_them(database: Path, expected: dict[str, Any]) -> None:
    with running(database, Clock(expected["at"]), numbers()):
        pass  # The server brings the database to today's schema.
    assert records(database) == expected["records"]


def test_tables_of_a_release_can_be_continued_and_their_events_stay_unchanged(database: Path, expected: dict[str, Any]) -> None:
    before = rows(database)
    with running(database, Clock(expected["at"]), numbers()) as port:
        for token in expected["tokens"]:
            client = Client(port, token)
            for table, views in expected["views"].items():
                if seats_of(client, table) == [0, 1] and views["-1"]["status"] == "running":
                    act([client, client], table, 3)
                    assert client.view(table)["version"] == views["-1"]["version"] + 3
            client.close()
    after = rows(database)
    assert len(after) > len(before)
    assert set(before) <= set(after)


def test_other_storages_read_the_same(database: Path, expected: dict[str, Any], postgres: Postgres) -> None:
    stored: list[StoredTable] = []

    async def read(store: Store) -> None:
        for table in expected["views"]:
            found = await store.dump(table)
            assert found is not None
            stored.append(found)

    async def copy(store: Store) -> None:
        for one in stored:
            await store.create(one.row, one.summary, one.events)
            found = await store.load(one.row.id)
            assert found == (one.row, one.events)
            assert LiveTable(*found).summary() == one.summary
            assert json.loads(record_of(*found).to_json()) == expected["records"][one.row.id]

    tell(f"sqlite:///{database}", read)
    tell(postgres.clear(), copy)
