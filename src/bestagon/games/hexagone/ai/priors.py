"""How promising the actions of hexaGONE look before any search."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.games.hexagone.ai.weights import DRAW_FIRST, END_FIRST
from bestagon.games.hexagone.board import BLUE, CELLS, SPOT
from bestagon.games.hexagone.rules.moves import DRAW_TWO, END, MOVE_FROM, PLAYING
from bestagon.games.hexagone.rules.state import HexagonePosition

if TYPE_CHECKING:
    from bestagon.games.hexagone.ai.evaluator import HexagoneEvaluator

UNKNOWN: Final = -1e300
"""The mark of a value that has not been computed."""


def write_priors(
    evaluator: HexagoneEvaluator, position: HexagonePosition, seat: i64, actions: vec[i32], n: i64, weights: vec[float]
) -> None:
    """Judge the position after each action; placements need no copy, and cracked hexagons count like gray ones."""
    blank = position.blank()
    assert isinstance(blank, HexagonePosition)
    after = blank
    best = -1e300
    for i in range(n):
        action = i64(actions[i])
        if action >= MOVE_FROM:
            after.copy_from(position)
            after.play(seat, action)
            weights[i] = evaluator.value(after, seat)
        else:
            weights[i] = _placement_value(evaluator, position, seat, action // CELLS, action % CELLS)
    _add_plans(evaluator, position, seat, actions, n, weights, after)
    for i in range(n):
        if i64(actions[i]) == END:
            weights[i] += END_FIRST
        if weights[i] > best:
            best = weights[i]
    for i in range(n):
        if i64(actions[i]) == DRAW_TWO:
            best += DRAW_FIRST
            weights[i] = best
    for i in range(n):
        weights[i] = math.exp((weights[i] - best) / evaluator.prior_temperature)
        if i64(actions[i]) < BLUE * CELLS:
            evaluator.gray_values[i64(actions[i]) % CELLS] = UNKNOWN


def _add_plans(
    evaluator: HexagoneEvaluator,
    position: HexagonePosition,
    seat: i64,
    actions: vec[i32],
    n: i64,
    weights: vec[float],
    after: HexagonePosition,
) -> None:
    """Raise the first action of every plan for the turn to the value of the plan."""
    planner = evaluator.planner
    planner.plan(position, seat)
    planner.evaluate(evaluator, position, seat, after)
    for k in range(planner.count):
        first = planner.first_action(position, k)
        for i in range(n):
            if i64(actions[i]) == first and planner.value[k] > weights[i]:
                weights[i] = planner.value[k]


def _placement_value(evaluator: HexagoneEvaluator, position: HexagonePosition, seat: i64, kind: i64, cell: i64) -> float:
    """Return the value with a hexagon from hand on a cell, and restore the position."""
    if kind != BLUE and evaluator.gray_values[cell] != UNKNOWN:
        return evaluator.gray_values[cell]
    spot = i64(SPOT[cell])
    phase = position.phase
    position.pools[8 * seat + kind] -= 1
    position.board.put(spot, kind)
    position.phase = PLAYING
    value = evaluator.judge(position, seat, -1)
    position.phase = phase
    position.board.take(spot)
    position.pools[8 * seat + kind] += 1
    if kind != BLUE:
        evaluator.gray_values[cell] = value
    return value
