"""The faults that a simulation draws from its seed."""

from __future__ import annotations

import hashlib
import random
from collections import deque
from dataclasses import dataclass, fields, replace

KEPT_LINES = 4000
"""How many of its last lines a trace keeps."""


@dataclass(frozen=True)
class FaultRates:
    """Rate of each kind of fault: the share of messages or operations, or for the other kinds the number per hour."""

    lost_request: float = 0.01
    lost_answer: float = 0.02
    doubled_request: float = 0.02
    delayed_message: float = 0.03
    refused_write: float = 0.005
    """The write fails and is not done."""
    unknown_write: float = 0.01
    """The write is done, but reported as failed."""
    late_write: float = 0.002
    """The write is reported as failed and done later."""
    failed_read: float = 0.003
    lost_notification: float = 0.02
    dead_worker: float = 0.02
    busy_worker: float = 0.02
    cut: float = 40.0
    """A live connection ends; the server is told at once, late or never."""
    stall: float = 15.0
    """A live connection stalls for a while."""
    crash: float = 12.0
    stop: float = 4.0
    """A server process stops cleanly, and starts again."""
    outage: float = 4.0
    """Storage fails for a while."""
    full_disk: float = 2.0
    """Nothing can be written for a while."""
    slow_disk: float = 4.0
    clock_jump: float = 0.0
    """The system clock is set, forward or back."""

    @classmethod
    def none(cls) -> FaultRates:
        """Return no faults at all."""
        return cls(**dict.fromkeys(cls.names(), 0.0))

    @classmethod
    def names(cls) -> list[str]:
        """Return the kinds of faults."""
        return [one.name for one in fields(cls)]

    @classmethod
    def parse(cls, text: str) -> FaultRates:
        """Read `none`, kinds separated by commas with or without rates (`crash,cut=100`), or changes (`default,-crash,cut=100`)."""
        usual, found = cls(), cls()
        words = [word for word in text.split(",") if word]
        if words and words[0] != "default" and not words[0].startswith("-"):
            found = cls.none()
        for word in words:
            name, equals, value = word.lstrip("-").partition("=")
            if word in ("default", "none"):
                continue
            if name not in cls.names():
                raise ValueError(f"there is no fault {name!r}: the faults are {', '.join(cls.names())}")
            rate = float(value) if equals else 0.0 if word.startswith("-") else (getattr(usual, name) or 4.0)
            found = replace(found, **{name: rate})
        return found

    def times(self, factor: float) -> FaultRates:
        """Return the same faults at rates multiplied by a factor."""
        return FaultRates(**{name: getattr(self, name) * factor for name in self.names()})

    def without(self, name: str) -> FaultRates:
        """Return the same without one kind."""
        return replace(self, **{name: 0.0})

    def active(self) -> list[str]:
        """Return the kinds that can happen."""
        return [name for name in self.names() if getattr(self, name)]


class Chance:
    """The random sources: one for each purpose, so that switching one off does not change the others."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._sources: dict[str, random.Random] = {}

    def of(self, purpose: str) -> random.Random:
        """Return the source for a purpose."""
        found = self._sources.get(purpose)
        if found is None:
            found = self._sources[purpose] = random.Random(f"{self._seed}/{purpose}")
        return found


class Trace:
    """The trace of a run: lines are counted and hashed, and the last ones kept."""

    def __init__(self) -> None:
        self.count = 0
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)
        self.injected: dict[str, int] = {}
        """How often each kind of fault has happened."""
        self._hash = hashlib.blake2b(digest_size=16)

    def note(self, line: str) -> None:
        """Add a line."""
        self.count += 1
        self._hash.update(line.encode())
        self.lines.append(line)

    def fault(self, kind: str) -> None:
        """Count a fault."""
        self.injected[kind] = self.injected.get(kind, 0) + 1

    @property
    def digest(self) -> str:
        """The hash of all lines."""
        return self._hash.hexdigest()
