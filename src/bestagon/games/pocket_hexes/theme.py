"""The look of Pocket Hexes: a ring-bound notebook on linen, a pencil grid and a pen."""

from __future__ import annotations

from typing import Final

from bestagon.scene.theme import Theme

THEME: Final = Theme(
    "linen",
    "notebook",
    "leather",
    "total",
    palette={
        "surface": ("#b4745a", "#3b241c"),
        "surface-2": ("#a96a51", "#33201a"),
        "board": ("#fdf8ec", "#26241f"),
        "board-2": ("#efe6d2", "#1f1d19"),
        "board-edge": ("#c9d6dc", "#3b4146"),
        "cell": ("#fdf8ec", "#26241f"),
        "cell-line": ("#938777", "#7b756a"),
        "print": ("#1d3a78", "#dfe9ff"),
        "ink": ("#1d3a78", "#dfe9ff"),
        "ring-open": ("#a86c00", "#f3c04c"),
        "filled": ("#e8edf8", "#31353f"),
        "pencil": ("#938777", "#7b756a"),
        "pen-red": ("#b3261e", "#ff8f82"),
        "scored": ("#0f7a86", "#5fe0ee"),
    },
)
