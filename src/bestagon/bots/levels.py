"""The five named levels of every game, from friendly to expert, and their measured Elo."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from bestagon.bots.mcts import CUTOFF, Search
from bestagon.bots.players import Player
from bestagon.core.errors import BadOption
from bestagon.core.game import Game

FILE: Final = Path(__file__).parent / "data" / "levels.json"
"""Results of `bestagon arena --levels`: Elo by game and level."""
USUAL: Final = -1.0
"""Stands for the temperature of the game's evaluator."""


@dataclass(frozen=True)
class Level:
    """Search budget and sampling of one level."""

    name: str
    iterations: int
    """Search iterations for each action; with 0 the level plays by priors alone."""
    seconds: float
    """Time limit for each action."""
    temperature: float
    """Sampling temperature; 0 plays the best move found, a negative one selects the evaluator's own."""
    cutoff: float
    """Moves below this share of the best are never sampled."""

    @property
    def program(self) -> str:
        """The name by which `make_player` makes the same player, even if the level changes later."""
        parts = [str(self.iterations)] if self.iterations or not self.seconds else []
        parts += [f"{self.seconds:g}s"] if self.seconds else []
        parts += [f"t{self.temperature:g}"] if self.temperature >= 0 else []
        parts += [f"k{self.cutoff:g}"] if self.cutoff != CUTOFF else []
        return "search:" + "/".join(parts)

    def player(self, game: Game) -> Player:
        """Return a player of this level."""
        return Search(game.evaluator(), self.iterations, self.seconds, self.temperature, self.cutoff)


SLOWEST: Final = 0.9
"""Time limit of every level in seconds, however slow the machine."""
NAMES: Final = ("friendly", "casual", "skilled", "strong", "expert")
"""The levels of every game, weakest first."""


def _five(*numbers: tuple[int, float, float]) -> tuple[Level, ...]:
    """Return five levels from iterations, temperature and cutoff; all answer within a second."""
    return tuple(Level(name, n, SLOWEST if n else 0.0, heat, cutoff) for name, (n, heat, cutoff) in zip(NAMES, numbers, strict=True))


_LEVELS: Final[dict[str, tuple[Level, ...]]] = {
    "pocket-hexes": _five((0, 1.4, 0.05), (0, 0.7, CUTOFF), (0, 0.3, CUTOFF), (30, 0.0, CUTOFF), (600, 0.0, CUTOFF)),
    "beerhex": _five((0, 2.5, 0.05), (0, 0.6, CUTOFF), (40, 0.5, 0.3), (150, 0.5, 0.5), (8000, 1.0, 0.6)),
    "hex-roller": _five((0, 2.0, 0.01), (0, 1.1, 0.01), (0, 0.8, 0.05), (0, 0.45, CUTOFF), (80, 0.0, CUTOFF)),
    "hexagone": _five((0, 9.0, 0.0001), (0, 4.5, 0.0007), (0, 2.6, 0.01), (0, 0.4, CUTOFF), (1200, 0.0, CUTOFF)),
    "hex-dice": _five((0, 1.8, 0.02), (0, 0.6, CUTOFF), (25, 0.5, 0.3), (120, 0.0, CUTOFF), (4000, 0.0, CUTOFF)),
}
_OTHERS: Final = _five((20, 1.0, CUTOFF), (80, 0.6, CUTOFF), (300, 0.3, CUTOFF), (1500, USUAL, CUTOFF), (8000, USUAL, CUTOFF))
"""Levels of third-party games."""


def levels_of(game: str) -> tuple[Level, ...]:
    """Return the five levels of a game, weakest first."""
    return _LEVELS.get(game, _OTHERS)


def level(game: str, name: str) -> Level:
    """Return a level by name; BadOption lists the names."""
    for found in levels_of(game):
        if found.name == name:
            return found
    raise BadOption(f"there is no level {name[:60]!r}; the levels are: {', '.join(NAMES)}")


@dataclass(frozen=True)
class Elo:
    """Measured strength of a level; the random player has 0."""

    elo: int
    low: int
    high: int
    """Bounds of the 95 % confidence interval."""
    games: int
    program: str
    """The player that was measured."""
    below: tuple[float, float, float]
    """Share of points won against the level below (the lowest: against random), with its confidence interval."""
    random: tuple[float, float, float] | None
    """The same against the random player, if they met."""


def elo(game: str, name: str) -> Elo | None:
    """Return a level's strength; None if the level has changed since it was measured."""
    found = _measured(FILE).get(game, {}).get(name)
    return found if found and found.program == level(game, name).program else None


def elos(game: str) -> dict[str, int]:
    """Return the Elo of a game's levels, without those that have changed since they were measured."""
    found = {one.name: elo(game, one.name) for one in levels_of(game)}
    return {name: measured.elo for name, measured in found.items() if measured}


@cache
def _measured(file: Path) -> dict[str, dict[str, Elo]]:
    return msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, Elo]])


def write_elos(file: Path, game: str, found: dict[str, Elo]) -> dict[str, dict[str, Elo]]:
    """Replace one game's levels in a file and return the levels of all games."""
    known = _measured(file) if file.exists() else {}
    merged = dict(sorted((known | {game: found}).items()))
    data: dict[str, Any] = {name: {key: asdict(entry) for key, entry in entries.items()} for name, entries in merged.items()}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    _measured.cache_clear()
    return merged
