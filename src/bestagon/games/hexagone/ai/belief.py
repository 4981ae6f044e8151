"""What other players are likely to hold: what they kept in their last turn is not a fair sample of the bag."""

from __future__ import annotations

from mypy_extensions import i64

from bestagon.core.dice import Dice
from bestagon.games.hexagone.ai.weights import KEPT_WEIGHTS, USUALLY_KEPT
from bestagon.games.hexagone.board import BAG
from bestagon.games.hexagone.rules.play import HAND_LIMIT
from bestagon.games.hexagone.rules.state import HexagonePosition


def deal(position: HexagonePosition, seat: i64, dice: Dice) -> None:
    """Give the other seats of a determinization other hands, in which the hexagons that they kept are likely ones."""
    for other in range(position.seats):
        if other == seat:
            continue
        size = position.pool_size(other)
        kept = size - 3 if size < HAND_LIMIT else USUALLY_KEPT
        if kept <= 0:
            continue
        position.pour(other, BAG)
        for _ in range(kept):
            _deal_kept(position, other, dice)
        bag = position.pool_size(BAG)
        for i in range(size - kept):
            position.deal(BAG, other, bag - i, dice)


def _deal_kept(position: HexagonePosition, other: i64, dice: Dice) -> None:
    """Deal a hexagon that a seat kept."""
    pools = position.pools
    total: i64 = 0
    for kind in range(7):
        total += KEPT_WEIGHTS[kind] * i64(pools[8 * BAG + kind])
    k = dice.below(total)
    kind = 0
    while k >= KEPT_WEIGHTS[kind] * i64(pools[8 * BAG + kind]):
        k -= KEPT_WEIGHTS[kind] * i64(pools[8 * BAG + kind])
        kind += 1
    pools[8 * BAG + kind] -= 1
    pools[8 * other + kind] += 1
