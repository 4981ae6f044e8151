"""What a balance report plays: its cells, and the games of each, from seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice, pairwise
from typing import Final

from bestagon.bots.levels import NAMES, level
from bestagon.bots.player_factory import make_player
from bestagon.core.errors import BadOption
from bestagon.core.game import Game
from bestagon.core.option import Value

LADDER_SHARE: Final = 2
"""A pair of levels plays this many times fewer games than a level against itself."""
BAN_SHARE: Final = 4
"""A restriction is played this many times fewer games."""
MAX_BANS: Final = 8
TRACED: Final = 100
"""Games of a cell whose expected results are traced, at most: a trace costs as much as many games."""


@dataclass(frozen=True)
class BalanceCell:
    """Games of one kind: a level against itself, two levels, or one player who never plays some action."""

    players: int
    levels: tuple[str, ...]
    """One level for all seats, or a lower and a higher one that alternate around the table."""
    ban: str = ""
    """The name of the action that one seat never plays if it has another."""


@dataclass(frozen=True)
class BalanceTask:
    """One game: the variant's number (0, or 1 for the changed rules), its cell, and its number in the cell."""

    variant: int
    cell: BalanceCell
    number: int


@dataclass(frozen=True)
class Plan:
    """A whole report, as the first line of its results file; equal plans have equal games."""

    game: str
    rules: int
    variants: tuple[dict[str, Value], ...]
    """The options, and for a comparison those of the changed rules."""
    players: tuple[int, ...]
    levels: tuple[str, ...]
    games: int
    seed: int

    def first_cells(self) -> list[BalanceCell]:
        """Return the cells whose games need no other results: every level alone, and neighbouring levels against each other."""
        found = [BalanceCell(players, (name,)) for players in self.players for name in self.levels]
        return found + [BalanceCell(players, pair) for players in self.players if players > 1 for pair in self.pairs()]

    def pairs(self) -> list[tuple[str, str]]:
        """Return the levels that meet, lower first; a single level meets the random player."""
        names = self.levels if len(self.levels) > 1 else ("random", *self.levels)
        return [(low, high) for low, high in pairwise(names) if low != high]

    def ban_cells(self, actions: Sequence[str]) -> list[BalanceCell]:
        """Return a cell for each restriction, at the highest level."""
        return [BalanceCell(players, self.levels[-1:], action) for players in self.players if players > 1 for action in actions]

    def count(self, cell: BalanceCell) -> int:
        """Return the number of games of a cell; each seat has an equal part where seats take turns."""
        if cell.ban:
            return max(1, self.games // BAN_SHARE // cell.players) * cell.players
        return max(1, self.games // LADDER_SHARE // 2) * 2 if len(cell.levels) > 1 else self.games

    def tasks(self, cells: Sequence[BalanceCell]) -> list[BalanceTask]:
        """Return the games of cells; the variants play the same seeds."""
        return [BalanceTask(v, cell, n) for cell in cells for n in range(self.count(cell)) for v in range(len(self.variants))]

    def seed_of(self, task: BalanceTask) -> int:
        """Return the seed of a game: the same for all seatings of a pair of levels, and for all seats of a restriction."""
        cell = task.cell
        turns = cell.players if cell.ban else len(cell.levels)
        return self.seed + task.number // turns


def seated(task: BalanceTask) -> tuple[str, ...]:
    """Return the level of every seat."""
    cell = task.cell
    first = task.number % len(cell.levels)
    return tuple(islice(cycle(cell.levels), first, first + cell.players))


def banned_seat(task: BalanceTask) -> int:
    """Return the seat that the restriction is for; -1 if there is none."""
    return task.number % task.cell.players if task.cell.ban else -1


def program(game: Game, name: str) -> str:
    """Return the player of a level without its time limit, so that its games are reproducible; BadOption if it needs a clock."""
    if name in NAMES:
        return replace(level(game.name, name), seconds=0.0).program
    make_player(name, game)
    parts = name.partition(":")[2].split("/")
    if any(part.endswith("s") for part in parts):
        raise BadOption(f"{name!r} thinks by the clock, so its games cannot be repeated: give iterations, as in search:200")
    return name
