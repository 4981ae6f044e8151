"""`bestagon arena --levels`: how strong the levels of the games are, written where the app and people can read it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Final

from rich.table import Table as Grid

from bestagon.bots.levels import FILE, Elo, write_elos
from bestagon.cli.common import GameChoice, choose, console, print_json
from bestagon.cli.schedule import run
from bestagon.core import registry
from bestagon.core.errors import BadOption, BestagonError
from bestagon.lab.calibration import elos, ladder, markdown, schedule

LEVEL_GAMES: Final = 400
"""Games for each pair of levels where nobody says."""
ROOT: Final = FILE.parents[4]
"""The project, where the program runs from its sources."""


def calibrate(
    names: tuple[str, ...],
    players: int | None,
    options: tuple[str, ...],
    data: str | None,
    games: int,
    seed: int,
    out: Path | None,
    jobs: int,
    into: Path | None,
    as_json: bool,
) -> None:
    """Measure the levels of the named games, or of all, and write what was found after each."""
    if len(names) != 1 and (players is not None or options or data):
        raise BadOption("players, options and data are those of one game: say which")
    root = into or ROOT
    if into is None and not (ROOT / "pyproject.toml").exists():
        raise BadOption("this program does not run from a project's sources: say --into which project the levels are written")
    table = [_choose(name, players, options, data) for name in names or registry.all_games()]
    found: dict[str, dict[str, Elo]] = {}
    for chosen in table:
        planned = schedule(ladder(chosen.game.name), chosen.players, games, seed)
        found[chosen.game.name] = measured = elos(chosen.game.name, run(chosen, planned, out, jobs, shared=True))
        write(root, chosen.game.name, measured)
        if not as_json:
            show(chosen, measured)
    if as_json:
        print_json({game: {name: asdict(entry) for name, entry in entries.items()} for game, entries in found.items()})


def _choose(name: str, players: int | None, options: tuple[str, ...], data: str | None) -> GameChoice:
    """Return the game, for two players where it can be played by two and nobody says otherwise."""
    two = 2 if 2 in registry.game(name).players else None
    chosen = choose(name, players or two, options, data)
    if chosen.players == 1:
        raise BadOption(f"levels are measured against each other, so {chosen.game.title} needs two players or more")
    return chosen


def write(root: Path, game: str, measured: dict[str, Elo]) -> None:
    """Write the data file and the page of a project."""
    try:
        merged = write_elos(root / FILE.relative_to(ROOT), game, measured)
        page = root / "docs" / "levels.md"
        page.parent.mkdir(exist_ok=True)
        page.write_text(markdown(merged, {name: known.title for name, known in registry.all_games().items()}), encoding="utf-8")
    except OSError as error:
        raise BestagonError(f"cannot write the levels: {error}") from None


def show(chosen: GameChoice, measured: dict[str, Elo]) -> None:
    """Print what was measured."""
    grid = Grid(title=f"{chosen.game.title}, {chosen.players} players")
    for heading in ("level", "program", "Elo", "95 %", "games", "against the level below", "against random"):
        grid.add_column(heading, justify="left" if heading in ("level", "program") else "right")
    for name, entry in measured.items():
        below, random = (f"{part[0]:.1%} ({part[1]:.1%} to {part[2]:.1%})" if part else "" for part in (entry.below, entry.random))
        grid.add_row(name, entry.program, str(entry.elo), f"{entry.low} to {entry.high}", str(entry.games), below, random)
    console.print(grid)
