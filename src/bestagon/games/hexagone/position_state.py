"""Where every hexagon and card is: the state of hexaGONE without its rules."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from bestagon.core.codec import Reader, Writer
from bestagon.core.dice import Dice
from bestagon.core.position import Position
from bestagon.games.hexagone.board import BASIC, CELLS, HEXAGONS, MOST_PLACED, SPOT, TOTALS, Board, Deck
from bestagon.grid.bits import BITS

# Phases: what the seat in turn is doing.
STARTING: Final[i64] = 0
"""Nothing is played yet."""
PLAYING: Final[i64] = 1
CLAIMING: Final[i64] = 2
MOVING: Final[i64] = 3
SWAPPING: Final[i64] = 4
RETURNING: Final[i64] = 5
DISCARDING: Final[i64] = 6

# Pools of hexagons: the hands of seats 0 to 3, then these. Each has eight counts: the kinds, then those hidden.
BAG: Final[i64] = 4
PILE: Final[i64] = 5
"""What the passing seat has returned, until it draws as many."""
DISCARDED: Final[i64] = 6
POOLS: Final[i64] = 7
HIDDEN: Final[i64] = 7

HAND_LIMIT: Final[i64] = 6
ROW: Final[i64] = 3
PASSES_TO_END: Final[i64] = 3

# How a game ended, apart from resignation.
RUNNING: Final[i64] = 0
BY_BAG: Final[i64] = 1
BY_PASSES: Final[i64] = 2


ACTIONS: Final[i64] = 18049
WIDTH: Final[i64] = 2000
"""52 hexagons have at most 312 empty neighbours, for three kinds, and three cards at most 18 * 52 matches."""


class State(Position):
    """Hexagons on the table, in hands and in the bag; cards in the deck, in the row and claimed."""

    deck: Deck
    full: i64
    """The bit set of the cards that are in the game."""
    teams: bool
    board: Board
    pools: vec[u8]
    """Hexagons elsewhere than on the table: eight counts a pool."""
    left: i64
    """The bit set of the cards in the deck."""
    row: vec[i64]
    """The cards of the row, the oldest first, then -1."""
    claimed: vec[i64]
    """The bit set of the cards each seat has claimed."""
    points: vec[i64]
    """What they are worth."""
    turn: i64
    phase: i64
    source: i64
    """The cell of the hexagon being moved or swapped, else -1."""
    passes: i64
    """How often each seat has passed running, up to three, four bits a seat."""
    closing: i64
    """The seat that drew the last hexagon of the bag, else -1 (HG 6.1)."""
    closing_turn: bool
    """Whether it drew it in the turn that is still running."""
    finish: i64
    """How the game ended."""

    def __init__(self, seats: i64, deck: Deck, full: i64, teams: bool) -> None:
        """Make a position that has not started."""
        super().__init__(seats, WIDTH, ACTIONS)
        self.deck = deck
        self.full = full
        self.teams = teams
        self.board = Board()
        self.pools = vec[u8]([u8(0)] * int(8 * POOLS))
        self.row = vec[i64]([i64(-1)] * 3)
        self.claimed = vec[i64]([i64(0)] * 4)
        self.points = vec[i64]([i64(0)] * 4)
        self.reset()

    def reset(self) -> None:
        """Put everything where it is before the game."""
        self.over = False
        self.revealed = False
        self.resignations = 0
        self.board.clear()
        for i in range(8 * POOLS):
            self.pools[i] = 0
        for k in range(7):
            self.pools[8 * BAG + k] = TOTALS[k]
        self.left = self.full
        for i in range(ROW):
            self.row[i] = -1
        for i in range(4):
            self.claimed[i] = 0
            self.points[i] = 0
        self.turn = 0
        self.phase = STARTING
        self.source = -1
        self.passes = 0
        self.closing = -1
        self.closing_turn = False
        self.finish = RUNNING

    # Hexagons and cards on their way.

    def size(self, pool: i64) -> i64:
        """Return how many hexagons a pool holds: a seat's hand, BAG, PILE or DISCARDED."""
        total: i64 = 0
        for i in range(8):
            total += i64(self.pools[8 * pool + i])
        return total

    def pour(self, pool: i64, into: i64) -> None:
        """Put all of one pool into another."""
        for i in range(8):
            self.pools[8 * into + i] += self.pools[8 * pool + i]
            self.pools[8 * pool + i] = 0

    def draw(self, seat: i64, count: i64) -> None:
        """Draw hexagons from the bag, one at a time, as many as there are."""
        bag = self.size(BAG)
        if count > bag:
            count = bag
        for i in range(count):
            self.deal(BAG, seat, bag - i, self.dice)
        if count and count == bag and self.closing < 0:  # HG 6.1
            self.closing = seat
            self.closing_turn = True

    def deal(self, source: i64, into: i64, size: i64, dice: Dice) -> None:
        """Move a random hexagon from a pool of that size to another."""
        k = dice.below(size)
        kind: i64 = 0
        while k >= i64(self.pools[8 * source + kind]):
            k -= i64(self.pools[8 * source + kind])
            kind += 1
        self.pools[8 * source + kind] -= 1
        self.pools[8 * into + kind] += 1

    def show_card(self) -> None:
        """Put a card into the row; the oldest of three makes room (HG 3.1)."""
        if self.left:
            if self.row[ROW - 1] >= 0:
                self.remove(0)
            self.add_card()

    def add_card(self) -> None:
        """Draw a card from a deck that has some into a row that has room."""
        k = self.dice.below(cards_in(self.left))
        card: i64 = 0
        while k > 0 or not (self.left >> card) & 1:
            k -= (self.left >> card) & 1
            card += 1
        self.left ^= BITS[card]
        slot: i64 = 0
        while self.row[slot] >= 0:
            slot += 1
        self.row[slot] = card

    def remove(self, slot: i64) -> None:
        """Take a card out of the row; newer ones move up."""
        for i in range(slot, ROW - 1):
            self.row[i] = self.row[i + 1]
        self.row[ROW - 1] = -1

    # Copies, secrets, bytes.

    def copy_from(self, other: Position) -> None:
        """Become equal to a position of the same set-up."""
        assert isinstance(other, State)
        self.copy_common(other)
        self.board.copy_from(other.board)
        self.pools = other.pools[:]
        self.left = other.left
        self.row = other.row[:]
        self.claimed = other.claimed[:]
        self.points = other.points[:]
        self.turn = other.turn
        self.phase = other.phase
        self.source = other.source
        self.passes = other.passes
        self.closing = other.closing
        self.closing_turn = other.closing_turn
        self.finish = other.finish

    def mask(self, seat: i64) -> None:
        """Hide the other hands, the bag, and what another seat returns; their sizes stay (HG 5.5)."""
        self.dice.blank()
        if self.over:
            return
        for pool in range(PILE + 1):
            owner = self.turn if pool == PILE else pool
            if owner != seat:
                self._hide(pool)

    def _hide(self, pool: i64) -> None:
        count = self.size(pool)
        for i in range(7):
            self.pools[8 * pool + i] = 0
        self.pools[8 * pool + HIDDEN] = u8(count)

    def determinize(self, seat: i64, dice: Dice) -> None:
        """Deal what the seat cannot see at random: to the other hands, what is being returned and discards, the rest to the bag."""
        self.mask(seat)
        if not self.over:
            pools = self.pools
            unseen = self._gather_unseen()
            for pool in range(POOLS):  # the discards too: a seat may have resigned in a masked position
                if pool != BAG:
                    for _ in range(i64(pools[8 * pool + HIDDEN])):
                        self.deal(BAG, pool, unseen, dice)
                        unseen -= 1
                    pools[8 * pool + HIDDEN] = 0
        self.dice.fork_from(dice)

    def _gather_unseen(self) -> i64:
        """Put all hexagons that are in no open place into the bag and return how many."""
        pools = self.pools
        total: i64 = 0
        pools[8 * BAG + HIDDEN] = 0
        for kind in range(7):
            open_ones = self.board.count(kind) if kind < BASIC else 0
            for pool in range(POOLS):
                if pool != BAG:
                    open_ones += i64(pools[8 * pool + kind])
            unseen = i64(TOTALS[kind]) - open_ones
            pools[8 * BAG + kind] = u8(unseen)
            total += unseen
        return total

    def write(self, out: Writer) -> None:
        """Write cells, pools, cards and turn; the lists of the board and the points follow from them."""
        cells = vec[u8]([u8(0)] * int(CELLS))
        for i in range(CELLS):
            cells[i] = u8(self.board.kind_at(i) + 1)
        out.u8s(cells)
        out.u8s(self.pools)
        out.number(self.left)
        out.i64s(self.row)
        out.i64s(self.claimed)
        flags: i64 = (1 if self.closing_turn else 0) | self.finish << 1 | self.turn << 4 | self.phase << 8
        out.number(flags | (self.closing + 1) << 12 | self.passes << 16 | (self.source + 1) << 32)

    def read(self, source: Reader) -> None:
        """Read what `write` wrote; ValueError where no game could hold it."""
        self.lay(source.raw(int(CELLS)))
        source.u8s(self.pools)
        self.left = source.number()
        source.i64s(self.row)
        source.i64s(self.claimed)
        rest = source.number()
        self.closing_turn = rest & 1 != 0
        self.finish = rest >> 1 & 7
        self.turn = rest >> 4 & 15
        self.phase = rest >> 8 & 15
        self.closing = (rest >> 12 & 15) - 1
        self.passes = rest >> 16 & 0xFFFF
        self.source = (rest >> 32) - 1
        self.check()

    def lay(self, cells: bytes) -> None:
        """Put hexagons on the empty table: for every cell its kind + 1, or 0."""
        self.board.clear()
        for i in range(CELLS):
            if cells[i]:
                if i64(cells[i]) > BASIC or self.board.placed() == MOST_PLACED:
                    raise ValueError(f"cell {i} holds {cells[i]}: a cell is 0 to {BASIC}, and at most {MOST_PLACED} are not empty")
                self.board.put(i64(SPOT[i]), i64(cells[i]) - 1)

    def check(self) -> None:
        """Count the points of the claimed cards again; ValueError where cards, hexagons or the turn cannot be so."""
        self._check_hexagons()
        self._check_cards()
        self._check_seats()
        self._check_phase()

    def _check_seats(self) -> None:
        if self.turn >= self.seats or self.closing >= self.seats or self.phase > DISCARDING or self.finish > BY_PASSES:
            raise ValueError(f"no turn can be seat {self.turn}, phase {self.phase}, closing {self.closing}, finish {self.finish}")
        inside: i64 = 0
        for s in range(self.seats):
            if not self.resigned(s):
                inside += 1
            elif not self.over and self.size(s) > 0:
                raise ValueError(f"seat {s} has resigned and holds hexagons")
            if (self.passes >> (4 * s)) & 15 > PASSES_TO_END or (self.resignations >> (4 * s)) & 15 > self.seats:
                raise ValueError(f"passes {self.passes} and resignations {self.resignations} cannot be those of {self.seats} seats")
        if self.passes >> (4 * self.seats) or self.resignations >> (4 * self.seats):
            raise ValueError(f"passes and resignations are those of {self.seats} seats")
        if not self.over and (inside < 2 or self.resigned(self.turn) or self.finish != RUNNING):
            raise ValueError("a game that runs has two seats still in, one of them in turn")

    def _check_phase(self) -> None:
        moving = self.phase == MOVING or self.phase == SWAPPING
        if self.source < -1 or self.source >= CELLS or moving != (self.source >= 0):
            raise ValueError(f"phase {self.phase} does not go with a source of {self.source}")
        if moving:
            kind = self.board.kind_at(self.source)
            others = self.board.placed() - (1 if self.phase == MOVING or kind < 0 else self.board.count(kind))
            if kind < 0 or others < 1:
                raise ValueError(f"there is no hexagon on cell {self.source} to move or swap, or none but it")
        if self.phase == DISCARDING and self.size(self.turn) <= HAND_LIMIT and not self.over:
            raise ValueError(f"nobody discards from a hand of {self.size(self.turn)}")
        if self.phase != RETURNING and self.size(PILE) > 0:
            raise ValueError("hexagons are being returned, but nobody passes")
        if self.closing_turn and self.closing != self.turn:
            raise ValueError(f"seat {self.closing} cannot have drawn the last hexagon in the turn of seat {self.turn}")

    def _check_hexagons(self) -> None:
        total = self.board.placed()
        for kind in range(7):
            count = self.board.count(kind) if kind < BASIC else 0
            for pool in range(POOLS):
                count += i64(self.pools[8 * pool + kind])
            if count > i64(TOTALS[kind]):
                raise ValueError(f"there are {count} hexagons of kind {kind}, not {TOTALS[kind]}")
        for pool in range(POOLS):
            total += self.size(pool)
        if total != HEXAGONS:
            raise ValueError(f"there are {total} hexagons, not {HEXAGONS}")

    def _check_cards(self) -> None:
        seen = self.left
        if self.left & ~self.full:
            raise ValueError("the deck holds cards that are not in the game")
        for slot in range(ROW):
            card = self.row[slot]
            if card < -1 or card >= self.deck.count or (card >= 0 and slot > 0 and self.row[slot - 1] < 0):
                raise ValueError(f"the row cannot hold {card} at {slot}")
            if card >= 0:
                seen = _joined(seen, BITS[card], self.full)
        for s in range(4):
            seen = _joined(seen, self.claimed[s], self.full)
            self.points[s] = 0
            for card in range(self.deck.count):
                if (self.claimed[s] >> card) & 1:
                    self.points[s] += i64(self.deck.points[card])


def cards_in(cards: i64) -> i64:
    """Return how many cards a bit set holds."""
    count: i64 = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count


def _joined(seen: i64, cards: i64, full: i64) -> i64:
    """Return two sets of cards together; ValueError where they meet or hold cards that are not in the game."""
    if seen & cards or cards & ~full:
        raise ValueError("a card lies in two places, or is not in the game")
    return seen | cards
