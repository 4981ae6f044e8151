"""Named levels: for every game five, from a friendly beginner to the strongest, and how strong they were measured to be."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from bestagon.bots.players import Player
from bestagon.bots.search import Search
from bestagon.core.errors import BadOption
from bestagon.core.game import Game
from bestagon.core.insight import Insight

FILE: Final = Path(__file__).parent / "data" / "levels.json"
"""What `bestagon arena --levels` measured: game, level, Elo."""
USUAL: Final = -1.0
"""The temperature that a game's insight asks for."""


@dataclass(frozen=True)
class Level:
    """How hard a program tries."""

    name: str
    iterations: int
    """How many imagined games it looks at before each action; with 0 it plays by first impressions."""
    seconds: float
    """When it stops thinking all the same."""
    temperature: float
    """How freely it draws among good moves; 0 plays the best it found, below 0 is as the game's insight says."""

    @property
    def program(self) -> str:
        """What `match.player` calls the same program, whatever this table says tomorrow."""
        parts = [str(self.iterations)] if self.iterations or not self.seconds else []
        parts += [f"{self.seconds:g}s"] if self.seconds else []
        parts += [f"t{self.temperature:g}"] if self.temperature >= 0 else []
        return "search:" + "/".join(parts)

    def player(self, game: Game) -> Player:
        """Return a player of this level."""
        return searcher(game.insight(), self.iterations, self.seconds, self.temperature)


def searcher(insight: Insight, iterations: int, seconds: float, temperature: float) -> Search:
    """Return a search; ValueError where it would never end."""
    return Search(insight, iterations=iterations, seconds=seconds)


NAMES: Final = ("friendly", "casual", "skilled", "strong", "expert")
"""The levels of every game, the weakest first."""


def _five(*numbers: tuple[int, float]) -> tuple[Level, ...]:
    """Return the five levels of a game from their iterations and temperatures; all answer within a second."""
    return tuple(Level(name, iterations, 0.9, temperature) for name, (iterations, temperature) in zip(NAMES, numbers, strict=True))


_LEVELS: Final[dict[str, tuple[Level, ...]]] = {
    "pocket-hexes": _five((20, 1.0), (80, 0.6), (300, 0.3), (1500, USUAL), (8000, USUAL)),
    "beerhex": _five((20, 1.0), (100, 0.6), (500, 0.3), (2500, USUAL), (15000, USUAL)),
    "hex-roller": _five((20, 1.0), (80, 0.6), (300, 0.3), (1500, USUAL), (8000, USUAL)),
    "hexagone": _five((20, 1.0), (80, 0.6), (300, 0.3), (1500, USUAL), (8000, USUAL)),
    "hex-dice": _five((20, 1.0), (100, 0.6), (500, 0.3), (2500, USUAL), (15000, USUAL)),
}
_OTHERS: Final = _five((20, 1.0), (80, 0.6), (300, 0.3), (1500, USUAL), (8000, USUAL))
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


def elo(game: str, name: str) -> Elo | None:
    """Return how strong a level is; None where it was not measured as it is now."""
    found = _measured(FILE).get(game, {}).get(name)
    return found if found and found.program == level(game, name).program else None


@cache
def _measured(file: Path) -> dict[str, dict[str, Elo]]:
    data = json.loads(file.read_text(encoding="utf-8"))
    return {game: {name: Elo(**entry) for name, entry in entries.items()} for game, entries in data.items()}


def write_elos(file: Path, game: str, found: dict[str, Elo]) -> dict[str, dict[str, Elo]]:
    """Put the levels of one game into a file, keep those of the others, and return all of them."""
    known = _measured(file) if file.exists() else {}
    merged = dict(sorted((known | {game: found}).items()))
    data: dict[str, Any] = {name: {key: asdict(entry) for key, entry in entries.items()} for name, entries in merged.items()}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    _measured.cache_clear()
    return merged
