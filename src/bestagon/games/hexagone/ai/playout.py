"""A quick policy for hexaGONE that plays whole plans without a search, for previews and playouts."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice
from bestagon.games.hexagone.ai.planner import HexagonePlanner
from bestagon.games.hexagone.board import BASIC, CELL, CELLS
from bestagon.games.hexagone.rules.moves import CLAIMING, EXCHANGE, PLACEMENT, RETURNING, STARTING
from bestagon.games.hexagone.rules.state import HexagonePosition


def choose(planner: HexagonePlanner, position: HexagonePosition, seat: i64, dice: Dice, out: vec[i32]) -> i64:
    """Return the next action of the best plan; without a plan a random placement, then the end of the turn."""
    if position.phase > CLAIMING:
        n = position.legal(seat, out)
        if position.phase == RETURNING and dice.below(2) == 0:
            return EXCHANGE
        return i64(out[dice.below(n)])
    planner.plan(position, seat)
    if planner.count:
        return planner.first_action(position, 0)
    if position.phase == STARTING:
        return _place_anything(position, seat, dice, out)
    return i64(out[position.legal(seat, out) - 1])  # the end of the turn is listed last


def _place_anything(position: HexagonePosition, seat: i64, dice: Dice, out: vec[i32]) -> i64:
    """Return a random placement of a random hexagon in hand; without one to place, any legal action."""
    pools = position.pools
    total: i64 = 0
    for kind in range(BASIC):
        total += i64(pools[8 * seat + kind])
    board = position.board
    if total == 0 or board.fringe_count == 0:
        return position.pick(seat, dice, out)
    k = dice.below(total)
    kind = 0
    while k >= i64(pools[8 * seat + kind]):
        k -= i64(pools[8 * seat + kind])
        kind += 1
    return PLACEMENT + kind * CELLS + i64(CELL[i64(board.fringe[dice.below(board.fringe_count)])])
