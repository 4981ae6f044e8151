"""The end of a turn in a determinization: the best plan with the hand is carried out."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.games.hexagone.ai import hand_values
from bestagon.games.hexagone.ai.planner import HexagonePlanner, remove_cards
from bestagon.games.hexagone.ai.rearranging import rearrange
from bestagon.games.hexagone.ai.weights import AHEAD_DEEPER_WIDTH, AHEAD_FIRST_WIDTH
from bestagon.games.hexagone.board import BAG, CRACKED, DISCARDED, DRAW, GRAY, RETURNED
from bestagon.games.hexagone.rules import play
from bestagon.games.hexagone.rules.moves import CLAIMING, DISCARDING, MOVING, PLAYING, RETURNING, STARTING, SWAPPING
from bestagon.games.hexagone.rules.play import HAND_LIMIT
from bestagon.games.hexagone.rules.state import HexagonePosition


class HexagoneTurnEnd:
    """Finishes the turn of the seat to move, so that all its actions are judged at one moment: when the next seat begins its turn.

    It draws with a copy of the position's dice. So two actions that are compared in the same determinization meet the same hexagons
    and the same card, whether they end the turn or not.
    """

    planner: HexagonePlanner
    world: HexagonePosition | None

    def __init__(self) -> None:
        """Make a planner that looks at few plans."""
        self.planner = HexagonePlanner(AHEAD_FIRST_WIDTH, AHEAD_DEEPER_WIDTH, 1)
        self.world = None

    def reach(self, position: HexagonePosition) -> HexagonePosition:
        """Return the position when the next turn begins, or at the end of the game: the same one if its turn has not begun."""
        if position.over or position.phase == STARTING:
            return position
        world = self.world
        if world is None or world.deck is not position.deck or world.seats != position.seats or world.teams != position.teams:
            made = position.blank()
            assert isinstance(made, HexagonePosition)
            world = made
            self.world = world
        world.copy_from(position)
        world.memory = vec[i64]()  # nothing here depends on what a seat remembers
        self._finish(world, world.turn)
        return world

    def _finish(self, world: HexagonePosition, seat: i64) -> None:
        """Finish the turn of a seat: an exchange as it stands, otherwise with the best plan."""
        if world.phase == RETURNING:
            returned = world.pool_size(RETURNED)
            world.pour(RETURNED, BAG)
            play.draw(world, seat, returned)
        else:
            if world.phase != DISCARDING:
                playing = world.phase != CLAIMING
                self._carry_out_plan(world, seat)
                if playing and world.seats == 2:
                    _make_room(world, seat)
                _draw_up(world, seat)
            _discard(world, seat)
        play.close_turn(world, seat)

    def _carry_out_plan(self, world: HexagonePosition, seat: i64) -> None:
        """Draw two hexagons with a Draw-agon, then place and claim what brings the most."""
        if world.phase == MOVING or world.phase == SWAPPING:
            rearrange(self.planner, world, seat)
        if world.phase == PLAYING and world.pools[8 * seat + DRAW] and world.pool_size(BAG) > 0:
            world.pools[8 * seat + DRAW] -= 1
            world.pools[8 * DISCARDED + DRAW] += 1
            play.draw(world, seat, 2)
        planner = self.planner
        planner.plan(world, seat)
        if planner.count and planner.worth[0] > 0.0:
            remove_cards(world, planner.carry_out(world, seat, 0))


def _make_room(world: HexagonePosition, seat: i64) -> None:
    """Place grays that no plan used, cracked ones first, until as many hexagons as allowed can be drawn (HG 3.5).

    Bots do so before they end their turn. Without it a special would count less than a gray that is placed first.
    """
    board = world.board
    pools = world.pools
    bag = world.pool_size(BAG)
    count = world.pool_size(seat) + (3 if bag > 3 else bag) - HAND_LIMIT
    kind = CRACKED
    while count > 0 and kind >= GRAY:
        if pools[8 * seat + kind] and board.fringe_count:
            board.put(i64(board.fringe[0]), kind)
            pools[8 * seat + kind] -= 1
            count -= 1
        else:
            kind -= 1


def _draw_up(world: HexagonePosition, seat: i64) -> None:
    """Draw up to three hexagons (HG 3.5)."""
    hand = world.pool_size(seat)
    if hand < HAND_LIMIT:
        play.draw(world, seat, 3 if hand <= HAND_LIMIT - 3 else HAND_LIMIT - hand)


def _discard(world: HexagonePosition, seat: i64) -> None:
    """Discard the least valuable hexagons beyond six (HG 3.6)."""
    stage = hand_values.stage_of(world)
    for _ in range(world.pool_size(seat) - HAND_LIMIT):
        least: i64 = -1
        for kind in range(7):
            if world.pools[8 * seat + kind] and (least < 0 or hand_values.TABLE[stage + kind] < hand_values.TABLE[stage + least]):
                least = kind
        world.pools[8 * seat + least] -= 1
        world.pools[8 * DISCARDED + least] += 1
