"""The games of a plan in the order in which they are played: levels first, then restrictions of what was used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Protocol

from bestagon.lab.balance import results_file
from bestagon.lab.balance.measured_game import MeasuredGame
from bestagon.lab.balance.metrics import use_names
from bestagon.lab.balance.plan import MAX_BANS, BalanceCell, BalanceTask, Plan

COMMON: Final = 0.05
"""Actions that a smaller share of the players use are not tried as restrictions."""
UNAVOIDABLE: Final = 0.5
"""A restriction is given up if a player has no other choice for this part of the usual uses."""


class Runner(Protocol):
    """Plays tasks, gives each batch of games to `done` as soon as it is ready, and shows how far it is."""

    def __call__(self, title: str, tasks: Sequence[BalanceTask], total: int, done: Callable[[Sequence[MeasuredGame]], None]) -> None:
        """Play the tasks; `total` counts also those that are known from an earlier run."""


class Experiment:
    """All games of a plan, by task."""

    def __init__(self, plan: Plan, path: Path, known: Sequence[MeasuredGame]) -> None:
        """Go on from the known games; new ones are appended to the file."""
        self.plan = plan
        self.path = path
        self.games = {game.task: game for game in known}
        self.cells = plan.first_cells()

    def run(self, runner: Runner) -> None:
        """Play what is missing."""
        self._play(runner, "Levels", self.plan.tasks(self.cells))
        bans = self.plan.ban_cells(self.banned_actions())
        tasks = self.plan.tasks(bans)
        self._play(runner, "Restrictions", [task for task in tasks if task.number < task.cell.players])
        bans = [cell for cell in bans if self._is_avoidable(cell)]
        self._play(runner, "Restrictions", self.plan.tasks(bans))
        self.cells += bans

    def results(self, variant: int, cell: BalanceCell) -> list[MeasuredGame]:
        """Return the games of a cell in the order of their numbers."""
        return [self.games[BalanceTask(variant, cell, n)] for n in range(self.plan.count(cell))]

    def banned_actions(self) -> list[str]:
        """Return the actions to try without: what many players use at the highest level, the most used first."""
        players = next((players for players in self.plan.players if players > 1), 0)
        if not players:
            return []
        games = self.results(0, BalanceCell(players, self.plan.levels[-1:]))
        names = [name for name in use_names(games) if name.startswith("action/")]
        common = [name for name in names if sum(name in uses for game in games for uses in game.uses) >= COMMON * len(games) * players]
        return [name.partition("/")[2] for name in common[:MAX_BANS]] if len(names) > 1 else []

    def _is_avoidable(self, cell: BalanceCell) -> bool:
        """Tell from the first games whether a player can mostly do without."""
        usual = self.results(0, BalanceCell(cell.players, cell.levels))
        uses = sum(uses.get(f"action/{cell.ban}", 0) for game in usual for uses in game.uses) / len(usual) / cell.players
        forced = sum(self.games[BalanceTask(0, cell, n)].forced for n in range(cell.players)) / cell.players
        return forced < UNAVOIDABLE * max(uses, 1.0)

    def _play(self, runner: Runner, title: str, tasks: Sequence[BalanceTask]) -> None:
        missing = [task for task in tasks if task not in self.games]
        if missing:
            runner(title, missing, len(tasks), self._keep)

    def _keep(self, games: Sequence[MeasuredGame]) -> None:
        results_file.append(self.path, games)
        self.games |= {game.task: game for game in games}
