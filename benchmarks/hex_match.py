"""Matches at classic Hex against OpenSpiel's C++ MCTSBot at equal time per move, sides alternated.

python benchmarks/hex_match.py [--games 200] [--simulations 1000] [SIZE ...]      # needs open_spiel: `make bench` installs it

MCTSBot runs a fixed number of simulations; each of our moves gets the CPU time of its last move. It uses the default rollout
evaluator (one random playout), OpenSpiel's default exploration constant of 2, and the solver.
"""

from __future__ import annotations

import argparse
import math
import time
from typing import TYPE_CHECKING, Any

import pyspiel

from bestagon.bots.mcts import Search
from bestagon.core import registry
from bestagon.core.dice import fast

if TYPE_CHECKING:
    Spiel = Any
    """OpenSpiel has no type annotations."""

EXPLORATION = 2.0
MEMORY_MB = 1000


class Theirs:
    """MCTSBot with a clock."""

    def __init__(self, game: Spiel, simulations: int, seed: int) -> None:
        """Create a bot for one game."""
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        self.bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, MEMORY_MB, True, seed, False)
        self.seconds = 0.0

    def choose(self, state: Spiel) -> int:
        """Return its move and measure the time."""
        start = time.process_time()
        action = int(self.bot.step(state))
        self.seconds = time.process_time() - start
        return action


def play(size: int, simulations: int, seed: int, our_seat: int) -> bool:
    """Play one game and return whether we won."""
    game = registry.game("hex")
    spiel = pyspiel.load_game(f"hex(board_size={size})")
    state = spiel.new_initial_state()
    position = game.setup(2, game.complete(2, {"size": size}))
    position.start(fast(seed))
    theirs = Theirs(spiel, simulations, seed)
    theirs.choose(state)
    dice = fast(seed + 1)
    search = Search(game.evaluator(), seconds=1.0, reuse=True)
    while not position.over:
        seat = int(state.current_player())
        if seat == our_seat:
            masked = position.copy()
            masked.mask(seat)
            search.seconds = theirs.seconds
            action = int(search.choose(masked, seat, dice))
        else:
            action = theirs.choose(state)
        position.play(seat, action)
        state.apply_action(action)
    won = position.payoff(our_seat) > 0
    if state.is_terminal() and (state.returns()[our_seat] > 0) != won:
        raise SystemExit("the two engines disagree on the winner")
    return won


def main() -> None:
    """Play all games and print our share of wins with its standard error."""
    arguments = argparse.ArgumentParser(description="matches at Hex against OpenSpiel's MCTSBot")
    arguments.add_argument("sizes", metavar="SIZE", nargs="*", type=int, default=[7, 11])
    arguments.add_argument("--games", type=int, default=200)
    arguments.add_argument("--simulations", type=int, default=1000)
    given = arguments.parse_args()
    for size in given.sizes:
        won = 0
        for i in range(given.games):
            won += play(size, given.simulations, i, i % 2)
            share = won / (i + 1)
            error = math.sqrt(share * (1 - share) / (i + 1))
            print(f"\r{size}x{size}: {won} of {i + 1} won, {share:.1%} (error {error:.1%})", end="", flush=True)
        print()


if __name__ == "__main__":
    main()
