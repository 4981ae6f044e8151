"""The look of BeerHex: crown caps on a beer mat, on the bar top of a pub."""

from __future__ import annotations

from functools import cache

from bestagon.games.beerhex.translations import translate
from bestagon.scene.theme import Theme


@cache
def theme(language: str) -> Theme:
    """Return the theme in the current language, which is the cache key."""
    return Theme(
        "wood",
        "coaster",
        palette={
            "surface": ("#7b4624", "#3b2113"),
            "surface-2": ("#5e3217", "#28150b"),
            "surface-line": ("#2c1406", "#0d0602"),
            "board": ("#f6ead0", "#17352b"),
            "board-2": ("#ecdcb8", "#102820"),
            "board-edge": ("#b89a68", "#06130e"),
            "cell": ("#fdf6e4", "#1d4035"),
            "cell-line": ("#9fae94", "#5f8775"),
            "print": ("#1e5a44", "#e7d5a6"),
            "print-2": ("#9c2f22", "#e0a24e"),
        },
        turn=2,
        face="cap",
        title="BeerHex",
        motto=translate("Hide. Bluff. Connect."),
    )
