"""Simulations per second of the tree search in CPU time, compared with OpenSpiel's C++ MCTSBot on Hex in the same run.

python benchmarks/search.py      # needs open_spiel: `make bench` installs it
"""

from __future__ import annotations

import time

from bestagon.bots.mcts import Search
from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.core.evaluator import Evaluator
from bestagon.core.game import Game

SIZES = (5, 11)
SIMULATIONS = 20_000
ROUNDS = 3
"""Searches of each side on Hex, in turn, of which the fastest counts: the first search of a process is slow."""


def ours(game: Game, evaluator: Evaluator, **options: int) -> float:
    """Return simulations per second from the masked start position of a game."""
    players = game.usual_players
    position = game.setup(players, game.complete(players, options))
    position.start(fast(1))
    seat = int(position.acting()).bit_length() - 1
    position.mask(seat)
    search = Search(evaluator, iterations=SIMULATIONS)
    start = time.process_time()
    search.think(position, seat, fast(2))
    return SIMULATIONS / (time.process_time() - start)


def theirs(size: int) -> float:
    """Return simulations per second of MCTSBot with one random rollout each."""
    import pyspiel

    game = pyspiel.load_game(f"hex(board_size={size})")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS, 1000, False, 1, False)
    start = time.process_time()
    bot.step(game.new_initial_state())
    return SIMULATIONS / (time.process_time() - start)


def main() -> None:
    """Measure and print everything."""
    for size in SIZES:
        rounds = [(ours(registry.game("hex"), Evaluator(), size=size), theirs(size)) for _ in range(ROUNDS)]
        mine, other = (max(speeds) for speeds in zip(*rounds, strict=True))
        print(f"hex {size}x{size}: {mine:,.0f} simulations/s, OpenSpiel {other:,.0f}: {mine / other:.1f}x")
    print("game             plain  with evaluator")
    for game in registry.all_games().values():
        print(f"{game.name:<13} {ours(game, Evaluator()):>8,.0f} {ours(game, game.evaluator()):>13,.0f}")


if __name__ == "__main__":
    main()
