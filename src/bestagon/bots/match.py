"""Whole games between programs, from a seed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bestagon.bots.levels import NAMES, USUAL, level
from bestagon.bots.mcts import SLACK, Search
from bestagon.bots.players import GreedyPlayer, Player, RandomPlayer, any_seat, play_out
from bestagon.core import registry
from bestagon.core.dice import Dice, fast
from bestagon.core.errors import BadOption, BestagonError
from bestagon.core.evaluator import Evaluator
from bestagon.core.game import Game
from bestagon.core.option import Value
from bestagon.core.position import Position
from bestagon.core.table import Table

PLAYERS: Final = ("random", "greedy", "search", "plain")
"""The programs that can take a seat, apart from the levels."""
ITERATIONS: Final = 1000
"""How many imagined games a search looks at before each action where nobody says."""
BUDGET: Final = re.compile(
    r"(?P<iterations>[0-9]{1,9})|(?P<seconds>[0-9]{1,4}(?:\.[0-9]+)?)s|t(?P<temperature>[0-9](?:\.[0-9]+)?)|k(?P<slack>0(?:\.[0-9]+)?)"
)
"""A part of what is said after a player's name."""
LONGEST: Final = 1_000_000
"""More actions than any game can take: reaching it is a bug (C3)."""


@dataclass(frozen=True)
class Outcome:
    """How one game between programs came out."""

    seed: int
    ending: str
    places: tuple[int, ...]
    scores: tuple[int, ...]
    steps: int
    record: str = ""
    """The record in one line, where it was asked for."""


def player(name: str, game: Game, *, reuse: bool = True) -> Player:
    """Return the program a name stands for; BadOption says what there is.

    `random`, `greedy`, a level of the game (`friendly` ... `expert`), `search` (with the game's evaluator) or `plain` (search
    without). The last two may say how long they think, in imagined games, in seconds or until whichever comes first, and how
    freely they draw (a temperature) among moves how good (a share of the best): `search:500`, `plain:0.2s`, `search:500/0.9s/t0.5/k0.02`.
    They keep their tree from move to move unless `reuse` says otherwise; levels never do, so that they are as strong wherever they play.
    """
    kind, colon, budget = name.partition(":")
    if name == "random":
        return RandomPlayer()
    if name == "greedy":
        return GreedyPlayer(game.evaluator())
    if name in NAMES:
        return level(game.name, name).player(game)
    try:
        if kind not in ("search", "plain"):
            raise ValueError(f"{kind!r} is no kind of player")
        iterations, seconds, temperature, slack = _budget(budget if colon else str(ITERATIONS))
        evaluator = game.evaluator() if kind == "search" else Evaluator()
        return Search(evaluator, iterations=iterations, seconds=seconds, temperature=temperature, slack=slack, reuse=reuse)
    except ValueError:
        raise BadOption(
            f"there is no player {name[:60]!r}; the players are: {', '.join([*PLAYERS, *NAMES])}; "
            "search:500 and search:0.2s say how long to think"
        ) from None


def _budget(text: str) -> tuple[int, float, float, float]:
    """Return iterations, seconds, temperature and slack; ValueError where a part is none of them or comes twice."""
    found: dict[str, str] = {}
    for part in text.split("/"):
        match = BUDGET.fullmatch(part)
        if match is None or match.lastgroup is None or match.lastgroup in found:
            raise ValueError(f"{part!r} is no budget")
        found[match.lastgroup] = match[match.lastgroup]
    iterations, seconds = int(found.get("iterations", 0)), float(found.get("seconds", 0))
    return iterations, seconds, float(found.get("temperature", USUAL)), float(found.get("slack", SLACK))


def player_dice(seed: int) -> Dice:
    """Return the programs' own dice for a game: never those of the game itself."""
    return fast(seed + (1 << 64))


def play_games(
    name: str, players: int, options: Mapping[str, Value], seated: Sequence[str], seeds: Sequence[int], *, records: bool = False
) -> list[Outcome]:
    """Play one game for every seed and return how they came out."""
    game = registry.game(name)
    programs = [player(who, game) for who in seated]
    if records:
        return [_recorded(game, players, options, programs, seed) for seed in seeds]
    position = game.setup(players, options)
    outcomes = []
    for seed in seeds:
        position.start(fast(seed))
        steps = int(play_out(position, programs, player_dice(seed), LONGEST))
        outcomes.append(_outcome(position, seed, steps))
    return outcomes


def _recorded(game: Game, players: int, options: Mapping[str, Value], programs: list[Player], seed: int) -> Outcome:
    """Play through the checked door, so that the record is what `play_games` would have played."""
    table = Table(game, players, options, seed, b"")
    dice = player_dice(seed)
    while not table.over:
        acting = sum(1 << seat for seat in table.acting)
        seat = int(any_seat(acting, dice))
        masked = table.position
        if not isinstance(programs[seat], RandomPlayer):
            masked.mask(seat)
        table.play(int(programs[seat].choose(masked, seat, dice)), seat=seat)
    return _outcome(table.position, seed, len(table.steps), table.record.to_line())


def _outcome(position: Position, seed: int, steps: int, record: str = "") -> Outcome:
    if not position.over:
        raise BestagonError(f"the game of seed {seed} did not end within {steps} actions: this is a bug")
    seats = range(int(position.seats))
    places = tuple(int(position.place(seat)) for seat in seats)
    scores = tuple(int(position.score(seat)) for seat in seats)
    return Outcome(seed, position.ending(), places, scores, steps, record)
