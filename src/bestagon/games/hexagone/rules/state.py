"""The state of a game of hexaGONE."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr, u8

from bestagon.core.codec import Reader, Writer
from bestagon.core.dice import Dice
from bestagon.core.position import Position
from bestagon.games.hexagone.board import BAG, BASIC, HIDDEN, POOLS, RETURNED, TOTALS, HexagoneBoard
from bestagon.games.hexagone.board_deck import SequenceDeck
from bestagon.games.hexagone.rules import memory, moves, play, scoring, serial


@final
@mypyc_attr(acyclic=True)
class HexagonePosition(Position):
    """The hexagons on the table, in hands and in the bag; the cards in the draw pile, in the row and claimed."""

    deck: SequenceDeck
    all_cards: i64
    """The bit set of the cards in the game."""
    teams: bool
    board: HexagoneBoard
    pools: vec[u8]
    """The hexagons off the table: eight counts a pool."""
    draw_pile: i64
    """The bit set of the cards not drawn yet."""
    row: vec[i64]
    """The cards of the row, oldest first, padded with -1."""
    claimed: vec[i64]
    """The bit set of the cards each seat has claimed."""
    points: vec[i64]
    """The points of the claimed cards."""
    turn: i64
    phase: i64
    source: i64
    """The cell of the hexagon being moved or swapped, else -1."""
    passes: i64
    """The consecutive passes of each seat, up to three, four bits a seat."""
    closing: i64
    """The seat that drew the last hexagon of the bag, else -1 (HG 6.1)."""
    closing_turn: bool
    """Whether it drew it in the current turn."""
    finish: i64
    """How the game ended: an index of ENDINGS."""
    memory: vec[i64]
    """What seats know from their own exchanges (see `memory`)."""

    def __init__(self, seats: i64, deck: SequenceDeck, all_cards: i64, teams: bool) -> None:
        """Make a position that has not started."""
        super().__init__(seats, moves.MAX_LEGAL, moves.ACTIONS)
        self.deck = deck
        self.all_cards = all_cards
        self.teams = teams
        self.board = HexagoneBoard()
        self.pools = vec[u8]([u8(0)] * int(8 * POOLS))
        self.row = vec[i64]([i64(-1)] * 3)
        self.claimed = vec[i64]([i64(0)] * 4)
        self.points = vec[i64]([i64(0)] * 4)
        self.reset()

    def reset(self) -> None:
        """Return everything that `start_common` does not know to the state before the game."""
        self.board.clear()
        for i in range(8 * POOLS):
            self.pools[i] = 0
        for k in range(7):
            self.pools[8 * BAG + k] = TOTALS[k]
        self.draw_pile = self.all_cards
        for i in range(moves.ROW):
            self.row[i] = -1
        for i in range(4):
            self.claimed[i] = 0
            self.points[i] = 0
        self.turn = 0
        self.phase = moves.STARTING
        self.source = -1
        self.passes = 0
        self.closing = -1
        self.closing_turn = False
        self.finish = scoring.RESIGNED
        self.memory = vec[i64]()

    def blank(self) -> Position:
        """Return a position of the same set-up that has not started."""
        return HexagonePosition(self.seats, self.deck, self.all_cards, self.teams)

    def copy_from(self, other: Position) -> None:
        """Become equal to a position of the same set-up."""
        assert isinstance(other, HexagonePosition)
        self.copy_common(other)
        self.board.copy_from(other.board)
        self.pools = other.pools[:]
        self.draw_pile = other.draw_pile
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
        self.memory = other.memory

    # Pools and passes.

    def pool_size(self, pool: i64) -> i64:
        """Return the number of hexagons in a pool: a seat's hand, BAG, RETURNED or DISCARDED."""
        total: i64 = 0
        for i in range(8):
            total += i64(self.pools[8 * pool + i])
        return total

    def pour(self, pool: i64, into: i64) -> None:
        """Move all hexagons of a pool to another."""
        for i in range(8):
            self.pools[8 * into + i] += self.pools[8 * pool + i]
            self.pools[8 * pool + i] = 0

    def deal(self, pool: i64, into: i64, size: i64, dice: Dice) -> i64:
        """Move a random hexagon from a pool of the given size to another, and return its kind."""
        k = dice.below(size)
        kind: i64 = 0
        while k >= i64(self.pools[8 * pool + kind]):
            k -= i64(self.pools[8 * pool + kind])
            kind += 1
        self.pools[8 * pool + kind] -= 1
        self.pools[8 * into + kind] += 1
        return kind

    def pass_count(self, seat: i64) -> i64:
        """Return how often the seat has passed in a row, up to three."""
        return (self.passes >> (4 * seat)) & 15

    # Hidden information.

    def mask(self, seat: i64) -> None:
        """Hide the other hands, the bag, the hexagons that another seat returns, but not their number (HG 5.5), and what others know."""
        self.dice.blank()
        if self.over:
            return
        for pool in range(RETURNED + 1):
            owner = self.turn if pool == RETURNED else pool
            if owner != seat:
                count = self.pool_size(pool)
                for i in range(7):
                    self.pools[8 * pool + i] = 0
                self.pools[8 * pool + HIDDEN] = u8(count)
        if len(self.memory) > 0:
            self.memory = memory.of_seat(self, seat)

    def determinize(self, seat: i64, dice: Dice) -> None:
        """Deal the hexagons that the seat cannot see to the pools with hidden ones, the rest to the bag.

        Hexagons that the seat returned itself go only where they can have gone since; apart from that every deal is equally likely.
        """
        self.mask(seat)
        if not self.over:
            pools = self.pools
            unseen = self._gather_unseen()
            if len(self.memory) > 0:
                memory.deal_old(self, seat, dice)
                unseen = self.pool_size(BAG)
            for pool in range(POOLS):  # the discards too: a seat may have resigned in a masked position
                if pool != BAG:
                    for _ in range(i64(pools[8 * pool + HIDDEN])):
                        self.deal(BAG, pool, unseen, dice)
                        unseen -= 1
                    pools[8 * pool + HIDDEN] = 0
        self.dice.fork_from(dice)

    def _gather_unseen(self) -> i64:
        """Put all hexagons of unknown whereabouts into the bag and return their number."""
        pools = self.pools
        total: i64 = 0
        pools[8 * BAG + HIDDEN] = 0
        for kind in range(7):
            seen = self.board.count(kind) if kind < BASIC else 0
            for pool in range(POOLS):
                if pool != BAG:
                    seen += i64(pools[8 * pool + kind])
            unseen = i64(TOTALS[kind]) - seen
            pools[8 * BAG + kind] = u8(unseen)
            total += unseen
        return total

    # The contract, by module.

    def acting(self) -> i64:
        """Return the seat whose turn it is, as a bit set."""
        return 0 if self.over else 1 << self.turn

    def legal(self, seat: i64, out: vec[i32]) -> i64:
        """List the seat's legal actions."""
        return moves.legal(self, seat, out)

    def pick(self, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return a random legal action."""
        return moves.pick(self, seat, dice, out)

    def start(self, dice: Dice) -> None:
        """Set up the game."""
        play.start(self, dice)

    def play(self, seat: i64, action: i64) -> None:
        """Carry out an action."""
        play.apply(self, seat, action)

    def withdraw(self, seat: i64) -> None:
        """Take a seat that has resigned out of the game."""
        play.withdraw(self, seat)

    def score(self, seat: i64) -> i64:
        """Return the points of the seat or its team."""
        return scoring.score(self, seat)

    def ending(self) -> str:
        """Return "bag", "passes" or "resigned"; empty while the game is running."""
        return scoring.ending(self)

    def write(self, out: Writer) -> None:
        """Write the state."""
        serial.write(self, out)

    def read(self, source: Reader) -> None:
        """Read and validate what `write` wrote."""
        serial.read(self, source)
