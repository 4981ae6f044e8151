"""Schedules: which players meet, on which seats, from which seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, cycle, islice, pairwise
from typing import Final

FEWER: Final = 4
"""Players two levels apart play this many times fewer games."""
NOTHING_PLAYED: Final[Mapping[tuple[str, str], int]] = {}


@dataclass(frozen=True)
class ScheduledGame:
    """The players by seat, and the seed."""

    seats: tuple[str, ...]
    seed: int


def round_robin(players: Sequence[str], seats: int, games: int, seed: int) -> list[ScheduledGame]:
    """Return `games` games for every group of players; each seed is played once in every rotation of the seats."""
    groups = list(combinations(players, seats)) or list(combinations_with_replacement(players, seats))
    found = []
    for group in groups:
        rotations = [tuple(islice(cycle(group), start, start + seats)) for start in range(seats)]
        found += [ScheduledGame(rotations[i % seats], seed + i // seats) for i in range(games)]
    return found


def ladder_pairs(players: Sequence[str], games: int) -> dict[tuple[str, str], int]:
    """Return the games of every pair on a ladder: all of them for neighbours and for the two ends, a quarter for next neighbours."""
    found = {(players[i], players[i + 2]): games // FEWER for i in range(len(players) - 2)}
    return found | neighbours(players, games) | {(players[0], players[-1]): games}


def neighbours(players: Sequence[str], games: int) -> dict[tuple[str, str], int]:
    """Return the games of every player on a ladder against the next."""
    return dict.fromkeys(pairwise(players), games)


def ladder_schedule(
    pairs: Mapping[tuple[str, str], int], seats: int, seed: int, played: Mapping[tuple[str, str], int] = NOTHING_PLAYED
) -> list[ScheduledGame]:
    """Return the games of every pair without the first ones, which have been played, interleaved so that all pairs advance together.

    The two players alternate around the table, and each seed is played from both sides.
    """
    found = []
    for i in range(max(pairs.values(), default=0)):
        for pair in [pair for pair, count in pairs.items() if played.get(pair, 0) <= i < count]:
            found.append(ScheduledGame(tuple(islice(cycle(pair), i % 2, i % 2 + seats)), seed + i // 2))
    return found
