"""Prints a fingerprint of random games of every case: run compiled and interpreted, the two must be equal."""

from __future__ import annotations

import hashlib
import json
import sys

from tests.conformance.cases import all_cases

from bestagon.core.dice import fast
from bestagon.testing import random_step

VALUED = 10
"""How often a position is also evaluated: interpreted, values of Hex Dice took most of the time."""


def fingerprints(limit: int) -> dict[str, str]:
    """Return for every case a hash over all positions of the first `limit` actions of a game, bots included."""
    found: dict[str, str] = {}
    for case in all_cases():
        digest = hashlib.sha256()
        position = case.started(11)
        dice = fast(12)
        evaluator = case.game.evaluator()
        for step in range(limit):
            if position.over:
                break
            random_step(position, dice, resign=True)
            digest.update(position.to_bytes())
            if step % VALUED == 0:
                digest.update(repr(evaluator.value(position, 0)).encode())
            digest.update(case.game.position_text(position).encode())
        found[str(case)] = digest.hexdigest()
    return found


if __name__ == "__main__":
    print(json.dumps(fingerprints(int(sys.argv[1]))))
