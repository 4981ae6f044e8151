"""Calibration of the levels: their Elo from the results of an arena, and the page that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bestagon.bots.levels import NAMES, Elo, levels_of
from bestagon.lab.arena import GameResult
from bestagon.lab.ratings import Points, interval, points_of, rate

RANDOM: Final = "random"
"""The anchor, with an Elo of 0 in every game."""

EXPLAINED: Final = """\
Written by `bestagon arena --levels`; do not edit. Elo by the Bradley-Terry model over all pairs that met; the random player has 0, and the
95 % confidence interval is in brackets. Points are the share of points won: a win counts 1, a draw one half.

A player `search:80/0.9s/t0.6` runs 80 search iterations for each action, for 0.9 s at most, and samples among good moves at temperature
0.6; without a `t` the game's evaluator sets the temperature. `k0.02` also samples moves down to 0.02 times the best, instead of 0.1.\
"""


def ladder(game: str) -> list[str]:
    """Return the random player and the players of the game's levels, weakest first."""
    return [RANDOM, *(level.program for level in levels_of(game))]


def share(games: Sequence[Points], a: str, b: str) -> tuple[float, float, float] | None:
    """Return the share of points that `a` won against `b` with its confidence interval; None if they never met."""
    # A game counts once, however many seats the two had, because seats at one table do not win independently.
    parts = [game[a, b] / (game[a, b] + game[b, a]) for game in games if (a, b) in game]
    if not parts:
        return None
    mean = sum(parts) / len(parts)
    low, high = interval(mean, len(parts))
    return round(mean, 4), round(low, 4), round(high, 4)


def elos(game: str, results: Sequence[GameResult]) -> dict[str, Elo]:
    """Return the strength of every level of a game, weakest first."""
    programs = ladder(game)
    games = [points_of(result.seats, result.places) for result in results]
    ratings = {rating.name: rating for rating in rate(programs, games, anchor=RANDOM)}
    found = {}
    for i, name in enumerate(NAMES):
        program = programs[i + 1]
        rating = ratings[program]
        below = share(games, program, programs[i])
        assert below is not None, "neighbours always meet"
        against = share(games, program, RANDOM)
        found[name] = Elo(round(rating.elo), round(rating.low), round(rating.high), rating.games, program, below, against)
    return found


def markdown(measured: Mapping[str, Mapping[str, Elo]], titles: Mapping[str, str]) -> str:
    """Return docs/levels.md."""
    return "\n".join(_page(measured, titles)) + "\n"


def _page(measured: Mapping[str, Mapping[str, Elo]], titles: Mapping[str, str]) -> Iterator[str]:
    yield "# Levels"
    yield ""
    yield EXPLAINED
    for game, levels in measured.items():
        yield ""
        yield f"## {titles.get(game, game)}"
        yield ""
        yield "| level | program | Elo | games | points against the level below | against random |"
        yield "|---|---|---|---|---|---|"
        for name, entry in levels.items():
            elo = f"{entry.elo} ({entry.low} to {entry.high})"
            yield f"| {name} | `{entry.program}` | {elo} | {entry.games} | {percent(entry.below)} | {percent(entry.random)} |"


def percent(part: tuple[float, float, float] | None) -> str:
    """Return a share with its confidence interval as text; empty if it was not measured."""
    return f"{part[0]:.1%} ({part[1]:.1%} to {part[2]:.1%})" if part else ""
