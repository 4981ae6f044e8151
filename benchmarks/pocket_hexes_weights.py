"""Fits the weights of Pocket Hexes playouts by an evolution strategy on games of playouts alone; resumable, progress on every line.

python benchmarks/pocket_hexes_weights.py --out FILE [--kind rivals|solo] [--generations 120] [--games 600] [--check 4000] [--seed 0]

FILE has a line of JSON for each generation; the same command goes on from there. In a generation 14 candidates, drawn around the mean,
play the same deals: alone for points, or against the mean, where a game is worth tanh(lead / 15). The next mean is the mean of the
better half, best first, and the candidates come closer to it with every generation. At the end the mean plays new deals
against the weights in use; both sides of every deal are played.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from pathlib import Path

from bestagon.core import registry
from bestagon.core.dice import Dice, fast
from bestagon.games.pocket_hexes.ai.futures import MAX_TURNS, PocketFuture
from bestagon.games.pocket_hexes.ai.sheet_run import PocketSheetRun
from bestagon.games.pocket_hexes.ai.weights import tuning_of
from bestagon.games.pocket_hexes.ai.write_gains import PocketWriteGains
from bestagon.games.pocket_hexes.rules.state import PocketPosition
from bestagon.lab.ratings import interval

CANDIDATES = 14
FIRST_SPREAD, LAST_SPREAD = 0.05, 0.01
"""How far candidates lie from the mean, relative to the weights in use: in the first generation and after the last."""
SMALLEST = 0.1
"""Weights nearer to 0 are changed as if they were this large."""
LEAD = 15.0
CHECK_SEED = 10**9
"""Deals that no generation has seen."""

Weights = dict[str, float]


class Deals:
    """Plays deals with two sets of weights, or with one alone."""

    def __init__(self, players: int) -> None:
        """Set up a table."""
        game = registry.game("pocket-hexes")
        position = game.setup(players, game.complete(players, {}))
        assert isinstance(position, PocketPosition)
        self.position = position
        self.future, self.scratch = PocketFuture(), Dice()

    def player(self, weights: Weights) -> PocketSheetRun:
        """Return a player with these weights."""
        return PocketSheetRun(self.position, PocketWriteGains(tuning_of(weights)))

    def lead(self, first: PocketSheetRun, second: PocketSheetRun, seed: int, seat: int) -> int:
        """Return the points by which the first player wins from a seat."""
        other = 1 - seat
        self.position.start(fast(seed))
        self.future.begin(self.position, seat, self.scratch)
        second.play(self.position, other, self.future)
        first.play(self.position, seat, self.future)
        return int(first.score - self.future.scores[other * MAX_TURNS + first.turn])

    def score(self, player: PocketSheetRun, seed: int) -> int:
        """Return the score of a player alone."""
        self.position.start(fast(seed))
        self.future.begin(self.position, 0, self.scratch)
        player.play(self.position, 0, self.future)
        return int(player.score)

    def worth(self, first: PocketSheetRun, second: PocketSheetRun, seeds: range) -> float:
        """Return the mean worth of games of the first player."""
        if self.position.seats == 1:
            return sum(self.score(first, seed) for seed in seeds) / len(seeds)
        return sum(math.tanh(self.lead(first, second, seed, seed % 2) / LEAD) for seed in seeds) / len(seeds)


def evolve(deals: Deals, path: Path, used: Weights, kind: str, generations: int, games: int, seed: int) -> Weights:
    """Return the mean after so many generations."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    mean: Weights = json.loads(lines[-1])["mean"] if lines else dict(used)
    scale = {name: max(abs(value), SMALLEST) for name, value in used.items() if name.startswith(kind)}
    ranks = [math.log(CANDIDATES / 2 + 0.5) - math.log(i + 1) for i in range(CANDIDATES // 2)]
    for generation in range(len(lines), generations):
        draw = random.Random(f"{seed}/{generation}")
        spread = FIRST_SPREAD * (LAST_SPREAD / FIRST_SPREAD) ** (generation / generations)
        seeds = range(seed + generation * games, seed + (generation + 1) * games)
        found = []
        for _ in range(CANDIDATES):
            candidate = {name: value + (draw.gauss(0.0, spread) * scale[name] if name in scale else 0.0) for name, value in mean.items()}
            found.append((deals.worth(deals.player(candidate), deals.player(mean), seeds), candidate))
        found.sort(key=lambda one: -one[0])
        best = found[: CANDIDATES // 2]
        mean = {
            name: round(sum(rank * one[1][name] for rank, one in zip(ranks, best, strict=True)) / sum(ranks), 4) if name in scale else value
            for name, value in mean.items()
        }
        with path.open("a", encoding="utf-8") as file:
            print(json.dumps({"generation": generation + 1, "best": found[0][0], "mean": mean}), file=file)
        print(
            f"generation {generation + 1} of {generations}: spread {spread:.3f}, worth {found[-1][0]:.3f} to {found[0][0]:.3f}", flush=True
        )
    return mean


def check(deals: Deals, mean: Weights, used: Weights, games: int) -> None:
    """Play new deals against the weights in use."""
    first, second = deals.player(mean), deals.player(used)
    if deals.position.seats == 1:
        scores = [[deals.score(player, CHECK_SEED + i) for i in range(games)] for player in (first, second)]
        gains = [a - b for a, b in zip(*scores, strict=True)]
        gain = sum(gains) / games
        error = math.sqrt(sum((one - gain) ** 2 for one in gains)) / games
        print(f"{games} deals alone: {sum(scores[0]) / games:.2f} points to {sum(scores[1]) / games:.2f}, standard error {error:.2f}")
        return
    # The first of a deal's two players knows the other's score, so each is the first in half of the games.
    leads = [
        deals.lead(first, second, CHECK_SEED + i // 4, i % 2) if i % 4 < 2 else -deals.lead(second, first, CHECK_SEED + i // 4, i % 2)
        for i in range(games)
    ]
    share = sum(0.5 + 0.5 * ((lead > 0) - (lead < 0)) for lead in leads) / games
    low, high = interval(share, games)
    print(f"{games} games: {share:.1%} ({low:.1%} to {high:.1%}), mean lead {sum(leads) / games:.2f}")


def main() -> None:
    """Fit the weights and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--kind", choices=["rivals", "solo"], default="rivals")
    parser.add_argument("--generations", type=int, default=120)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--check", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    used = registry.game("pocket-hexes").evaluator().tunable()
    deals = Deals(1 if given.kind == "solo" else 2)
    mean = evolve(deals, given.out, used, given.kind, given.generations, given.games, given.seed)
    check(deals, mean, used, given.check)
    print(", ".join(f"{value:g}" for name, value in mean.items() if name.startswith(given.kind)))


if __name__ == "__main__":
    main()
