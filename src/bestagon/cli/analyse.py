"""`bestagon analyse`: what a search thinks of a game that was played."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Final

import click
from rich.table import Table as Grid

from bestagon.bots.analysis import Verdict, final_chances, in_words, judge, mistakes, questions
from bestagon.cli.common import check_writable, console, print_json, progress, warn_uncompiled
from bestagon.cli.replay import pick
from bestagon.cli.simulate import MOST_JOBS
from bestagon.core import registry
from bestagon.core.errors import BadOption
from bestagon.core.game import Game
from bestagon.core.record import Record
from bestagon.lab.plots import Chart, PlotLine, write
from bestagon.lab.pool import spread

ITERATIONS: Final = 2000


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--line", type=click.IntRange(1), default=1, show_default=True, help="Which record of a file with one a line.")
@click.option(
    "--iterations", type=click.IntRange(1, 10**8), default=ITERATIONS, show_default=True, help="Imagined games for each decision."
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the search's own dice.")
@click.option("--plot", type=click.Path(path_type=Path, dir_okay=False), help="Draw the expected results over the game: an .svg or a .png.")
@click.option(
    "--jobs", "-j", type=click.IntRange(1, MOST_JOBS), default=os.cpu_count() or 1, help="How many processes; all cores unless said."
)
@click.option("--json", "as_json", is_flag=True, help="Everything for scripts.")
def analyse(file: Path, line: int, iterations: int, seed: int, plot: Path | None, jobs: int, as_json: bool) -> None:
    """Judge every decision of the record in FILE, and name the mistakes.

    Expected results go from 0 (last) to 1 (first). A decision is judged by what its seat could know then.
    """
    warn_uncompiled()
    if plot is not None and plot.suffix.lower() not in (".svg", ".png"):
        raise BadOption(f"a plot is written as .svg or .png, not as {plot.name!r}")
    record = pick(file, line)
    check_writable(plot)
    game = registry.game(record.game)
    verdicts = run(record, game, iterations, seed, jobs)
    final = final_chances(record)
    worst = mistakes(verdicts)
    if plot is not None:
        write(chart(record, game, verdicts, final), plot)
    if as_json:
        decisions = [{**asdict(verdict), "regret": verdict.regret} for verdict in verdicts]
        named = [in_words(game, verdict) for verdict in worst]
        print_json({"game": game.name, "iterations": iterations, "decisions": decisions, "final": final, "mistakes": named})
    else:
        show(game, verdicts, worst, plot)


def run(record: Record, game: Game, iterations: int, seed: int, jobs: int) -> list[Verdict]:
    """Return the verdicts in the order of the game, with a progress bar on the way."""
    asked = questions(record, iterations, seed)
    found: list[Verdict] = []
    bar = progress()
    with bar, closing(spread(judge, asked, jobs)) as verdicts:
        task = bar.add_task(game.title, total=len(asked))
        for verdict in verdicts:
            found.append(verdict)
            bar.advance(task)
    return sorted(found, key=lambda verdict: verdict.move)


def chart(record: Record, game: Game, verdicts: list[Verdict], final: tuple[float, ...]) -> Chart:
    """Return the expected results over the game as a chart, mistakes marked."""
    if not verdicts:
        raise BadOption("there is no decision in this record to draw")
    lines = []
    for seat in range(record.players):
        points = [(float(verdict.move - 1), verdict.chances[seat]) for verdict in verdicts]
        points += [(float(len(record.actions)), final[seat])] if final else []
        lines.append(PlotLine(game.seat_name(seat), tuple(points)))
    marks = tuple((float(v.move - 1), v.chances[v.seat], in_words(game, v)) for v in mistakes(verdicts))
    return Chart(game.title, "actions played", "expected result", tuple(lines), marks)


def show(game: Game, verdicts: list[Verdict], worst: list[Verdict], plot: Path | None) -> None:
    """Print the verdicts and the worst mistakes."""
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
        console.print("No mistake worth naming.")
    if plot is not None:
        console.print(f"The plot is in {plot}", markup=False, soft_wrap=True)
