"""The Game object of Hex Roller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bestagon.core.evaluator import Evaluator
from bestagon.core.game import Game
from bestagon.core.lesson import Example, Lesson, Tip
from bestagon.core.observation.observer import Observer
from bestagon.core.option import Option, Value
from bestagon.games.hex_roller import explain, notation, printout, scene, story, terminal
from bestagon.games.hex_roller.ai.evaluator import RollerEvaluator
from bestagon.games.hex_roller.ai.observer import RollerObserver
from bestagon.games.hex_roller.lessons import EXAMPLES, LESSONS, TIPS
from bestagon.games.hex_roller.rules.state import RollerPosition
from bestagon.games.hex_roller.sheets import built_in, parse_sheet
from bestagon.games.hex_roller.translations import translate
from bestagon.i18n import language
from bestagon.scene.beats import Beat, WhyNot
from bestagon.scene.model import Scene, Stage
from bestagon.scene.printout import PrintPart
from bestagon.scene.throws import Throw


class HexRoller(Game[RollerPosition]):
    """A roll-and-write game: shared dice, one sheet per player."""

    name = "hex-roller"
    title = "Hex Roller"
    summary = "One roll for everybody, seven rounds: write chains, fill areas and join the pairs."
    players = (1, 2, 3, 4, 5, 6, 7, 8)
    usual_players = 2
    minutes = 20
    options = (
        Option("side", "Sheet", "front", choices=("front", "back"), labels=("Large: front, seven rounds", "Small: back, six rounds")),
        Option("dice", "Dice", 8, choices=(8, 7)),
        Option("data", "Your own sheet", "", data=True),
    )
    data_files: Mapping[str, Mapping[str, Value]] = {"front.txt": {}, "back.txt": {"side": "back"}}
    endings = ("rounds", "resigned")
    translator = translate

    def setup(self, players: int, options: Mapping[str, Value]) -> RollerPosition:
        """Return clean sheets."""
        data = str(options["data"])
        sheet = parse_sheet(data, "own sheet") if data else built_in(str(options["side"]))
        return RollerPosition(players, sheet, int(options["dice"]))

    def action_text(self, position: RollerPosition, seat: int, action: int) -> str:
        """Return an action in notation."""
        return notation.action_text(position.sheet, action)

    def parse_action(self, position: RollerPosition, seat: int, text: str) -> int:
        """Parse an action in notation."""
        return notation.parse_action(position.sheet, text)

    def position_text(self, position: RollerPosition) -> str:
        """Return the round, its dice and every sheet in one line."""
        return notation.position_text(position)

    def parse_position(self, into: RollerPosition, text: str) -> None:
        """Set `into` to the position that `position_text` wrote."""
        notation.parse_position(into, text)

    def draw(self, position: RollerPosition) -> str:
        """Return the dice and all sheets, side by side where they fit."""
        return terminal.draw(position, self.seat_name)

    def prompt(self, position: RollerPosition, seat: int) -> str:
        """Return what the seat must do now."""
        return terminal.prompt(position, seat)

    def stage(self, position: RollerPosition) -> Stage:
        """Return the fixed parts: sheets, dice, rows and bonuses."""
        return scene.scene_parts(position.sheet, int(position.seats), language()).stage

    def scene(self, position: RollerPosition, seat: int) -> Scene:
        """Return the scene as the seat sees it."""
        return scene.scene(position, seat)

    def tell(self, before: RollerPosition, after: RollerPosition, seat: int, action: int, viewer: int) -> list[Beat]:
        """Return what an action did."""
        return story.tell(before, after, seat, action)

    def tell_resignation(self, before: RollerPosition, after: RollerPosition, seat: int, viewer: int) -> list[Beat]:
        """Return what a resignation led to."""
        return story.tell_resignation(before, after)

    def tell_start(self, start: RollerPosition, viewer: int) -> list[Beat]:
        """Return the first roll."""
        return story.tell_start(start)

    def throw(self, position: RollerPosition, code: int) -> Throw:
        """Return what people with real dice have to roll now."""
        return story.throw(position)

    def why_not(self, masked: RollerPosition, seat: int, picks: Sequence[str]) -> WhyNot:
        """Return why the last of the picks cannot be chosen after the others."""
        return story.why_not(masked, seat, picks)

    def sentence(self, position: RollerPosition, seat: int, action: int, viewer: int) -> str:
        """Return an action as a sentence."""
        return scene.sentence(position, seat, action, self.seat_name(seat))

    def touched(self, position: RollerPosition, seat: int, action: int, viewer: int) -> tuple[str, ...]:
        """Return the cell an action writes on."""
        return scene.touched(position, seat, action)

    def evaluator(self) -> Evaluator:
        """Return an evaluator that estimates final scores."""
        return RollerEvaluator()

    def observer(self, position: RollerPosition) -> Observer:
        """Return an observer."""
        return RollerObserver(position)

    def reasons(self, masked: RollerPosition, seat: int, action: int) -> list[str]:
        """Return reasons for an action."""
        return explain.reasons(masked, seat, self.action_text(masked, seat, action))

    def printed(self, players: int, options: Mapping[str, Value]) -> tuple[PrintPart, ...]:
        """Return the chosen score sheet, or both sides, to print on two sides of the paper."""
        if options.keys() & {"data", "side"}:
            return printout.printed([self.setup(players, self.complete(players, options)).sheet], self.title)
        return printout.printed([built_in("front"), built_in("back")], self.title)

    def uses(self, position: RollerPosition, seat: int, action: int) -> tuple[tuple[str, str], ...]:
        """Return what an action uses, for statistics."""
        return explain.uses(self.action_text(position, seat, action))

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the tutorial."""
        return LESSONS

    def coach(self) -> tuple[Tip, ...]:
        """Return the tips for the first game."""
        return TIPS

    def examples(self) -> tuple[Example, ...]:
        """Return the examples shown with the rules."""
        return EXAMPLES


GAME: Final[Game] = HexRoller()
