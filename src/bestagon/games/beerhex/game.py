"""The BeerHex entry in the game registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bestagon.core.evaluator import Evaluator
from bestagon.core.game import Game
from bestagon.core.lesson import Example, Lesson
from bestagon.core.option import Option, Value
from bestagon.core.position import Position
from bestagon.games.beerhex import explain, notation, scene, terminal
from bestagon.games.beerhex.ai.evaluator import BeerHexEvaluator
from bestagon.games.beerhex.board import ENDINGS
from bestagon.games.beerhex.examples import EXAMPLES
from bestagon.games.beerhex.lessons import LESSONS
from bestagon.games.beerhex.rules.state import BeerHexPosition
from bestagon.games.beerhex.translations import translate
from bestagon.i18n import language
from bestagon.scene.model import Scene, Stage


class BeerHex(Game):
    """A match of Hex with hidden symbols."""

    name = "beerhex"
    title = "BeerHex"
    summary = "Join your two sides with symbols hidden under bottle caps, and bluff."
    players = (2,)
    usual_players = 2
    options = (
        Option("sets", "how many games a match has at most", 3, choices=(3, 1)),
        Option("turn_limit", "after how many turns a game is void", 200, low=10, high=1000),
        Option("clues", "whether to play with clue tokens, and without looking under one's own caps", False),
    )
    endings = (*ENDINGS[1:], "resigned")
    loser_chooses = True
    translator = translate

    def setup(self, players: int, options: Mapping[str, Value]) -> Position:
        """Return a match that has not started."""
        return BeerHexPosition(int(options["sets"]), int(options["turn_limit"]), bool(options["clues"]))

    def action_text(self, position: Position, seat: int, action: int) -> str:
        """Return a text such as `c3 own`, `attack b2 b3 c2` or `declare`."""
        return notation.action_text(action)

    def parse_action(self, position: Position, seat: int, text: str) -> int:
        """Parse such a text."""
        return notation.parse_action(_own(position), text)

    def seen_text(self, position: Position, seat: int, action: int, viewer: int) -> str:
        """Return the action text, with ? for a placed symbol unless the viewer placed it; with clues always (BH 8.3)."""
        return notation.action_text(action) if viewer == seat and not _own(position).clues else notation.seen_text(action)

    def position_text(self, position: Position) -> str:
        """Return the match in one line."""
        return notation.position_text(_own(position))

    def parse_position(self, into: Position, text: str) -> None:
        """Parse what `position_text` wrote."""
        notation.parse_position(_own(into), text)

    def draw(self, position: Position) -> str:
        """Return the board, the hands and the games won."""
        return terminal.draw(_own(position))

    def prompt(self, position: Position, seat: int) -> str:
        """Return what the player to act has to do."""
        return terminal.prompt(_own(position))

    def stage(self, position: Position) -> Stage:
        """Return the board and the trays of both hands."""
        return scene.stage_of(_own(position).clues, language())[0]

    def scene(self, position: Position, seat: int) -> Scene:
        """Return the scene for a seat."""
        return scene.scene(_own(position), seat)

    def sentence(self, position: Position, seat: int, action: int, viewer: int) -> str:
        """Return an action as a sentence, without a symbol that the viewer may not know."""
        return scene.sentence(_own(position), seat, action, viewer)

    def touched(self, position: Position, seat: int, action: int, viewer: int) -> tuple[str, ...]:
        """Return the cells that an action affects."""
        return scene.touched(action)

    def evaluator(self) -> Evaluator:
        """Return a new evaluator."""
        return BeerHexEvaluator()

    def reasons(self, masked: Position, seat: int, action: int) -> list[str]:
        """Return the reasons for an action."""
        return explain.reasons(_own(masked), seat, notation.action_text(action))

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the tutorial."""
        return LESSONS

    def examples(self) -> tuple[Example, ...]:
        """Return the pictures that illustrate the rules."""
        return EXAMPLES

    def seat_name(self, seat: int) -> str:
        """Return the colour."""
        return translate(notation.NAMES[seat])


def _own(position: Position) -> BeerHexPosition:
    assert isinstance(position, BeerHexPosition)
    return position


GAME: Final = BeerHex()
