"""Writes one record for every ending of every game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from bestagon.bots.player_factory import make_player
from bestagon.bots.self_play import player_dice
from bestagon.core import registry
from bestagon.core.dice import Dice
from bestagon.core.game import Game
from bestagon.core.table import Table, open_table

HERE = Path(__file__).resolve().parent.parent / "tests" / "games"
TRIES = 4000
QUIET = ("pass", "exchange", "guard", "keep", "decline")
"""Words in actions that change little; preferring them finds the endings of long games."""
LOUD = ("declare", "cannot", "concede")

Chooser = Callable[[Table, int, Dice], int]


def any_move(table: Table, seat: int, dice: Dice) -> int:
    """Return a random legal action."""
    moves = table.moves(seat)
    return moves[int(dice.below(len(moves)))].action


def quiet_move(table: Table, seat: int, dice: Dice) -> int:
    """Return a random action that changes little, if there is one."""
    moves = [move for move in table.moves(seat) if any(word in move.text for word in QUIET)] or table.moves(seat)
    return moves[int(dice.below(len(moves)))].action


def long_move(table: Table, seat: int, dice: Dice) -> int:
    """Return a random action that does not end the game early, if there is one."""
    moves = [move for move in table.moves(seat) if not any(word in move.text for word in LOUD)] or table.moves(seat)
    return moves[int(dice.below(len(moves)))].action


def greedy_move(table: Table, seat: int, dice: Dice) -> int:
    """Return the greedy player's action."""
    masked = table.view(seat).position
    return int(make_player("greedy", table.game).choose(masked, seat, dice))


CHOOSERS: tuple[Chooser, ...] = (any_move, quiet_move, long_move, greedy_move)
SHORT: dict[str, dict[str, object]] = {"beerhex": {"turn_limit": 10, "sets": 1}, "hex-dice": {"patience": 3}, "hex": {"size": 4}}


def finish(game: Game, seed: int, chooser: Chooser, options: dict[str, object]) -> Table:
    """Play a game to its end."""
    table = open_table(game, None, seed, options)
    dice = player_dice(seed)
    while not table.over:
        seat = table.acting[int(dice.below(len(table.acting)))]
        table.play(chooser(table, seat, dice), seat=seat)
    return table


def write(game: Game, table: Table) -> None:
    """Write the record to a file named after its ending."""
    path = HERE / game.name.replace("-", "_") / "records" / f"{table.ending.replace(' ', '-')}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(table.record.to_json(), encoding="utf-8")
    print(path.relative_to(HERE))


def find(game: Game) -> set[str]:
    """Write a record for every ending found, and return the others."""
    resigned = open_table(game, 2, 1, {})
    resigned.play(resigned.moves()[0])
    resigned.resign(0)
    write(game, resigned)
    missing = set(game.endings) - {resigned.ending}
    for seed in range(TRIES):
        for chooser in CHOOSERS[: 4 if seed < 20 else 3]:
            for options in ({}, SHORT.get(game.name, {})):
                if missing:
                    table = finish(game, seed, chooser, options)
                    if table.ending in missing:
                        write(game, table)
                        missing.discard(table.ending)
    return missing


if __name__ == "__main__":
    for one in [registry.game(name) for name in sys.argv[1:]] or list(registry.all_games().values()):
        left = find(one)
        if left:
            sys.exit(f"{one.title}: no game ended with {', '.join(sorted(left))}")
