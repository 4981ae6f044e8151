"""Texts people choose, names and chat, made harmless; and what those are called who chose none."""

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
"""Bots by level."""


def clean(text: str, most: int) -> str:
    """Return a text in one line without control, format or unassigned characters, at most that long."""
    plain = unicodedata.normalize("NFC", text)
    loaded = "".join(letter if unicodedata.category(letter)[0] != "C" else " " for letter in plain)
    return " ".join(loaded.split())[:most].strip()


def nameless(game: Game, seat: int, kind: SeatKind, level: str) -> str:
    """Return what somebody without a name of their own is called, in the language that is spoken; nobody has no name."""
    if kind == "bot":
        return translate(BOTS[level])
    return game.seat_name(seat) if kind in ("human", "saved") else ""
