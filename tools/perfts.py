"""Writes perft.txt for every game: reference counts for any implementation."""

from __future__ import annotations

import sys
from pathlib import Path

from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.engine.perft import perft

HERE = Path(__file__).resolve().parent.parent / "tests" / "games"
MOST = 300_000
"""Size limit of a counted tree."""
VARIANTS: dict[str, list[tuple[int, int, dict[str, object]]]] = {
    "pocket-hexes": [(1, 1, {"sheet": "small"}), (1, 4, {}), (2, 2, {"sheet": "small"}), (3, 5, {"sheet": "small"})],
    "beerhex": [(2, 1, {}), (2, 2, {"clues": True}), (2, 3, {"sets": 1, "turn_limit": 10})],
    "hex-roller": [(1, 1, {}), (1, 2, {"side": "back"}), (2, 3, {}), (3, 4, {"dice": 7, "side": "back"})],
    "hexagone": [(2, 1, {}), (3, 2, {"kids": True}), (4, 3, {"teams": True})],
    "hex-dice": [
        (2, 1, {}),
        (2, 2, {"terrain": "roulette"}),
        (2, 3, {"terrain": "preset", "preset": 1}),
        (3, 4, {"map": 8}),
        (6, 5, {"map": 8, "terrain": "preset"}),
    ],
    "hex": [(2, 0, {"size": 3}), (2, 0, {"size": 4, "swap": True}), (2, 0, {})],
    "tictactoe": [(2, 0, {})],
}
"""Players, seed and options."""
DEEPEST = {"tictactoe": 7}
"""For games that are not compiled, so that the tests stay quick."""


def main(names: list[str]) -> None:
    """Write the files of the named games, or of all."""
    for name in names or list(VARIANTS):
        game = registry.game(name)
        lines = ["# Ways to take 0, 1, 2, ... actions from the start; dice: fast(seed). Written by tools/perfts.py."]
        for players, seed, options in VARIANTS[name]:
            position = game.setup(players, game.complete(players, options))
            position.start(fast(seed))
            counts = [1]
            while len(counts) <= DEEPEST.get(name, 11) and counts[-1] * position.max_legal < MOST * 400:
                counts.append(int(perft(position, len(counts))))
                if counts[-1] > MOST:
                    break
            described = ", ".join(f"{key}={value}" for key, value in options.items()) or "usual"
            lines.append(f"{players} players, seed {seed}, {described}: {' '.join(map(str, counts))}")
        (HERE / name.replace("-", "_") / "perft.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main(sys.argv[1:])
