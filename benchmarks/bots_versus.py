"""A player of this tree against one of another checkout, each in a process of its own, with the CPU time of each.

python benchmarks/bots_versus.py FOLDER hexagone [--players 2] [--player expert] [--other expert] [--games 100] [--seed 0]

FOLDER is a checkout whose rules of the game are the same, compiled with the same Python. At a table of more than two, one player of this
tree sits among others of the other. Every deal is played from every seat. Prints the share of points that this tree won with its 95 %
interval (of pairs of seats, so that equal players have 50 %), the mean scores and the CPU time for each move.
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

    def __init__(self, tree: Path, game: str, players: int, player: str) -> None:
        """Start it."""
        places = os.pathsep.join(str(tree / folder) for folder in ("src", "examples"))
        command = [sys.executable, __file__, str(tree), game, "--players", str(players), "--player", player, "--answer"]
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


def answer(game_name: str, players: int, player_name: str) -> None:
    """Answer the requests of `Opponent`."""
    game = registry.game(game_name)
    player, position, dice = make_player(player_name, game, reuse=False), game.setup(players, game.complete(players, {})), fast(0)
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
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--player", default="expert")
    parser.add_argument("--other", default="expert")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.answer:
        answer(given.game, given.players, given.player)
        return
    game = registry.game(given.game)
    players = given.players
    both = [Opponent(ROOT, given.game, players, given.player), Opponent(given.folder, given.game, players, given.other)]
    won, scores = 0.0, [0.0, 0.0]
    for i in range(given.games):
        deal, own = given.seed + i // players, i % players
        position = game.setup(players, game.complete(players, {}))
        position.start(fast(deal))
        for k, opponent in enumerate(both):
            opponent.ask("start", deal, 2 * i + k)
        while not position.over:
            seat = int(position.acting() & -position.acting()).bit_length() - 1
            action = both[0 if seat == own else 1].choose(seat)
            for opponent in both:
                opponent.ask("play", seat, action)
            position.play(seat, action)
        won += (position.payoff(own) + 1) / 2
        for seat in range(players):
            scores[0 if seat == own else 1] += position.score(seat) / (1 if seat == own else players - 1)
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
