"""How promising writes and rings look before any search."""

from __future__ import annotations

import math

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.games.pocket_hexes.ai.weights import PAYOFF_VALUE, SAFE_LEAD
from bestagon.games.pocket_hexes.ai.write_gains import PocketWriteGains
from bestagon.games.pocket_hexes.board import REROLL
from bestagon.games.pocket_hexes.rules.state import PocketPosition


def write_priors(
    position: PocketPosition, seat: i64, actions: vec[i32], n: i64, priors: vec[float], gains: PocketWriteGains, temperature: float
) -> None:
    """Write the priors of writes by their gains; all dice are equal candidates for a re-roll."""
    if position.phase == REROLL:
        for i in range(n):
            priors[i] = 1.0
        return
    gains.analyse(position, seat)
    cells = position.board.cells
    for i in range(n):
        action = i64(actions[i])
        priors[i] = gains.gain(action % cells, position.die_value(action // cells))
    weigh_points(priors, n, temperature)


def weigh_points(priors: vec[float], n: i64, temperature: float) -> None:
    """Replace points by priors."""
    best = -1e9
    for i in range(n):
        if priors[i] > best:
            best = priors[i]
    # One point is worth about PAYOFF_VALUE / SAFE_LEAD.
    rate = PAYOFF_VALUE / (SAFE_LEAD * temperature)
    for i in range(n):
        priors[i] = math.exp((priors[i] - best) * rate)
