"""Steps per second of batches of games, and of Pgx for Hex of the same size, in CPU time, alternating in one run.

    pip install 'bestagon[rl]' pgx 'jax[cpu]'
    python benchmarks/rl_batches.py --rounds 12

Each side steps 1,024 games with observations and masks, beginning a new game wherever one has ended. "step" is the step alone,
"with choice" includes a random legal action for every game. The best round counts, because other processes disturb the others.
The process keeps to one processor: JAX has one thread then, and needs a quarter less CPU time than with two.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from typing import Any

from bestagon.compiled_build import is_compiled
from bestagon.rl import Batch, batch

GAMES = ("beerhex", "pocket-hexes", "hex-roller", "hex-dice", "hexagone", "hex")
N = 1024
SLICE = 0.15
"""Seconds of CPU time of one round."""
Sides = dict[str, tuple[Callable[[], Any], Callable[[Any], None]]]
"""What chooses the actions of a step, and what plays them."""


def pgx_hex() -> tuple[Callable[[], Any], Callable[[Any], None]]:
    """Return Pgx's Hex (11 x 11), compiled by JAX for the CPU."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("hex")
    play = jax.jit(jax.vmap(auto_reset(env.step, env.init)), donate_argnums=0)  # The old state is not needed: a little faster.
    choose = jax.jit(lambda mask, key: jax.random.categorical(key, jax.numpy.log(mask.astype("float32")), axis=1))
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, N))

    def pick() -> Any:  # noqa: ANN401  # JAX has no types here.
        nonlocal key
        key, own, more = jax.random.split(key, 3)
        return jax.block_until_ready((choose(state.legal_action_mask, own), jax.random.split(more, N)))

    def step(chosen: Any) -> None:  # noqa: ANN401
        nonlocal state
        state = jax.block_until_ready(play(state, *chosen))

    return pick, step


def rates(choose: Callable[[], Any], play: Callable[[Any], None]) -> tuple[float, float]:
    """Return steps per second of CPU time, alone and with the choice of actions."""
    choosing = playing = 0.0
    steps = 0
    while choosing + playing < SLICE:
        start = time.process_time()
        chosen = choose()
        chose = time.process_time()
        play(chosen)
        playing += time.process_time() - chose
        choosing += chose - start
        steps += N
    return steps / playing, steps / (choosing + playing)


def kilobytes(games: Batch) -> float:
    """Return the size of the buffers and of a position for each game."""
    views: list[memoryview[Any]] = [games.observations, games.legal, games.counts, games.seats, games.rewards, games.dones, games.seeds]
    total = sum(view.nbytes for view in views) + (games.masks.nbytes if games.masks is not None else 0)
    return (total / N + len(games.position(0).to_bytes())) / 1024


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--no-pgx", action="store_true", help="measure only our own games")
    given = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # Before JAX starts its threads.
    batches = {(name, masks): batch(name, n=N, seed=1, masks=masks) for name in GAMES for masks in (True, False)}
    sides: Sides = {
        f"{name}, {'masks' if masks else 'lists'}": (games.random_actions, games.step) for (name, masks), games in batches.items()
    }
    if not given.no_pgx:
        sides["Pgx hex, masks"] = pgx_hex()
    for choose, play in sides.values():
        for _ in range(30):
            play(choose())
    best = dict.fromkeys(sides, (0.0, 0.0))
    for _ in range(given.rounds):
        for name, side in sides.items():
            alone, both = rates(*side)
            best[name] = max(best[name][0], alone), max(best[name][1], both)
    print(f"{'compiled' if is_compiled() else 'uncompiled'}; {N} games, steps per second of CPU time, best of {given.rounds} rounds")
    for name, (alone, both) in best.items():
        print(f"{name:22} step {alone:12,.0f}   with choice {both:12,.0f}")
    for (name, masks), games in batches.items():
        print(f"{name:14} {'masks' if masks else 'lists'}: {kilobytes(games):6.1f} KB for each game")


if __name__ == "__main__":
    main()
