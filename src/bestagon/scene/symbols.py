"""The symbols in sprites/*.svg: one for every kind and mark of our games, and their forms.

`NAME@COLOUR` is the form of NAME for the seat of that colour, `NAME.STATE` its form in a state: a mark that the thing has,
`under` for a cell below a piece, or `held` in a tray. A symbol without a form is drawn as it is, in the owner's colour where
it says `currentColor`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

_SYMBOL: Final = re.compile(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', re.DOTALL)
_LABEL: Final = re.compile(r'<symbol id="([^"]+)"[^>]* data-label="(\S+) (\S+) (\S+) (\S+?)( hand)?"')
_PAINT: Final = re.compile(r'<(\w+Gradient) id="([^"]+)".*?</\1>', re.DOTALL)
_LINK: Final = re.compile(r"#(bx-[^\")]+)")


class LabelPlace(NamedTuple):
    """Where the label of a symbol is written: its centre, its size, a colour or a role of the palette, and whether by hand."""

    x: float
    y: float
    size: float
    colour: str
    hand: bool = False


def _files() -> list[tuple[str, str]]:
    folder = resources.files("bestagon.scene").joinpath("sprites")
    return [(file.name, file.read_text(encoding="utf-8")) for file in sorted(folder.iterdir(), key=lambda file: file.name)]


@cache
def sprites() -> dict[str, str]:
    """Return the SVG of every symbol by name, centred on 0, 0; the corners of a hexagon are 50 from its centre."""
    found: dict[str, str] = {}
    for file, svg in _files():
        for name, body in _SYMBOL.findall(svg):
            if name in found:
                raise ValueError(f"{file}: there is a second symbol {name!r}")
            found[name] = re.sub(r"\s*\n\s*", "", body)
    return found


@cache
def paints() -> dict[str, str]:
    """Return the gradients that symbols are filled with, by id."""
    return {match[2]: match[0] for _, svg in _files() for match in _PAINT.finditer(svg)}


@cache
def label_places() -> dict[str, LabelPlace]:
    """Return the place of the label, by symbol, for those that name one."""
    found = [match for _, svg in _files() for match in _LABEL.findall(svg)]
    return {name: LabelPlace(float(x), float(y), float(size), colour, bool(hand)) for name, x, y, size, colour, hand in found}


@cache
def forms() -> frozenset[str]:
    """Return the names of symbols and of their states, without colours."""
    return frozenset(name.partition("@")[0] for name in sprites())


def form_of(kind: str, colour: str = "", states: Iterable[str] = ()) -> str:
    """Return the name of the symbol for a kind in its states, of a seat's colour: the most specific one that exists."""
    name = next((f"{kind}.{state}" for state in states if f"{kind}.{state}" in forms()), kind)
    return f"{name}@{colour}" if f"{name}@{colour}" in sprites() else name


def shows_value(name: str) -> bool:
    """Return whether a symbol shows its label itself, as a die does with pips."""
    return 'class="pips"' in sprites().get(name, "")


def with_links(names: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return symbols and paints for `names` and everything that they link to, sorted."""
    wanted, symbols, gradients = list(names), set[str](), set[str]()
    while wanted:
        name = wanted.pop()
        if name in symbols or name not in sprites():
            continue
        symbols.add(name)
        for link in _LINK.findall(sprites()[name]):
            if link in paints():
                gradients.add(link)
            else:
                wanted.append(link.removeprefix("bx-"))
    return sorted(symbols), sorted(gradients)
