"""The state of a BeerHex match, and what each seat knows of it."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from bestagon.core.codec import Reader, Writer
from bestagon.core.dice import Dice
from bestagon.core.position import Position
from bestagon.games.beerhex import board
from bestagon.games.beerhex.rules import memory, moves, play, scoring, serial
from bestagon.grid.bits import count


@final
@mypyc_attr(acyclic=True)
class BeerHexPosition(Position):
    """A match: the board and hands of the current game, and the games won. Sets of cells are bit sets."""

    sets: i64
    """The number of games in a match."""
    limit: i64
    """The number of turns after which a game is void (BH 6.5)."""
    clues: bool
    """Whether the match is played with clue tokens (BH 8)."""
    occupied: i64 = 0
    """The cells with a cap."""
    silver_caps: i64 = 0
    """The caps of Silver's colour, which decides the hand that a cap returns to (BH 1.3)."""
    silver_symbols: i64 = 0
    """The caps with a silver symbol (BH 1.3), without the `hidden` ones."""
    face_up: i64 = 0
    tokens: i64 = 0
    """The caps with a clue token."""
    hidden: i64 = 0
    """The caps whose symbol this position does not contain: empty unless masked."""
    hands: i64 = board.FULL_HANDS
    """Four bits each: Gold's own and other symbols, Silver's own and other symbols."""
    hidden_hands: i64 = 0
    """The seats of whose hand only the size is known, stored as the number of own symbols: empty unless masked."""
    turn: i64 = board.GOLD
    """The seat to act: after a game, its loser."""
    phase: i64 = board.TURN
    starter: i64 = board.GOLD
    turns: i64 = 0
    """The number of completed turns in the current game."""
    wins: i64 = 0
    """Games won, four bits per seat."""
    voids: i64 = 0
    game_ending: i64 = board.RUNNING
    """How the last game ended; RUNNING from the start of the next."""
    eras: vec[i64]
    """What attacks have told about the caps that are still face down (see `memory`)."""

    def __init__(self, sets: i64, limit: i64, clues: bool) -> None:
        """Create a match that has not started."""
        super().__init__(2, board.MAX_LEGAL_WITH_CLUES if clues else board.MAX_LEGAL, board.ACTIONS_WITH_CLUES if clues else board.ACTIONS)
        self.sets = sets
        self.limit = limit
        self.clues = clues
        self.eras = vec[i64]()

    def blank(self) -> Position:
        """Return a match with the same options that has not started."""
        return BeerHexPosition(self.sets, self.limit, self.clues)

    def copy_from(self, other: Position) -> None:
        """Copy the state of another match with the same options."""
        assert isinstance(other, BeerHexPosition)
        self.copy_common(other)
        self.occupied = other.occupied
        self.silver_caps = other.silver_caps
        self.silver_symbols = other.silver_symbols
        self.face_up = other.face_up
        self.tokens = other.tokens
        self.hidden = other.hidden
        self.hands = other.hands
        self.hidden_hands = other.hidden_hands
        self.turn = other.turn
        self.phase = other.phase
        self.starter = other.starter
        self.turns = other.turns
        self.wins = other.wins
        self.voids = other.voids
        self.game_ending = other.game_ending
        self.eras = other.eras

    # Readers.

    def symbols(self, seat: i64) -> i64:
        """Return the caps with the seat's symbol."""
        return self.silver_symbols if seat == board.SILVER else self.occupied & ~self.silver_symbols

    def caps(self, seat: i64) -> i64:
        """Return the caps of the seat's colour on the board."""
        return self.silver_caps if seat == board.SILVER else self.occupied & ~self.silver_caps

    def face_down(self, seat: i64) -> i64:
        """Return the caps of the seat's colour that are face down."""
        return self.caps(seat) & ~self.face_up

    def hand(self, seat: i64) -> i64:
        """Return the number of caps in the seat's hand."""
        return ((self.hands >> (8 * seat)) & 15) + ((self.hands >> (8 * seat + 4)) & 15)

    def tokens_left(self, seat: i64) -> i64:
        """Return the number of clue tokens the seat has not placed (BH 8.1)."""
        return board.TOKENS - count(self.tokens & self.caps(seat))

    # Hidden information.

    def mask(self, seat: i64) -> None:
        """Hide the symbols under face-down caps, except the seat's own (BH 3.3, 8.3), and those in the opponent's hand."""
        self.dice.blank()
        if self.over or (self.phase == board.BETWEEN and self.game_ending != board.CONCEDED):  # BH 6.4
            return
        down = self.occupied & ~self.face_up
        if not self.clues and seat >= 0:
            down &= ~self.silver_caps if seat == board.SILVER else self.silver_caps
        self.hidden |= down
        self.silver_symbols &= ~down
        if seat != board.GOLD:
            self._hide_hand(board.GOLD)
        if seat != board.SILVER:
            self._hide_hand(board.SILVER)

    def _hide_hand(self, seat: i64) -> None:
        size = self.hand(seat)
        self.hidden_hands |= 1 << seat
        self.hands = (self.hands & ~(255 << (8 * seat))) | (size << (8 * seat))

    def determinize(self, seat: i64, dice: Dice) -> None:
        """Deal the symbols a seat does not know to hidden caps and hands, as likely as what it has seen of attacks makes them."""
        self.mask(seat)
        self._deal(board.GOLD, dice)
        self._deal(board.SILVER, dice)
        self.hidden = 0
        self.hidden_hands = 0
        self.dice.fork_from(dice)

    def _deal(self, seat: i64, dice: Dice) -> None:
        """Give each hidden cap of a colour a symbol, in cell order, and the remaining symbols to the hand if it is hidden."""
        unknown = self.hidden & self.caps(seat)
        if unknown and len(self.eras) > 0:
            memory.deal(self, seat, dice)
            return
        hidden_hand = (self.hidden_hands >> seat) & 1 != 0
        left = count(unknown) + (self.hand(seat) if hidden_hand else 0)
        own = board.OWN_CAPS - count(self.caps(seat) & self.symbols(seat) & ~self.hidden)
        if not hidden_hand:
            own -= (self.hands >> (8 * seat)) & 15
        own = memory.spread(self, seat, unknown, own, left, dice)
        left -= count(unknown)
        if hidden_hand:
            self.hands = (self.hands & ~(255 << (8 * seat))) | ((own | ((left - own) << 4)) << (8 * seat))

    # The contract of Position.

    def start(self, dice: Dice) -> None:
        """Start the match with a random start player (BH 7.2)."""
        play.start(self, dice)

    def acting(self) -> i64:
        """Return the seat to act: after a game, its loser."""
        return 0 if self.over else 1 << self.turn

    def legal(self, seat: i64, out: vec[i32]) -> i64:
        """List placements, attacks and declarations, or who may start the next game."""
        return moves.legal_actions(self, seat, out)

    def pick(self, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return a random legal action without listing them."""
        return moves.pick(self, seat, dice)

    def play(self, seat: i64, action: i64) -> None:
        """Place a cap, attack, declare, or choose who starts."""
        play.apply(self, seat, action)

    def withdraw(self, seat: i64) -> None:
        """Do nothing: with two players a resignation ends the match."""

    def score(self, seat: i64) -> i64:
        """Return the number of games won."""
        return scoring.games_won(self, seat)

    def ending(self) -> str:
        """Return how the last game of the match ended, or that a player resigned."""
        return scoring.ending(self)

    def write(self, out: Writer) -> None:
        """Write everything but the options and the common part."""
        serial.write(self, out)

    def read(self, source: Reader) -> None:
        """Read what `write` wrote and validate it."""
        serial.read(self, source)
