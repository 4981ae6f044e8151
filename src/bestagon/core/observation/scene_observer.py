"""The observer of games that have none of their own: it reads the scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i16, i64

from bestagon.core.observation.observer import Observer, seat_features
from bestagon.core.observation.schema import HIGHEST, LOWEST, Feature, Schema
from bestagon.core.position import Position
from bestagon.scene.model import Board, CellState, Stage

if TYPE_CHECKING:
    from bestagon.core.game import Game

LARGEST_LABEL = 999
TEXT = 256
"""How many characters of its text the observation of a game without boards has."""


class SceneObserver(Observer):
    """Observes any game: what its scene shows on boards, or without boards the text of the position, and the state of all seats.

    It knows nothing that only facts, trays or choices of a scene show, and it is slow: a game that is worth learning has its own.
    """

    def __init__(self, game: Game, position: Position) -> None:
        """Derive the schema from the stage."""
        self.game = game
        self.stage: Stage = game.stage(position)
        self.seats = int(position.seats)
        self.owned = max((sum(board.seat == seat for board in self.stage.boards) for seat in range(self.seats)), default=0)
        self.cell_numbers: list[dict[str, int]] = []
        coordinates: list[tuple[int, int]] = []
        for grid in self.stage.grids:
            self.cell_numbers.append({cell.id: i for i, cell in enumerate(grid.cells, len(coordinates))})
            coordinates += [(cell.q, cell.r) for cell in grid.cells]
        self.words = {word: i for i, word in enumerate(sorted(self.stage.legend))}
        super().__init__(Schema(tuple(coordinates), tuple(self._planes()), tuple(self._tail())))

    def _planes(self) -> list[Feature]:
        common = [board.id for board in self.stage.boards if board.seat < 0]
        boards = [(f"{name}." if name else "", "") for name in common]
        boards += [(f"player{seat}.board{n}.", f" of player {seat}") for seat in range(self.seats) for n in range(self.owned)]
        found: list[Feature] = []
        for prefix, whose in boards:
            for word in self.words:
                text = f"{word}{whose}: 0 nowhere, 1 to {self.seats} of player 0, 1, ..., {self.seats + 1} of nobody"
                found.append(Feature(prefix + word, text, 0, self.seats + 1))
            found.append(Feature(f"{prefix}number", f"the number written on a cell or piece{whose}, -1 for none", -1, LARGEST_LABEL))
        return found

    def _tail(self) -> list[Feature]:
        found = [*seat_features(self.seats, LOWEST, HIGHEST)]
        if not self.stage.boards:
            found.append(Feature("text", "the code of every character of the position's text, 0 after its end", 0, HIGHEST, TEXT))
        return found

    def observe(self, masked: Position, seat: i64, out: vec[i16], at: i64) -> None:
        """Write boards and seats, or the text of the position."""
        viewer, first = int(seat), int(at)
        numbers = [0] * int(self.size)
        planes = len(self.words) + 1
        scene = self.game.scene(masked, viewer) if self.stage.boards else None
        for plane, board in enumerate(self._boards(viewer)):
            base = plane * planes * self.schema.cells
            last = base + (planes - 1) * self.schema.cells
            for i in range(last, last + self.schema.cells):
                numbers[i] = -1
            if scene is None or board is None or board.id not in scene.boards:
                continue
            where = self.cell_numbers[board.grid]
            for cell, state in scene.boards[board.id].cells.items():
                self._write_cell(state, numbers, base + where[cell], viewer)
        self._write_tail(masked, viewer, numbers)
        for i in range(len(numbers)):
            out[first + i] = i16(numbers[i])

    def _boards(self, viewer: int) -> list[Board | None]:
        """Return the common boards, then those of player 0, 1, ..., as many for each."""
        found: list[Board | None] = [board for board in self.stage.boards if board.seat < 0]
        for player in range(self.seats):
            own = [board for board in self.stage.boards if board.seat == (viewer + player) % self.seats]
            found += own
            found += [None] * (self.owned - len(own))
        return found

    def _write_cell(self, state: CellState, numbers: list[int], at: int, viewer: int) -> None:
        piece = state.piece
        words = [(state.kind, state.seat)] + [(mark, state.seat) for mark in state.marks]
        if piece is not None:
            words += [(piece.kind, piece.seat)] + [(mark, piece.seat) for mark in piece.marks]
        for word, owner in words:
            if word in self.words:
                numbers[at + self.words[word] * self.schema.cells] = (owner - viewer) % self.seats + 1 if owner >= 0 else self.seats + 1
        label = piece.label if piece is not None and piece.label else state.label
        if label.isascii() and label.isdigit():
            numbers[at + len(self.words) * self.schema.cells] = min(int(label), LARGEST_LABEL)

    def _write_tail(self, masked: Position, viewer: int, numbers: list[int]) -> None:
        at, acting = self.schema.plane_count * self.schema.cells, int(masked.acting())
        for player in range(self.seats):
            seat = (viewer + player) % self.seats
            numbers[at + player] = max(LOWEST, min(HIGHEST, int(masked.score(seat))))
            numbers[at + self.seats + player] = acting >> seat & 1
            numbers[at + 2 * self.seats + player] = int(not masked.still_in(seat))
        numbers[at + 3 * self.seats + viewer] = 1
        numbers[at + 4 * self.seats] = int(masked.over)
        if not self.stage.boards:
            for i, character in enumerate(self.game.position_text(masked)[:TEXT]):
                numbers[at + 4 * self.seats + 1 + i] = min(ord(character), HIGHEST)
