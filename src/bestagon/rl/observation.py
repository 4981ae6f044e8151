"""What learning programs see of a game."""

from __future__ import annotations

from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.core.game import Game
from bestagon.core.observation.schema import Schema
from bestagon.core.option import Value
from bestagon.core.position import Position


def find_game(game: str | Game) -> Game:
    """Return the game with that name, or the game itself."""
    return game if isinstance(game, Game) else registry.game(game)


def new_position(game: str | Game, players: int | None, options: dict[str, Value]) -> Position:
    """Return the first position of a game with seed 0, for checked players and options."""
    chosen = find_game(game)
    number = chosen.check_players(players)
    position = chosen.new_position(number, chosen.complete(number, options))
    position.start(fast(0))
    return position


def schema(game: str | Game, /, *, players: int | None = None, **options: Value) -> Schema:
    """Return the description of a game's observations."""
    return find_game(game).observer(new_position(game, players, options)).schema


def describe(game: str | Game, /, *, players: int | None = None, **options: Value) -> None:
    """Print the description of a game's observations."""
    print(schema(game, players=players, **options))
