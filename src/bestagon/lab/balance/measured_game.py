"""One game of a balance report, played and measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bestagon.bots.mcts import Search
from bestagon.bots.player_factory import make_player
from bestagon.bots.players import Player, any_seat
from bestagon.bots.self_play import MAX_ACTIONS, player_dice
from bestagon.core import registry
from bestagon.core.actions import room
from bestagon.core.dice import fast
from bestagon.core.errors import BestagonError
from bestagon.core.game import Game
from bestagon.core.position import Position
from bestagon.lab.balance.plan import TRACED, BalanceTask, Plan, banned_seat, program, seated
from bestagon.lab.balance.restricted_player import RestrictedPlayer
from bestagon.lab.balance.traces import moments

MOMENTS: Final = 12
"""Rows of a trace besides the result."""
ITERATIONS: Final = 32
"""Search iterations for one row of a trace."""


@dataclass(frozen=True)
class MeasuredGame:
    """A game's result, and what was counted; seats are in the order of their first decision."""

    task: BalanceTask
    ending: str
    places: tuple[int, ...]
    scores: tuple[int, ...]
    levels: tuple[str, ...]
    actions: int
    choices: int
    """The sum of the legal actions of all decisions."""
    only: int
    """Decisions with one legal action."""
    together: bool
    """Whether all seats could act at the start, so that their order means nothing."""
    uses: tuple[dict[str, int], ...]
    """For every seat, how often it used what: "group/name" to count."""
    trace: tuple[tuple[float, ...], ...] = ()
    banned: int = -1
    """Who had the restriction, in the same order."""
    forced: int = 0
    """Decisions in which the restricted seat had no other choice."""


def play_tasks(plan: Plan, tasks: Sequence[BalanceTask]) -> list[MeasuredGame]:
    """Play games one after the other; each depends on its task alone."""
    return [play_task(plan, task) for task in tasks]


def play_task(plan: Plan, task: BalanceTask) -> MeasuredGame:
    """Play and measure one game."""
    game = registry.game(plan.game)
    players = task.cell.players
    position = game.new_position(players, plan.variants[task.variant])
    levels = seated(task)
    seats: list[Player] = [make_player(program(game, name), game, reuse=False) for name in levels]
    banned = banned_seat(task)
    restricted = RestrictedPlayer(seats[banned], game, task.cell.ban) if banned >= 0 else None
    if restricted is not None:
        seats[banned] = restricted
    seed = plan.seed_of(task)
    traced = not task.cell.ban and len(task.cell.levels) == 1 and players > 1 and task.number < TRACED
    # Restricted games need no statistics of uses.
    played = _play(game, position, seats, seed, count=not task.cell.ban, keep=traced)
    order = played.order + [seat for seat in range(players) if seat not in played.order]
    trace: tuple[tuple[float, ...], ...] = ()
    if traced:
        rows = [_expected(game, played.kept[n], seed + n) for n in moments(len(played.kept), MOMENTS)]
        rows.append([_result(position.payoff(seat)) for seat in range(players)])
        trace = tuple(tuple(round(row[seat], 4) for seat in order) for row in rows)
    return MeasuredGame(
        task,
        position.ending(),
        tuple(int(position.place(seat)) for seat in order),
        tuple(int(position.score(seat)) for seat in order),
        tuple(levels[seat] for seat in order),
        played.actions,
        played.choices,
        played.only,
        played.together,
        tuple(dict(sorted(played.uses[seat].items())) for seat in order),
        trace,
        order.index(banned) if banned >= 0 else -1,
        restricted.forced if restricted else 0,
    )


class _Played:
    """What is counted while a game is played."""

    def __init__(self, players: int) -> None:
        self.order: list[int] = []
        self.together = False
        self.actions = self.choices = self.only = 0
        self.uses: list[Counter[str]] = [Counter() for _ in range(players)]
        self.kept: list[Position] = []


def _play(game: Game, position: Position, seats: Sequence[Player], seed: int, *, count: bool, keep: bool) -> _Played:
    found = _Played(len(seats))
    position.start(fast(seed))
    dice = player_dice(seed)
    out = room(position)
    found.together = bin(int(position.acting())).count("1") == len(seats) > 1
    while not position.over:
        if found.actions >= MAX_ACTIONS:
            raise BestagonError(f"the game of seed {seed} did not end within {MAX_ACTIONS} actions: this is a bug")
        acting = int(position.acting())
        found.order += [seat for seat in range(len(seats)) if acting >> seat & 1 and seat not in found.order]
        seat = int(any_seat(acting, dice))
        legal = int(position.legal(seat, out))
        found.choices += legal
        found.only += legal == 1
        if keep:
            found.kept.append(position.copy())
        masked = position.copy()
        masked.mask(seat)
        action = int(seats[seat].choose(masked, seat, dice))
        if count:
            found.uses[seat].update(f"{group}/{name}" for group, name in game.uses(position, seat, action))
        position.play(seat, action)
        found.actions += 1
    return found


def _expected(game: Game, position: Position, seed: int) -> list[float]:
    """Return the expected result of every seat, as the seat to act can know it."""
    acting = int(position.acting())
    seat = (acting & -acting).bit_length() - 1
    position.mask(seat)
    report = Search(game.evaluator(), ITERATIONS, temperature=0.0).think(position, seat, fast(seed))
    return [_result(value) for value in report.values]


def _result(payoff: float) -> float:
    return (payoff + 1) / 2
