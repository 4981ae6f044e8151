"""The events of a long table as they come from the storage: a few large blocks of bytes instead of many small objects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, overload

import msgspec

from bestagon.server.store.base import EventRow

BLOCK: Final = 256
"""How many events are packed together. Tables with fewer are lists."""
Fields = tuple[int, int, str, int, str, str, bytes]
"""The fields of an EventRow."""
_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final = msgspec.msgpack.Decoder(list[Fields])


class PackedRows(Sequence[EventRow]):
    """Events in blocks, which are unpacked one at a time.

    An event is six small objects, and those of a long table take several of Python's arenas of 1 MB. An arena is returned to the system
    when it is empty, but whatever else was made while the events were there keeps a place in it.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._blocks: list[bytes] = []
        self._count = 0
        self.data_bytes = 0
        """The bytes of the events' data."""

    def add(self, rows: list[Fields]) -> None:
        """Add a block; only the last one may be smaller than the others."""
        self._blocks.append(_encoder.encode(rows))
        self._count += len(rows)
        self.data_bytes += sum(len(row[-1]) for row in rows)

    def __len__(self) -> int:
        """Return the number of events."""
        return self._count

    def __iter__(self) -> Iterator[EventRow]:
        """Return the events, one block in memory at a time."""
        for block in self._blocks:
            for fields in _decoder.decode(block):
                yield EventRow(*fields)

    @overload
    def __getitem__(self, index: int) -> EventRow: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[EventRow]: ...
    def __getitem__(self, index: int | slice) -> EventRow | Sequence[EventRow]:
        """Return an event, or some of them."""
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(self._count))]
        number = range(self._count)[index]
        return EventRow(*_decoder.decode(self._blocks[number // BLOCK])[number % BLOCK])


def packed(rows: Iterable[Fields]) -> Sequence[EventRow]:
    """Return the events of a table from their fields: packed if they are many, and then read without being in memory all at once."""
    left = iter(rows)
    block = list(islice(left, BLOCK))
    if len(block) < BLOCK:
        return [EventRow(*fields) for fields in block]
    found = PackedRows()
    while block:
        found.add(block)
        block = list(islice(left, BLOCK))
    return found
