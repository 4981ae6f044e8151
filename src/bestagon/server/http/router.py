"""URL routing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Generic, TypeVar

T = TypeVar("T")
Pattern = tuple[tuple[int, ...], tuple[str, ...]]
"""The indexes of a path's parameters, and its other parts."""
CACHE_SIZE: Final = 4096
"""Number of cached paths."""
MAX_CACHED: Final = 200
"""Length of the longest path that is cached."""


class Router(Generic[T]):
    """Finds the target of a path; a part in braces matches any text that is not empty."""

    def __init__(self) -> None:
        """Create a router without routes."""
        self._targets: dict[Pattern, tuple[T, tuple[str, ...]]] = {}
        self._parameters: dict[int, list[tuple[int, ...]]] = {}
        """Indexes of the parameters of all routes, by the number of parts."""
        self._cache: dict[str, tuple[T | None, Mapping[str, str]]] = {}
        """Recent results: the requests of a game repeat the same paths."""

    def add(self, path: str, target: T) -> None:
        """Add a route."""
        parts = path.split("/")
        indexes = tuple(i for i, part in enumerate(parts) if part.startswith("{"))
        self._targets[_pattern(parts, indexes)] = (target, tuple(parts[i][1:-1] for i in indexes))
        known = self._parameters.setdefault(len(parts), [])
        if indexes not in known:
            # Routes with fewer parameters take precedence.
            known.append(indexes)
            known.sort(key=len)

    def find(self, path: str) -> tuple[T | None, Mapping[str, str]]:
        """Return the target of a path, or None, and the values of its parameters."""
        found = self._cache.get(path)
        if found is None:
            found = self._match(path)
            if len(path) <= MAX_CACHED:
                if len(self._cache) >= CACHE_SIZE:
                    self._cache.clear()
                self._cache[path] = found
        return found

    def _match(self, path: str) -> tuple[T | None, Mapping[str, str]]:
        parts = path.split("/")
        for indexes in self._parameters.get(len(parts), ()):
            known = self._targets.get(_pattern(parts, indexes))
            if known is not None and all(parts[i] for i in indexes):
                return known[0], {name: parts[i] for name, i in zip(known[1], indexes, strict=True)}
        return None, {}


def _pattern(parts: list[str], indexes: tuple[int, ...]) -> Pattern:
    return indexes, tuple(part for i, part in enumerate(parts) if i not in indexes)
