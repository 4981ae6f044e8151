"""Plans for a whole turn of hexaGONE: which cards to claim together, and which hexagons to place for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from bestagon.games.hexagone.ai import hand_values
from bestagon.games.hexagone.ai.completions import CELLS_EACH, HexagoneCompletions, no_spots_blocked
from bestagon.games.hexagone.board import BAG, BLUE, CELL, CELLS, CRACKED, DISCARDED, FRINGE, GRAY, HIDDEN, TONE_BLUE, HexagoneBoard
from bestagon.games.hexagone.board_deck import TEMPLATE
from bestagon.games.hexagone.rules.moves import CLAIM, CLAIMING, PLACEMENT, PLAYING, ROW, STARTING
from bestagon.games.hexagone.rules.play import HAND_LIMIT
from bestagon.games.hexagone.rules.state import HexagonePosition
from bestagon.grid.bits import BITS

if TYPE_CHECKING:
    from bestagon.games.hexagone.ai.evaluator import HexagoneEvaluator

MAX_STEPS: Final[i64] = 18
"""The most placements of a plan: three cards of six."""


class HexagonePlanner:
    """Searches over sets of cards and the ways to complete them, and keeps the plans with the most points for their hexagons."""

    first_width: i64
    deeper_width: i64
    plans: i64
    levels: list[HexagoneCompletions]
    blocked: vec[u8]
    uses: vec[u8]
    """By spot: how many cards of the current plan use the hexagon to be placed there."""
    steps: vec[i16]
    """The spots to fill in the current plan."""
    step_tones: vec[u8]
    step_count: i64
    claim_slots: vec[i64]
    claim_turns: vec[i64]
    claim_spots: vec[i16]
    claim_count: i64
    # The plans kept, best first; `worth` is without the position that they leave, `value` with it.
    count: i64
    worth: vec[float]
    value: vec[float]
    marks: vec[i64]
    """A hash of each plan, to keep it only once."""
    kept_steps: vec[i16]
    kept_kinds: vec[u8]
    kept_step_count: vec[i64]
    kept_slots: vec[i64]
    kept_turns: vec[i64]
    kept_spots: vec[i16]
    kept_claim_count: vec[i64]
    grays: i64
    cracked: i64
    blues: i64
    hand: i64
    bag: i64
    hidden_value: float

    def __init__(self, first_width: i64, deeper_width: i64, plans: i64) -> None:
        """Look at so many ways to complete the first and every further card, and keep so many plans."""
        self.first_width = first_width
        self.deeper_width = deeper_width
        self.plans = plans
        self.blocked = no_spots_blocked()
        self.uses = no_spots_blocked()
        self.levels = [HexagoneCompletions(self.blocked) for _ in range(int(ROW))]
        self.steps = vec[i16]([i16(0)] * int(MAX_STEPS))
        self.step_tones = vec[u8]([u8(0)] * int(MAX_STEPS))
        self.step_count = 0
        self.claim_slots = vec[i64]([i64(0)] * int(ROW))
        self.claim_turns = vec[i64]([i64(0)] * int(ROW))
        self.claim_spots = vec[i16]([i16(0)] * int(ROW * CELLS_EACH))
        self.claim_count = 0
        self.count = 0
        self.worth = vec[float]([0.0] * int(plans))
        self.value = vec[float]([0.0] * int(plans))
        self.marks = vec[i64]([i64(0)] * int(plans))
        self.kept_steps = vec[i16]([i16(0)] * int(plans * MAX_STEPS))
        self.kept_kinds = vec[u8]([u8(0)] * int(plans * MAX_STEPS))
        self.kept_step_count = vec[i64]([i64(0)] * int(plans))
        self.kept_slots = vec[i64]([i64(0)] * int(plans * ROW))
        self.kept_turns = vec[i64]([i64(0)] * int(plans * ROW))
        self.kept_spots = vec[i16]([i16(0)] * int(plans * ROW * CELLS_EACH))
        self.kept_claim_count = vec[i64]([i64(0)] * int(plans))
        self.grays = 0
        self.cracked = 0
        self.blues = 0
        self.hand = 0
        self.bag = 0
        self.hidden_value = 0.0

    def plan(self, position: HexagonePosition, seat: i64) -> None:
        """Find plans for the rest of the seat's turn; the table is restored."""
        self.count = 0
        if position.phase > CLAIMING:
            return
        playing = position.phase != CLAIMING
        self.grays = i64(position.pools[8 * seat + GRAY]) if playing else 0
        self.cracked = i64(position.pools[8 * seat + CRACKED]) if playing else 0
        self.blues = i64(position.pools[8 * seat + BLUE]) if playing else 0
        self.step_count = 0
        self.claim_count = 0
        stage = hand_values.stage_of(position)
        for level in self.levels:
            level.gray_cost = hand_values.gray_value(stage)
            level.blue_cost = hand_values.blue_value(stage)
        self.hidden_value = hand_values.hidden_value(stage)
        self.hand = position.pool_size(seat)
        self.bag = position.pool_size(BAG)
        self._extend(position, 0, self.grays + self.cracked, self.blues, 0.0)

    def _extend(self, position: HexagonePosition, taken: i64, grays: i64, blues: i64, worth: float) -> None:
        """Add another card of the row to the current plan in every way, and keep the plans."""
        depth = self.claim_count
        found = self.levels[depth]
        for slot in range(ROW):
            card = position.row[slot]
            if card < 0:
                break
            if (taken >> slot) & 1:
                continue
            found.find(position, card, grays, blues, self.first_width if depth == 0 else self.deeper_width)
            size = i64(position.deck.sizes[card])
            points = float(i64(position.deck.points[card]))
            for k in range(found.count):
                self._enter(position, found, k, card, slot, size)
                total = worth + points - found.costs[k]
                more = drawn(self.hand - self.step_count, self.bag) - drawn(self.hand, self.bag)
                self._keep(position, total + self.hidden_value * float(more))
                if depth + 1 < ROW:
                    left_grays = grays
                    left_blues = blues
                    for i in range(size):
                        if (found.missing[k] >> i) & 1:
                            if i64(position.board.spots[i64(found.spots[CELLS_EACH * k + i])]) >> 1 == TONE_BLUE:
                                left_blues -= 1
                            else:
                                left_grays -= 1
                    self._extend(position, taken | BITS[slot], left_grays, left_blues, total)
                self._leave(position, found, k, size)

    def _enter(self, position: HexagonePosition, found: HexagoneCompletions, k: i64, card: i64, slot: i64, size: i64) -> None:
        """Add a completion to the current plan and put its hexagons on the table, as gray ones for now."""
        board = position.board
        at = (6 * card + found.turns[k]) * TEMPLATE
        depth = self.claim_count
        # Each put needs no neighbour here, since the spots of a pattern are connected.
        for i in range(size):
            spot = i64(found.spots[CELLS_EACH * k + i])
            self.claim_spots[CELLS_EACH * depth + i] = i16(spot)
            if (found.missing[k] >> i) & 1:
                tone = i64(position.deck.templates[at + 2 * i + 1])
                board.put(spot, BLUE if tone == TONE_BLUE else GRAY)
                self.steps[self.step_count] = i16(spot)
                self.step_tones[self.step_count] = u8(tone)
                self.step_count += 1
                self.uses[spot] = 1
            elif self.uses[spot]:
                self.uses[spot] += 1
            elif i64(board.spots[spot]) - 2 == CRACKED:
                self.blocked[spot] = 1
        self.claim_slots[depth] = slot
        self.claim_turns[depth] = found.turns[k]
        self.claim_count += 1

    def _leave(self, position: HexagonePosition, found: HexagoneCompletions, k: i64, size: i64) -> None:
        """Take back what `_enter` did."""
        self.claim_count -= 1
        i = size - 1
        while i >= 0:
            spot = i64(found.spots[CELLS_EACH * k + i])
            if (found.missing[k] >> i) & 1:
                position.board.take(spot)
                self.step_count -= 1
                self.uses[spot] = 0
            elif self.uses[spot]:
                self.uses[spot] -= 1
            else:
                self.blocked[spot] = 0
            i -= 1

    def _keep(self, position: HexagonePosition, worth: float) -> None:
        """Keep the current plan if it is new, can be carried out and is among the best."""
        if self.step_count == 0 and position.phase == STARTING:
            return
        if self.count == self.plans and worth <= self.worth[self.plans - 1]:
            return
        mark: i64 = 0
        shared: i64 = 0
        for i in range(self.step_count):
            spot = i64(self.steps[i])
            mark += (spot * 2654435761 ^ i64(self.step_tones[i]) * 40503) & 0xFFFFFFFF
            if i64(self.step_tones[i]) != TONE_BLUE and self.uses[spot] > 1:
                shared += 1
        if shared > self.grays:
            return  # a cracked hexagon serves one card only (HG 5.3)
        for i in range(self.claim_count):
            mark += BITS[40 + 4 * self.claim_slots[i]]
        for k in range(self.count):
            if self.marks[k] == mark:
                return
        k = self.count
        if self.count == self.plans:
            k = self.plans - 1
        else:
            self.count += 1
        while k > 0 and self.worth[k - 1] < worth:
            self._move(k - 1, k)
            k -= 1
        self.worth[k] = worth
        self.marks[k] = mark
        self._write(k, shared)

    def _move(self, k: i64, to: i64) -> None:
        """Move a kept plan to another place in the list."""
        self.worth[to] = self.worth[k]
        self.marks[to] = self.marks[k]
        self.kept_step_count[to] = self.kept_step_count[k]
        for i in range(self.kept_step_count[k]):
            self.kept_steps[MAX_STEPS * to + i] = self.kept_steps[MAX_STEPS * k + i]
            self.kept_kinds[MAX_STEPS * to + i] = self.kept_kinds[MAX_STEPS * k + i]
        self.kept_claim_count[to] = self.kept_claim_count[k]
        for i in range(self.kept_claim_count[k]):
            self.kept_slots[ROW * to + i] = self.kept_slots[ROW * k + i]
            self.kept_turns[ROW * to + i] = self.kept_turns[ROW * k + i]
        for i in range(CELLS_EACH * self.kept_claim_count[k]):
            self.kept_spots[ROW * CELLS_EACH * to + i] = self.kept_spots[ROW * CELLS_EACH * k + i]

    def _write(self, k: i64, shared: i64) -> None:
        """Write the current plan; cracked hexagons go where only one card uses them, the grays it needs are kept for the rest."""
        cracked = self.cracked
        for i in range(self.step_count):
            spot = i64(self.steps[i])
            kind = BLUE
            if i64(self.step_tones[i]) != TONE_BLUE:
                kind = GRAY
                if self.uses[spot] == 1 and cracked > 0:
                    kind = CRACKED
                    cracked -= 1
            self.kept_steps[MAX_STEPS * k + i] = i16(spot)
            self.kept_kinds[MAX_STEPS * k + i] = u8(kind)
        self.kept_step_count[k] = self.step_count
        self.kept_claim_count[k] = self.claim_count
        for i in range(self.claim_count):
            self.kept_slots[ROW * k + i] = self.claim_slots[i]
            self.kept_turns[ROW * k + i] = self.claim_turns[i]
        for i in range(CELLS_EACH * self.claim_count):
            self.kept_spots[ROW * CELLS_EACH * k + i] = self.claim_spots[i]

    # Kept plans.

    def first_action(self, position: HexagonePosition, k: i64) -> i64:
        """Return the first action of a plan: of the possible placements the one with the lowest number, else the first claim."""
        first: i64 = -1
        for i in range(self.kept_step_count[k]):
            spot = i64(self.kept_steps[MAX_STEPS * k + i])
            if position.board.spots[spot] == FRINGE:
                action = PLACEMENT + i64(self.kept_kinds[MAX_STEPS * k + i]) * CELLS + i64(CELL[spot])
                if first < 0 or action < first:
                    first = action
        if first >= 0 or self.kept_claim_count[k] == 0:
            return first
        slot = self.kept_slots[ROW * k]
        turn = self.kept_turns[ROW * k]
        at = (6 * position.row[slot] + turn) * TEMPLATE
        pivot = i64(self.kept_spots[ROW * CELLS_EACH * k])
        return CLAIM + (6 * slot + turn) * CELLS + i64(CELL[pivot + i64(position.deck.templates[at])])

    def landing(self, board: HexagoneBoard, kind: i64, source: i64) -> i64:
        """Return a spot next to a hexagon where the best plan places one of this colour, or -1; not the one that it comes from."""
        if self.count == 0 or self.worth[0] <= 0.0:
            return -1
        for i in range(self.kept_step_count[0]):
            spot = i64(self.kept_steps[i])
            blue = i64(self.kept_kinds[i]) == BLUE
            if spot != source and blue == (kind == BLUE) and board.spots[spot] == FRINGE:
                return spot
        return -1

    def is_step(self, spot: i64) -> bool:
        """Tell whether the best plan places a hexagon on a spot."""
        if self.count:
            for i in range(self.kept_step_count[0]):
                if i64(self.kept_steps[i]) == spot:
                    return True
        return False

    def claims(self, position: HexagonePosition, spot: i64) -> bool:
        """Tell whether the best plan claims a card with the hexagon on a spot."""
        if self.count:
            for i in range(self.kept_claim_count[0]):
                for j in range(i64(position.deck.sizes[position.row[self.kept_slots[i]]])):
                    if i64(self.kept_spots[CELLS_EACH * i + j]) == spot:
                        return True
        return False

    def evaluate(self, evaluator: HexagoneEvaluator, position: HexagonePosition, seat: i64, after: HexagonePosition) -> None:
        """Compute the value of every plan: that of the position when the next seat begins its turn."""
        for k in range(self.count):
            after.copy_from(position)
            pass_on(after, seat, self.carry_out(after, seat, k))
            self.value[k] = evaluator.judge(after, seat, -1)

    def carry_out(self, position: HexagonePosition, seat: i64, k: i64) -> i64:
        """Carry out the placements and claims of a plan; return the bit set of the slots whose cards are claimed but still in the row."""
        board = position.board
        pools = position.pools
        for i in range(self.kept_step_count[k]):
            kind = i64(self.kept_kinds[MAX_STEPS * k + i])
            board.put(i64(self.kept_steps[MAX_STEPS * k + i]), kind)
            pools[8 * seat + kind] -= 1
        gone: i64 = 0
        for i in range(self.kept_claim_count[k]):
            slot = self.kept_slots[ROW * k + i]
            card = position.row[slot]
            gone |= BITS[slot]
            position.points[seat] += i64(position.deck.points[card])
            position.claimed[seat] |= BITS[card]
            for j in range(i64(position.deck.sizes[card])):
                spot = i64(self.kept_spots[ROW * CELLS_EACH * k + CELLS_EACH * i + j])
                if i64(board.spots[spot]) - 2 == CRACKED:
                    board.take(spot)
                    pools[8 * DISCARDED + CRACKED] += 1
        return gone


