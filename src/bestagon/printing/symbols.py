"""The symbols for paper in symbols.svg, named like those of `bestagon.scene.symbols`: KIND, KIND.STATE, KIND@COLOUR."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Final

from bestagon.printing.svg import placed

REACH: Final = 50.0
"""The distance of a symbol's corners from its centre."""
_SYMBOL: Final = re.compile(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', re.DOTALL)


@cache
def symbols() -> dict[str, str]:
    """Return the SVG of every symbol by name, centred on 0, 0."""
    text = resources.files("bestagon.printing").joinpath("symbols.svg").read_text(encoding="utf-8")
    return dict(_SYMBOL.findall(text))


def name_of(kind: str, colour: str = "", states: Iterable[str] = ()) -> str:
    """Return the most specific symbol for a kind; empty if there is none."""
    wanted = [f"{kind}.{state}" for state in states] + [kind]
    names = [name for one in wanted for name in (f"{one}@{colour}", one)]
    return next((name for name in names if name in symbols()), "")


def symbol(kind: str, x: float, y: float, size: float, colour: str = "", states: Iterable[str] = ()) -> str:
    """Return a symbol whose corners are `size` from its centre; nothing if there is none."""
    name = name_of(kind, colour, states)
    return placed(symbols()[name], x, y, size / REACH) if name else ""
