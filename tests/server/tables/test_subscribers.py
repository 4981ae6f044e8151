"""The queue of a live connection that reads slowly."""

from __future__ import annotations

import pytest

from bestagon.server.tables.subscribers import BACKLOG, BACKLOG_BYTES, Subscriber


@pytest.mark.parametrize("size", [1, 500, 5_000, 30_000, 200_000])
def test_the_queue_of_a_slow_connection_is_bounded_in_views_and_in_bytes(size: int) -> None:
    """Sixteen views of 25 KB for each of 200 connections of an address would be 80 MB."""
    subscriber = Subscriber("ann", 0)
    held = []
    for version in range(1, 40):
        subscriber.push(version, b"v" * size)
        held.append(sum(len(view) for _, view in subscriber.queue))
    assert max(held) <= BACKLOG_BYTES
    assert max(held) == size * min(BACKLOG, BACKLOG_BYTES // size)
    # After that the newest whole view is made when the client has read the one before.
    assert subscriber.overflowed
    assert not subscriber.queue
