"""Invariants of every BeerHex position, masked or not."""

from __future__ import annotations

from bestagon.core.position import Position
from bestagon.games.beerhex.board import BETWEEN, CAPS, CONCEDED, FILL, FULL, OTHER_CAPS, OWN_CAPS, PLACE, TOKENS, connects
from bestagon.games.beerhex.rules import serial
from bestagon.games.beerhex.rules.state import BeerHexPosition


def check(position: Position) -> None:
    """Assert that caps, tokens, turns and games won add up."""
    assert isinstance(position, BeerHexPosition)
    serial.validate(position)
    for seat in range(2):
        _check_caps(position, seat)
    assert not position.face_up & position.tokens, "a revealed cap has returned its token"
    assert position.clues or not position.tokens
    assert 0 <= position.turns <= position.limit
    assert position.score(0) + position.score(1) <= position.sets
    assert not (_is_connected(position, 0) and _is_connected(position, 1)), "only one player can connect"
    if position.phase == BETWEEN:
        hidden_still = position.game_ending == CONCEDED and (not position.over or position.resignations)
        assert hidden_still or position.face_up == position.occupied
    else:
        assert position.occupied != FULL
        assert (position.phase == FILL) == (position.hand(1 - position.turn) == 0)
    if position.phase == PLACE:
        assert bin(position.occupied).count("1") <= 22, "a successful attack has emptied cells"


def _check_caps(position: BeerHexPosition, seat: int) -> None:
    caps = position.caps(seat)
    assert bin(caps).count("1") + position.hand(seat) == CAPS
    assert bin(caps & position.tokens).count("1") + position.tokens_left(seat) == TOKENS
    if not position.hidden and not position.hidden_hands:
        own = bin(caps & position.symbols(seat)).count("1")
        other = bin(caps & position.symbols(1 - seat)).count("1")
        hand = position.hands >> (8 * seat)
        assert own + (hand & 15) == OWN_CAPS
        assert other + ((hand >> 4) & 15) == OTHER_CAPS


def _is_connected(position: BeerHexPosition, seat: int) -> bool:
    return connects(position.symbols(seat) & ~position.hidden, seat)
