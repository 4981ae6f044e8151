"""Whole games between players, from a seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from bestagon.bots.player_factory import make_player
from bestagon.bots.players import Player, RandomPlayer, any_seat, play_out
from bestagon.bots.tally import Tally
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


class TalliedGames(NamedTuple):
    """Results of several games with consecutive seeds."""

    first: int
    """The seed of the first game."""
    tally: Tally
    records: list[str]
    """Each game's record on one line, if requested."""


def player_dice(seed: int) -> Dice:
    """Return the dice that the players of a game share; they are independent of the game's own."""
    return fast(seed + (1 << 64))


def play_games(
    name: str, players: int, options: Mapping[str, Value], seated: Sequence[str], seeds: Sequence[int], *, records: bool = False
) -> list[Outcome]:
    """Play one game for each seed and return the outcomes."""
    outcomes: list[Outcome] = []
    for seed, position, steps, record in _play(name, players, options, seated, seeds, records=records):
        seats = range(players)
        places = tuple(int(position.place(seat)) for seat in seats)
        scores = tuple(int(position.score(seat)) for seat in seats)
        outcomes.append(Outcome(seed, position.ending(), places, scores, steps, record))
    return outcomes


def tally_games(
    name: str, players: int, options: Mapping[str, Value], seated: Sequence[str], seeds: range, *, records: bool = False
) -> TalliedGames:
    """Play one game for each seed and return only counts of the results, so that games of microseconds are not held up by them."""
    tally = Tally(players)
    lines: list[str] = []
    for _, position, steps, record in _play(name, players, options, seated, seeds, records=records):
        tally.count(position, steps)
        if records:
            lines.append(record)
    return TalliedGames(seeds.start, tally, lines)


def _play(
    name: str, players: int, options: Mapping[str, Value], seated: Sequence[str], seeds: Sequence[int], *, records: bool
) -> Iterator[tuple[int, Position, int, str]]:
    """Yield the seed, the last position, the number of actions and the record of each game; positions may be reused for the next."""
    game = registry.game(name)
    seats = [make_player(player, game) for player in seated]
    position = game.setup(players, options)
    record = ""
    for seed in seeds:
        if records:
            table = _play_recorded(game, players, options, seats, seed)
            position, steps, record = table.position, len(table.steps), table.record.to_line()
        else:
            position.start(fast(seed))
            steps = int(play_out(position, seats, player_dice(seed), MAX_ACTIONS))
        if not position.over:
            raise BestagonError(f"the game of seed {seed} did not end within {steps} actions: this is a bug")
        yield seed, position, steps, record


def _play_recorded(game: Game, players: int, options: Mapping[str, Value], seats: list[Player], seed: int) -> Table:
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
    return table
