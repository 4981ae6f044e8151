"""Names and chat made safe to show, and default names."""

from __future__ import annotations

import unicodedata
from typing import Final

from bestagon.core.game import Game
from bestagon.i18n import translate
from bestagon.server.protocol.tables import SeatKind

BOTS: Final = {
    "friendly": "Friendly bot",
    "casual": "Casual bot",
    "skilled": "Skilled bot",
    "strong": "Strong bot",
    "expert": "Expert bot",
}
"""The names of bots by level."""


def clean(text: str, most: int) -> str:
    """Return a text on one line, without control, format or unassigned characters, cut to `most` characters."""
    plain = unicodedata.normalize("NFC", text)
    visible = "".join(letter if unicodedata.category(letter)[0] != "C" else " " for letter in plain)
    return " ".join(visible.split())[:most].strip()


def default_name(game: Game, seat: int, kind: SeatKind, level: str) -> str:
    """Return the name of a player who chose none, in the current language; empty for an empty seat."""
    if kind == "bot":
        return translate(BOTS[level])
    return game.seat_name(seat) if kind in ("human", "saved") else ""
