"""Randomness that depends on the test alone: what happens in one run happens in the next."""

from __future__ import annotations

import hashlib
import os
import uuid
from collections import Counter


class SeededEntropy:
    """Random bytes for a server: the same dice in every run, so that a layout that breaks breaks again."""

    def __init__(self) -> None:
        self._test = ""
        self._drawn: Counter[int] = Counter()

    def begin(self, test: str) -> None:
        """Begin the bytes of a test."""
        self._test = test
        self._drawn.clear()

    def __call__(self, length: int) -> bytes:
        # Counted for each length, since the order in which a page asks for tables and tokens varies.
        self._drawn[length] += 1
        return hashlib.shake_256(f"{self._test} {length} {self._drawn[length]}".encode()).digest(length)


ENTROPY = SeededEntropy()
"""The source of all browser tests, which each of them begins anew."""
_opened: Counter[str] = Counter()


def table_key() -> str:
    """Return an idempotency key for the next table of the running test: the dice of its bots depend on it."""
    test = os.environ["PYTEST_CURRENT_TEST"]
    _opened[test] += 1
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{test} {_opened[test]}"))
