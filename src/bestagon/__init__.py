"""Five hexagon tabletop games, complete and exact.

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
    """Return every game there is, by name."""
    return dict(registry.all_games())


def start(game: str | Game, /, *, players: int | None = None, seed: int | None = None, **options: bool | int | str | Path) -> Table:
    """Return a new table. Without a seed its dice are sealed: nobody can foretell them and everybody can check them."""
    if not isinstance(game, Game | str):
        raise UnknownGame(f"a game is given by its name, not as {game!r}")
    if players is not None and type(players) is not int:
        raise BadPlayers(f"players is a whole number, not {players!r}")
    if seed is not None and type(seed) is not int:
        raise BadSeed(f"a seed is a whole number, not {seed!r}")
    chosen = game if isinstance(game, Game) else registry.game(game)
    return open_table(chosen, players, seed, options)
