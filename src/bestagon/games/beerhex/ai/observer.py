"""BeerHex as numbers for learning programs."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from bestagon.core.observation.observer import Observer, seat_features, write_cells, write_one_hot, write_seats
from bestagon.core.observation.schema import Feature, Schema
from bestagon.core.position import Position
from bestagon.games.beerhex import board
from bestagon.games.beerhex.rules.state import BeerHexPosition

MOST_WINS: Final[i64] = 2
PHASES: Final[i64] = 4
ENDINGS: Final[i64] = 8
PLANES: Final = (
    Feature("own_caps", "caps of the own colour"),
    Feature("other_caps", "caps of the opponent's colour"),
    Feature("own_symbols", "caps with the own symbol, as far as known"),
    Feature("other_symbols", "caps with the opponent's symbol, as far as known"),
    Feature("unknown", "caps whose symbol is unknown"),
    Feature("face_up", "caps that lie face up"),
    Feature("clues", "caps with a clue token"),
)


@final
class BeerHexObserver(Observer):
    """Caps and symbols on planes, then hands, tokens and the course of the match."""

    def __init__(self, position: BeerHexPosition) -> None:
        """Build the schema."""
        tail = (
            *seat_features(2, 0, int(MOST_WINS)),
            Feature("own_hand", "caps in hand with the own symbol, with the other symbol", 0, 7, 2),
            Feature("other_hand", "caps in the opponent's hand", 0, 13),
            Feature("tokens", "clue tokens left for player 0, 1", 0, 3, 2),
            Feature("phase", "turn, place a cap after an attack, fill the board, between games; one-hot", 0, 1, int(PHASES)),
            Feature("starter", "whether player 0 started this game"),
            Feature("turns", "turns played in this game", 0, int(position.limit)),
            Feature("voids", "games that ended without a result", 0, int(board.MAX_VOIDS)),
            Feature("ending", "how the last game ended: running, " + ", ".join(board.ENDINGS[1:]) + "; one-hot", 0, 1, int(ENDINGS)),
        )
        super().__init__(Schema(tuple((cell.q, cell.r) for cell in board.SHAPE.cells), PLANES, tail))

    def observe(self, masked: Position, seat: i64, out: vec[i16], at: i64) -> None:
        """Write what the seat knows."""
        assert isinstance(masked, BeerHexPosition)
        other = 1 - seat
        known = ~masked.hidden
        at = write_cells(masked.caps(seat), board.CELLS, out, at)
        at = write_cells(masked.caps(other), board.CELLS, out, at)
        at = write_cells(masked.symbols(seat) & known, board.CELLS, out, at)
        at = write_cells(masked.symbols(other) & known, board.CELLS, out, at)
        at = write_cells(masked.hidden, board.CELLS, out, at)
        at = write_cells(masked.face_up & masked.occupied, board.CELLS, out, at)
        at = write_cells(masked.tokens, board.CELLS, out, at)
        at = write_seats(masked, seat, out, at, 0, MOST_WINS)
        out[at] = i16((masked.hands >> (8 * seat)) & 15)
        out[at + 1] = i16((masked.hands >> (8 * seat + 4)) & 15)
        out[at + 2] = i16(masked.hand(other))
        out[at + 3] = i16(masked.tokens_left(seat)) if masked.clues else 0
        out[at + 4] = i16(masked.tokens_left(other)) if masked.clues else 0
        at = write_one_hot(masked.phase, PHASES, out, at + 5)
        out[at] = 1 if masked.starter == seat else 0
        out[at + 1] = i16(masked.turns)
        out[at + 2] = i16(masked.voids)
        write_one_hot(masked.game_ending, ENDINGS, out, at + 3)
