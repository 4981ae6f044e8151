"""Measures how often games on each sheet of Pocket Hexes end by scoring rather than by penalties (PH 1.3).

Two greedy players play many games on each sheet. The first player to fill the ninth box ends the game; it ends by scoring if
that box is not a penalty.

    python benchmarks/pocket_hexes_sheets.py [--games 400] [--seed 0]
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from bestagon.bots.player_factory import make_player
from bestagon.bots.players import Player, any_seat
from bestagon.bots.self_play import player_dice
from bestagon.core.dice import fast
from bestagon.games.pocket_hexes import GAME
from bestagon.games.pocket_hexes.rules.state import PocketPosition

BOXES = 9
PENALTY = -3


@dataclass
class Sums:
    """Sums over the games on one sheet."""

    by_scoring: int = 0
    penalties: int = 0
    score: int = 0
    start_wins: float = 0.0


def last_boxes(position: PocketPosition) -> list[int]:
    """Return the ninth boxes that are filled."""
    return [int(position.boxes[BOXES * seat + BOXES - 1]) for seat in range(2) if position.full(seat)]


def play(position: PocketPosition, seed: int, greedy: Player, sums: Sums) -> None:
    """Play one game and add its results."""
    position.start(fast(seed))
    dice = player_dice(seed)
    first = int(position.active)
    ended: list[int] = []
    while not position.over:
        seat = int(any_seat(position.acting(), dice))
        masked = position.copy()
        masked.mask(seat)
        position.play(seat, greedy.choose(masked, seat, dice))
        ended = ended or last_boxes(position)
    sums.by_scoring += PENALTY not in ended
    sums.start_wins += (position.payoff(first) + 1) / 2
    for seat in range(2):
        sums.score += int(position.score(seat))
        sums.penalties += sum(position.boxes[BOXES * seat + i] == PENALTY for i in range(int(position.filled_boxes(seat))))


def main() -> None:
    """Measure both sheets and print one line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args()
    greedy = make_player("greedy", GAME)
    print(f"{words.games} games from seed {words.seed}")
    print("sheet      ended by scoring  penalties/player    mean score  start player's share")
    for sheet in ("standard", "small"):
        position = GAME.setup(2, GAME.complete(2, {"sheet": sheet}))
        assert isinstance(position, PocketPosition)
        sums = Sums()
        for seed in range(words.seed, words.seed + words.games):
            play(position, seed, greedy, sums)
        each = 2 * words.games
        shares = sums.by_scoring / words.games, sums.penalties / each, sums.score / each, sums.start_wins / words.games
        print(f"{sheet:<10} {shares[0]:>16.1%} {shares[1]:>19.2f} {shares[2]:>11.1f} {shares[3]:>21.1%}")


if __name__ == "__main__":
    main()
