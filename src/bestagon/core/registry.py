"""The games that are available: the packages in bestagon.games, and the entry points of other distributions."""

from __future__ import annotations

import difflib
import pkgutil
import warnings
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from bestagon.core.errors import PluginWarning, UnknownGame, brief
from bestagon.core.game import Game

ENTRY_POINTS = "bestagon.games"
"""The entry-point group in which another distribution registers a Game."""


@cache
def all_games() -> dict[str, Game]:
    """Return every game by name, our own first; a plugin that cannot be loaded is skipped with a PluginWarning."""
    found: dict[str, Game] = {}
    home = import_module("bestagon.games")
    for module in pkgutil.iter_modules(home.__path__):
        if module.ispkg:
            _add(found, import_module(f"bestagon.games.{module.name}").GAME)
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda e: e.name):
        try:
            _add(found, entry.load())
        except Exception as error:  # A plugin can raise anything at import, and must not make the other games unavailable.
            why = str(error) if isinstance(error, UnknownGame) else f"{type(error).__name__}: {error}"
            warnings.warn(f"skipping the game plugin {entry.name!r} ({entry.value}): {why}", PluginWarning, stacklevel=2)
    return found


def _add(found: dict[str, Game], game: object) -> None:
    if not isinstance(game, Game):
        raise UnknownGame(f"it is {type(game).__name__}, not an instance of bestagon.Game")
    if found.get(game.name, game) is not game:
        raise UnknownGame(f"there is already a game called {game.name!r}")
    found[game.name] = game


def is_ours(game: Game) -> bool:
    """Tell whether a game is one of the packages in bestagon.games."""
    return type(game).__module__.startswith("bestagon.games.")


def game(name: str) -> Game:
    """Return the game with that name; UnknownGame lists the names there are."""
    if not isinstance(name, str):
        raise UnknownGame(f"the name of a game is a string, not {brief(name)}")
    games = all_games()
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    if wanted not in games:
        near = difflib.get_close_matches(wanted, games, 1)
        hint = f": did you mean {near[0]!r}?" if near else "."
        raise UnknownGame(f"there is no game {name[:60]!r}{hint} The games are: {', '.join(games)}")
    return games[wanted]
