"""`bestagon arena --levels`: measures the levels, and writes their Elo for the app (levels.json) and readers (levels.md)."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Final

from rich.table import Table as Grid

from bestagon.bots.levels import FILE, Elo, measured_levels, write_elos, write_larger
from bestagon.cli.common import choose, console, print_json, run_arena, writing
from bestagon.core import registry
from bestagon.core.errors import BadOption
from bestagon.core.game import Variant
from bestagon.lab.calibration import elos, known_larger, known_points, ladder, larger_tables, markdown, percent, wanted_pairs
from bestagon.lab.schedule import ladder_schedule, neighbours

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
    on: str | None,
    into: Path | None,
    fresh: bool,
    as_json: bool,
) -> None:
    """Measure the levels of the named games, or of all, and write the results after each game.

    Two players give the levels' Elo; more players add how each level does against the one below at such a table. Neighbours that have not
    changed since they were measured play only the games that are still missing, unless it is to be `fresh`.
    """
    if len(names) != 1 and (players is not None or options or data):
        raise BadOption("--players, --option and --data need the name of one game")
    root = into or ROOT
    if into is None and not (ROOT / "pyproject.toml").exists():
        raise BadOption("this program does not run from a source tree: use --into to name the project to write to")
    found: dict[str, dict[str, Elo]] = {}
    file = root / FILE.relative_to(ROOT)
    for chosen in [_choose(name, players, options, data) for name in names or registry.all_games()]:
        game = chosen.game.name
        larger = chosen.players > 2 and 2 in chosen.game.players
        if larger and game not in measured_levels(file):
            raise BadOption(f"{file} has no levels of {game} yet: measure them with two players first")
        table = ", ".join([f"{chosen.players} players", *options])
        measured = {} if fresh else measured_levels(file).get(game, {})
        known = known_larger(game, measured, table) if larger else known_points(game, measured)
        met = {pair: len(points) for pair, points in known.items()}
        pairs = neighbours(ladder(game), games) if larger else wanted_pairs(ladder(game), games, met)
        results = run_arena(chosen, ladder_schedule(pairs, chosen.players, seed, met), out, jobs, on, shared=True)
        points = [one for games_known in known.values() for one in games_known]
        with writing(file):
            if larger:
                merged = write_larger(file, game, table, larger_tables(game, results, points))
            else:
                merged = write_elos(file, game, elos(game, results, points))
        write_page(root, merged)
        found[game] = merged[game]
        if not as_json:
            show(chosen, merged[game])
    if as_json:
        print_json({game: {name: asdict(entry) for name, entry in entries.items()} for game, entries in found.items()})


def _choose(name: str, players: int | None, options: tuple[str, ...], data: str | None) -> Variant:
    """Return the game, by default for two players if it has a two-player mode."""
    two = 2 if 2 in registry.game(name).players else None
    chosen = choose(name, players or two, options, data)
    if chosen.players == 1:
        raise BadOption(f"levels are measured against each other, so {chosen.game.title} needs two or more players")
    return chosen


def write_page(root: Path, measured: dict[str, dict[str, Elo]]) -> None:
    """Write docs/levels.md of a project."""
    page = root / "docs" / "levels.md"
    with writing(page):
        page.parent.mkdir(exist_ok=True)
        page.write_text(markdown(measured, {name: known.title for name, known in registry.all_games().items()}), encoding="utf-8")


def show(chosen: Variant, measured: dict[str, Elo]) -> None:
    """Print the measured levels of a game."""
    grid = Grid(title=chosen.game.title)
    tables = list(dict.fromkeys(table for entry in measured.values() for table in entry.larger))
    for heading in ("level", "player", "Elo", "95 %", "games", "against the level below", "against random", *tables):
        grid.add_column(heading, justify="left" if heading in ("level", "player") else "right")
    for name, entry in measured.items():
        elo, against = f"{entry.low} to {entry.high}", [percent(part) for part in (entry.below, entry.random)]
        larger = [percent(entry.larger[table].share) if table in entry.larger else "" for table in tables]
        grid.add_row(name, entry.program, str(entry.elo), elo, str(entry.games), *against, *larger)
    console.print(grid)
