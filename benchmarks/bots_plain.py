"""The strongest level against a search without an evaluator, at equal time per move, sides alternated, in every game.

python benchmarks/bots_plain.py [--games 100] [GAME ...]

Each move of the plain search gets the CPU time by which it is behind the strongest level, so that both have thought equally
long in the end.
"""

from __future__ import annotations

import argparse
import math
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from bestagon.bots.levels import levels_of
from bestagon.bots.mcts import Search
from bestagon.bots.players import Player, any_seat
from bestagon.core import registry
from bestagon.core.actions import legal_actions
from bestagon.core.dice import Dice, fast
from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position

LEAST = 0.001
"""Minimum time of a plain search in seconds."""


def play(name: str, i: int) -> tuple[float, float, float]:
    """Play one game; return the strongest level's points and the thinking times of both players."""
    game = registry.game(name)
    position = game.setup(2, game.complete(2, {}))
    position.start(fast(i // 2))
    strongest: Player = levels_of(name)[-1].player(game)
    plain = Search(Evaluator(), seconds=1.0, reuse=True)
    ours = i % 2
    dice = fast(i + (1 << 64))
    spent = [0.0, 0.0]
    turns = [0, 0]
    while not position.over:
        seat = int(any_seat(position.acting(), dice))
        mine = seat == ours
        choices = legal_actions(position, seat)
        if len(choices) == 1:
            position.play(seat, choices[0])
            continue
        turns[seat] += 1
        if not mine:
            fair = spent[ours] / max(turns[ours], 1) * turns[seat]
            plain.seconds = max(fair - spent[seat], LEAST)
        spent[seat] += _move(position, seat, strongest if mine else plain, dice)
    points = (position.payoff(ours) + 1) / 2
    return points, spent[ours], spent[1 - ours]


def _move(position: Position, seat: int, player: Player, dice: Dice) -> float:
    """Play a player's move and return its CPU time."""
    masked = position.copy()
    masked.mask(seat)
    start = time.process_time()
    action = player.choose(masked, seat, dice)
    spent = time.process_time() - start
    position.play(seat, action)
    return spent


def main() -> None:
    """Play all games and print the results."""
    arguments = argparse.ArgumentParser(description="the strongest level against plain search at equal time")
    arguments.add_argument("names", metavar="GAME", nargs="*", default=[])
    arguments.add_argument("--games", type=int, default=100)
    given = arguments.parse_args()
    for name in given.names or [game for game in registry.all_games() if game != "hex"]:
        with ProcessPoolExecutor() as pool:
            played = list(pool.map(partial(play, name), range(given.games)))
        share = sum(points for points, _, _ in played) / len(played)
        error = math.sqrt(share * (1 - share) / len(played))
        ours, theirs = sum(spent for _, spent, _ in played), sum(spent for _, _, spent in played)
        print(f"{name:<13} {share:>6.1%} of {len(played)} games (error {error:.1%}); CPU {ours:.0f} s against {theirs:.0f} s", flush=True)


if __name__ == "__main__":
    main()
