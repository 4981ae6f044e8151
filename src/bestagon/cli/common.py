"""What several commands share: choosing a game, output, errors and arenas with a progress bar."""

from __future__ import annotations

import codecs
import errno
import io
import json
import os
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bestagon.compiled_build import is_compiled
from bestagon.core import registry
from bestagon.core.errors import BadOption, BestagonError
from bestagon.core.game import Game, Variant
from bestagon.lab.arena import GameResult, finished_results, play_scheduled
from bestagon.lab.ray_pool import check_address
from bestagon.lab.schedule import ScheduledGame

T = TypeVar("T")
WIDE: Final = 120
"""Width of tables in files and pipes."""
MAX_JOBS: Final = 256
LOOKALIKES: Final = {"─": "-", "━": "-", "│": "|", "┃": "|", "•": "*", "·": ".", "★": "*", "×": "x", "±": "+-", "…": "...", "å": "a"}
"""ASCII stand-ins for output that cannot encode a character."""

console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDE)
errors = Console(stderr=True, highlight=False, soft_wrap=True)


def choose(name: str, players: int | None, options: tuple[str, ...], data: str | None) -> Variant:
    """Return the game that a command's arguments describe; BestagonError if they are invalid."""
    game = registry.game(name)
    count = game.check_players(players)
    completed = game.complete(count, given_options(game, options, data))
    game.setup(count, completed)
    return Variant(game, count, completed)


def given_options(game: Game, options: tuple[str, ...], data: str | None) -> dict[str, object]:
    """Return the options that a command's arguments give, without their defaults; BadOption if they cannot be read."""
    given: dict[str, object] = {}
    for pair in options:
        key, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"an option is given as name=value, not {pair!r}")
        given[key.strip()] = value.strip()
    if data is not None:
        if not any(option.data for option in game.options):
            raise BadOption(f"{game.title} has no data files, so it cannot be played with {data}")
        given["data"] = Path(data)
    return given


def data_folder(game: Game) -> Traversable:
    """Return the folder of a game's own data files."""
    return files(type(game).__module__.rpartition(".")[0]) / "data"


Command = Callable[..., Any]
jobs_option: Final = click.option(
    "--jobs", "-j", type=click.IntRange(1, MAX_JOBS), default=os.cpu_count() or 1, help="Number of processes; by default one per core."
)
on_option: Final = click.option(
    "--on",
    metavar="RAY",
    callback=lambda _context, _option, on: _checked(on),
    help="Run on Ray instead of processes: `ray` on this machine, or ray://HOST:PORT on all cores of a cluster.",
)


def _checked(on: str | None) -> str | None:
    """Return where to run; BadOption if it is neither `ray` nor the address of a cluster."""
    if on is not None:
        check_address(on)
    return on


def game_arguments(command: Command) -> Command:
    """Add --players, --option and --data to a command."""
    command = click.option("--data", metavar="FILE", help="Your own sheet, deck or map instead of the built-in one.")(command)
    command = click.option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="Game option; may be repeated.")(command)
    return click.option("--players", "-p", type=int, help="Number of players.")(command)


def follow(
    title: str, results: Generator[T, None, None], total: int, done: int = 0, size: Callable[[T], int] = lambda _: 1
) -> Generator[T, None, None]:
    """Yield the results, with a progress bar on stderr meanwhile; close their generator in the end or if interrupted."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True) as bar, closing(results):
        task = bar.add_task(title, total=total, completed=done)
        for result in results:
            yield result
            bar.advance(task, size(result))


def collect(title: str, results: Generator[T, None, None], total: int, done: int = 0, size: Callable[[T], int] = lambda _: 1) -> list[T]:
    """Return all results, with a progress bar on stderr meanwhile; close the generator if interrupted."""
    return list(follow(title, results, total, done, size))


def run_arena(
    chosen: Variant, scheduled: list[ScheduledGame], out: Path | None, jobs: int, on: str | None = None, *, shared: bool = False
) -> list[GameResult]:
    """Play the scheduled games that have no result in the file yet, and return all results; `shared` files may have other games."""
    name, options = chosen.game.name, chosen.options
    found = finished_results(out, name, options, scheduled, shared=shared) if out else []
    done = {result.scheduled() for result in found}
    left = [game for game in scheduled if game not in done]
    with writing(out):
        return found + collect(chosen.game.title, play_scheduled(name, options, left, out, jobs, on), len(scheduled), len(found))


def print_json(data: object) -> None:
    """Print data for a script."""
    click.echo(json.dumps(data))


def fail(error: BestagonError) -> NoReturn:
    """Print an error and exit: with 1 if the operating system caused it, else with 2."""
    errors.print("[bold red]error:[/]", escape(str(error)))
    sys.exit(1 if isinstance(error.__cause__, OSError) else 2)


def check_writable(path: Path | None) -> None:
    """Raise BestagonError if a file cannot be written, before the work for it begins."""
    if path is not None:
        try:
            path.open("a", encoding="utf-8").close()
        except OSError as error:
            raise BestagonError(f"cannot write {path}: {error.strerror or error}") from None


@contextmanager
def writing(path: Path | None) -> Iterator[None]:
    """Turn a failure to write a file, such as a full disk, into an error that names it."""
    try:
        yield
    except OSError as error:
        raise BestagonError(f"cannot write {path}: {error.strerror or error}") from error


@contextmanager
def robust_output() -> Iterator[None]:
    """Print lookalikes for characters that the output cannot encode, and report output that cannot be written."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="bestagon-lookalikes")
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except OSError as error:
        if error.filename is not None:
            raise BestagonError(f"{error.filename}: {error.strerror}") from error
        # Python flushes stdout once more at exit, which must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno == errno.EPIPE:  # The reader has seen enough, as `head` does.
            sys.exit(1)
        raise BestagonError(f"cannot write the output: {error.strerror or error}") from error


def _lookalikes(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    # Box drawing characters that are not lines are corners and crossings.
    return "".join(LOOKALIKES.get(letter, "+" if "\u2500" <= letter <= "\u257f" else "?") for letter in letters), error.end


codecs.register_error("bestagon-lookalikes", _lookalikes)


def warn_uncompiled() -> None:
    """Warn if the package runs uncompiled."""
    if not is_compiled():
        errors.print(
            "[yellow]warning:[/] bestagon runs uncompiled here, about 100 times slower: `bestagon doctor` says how to change that."
        )
