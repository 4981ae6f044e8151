"""Killed at any moment under load: every acknowledged append is stored once, without gaps."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO

import pytest
from tests.server.store.databases import Postgres, row, summary, tell

from bestagon.server.store.base import Store

ROOT = Path(__file__).parents[3]
TABLES = 12
ROUNDS = 4

Answers = set[tuple[str, int]]


def start(url: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    command = [sys.executable, "-W", "ignore", str(Path(__file__).with_name("appending.py")), url, str(TABLES)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def read(lines: Iterable[str]) -> Answers:
    pairs = [line.split() for line in lines]
    return {(table, int(n)) for table, n in pairs}


def output(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout


def some(process: subprocess.Popen[str], count: int) -> Answers:
    """Return the next answers; the process must not have ended by itself."""
    lines = [output(process).readline() for _ in range(count)]
    if "" in lines:
        assert process.stderr is not None
        pytest.fail(f"it ended by itself: {process.stderr.read()}")
    return read(lines)


def kill(process: subprocess.Popen[str]) -> Answers:
    """Kill a process; return the answers that were still on their way, a last one cut short left out."""
    process.kill()
    rest = output(process).read()
    process.communicate()
    return read(line for line in rest.splitlines(keepends=True) if line.endswith("\n"))


def check(url: str, answered: Answers) -> int:
    """Compare a storage with the answers; return how many events it has."""
    found: list[tuple[str, int]] = []

    async def story(store: Store) -> None:
        for i in range(TABLES):
            stored = await store.dump(f"table-{i}")
            assert stored is not None
            assert [one.n for one in stored.events] == list(range(len(stored.events)))
            assert [one.data for one in stored.events] == [f"table-{i} {one.n}".encode() for one in stored.events]
            if stored.events:
                assert stored.summary.visitors == ("ann", f"v{stored.events[-1].n % 3}")
            found.extend((f"table-{i}", one.n) for one in stored.events)

    tell(url, story)
    assert answered <= set(found)
    return len(found)


async def make_tables(store: Store) -> None:
    for i in range(TABLES):
        await store.create(row(f"table-{i}"), summary())


def test_every_answered_append_outlives_a_killed_process(url: str) -> None:
    tell(url, make_tables)
    chance = random.Random(5)
    answered: Answers = set()
    for _ in range(ROUNDS):
        process = start(url)
        try:
            new = some(process, chance.randrange(1, 300))
        finally:
            late = kill(process)
        assert not answered & (new | late), "a number was answered twice"
        answered |= new | late
        assert check(url, answered) >= len(answered)
    assert len(answered) > ROUNDS


def test_every_answered_append_outlives_a_killed_database_and_so_does_the_process(postgres: Postgres) -> None:
    url = postgres.clear()
    tell(url, make_tables)
    process = start(url)
    try:
        answered = some(process, 200)
        postgres.kill()
        postgres.start()
        # More than one could have been under way: these came after the restart.
        new = some(process, 400)
    finally:
        late = kill(process)
    assert not answered & new
    check(url, answered | new | late)
