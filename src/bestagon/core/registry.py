"""Which games there are: the folders of bestagon.games, and whatever other packages offer as entry points."""

from __future__ import annotations

import difflib
import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from bestagon.core.errors import UnknownGame
from bestagon.core.game import Game

ENTRY_POINTS = "bestagon.games"
"""The entry-point group under which another package offers a Game."""


@cache
def all_games() -> dict[str, Game]:
    """Return every game by name, our own first."""
    found: dict[str, Game] = {}
    home = import_module("bestagon.games")
    for module in pkgutil.iter_modules(home.__path__):
        if module.ispkg:
            _add(found, import_module(f"bestagon.games.{module.name}").GAME, f"bestagon.games.{module.name}")
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda e: e.name):
        _add(found, entry.load(), entry.value)
    return found


def _add(found: dict[str, Game], game: object, source: str) -> None:
    if not isinstance(game, Game):
        raise UnknownGame(f"{source} is offered as a game but is {type(game).__name__}, not a bestagon Game")
    if game.name in found:
        raise UnknownGame(f"{source} offers a second game called {game.name!r}")
    found[game.name] = game


def is_ours(game: Game) -> bool:
    """Tell whether a game is one of the folders of bestagon.games."""
    return type(game).__module__.startswith("bestagon.games.")


def game(name: str) -> Game:
    """Return a game by name; UnknownGame lists what there is."""
    games = all_games()
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    if wanted not in games:
        near = difflib.get_close_matches(wanted, games, 1)
        hint = f": did you mean {near[0]!r}?" if near else "."
        raise UnknownGame(f"there is no game {name[:60]!r}{hint} The games are: {', '.join(games)}")
    return games[wanted]
