"""Names and chat made safe to show, and default names."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Sequence
from typing import Final

from bestagon.core.game import Game
from bestagon.server.protocol.tables import SeatKind

# fmt: off
BOTS: Final = (
    "Ada", "Anton", "Ben", "Bruno", "Clara", "Cleo", "David", "Dina", "Ella", "Emil", "Felix", "Finn",
    "Greta", "Hanna", "Hugo", "Ida", "Ivo", "Jonas", "Kira", "Lea", "Linus", "Luna", "Max", "Mila",
    "Nina", "Noah", "Olga", "Oskar", "Paula", "Quinn", "Romy", "Sam", "Tina", "Uma", "Vera", "Zoe",
)
# fmt: on
"""The names of bots, the same in every language. Six for each of six seats: five people cannot use up those of one bot."""
STEP: Final = 7
"""How far apart the names of neighbouring seats are in the list; it has no factor in common with its length."""
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159")
"""Letters and symbols that are drawn as nothing: a name of them would be no name, or look like another one."""
SELECTORS: Final = frozenset(map(chr, (*range(0x180B, 0x180E), 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Marks that choose a form of the character before them, and are drawn as nothing."""
EMOJI: Final = frozenset("\ufe0e\ufe0f")
"""Those that choose between a plain and a coloured symbol."""
MOST_MARKS: Final = 4
"""Marks above and below one letter; no language needs as many, and a tower of them would cover the rest of the page."""


def clean(text: str, most: int) -> str:
    """Return a text on one line, without control, format, unassigned or invisible characters, cut to `most` characters."""
    visible: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)[0]
        if letter in SELECTORS:
            # Only a symbol looks different with one.
            if letter in EMOJI and visible and unicodedata.category(visible[-1])[0] == "S":
                visible.append(letter)
            continue
        if kind == "C" or letter in BLANK or letter.isspace():
            visible.append(" ")
            marks = 0
            continue
        marks = marks + 1 if kind == "M" else 0
        # A mark without a letter would be drawn on what stands before the text.
        if marks == 0 or (marks <= MOST_MARKS and visible and visible[-1] != " "):
            visible.append(letter)
    return " ".join("".join(visible).split())[:most].strip()


def shown_names(game: Game, table: str, seats: Sequence[tuple[str, SeatKind]]) -> list[str]:
    """Return the names of a table's seats from chosen names and kinds: empty for an empty seat, else distinct for bots.

    People without a name are called after their seat, in the current language. A bot keeps its name while the table lasts,
    unless a person takes the same one.
    """
    taken = {name.casefold() for name, _ in seats if name}
    return [name or _default_name(game, table, seat, kind, len(seats), taken) for seat, (name, kind) in enumerate(seats)]


def _default_name(game: Game, table: str, seat: int, kind: SeatKind, players: int, taken: set[str]) -> str:
    if kind != "bot":
        return game.seat_name(seat) if kind in ("human", "saved") else ""
    first = int.from_bytes(hashlib.sha256(table.encode()).digest()[:4])
    own = [BOTS[(first + STEP * place) % len(BOTS)] for place in range(seat, len(BOTS), players)]
    return next((name for name in own if name.casefold() not in taken), own[0])
