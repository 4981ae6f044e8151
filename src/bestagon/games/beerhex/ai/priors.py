"""How promising BeerHex actions look before any search, judged only by what the seat knows."""

from __future__ import annotations

import math

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.games.beerhex.ai import weights
from bestagon.games.beerhex.ai.path_finder import BeerHexPathFinder, exposure, makes_three
from bestagon.games.beerhex.board import ATTACK, BETWEEN, CLUED, DECLARE, FULL, OWN_CAPS, START, TRIPLES, TURN, connects
from bestagon.games.beerhex.rules.state import BeerHexPosition
from bestagon.grid.bits import BITS, count


def write_priors(
    position: BeerHexPosition, seat: i64, actions: vec[i32], n: i64, priors: vec[float], paths: BeerHexPathFinder, temperature: float
) -> None:
    """Write the priors of actions by the lead in caps that they give, taking the opponent's face-down caps for honest."""
    if position.phase == BETWEEN:
        for i in range(n):
            priors[i] = 1.0 if i64(actions[i]) == START + seat else 0.0
        return
    unseen = position.face_down(1 - seat)
    if count(position.caps(1 - seat) & position.symbols(1 - seat) & position.face_up) == OWN_CAPS:
        unseen = 0  # All honest caps of the opponent lie face up: the others are bluffs for certain.
    mine = position.symbols(seat) & ~unseen
    theirs = position.symbols(1 - seat) | unseen
    best = -1e9
    for i in range(n):
        priors[i] = _lead_after(position, seat, _without_token(i64(actions[i])), mine, theirs, paths)
        if priors[i] > best:
            best = priors[i]
    for i in range(n):
        behind = (best - priors[i]) / temperature
        priors[i] = 0.0
        if behind < weights.HOPELESS:
            priors[i] = math.exp(-behind) * _bluff_factor(i64(actions[i]), mine & ~position.face_up)
        if i64(actions[i]) == DECLARE:
            priors[i] *= weights.DECLARE_PRIOR


def _lead_after(position: BeerHexPosition, seat: i64, action: i64, mine: i64, theirs: i64, paths: BeerHexPathFinder) -> float:
    """Return the expected lead after an action without its token; far below any other for actions that can only be mistakes."""
    empty = ~position.occupied & FULL
    if action < ATTACK:
        bit = BITS[action >> 1]
        lead = _lead(position, seat, mine | bit, theirs, empty & ~bit, paths)
        return lead - weights.DANGER if position.phase == TURN and connects(theirs, 1 - seat) else lead
    if action < DECLARE:
        three = TRIPLES[action - ATTACK]
        if three & ~theirs:
            return -1e6
        success = math.pow(weights.TRUST, float(count(three & position.caps(1 - seat))))
        after = weights.FREE_CAP + _lead(position, seat, mine, theirs & ~three, empty | three, paths)
        return success * after + (1.0 - success) * (_lead(position, seat, mine, theirs, empty, paths) - weights.WASTED_TURN)
    return 1e3 if action == DECLARE and connects(mine, seat) else -1e6


def _lead(position: BeerHexPosition, seat: i64, mine: i64, theirs: i64, empty: i64, paths: BeerHexPathFinder) -> float:
    """Return by how many caps the seat is ahead if these are the symbols."""
    lead = paths.distance(theirs, empty, 1 - seat) - paths.distance(mine, empty, seat)
    return lead - exposure(mine & ~position.face_up) + exposure(theirs & ~position.face_up)


def _without_token(action: i64) -> i64:
    return action - CLUED if action >= CLUED else action


def _bluff_factor(action: i64, mine: i64) -> float:
    """Return the factor for a bluff or a token in a placement; `mine` are the face-down own symbols."""
    placement = _without_token(action)
    factor = weights.CLUE_PRIOR if action >= CLUED else 1.0
    if placement < ATTACK and placement & 1:
        factor *= weights.BLUFF_IN_THREE_PRIOR if makes_three(mine, BITS[placement >> 1]) else weights.BLUFF_PRIOR
    return factor
