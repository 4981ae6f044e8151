"""The five named levels of every game, from friendly to expert, and their measured Elo."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from bestagon.bots.glance import Glance
from bestagon.bots.lapsing import Lapsing, hasty
from bestagon.bots.mcts import CUTOFF, Search
from bestagon.bots.players import Player
from bestagon.compiled_build import is_compiled
from bestagon.core.errors import BadOption
from bestagon.core.evaluator import Evaluator
from bestagon.core.game import Game

FILE: Final = Path(__file__).parent / "data" / "levels.json"
"""Results of `bestagon arena --levels`: Elo by game and level."""
USUAL: Final = -1.0
"""Stands for the temperature of the game's evaluator."""


@dataclass(frozen=True)
class Level:
    """Attention or search budget, and sampling, of one level."""

    name: str
    iterations: int
    """Search iterations for each action; with 0 the level plays by priors alone."""
    seconds: float
    """Time limit for each action."""
    temperature: float
    """Sampling temperature; 0 plays the best move found, a negative one selects the evaluator's own."""
    cutoff: float
    """Moves below this share of the best are never sampled."""
    needs_compiled: bool = False
    """Whether its search takes longer than its time limit in an uncompiled engine, so that it plays weaker there."""
    attention: float = 1.0
    """The share of places that it notices; below 1 the level glances at the board instead of searching."""
    lapses: float = 0.0
    """The share of its actions that it plays in haste, with few iterations."""

    @property
    def program(self) -> str:
        """The name by which `make_player` makes the same player, even if the level changes later."""
        glances = self.attention < 1.0
        parts = [f"a{self.attention:g}"] if glances else [str(self.iterations)] if self.iterations or not self.seconds else []
        parts += [f"{self.seconds:g}s"] if self.seconds else []
        parts += [f"t{self.temperature:g}"] if self.temperature >= 0 else []
        parts += [f"k{self.cutoff:f}".rstrip("0")] if self.cutoff != CUTOFF else []
        parts += [f"l{self.lapses:g}"] if self.lapses else []
        return ("glance:" if glances else "search:") + "/".join(parts)

    def player(self, game: Game) -> Player:
        """Return a player of this level."""
        if self.attention < 1.0:
            return Glance(game, self.attention, self.temperature, self.cutoff)
        return searching(game.evaluator(), self.iterations, self.seconds, self.temperature, self.cutoff, self.lapses)


def searching(
    evaluator: Evaluator, iterations: int, seconds: float, temperature: float, cutoff: float, lapses: float, reuse: bool = False
) -> Player:
    """Return a search, which plays a share `lapses` of its actions in haste."""
    search = Search(evaluator, iterations, seconds, temperature, cutoff, reuse)
    return Lapsing(search, Search(evaluator, hasty(iterations), seconds, temperature, cutoff, reuse), lapses) if lapses else search


SLOWEST: Final = 0.9
"""Time limit of every level in seconds, however slow the machine."""
NAMES: Final = ("friendly", "casual", "skilled", "strong", "expert")
"""The levels of every game, weakest first."""


def _glance(attention: float, temperature: float, cutoff: float) -> Level:
    return Level("", 0, 0.0, temperature, cutoff, attention=attention)


def _search(iterations: int, temperature: float, cutoff: float = CUTOFF, lapses: float = 0.0) -> Level:
    return Level("", iterations, SLOWEST if iterations else 0.0, temperature, cutoff, lapses=lapses)


def _five(*levels: Level) -> tuple[Level, ...]:
    """Return five levels with their names; all answer within a second, the highest only if compiled."""
    pairs = zip(NAMES, levels, strict=True)
    return tuple(replace(level, name=name, needs_compiled=name == NAMES[-1]) for name, level in pairs)


