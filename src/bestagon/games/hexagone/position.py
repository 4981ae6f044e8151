"""The rules of hexaGONE; comments cite the clauses of RULES.md."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64

from bestagon.core.dice import Dice
from bestagon.core.position import Position
from bestagon.games.hexagone.board import BASIC, BOMB, CELL, CELLS, CRACKED, DRAW, LOOK, MOVE, SPOT, SWAP
from bestagon.games.hexagone.position_state import (
    BAG,
    BY_BAG,
    BY_PASSES,
    CLAIMING,
    DISCARDED,
    DISCARDING,
    HAND_LIMIT,
    MOVING,
    PASSES_TO_END,
    PILE,
    PLAYING,
    RETURNING,
    ROW,
    STARTING,
    SWAPPING,
    State,
)
from bestagon.grid.bits import BITS

# Actions, by the first of each sort. A claim is ((slot * 6) + turn) * CELLS + the first cell of the match.
PLACE: Final[i64] = 0
MOVE_FROM: Final[i64] = 2163
MOVE_TO: Final[i64] = 2884
SWAP_FROM: Final[i64] = 3605
SWAP_WITH: Final[i64] = 4326
BOMB_CARD: Final[i64] = 5047
DRAW_TWO: Final[i64] = 5053
PASS: Final[i64] = 5054
RETURN: Final[i64] = 5055
EXCHANGE: Final[i64] = 5062
END: Final[i64] = 5063
DISCARD: Final[i64] = 5064
CLAIM: Final[i64] = 5071


class HexagonePosition(State):
    """A moment of a game of hexaGONE."""

    def blank(self) -> Position:
        """Return a position of the same set-up that has not started."""
        return HexagonePosition(self.seats, self.deck, self.full, self.teams)

    def start(self, dice: Dice) -> None:
        """Draw the start player, three hexagons each, and the first card (HG 2.1)."""
        self.reset()
        self.dice.copy_from(dice)
        self.turn = self.dice.below(self.seats)
        for i in range(self.seats):
            self.draw((self.turn + i) % self.seats, 3)
        self.show_card()

    # What may be done.

    def acting(self) -> i64:
        """Return the seat whose turn it is."""
        return 0 if self.over else 1 << self.turn

    def legal(self, seat: i64, out: vec[i32]) -> i64:
        """List placements by kind and cell, specials, pass, then claims and the end of the turn."""
        if self.over or seat != self.turn:
            return 0
        if self.phase > PLAYING:
            return self._rest(seat, out, 0)
        board = self.board
        n: i64 = 0
        for kind in range(BASIC):
            if self.pools[8 * seat + kind]:
                for i in range(board.fringe_count):
                    out[n] = i32(PLACE + kind * CELLS + i64(CELL[i64(board.fringe[i])]))
                    n += 1
        return self._rest(seat, out, n)

    def pick(self, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return the same action as a throw among all of `legal` would, without listing the placements."""
        if self.phase > PLAYING:
            return i64(out[dice.below(self._rest(seat, out, 0))])
        fringe = self.board.fringe_count
        places: i64 = 0
        for kind in range(BASIC):
            if self.pools[8 * seat + kind]:
                places += fringe
        k = dice.below(places + self._rest(seat, out, 0))
        if k >= places:
            return i64(out[k - places])
        for kind in range(BASIC):
            if self.pools[8 * seat + kind]:
                if k < fringe:
                    return PLACE + kind * CELLS + i64(CELL[i64(self.board.fringe[k])])
                k -= fringe
        raise AssertionError("an action was counted that is not there")

    def _rest(self, seat: i64, out: vec[i32], n: i64) -> i64:
        """List what is legal apart from placements, from out[n] on, and return where the list ends."""
        phase = self.phase
        if phase == STARTING:
            n = self._specials(seat, out, n)
            out[n] = i32(PASS)
            return n + 1
        if phase == PLAYING:
            n = self._specials(seat, out, n)
        if phase <= CLAIMING:
            for slot in range(ROW):
                n = self._matches(slot, out, n)
            out[n] = i32(END)
            return n + 1
        if phase == MOVING:
            return self._landings(out, n)
        if phase == SWAPPING:
            return self._partners(out, n)
        first = RETURN if phase == RETURNING else DISCARD
        for kind in range(7):
            if self.pools[8 * seat + kind]:
                out[n] = i32(first + kind)
                n += 1
        if phase == RETURNING:
            out[n] = i32(EXCHANGE)
            n += 1
        return n

    def _specials(self, seat: i64, out: vec[i32], n: i64) -> i64:
        """List the specials that can do something (HG 4.8)."""
        hand = 8 * seat
        board = self.board
        if self.pools[hand + SWAP]:
            n = self._swappable(out, n)
        if self.pools[hand + BOMB]:
            for slot in range(ROW):
                if self.row[slot] >= 0:
                    out[n] = i32(BOMB_CARD + 2 * slot)
                    n += 1
                    if self.left:
                        out[n] = i32(BOMB_CARD + 2 * slot + 1)
                        n += 1
        if self.pools[hand + DRAW] and self.size(BAG) > 0:
            out[n] = i32(DRAW_TWO)
            n += 1
        if self.pools[hand + MOVE] and board.placed() > 1:  # HG 4.4: it lands next to another hexagon
            n = self._listed(out, n, MOVE_FROM, -1)
        return n

    def _listed(self, out: vec[i32], n: i64, first: i64, kind: i64) -> i64:
        """List an action for every cell that holds a hexagon of another kind than `kind`, in cell order."""
        board = self.board
        spots = board.spots
        g: i64 = 0
        b: i64 = 0
        while g < board.gray_count or b < board.blue_count:
            if b == board.blue_count or (g < board.gray_count and board.grays[g] < board.blues[b]):
                spot = i64(board.grays[g])
                g += 1
            else:
                spot = i64(board.blues[b])
                b += 1
            if i64(spots[spot]) - 2 != kind:
                out[n] = i32(first + i64(CELL[spot]))
                n += 1
        return n

    def _swappable(self, out: vec[i32], n: i64) -> i64:
        """List all hexagons where there are two kinds at least: each then has a partner (HG 4.5)."""
        board = self.board
        kinds: i64 = 0
        for kind in range(BASIC):
            if board.count(kind):
                kinds += 1
        return self._listed(out, n, SWAP_FROM, -1) if kinds > 1 else n

    def _partners(self, out: vec[i32], n: i64) -> i64:
        """List the hexagons of another kind than the one to be swapped (HG 4.5)."""
        return self._listed(out, n, SWAP_WITH, self.board.kind_at(self.source))

    def _landings(self, out: vec[i32], n: i64) -> i64:
        """List the empty cells next to another hexagon than the one that moves (HG 4.4)."""
        board = self.board
        source = i64(SPOT[self.source])
        for i in range(board.fringe_count):
            spot = i64(board.fringe[i])
            if board.next_to(spot, source):
                out[n] = i32(MOVE_TO + i64(CELL[spot]))
                n += 1
        return n

    def _matches(self, slot: i64, out: vec[i32], n: i64) -> i64:
        """List the claims of one card of the row: every turn of its pattern, every place (HG 5.1, 5.2)."""
        card = self.row[slot]
        if card < 0:
            return n
        deck = self.deck
        board = self.board
        size = i64(deck.sizes[card])
        blue = i64(deck.blues[card])
        if blue > board.blue_count or size - blue > board.gray_count:
            return n
        pivots = board.blues if blue else board.grays
        count = board.blue_count if blue else board.gray_count
        looks = deck.looks
        spots = board.spots
        for turn in range(i64(deck.turns[card])):
            at = (6 * card + turn) * LOOK
            end = at + 2 * size
            # The first way decides most of the time: it is read once a turn.
            way = i64(looks[at + 2])
            tone = i64(looks[at + 3])
            for i in range(count):
                pivot = i64(pivots[i])
                if i64(spots[pivot + way]) >> 1 != tone:
                    continue
                look = at + 4
                while look < end and i16(spots[pivot + i64(looks[look])] >> 1) == looks[look + 1]:
                    look += 2
                if look == end:
                    out[n] = i32(CLAIM + (6 * slot + turn) * CELLS + i64(CELL[pivot + i64(looks[at])]))
                    n += 1
        return n

    # Doing it.

    def play(self, seat: i64, action: i64) -> None:
        """Carry out an action of the seat in turn."""
        self.revealed = False
        if action < MOVE_FROM:
            self._place(seat, action // CELLS, action % CELLS)
        elif action < BOMB_CARD:
            self._rearrange(seat, action)
        elif action >= CLAIM:
            self._claim(seat, action - CLAIM)
        elif action == END:
            self._end(seat)
        elif action < DRAW_TWO:
            self._bomb(seat, action - BOMB_CARD)
        elif action == DRAW_TWO:
            self._spend(seat, DRAW)
            self.draw(seat, 2)  # HG 4.7
            self.phase = PLAYING
        elif action >= DISCARD:
            self._discard(seat, action - DISCARD)
        else:
            self._pass(seat, action)

    def _place(self, seat: i64, kind: i64, cell: i64) -> None:
        self.pools[8 * seat + kind] -= 1
        self.board.put(i64(SPOT[cell]), kind)
        self.phase = PLAYING

    def _spend(self, seat: i64, kind: i64) -> None:
        """Discard a hexagon from hand (HG 4.3)."""
        self.pools[8 * seat + kind] -= 1
        self.pools[8 * DISCARDED + kind] += 1

    def _rearrange(self, seat: i64, action: i64) -> None:
        """Choose what to move or swap, or where it goes (HG 4.4, 4.5)."""
        cell = (action - MOVE_FROM) % CELLS
        if action < MOVE_TO:
            self._spend(seat, MOVE)
            self.source = cell
            self.phase = MOVING
            return
        if SWAP_FROM <= action < SWAP_WITH:
            self._spend(seat, SWAP)
            self.source = cell
            self.phase = SWAPPING
            return
        board = self.board
        here = i64(SPOT[self.source])
        there = i64(SPOT[cell])
        kind = board.take(here)
        if action >= SWAP_WITH:
            board.put(here, board.take(there))
        board.put(there, kind)
        self.source = -1
        self.phase = PLAYING

    def _bomb(self, seat: i64, choice: i64) -> None:
        """Discard a card of the row, and draw another where wanted (HG 4.6)."""
        self._spend(seat, BOMB)
        self.remove(choice // 2)
        if choice & 1:
            self.add_card()
        self.phase = PLAYING

    def _claim(self, seat: i64, choice: i64) -> None:
        """Take a card, and discard the cracked hexagons of the match at once (HG 5.3)."""
        slot = choice // (6 * CELLS)
        turn = choice // CELLS % 6
        card = self.row[slot]
        deck = self.deck
        board = self.board
        at = (6 * card + turn) * LOOK
        pivot = i64(SPOT[choice % CELLS]) - i64(deck.looks[at])
        for i in range(i64(deck.sizes[card])):
            spot = pivot + i64(deck.looks[at + 2 * i]) if i else pivot
            if i64(board.spots[spot]) - 2 == CRACKED:
                board.take(spot)
                self.pools[8 * DISCARDED + CRACKED] += 1
        self.remove(slot)
        self.claimed[seat] |= BITS[card]
        self.points[seat] += i64(deck.points[card])
        self.phase = CLAIMING  # HG 3.4: nothing is played after a claim

    def _discard(self, seat: i64, kind: i64) -> None:
        """Discard down to six (HG 3.6)."""
        self._spend(seat, kind)
        if self.size(seat) <= HAND_LIMIT:
            self._close_turn(seat)

    def _pass(self, seat: i64, action: i64) -> None:
        """Return hexagons to the bag and draw as many (HG 3.3)."""
        pools = self.pools
        if action == PASS and self.size(seat) > 0:
            self.phase = RETURNING
        elif action < EXCHANGE and action != PASS:
            pools[8 * seat + action - RETURN] -= 1
            pools[8 * PILE + action - RETURN] += 1
        else:
            count = self.size(PILE)
            self.pour(PILE, BAG)
            self.draw(seat, count)
            if (self.passes >> (4 * seat)) & 15 < PASSES_TO_END:
                self.passes += 1 << (4 * seat)
            self._close_turn(seat)

    def _end(self, seat: i64) -> None:
        """Draw up to three (HG 3.5), then discard or give the turn on."""
        self.passes &= ~(15 << (4 * seat))
        hand = self.size(seat)
        if hand < HAND_LIMIT:
            self.draw(seat, 3 if hand <= HAND_LIMIT - 3 else HAND_LIMIT - hand)
        if hand > HAND_LIMIT:
            self.phase = DISCARDING
        else:
            self._close_turn(seat)

    def _close_turn(self, seat: i64) -> None:
        """End the game where it is time (HG 6.1, 6.3), else give the turn on."""
        self.phase = STARTING
        if self.closing == seat and not self.closing_turn:
            self._finish(BY_BAG)
        elif not self.resigned(seat) and self._all_passed():
            self._finish(BY_PASSES)
        else:
            self.closing_turn = False
            self._next_turn()

    def _all_passed(self) -> bool:
        """Tell whether every seat still in has passed three times running (HG 6.3)."""
        waiting: i64 = 0
        for s in range(self.seats):
            if (self.passes >> (4 * s)) & 15 < PASSES_TO_END and not self.resigned(s):
                waiting += 1
        return waiting == 0

    def _next_turn(self) -> None:
        """Start the turn of the next seat still in with a new card (HG 3.1)."""
        seat = (self.turn + 1) % self.seats
        while self.resigned(seat):
            if seat == self.closing:  # HG 6.4
                self._finish(BY_BAG)
                return
            seat = (seat + 1) % self.seats
        self.turn = seat
        self.show_card()

    def _finish(self, how: i64) -> None:
        self.finish = how
        self.over = True

    # Results.

    def score(self, seat: i64) -> i64:
        """Return the points of the seat's claimed cards, or of its team's (HG 6.2)."""
        if self.teams:
            return self.points[seat] + self.points[seat ^ 2]
        return self.points[seat]

    def _gone(self, seat: i64) -> bool:
        """Tell whether the seat and its partner have resigned."""
        return self.resigned(seat) and self.resigned(seat ^ 2)

    def withdraw(self, seat: i64) -> None:
        """Discard the hand of a seat that resigned and leave its turns out (HG 6.4)."""
        self.pour(seat, DISCARDED)
        self.passes &= ~(15 << (4 * seat))
        if self.teams and self._gone(seat):  # HG 6.5
            self.over = True
        elif seat == self.turn:
            self.pour(PILE, BAG)
            self.source = -1
            self._close_turn(seat)

    def ending(self) -> str:
        """Return "bag", "passes" or "resigned"; empty while the game runs."""
        if not self.over:
            return ""
        return "bag" if self.finish == BY_BAG else "passes" if self.finish == BY_PASSES else "resigned"
