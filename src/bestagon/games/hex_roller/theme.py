"""The look of Hex Roller: a glued score pad on a play mat, filled with a marker."""

from __future__ import annotations

from typing import Final

from bestagon.scene.theme import Theme

THEME: Final = Theme(
    "mat",
    "pad",
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
        "printed": ("#2a2633", "#0f0e14"),
        "row-red": ("#c5281f", "#ff8478"),
        "row-green": ("#15713a", "#6fd695"),
    },
)
