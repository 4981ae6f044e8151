"""The final scores of all sheets in one world."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from bestagon.core.dice import Dice
from bestagon.games.pocket_hexes.ai.futures import MAX_SEATS, MAX_TURNS, PocketFuture
from bestagon.games.pocket_hexes.ai.sheet_run import PocketSheetRun
from bestagon.games.pocket_hexes.ai.sheet_scores import PocketSheetScores
from bestagon.games.pocket_hexes.ai.weights import SOLO_TURNS
from bestagon.games.pocket_hexes.ai.write_gains import PocketWriteGains
from bestagon.games.pocket_hexes.rules.state import PocketPosition

KEPT: Final[i64] = 16
"""Futures that are remembered: in a world there is one for each die that an action can re-roll."""


class PocketEnds:
    """Plays games to the end, and remembers how the rivals of a seat did, whom all its actions meet."""

    gains: PocketWriteGains
    estimates: PocketSheetScores
    run: PocketSheetRun | None
    futures: list[PocketFuture]
    oldest: i64
    scores: vec[float]
    """The final score of each seat that has not resigned, in the position found last."""
    found: PocketFuture | None
    """The future of that position, and ..."""
    numbers: vec[u8]
    """... the sheet, ..."""
    rings: i64
    """... the pending rings and ..."""
    progress: i64
    """... the progress of the turn of the seat that the future is made for."""
    dice: Dice
    """Scratch."""

    def __init__(self, gains: PocketWriteGains) -> None:
        """Remember nothing."""
        self.gains = gains
        self.estimates = PocketSheetScores(gains.tuning)
        self.run = None
        self.futures = [PocketFuture() for _ in range(KEPT)]
        self.oldest = 0
        self.scores = vec[float]([0.0] * int(MAX_SEATS))
        self.found = None
        self.numbers = vec[u8]()
        self.rings = 0
        self.progress = 0
        self.dice = Dice()

    def find(self, position: PocketPosition, seat: i64) -> None:
        """Write the final scores if a seat knows its rivals and these only guess; another seat stands in for one that has resigned."""
        while seat >= position.seats or position.resigned(seat):
            seat = (seat + 1) % position.seats
        cells = position.board.cells
        numbers = position.numbers[seat * cells : seat * cells + cells]
        rings = position.pending_rings(seat)
        progress = ((position.left >> (4 * seat)) & 15) * 16 + ((position.used >> (4 * seat)) & 15)
        found = self.found
        if found is not None and rings == self.rings and progress == self.progress and found.belongs_to(position, seat):
            same = True
            for i in range(cells):
                same = same and numbers[i] == self.numbers[i]
            if same:
                return
        run = self.run
        if run is None or run.sheet.board is not position.board:
            run = PocketSheetRun(position, self.gains)
            self.run = run
        future = self._future(position, seat, run)
        run.play(position, seat, future)
        for other in range(position.seats):
            self.scores[other] = float(future.scores[other * MAX_TURNS + run.turn])
        self.scores[seat] = float(run.score)
        if position.seats == 1:
            # The boxes of the sheet are empty: those that are filled count in the score of the run.
            self.scores[seat] += self.estimates.expected_score(run.sheet, 0, False)
        self.found = future
        self.numbers = numbers
        self.rings = rings
        self.progress = progress

    def _future(self, position: PocketPosition, seat: i64, run: PocketSheetRun) -> PocketFuture:
        """Return what the rivals of a seat do with the dice of a position."""
        for known in self.futures:
            if known.belongs_to(position, seat):
                return known
        future = self.futures[self.oldest]
        self.oldest = (self.oldest + 1) % KEPT
        future.begin(position, seat, self.dice)
        if position.seats == 1:
            future.end = SOLO_TURNS
        for other in range(position.seats):
            if other != seat and not position.resigned(other):
                run.play(position, other, future)
        return future
