"""Measures how many quiet turns decided games of Hex Dice contain, to choose the default of the option `patience` (HD 7.3).

The players are experts without their time limit, so that the machine does not matter. They play with much patience; a shorter
one would have cut off every decided game that has as many quiet turns in a row, counted for each player still in.

    python benchmarks/hex_dice_patience.py [--games 100] [--seed 1] [--players 2] [--map 6] [--level expert] [--patience 60]
"""

from __future__ import annotations

import argparse
import time
from typing import NamedTuple

from bestagon.bots.levels import level
from bestagon.bots.mcts import Search
from bestagon.bots.self_play import player_dice
from bestagon.core.dice import fast
from bestagon.games.hex_dice import GAME
from bestagon.games.hex_dice.rules.state import HexDicePosition

MOST = 30
"""The rules allow no default above this."""
SHARE = 0.02
"""How many games a default may cut off."""


class Quiet(NamedTuple):
    """One game."""

    ending: str
    longest: int
    """The longest run of quiet turns, for each player still in at its end; an action later the game would have been cut off."""
    turns: int


def play(position: HexDicePosition, player: Search, seed: int) -> Quiet:
    """Play one game."""
    dice = player_dice(seed)
    position.start(fast(seed))
    longest = turns = 0
    while not position.over:
        seat, quiet = int(position.turn), int(position.quiet_turns)
        masked = position.copy()
        masked.mask(seat)
        position.play(seat, int(player.choose(masked, seat, dice)))
        if position.quiet_turns != quiet:
            turns += 1
            longest = max(longest, int(position.quiet_turns) // int(position.remaining))
    return Quiet(position.ending(), longest, turns)


def smallest(games: list[Quiet]) -> int:
    """Return the smallest patience that cuts off less than SHARE of the games which would have been decided otherwise."""
    for patience in range(1, MOST):
        if sum(game.longest >= patience and game.ending != "patience" for game in games) < SHARE * len(games):
            return patience
    return MOST


def main() -> None:
    """Play, and print every game, how many each patience cuts off, and the smallest that is enough."""
    parser = argparse.ArgumentParser(description="measure how many quiet turns games of Hex Dice contain")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--map", type=int, default=6)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--patience", type=int, default=60)
    given = parser.parse_args()
    chosen = level(GAME.name, given.level)
    player = Search(GAME.evaluator(), chosen.iterations, 0.0, chosen.temperature, chosen.cutoff)
    position = GAME.setup(given.players, GAME.complete(given.players, {"map": given.map, "patience": given.patience}))
    assert isinstance(position, HexDicePosition)
    games: list[Quiet] = []
    for seed in range(given.seed, given.seed + given.games):
        began = time.perf_counter()
        games.append(play(position, player, seed))
        print(seed, *games[-1], f"{time.perf_counter() - began:.0f}s", flush=True)
    decided = [game for game in games if game.ending != "patience"]
    print(f"{len(games)} games of {given.players} {given.level}s on map {given.map}, {len(decided)} decided")
    for patience in range(2, MOST + 1, 2):
        cut = sum(game.longest >= patience for game in decided)
        print(f"patience {patience}: {cut} decided games cut off, {cut / len(games):.1%}")
    print(f"smallest patience: {smallest(games)}")


if __name__ == "__main__":
    main()
