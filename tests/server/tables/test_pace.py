"""A table of bots waits until people can have followed what was just played."""

from __future__ import annotations

import pytest
from tests.server.table_harness import TableHarness

from bestagon.server.tables.events import ActionStored, EventBody

PACE = 700
BOTS = [{"kind": "bot", "level": "friendly"}] * 2


def stored(text: str) -> EventBody:
    return ActionStored(text)


def waits(harness: TableHarness) -> int:
    """Return how many moments pass before the bots go on."""
    live = harness.live
    return (live.due() - live.at) // PACE


def test_a_move_that_tells_more_is_shown_longer() -> None:
    harness = TableHarness("beerhex", pace=PACE, seats=BOTS)
    live = harness.live
    assert waits(harness) == 1
    for text in ("b2 own", "c2 own", "b3 own", "e5 own"):
        harness.server(live.acting[0], stored(text))
        # The cap that is placed, and whose turn it is.
        assert waits(harness) == 2
    harness.server(live.acting[0], stored("attack b2 c2 b3"))
    # The attack, three caps, the verdict for two moments, and what it leads to.
    assert waits(harness) >= 7


@pytest.mark.parametrize("seats", [BOTS, [{"kind": "me"}, BOTS[0]]])
def test_bots_wait_for_nobody_else(seats: list[dict[str, str]]) -> None:
    harness = TableHarness("beerhex", pace=0 if seats == BOTS else PACE, seats=seats)
    assert harness.live.bots_due() == harness.live.at
    harness.server(harness.live.acting[0], stored("b2 own"))
    assert harness.live.bots_due() == harness.live.at
