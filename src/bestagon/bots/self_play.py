"""Whole games between players, from a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from bestagon.bots.player_factory import make_player
from bestagon.bots.players import Player, RandomPlayer, any_seat, play_out
from bestagon.core import registry
from bestagon.core.dice import Dice, fast
from bestagon.core.errors import BestagonError
from bestagon.core.game import Game
from bestagon.core.option import Value
from bestagon.core.position import Position
from bestagon.core.table import Table

MAX_ACTIONS: Final = 1_000_000
"""More actions than any game can take: reaching the limit is a bug (C3)."""


class Outcome(NamedTuple):
    """Result of one game."""

    seed: int
    ending: str
    places: tuple[int, ...]
    scores: tuple[int, ...]
    steps: int
    record: str = ""
    """The record on one line, if requested."""


class Outcomes(list[Outcome]):
    """Results of several games. They are pickled as plain tuples, in a third of the time, which counts for quick games."""

    def __reduce__(self) -> tuple[object, ...]:
        """Return how to make an equal list."""
        return _outcomes, ([tuple(outcome) for outcome in self],)


def _outcomes(rows: Sequence[tuple[Any, ...]]) -> Outcomes:
    return Outcomes(map(Outcome._make, rows))


def player_dice(seed: int) -> Dice:
    """Return the dice that the players of a game share; they are independent of the game's own."""
    return fast(seed + (1 << 64))


def play_games(
    name: str, players: int, options: Mapping[str, Value], seated: Sequence[str], seeds: Sequence[int], *, records: bool = False
) -> Outcomes:
    """Play one game for each seed and return the outcomes."""
    game = registry.game(name)
    seats = [make_player(player, game) for player in seated]
    if records:
        return Outcomes(_play_recorded(game, players, options, seats, seed) for seed in seeds)
    position = game.setup(players, options)
    outcomes = Outcomes()
    for seed in seeds:
        position.start(fast(seed))
        steps = int(play_out(position, seats, player_dice(seed), MAX_ACTIONS))
        outcomes.append(_outcome(position, seed, steps))
    return outcomes


def _play_recorded(game: Game, players: int, options: Mapping[str, Value], seats: list[Player], seed: int) -> Outcome:
    """Play at a Table, which records and checks every action; the game is the same as without a record."""
    table = Table(game, players, options, seed, b"")
    dice = player_dice(seed)
    while not table.over:
        acting = sum(1 << seat for seat in table.acting)
        seat = int(any_seat(acting, dice))
        masked = table.position
        if not isinstance(seats[seat], RandomPlayer):
            masked.mask(seat)
        table.play(int(seats[seat].choose(masked, seat, dice)), seat=seat)
    return _outcome(table.position, seed, len(table.steps), table.record.to_line())


def _outcome(position: Position, seed: int, steps: int, record: str = "") -> Outcome:
    if not position.over:
        raise BestagonError(f"the game of seed {seed} did not end within {steps} actions: this is a bug")
    seats = range(int(position.seats))
    places = tuple(int(position.place(seat)) for seat in seats)
    scores = tuple(int(position.score(seat)) for seat in seats)
    return Outcome(seed, position.ending(), places, scores, steps, record)
