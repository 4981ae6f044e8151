"""Five hexagon board games with complete, exact rules.

>>> import bestagon
>>> table = bestagon.start("hex", size=3, seed=7)
>>> table.play("b2").text
'b2'
>>> table.acting
(1,)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bestagon.core import registry
from bestagon.core.errors import (
    BadData,
    BadNotation,
    BadOption,
    BadPlayers,
    BadRecord,
    BadSeed,
    BestagonError,
    CannotUndo,
    GameOver,
    IllegalMove,
    NotPicklable,
    PluginWarning,
    UnknownGame,
    WrongSeat,
)
from bestagon.core.game import Game
from bestagon.core.record import Record
from bestagon.core.table import Branch, Move, Step, Table, View, open_table

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "BadData",
    "BadNotation",
    "BadOption",
    "BadPlayers",
    "BadRecord",
    "BadSeed",
    "BestagonError",
    "Branch",
    "CannotUndo",
    "Game",
    "GameOver",
    "IllegalMove",
    "Move",
    "NotPicklable",
    "PluginWarning",
    "Record",
    "Step",
    "Table",
    "UnknownGame",
    "View",
    "WrongSeat",
    "all_games",
    "start",
]


def all_games() -> dict[str, Game]:
    """Return every available game by name."""
    return dict(registry.all_games())


def start(game: str | Game, /, *, players: int | None = None, seed: int | None = None, **options: bool | int | str | Path) -> Table:
    """Return a new table. Without a seed its dice are sealed: nobody can predict them, and everybody can verify them afterwards."""
    return open_table(game if isinstance(game, Game) else registry.game(game), players, seed, options)
