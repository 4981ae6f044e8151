"""The description of an observation: which numbers it has, in which order and range."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

LOWEST = -32768
HIGHEST = 32767
"""The range of a number in an observation: 16 bits."""


@dataclass(frozen=True)
class Feature:
    """A named part of an observation."""

    name: str
    text: str
    """What its numbers mean, in one line."""
    low: int = 0
    high: int = 1
    size: int = 1
    """How many planes it has, or in the tail how many numbers."""

    def __post_init__(self) -> None:
        """Refuse a feature whose numbers do not fit."""
        if not LOWEST <= self.low < self.high <= HIGHEST:
            raise ValueError(f"the range of {self.name} must be within {LOWEST} to {HIGHEST}, not {self.low} to {self.high}")
        if self.size < 1:
            raise ValueError(f"{self.name} must have at least one number, not {self.size}")


@dataclass(frozen=True)
class Schema:
    """The layout of a flat observation: every plane with one number for each cell, then the tail.

    The number of a cell on a plane is at `plane * cells + cell`, in the order of `coordinates`. Seats are relative: the observing
    seat is player 0, the seat after it player 1, and so on.
    """

    coordinates: tuple[tuple[int, int], ...]
    """Axial q and r of every cell."""
    planes: tuple[Feature, ...]
    tail: tuple[Feature, ...]

    def __post_init__(self) -> None:
        """Refuse a name that is used twice."""
        names = [feature.name for feature in (*self.planes, *self.tail)]
        doubled = sorted({name for name in names if names.count(name) > 1})
        if doubled:
            raise ValueError(f"two features have the name {doubled[0]}")

    @property
    def cells(self) -> int:
        """How many cells a plane has."""
        return len(self.coordinates)

    @cached_property
    def plane_count(self) -> int:
        """How many planes there are."""
        return sum(feature.size for feature in self.planes)

    @cached_property
    def tail_size(self) -> int:
        """How many numbers follow the planes."""
        return sum(feature.size for feature in self.tail)

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return self.plane_count * self.cells + self.tail_size

    def bounds(self) -> tuple[list[int], list[int]]:
        """Return the lowest and the highest value of every number."""
        parts = [(feature, feature.size * self.cells) for feature in self.planes] + [(feature, feature.size) for feature in self.tail]
        lows = [feature.low for feature, n in parts for _ in range(n)]
        return lows, [feature.high for feature, n in parts for _ in range(n)]

    def places(self) -> dict[str, slice]:
        """Return where the numbers of every feature are."""
        found: dict[str, slice] = {}
        at = 0
        for feature in self.planes:
            found[feature.name] = slice(at, at := at + feature.size * self.cells)
        for feature in self.tail:
            found[feature.name] = slice(at, at := at + feature.size)
        return found

    def __str__(self) -> str:
        """Return a table of all features."""
        widest = max(len(feature.name) for feature in (*self.planes, *self.tail))
        lines = [f"{self.size} numbers: {self.plane_count} planes of {self.cells} cells, then {self.tail_size} more"]
        for title, features in (("planes", self.planes), ("tail", self.tail)):
            for feature in features:
                span = f"{feature.low} to {feature.high}"
                lines.append(f"{title:<6}  {feature.name:<{widest}}  {feature.size:>3} x  {span:<14}  {feature.text}")
        return "\n".join(lines)
