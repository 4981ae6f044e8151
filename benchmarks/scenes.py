"""Time to build and encode a Scene: `python benchmarks/scenes.py`."""

from __future__ import annotations

import statistics
import time

import msgspec

from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.core.game import Game
from bestagon.engine.rollout import any_action, first_seat

GAMES = 4
"""Number of random games; a first one warms the caches and does not count."""
STEPS = 400


def measure(game: Game, players: int, seed: int) -> list[tuple[float, int, int]]:
    """Return time in microseconds, bytes and choices of every viewer's scene after each action of a random game."""
    encode = msgspec.json.Encoder().encode
    position = game.setup(players, game.complete(players, {}))
    position.start(fast(seed))
    dice = fast(seed + 1)
    found: list[tuple[float, int, int]] = []
    for _ in range(STEPS):
        if position.over:
            break
        for seat in range(players):
            view = position.copy()
            view.mask(seat)
            start = time.perf_counter()
            scene = game.scene(view, seat)
            data = encode(scene)
            found.append((1e6 * (time.perf_counter() - start), len(data), len(scene.choices)))
        seat = int(first_seat(position.acting()))
        position.play(seat, any_action(position, seat, dice))
    return found


def main() -> None:
    """Print a line for every game with the fewest and the most players."""
    heads = (
        ("players", 8),
        ("median us", 11),
        ("p90 us", 8),
        ("median bytes", 14),
        ("most bytes", 12),
        ("most choices", 14),
        ("stage bytes", 13),
    )
    print("game".ljust(14) + "".join(word.rjust(width) for word, width in heads))
    for game in registry.all_games().values():
        for players in sorted({game.usual_players, max(game.players)}):
            measure(game, players, 1)
            rows = [row for seed in range(2, 2 + GAMES) for row in measure(game, players, seed)]
            times = sorted(row[0] for row in rows)
            sizes = [row[1] for row in rows]
            stage = len(msgspec.json.encode(game.stage(game.setup(players, game.complete(players, {})))))
            print(
                f"{game.name:14}{players:>8}{statistics.median(times):>11.0f}{times[int(0.9 * len(times))]:>8.0f}"
                f"{statistics.median(sizes):>14.0f}{max(sizes):>12}{max(row[2] for row in rows):>14}{stage:>13}"
            )


if __name__ == "__main__":
    main()
