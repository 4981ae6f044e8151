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

from bestagon import compiled_imports  # noqa: F401  # before all others: it decides whether compiled modules are imported
from bestagon.core import registry
from bestagon.core.actions import Move, Step
from bestagon.core.errors import (
    BadData,
    BadDice,
    BadNotation,
    BadOption,
    BadPlayers,
    BadRecord,
    BadSeed,
    BestagonError,
    CannotUndo,
    GameOver,
    IllegalMove,
    NeedsDice,
    NotPicklable,
    PluginWarning,
    UnknownGame,
    WrongSeat,
)
from bestagon.core.game import Game
from bestagon.core.real_dice import dice_numbers
from bestagon.core.record import Record
from bestagon.core.table import Branch, Table, View, open_table

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

__all__ = [
    "BadData",
    "BadDice",
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
    "NeedsDice",
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
    "start_with_real_dice",
]


def all_games() -> dict[str, Game]:
    """Return every available game by name."""
    return dict(registry.all_games())


def start(game: str | Game, /, *, players: int | None = None, seed: int | None = None, **options: bool | int | str | Path) -> Table:
    """Return a new table. Without a seed its dice are sealed: nobody can predict them, and everybody can verify them afterwards."""
    return open_table(game if isinstance(game, Game) else registry.game(game), players, seed, options)


def start_with_real_dice(
    game: str | Game, dice: Iterable[int], /, *, players: int | None = None, **options: bool | int | str | Path
) -> Table:
    """Return a new table whose players roll their own dice; `dice` is what they show before the first action.

    NeedsDice says which are missing.
    """
    return open_table(game if isinstance(game, Game) else registry.game(game), players, None, options, dice_numbers(dice))
