"""The look of hexaGONE: stone and glazed tiles on felt."""

from __future__ import annotations

from typing import Final

from bestagon.scene.theme import Theme

THEME: Final = Theme(
    "felt",
    "none",
    "rack",
    on_dark=True,
    palette={
        "surface": ("#2f6b4f", "#123527"),
        "surface-2": ("#27593f", "#0d281d"),
        "cell": ("#2f6b4f", "#123527"),
        "cell-line": ("#24533d", "#0c241a"),
        "print": ("#f4ebdd", "#f4ebdd"),
    },
)
