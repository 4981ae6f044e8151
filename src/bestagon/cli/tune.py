"""`bestagon tune`: fits the weights of a game's evaluator by self-play."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bestagon.cli.common import check_writable, choose, collect, console, game_arguments, jobs_option, warn_uncompiled, writing
from bestagon.lab.tuning import TuningPlan, compared, evidence, mean_weights, start_weights, tuned


@click.command()
@click.argument("game")
@game_arguments
@click.option("--weights", "names", default="*", show_default=True, metavar="PATTERN", help="Which weights to fit, such as 'rivals_*'.")
@click.option("--iterations", type=click.IntRange(0), default=0, show_default=True, help="Search iterations; 0 plays by priors.")
@click.option("--steps", type=click.IntRange(1), default=200, show_default=True, help="Steps to take; more continue a finished tuning.")
@click.option("--seeds", type=click.IntRange(1), default=64, show_default=True, help="Seeds of a step, each played from every seat.")
@click.option("--change", type=click.FloatRange(0.001, 0.9), default=0.1, show_default=True, help="Relative change that a step tries.")
@click.option("--rate", type=click.FloatRange(0.001, 5.0), default=0.2, show_default=True, help="How far a step moves for the points won.")
@click.option("--check", type=click.IntRange(1), default=500, show_default=True, help="Seeds of the match against the weights before.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the first game.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="Write the weights here, as JSON.")
@jobs_option
def tune(
    game: str,
    players: int | None,
    options: tuple[str, ...],
    data: str | None,
    names: str,
    iterations: int,
    steps: int,
    seeds: int,
    change: float,
    rate: float,
    check: int,
    seed: int,
    out: Path,
    jobs: int,
) -> None:
    """Fit the weights of a game's evaluator by self-play on all cores.

    OUT.steps.jsonl has every step; the same command goes on from there. OUT.evidence.json says how the weights did in a match against
    those before, on seeds that no step has seen.
    """
    warn_uncompiled()
    check_writable(out)
    chosen = choose(game, players, options, data)
    plan = TuningPlan(chosen.game.name, chosen.players, chosen.options, names, iterations, seeds, change, rate, seed)
    before = start_weights(plan)
    with writing(out):
        done = collect(f"Tuning {chosen.game.title}", tuned(plan, Path(f"{out}.steps.jsonl"), steps, jobs), steps)
        fitted = mean_weights(done)
        first = seed + (steps + 1) * seeds
        results = collect(
            "Checking", compared(plan, fitted, before, range(first, first + check), jobs), check, size=lambda part: len(part.points)
        )
        found = evidence(plan, len(done), results)
        out.write_text(json.dumps(fitted, indent=1) + "\n", encoding="utf-8")
        Path(f"{out}.evidence.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    share = f"{found['share']:.1%} ({found['low']:.1%} to {found['high']:.1%})"
    console.print(f"{share} of the points on {check} seeds, with {found['time']:.2f} times the CPU time")
    console.print("better than before" if found["better"] else "not better than before: keep the weights that the game has")
