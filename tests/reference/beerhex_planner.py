"""A one-turn planner for BeerHex, written from the clauses alone (BH = rules/beerhex.md): a yardstick for the levels.

It compares the ways that both players still have to go (BH 5.1), as far as the seat knows the symbols: its own caps and those face up
(BH 3.3). It declares what is joined, attacks when the other may be about to join, and otherwise places the cap that helps most.
"""

from __future__ import annotations

from tests.reference.beerhex import CELLS, NEAR, Reference, first_side, second_side

BLOCKED = 99.0
MINE_IN_THEIRS = 6 / 13
"""The share of the seat's symbols in the other's caps (BH 1.3)."""
DANGER = 1.0
"""The empty cells that the other may still need when it is time to attack."""


def choose(game: Reference, seat: int) -> str:
    """Return the choice that shortens the own way and lengthens the other's, the first in the order of the texts among equals."""
    texts = sorted(game.legal(seat))
    if game.phase == "choose":  # BH 7.1
        return f"start {('gold', 'silver')[seat]}"
    known = symbols_known(game, seat)
    if "declare" in texts and way_left(game, seat, seat, known) == 0:  # BH 5.1
        return "declare"
    attacks = [text for text in texts if text.startswith("attack")]
    if attacks and way_left(game, 1 - seat, seat, known) < DANGER:
        return max(attacks, key=lambda text: _unknown(game, seat, text.split()[1:]))
    placements = [text for text in texts if text.split()[0] in NEAR and not text.endswith("clue")]
    own = [text for text in placements if text.endswith("own")]
    return max(own or placements, key=lambda text: _worth(game, seat, text, known))


def symbols_known(game: Reference, seat: int) -> dict[str, int]:
    """BH 3.3: the symbols of own caps and of all that are face up."""
    return {cell: cap.symbol for cell, cap in game.board.items() if cap.face_up or cap.colour == seat}


def way_left(game: Reference, player: int, viewer: int, known: dict[str, int]) -> float:
    """Return the empty cells of the player's shortest way, where an unknown cap counts by the chance that it is no help."""

    def price(cell: str) -> float:
        if cell in known:
            return 0.0 if known[cell] == player else BLOCKED
        if cell not in game.board:
            return 1.0
        return 1 - MINE_IN_THEIRS if player == viewer else MINE_IN_THEIRS

    left = {cell: price(cell) if cell in first_side(player) else BLOCKED for cell in CELLS}
    changed = True
    while changed:
        changed = False
        for cell in CELLS:
            cost = min(left[near] for near in NEAR[cell]) + price(cell)
            if cost < left[cell] - 1e-9:
                left[cell] = cost
                changed = True
    return min(left[cell] for cell in second_side(player))


def _worth(game: Reference, seat: int, text: str, known: dict[str, int]) -> float:
    cell, word = text.split()
    after = {**known, cell: seat if word == "own" else 1 - seat}
    return min(way_left(game, 1 - seat, seat, after), BLOCKED) - min(way_left(game, seat, seat, after), BLOCKED)


def _unknown(game: Reference, seat: int, cells: list[str]) -> int:
    """BH 4.2, 4.3: an attack on the other's caps reveals most."""
    return sum(game.board[cell].colour != seat for cell in cells)
