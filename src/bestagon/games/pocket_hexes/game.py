"""The Pocket Hexes entry in the game registry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from bestagon.core.evaluator import Evaluator
from bestagon.core.game import Game
from bestagon.core.lesson import Example, Lesson, Tip
from bestagon.core.observation.observer import Observer
from bestagon.core.option import Option, Value
from bestagon.games.pocket_hexes import explain, notation, printout, refusals, scene, story, terminal
from bestagon.games.pocket_hexes.ai.evaluator import PocketEvaluator
from bestagon.games.pocket_hexes.ai.observer import PocketObserver
from bestagon.games.pocket_hexes.board import SHEETS, PocketBoard, read_board, sheet_text
from bestagon.games.pocket_hexes.lessons import EXAMPLES, LESSONS, TIPS
from bestagon.games.pocket_hexes.rules.state import PocketPosition
from bestagon.games.pocket_hexes.translations import translate
from bestagon.i18n import language
from bestagon.scene.beats import Beat, WhyNot
from bestagon.scene.model import Scene, Stage
from bestagon.scene.printout import PrintPart
from bestagon.scene.throws import Throw


class PocketHexes(Game[PocketPosition]):
    """The roll-and-write game on a hexagon of hexagons."""

    name = "pocket-hexes"
    title = "Pocket Hexes"
    summary = "Roll six odd dice, fill a notebook page, and score the numbers you surround."
    players = (1, 2, 3, 4, 5, 6)
    usual_players = 2
    minutes = 20
    options = (
        Option("sheet", "Sheet", "standard", choices=SHEETS, labels=("Large", "Small")),
        Option("data", "Your own sheet", "", data=True),
    )
    data_files: Mapping[str, Mapping[str, Value]] = {"standard.txt": {}, "small.txt": {"sheet": "small"}}
    endings = ("boxes", "resigned")
    translator = translate

    def setup(self, players: int, options: Mapping[str, Value]) -> PocketPosition:
        """Return empty sheets of the same kind for all players."""
        own = str(options["data"])
        if own:
            return PocketPosition(players, _board(own, "option data"))
        name = str(options["sheet"])
        return PocketPosition(players, _board(sheet_text(name), f"{name}.txt"))

    def action_text(self, position: PocketPosition, seat: int, action: int) -> str:
        """Return a text such as `d8 e5`, `reroll d8`, `score e5` or `skip e5`."""
        return notation.action_text(position, seat, action)

    def parse_action(self, position: PocketPosition, seat: int, text: str) -> int:
        """Parse such a text."""
        return notation.parse_action(position, seat, text)

    def position_text(self, position: PocketPosition) -> str:
        """Return phase, active seat, dice, sheets and boxes in one line."""
        return notation.position_text(position)

    def parse_position(self, into: PocketPosition, text: str) -> None:
        """Parse what `position_text` wrote."""
        notation.parse_position(into, text)

    def draw(self, position: PocketPosition) -> str:
        """Return the dice, sheets, boxes and scores."""
        return terminal.draw(position)

    def prompt(self, position: PocketPosition, seat: int) -> str:
        """Return what the seat has to do now."""
        return terminal.prompt(position, seat)

    def stage(self, position: PocketPosition) -> Stage:
        """Return the sheets and the trays of dice and boxes."""
        return scene.stage_of(position.board, int(position.seats), language()).stage

    def scene(self, position: PocketPosition, seat: int) -> Scene:
        """Return the scene for a seat."""
        return scene.scene(position, seat)

    def sentence(self, position: PocketPosition, seat: int, action: int, viewer: int) -> str:
        """Return an action as a sentence."""
        return scene.sentence(position, seat, action, self.seat_name(seat))

    def tell(self, before: PocketPosition, after: PocketPosition, seat: int, action: int, viewer: int) -> list[Beat]:
        """Return what an action did, and what it led to."""
        return story.tell(before, after, seat, action)

    def tell_resignation(self, before: PocketPosition, after: PocketPosition, seat: int, viewer: int) -> list[Beat]:
        """Return what a resignation led to."""
        return story.tell_resignation(before, after)

    def tell_start(self, start: PocketPosition, viewer: int) -> list[Beat]:
        """Tell who starts, and what was rolled."""
        return story.tell_start(start)

    def throw(self, position: PocketPosition, code: int) -> Throw:
        """Return what people with real dice have to roll now."""
        return story.throw(position, code)

    def why_not(self, masked: PocketPosition, seat: int, picks: Sequence[str]) -> WhyNot:
        """Explain why a die or a cell cannot be chosen."""
        return refusals.why_not(masked, seat, picks)

    def touched(self, position: PocketPosition, seat: int, action: int, viewer: int) -> tuple[str, ...]:
        """Return the cell that an action affects."""
        return scene.touched(position, seat, action)

    def evaluator(self) -> Evaluator:
        """Return a new evaluator."""
        return PocketEvaluator()

    def observer(self, position: PocketPosition) -> Observer:
        """Return an observer."""
        return PocketObserver(position)

    def reasons(self, masked: PocketPosition, seat: int, action: int) -> list[str]:
        """Return the reasons for an action."""
        return explain.reasons(masked, seat, self.action_text(masked, seat, action))

    def printed(self, players: int, options: Mapping[str, Value]) -> tuple[PrintPart, ...]:
        """Return the score sheet."""
        return printout.printed(self.setup(players, self.complete(players, options)).board, self.title)

    def uses(self, position: PocketPosition, seat: int, action: int) -> tuple[tuple[str, str], ...]:
        """Return what an action uses, for statistics."""
        return explain.uses(position, seat, self.action_text(position, seat, action))

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the tutorial."""
        return LESSONS

    def coach(self) -> tuple[Tip, ...]:
        """Return the tips for the first game."""
        return TIPS

    def examples(self) -> tuple[Example, ...]:
        """Return the pictures that illustrate the rules."""
        return EXAMPLES


@lru_cache(maxsize=16)
def _board(drawn: str, source: str) -> PocketBoard:
    """Return a sheet, shared by all tables that use it."""
    return read_board(drawn, source)


GAME: Final[Game] = PocketHexes()
