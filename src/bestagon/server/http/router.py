"""Finds who answers at an address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Generic, TypeVar

T = TypeVar("T")
Pattern = tuple[tuple[int, ...], tuple[str, ...]]
"""Where any text may stand, and all other parts of a path."""
MOST_FOUND: Final = 4096
"""How many paths are remembered."""
LONGEST: Final = 200
"""How many letters a path has that is worth remembering."""


class Router(Generic[T]):
    """What is at which path; a part of a path in braces stands for any text that is not empty."""

    def __init__(self) -> None:
        """Know none."""
        self._known: dict[Pattern, tuple[T, tuple[str, ...]]] = {}
        self._places: dict[int, list[tuple[int, ...]]] = {}
        """For each number of parts, where texts of all kinds may stand."""
        self._found: dict[str, tuple[T | None, Mapping[str, str]]] = {}
        """Router that were looked for lately: a game goes on at the same one."""

    def put(self, path: str, what: T) -> None:
        """Put something at a path."""
        parts = path.split("/")
        places = tuple(place for place, part in enumerate(parts) if part.startswith("{"))
        self._known[_pattern(parts, places)] = (what, tuple(parts[place][1:-1] for place in places))
        known = self._places.setdefault(len(parts), [])
        if places not in known:
            # What stands there word for word comes first.
            known.append(places)
            known.sort(key=len)

    def find(self, path: str) -> tuple[T | None, Mapping[str, str]]:
        """Return what is at a path, and the texts that stand in for its parts; None where there is nothing."""
        found = self._found.get(path)
        if found is None:
            found = self._look(path)
            if len(path) <= LONGEST:
                if len(self._found) >= MOST_FOUND:
                    self._found.clear()
                self._found[path] = found
        return found

    def _look(self, path: str) -> tuple[T | None, Mapping[str, str]]:
        parts = path.split("/")
        for places in self._places.get(len(parts), ()):
            known = self._known.get(_pattern(parts, places))
            if known is not None and all(parts[place] for place in places):
                return known[0], {name: parts[place] for name, place in zip(known[1], places, strict=True)}
        return None, {}


def _pattern(parts: list[str], places: tuple[int, ...]) -> Pattern:
    return places, tuple(part for place, part in enumerate(parts) if place not in places)