_LEVELS: Final[dict[str, tuple[Level, ...]]] = {
    "pocket-hexes": _five(_glance(0.05, 0.3, 0.001), _glance(0.2, 0.4, 0.01), _search(0, 0.3), _search(30, 0.0), _search(1200, 0.0)),
    "beerhex": _five(
        _glance(0.05, 0.3, 0.001), _glance(0.35, 0.3, 0.01), _search(80, 2.0, 0.3), _search(2000, 1.0, 0.03, 0.5), _search(8000, 0.6, 0.03)
    ),
    "hex-roller": _five(_glance(0.02, 1.5, 0.0005), _glance(0.1, 0.8, 0.005), _search(0, 0.8, 0.05), _search(0, 0.45), _search(600, 0.0)),
    "hexagone": _five(_glance(0.01, 7.0, 0.00001), _glance(0.07, 2.0, 0.0001), _search(0, 2.1, 0.01), _search(0, 0.4), _search(1000, 0.0)),
    "hex-dice": _five(_glance(0.03, 1.0, 0.001), _glance(0.4, 0.3, 0.02), _search(60, 0.5, 0.3), _search(120, 0.0), _search(4000, 0.0)),
}
_OTHERS: Final = _five(_search(20, 1.0), _search(80, 0.6), _search(300, 0.3), _search(1500, USUAL), _search(8000, USUAL))
"""Levels of third-party games."""


def levels_of(game: str) -> tuple[Level, ...]:
    """Return the five levels of a game, weakest first."""
    return _LEVELS.get(game, _OTHERS)


def slowed_levels(game: str) -> list[str]:
    """Return the levels of a game that play weaker in this process, because it runs uncompiled."""
    return [] if is_compiled() else [one.name for one in levels_of(game) if one.needs_compiled]


def level(game: str, name: str) -> Level:
    """Return a level by name; BadOption lists the names."""
    for found in levels_of(game):
        if found.name == name:
            return found
    raise BadOption(f"there is no level {name[:60]!r}; the levels are: {', '.join(NAMES)}")


@dataclass(frozen=True)
class LargerTable:
    """Results of a level against the level below at a table of more than two, where the two alternate around the table."""

    games: int
    programs: tuple[str, str]
    """The players that were measured: the level and the one below it."""
    share: tuple[float, float, float]
    """Share of points that it won in pairs of seats with different players, with its confidence interval."""


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
    met: tuple[int, int] = (0, 0)
    """The games of these two shares."""
    larger: dict[str, LargerTable] = field(default_factory=dict)
    """Results at tables of more than two, by the number of players and the options."""


def elo(game: str, name: str) -> Elo | None:
    """Return a level's strength; None if the level has changed since it was measured."""
    found = _measured(FILE).get(game, {}).get(name)
    return found if found and found.program == level(game, name).program else None


def elos(game: str) -> dict[str, int]:
    """Return the Elo of a game's levels, without those that have changed since they were measured."""
    found = {one.name: elo(game, one.name) for one in levels_of(game)}
    return {name: measured.elo for name, measured in found.items() if measured}


def measured_levels(file: Path) -> dict[str, dict[str, Elo]]:
    """Return what a file has of each game and level; nothing if there is no such file."""
    return _measured(file) if file.exists() else {}


@cache
def _measured(file: Path) -> dict[str, dict[str, Elo]]:
    return msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, Elo]])


def write_elos(file: Path, game: str, found: dict[str, Elo]) -> dict[str, dict[str, Elo]]:
    """Replace one game's levels in a file and return the levels of all games; larger tables stay if their players have not changed."""
    known = measured_levels(file)
    programs = {entry.program for entry in found.values()} | {"random"}
    for name, before in known.get(game, {}).items():
        if name in found:
            larger = {table: result for table, result in before.larger.items() if programs.issuperset(result.programs)}
            found = found | {name: replace(found[name], larger=larger)}
    return _write(file, known | {game: found})


def write_larger(file: Path, game: str, table: str, found: dict[str, LargerTable]) -> dict[str, dict[str, Elo]]:
    """Add one game's results at a larger table to a file, which must have its levels, and return the levels of all games."""
    known = measured_levels(file)
    levels = {name: replace(entry, larger=entry.larger | {table: found[name]}) for name, entry in known[game].items()}
    return _write(file, known | {game: levels})


def _write(file: Path, measured: dict[str, dict[str, Elo]]) -> dict[str, dict[str, Elo]]:
    merged = dict(sorted(measured.items()))
    data: dict[str, Any] = {name: {key: asdict(entry) for key, entry in entries.items()} for name, entries in merged.items()}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    _measured.cache_clear()
    return merged
