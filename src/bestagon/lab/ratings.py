"""Elo ratings by maximum likelihood, with bootstrap confidence intervals."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

SCALE: Final = 400 / math.log(10)
"""Elo points in one unit of log-odds."""
ROUNDS: Final = 200
RESAMPLES: Final = 200
PRIOR: Final = 0.5
"""Half a point won and lost against an average player, so that a player who won everything has a finite rating."""

Points = dict[tuple[str, str], float]
"""Points that the first player scored against the second."""


@dataclass(frozen=True)
class Rating:
    """Strength of a player."""

    name: str
    elo: float
    low: float
    high: float
    """Bounds of the 95 % confidence interval."""
    games: int
    share: float
    """Share of the points won."""


def points_of(seats: Sequence[str], places: Sequence[int]) -> Points:
    """Return the points of one game: in every pair of different players the better place gets 1, equal places half each."""
    found: Points = {}
    for i, a in enumerate(seats):
        for j, b in enumerate(seats):
            if i != j and a != b:
                won = 1.0 if places[i] < places[j] else 0.5 if places[i] == places[j] else 0.0
                found[a, b] = found.get((a, b), 0.0) + won
    return found


def total(games: Iterable[Points]) -> Points:
    """Return the sum of the points of many games."""
    found: Points = {}
    for game in games:
        for pair, won in game.items():
            found[pair] = found.get(pair, 0.0) + won
    return found


def interval(share: float, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson confidence interval of a share of points over `games` games."""
    squared = 1.96**2
    middle = (share + squared / (2 * games)) / (1 + squared / games)
    half = math.sqrt(share * (1 - share) / games + squared / (4 * games * games)) * 1.96 / (1 + squared / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def strengths(names: Sequence[str], points: Mapping[tuple[str, str], float]) -> dict[str, float]:
    """Return each player's Elo by the Bradley-Terry model, with a mean of 0."""
    worth = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        # Minorization-maximization: each step raises the likelihood.
        fresh = {}
        for a in names:
            won = PRIOR + sum(points.get((a, b), 0.0) for b in names)
            share = 2 * PRIOR / (worth[a] + 1.0)
            for b in names:
                share += (points.get((a, b), 0.0) + points.get((b, a), 0.0)) / (worth[a] + worth[b]) if a != b else 0.0
            fresh[a] = won / share
        worth = fresh
    middle = sum(math.log(w) for w in worth.values()) / len(worth)
    return {name: SCALE * (math.log(worth[name]) - middle) for name in names}


def rate(names: Sequence[str], games: Sequence[Points], seed: int = 0, anchor: str | None = None) -> list[Rating]:
    """Return all ratings, strongest first; the intervals come from resampling the games.

    The anchor has 0; without one the mean is 0.
    """

    def measured(drawn: Sequence[Points]) -> dict[str, float]:
        found = strengths(names, total(drawn))
        zero = found[anchor] if anchor is not None else 0.0
        return {name: elo - zero for name, elo in found.items()}

    centre = measured(games)
    dice = random.Random(seed)
    draws = [measured(dice.choices(games, k=len(games))) for _ in range(RESAMPLES if games else 0)]
    found = []
    for name in names:
        played = [game for game in games if any(pair[0] == name for pair in game)]
        won = sum(points for game in played for pair, points in game.items() if pair[0] == name)
        chances = sum(1 for game in played for pair in game if pair[0] == name)
        spread = sorted(draw[name] for draw in draws) or [centre[name]]
        low, high = spread[int(len(spread) * 0.025)], spread[int(len(spread) * 0.975)]
        found.append(Rating(name, centre[name], low, high, len(played), won / chances if chances else 0.5))
    return sorted(found, key=lambda rating: -rating.elo)
