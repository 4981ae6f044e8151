"""What a BeerHex match consists of, who knows what of it, and how it is written down."""

from __future__ import annotations

from mypy_extensions import i64

from bestagon.core.codec import Reader, Writer
from bestagon.core.dice import Dice
from bestagon.core.position import Position
from bestagon.games.beerhex.board import (
    ACTIONS,
    ACTIONS_WITH_CLUES,
    BETWEEN,
    CAPS,
    CELLS,
    FILL,
    FRESH_HANDS,
    FULL,
    GOLD,
    MOST_VOIDS,
    OTHER_CAPS,
    OWN_CAPS,
    RUNNING,
    SILVER,
    TOKENS,
    TURN,
    VOID,
    WIDTH,
    WIDTH_WITH_CLUES,
)
from bestagon.grid.bits import count


class State(Position):
    """A match: the caps of the running game, and the games won; what of it a seat knows, and its bytes."""

    sets: i64
    limit: i64
    """After how many turns a game is void (BH 6.5)."""
    clues: bool
    occupied: i64
    """The cells that hold a cap. All these are bit sets of cells."""
    colour: i64
    """The caps that are silver: whose hand a cap returns to (BH 1.3)."""
    symbol: i64
    """The caps that count as silver (BH 1.3); 0 where `hidden`."""
    up: i64
    """The caps that lie face up."""
    token: i64
    """The caps that bear a clue token."""
    hidden: i64
    """The caps whose symbol this position does not hold: none unless masked."""
    hands: i64
    """Four bits each: Gold's own and other symbols, Silver's own and other symbols."""
    blind: i64
    """The seats whose hand is known by its size only, which then stands with the own symbols: none unless masked."""
    turn: i64
    """Who acts: after a game its loser."""
    phase: i64
    starter: i64
    turns: i64
    """How many turns of the running game are over."""
    wins: i64
    """Games won, four bits a seat."""
    voids: i64
    how: i64
    """How the last game ended; RUNNING from the start of the next."""

    def __init__(self, sets: i64, limit: i64, clues: bool) -> None:
        """Make a match that has not started."""
        super().__init__(2, WIDTH_WITH_CLUES if clues else WIDTH, ACTIONS_WITH_CLUES if clues else ACTIONS)
        self.sets = sets
        self.limit = limit
        self.clues = clues
        self.wins = 0
        self.voids = 0
        self.hidden = 0
        self.blind = 0
        self.begin_game(GOLD)

    def begin_game(self, starter: i64) -> None:
        """Clear the board and fill the hands for another game of the match."""
        self.occupied = 0
        self.colour = 0
        self.symbol = 0
        self.up = 0
        self.token = 0
        self.hands = FRESH_HANDS  # BH 1.2
        self.turn = starter
        self.phase = TURN
        self.starter = starter
        self.turns = 0
        self.how = RUNNING

    # Questions.

    def score(self, seat: i64) -> i64:
        """Return the games won."""
        return (self.wins >> (4 * seat)) & 15

    def symbols(self, seat: i64) -> i64:
        """Return the caps that count as the seat's."""
        return self.symbol if seat == SILVER else self.occupied & ~self.symbol

    def caps(self, seat: i64) -> i64:
        """Return the caps of the seat's colour on the board."""
        return self.colour if seat == SILVER else self.occupied & ~self.colour

    def hand(self, seat: i64) -> i64:
        """Return how many caps the seat has in hand."""
        return ((self.hands >> (8 * seat)) & 15) + ((self.hands >> (8 * seat + 4)) & 15)

    def tokens_left(self, seat: i64) -> i64:
        """Return how many clue tokens the seat has in hand (BH 8.1)."""
        mine = self.token & (self.colour if seat == SILVER else ~self.colour)
        return TOKENS - count(mine)

    # What is known.

    def copy_from(self, other: Position) -> None:
        """Become equal to another match with the same options."""
        assert isinstance(other, State)
        self.copy_common(other)
        self.occupied = other.occupied
        self.colour = other.colour
        self.symbol = other.symbol
        self.up = other.up
        self.token = other.token
        self.hidden = other.hidden
        self.hands = other.hands
        self.blind = other.blind
        self.turn = other.turn
        self.phase = other.phase
        self.starter = other.starter
        self.turns = other.turns
        self.wins = other.wins
        self.voids = other.voids
        self.how = other.how

    def mask(self, seat: i64) -> None:
        """Hide what lies face down, but for one's own caps (BH 3.3, 8.3), and the symbols in the other hand."""
        self.dice.blank()
        if self.over or self.phase == BETWEEN:
            return
        down = self.occupied & ~self.up
        if not self.clues and seat >= 0:
            down &= ~self.colour if seat == SILVER else self.colour
        self.hidden |= down
        self.symbol &= ~down
        if seat != GOLD:
            self._blind(GOLD)
        if seat != SILVER:
            self._blind(SILVER)

    def _blind(self, seat: i64) -> None:
        size = self.hand(seat)
        self.blind |= 1 << seat
        self.hands = (self.hands & ~(255 << (8 * seat))) | (size << (8 * seat))

    def determinize(self, seat: i64, dice: Dice) -> None:
        """Deal the symbols a seat does not know to the caps they may be under, all ways equally likely."""
        self.mask(seat)
        self._deal(GOLD, dice)
        self._deal(SILVER, dice)
        self.hidden = 0
        self.blind = 0
        self.dice.fork_from(dice)

    def _deal(self, seat: i64, dice: Dice) -> None:
        """Give every hidden cap of a colour a symbol, in cell order, and what is left to a hand that is not known."""
        unknown = self.hidden & self.caps(seat)
        blind = (self.blind >> seat) & 1 != 0
        left = count(unknown) + (self.hand(seat) if blind else 0)
        own = OWN_CAPS - count(self.caps(seat) & self.symbols(seat) & ~self.hidden)
        if not blind:
            own -= (self.hands >> (8 * seat)) & 15
        while unknown:
            bit = unknown & -unknown
            unknown ^= bit
            is_own = dice.below(left) < own
            if is_own:
                own -= 1
            if is_own == (seat == SILVER):
                self.symbol |= bit
            left -= 1
        if blind:
            self.hands = (self.hands & ~(255 << (8 * seat))) | ((own | ((left - own) << 4)) << (8 * seat))

    # Bytes.

    def write(self, out: Writer) -> None:
        """Write the bit sets in pairs, then everything small in one number."""
        out.number(self.occupied | (self.colour << CELLS))
        out.number(self.symbol | (self.up << CELLS))
        out.number(self.token | (self.hidden << CELLS))
        small = self.turn | (self.phase << 1) | (self.starter << 3) | (self.blind << 4) | (self.how << 6) | (self.voids << 9)
        out.number(small | (self.wins << 11) | (self.turns << 19) | (self.hands << 32))

    def read(self, source: Reader) -> None:
        """Read what `write` wrote."""
        pair = source.number()
        self.occupied = pair & FULL
        self.colour = pair >> CELLS
        pair = source.number()
        self.symbol = pair & FULL
        self.up = pair >> CELLS
        pair = source.number()
        self.token = pair & FULL
        self.hidden = pair >> CELLS
        small = source.number()
        self.turn = small & 1
        self.phase = (small >> 1) & 3
        self.starter = (small >> 3) & 1
        self.blind = (small >> 4) & 3
        self.how = (small >> 6) & 7
        self.voids = (small >> 9) & 3
        self.wins = (small >> 11) & 255
        self.turns = (small >> 19) & 8191
        self.hands = small >> 32
        self.check()

    def check(self) -> None:
        """Raise ValueError, saying why, where this cannot be a moment of a match."""
        down = self.occupied & ~self.up
        _must(self.occupied & ~FULL == 0 and self.hands >> 16 == 0, "there are 25 cells, and hands of up to 13 caps")
        _must((self.colour | self.symbol | self.up) & ~self.occupied == 0, "only cells with a cap have a colour, a symbol or a side up")
        _must((self.token | self.hidden) & ~down == 0, "tokens and hidden symbols are on caps that lie face down")
        _must(self.symbol & self.hidden == 0, "a hidden cap shows no symbol")
        _must(self.token == 0 or self.clues, "tokens need the option clues")
        _must(
            self.resignations == 0 or (self.over and (self.resignations == 1 or self.resignations == 16)),
            "one seat can resign, and that ends the match",
        )
        _must(self.turns <= self.limit, "a game has no more turns than turn_limit")
        self._check_caps(GOLD)
        self._check_caps(SILVER)
        self._check_match()
        if self.phase != BETWEEN:
            self._check_running()

    def _check_caps(self, seat: i64) -> None:
        caps = self.caps(seat)
        known = caps & ~self.hidden
        own = count(known & self.symbols(seat))
        other = count(known) - own
        _must(count(caps) + self.hand(seat) == CAPS, "a player has 13 caps on the board and in hand")
        if (self.blind >> seat) & 1:
            _must((self.hands >> (8 * seat + 4)) & 15 == 0, "a hidden hand has a size only")
        else:
            own += (self.hands >> (8 * seat)) & 15
            other += (self.hands >> (8 * seat + 4)) & 15
        _must(own <= OWN_CAPS and other <= OTHER_CAPS, "a player has 7 own and 6 other symbols")
        _must(self.tokens_left(seat) >= 0, "a player has three tokens")

    def _check_match(self) -> None:
        most = self.score(GOLD) if self.score(GOLD) > self.score(SILVER) else self.score(SILVER)
        won = 2 * most > self.sets
        decided = won or self.voids == MOST_VOIDS
        _must(2 * most <= self.sets + 1 and self.score(GOLD) + self.score(SILVER) <= self.sets, "nobody wins more games than a match has")
        _must(self.over == (decided or self.resignations != 0), "a match is over when it is won, void or given up, and only then")
        _must((self.how == RUNNING) == (self.phase != BETWEEN), "only a game that has ended has an ending")
        _must(self.voids < MOST_VOIDS or self.how == VOID, "the third void game ends the match")
        _must(self.how != VOID or self.voids == MOST_VOIDS, "after a void game that is not the third the next begins at once")
        if self.phase == BETWEEN:
            _must(self.up == self.occupied and self.hidden == 0 and self.blind == 0, "after a game everything is revealed")
            _must(self.how == VOID or self.score(1 - self.turn) > 0, "the loser of a game is to choose, so the other has won one")
        else:
            _must(not decided, "a match that is decided has no running game")

    def _check_running(self) -> None:
        _must(self.turn == self.starter ^ (self.turns & 1), "the players take turns, the start player first")
        _must(self.turns > 0 or self.occupied == 0, "the board is empty before the first turn")
        _must(self.occupied != FULL, "a full board ends the game")
        _must(self.hand(self.turn) > 0, "who is to place has a cap")
        _must((self.phase == FILL) == (self.hand(1 - self.turn) == 0), "the board is filled once a hand is empty, and only then")
        _must(self.phase == FILL or self.turns < self.limit, "a game is void at its turn_limit")


def _must(holds: bool, why: str) -> None:
    if not holds:
        raise ValueError(why)
