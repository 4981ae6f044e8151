"""Events of long tables come packed, so that they leave no holes in Python's memory."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.server.store.databases import event, row, summary, tell

from bestagon.server.store.base import EventRow, Store
from bestagon.server.store.packed_rows import BLOCK, PackedRows

LONG = 5760
"""Events of a table that a stranger has made as long as the server allows."""


def stored_events(count: int) -> list[EventRow]:
    return [event(n, f"visitor {n % 3}", f"0123456789abcdef-{n}", f'{{"action":{n}}}'.encode()) for n in range(count)]


def load(folder: Path, events: Sequence[EventRow]) -> Sequence[EventRow]:
    """Return what a storage loads after events were stored."""
    found: list[Sequence[EventRow]] = []

    async def story(store: Store) -> None:
        await store.create(row(), summary(), events)
        loaded = await store.load("table-1")
        assert loaded is not None
        assert loaded[0] == row()
        found.append(loaded[1])

    tell(f"sqlite:///{folder / 'a.db'}", story)
    return found[0]


@pytest.mark.parametrize("count", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 2 * BLOCK + 3])
def test_packed_events_are_those_that_were_stored(tmp_path: Path, count: int) -> None:
    given = stored_events(count)
    found = load(tmp_path, given)
    assert isinstance(found, PackedRows) == (count >= BLOCK)
    assert len(found) == count
    assert list(found) == given
    assert list(reversed(found)) == given[::-1]
    assert found[BLOCK - 2 : BLOCK + 2] == given[BLOCK - 2 : BLOCK + 2]
    if count:
        assert (found[0], found[-1], found[count // 2]) == (given[0], given[-1], given[count // 2])
    with pytest.raises(IndexError):
        found[count]
    if isinstance(found, PackedRows):
        assert found.data_bytes == sum(len(one.data) for one in given)


def test_events_of_a_long_table_are_few_objects(tmp_path: Path) -> None:
    """Others make objects while a table waits to be made, and these would come to lie between those of the events."""

    async def story(store: Store) -> None:
        await store.create(row(), summary(), stored_events(LONG))
        assert await store.load("table-1")
        before = sys.getallocatedblocks()
        found = await store.load("table-1")
        assert found is not None
        held = sys.getallocatedblocks() - before
        assert held < LONG / 10, f"{held} blocks of memory for {LONG} events"
        most = max(sys.getallocatedblocks() for _ in found[1]) - before
        assert most < 16 * BLOCK, f"{most} blocks of memory while {LONG} events are read one after the other"

    tell(f"sqlite:///{tmp_path / 'a.db'}", story)
