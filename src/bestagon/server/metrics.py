"""Counts for Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Final

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper ends of the classes of every duration."""


class Counter:
    """A number that only goes up, one for each label."""

    def __init__(self, name: str, text: str, label: str = "") -> None:
        """Start at 0."""
        self.name = name
        self.text = text
        self._label = label
        self.values: dict[str, int] = {} if label else {"": 0}

    def add(self, label: str = "", by: int = 1) -> None:
        """Count."""
        self.values[label] = self.values.get(label, 0) + by

    def lines(self) -> list[str]:
        """Return what Prometheus reads."""
        head = [f"# HELP {self.name} {self.text}", f"# TYPE {self.name} counter"]
        return head + [f"{self.name}{_labels(self._label, label)} {value}" for label, value in self.values.items()]


class Durations:
    """How long something takes, in classes."""

    def __init__(self, name: str, text: str) -> None:
        """Start empty."""
        self.name = name
        self.text = text
        self._classes = [0] * (len(SECONDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Count one."""
        self._classes[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def lines(self) -> list[str]:
        """Return what Prometheus reads."""
        found = [f"# HELP {self.name} {self.text}", f"# TYPE {self.name} histogram"]
        total = 0
        for end, count in zip((*map(str, SECONDS), "+Inf"), self._classes, strict=True):
            total += count
            found.append(f'{self.name}_bucket{{le="{end}"}} {total}')
        return [*found, f"{self.name}_sum {self._sum:.6f}", f"{self.name}_count {total}"]


class Gauge:
    """A number asked for when it is read."""

    def __init__(self, name: str, text: str, read: Callable[[], float]) -> None:
        """PendingQuestion `read`."""
        self.name = name
        self.text = text
        self._read = read

    def lines(self) -> list[str]:
        """Return what Prometheus reads."""
        return [f"# HELP {self.name} {self.text}", f"# TYPE {self.name} gauge", f"{self.name} {self._read():g}"]


class Metrics:
    """Everything this process counts."""

    def __init__(self) -> None:
        """Start at 0."""
        self.requests = Counter("bestagon_requests_total", "Requests by route and status.", "route")
        self.refusals = Counter("bestagon_refusals_total", "Requests refused, by name.", "error")
        self.events = Counter("bestagon_events_total", "Events stored, by kind.", "kind")
        self.conflicts = Counter("bestagon_conflicts_total", "Appends that lost a race and were tried again.")
        self.overflows = Counter("bestagon_jams_total", "Backlogs of slow connections dropped for a whole view.")
        self.faults = Counter("bestagon_faults_total", "Errors of our own.")
        self.commits = Durations("bestagon_commit_seconds", "From the check of an event until it is stored.")
        self.thinking = Durations("bestagon_bot_seconds", "From asking a bot until its answer.")
        self.gauges: list[Gauge] = []

    def text(self) -> str:
        """Return the page Prometheus reads."""
        counters: tuple[Counter | Durations, ...] = (
            self.requests,
            self.refusals,
            self.events,
            self.conflicts,
            self.overflows,
            self.faults,
            self.commits,
            self.thinking,
        )
        lines = [line for one in counters for line in one.lines()] + [line for one in self.gauges for line in one.lines()]
        return "\n".join(lines) + "\n"


def _labels(name: str, value: str) -> str:
    return f'{{{name}="{value}"}}' if name else ""
