"""The BeerHex entry in the game registry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bestagon.core.evaluator import Evaluator
from bestagon.core.game import Game
from bestagon.core.lesson import Example, Lesson, Tip
from bestagon.core.observation.observer import Observer
from bestagon.core.option import Option, Value
from bestagon.games.beerhex import explain, notation, printout, refusals, scene, story, terminal
from bestagon.games.beerhex.ai.evaluator import BeerHexEvaluator
from bestagon.games.beerhex.ai.observer import BeerHexObserver
from bestagon.games.beerhex.board import ENDINGS
from bestagon.games.beerhex.lessons import EXAMPLES, LESSONS, TIPS
from bestagon.games.beerhex.rules.state import BeerHexPosition
from bestagon.games.beerhex.translations import translate
from bestagon.i18n import language
from bestagon.scene.beats import Beat, WhyNot
from bestagon.scene.model import Scene, Stage
from bestagon.scene.printout import PrintPart


class BeerHex(Game[BeerHexPosition]):
    """A match of Hex with hidden symbols."""

    name = "beerhex"
    title = "BeerHex"
    summary = "Hide suns and moons under bottle caps, bluff, and join your two sides."
    players = (2,)
    usual_players = 2
    minutes = 15
    options = (
        Option("sets", "Match", 3, choices=(3, 1), labels=("best of three games", "one game")),
        Option("turn_limit", "Turns after which a game is a draw", 200, low=10, high=1000),
        Option("clues", "Clue tokens: nobody may look under their own caps again", False),
    )
    rules_version = 2
    """Version 2: a conceded game stays hidden (BH 6.4), and the player who fills the board may concede (BH 6.2)."""
    endings = (*ENDINGS[1:], "resigned")
    loser_chooses = True
    translator = translate

    def setup(self, players: int, options: Mapping[str, Value]) -> BeerHexPosition:
        """Return a match that has not started."""
        return BeerHexPosition(int(options["sets"]), int(options["turn_limit"]), bool(options["clues"]))

    def options_of_rules(self, rules: int, options: Mapping[str, Value]) -> dict[str, Value] | None:
        """Return the options as they are: games of version 1 have the same actions and results under version 2."""
        return dict(options) if rules in (1, 2) else None

    def action_text(self, position: BeerHexPosition, seat: int, action: int) -> str:
        """Return a text such as `c3 own`, `attack b2 b3 c2` or `declare`."""
        return notation.action_text(action)

    def parse_action(self, position: BeerHexPosition, seat: int, text: str) -> int:
        """Parse such a text."""
        return notation.parse_action(position, text)

    def seen_text(self, position: BeerHexPosition, seat: int, action: int, viewer: int) -> str:
        """Return the action text, with ? for a placed symbol unless the viewer placed it; with clues always (BH 8.3)."""
        return notation.action_text(action) if viewer == seat and not position.clues else notation.seen_text(action)

    def position_text(self, position: BeerHexPosition) -> str:
        """Return the match in one line."""
        return notation.position_text(position)

    def parse_position(self, into: BeerHexPosition, text: str) -> None:
        """Parse what `position_text` wrote."""
        notation.parse_position(into, text)

    def draw(self, position: BeerHexPosition) -> str:
        """Return the board, the hands and the games won."""
        return terminal.draw(position)

    def prompt(self, position: BeerHexPosition, seat: int) -> str:
        """Return what the player to act has to do."""
        return terminal.prompt(position)

    def stage(self, position: BeerHexPosition) -> Stage:
        """Return the board and the trays of both hands."""
        return scene.stage_of(position.clues, language())[0]

    def scene(self, position: BeerHexPosition, seat: int) -> Scene:
        """Return the scene for a seat."""
        return scene.scene(position, seat)

    def sentence(self, position: BeerHexPosition, seat: int, action: int, viewer: int) -> str:
        """Return an action as a sentence, without a symbol that the viewer may not know."""
        return scene.sentence(position, seat, action, viewer)

    def opened(self, before: BeerHexPosition, seat: int, action: int) -> BeerHexPosition:
        """Return the position with the attacked caps face up."""
        return story.opened(before, action)

    def tell(self, before: BeerHexPosition, after: BeerHexPosition, seat: int, action: int, viewer: int) -> list[Beat]:
        """Return what an action did: what the caps showed, where they went, and how it ended."""
        return story.tell(before, after, seat, action, viewer)

    def tell_resignation(self, before: BeerHexPosition, after: BeerHexPosition, seat: int, viewer: int) -> list[Beat]:
        """Return what a resignation led to."""
        return story.tell_resignation(seat)

    def tell_start(self, start: BeerHexPosition, viewer: int) -> list[Beat]:
        """Tell who starts the match."""
        return story.tell_start(start)

    def why_not(self, masked: BeerHexPosition, seat: int, picks: Sequence[str]) -> WhyNot:
        """Explain why a cap or a cell cannot be chosen."""
        return refusals.why_not(masked, seat, picks)

    def touched(self, position: BeerHexPosition, seat: int, action: int, viewer: int) -> tuple[str, ...]:
        """Return the cells that an action affects."""
        return scene.touched(action)

    def evaluator(self) -> Evaluator:
        """Return a new evaluator."""
        return BeerHexEvaluator()

    def observer(self, position: BeerHexPosition) -> Observer:
        """Return an observer."""
        return BeerHexObserver(position)

    def reasons(self, masked: BeerHexPosition, seat: int, action: int) -> list[str]:
        """Return the reasons for an action."""
        return explain.reasons(masked, seat, notation.action_text(action))

    def printed(self, players: int, options: Mapping[str, Value]) -> tuple[PrintPart, ...]:
        """Return the board, labels for caps, and clue tokens unless they are not wanted."""
        return printout.printed(scene.stage_of(True, language())[0], bool(options.get("clues", True)))

    def uses(self, position: BeerHexPosition, seat: int, action: int) -> tuple[tuple[str, str], ...]:
        """Return what an action uses, for statistics."""
        return explain.uses(notation.action_text(action))

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the tutorial."""
        return LESSONS

    def coach(self) -> tuple[Tip, ...]:
        """Return the tips for the first game."""
        return TIPS

    def examples(self) -> tuple[Example, ...]:
        """Return the pictures that illustrate the rules."""
        return EXAMPLES

    def seat_name(self, seat: int) -> str:
        """Return the colour."""
        return translate(notation.NAMES[seat])


GAME: Final[Game] = BeerHex()
