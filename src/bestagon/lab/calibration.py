"""Calibration of the levels: their Elo from the results of an arena, and the page that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bestagon.bots.levels import NAMES, Elo, LargerTable, levels_of
from bestagon.lab.arena import GameResult
from bestagon.lab.ratings import Points, interval, points_of, rate
from bestagon.lab.schedule import ladder_pairs, neighbours

RANDOM: Final = "random"
"""The anchor, with an Elo of 0 in every game."""

EXPLAINED: Final = """\
Written by `bestagon arena --levels`; do not edit. Elo by the Bradley-Terry model over all pairs that met; the random player has 0, and the
95 % confidence interval is in brackets. Points are the share of points won: a win counts 1, a draw one half.

A player `search:80/0.9s/t0.6` runs 80 search iterations for each action, for 0.9 s at most, and samples among good moves at temperature
0.6; without a `t` the game's evaluator sets the temperature. `k0.02` also samples moves down to 0.02 times the best, instead of 0.1.
With `l0.3` a share of 0.3 of the actions is played in haste, with few iterations.
A player `glance:a0.3/t0.3` does not search: it notices about 0.3 of the places on the board, fewer far from where it looks, and plays
one of the best moves there.\
"""
LARGER: Final = """\
At larger tables the level and the one below alternate around the table. The share of points is that of all pairs of seats with different
players, so that equal players have 50 %; a game counts once.\
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


def known_points(game: str, measured: Mapping[str, Elo]) -> dict[tuple[str, str], list[Points]]:
    """Return the points of games that need not be played again: of every level and its lower neighbour, if neither has changed since.

    The random player and a level that is still the same keep theirs, too.
    """
    programs = ladder(game)
    found = {}
    for i, name in enumerate(NAMES):
        entry = measured.get(name)
        if entry is None or entry.program != programs[i + 1]:
            continue
        if i == 0 or (NAMES[i - 1] in measured and measured[NAMES[i - 1]].program == programs[i]):
            found[programs[i], entry.program] = _games_of(entry.program, programs[i], entry.below, entry.met[0])
        if i > 0 and entry.random is not None:
            found[RANDOM, entry.program] = _games_of(entry.program, RANDOM, entry.random, entry.met[1])
    return {pair: games for pair, games in found.items() if games}


def wanted_pairs(players: Sequence[str], games: int, known: Mapping[tuple[str, str], int]) -> dict[tuple[str, str], int]:
    """Return the pairs on a ladder of which fewer games are known than `games` asks for, and how many it asks for.

    The results of players two levels apart are not kept: these play again only if one of them has changed.
    """
    settled = {player for pair in known for player in pair}
    kept = neighbours(players, games).keys() | known.keys()
    pairs = ladder_pairs(players, games).items()
    return {pair: count for pair, count in pairs if known.get(pair, 0) < count and (pair in kept or not settled.issuperset(pair))}


def _games_of(a: str, b: str, part: tuple[float, float, float], games: int) -> list[Points]:
    """Return games between two players with this share of points for the first; draws become wins and losses."""
    won = part[0] * games
    each = [max(0.0, min(1.0, won - i)) for i in range(games)]
    return [{(a, b): points, (b, a): 1.0 - points} for points in each]


def elos(game: str, results: Sequence[GameResult], known: Sequence[Points] = ()) -> dict[str, Elo]:
    """Return the strength of every level of a game, weakest first, from results and the points of known games."""
    programs = ladder(game)
    games = [points_of(result.seats, result.places) for result in results] + list(known)
    ratings = {rating.name: rating for rating in rate(programs, games, anchor=RANDOM)}
    found = {}
    for i, name in enumerate(NAMES):
        program = programs[i + 1]
        rating = ratings[program]
        below = share(games, program, programs[i])
        assert below is not None, "neighbours always meet"
        against = share(games, program, RANDOM)
        met = (_met(games, program, programs[i]), _met(games, program, RANDOM))
        found[name] = Elo(round(rating.elo), round(rating.low), round(rating.high), rating.games, program, below, against, met)
    return found


def _met(games: Sequence[Points], a: str, b: str) -> int:
    return sum((a, b) in game for game in games)


def known_larger(game: str, measured: Mapping[str, Elo], table: str) -> dict[tuple[str, str], list[Points]]:
    """Return the points of games at a larger table that need not be played again, by the lower and the higher player."""
    near = neighbours(ladder(game), 0)
    found = {}
    for entry in measured.values():
        larger = entry.larger.get(table)
        if larger is not None and (pair := (larger.programs[1], larger.programs[0])) in near:
            found[pair] = _games_of(*larger.programs, larger.share, larger.games)
    return found


def larger_tables(game: str, results: Sequence[GameResult], known: Sequence[Points] = ()) -> dict[str, LargerTable]:
    """Return how every level of a game did against the level below at a table of more than two."""
    programs = ladder(game)
    games = [points_of(result.seats, result.places) for result in results] + list(known)
    found = {}
    for i, name in enumerate(NAMES):
        pair = (programs[i + 1], programs[i])
        won = share(games, *pair)
        assert won is not None, "neighbours always meet"
        found[name] = LargerTable(_met(games, *pair), pair, won)
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
        tables = list(dict.fromkeys(table for entry in levels.values() for table in entry.larger))
        if tables:
            yield ""
            yield LARGER
            yield ""
            yield f"| level | {' | '.join(tables)} |"
            yield "|---" * (len(tables) + 1) + "|"
            for name, entry in levels.items():
                yield f"| {name} | {' | '.join(_larger(entry.larger.get(table)) for table in tables)} |"


def _larger(table: LargerTable | None) -> str:
    return f"{percent(table.share)}, {table.games} games" if table else ""


def percent(part: tuple[float, float, float] | None) -> str:
    """Return a share with its confidence interval as text; empty if it was not measured."""
    return f"{part[0]:.1%} ({part[1]:.1%} to {part[2]:.1%})" if part else ""
