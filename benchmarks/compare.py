"""Compare the speed of this tree with that of another checkout, alternating in one run.

    python benchmarks/compare.py FOLDER [--rounds 3] [--seconds 1.0]

FOLDER is a checkout with its own `.venv`, installed and compiled (`make install`), usually of the commit before. Both trees run
`bestagon bench --json` in turn. Prints the games per second of both, and the median and all ratios of the rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def bench(folder: Path, seconds: float, games: list[str]) -> dict[str, float]:
    """Return games per second by game, as a checkout measures itself."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    found: dict[str, float] = {}
    for game in games or [""]:
        command = [str(folder / ".venv/bin/bestagon"), "bench", *([game] if game else []), "--json", "--seconds", str(seconds)]
        output = subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        found |= {speed["game"]: speed["games"] for speed in json.loads(output)}
    return found


def main() -> None:
    """Measure both trees in turn and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--games", nargs="*", default=[])
    given = parser.parse_args()
    before: list[dict[str, float]] = []
    after: list[dict[str, float]] = []
    for turn in range(given.rounds):
        # The first run may find a cooler machine, so the order alternates.
        for runs, folder in [(before, given.folder), (after, ROOT)][:: 1 if turn % 2 == 0 else -1]:
            runs.append(bench(folder, given.seconds, given.games))
    print(f"{'game':14}{'before':>12}{'after':>12}  ratio (each round)")
    for game in sorted(before[0].keys() & after[0].keys()):
        ratios = [new[game] / old[game] for old, new in zip(before, after, strict=True)]
        old, new = (statistics.median(run[game] for run in runs) for runs in (before, after))
        print(f"{game:14}{old:12,.0f}{new:12,.0f}  {statistics.median(ratios):.2f}  ({', '.join(f'{ratio:.2f}' for ratio in ratios)})")


if __name__ == "__main__":
    main()
