"""Pocket Hexes as the rest of bestagon sees it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from bestagon.core.evaluator import Evaluator
from bestagon.core.game import Game
from bestagon.core.lesson import Example, Lesson
from bestagon.core.option import Option, Value
from bestagon.core.position import Position
from bestagon.games.pocket_hexes import notation, scene
from bestagon.games.pocket_hexes import terminal as text
from bestagon.games.pocket_hexes.ai.evaluator import PocketEvaluator
from bestagon.games.pocket_hexes.board import SHEETS, Board, read_board, sheet_text
from bestagon.games.pocket_hexes.examples import EXAMPLES
from bestagon.games.pocket_hexes.explain import reasons as why
from bestagon.games.pocket_hexes.lessons import LESSONS
from bestagon.games.pocket_hexes.position import PocketPosition
from bestagon.games.pocket_hexes.translations import translate
from bestagon.i18n import language
from bestagon.scene.model import Scene, Stage


class PocketHexes(Game):
    """Title, options, notation and pictures of Pocket Hexes."""

    name = "pocket-hexes"
    title = "Pocket Hexes"
    summary = "Roll dice, write numbers into a hexagon and score the ones you surround."
    players = (1, 2, 3, 4, 5, 6)
    usual_players = 2
    options = (
        Option("sheet", "which sheet to write on", "standard", choices=SHEETS),
        Option("data", "a sheet of your own, used instead of `sheet`", "", data=True),
    )
    endings = ("boxes", "resigned")
    translator = translate

    def setup(self, players: int, options: Mapping[str, Value]) -> Position:
        """Return empty sheets, which are the same for all players."""
        own = str(options["data"])
        if own:
            return PocketPosition(players, _board(own, "option data"))
        name = str(options["sheet"])
        return PocketPosition(players, _board(sheet_text(name), f"{name}.txt"))

    def action_text(self, position: Position, seat: int, action: int) -> str:
        """Return `d8 e5`, `reroll d8`, `score e5` or `skip e5`."""
        assert isinstance(position, PocketPosition)
        return notation.action_text(position, seat, action)

    def parse_action(self, position: Position, seat: int, text: str) -> int:
        """Return the action a text stands for."""
        assert isinstance(position, PocketPosition)
        return notation.parse_action(position, seat, text)

    def position_text(self, position: Position) -> str:
        """Return phase, active seat, dice and every seat's sheet, boxes and what it has to do."""
        assert isinstance(position, PocketPosition)
        return notation.position_text(position)

    def parse_position(self, into: Position, text: str) -> None:
        """Read what `position_text` wrote."""
        assert isinstance(into, PocketPosition)
        notation.parse_position(into, text)

    def draw(self, position: Position) -> str:
        """Return dice, sheets, boxes and scores."""
        assert isinstance(position, PocketPosition)
        return text.draw(position)

    def prompt(self, position: Position, seat: int) -> str:
        """Return what the seat has to do now."""
        assert isinstance(position, PocketPosition)
        return text.prompt(position, seat)

    def stage(self, position: Position) -> Stage:
        """Return sheets, dice and score boxes."""
        assert isinstance(position, PocketPosition)
        return scene.look(position.board, int(position.seats), language()).stage

    def scene(self, position: Position, seat: int) -> Scene:
        """Return what the seat sees."""
        assert isinstance(position, PocketPosition)
        return scene.scene(position, seat)

    def sentence(self, position: Position, seat: int, action: int, viewer: int) -> str:
        """Return an action as a sentence."""
        assert isinstance(position, PocketPosition)
        return scene.sentence(position, seat, action, self.seat_name(seat))

    def touched(self, position: Position, seat: int, action: int, viewer: int) -> tuple[str, ...]:
        """Return the cell an action is about."""
        assert isinstance(position, PocketPosition)
        return scene.touched(position, seat, action)

    def evaluator(self) -> Evaluator:
        """Return what a strong player knows."""
        return PocketEvaluator()

    def reasons(self, masked: Position, seat: int, action: int) -> list[str]:
        """Return what speaks for an action."""
        assert isinstance(masked, PocketPosition)
        return why(masked, seat, self.action_text(masked, seat, action))

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the tutorial."""
        return LESSONS

    def examples(self) -> tuple[Example, ...]:
        """Return the pictures of the rules."""
        return EXAMPLES


@lru_cache(maxsize=16)
def _board(drawn: str, source: str) -> Board:
    """Return a sheet; tables that use the same one share it."""
    return read_board(drawn, source)


GAME: Final = PocketHexes()
