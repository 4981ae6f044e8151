"""The playout policy: the action that starts the best round."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.games.hex_roller.ai.priors import rate_actions
from bestagon.games.hex_roller.ai.round_planner import RoundPlanner
from bestagon.games.hex_roller.rules.state import RollerPosition


def best_action(planner: RoundPlanner, position: RollerPosition, seat: i64, out: vec[i32], values: vec[float]) -> i64:
    """Return the seat's best action; `out` and `values` are scratch of length `max_legal`."""
    n = position.legal(seat, out)
    if n == 1:
        return i64(out[0])
    return i64(out[rate_actions(planner, position, seat, out, n, values)])
