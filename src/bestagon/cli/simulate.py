"""`bestagon simulate`: many games between players on all cores, with a summary."""

from __future__ import annotations

import math
import secrets
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
from rich.table import Table as Grid

from bestagon.bots.player_factory import make_player
from bestagon.bots.self_play import tally_games
from bestagon.bots.tally import Tally
from bestagon.cli.common import (
    check_writable,
    choose,
    console,
    follow,
    game_arguments,
    jobs_option,
    on_option,
    print_json,
    warn_uncompiled,
    writing,
)
from bestagon.core.errors import BadOption
from bestagon.core.game import Variant
from bestagon.lab.parallel import map_parallel

CHUNKS_PER_CORE: Final = 20
CHUNKS_ON_RAY: Final = 400
"""Enough for a cluster, whose number of cores is not known yet; quick chunks share a task."""
MAX_CHUNK: Final = 1000
"""Chunks are small, because a chunk that has begun is finished even if the rest is cancelled."""


@click.command()
@click.argument("game")
@click.option("--games", "-n", type=click.IntRange(1, 10**8), default=1000, show_default=True, help="Number of games.")
@game_arguments
@click.option("--seats", default="random", show_default=True, help="One player for all seats, or one per seat separated by commas.")
@click.option("--seed", type=click.IntRange(0), help="Seed of the first game; each next game adds 1. Random by default.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write the records to this file, one JSON object per line.")
@jobs_option
@on_option
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON for scripts.")
def simulate(
    game: str,
    games: int,
    players: int | None,
    options: tuple[str, ...],
    data: str | None,
    seats: str,
    seed: int | None,
    out: Path | None,
    jobs: int,
    on: str | None,
    as_json: bool,
) -> None:
    """Play GAME many times between bots and summarize the results."""
    warn_uncompiled()
    chosen = choose(game, players, options, data)
    seated = seat_list(seats, chosen)
    check_writable(out)
    first = secrets.randbelow(2**32) if seed is None else seed
    tally, records = run(chosen, seated, range(first, first + games), jobs, on, records=out is not None)
    if out is not None:
        with writing(out):
            out.write_text("".join(record + "\n" for record in records), encoding="utf-8")
    summary = summarise(tally, chosen, seated, first)
    if as_json:
        print_json(summary)
    else:
        show(summary, chosen, seated)


def seat_list(seats: str, chosen: Variant) -> list[str]:
    """Return the player of every seat; BadOption if the list does not fit the table."""
    names = [name.strip() for name in seats.split(",")]
    if len(names) == 1:
        names *= chosen.players
    if len(names) != chosen.players:
        raise BadOption(f"--seats names {len(names)} players for a game of {chosen.players}: give one for all, or one per seat")
    for name in names:
        make_player(name, chosen.game)
    return names


def run(
    chosen: Variant, seated: Sequence[str], seeds: range, jobs: int, on: str | None = None, *, records: bool = False
) -> tuple[Tally, list[str]]:
    """Play all games with a progress bar; return the tally, and the records in the order of their seeds."""
    parts = CHUNKS_ON_RAY if on else jobs * CHUNKS_PER_CORE
    size = max(1, min(MAX_CHUNK, len(seeds) // parts))
    chunks = [seeds[i : i + size] for i in range(0, len(seeds), size)]
    play = partial(tally_games, chosen.game.name, chosen.players, chosen.options, list(seated), records=records)
    tally = Tally(chosen.players)
    lines: dict[int, list[str]] = {}
    played = map_parallel(play, chunks, jobs, on)
    with closing(follow(chosen.game.title, played, len(seeds), size=lambda games: int(games.tally.games))) as results:
        for games in results:
            tally.add(games.tally)
            lines[games.first] = games.records
    return tally, [line for first in sorted(lines) for line in lines[first]]


def summarise(tally: Tally, chosen: Variant, seated: Sequence[str], first: int) -> dict[str, Any]:
    """Return the results by seat, and statistics of lengths and endings."""
    games = tally.games
    seats = []
    for seat in range(chosen.players):
        scores = tally.scores[seat]
        seats.append(
            {
                "seat": seat,
                "player": seated[seat],
                "won": tally.won[seat] / games,
                "shared": tally.shared[seat] / games,
                "place": tally.places[seat] / games,
                "score": mean(scores),
                "score_sd": deviation(scores),
                "score_low": min(scores),
                "score_high": max(scores),
            }
        )
    return {
        "game": chosen.game.name,
        "players": chosen.players,
        "options": chosen.options,
        "games": games,
        "seed": first,
        "seats": seats,
        "length": {"mean": mean(tally.lengths), "low": min(tally.lengths), "high": max(tally.lengths)},
        "endings": dict(sorted(tally.endings.items(), key=lambda pair: (-pair[1], pair[0]))),
    }


def mean(counts: Mapping[int, int]) -> float:
    """Return the mean of numbers, of which each occurs so many times."""
    return sum(number * count for number, count in counts.items()) / sum(counts.values())


def deviation(counts: Mapping[int, int]) -> float:
    """Return the standard deviation of numbers, of which each occurs so many times."""
    games, total = sum(counts.values()), sum(number * count for number, count in counts.items())
    squares = sum(number * number * count for number, count in counts.items())
    return math.sqrt(games * squares - total * total) / games


def show(summary: dict[str, Any], chosen: Variant, seated: Sequence[str]) -> None:
    """Print a summary as text."""
    grid = Grid(title=f"{chosen.game.title}: {summary['games']:,} games from seed {summary['seed']}")
    for heading in ("seat", "player", "won", "shared", "mean place", "score", "± sd", "lowest", "highest"):
        grid.add_column(heading, justify="left" if heading in ("seat", "player") else "right")
    for row in summary["seats"]:
        grid.add_row(
            f"{row['seat']} {chosen.game.seat_name(row['seat'])}",
            row["player"],
            f"{row['won']:.1%}",
            f"{row['shared']:.1%}",
            f"{row['place']:.2f}",
            f"{row['score']:.2f}",
            f"{row['score_sd']:.2f}",
            str(row["score_low"]),
            str(row["score_high"]),
        )
    console.print(grid)
    length = summary["length"]
    console.print(f"actions per game: {length['mean']:.1f} (from {length['low']} to {length['high']})")
    console.print("endings: " + ", ".join(f"{ending} {count / summary['games']:.1%}" for ending, count in summary["endings"].items()))
