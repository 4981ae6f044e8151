"""What the expected results of the seats over a game say: lead changes, drama, decisiveness.

A trace has a row for each of some evenly spaced moments, from the start to the end, with the expected result of every seat from 0
(last place) to 1 (first place). The last row is the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

AHEAD: Final = 0.1
"""The lead changes when another seat is ahead of the leader by this much: less is within the error of a short search."""
DECIDED: Final = 0.8
"""A game is decided when the expected result of its winner stays above this."""

Trace = Sequence[Sequence[float]]


@dataclass(frozen=True)
class TraceFigures:
    """Figures of one trace."""

    lead_changes: int
    drama: float
    """How far behind the leader the winner was, on average over the moments at which it was behind; 0 if never."""
    decided: float
    """The part of the game after which it was decided, from 0 to 1."""
    quarter: bool | None
    """Whether the seat that led after a quarter won; None if nobody led."""
    half: bool | None
    three_quarters: bool | None


def figures(trace: Trace, winners: Sequence[int]) -> TraceFigures:
    """Return the figures of a trace; with several winners any of them counts."""
    rows = trace[:-1]
    behind = [gap for row in rows if (gap := max(row) - max(row[seat] for seat in winners)) > AHEAD]
    held = 0
    for row in reversed(rows):
        if max(row[seat] for seat in winners) < DECIDED:
            break
        held += 1
    led = [_led(row, winners) for row in (rows[len(rows) // 4], rows[len(rows) // 2], rows[3 * len(rows) // 4])]
    return TraceFigures(lead_changes(rows), sum(behind) / len(behind) if behind else 0.0, 1 - held / len(rows), *led)


def lead_changes(rows: Trace) -> int:
    """Return how often the lead changed; the first leader is no change."""
    leader, changes = -1, 0
    for row in rows:
        best = max(range(len(row)), key=lambda seat: row[seat])
        others = [result for seat, result in enumerate(row) if seat != best]
        lead = row[best] - (row[leader] if leader >= 0 else max(others))
        if best != leader and lead > AHEAD:
            changes += leader >= 0
            leader = best
    return changes


def _led(row: Sequence[float], winners: Sequence[int]) -> bool | None:
    """Tell whether a winner led; None if the first two are too close."""
    first, second = sorted(row, reverse=True)[:2]
    return None if first - second <= AHEAD else row.index(first) in winners


def moments(length: int, most: int) -> list[int]:
    """Return up to `most` evenly spaced numbers of actions played, from 0 to before the last of `length`."""
    count = min(length, most)
    return sorted({i * length // count for i in range(count)})
