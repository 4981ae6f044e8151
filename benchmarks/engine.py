"""The engine's speed in CPU time, and its ratio to OpenSpiel's C++ on Hex in the same run.

    make bench          # installs OpenSpiel and runs this

OpenSpiel's C++ is measured through MCTSBot with a RandomRolloutEvaluator of many rollouts, which spends nearly all its time in
random games; the Python loop uses the same states through pyspiel's bindings.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from dataclasses import asdict
from typing import Any

from bestagon.core import registry
from bestagon.engine.bench import measure, rate, rollout_rate, table_overhead

SIZES = (5, 11)
ROLLOUTS = 2000


def cplusplus_rate(size: int, seconds: float) -> float:
    """Return random games of Hex per second in OpenSpiel's C++."""
    import pyspiel

    game = pyspiel.load_game(f"hex(board_size={size})")
    simulations = 2
    spent, games = 0.0, 0
    while spent < seconds:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, 1, False)
        start = time.process_time()
        bot.step(game.new_initial_state())
        spent += time.process_time() - start
        games += simulations * ROLLOUTS
    return games / spent


def python_rate(size: int, seconds: float) -> float:
    """Return random games of Hex per second in a Python loop over pyspiel."""
    import pyspiel

    game = pyspiel.load_game(f"hex(board_size={size})")

    def play(n: int) -> None:
        for _ in range(n):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))

    return rate(play, seconds)


def compare(size: int, seconds: float) -> dict[str, Any]:
    """Return the random games per second of ours and OpenSpiel's on a Hex board."""
    game = registry.game("hex")
    # Measured before and after theirs: the two differ if the machine's speed changed meanwhile.
    before = rollout_rate(game, game.complete(2, {"size": size}), seconds)
    theirs = cplusplus_rate(size, seconds)
    loop = python_rate(size, seconds)
    after = rollout_rate(game, game.complete(2, {"size": size}), seconds)
    ours = (before + after) / 2
    return {"size": size, "ours": ours, "cplusplus": theirs, "python": loop, "to_cplusplus": ours / theirs, "to_python": ours / loop}


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time for each figure")
    parser.add_argument("--json", action="store_true", help="print JSON for scripts")
    words = parser.parse_args()
    rows = [compare(size, words.seconds) for size in SIZES]
    through, alone, listed = table_overhead(registry.game("hex"), size=7)
    speeds = [
        measure(game, game.usual_players, game.complete(game.usual_players, {}), words.seconds) for game in registry.all_games().values()
    ]
    if words.json:
        table = {"through": through, "alone": alone, "listed": listed}
        print(json.dumps({"hex": rows, "table_us": table, "games": [asdict(speed) for speed in speeds]}))
        return
    print("Hex, random games/s    bestagon  OpenSpiel C++  Python loop  to C++  to Python")
    for row in rows:
        board = f"{row['size']}x{row['size']}"
        print(
            f"{board:<22} {row['ours']:>8,.0f} {row['cplusplus']:>14,.0f} {row['python']:>12,.0f} "
            f"{row['to_cplusplus']:>6.1f}x {row['to_python']:>9.1f}x"
        )
    print(f"\nTable.moves + Table.play, {listed} moves: {through:.1f} us; engine {alone:.1f} us, overhead {through - alone:.1f} us\n")
    print("game          players   games/s  actions/s    actions/game    ns/legal  listed    ns/play  bytes")
    for s in speeds:
        print(f"{s.game:<13} {s.players:>7} {s.games:>9,.0f} {s.steps:>10,.0f} {s.length:>15.1f}", end=" ")
        print(f"{s.legal:>11.0f} {s.listed:>7.1f} {s.play:>10.0f} {s.size:>6,}")


if __name__ == "__main__":
    main()
