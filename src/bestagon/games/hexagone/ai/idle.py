"""Actions of hexaGONE that gain nothing or should wait: a search leaves them out at its root."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from bestagon.games.hexagone.ai.planner import MAX_STEPS, HexagonePlanner, drawn, has_another_turn
from bestagon.games.hexagone.board import BAG, BLUE, BOMB, CELLS, DRAW, MOVE, SPOT, SPOTS, SWAP
from bestagon.games.hexagone.rules.moves import BOMB_CARD, DRAW_TWO, MOVE_FROM, PLAYING, ROW
from bestagon.games.hexagone.rules.play import HAND_LIMIT
from bestagon.games.hexagone.rules.state import HexagonePosition

AS_GRAY: Final[i64] = 1
AS_BLUE: Final[i64] = 2


class HexagoneIdle:
    """Compares actions with the plans for the rest of a turn.

    A Draw-agon comes first, because what it draws may change the plan. In a seat's last turn with an empty bag a Bomb-agon is free, so
    it comes before the plan if that leaves a card. Hexagons that no good plan uses stay in hand once they make no room for drawing and the
    plan claims the whole row, or the game ends with this turn.
    """

    drawing: bool
    """Whether a Draw-agon can be played."""
    bombing: bool
    """Whether a Bomb-agon is free and may bring a card that can be claimed."""
    settled: bool
    """Whether a placement that no good plan uses gains nothing."""
    complete: bool
    """Whether the best plan claims the whole row."""
    last: bool
    """Whether nothing can be drawn and the seat has no other turn, so that nothing in hand has any value after this one."""
    used: vec[u8]
    """By spot: whether a good plan places a gray or cracked hexagon there (AS_GRAY) or a blue one (AS_BLUE)."""

    def __init__(self) -> None:
        """Make room for the spots that plans use."""
        self.drawing = False
        self.bombing = False
        self.settled = False
        self.complete = False
        self.last = False
        self.used = vec[u8]([u8(0)] * int(SPOTS))

    def look(self, planner: HexagonePlanner, position: HexagonePosition, seat: i64) -> None:
        """Plan the rest of the seat's turn."""
        self.drawing = False
        self.bombing = False
        self.settled = False
        if position.phase > PLAYING:
            return
        pools = position.pools
        bag = position.pool_size(BAG)
        if pools[8 * seat + DRAW] and bag > 0:
            self.drawing = True
            return
        planner.plan(position, seat)
        cards: i64 = 0
        while cards < ROW and position.row[cards] >= 0:
            cards += 1
        self.complete = cards == 0 or (planner.count > 0 and planner.kept_claim_count[0] == cards)
        self.last = bag == 0 and not has_another_turn(position, seat)
        rearranging = pools[8 * seat + MOVE] or pools[8 * seat + SWAP]
        self.bombing = self.last and not self.complete and not rearranging and pools[8 * seat + BOMB] > 0
        if position.phase != PLAYING:
            return
        hand = position.pool_size(seat) - (planner.kept_step_count[0] if planner.count else 0)
        if hand > HAND_LIMIT:
            hand = HAND_LIMIT  # The first hexagons placed make no room for drawing yet, but the next ones do.
        ends = position.closing == seat and not position.closing_turn
        self.settled = (self.complete or ends) and drawn(hand - 1, bag) == drawn(hand, bag)
        if self.settled:
            self._note_steps(planner)

    def _note_steps(self, planner: HexagonePlanner) -> None:
        """Note what the plans place that claim as many cards as the best one with no more hexagons."""
        for spot in range(SPOTS):
            self.used[spot] = 0
        for k in range(planner.count):
            if planner.kept_claim_count[k] != planner.kept_claim_count[0] or planner.kept_step_count[k] > planner.kept_step_count[0]:
                continue
            for i in range(planner.kept_step_count[k]):
                blue = i64(planner.kept_kinds[MAX_STEPS * k + i]) == BLUE
                self.used[i64(planner.kept_steps[MAX_STEPS * k + i])] |= u8(AS_BLUE if blue else AS_GRAY)

    def concerns(self, action: i64) -> bool:
        """Tell whether an action of the seat gains nothing or should wait."""
        if self.drawing:
            return action < DRAW_TWO
        if self.bombing:
            return not BOMB_CARD <= action < DRAW_TWO
        if not self.settled or action >= DRAW_TWO:
            return False
        if action < MOVE_FROM:
            tone = AS_BLUE if action // CELLS == BLUE else AS_GRAY
            return i64(self.used[i64(SPOT[action % CELLS])]) & tone == 0
        return self.complete and (action < BOMB_CARD or self.last)
