"""`bestagon balance`: what a game is like between bots, and what a change of its rules does, as one HTML page."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

import click

from bestagon.bots.levels import NAMES
from bestagon.cli.common import (
    check_writable,
    collect,
    console,
    data_folder,
    given_options,
    jobs_option,
    on_option,
    warn_uncompiled,
    writing,
)
from bestagon.core import registry
from bestagon.core.errors import BadOption
from bestagon.core.game import Game
from bestagon.core.option import Value
from bestagon.lab.balance import results_file
from bestagon.lab.balance.experiment import Experiment
from bestagon.lab.balance.measured_game import MeasuredGame, play_tasks
from bestagon.lab.balance.page import html
from bestagon.lab.balance.plan import BalanceTask, Plan, program
from bestagon.lab.balance.report import BalanceReport
from bestagon.lab.parallel import map_parallel

CHUNKS_PER_CORE: Final = 20
MAX_CHUNK: Final = 50
TOLD: Final = 8
"""Findings that are printed; the page has all."""


@click.command()
@click.argument("game")
@click.option("--players", "-p", help="Numbers of players, separated by commas; by default the usual one.")
@click.option(
    "--levels", default="friendly", show_default=True, help="Levels (or players such as search:200), weakest first, separated by commas."
)
@click.option(
    "--games", "-n", type=click.IntRange(2, 10**7), default=200, show_default=True, help="Games of each level and number of players."
)
@click.option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="Game option; may be repeated.")
@click.option("--data", metavar="FILE", help="Your own sheet, deck or map instead of the built-in one.")
@click.option("--against", multiple=True, metavar="NAME=VALUE", help="Compare with this option changed; may be repeated.")
@click.option("--against-data", metavar="FILE", help="Compare with your own sheet, deck or map.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the first game.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="Write the report to this HTML file.")
@click.option(
    "--json", "json_out", type=click.Path(path_type=Path, dir_okay=False), help="Write every figure to this JSON file, for scripts."
)
@click.option("--resume", is_flag=True, help="Go on with an interrupted run of the same command.")
@jobs_option
@on_option
def balance(
    game: str,
    players: str | None,
    levels: str,
    games: int,
    options: tuple[str, ...],
    data: str | None,
    against: tuple[str, ...],
    against_data: str | None,
    seed: int,
    out: Path,
    json_out: Path | None,
    resume: bool,
    jobs: int,
    on: str | None,
) -> None:
    """Let bots play GAME and report how fair, long, exciting and lucky it is.

    With --against or --against-data, the same seeds are played with a changed rule too, and every difference is tested.
    """
    warn_uncompiled()
    chosen = registry.game(game)
    plan, labels = make_plan(chosen, players, levels, games, options, data, against, against_data, seed)
    check_writable(out)
    check_writable(json_out)
    path = out.with_name(out.name + ".games.jsonl")
    with writing(path):
        if not resume:
            results_file.begin(path, plan)
        experiment = Experiment(plan, path, results_file.resume(path, plan) if resume else [])
        experiment.run(partial(run, plan, jobs, on))
    report = BalanceReport(experiment, labels)
    with writing(out):
        out.write_text(html(report), encoding="utf-8")
    if json_out is not None:
        with writing(json_out):
            json_out.write_text(json.dumps(report.data(), indent=1) + "\n", encoding="utf-8")
    path.unlink()
    for finding in report.sections()[0]["findings"][:TOLD]:
        console.print(f"{finding['where']}: {finding['text']}".removeprefix(": "), markup=False, soft_wrap=True)
    console.print(f"Report written to {out}", markup=False, soft_wrap=True)


def make_plan(
    game: Game,
    players: str | None,
    levels: str,
    games: int,
    options: tuple[str, ...],
    data: str | None,
    against: tuple[str, ...],
    against_data: str | None,
    seed: int,
) -> tuple[Plan, list[str]]:
    """Return what the arguments ask for, and the names of the variants; BestagonError if they are invalid."""
    counts = tuple(dict.fromkeys(game.check_players(_whole(part)) for part in players.split(","))) if players else (game.usual_players,)
    names = tuple(dict.fromkeys(part.strip() for part in levels.split(",")))
    for name in names:
        program(game, name)
    ranks = [NAMES.index(name) for name in names if name in NAMES]
    if ranks != sorted(ranks):
        raise BadOption(f"levels go from the weakest to the strongest: {', '.join(NAMES)}")
    given = given_options(game, options, data)
    variants, labels = [_complete(game, counts, given)], ["usual rules" if not given else _label(options, data)]
    if against or against_data is not None:
        changed = {**given, **given_options(game, against, against_data)}
        variants.append(_complete(game, counts, changed))
        labels.append(_label(against, against_data))
        if against_data is not None and _is_played(game, counts, given, str(variants[1]["data"])):
            raise BadOption(f"{against_data} is the game's own file, which is played already: edit it first")
        if variants[0] == variants[1]:
            raise BadOption(f"{labels[1]} is what is played already: there is nothing to compare")
    return Plan(game.name, game.rules_version, tuple(variants), counts, names, games, seed), labels


def _is_played(game: Game, counts: Sequence[int], given: dict[str, object], text: str) -> bool:
    """Tell whether a data file is the one that the options choose already, unchanged."""
    for name, options in game.data_files.items():
        if (data_folder(game) / name).read_text(encoding="utf-8") == text:
            return _complete(game, counts, given) == _complete(game, counts, {**given, **options})
    return False


def _complete(game: Game, counts: Sequence[int], given: dict[str, object]) -> dict[str, Value]:
    """Return a value for every option; BadOption if the numbers of players have different defaults."""
    found = [game.complete(count, given) for count in counts]
    for count in counts:
        game.setup(count, found[0])
    if any(one != found[0] for one in found):
        raise BadOption(f"{game.title} has other defaults for other numbers of players: give the options, or one number of players")
    return found[0]


def _label(options: tuple[str, ...], data: str | None) -> str:
    parts = [option.replace(" ", "") for option in options]
    return ", ".join(parts + ([Path(data).name] if data is not None else []))


def _whole(text: str) -> int:
    if not text.strip().isdecimal():
        raise BadOption(f"--players is a list of numbers such as 2,4, not {text!r}")
    return int(text)


def run(
    plan: Plan,
    jobs: int,
    on: str | None,
    title: str,
    tasks: Sequence[BalanceTask],
    total: int,
    done: Callable[[Sequence[MeasuredGame]], None],
) -> None:
    """Play tasks in chunks on all cores, or on Ray, with a progress bar; every chunk is stored when it is ready."""
    size = max(1, min(MAX_CHUNK, len(tasks) // (jobs * CHUNKS_PER_CORE)))
    chunks = [tasks[i : i + size] for i in range(0, len(tasks), size)]

    def stored() -> Generator[list[MeasuredGame], None, None]:
        with closing(map_parallel(partial(play_tasks, plan), chunks, jobs, on)) as results:
            for games in results:
                done(games)
                yield games

    collect(title, stored(), total, total - len(tasks), size=len)
