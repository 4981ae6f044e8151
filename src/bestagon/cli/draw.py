"""`bestagon draw`: a picture of a record or of a game, as SVG or PNG."""

from __future__ import annotations

import copy
from pathlib import Path

import click

from bestagon.cli.common import choose
from bestagon.cli.replay import pick
from bestagon.core.dice import fast
from bestagon.core.errors import BadOption, BadRecord, BestagonError
from bestagon.core.position import SPECTATOR
from bestagon.core.table import Table, open_table
from bestagon.scene.png import to_png
from bestagon.scene.svg import draw as draw_svg


@click.command()
@click.argument("source", metavar="FILE|GAME")
@click.option("--at", type=click.IntRange(0), help="Of a record: the position after this many actions, instead of the last.")
@click.option("--line", type=click.IntRange(1), help="Of a file with one record per line: which record.")
@click.option("--players", "-p", type=int, help="Of a game: the number of players.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Of a game: an option; may be repeated.")
@click.option("--data", metavar="FILE", help="Of a game: your own sheet, deck or map instead of the built-in one.")
@click.option("--seed", type=click.IntRange(0), help="Of a game: the seed of its dice and of the moves.  [default: 0]")
@click.option("--moves", type=click.IntRange(0), help="Of a game: the number of random moves before the picture.  [default: 0]")
@click.option("--seat", type=int, help="Draw what this seat sees, counted from 0, instead of what a spectator sees.")
@click.option("--coordinates", is_flag=True, help="Write the names of cells into the empty ones.")
@click.option("--out", "-o", required=True, type=click.Path(path_type=Path), help="The picture: a name that ends in .svg or .png.")
def draw(
    source: str,
    at: int | None,
    line: int | None,
    players: int | None,
    options: tuple[str, ...],
    data: str | None,
    seed: int | None,
    moves: int | None,
    seat: int | None,
    coordinates: bool,
    out: Path,
) -> None:
    """Draw the record in FILE, or a new game of GAME."""
    kind = out.suffix.lower()
    if kind not in (".svg", ".png"):
        raise BestagonError(f"cannot tell the format of {out}: the name must end in .svg or .png")
    if Path(source).is_file() or Path(source).suffix:
        _only("a game", players=players, option=options or None, data=data, seed=seed, moves=moves)
        table = _recorded(Path(source), line or 1, at)
    else:
        _only("a record", at=at, line=line)
        table = _played(source, players, options, data, seed or 0, moves or 0)
    position = table.view(SPECTATOR if seat is None else seat).position
    scene = table.game.scene(position, SPECTATOR if seat is None else seat)
    svg = draw_svg(table.game.stage(position), scene, coordinates=coordinates)
    try:
        out.write_bytes(_png(svg) if kind == ".png" else svg.encode())
    except OSError as error:
        raise BestagonError(f"cannot write {out}: {error.strerror or error}") from None


def _only(what: str, **given: object) -> None:
    for name, value in given.items():
        if value is not None:
            raise BadOption(f"--{name} is for {what}")


def _recorded(file: Path, line: int, at: int | None) -> Table:
    """Return a record's table after `at` actions, with the whole record checked."""
    record = pick(file, line)
    last = len(record.actions)
    if at is not None and at > last:
        raise BadRecord(f"the record has {last} actions, so there is nothing after {at}")
    return next(copy.copy(table) for i, table in enumerate(record.steps()) if i == (last if at is None else at))


def _played(name: str, players: int | None, options: tuple[str, ...], data: str | None, seed: int, moves: int) -> Table:
    """Return the table of a new game after random moves."""
    chosen = choose(name, players, options, data)
    table, dice = open_table(chosen.game, chosen.players, seed, chosen.options), fast(seed)
    for _ in range(moves):
        if table.over:
            break
        legal = table.moves(table.acting[int(dice.below(len(table.acting)))])
        table.play(legal[int(dice.below(len(legal)))])
    return table


def _png(svg: str) -> bytes:
    try:
        return to_png(svg)
    except ImportError:
        raise BestagonError("PNG pictures need resvg-py: run `pip install 'bestagon[draw]'`, or write an .svg") from None
