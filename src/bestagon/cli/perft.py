"""`bestagon perft`: the number of action sequences of each length."""

from __future__ import annotations

import click

from bestagon.cli.common import choose, console, game_arguments, print_json, warn_uncompiled
from bestagon.core.dice import fast
from bestagon.engine.perft import perft as count


@click.command()
@click.argument("game")
@click.argument("depth", type=click.IntRange(0))
@game_arguments
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the dice.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")
def perft(game: str, depth: int, players: int | None, options: tuple[str, ...], data: str | None, seed: int, as_json: bool) -> None:
    """Count the sequences of up to DEPTH actions from the start of GAME."""
    warn_uncompiled()
    chosen = choose(game, players, options, data)
    position = chosen.game.setup(chosen.players, chosen.options)
    position.start(fast(seed))
    counts = [int(count(position, i)) for i in range(depth + 1)]
    if as_json:
        print_json({"game": chosen.game.name, "players": chosen.players, "seed": seed, "options": chosen.options, "counts": counts})
        return
    for i, n in enumerate(counts):
        console.print(f"{i:>3} {n:>16,}")
