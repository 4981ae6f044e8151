"""Counts how often units of Hex Dice go to and fro, and how games end.

    python benchmarks/hex_dice_shuffles.py [--games 60] [--seed 1] [--players 2] [--player search:4000/t0]

A turn undoes another if a unit goes back to the cell that it came from in its owner's previous turn, and nothing happened in between:
no attack, merge or roll of anybody. A shuffle is a run of such turns of one seat. A turn is a return if it moves a unit, and the seat's
units then stand where they already stood since something happened: that also finds rounds through several units and cells. The usual
player is the expert without its time limit, so that the machine does not matter.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from bestagon.bots.player_factory import make_player
from bestagon.bots.players import Player
from bestagon.bots.self_play import player_dice
from bestagon.core.dice import fast
from bestagon.games.hex_dice import GAME
from bestagon.games.hex_dice.board import PLAY
from bestagon.games.hex_dice.board_actions import REROLL, SHOOT, STAND_GUARD
from bestagon.games.hex_dice.board_cells import VALUE
from bestagon.games.hex_dice.rules.state import HexDicePosition
from bestagon.lab.ratings import interval

LONG = 3
"""Undone turns in a row that a spectator notices."""


class Shuffles:
    """What one game has of them."""

    def __init__(self, seats: int) -> None:
        """Begin a game."""
        self.turns = self.undone = self.returns = 0
        self.shuffles: list[int] = []
        self.seats = seats
        self.runs = [0] * seats
        self.forget()

    def note(self, position: HexDicePosition, seat: int, action: int) -> None:
        """Count an action that is about to be played."""
        if position.phase != PLAY:
            self.forget()
            return
        self.turns += 1
        slot, cell = action & 63, action >> 6
        target = int(position.board.targets[action]) if slot < REROLL else cell
        if slot == REROLL or slot >= SHOOT or (slot != STAND_GUARD and int(position.cells[target]) & VALUE):
            self.forget()
            return
        moves = slot != STAND_GUARD
        if moves and self.last[seat] == (target, cell):
            self.undone += 1
            self.runs[seat] += 1
        else:
            self._end_run(seat)
        self.last[seat] = (cell, target) if moves else None
        before = frozenset(int(position.unit_cell(seat, i)) for i in range(position.unit_count(seat)))
        after = before - {cell} | {target}
        self.seen[seat].add(before)
        self.returns += moves and after in self.seen[seat]
        self.seen[seat].add(after)

    def _end_run(self, seat: int) -> None:
        if self.runs[seat]:
            self.shuffles.append(self.runs[seat])
        self.runs[seat] = 0

    def forget(self) -> None:
        """Start anew after an event that no turn can undo."""
        for seat in range(self.seats):
            self._end_run(seat)
        self.last: list[tuple[int, int] | None] = [None] * self.seats
        self.seen: list[set[frozenset[int]]] = [set() for _ in range(self.seats)]


def play(position: HexDicePosition, player: Player, seed: int) -> Shuffles:
    """Play one game."""
    dice = player_dice(seed)
    position.start(fast(seed))
    counted = Shuffles(int(position.seats))
    while not position.over:
        seat = int(position.turn)
        masked = position.copy()
        masked.mask(seat)
        action = int(player.choose(masked, seat, dice))
        counted.note(position, seat, action)
        position.play(seat, action)
    counted.forget()
    return counted


def main() -> None:
    """Play, and print every game and the totals."""
    parser = argparse.ArgumentParser(description="count shuffles in games of Hex Dice")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--player", default="search:4000/t0")
    given = parser.parse_args()
    player = make_player(given.player, GAME, reuse=False)
    position = GAME.setup(given.players, GAME.complete(given.players, {"map": 6, "terrain": "none"}))
    assert isinstance(position, HexDicePosition)
    turns = undone = returns = 0
    endings: Counter[str] = Counter()
    shuffles: list[int] = []
    for seed in range(given.seed, given.seed + given.games):
        began = time.process_time()
        one = play(position, player, seed)
        endings[position.ending()] += 1
        turns, undone, returns = turns + one.turns, undone + one.undone, returns + one.returns
        shuffles += one.shuffles
        spent = time.process_time() - began
        print(seed, position.ending(), one.turns, one.undone, one.returns, sorted(one.shuffles)[-3:], f"{spent:.0f}s", flush=True)
    low, high = interval(endings["patience"] / given.games, given.games)
    print(f"{given.games} games of {given.players} {given.player}: {dict(endings)}, by patience {low:.0%} to {high:.0%}")
    print(f"{turns} turns, undone {undone / turns:.1%}, returns {returns / turns:.1%}")
    print(f"{sum(length >= LONG for length in shuffles)} shuffles of {LONG} and more, longest {sorted(shuffles)[-8:]}")


if __name__ == "__main__":
    main()
