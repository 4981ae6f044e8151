"""The prior of each action: how good the round can become after it."""

from __future__ import annotations

import math

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.games.hex_roller.ai.round_planner import RoundPlanner
from bestagon.games.hex_roller.rules.state import RollerPosition
from bestagon.games.hex_roller.seat import STRIDE


def write_priors(
    planner: RoundPlanner, position: RollerPosition, seat: i64, actions: vec[i32], n: i64, temperature: float, weights: vec[float]
) -> None:
    """Write the prior of each action: the exponential of the expected points it loses against the best."""
    best = rate_actions(planner, position, seat, actions, n, weights)
    most = weights[best]
    for i in range(n):
        weights[i] = math.exp((weights[i] - most) / temperature)


def rate_actions(planner: RoundPlanner, position: RollerPosition, seat: i64, actions: vec[i32], n: i64, values: vec[float]) -> i64:
    """Write the expected score after each action and return the index of the best."""
    base = seat * STRIDE
    planner.set_round(position.sheet, position.rolled, position.sheet.rounds - position.round)
    best: i64 = 0
    for i in range(n):
        values[i] = planner.value_after(position.state[base : base + STRIDE], i64(actions[i]))
        if values[i] > values[best]:
            best = i
    return best
