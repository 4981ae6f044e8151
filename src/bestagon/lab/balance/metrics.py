"""Figures of the games of a cell: one value for each game, so that two variants can be compared game by game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Final, Literal

from bestagon.lab.balance.estimates import Estimate, mean, share
from bestagon.lab.balance.measured_game import MeasuredGame
from bestagon.lab.balance.plan import BalanceCell
from bestagon.lab.balance.traces import TraceFigures, figures
from bestagon.lab.ratings import points_of

MetricKind = Literal["share", "part", "number"]
"""A share of games, a part of something in each game (both shown in per cent), or any other number."""
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True)
class Metric:
    """One figure of a cell."""

    key: str
    says: str
    """A sentence with {} for the figure."""
    kind: MetricKind
    values: tuple[float | None, ...]
    """By number of the game; None for a game that says nothing about it."""

    def known(self) -> list[float]:
        """Return the values that exist."""
        return [value for value in self.values if value is not None]

    def estimate(self) -> Estimate | None:
        """Return the figure with its interval; None without any value."""
        known = self.known()
        if not known or self.kind == "share":
            return share(known) if known else None
        found = mean(known)
        return replace(found, low=max(0.0, found.low), high=min(1.0, found.high)) if self.kind == "part" else found


def winners(places: Sequence[int]) -> list[int]:
    """Return who shares the first place."""
    return [i for i, place in enumerate(places) if place == 1]


def win_part(places: Sequence[int], i: int) -> float:
    """Return the part of a win: 1, or less if it is shared."""
    return 1 / len(winners(places)) if places[i] == 1 else 0.0


def metrics(cell: BalanceCell, games: Sequence[MeasuredGame], names: Sequence[str], endings: Sequence[str]) -> list[Metric]:
    """Return the figures of a cell, whose games are in the order of their numbers.

    `names` are the uses and `endings` the endings to count, also those of the other variant.
    """
    if cell.ban:
        return [_metric("ban", f"A player who never plays “{cell.ban}” wins {{}} of the games", "share", games, _banned_wins)]
    if len(cell.levels) > 1:
        low, high = cell.levels
        return [_metric("skill", f"{high} takes {{}} of the points from {low}", "share", games, lambda game: _points(game, low, high))]
    found = _seat_metrics(cell, games) if cell.players > 1 else []
    found += _length_metrics(games) + _score_metrics(cell, games)
    if cell.players > 1:
        found += _trace_metrics(games)
    if len(endings) > 1:
        found += [_ending_metric(ending, games) for ending in endings]
    return found + [_use_metric(name, games) for name in names]


def _ending_metric(ending: str, games: Sequence[MeasuredGame]) -> Metric:
    return _metric(f"ending/{ending}", f"{{}} of the games end with “{ending}”", "share", games, lambda game: float(game.ending == ending))


def _metric(key: str, says: str, kind: MetricKind, games: Sequence[MeasuredGame], value: Callable[[MeasuredGame], float | None]) -> Metric:
    return Metric(key, says, kind, tuple(value(game) for game in games))


def seat_words(together: bool, seat: int) -> str:
    """Return the name of a place in the order of play, with "seat" if all begin at once."""
    return f"seat {seat + 1}" if together else f"the {ORDINALS[seat]} player"


def _seat_metrics(cell: BalanceCell, games: Sequence[MeasuredGame]) -> list[Metric]:
    together = any(game.together for game in games)
    found = [_seat_metric(seat, seat_words(together, seat), games) for seat in range(cell.players)]
    found.append(_metric("shared", "{} of the games have several winners", "share", games, lambda g: float(g.places.count(1) > 1)))
    return found


def _seat_metric(seat: int, words: str, games: Sequence[MeasuredGame]) -> Metric:
    says = f"{words[0].upper()}{words[1:]} wins {{}} of the games"
    return _metric(f"seat/{seat}", says, "share", games, lambda game: win_part(game.places, seat))


def _length_metrics(games: Sequence[MeasuredGame]) -> list[Metric]:
    return [
        _metric("actions", "A game takes {} actions", "number", games, lambda game: float(game.actions)),
        _metric("choices", "A player chooses among {} actions on average", "number", games, lambda game: game.choices / game.actions),
        _metric("only", "{} of the decisions leave no choice", "part", games, lambda game: game.only / game.actions),
    ]


def _score_metrics(cell: BalanceCell, games: Sequence[MeasuredGame]) -> list[Metric]:
    found = [_metric("score", "A player scores {} points on average", "number", games, lambda g: sum(g.scores) / len(g.scores))]
    if cell.players > 1:
        found.append(_metric("best", "The best score is {} points on average", "number", games, lambda game: float(max(game.scores))))
        found.append(_metric("margin", "The best score is {} points above the second", "number", games, _margin))
    return found


def _margin(game: MeasuredGame) -> float:
    first, second = sorted(game.scores, reverse=True)[:2]
    return float(first - second)


@cache
def _figures(trace: tuple[tuple[float, ...], ...], places: tuple[int, ...]) -> TraceFigures:
    return figures(trace, winners(places))


def _trace_metrics(games: Sequence[MeasuredGame]) -> list[Metric]:
    def traced(key: str, says: str, kind: MetricKind, value: Callable[[TraceFigures], float | None]) -> Metric:
        return _metric(key, says, kind, games, lambda game: value(_figures(game.trace, game.places)) if game.trace else None)

    return [
        traced("lead-changes", "The lead changes {} times in a game", "number", lambda figures: float(figures.lead_changes)),
        traced("drama", "While behind, the winner trails by {} of the chances on average", "part", lambda figures: figures.drama),
        traced("decided", "A game is decided after {} of its length", "part", lambda figures: figures.decided),
        traced("leader-quarter", "The leader after a quarter of the game wins {} of the games", "share", lambda f: _flag(f.quarter)),
        traced("leader-half", "The leader at half-time wins {} of the games", "share", lambda f: _flag(f.half)),
        traced(
            "leader-late", "The leader after three quarters of the game wins {} of the games", "share", lambda f: _flag(f.three_quarters)
        ),
    ]


def _flag(value: bool | None) -> float | None:
    return None if value is None else float(value)


def _use_metric(name: str, games: Sequence[MeasuredGame]) -> Metric:
    group, _, what = name.partition("/")
    says = f"A player plays “{what}” {{}} times a game" if group == "action" else f"A player uses the {group} “{what}” {{}} times a game"
    return _metric(f"use/{name}", says, "number", games, lambda g: sum(uses.get(name, 0) for uses in g.uses) / len(g.uses))


def _points(game: MeasuredGame, low: str, high: str) -> float:
    points = points_of(game.levels, game.places)
    return points[high, low] / (points[high, low] + points[low, high])


def _banned_wins(game: MeasuredGame) -> float:
    return win_part(game.places, game.banned)


@dataclass(frozen=True)
class UseFigures:
    """How often something is used, and how those do who use it."""

    group: str
    name: str
    times: Estimate
    """A game and player."""
    used: Estimate
    """The share of players who use it at least once in a game."""
    won_with: Estimate | None
    """The share of wins of those who use it."""
    won_without: Estimate | None

    @property
    def gap(self) -> float:
        """How much more often those win who use it; 0 if the confidence intervals overlap."""
        if self.won_with is None or self.won_without is None:
            return 0.0
        apart = self.won_with.low > self.won_without.high or self.won_with.high < self.won_without.low
        return self.won_with.value - self.won_without.value if apart else 0.0

    def told(self) -> str:
        """Return the gap as a sentence; empty if there is none."""
        if not self.gap or self.won_with is None or self.won_without is None:
            return ""
        who = f"play “{self.name}”" if self.group == "action" else f"use the {self.group} “{self.name}”"
        won, others = 100 * self.won_with.value, 100 * self.won_without.value
        users, players = self.won_with.n, self.won_with.n + self.won_without.n
        return f"Players who {who} ({users} of {players}) win {won:.0f} % of the games, the others {others:.0f} %."


def use_names(games: Sequence[MeasuredGame]) -> list[str]:
    """Return everything that was used, by group and then most used first."""
    totals: dict[str, int] = {}
    for game in games:
        for uses in game.uses:
            for name, count in uses.items():
                totals[name] = totals.get(name, 0) + count
    groups = list(dict.fromkeys(["action", *(name.partition("/")[0] for name in sorted(totals))]))
    return sorted(totals, key=lambda name: (groups.index(name.partition("/")[0]), -totals[name], name))


def use_figures(name: str, games: Sequence[MeasuredGame]) -> UseFigures:
    """Return the figures of one use."""
    group, _, what = name.partition("/")
    counts = [(float(uses.get(name, 0)), win_part(game.places, i)) for game in games for i, uses in enumerate(game.uses)]
    won = [[win for count, win in counts if bool(count) == used] if len(games[0].places) > 1 else [] for used in (True, False)]
    return UseFigures(
        group,
        what,
        mean([count for count, _ in counts]),
        share([float(count > 0) for count, _ in counts]),
        *(share(wins) if wins else None for wins in won),
    )


def leader_curve(games: Sequence[MeasuredGame], steps: int = 12) -> list[tuple[float, float]]:
    """Return how often the seat with the best chances wins, by the part of the game that has been played."""
    found = []
    for step in range(steps):
        wins = []
        for game in games:
            if game.trace:
                row = game.trace[step * (len(game.trace) - 1) // steps]
                best = [i for i, result in enumerate(row) if result == max(row)]
                wins.append(sum(win_part(game.places, i) for i in best) / len(best))
        if wins:
            found.append((step / steps, sum(wins) / len(wins)))
    return found


def histogram(numbers: Sequence[float], edges: Sequence[float]) -> list[float]:
    """Return the share of the numbers between each two edges; the last edge is included."""
    bins = list(pairwise(edges))
    counts = [sum(low <= number < high for number in numbers) for low, high in bins]
    counts[-1] += sum(number == edges[-1] for number in numbers)
    return [count / len(numbers) for count in counts]


def edges_for(numbers: Sequence[float], most: int = 24) -> list[float]:
    """Return round bounds of at most `most` equal bins that contain whole numbers."""
    low, high = int(min(numbers)), int(max(numbers)) + 1
    width = next(step * 10**power for power in range(9) for step in (1, 2, 5) if step * 10**power * most >= high - low + step * 10**power)
    first = low // width * width
    return [float(edge) for edge in range(first, high + width, width)]
