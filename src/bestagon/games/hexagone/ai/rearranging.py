"""Where a hexagon that is being moved lands, or with which one it changes places, for the plan of the rest of a turn."""

from __future__ import annotations

from mypy_extensions import i64

from bestagon.games.hexagone.ai.planner import HexagonePlanner
from bestagon.games.hexagone.board import BLUE, CRACKED, GRAY, SPOT
from bestagon.games.hexagone.rules.moves import MOVING, PLAYING
from bestagon.games.hexagone.rules.state import HexagonePosition


def rearrange(planner: HexagonePlanner, world: HexagonePosition, seat: i64) -> None:
    """Finish a Move-agon or a Swap-agon so that it helps the best plan, if it can, and otherwise does no harm to it."""
    spot = i64(SPOT[world.source])
    moving = world.phase == MOVING
    world.source = -1
    world.phase = PLAYING
    if moving:
        _land(planner, world, seat, spot)
    else:
        _exchange(planner, world, seat, spot)


def _land(planner: HexagonePlanner, world: HexagonePosition, seat: i64, spot: i64) -> None:
    """Move a hexagon where the best plan with it needs one, if that is next to a hexagon now (HG 4.4)."""
    board = world.board
    kind = board.take(spot)
    world.pools[8 * seat + kind] += 1
    planner.plan(world, seat)
    world.pools[8 * seat + kind] -= 1
    landing = planner.landing(board, kind, spot)
    for i in range(board.fringe_count):
        if landing >= 0:
            break
        there = i64(board.fringe[i])
        if there != spot and not planner.is_step(there):
            landing = there
    board.put(landing if landing >= 0 else spot, kind)


def _exchange(planner: HexagonePlanner, world: HexagonePosition, seat: i64, spot: i64) -> None:
    """Swap a hexagon with one of the other colour that the best plan does not claim, if there is any."""
    board = world.board
    kind = board.take(spot)
    if kind == BLUE:
        wanted = GRAY if board.count(GRAY) else CRACKED
    else:
        wanted = BLUE
    if board.count(wanted) == 0:
        board.put(spot, kind)
        return
    board.put(spot, wanted)
    planner.plan(world, seat)
    spots = board.blues if wanted == BLUE else board.grays
    count = board.blue_count if wanted == BLUE else board.gray_count
    partner: i64 = -1
    for i in range(count):
        there = i64(spots[i])
        if there != spot and i64(board.spots[there]) - 2 == wanted and (partner < 0 or planner.claims(world, partner)):
            partner = there
    board.take(partner)
    board.put(partner, kind)
