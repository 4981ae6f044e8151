"""How much memory a table takes, by estimate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bestagon.server.tables.log import KEPT, PACKED

if TYPE_CHECKING:
    from bestagon.server.tables.live import LiveTable

TABLE_BYTES: Final = 56 * 1024
"""Memory of a table at its start with its views: 12 to 48 KiB were measured, plus the allocator's overhead."""
LINE_BYTES: Final = 6 * 1024
"""Memory of a line of the log: 2.3 to 6.4 KiB were measured for an action, positions and two stories included; 0.6 for a chat message."""
WHOLE_LINES: Final = KEPT + PACKED
"""How many lines of a table can have them at the same time."""
OLD_LINE_BYTES: Final = 128
"""Memory of any other line besides its packed bytes: 60 were measured."""
STEP_BYTES: Final = 512
"""Memory of an action that has no such line: 0.1 to 0.4 KiB were measured."""
POSITION_BYTES: Final = 3 * 1024
"""Memory of a position that is kept for an undo: 0.4 to 2.4 KiB were measured."""


def estimated_size(lines: int, packed: int) -> int:
    """Return the bytes of memory of a table with so many lines in its log, the old ones of so many bytes."""
    return TABLE_BYTES + LINE_BYTES * min(lines, WHOLE_LINES) + OLD_LINE_BYTES * max(0, lines - WHOLE_LINES) + packed


def size_of(live: LiveTable) -> int:
    """Return the bytes of memory of a table."""
    steps = max(0, len(live.steps) - WHOLE_LINES)
    positions = max(0, live.table.undoable - WHOLE_LINES)
    return live.start_bytes + estimated_size(len(live.log), live.log.packed_bytes) + STEP_BYTES * steps + POSITION_BYTES * positions
