"""A long crash test: `python benchmarks/crash.py --kills 50 --store postgresql://...` (default: a new SQLite file).

Kills the server repeatedly during many concurrent games (with PostgreSQL one of its two processes), and checks that every
acknowledged move is stored exactly once.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.server.test_crash import survive

TABLES = 20
MOVES = 70


def main() -> None:
    """Run the test."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", default="")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    kills = sorted(random.Random(given.seed).sample(range(TABLES * MOVES * 9 // 10), given.kills))
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        survive(given.store or f"sqlite:///{folder}/crash.db", TABLES, MOVES, kills)
    print(f"{TABLES * MOVES:,} moves at {TABLES} tables, killed {given.kills} times, nothing lost, {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
