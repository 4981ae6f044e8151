"""The symbols in sprites/*.svg, one for every kind and mark of our games."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Final

_SYMBOL: Final = re.compile(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', re.DOTALL)


@cache
def sprites() -> dict[str, str]:
    """Return the SVG of every symbol by name, centred on 0, 0; the corners of a hexagon are 50 from its centre."""
    found: dict[str, str] = {}
    for file in sorted(resources.files("bestagon.scene").joinpath("sprites").iterdir(), key=lambda file: file.name):
        for name, body in _SYMBOL.findall(file.read_text(encoding="utf-8")):
            if name in found:
                raise ValueError(f"{file.name}: there is a second symbol {name!r}")
            found[name] = re.sub(r"\s*\n\s*", "", body)
    return found
