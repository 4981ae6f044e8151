"""Plays a level against the one-turn planners of the tests, which are written from the rules and not from the evaluators.

    python benchmarks/planners.py [GAME ...] [--games 40] [--seed 1] [--level expert]

The seats alternate. The exit code is 1 if the level scores less than LEAST in any game.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.reference import beerhex_planner, hex_dice_planner, hex_roller_planner, pocket_hexes_planner
from tests.reference.hexagone_planner import TurnPlanner
from tests.reference.planner_match import Choose, play_against

from bestagon.bots.player_factory import make_player
from bestagon.bots.players import Player
from bestagon.core import registry
from bestagon.lab.ratings import interval

LEAST = 0.85
PLANNERS: dict[str, Choose | Player] = {
    "beerhex": beerhex_planner.choose,
    "hex-dice": hex_dice_planner.choose,
    "hex-roller": hex_roller_planner.choose,
    "hexagone": TurnPlanner(),
    "pocket-hexes": pocket_hexes_planner.choose,
}


def main() -> int:
    """Play, print the points, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="expert")
    given = parser.parse_args()
    good = True
    for name in given.names or PLANNERS:
        player = make_player(given.level, registry.game(name), reuse=False)
        points = [play_against(name, PLANNERS[name], player, i % 2, given.seed + i // 2) for i in range(given.games)]
        share = sum(points) / given.games
        low, high = interval(share, given.games)
        print(f"{name}: {given.level} takes {share:.1%} ({low:.1%} to {high:.1%}) of {given.games} games against the planner", flush=True)
        good = good and share >= LEAST
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
