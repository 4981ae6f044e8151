"""No frequent query scans every table."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import psycopg
import pytest
from tests.server.store.databases import Postgres, event, summary, tell

from bestagon.server.store.base import Store
from bestagon.server.store.postgres import queries as postgres_queries
from bestagon.server.store.sqlite import queries as sqlite_queries

SQLITE = {
    "lobby": (sqlite_queries.LOBBY, 1),
    "mine": (sqlite_queries.MINE, 2),
    "due": (sqlite_queries.DUE, 3),
    "first": (sqlite_queries.FIRST, 3),
    "expired": (sqlite_queries.EXPIRED, 7),
    "expired unseated": (sqlite_queries.EXPIRED_UNSEATED, 7),
}
POSTGRES: dict[str, tuple[str, tuple[object, ...]]] = {
    "lobby": (postgres_queries.LOBBY, (20,)),
    "mine": (postgres_queries.MINE, ("v5", 20)),
    "due": (postgres_queries.DUE, (5, 5, 20)),
    "first": (postgres_queries.FIRST, ("t5", "v5", "k1")),
    "expired": (postgres_queries.EXPIRED, ("open", -1, "", 400, 9, 400, 20)),
    "expired unseated": (postgres_queries.EXPIRED_UNSEATED, ("over", -1, "", 400, 9, 400, 20)),
    "delete": (postgres_queries.DELETE, ("t5", 10)),
    "delete events": (postgres_queries.DELETE_EVENTS, ("t5", "t5", 100)),
    "events": (postgres_queries.EVENTS, ("t5", 0, 100)),
    "lease": (postgres_queries.LEASE, ("me", 10, "t5", "me", 5)),
}


@pytest.mark.parametrize("name", SQLITE)
def test_sqlite_uses_an_index(tmp_path: Path, name: str) -> None:
    path = tmp_path / "tables.db"
    tell(f"sqlite:///{path}", lambda store: store.release("x", "y"))
    sql, fields = SQLITE[name]
    connection = sqlite3.connect(path)
    plan = [line[3] for line in connection.execute(f"EXPLAIN QUERY PLAN {sql}", [1] * fields)]
    connection.close()
    assert plan
    for line in plan:
        if line.startswith("CORRELATED SCALAR SUBQUERY"):  # Its own lines follow.
            continue
        assert "INDEX" in line or "PRIMARY KEY" in line, plan
        assert "TEMP B-TREE" not in line, plan


@pytest.fixture(scope="module")
def filled(postgres: Postgres) -> Postgres:
    """A database large enough that full scans would be slower."""
    tell(postgres.clear(), lambda store: store.release("x", "y"))
    postgres.run(
        "INSERT INTO bestagon.tables SELECT 't' || i, i, 'hex', 1, 2, '', '', '' FROM generate_series(1, 5000) AS i",
        """INSERT INTO bestagon.summaries (table_id, created, count, status, public, visitors, due, info)
           SELECT 't' || i, i, 10, CASE WHEN i % 50 = 0 THEN 'open' ELSE 'over' END, true, ARRAY['v' || i % 500], i % 100 / 99 * i, ''
           FROM generate_series(1, 5000) AS i""",
        "INSERT INTO bestagon.holders SELECT 'v' || i % 500, 't' || i, i FROM generate_series(1, 5000) AS i",
        """INSERT INTO bestagon.events SELECT 't' || i, n, 5, 'action', 0, 'v', 'k' || n, ''
           FROM generate_series(1, 5000) AS i, generate_series(0, 9) AS n""",
        "ANALYZE",
    )
    return postgres


def nodes(plan: dict[str, object]) -> list[dict[str, object]]:
    inner = plan.get("Plans", [])
    assert isinstance(inner, list)
    return [plan, *(node for part in inner for node in nodes(part))]


def explain(server: Postgres, sql: str, fields: tuple[object, ...]) -> list[dict[str, object]]:
    with psycopg.connect(server.url) as connection:
        found = psycopg.ClientCursor(connection).execute(f"EXPLAIN (FORMAT JSON) {sql}", fields).fetchone()
        connection.rollback()
    assert found is not None
    plan = found[0] if isinstance(found[0], list) else json.loads(found[0])
    return nodes(plan[0]["Plan"])


@pytest.mark.parametrize("name", POSTGRES)
def test_postgresql_uses_an_index(filled: Postgres, name: str) -> None:
    plan = explain(filled, *POSTGRES[name])
    assert [node for node in plan if "Seq Scan" in str(node["Node Type"])] == []
    assert any("Index" in str(node["Node Type"]) for node in plan)


def test_postgresql_appends_a_batch_without_scanning_every_table(filled: Postgres) -> None:
    rows = [postgres_queries.append_fields(f"t{i}", event(10, "v", f"k{i}"), summary(), None) for i in range(1, 11)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    plan = explain(filled, postgres_queries.APPEND, (*columns, columns[0], "me"))
    assert [node for node in plan if "Seq Scan" in str(node["Node Type"])] == []


def test_the_explained_queries_are_those_in_use(filled: Postgres) -> None:
    async def story(store: Store) -> None:
        assert len(await store.lobby(20)) == 20
        assert len(await store.mine("v5", 20)) == 10
        assert await store.due(1000, 5) == ["t99", "t199", "t299", "t399", "t499"]

    tell(filled.url, story)
