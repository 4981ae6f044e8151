"""The playout policy of hexaGONE."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice
from bestagon.games.hexagone.ai.card_scan import card_worth
from bestagon.games.hexagone.ai.weights import PLAYOUT_NOISE
from bestagon.games.hexagone.board import BASIC, BLUE, CELL, CELLS, CRACKED, FRINGE, GRAY, TONE_BLUE
from bestagon.games.hexagone.board_deck import TEMPLATE
from bestagon.games.hexagone.rules.moves import CLAIM, CLAIMING, EXCHANGE, PLACEMENT, RETURNING, ROW, STARTING
from bestagon.games.hexagone.rules.state import HexagonePosition


class HexagonePlayout:
    """Plans the best card that the hand can complete, and places its hexagons."""

    worth: float
    """The value of the planned card, or 0."""
    spot: i64
    """The spot of one of its missing hexagons."""
    tone: i64

    def __init__(self) -> None:
        """Start without a plan."""
        self.worth = 0.0
        self.spot = -1
        self.tone = 0

    def choose(self, position: HexagonePosition, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return an action towards the planned card, else a claim, else the end of the turn."""
        phase = position.phase
        if phase > CLAIMING:
            n = position.legal(seat, out)
            if phase == RETURNING and dice.below(2) == 0:
                return EXCHANGE
            return i64(out[dice.below(n)])
        if phase != CLAIMING:
            self._plan(position, seat)
            if self.worth > 0.0 and dice.below(PLAYOUT_NOISE) > 0:
                kind = BLUE
                if self.tone != TONE_BLUE:
                    kind = CRACKED if position.pools[8 * seat + CRACKED] else GRAY
                return PLACEMENT + kind * CELLS + i64(CELL[self.spot])
        if phase == STARTING:
            return _opening(position, seat, dice, out)
        return _best_claim(position, position.legal(seat, out), dice, out)

    def _plan(self, position: HexagonePosition, seat: i64) -> None:
        """Find the most valuable card of the row whose missing hexagons are in hand."""
        pools = position.pools
        deck = position.deck
        grays = i64(pools[8 * seat + GRAY]) + i64(pools[8 * seat + CRACKED])
        blues = i64(pools[8 * seat + BLUE])
        self.worth = 0.0
        if grays + blues == 0:
            return
        for slot in range(ROW):
            card = position.row[slot]
            if card < 0:
                return
            size = i64(deck.sizes[card])
            points = float(i64(deck.points[card]))
            if points <= self.worth:
                continue
            last = grays + blues
            if last > size - 1:
                last = size - 1
            for turn in range(i64(deck.turns[card])):
                at = (6 * card + turn) * TEMPLATE
                for j in range(last + 1):
                    self._plan_from(position, at, size, j, points, grays, blues)

    def _plan_from(self, position: HexagonePosition, at: i64, size: i64, j: i64, points: float, grays: i64, blues: i64) -> None:
        """Try the template wherever its hexagon `j` is the first one already on the table."""
        board = position.board
        templates = position.deck.templates
        tone = i64(templates[at + 2 * j + 1])
        offset = i64(templates[at + 2 * j]) if j else 0
        spots = board.blues if tone == TONE_BLUE else board.grays
        count = board.blue_count if tone == TONE_BLUE else board.gray_count
        codes = board.spots
        # The j hexagons before it are missing wherever the template is tried, so the hand must have them.
        gray: i64 = 0
        blue: i64 = 0
        for before in range(j):
            if i64(templates[at + 2 * before + 1]) == TONE_BLUE:
                blue += 1
            else:
                gray += 1
        if gray > grays or blue > blues or card_worth(points, gray, blue) <= self.worth:
            return
        for n in range(count):
            pivot = i64(spots[n]) - offset
            gray = 0
            blue = 0
            found: i64 = -1
            found_tone: i64 = 0
            i: i64 = 0
            while i < size:
                want = i64(templates[at + 2 * i + 1])
                spot = pivot + i64(templates[at + 2 * i]) if i else pivot
                code = i64(codes[spot])
                if code <= FRINGE:
                    if want == TONE_BLUE:
                        blue += 1
                        if blue > blues:
                            break
                    else:
                        gray += 1
                        if gray > grays:
                            break
                    if code == FRINGE:
                        found = spot
                        found_tone = want
                elif code >> 1 != want or i < j:
                    break
                i += 1
            if i == size and found >= 0:
                worth = card_worth(points, gray, blue)
                if worth > self.worth:
                    self.worth = worth
                    self.spot = found
                    self.tone = found_tone


def _opening(position: HexagonePosition, seat: i64, dice: Dice, out: vec[i32]) -> i64:
    """Return a random placement of a random hexagon in hand; without one to place, any legal action."""
    pools = position.pools
    total: i64 = 0
    for kind in range(BASIC):
        total += i64(pools[8 * seat + kind])
    board = position.board
    if total == 0 or board.fringe_count == 0:
        return position.pick(seat, dice, out)
    k = dice.below(total)
    kind = 0
    while k >= i64(pools[8 * seat + kind]):
        k -= i64(pools[8 * seat + kind])
        kind += 1
    return PLACEMENT + kind * CELLS + i64(CELL[i64(board.fringe[dice.below(board.fringe_count)])])


def _best_claim(position: HexagonePosition, n: i64, dice: Dice, out: vec[i32]) -> i64:
    """Return a random one of the claims worth most points, or the end of the turn: `legal` lists both last."""
    choice = i64(out[n - 1])
    most: i64 = 0
    ties: i64 = 0
    i = n - 2
    while i >= 0 and i64(out[i]) >= CLAIM:
        points = i64(position.deck.points[position.row[(i64(out[i]) - CLAIM) // (6 * CELLS)]])
        if points > most:
            most = points
            ties = 0
        if points == most:
            ties += 1
            if dice.below(ties) == 0:
                choice = i64(out[i])
        i -= 1
    return choice
