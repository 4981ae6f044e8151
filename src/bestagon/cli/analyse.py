"""`bestagon analyse`: what a search thinks of a finished or running game."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Final

import click
from rich.table import Table as Grid

from bestagon.bots.analysis import Verdict, in_words, judge, mistakes, requests_for, searcher
from bestagon.cli.common import check_writable, collect, console, jobs_option, print_json, warn_uncompiled
from bestagon.cli.replay import line_option, pick
from bestagon.core import registry
from bestagon.core.errors import BadOption
from bestagon.core.game import Game
from bestagon.core.record import Record
from bestagon.lab.parallel import map_parallel
from bestagon.lab.plots import Chart, PlotLine, check_suffix, write

ITERATIONS: Final = 2000


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@line_option
@click.option(
    "--iterations", type=click.IntRange(1, 10**8), default=ITERATIONS, show_default=True, help="Search iterations for each decision."
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the search's own dice.")
@click.option("--plot", type=click.Path(path_type=Path, dir_okay=False), help="Plot the expected results to this .svg or .png file.")
@jobs_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")
def analyse(file: Path, line: int, iterations: int, seed: int, plot: Path | None, jobs: int, as_json: bool) -> None:
    """Judge every decision in the record in FILE and list the mistakes.

    Expected results go from 0 (last place) to 1 (first). A decision is judged by what its seat could know at the time.
    """
    warn_uncompiled()
    if plot is not None:
        check_suffix(plot)
    record = pick(file, line)
    check_writable(plot)
    game = registry.game(record.game)
    verdicts, final = run(record, game, iterations, seed, jobs)
    worst = mistakes(verdicts)
    if plot is not None:
        write(chart(record, game, verdicts, final), plot)
    if as_json:
        decisions = [{**asdict(verdict), "regret": verdict.regret} for verdict in verdicts]
        named = [in_words(game, verdict) for verdict in worst]
        print_json({"game": game.name, "iterations": iterations, "decisions": decisions, "final": final, "mistakes": named})
    else:
        show(game, verdicts, worst, plot)


def run(record: Record, game: Game, iterations: int, seed: int, jobs: int) -> tuple[list[Verdict], tuple[float, ...]]:
    """Return the verdicts in the order of the game and, if it is over, the results; show a progress bar meanwhile."""
    requests, final = requests_for(record, searcher(iterations), seed)
    found = collect(game.title, map_parallel(judge, requests, jobs), len(requests))
    return sorted(found, key=lambda verdict: verdict.move), final


def chart(record: Record, game: Game, verdicts: list[Verdict], final: tuple[float, ...]) -> Chart:
    """Return a chart of the expected results with the mistakes marked."""
    if not verdicts:
        raise BadOption("this record has no decisions to plot")
    lines = []
    for seat in range(record.players):
        points = [(float(verdict.move - 1), verdict.chances[seat]) for verdict in verdicts]
        points += [(float(len(record.actions)), final[seat])] if final else []
        lines.append(PlotLine(game.seat_name(seat), tuple(points)))
    marks = tuple((float(v.move - 1), v.chances[v.seat], in_words(game, v)) for v in mistakes(verdicts))
    return Chart(game.title, "actions played", "expected result", tuple(lines), marks)


def show(game: Game, verdicts: list[Verdict], worst: list[Verdict], plot: Path | None) -> None:
    """Print the verdicts and the worst mistakes as text."""
    grid = Grid(title=f"{game.title}: {len(verdicts)} decisions")
    for heading in ("move", "seat", "played", "the search's choice", "before", "after", "regret"):
        grid.add_column(heading, justify="right" if heading in ("move", "before", "after", "regret") else "left")
    for v in verdicts:
        other = "" if v.best == v.played else v.best
        regret = f"{v.regret:.2f}" if v.regret else ""
        grid.add_row(str(v.move), game.seat_name(v.seat), v.played, other, f"{v.before:.2f}", f"{v.after:.2f}", regret)
    console.print(grid)
    for verdict in worst:
        console.print(in_words(game, verdict), markup=False, soft_wrap=True)
    if not worst:
        console.print("No mistakes found.")
    if plot is not None:
        console.print(f"Plot written to {plot}", markup=False, soft_wrap=True)
