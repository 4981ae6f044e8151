"""What the levels are worth: who meets whom, and what is made of the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import Final

from bestagon.bots.levels import NAMES, Elo, levels_of
from bestagon.lab.arena import Meeting, MeetingResult
from bestagon.lab.ratings import Points, interval, points_of, rate

RANDOM: Final = "random"
"""The anchor: it has an Elo of 0 in every game."""
FEWER: Final = 4
"""Players that are two levels apart meet so many times less often."""

EXPLAINED: Final = """\
Written by `bestagon arena --levels`; do not edit. Elo by the Bradley-Terry model over all pairs that met, where the random player has 0; in
brackets what holds the true value with 95 % confidence. Points are those won of all played for: a win 1, a draw a half.

A program `search:80/0.9s/t0.6` looks at 80 imagined games before each action, for 0.9 s at most, and draws among good moves at temperature
0.6; without a `t` it draws as the game's evaluator says. `k0.02` lets it draw moves 0.02 times as good as the best, not 0.1.\
"""


def ladder(game: str) -> list[str]:
    """Return the random player and the programs of the game's levels, the weakest first."""
    return [RANDOM, *(level.program for level in levels_of(game))]


def pairs(players: Sequence[str], games: int) -> dict[tuple[str, str], int]:
    """Return who meets whom how often: neighbours, and the first and the last, all the games; every other one a quarter as many."""
    found = {(players[i], players[i + 2]): games // FEWER for i in range(len(players) - 2)}
    found |= {(players[i], players[i + 1]): games for i in range(len(players) - 1)}
    return found | {(players[0], players[-1]): games}


def schedule(players: Sequence[str], seats: int, games: int, seed: int) -> list[Meeting]:
    """Return the meetings of every pair, in turns so that all pairs advance together.

    The two sit alternately, and each seed is played from both sides.
    """
    found = []
    for i in range(games):
        for pair in [pair for pair, count in pairs(players, games).items() if i < count]:
            found.append(Meeting(tuple(islice(cycle(pair), i % 2, i % 2 + seats)), seed + i // 2))
    return found


def share(games: Sequence[Points], a: str, b: str) -> tuple[float, float, float] | None:
    """Return what part of the points `a` won against `b` and the ends of its interval; None where they never met."""
    # A game counts once, however many seats the two had: seats at one table do not win independently.
    parts = [game[a, b] / (game[a, b] + game[b, a]) for game in games if (a, b) in game]
    if not parts:
        return None
    mean = sum(parts) / len(parts)
    low, high = interval(mean, len(parts))
    return round(mean, 4), round(low, 4), round(high, 4)


def elos(game: str, results: Sequence[MeetingResult]) -> dict[str, Elo]:
    """Return how strong every level of a game is, the weakest first."""
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
    """Return the page that shows what was measured."""
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
            yield f"| {name} | `{entry.program}` | {elo} | {entry.games} | {_percent(entry.below)} | {_percent(entry.random)} |"


def _percent(part: tuple[float, float, float] | None) -> str:
    return f"{part[0]:.1%} ({part[1]:.1%} to {part[2]:.1%})" if part else ""
