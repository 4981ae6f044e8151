"""A cache for functions whose first argument is large, and may come from a stranger's data file."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Concatenate, Final, ParamSpec, TypeVar

OWNERS: Final = 16
"""How many decks, sheets or boards are kept; a page shows one, and a server those in play."""

Owner = TypeVar("Owner")
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Function = Callable[Concatenate[Owner, Arguments], Result]


def owned_cache(results: int) -> Callable[[Function[Owner, Arguments, Result]], Function[Owner, Arguments, Result]]:
    """Return a decorator that caches so many results for each of the OWNERS that were used last.

    One cache for all of them would keep an owner for every result: thousands of decks that nobody plays with.
    """

    def decorate(function: Function[Owner, Arguments, Result]) -> Function[Owner, Arguments, Result]:
        @lru_cache(maxsize=OWNERS)
        def cache_of(owner: Owner) -> Callable[..., Result]:
            return lru_cache(maxsize=results)(partial(function, owner))

        def cached(owner: Owner, /, *arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
            return cache_of(owner)(*arguments, **named)

        return cached

    return decorate
