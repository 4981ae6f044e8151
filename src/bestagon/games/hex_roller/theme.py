"""The look of Hex Roller: a glued score pad on a play mat, filled with a marker."""

from __future__ import annotations

from typing import Final

from bestagon.scene.theme import Theme

THEME: Final = Theme(
    "mat",
    "pad",
    "inlay",
    "lines",
    palette={
        "surface": ("#3a3f86", "#1b1c3c"),
        "surface-2": ("#2c3070", "#131430"),
        "board": ("#fffdf7", "#201f28"),
        "board-2": ("#f1eee6", "#2b2a35"),
        "board-edge": ("#c5281f", "#8e2a24"),
        "cell": ("#fffdf7", "#201f28"),
        "cell-line": ("#b9b3bd", "#55525f"),
        "print": ("#2b211a", "#f4ebdd"),
        "ink": ("#17151f", "#fbf7ee"),
        "cross": ("#6f6b73", "#98939f"),
        "area-red": ("#d63c34", "#ef6f65"),
        "area-blue": ("#2a6cc6", "#74abf2"),
        "area-green": ("#268a47", "#61c380"),
        "area-yellow": ("#e0a400", "#f2c744"),
        "area-purple": ("#7c47b3", "#b78ee4"),
        "area-orange": ("#dd6717", "#f59a5c"),
        "area-gray": ("#7b7780", "#98939f"),
        "line": ("#ffc83d", "#e5a91f"),
        "line-edge": ("#2a1900", "#150d00"),
        "row-red": ("#c5281f", "#ff8478"),
        "row-green": ("#15713a", "#6fd695"),
    },
)
