"""Named levels: for every game five, from a friendly beginner to the strongest, and how strong they were measured to be."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from bestagon.bots.mcts import SLACK, Search
from bestagon.bots.players import Player
from bestagon.core.errors import BadOption
from bestagon.core.game import Game

FILE: Final = Path(__file__).parent / "data" / "levels.json"
"""What `bestagon arena --levels` measured: game, level, Elo."""
USUAL: Final = -1.0
"""The temperature that a game's evaluator asks for."""


@dataclass(frozen=True)
class Level:
    """How hard a program tries."""

    name: str
    iterations: int
    """How many imagined games it looks at before each action; with 0 it plays by first impressions."""
    seconds: float
    """When it stops thinking all the same."""
    temperature: float
    """How freely it draws among good moves; 0 plays the best it found, below 0 is as the game's evaluator says."""
    slack: float
    """How good a move must be to be drawn, as a share of the best one."""

    @property
    def program(self) -> str:
        """What `match.player` calls the same program, whatever this table says tomorrow."""
        parts = [str(self.iterations)] if self.iterations or not self.seconds else []
        parts += [f"{self.seconds:g}s"] if self.seconds else []
        parts += [f"t{self.temperature:g}"] if self.temperature >= 0 else []
        parts += [f"k{self.slack:g}"] if self.slack != SLACK else []
        return "search:" + "/".join(parts)

    def player(self, game: Game) -> Player:
        """Return a player of this level."""
        return Search(game.evaluator(), self.iterations, self.seconds, self.temperature, self.slack)


SLOWEST: Final = 0.9
"""Seconds after which a level stops thinking, however slow the machine."""
NAMES: Final = ("friendly", "casual", "skilled", "strong", "expert")
"""The levels of every game, the weakest first."""


def _five(*numbers: tuple[int, float, float]) -> tuple[Level, ...]:
    """Return the five levels of a game from iterations, temperature and slack; all answer within a second."""
    return tuple(Level(name, n, SLOWEST if n else 0.0, heat, slack) for name, (n, heat, slack) in zip(NAMES, numbers, strict=True))


_LEVELS: Final[dict[str, tuple[Level, ...]]] = {
    "pocket-hexes": _five((0, 1.4, 0.05), (0, 0.7, SLACK), (0, 0.3, SLACK), (30, 0.0, SLACK), (600, 0.0, SLACK)),
    "beerhex": _five((0, 2.5, 0.05), (0, 0.6, SLACK), (40, 0.5, 0.3), (150, 0.5, 0.5), (8000, 1.0, 0.6)),
    "hex-roller": _five((0, 2.0, 0.01), (0, 1.1, 0.01), (0, 0.8, 0.05), (0, 0.45, SLACK), (80, 0.0, SLACK)),
    "hexagone": _five((0, 9.0, 0.0001), (0, 4.5, 0.0007), (0, 2.6, 0.01), (0, 0.4, SLACK), (1200, 0.0, SLACK)),
    "hex-dice": _five((0, 1.8, 0.02), (0, 0.6, SLACK), (25, 0.5, 0.3), (120, 0.0, SLACK), (4000, 0.0, SLACK)),
}
_OTHERS: Final = _five((20, 1.0, SLACK), (80, 0.6, SLACK), (300, 0.3, SLACK), (1500, USUAL, SLACK), (8000, USUAL, SLACK))
"""For games that are not ours."""


def levels_of(game: str) -> tuple[Level, ...]:
    """Return the five levels of a game, the weakest first."""
    return _LEVELS.get(game, _OTHERS)


def level(game: str, name: str) -> Level:
    """Return a level by name; BadOption says which there are."""
    for found in levels_of(game):
        if found.name == name:
            return found
    raise BadOption(f"there is no level {name[:60]!r}; the levels are: {', '.join(NAMES)}")


@dataclass(frozen=True)
class Elo:
    """How strong a level was measured to be, where a random player has 0."""

    elo: int
    low: int
    high: int
    """The ends of the interval that holds the true value with 95 % confidence."""
    games: int
    program: str
    """What was measured."""
    below: tuple[float, float, float]
    """The share of the points it won against the level below (the lowest: against random), with the ends of its interval."""
    random: tuple[float, float, float] | None
    """The same against the random player, where they met."""

    @classmethod
    def read(cls, data: dict[str, Any]) -> Elo:
        """Return what a file holds."""
        below, random = tuple(data["below"]), tuple(data["random"]) if data["random"] else None
        return cls(data["elo"], data["low"], data["high"], data["games"], data["program"], below, random)


def elo(game: str, name: str) -> Elo | None:
    """Return how strong a level is; None where it was not measured as it is now."""
    found = _measured(FILE).get(game, {}).get(name)
    return found if found and found.program == level(game, name).program else None


def elos(game: str) -> dict[str, int]:
    """Return the Elo of a game's levels, those that were measured as they are now."""
    found = {one.name: elo(game, one.name) for one in levels_of(game)}
    return {name: measured.elo for name, measured in found.items() if measured}


@cache
def _measured(file: Path) -> dict[str, dict[str, Elo]]:
    data = json.loads(file.read_text(encoding="utf-8"))
    return {game: {name: Elo.read(entry) for name, entry in entries.items()} for game, entries in data.items()}


def write_elos(file: Path, game: str, found: dict[str, Elo]) -> dict[str, dict[str, Elo]]:
    """Put the levels of one game into a file, keep those of the others, and return all of them."""
    known = _measured(file) if file.exists() else {}
    merged = dict(sorted((known | {game: found}).items()))
    data: dict[str, Any] = {name: {key: asdict(entry) for key, entry in entries.items()} for name, entries in merged.items()}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    _measured.cache_clear()
    return merged
