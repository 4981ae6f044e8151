"""`bestagon arena --levels`: measures the levels, and writes their Elo for the app (levels.json) and readers (levels.md)."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Final

from rich.table import Table as Grid

from bestagon.bots.levels import FILE, Elo, write_elos
from bestagon.cli.common import choose, console, print_json, run_arena, writing
from bestagon.core import registry
from bestagon.core.errors import BadOption
from bestagon.core.game import Variant
from bestagon.lab.calibration import elos, ladder, markdown, percent
from bestagon.lab.schedule import ladder_schedule

LEVEL_GAMES: Final = 400
"""Default number of games for each pair of levels."""
ROOT: Final = FILE.parents[4]
"""The project, if the program runs from a source tree."""


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
    """Measure the levels of the named games, or of all, and write the results after each game."""
    if len(names) != 1 and (players is not None or options or data):
        raise BadOption("--players, --option and --data need the name of one game")
    root = into or ROOT
    if into is None and not (ROOT / "pyproject.toml").exists():
        raise BadOption("this program does not run from a source tree: use --into to name the project to write to")
    found: dict[str, dict[str, Elo]] = {}
    for chosen in [_choose(name, players, options, data) for name in names or registry.all_games()]:
        scheduled = ladder_schedule(ladder(chosen.game.name), chosen.players, games, seed)
        found[chosen.game.name] = measured = elos(chosen.game.name, run_arena(chosen, scheduled, out, jobs, shared=True))
        write(root, chosen.game.name, measured)
        if not as_json:
            show(chosen, measured)
    if as_json:
        print_json({game: {name: asdict(entry) for name, entry in entries.items()} for game, entries in found.items()})


def _choose(name: str, players: int | None, options: tuple[str, ...], data: str | None) -> Variant:
    """Return the game, by default for two players if it has a two-player mode."""
    two = 2 if 2 in registry.game(name).players else None
    chosen = choose(name, players or two, options, data)
    if chosen.players == 1:
        raise BadOption(f"levels are measured against each other, so {chosen.game.title} needs two or more players")
    return chosen


def write(root: Path, game: str, measured: dict[str, Elo]) -> None:
    """Write the data file and the page of a project."""
    file, page = root / FILE.relative_to(ROOT), root / "docs" / "levels.md"
    with writing(file):
        merged = write_elos(file, game, measured)
    with writing(page):
        page.parent.mkdir(exist_ok=True)
        page.write_text(markdown(merged, {name: known.title for name, known in registry.all_games().items()}), encoding="utf-8")


def show(chosen: Variant, measured: dict[str, Elo]) -> None:
    """Print the measured levels of a game."""
    grid = Grid(title=f"{chosen.game.title}, {chosen.players} players")
    for heading in ("level", "player", "Elo", "95 %", "games", "against the level below", "against random"):
        grid.add_column(heading, justify="left" if heading in ("level", "player") else "right")
    for name, entry in measured.items():
        elo, against = f"{entry.low} to {entry.high}", [percent(part) for part in (entry.below, entry.random)]
        grid.add_row(name, entry.program, str(entry.elo), elo, str(entry.games), *against)
    console.print(grid)