def drawn(hand: i64, bag: i64) -> i64:
    """Return how many hexagons a hand of this size draws at the end of a turn (HG 3.5)."""
    count = HAND_LIMIT - hand
    if count > 3:
        count = 3
    if count > bag:
        count = bag
    return count if count > 0 else 0


def remove_cards(position: HexagonePosition, gone: i64) -> i64:
    """Remove the cards of these slots from the row and return how many are left."""
    left: i64 = 0
    for slot in range(ROW):
        card = position.row[slot]
        position.row[slot] = -1
        if card >= 0 and not (gone >> slot) & 1:
            position.row[left] = card
            left += 1
    return left


def pass_on(position: HexagonePosition, seat: i64, gone: i64) -> None:
    """Pass the turn on without chance: drawn hexagons are hidden ones, claimed cards and the oldest of three leave the row."""
    left = remove_cards(position, gone)
    if left == ROW and position.draw_pile:
        position.row[0] = position.row[1]
        position.row[1] = position.row[2]
        position.row[2] = -1
    bag = position.pool_size(BAG)
    count = drawn(position.pool_size(seat), bag)
    if count > 0:
        position.pools[8 * seat + HIDDEN] += u8(count)
        if count == bag and position.closing < 0:
            position.closing = seat
    position.turn = (seat + 1) % position.seats
    while position.resigned(position.turn):
        position.turn = (position.turn + 1) % position.seats
    position.phase = PLAYING
    position.closing_turn = False


def has_another_turn(position: HexagonePosition, seat: i64) -> bool:
    """Tell whether the seat will have a turn after the current one."""
    if position.closing < 0 or position.closing_turn:
        return True
    seats = position.seats
    ahead = (seat - position.turn + seats) % seats
    return ahead > 0 and ahead <= (position.closing - position.turn + seats) % seats
