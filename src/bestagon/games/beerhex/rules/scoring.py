"""Deciding the games of a BeerHex match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from bestagon.games.beerhex.board import ENDINGS, FULL, GOLD, SILVER, caps_needed, connects

if TYPE_CHECKING:
    from bestagon.games.beerhex.rules.state import BeerHexPosition


def games_won(position: BeerHexPosition, seat: i64) -> i64:
    """Return the number of games the seat has won."""
    return (position.wins >> (4 * seat)) & 15


def full_board_winner(position: BeerHexPosition) -> i64:
    """Return the winner of a full board (BH 6.1): one player's sides are always connected."""
    return GOLD if connects(position.symbols(GOLD), GOLD) else SILVER


def cannot_connect(position: BeerHexPosition, seat: i64) -> bool:
    """Tell whether the seat's sides cannot be connected even with the seat's symbols from both hands (BH 6.3)."""
    caps = ((position.hands >> (8 * seat)) & 15) + ((position.hands >> (8 * (1 - seat) + 4)) & 15)
    return caps_needed(position.symbols(seat), ~position.occupied & FULL, seat) > caps


def ending(position: BeerHexPosition) -> str:
    """Return how the match ended; empty while it runs."""
    if not position.over:
        return ""
    return "resigned" if position.resignations else ENDINGS[position.game_ending]
