"""A player of this tree against one of another checkout, each in a process of its own, two players, with the CPU time of each.

python benchmarks/bots_versus.py FOLDER hexagone [--player expert] [--other expert] [--games 100] [--seed 0]

FOLDER is a checkout whose rules of the game are the same, compiled with the same Python. Both seats are played with every deal. Prints
the share of points that this tree won with its 95 % interval, the mean scores and the CPU time for each move.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from bestagon.bots.player_factory import make_player
from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.lab.ratings import interval

ROOT = Path(__file__).resolve().parent.parent


class Opponent:
    """A process with the bots of one tree, which follows the game."""

    def __init__(self, tree: Path, game: str, player: str) -> None:
        """Start it."""
        places = os.pathsep.join(str(tree / folder) for folder in ("src", "examples"))
        command = [sys.executable, __file__, str(tree), game, "--player", player, "--answer"]
        environment = {**os.environ, "PYTHONPATH": places}
        self.process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.seconds = 0.0
        self.moves = 0
        self.slowest = 0.0

    def ask(self, *words: object) -> list[str]:
        """Send a request and return the words of the response."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(*words, file=self.process.stdin, flush=True)
        return self.process.stdout.readline().split()

    def choose(self, seat: int) -> int:
        """Return the action for a seat."""
        action, seconds = self.ask("choose", seat)
        self.seconds += float(seconds)
        self.slowest = max(self.slowest, float(seconds))
        self.moves += 1
        return int(action)


def answer(game_name: str, player_name: str) -> None:
    """Answer the requests of `Opponent`."""
    game = registry.game(game_name)
    player, position, dice = make_player(player_name, game, reuse=False), game.setup(2, game.complete(2, {})), fast(0)
    for line in sys.stdin:
        word, *numbers = line.split()
        if word == "start":
            position.start(fast(int(numbers[0])))
            dice = fast(int(numbers[1]))
            print("started", flush=True)
        elif word == "choose":
            masked = position.copy()
            masked.mask(int(numbers[0]))
            before = time.process_time()
            action = player.choose(masked, int(numbers[0]), dice)
            print(action, time.process_time() - before, flush=True)
        else:
            position.play(int(numbers[0]), int(numbers[1]))
            print("played", flush=True)


def main() -> None:
    """Play the games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("game")
    parser.add_argument("--player", default="expert")
    parser.add_argument("--other", default="expert")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.answer:
        answer(given.game, given.player)
        return
    game = registry.game(given.game)
    both = [Opponent(ROOT, given.game, given.player), Opponent(given.folder, given.game, given.other)]
    won, scores = 0.0, [0, 0]
    for i in range(given.games):
        position = game.setup(2, game.complete(2, {}))
        position.start(fast(given.seed + i // 2))
        for k, opponent in enumerate(both):
            opponent.ask("start", given.seed + i // 2, 2 * i + k)
        while not position.over:
            seat = int(position.acting() & -position.acting()).bit_length() - 1
            action = both[seat ^ i % 2].choose(seat)
            for opponent in both:
                opponent.ask("play", seat, action)
            position.play(seat, action)
        won += (position.payoff(i % 2) + 1) / 2
        scores = [scores[k] + int(position.score(k ^ i % 2)) for k in range(2)]
        low, high = interval(won / (i + 1), i + 1)
        means = " to ".join(f"{score / (i + 1):.1f}" for score in scores)
        times = " and ".join(f"{1000 * one.seconds / one.moves:.1f} ms (slowest {1000 * one.slowest:.0f})" for one in both)
        print(f"{i + 1} games: {won / (i + 1):.1%} ({low:.1%} to {high:.1%}), scores {means}, CPU a move {times}", flush=True)
    for opponent in both:
        assert opponent.process.stdin is not None
        opponent.process.stdin.close()
        opponent.process.wait()


if __name__ == "__main__":
    main()
