"""hexaGONE as the rest of bestagon sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bestagon.core.errors import BadOption
from bestagon.core.evaluator import Evaluator
from bestagon.core.game import Game
from bestagon.core.lesson import Example, Lesson
from bestagon.core.option import Option, Value
from bestagon.core.position import Position
from bestagon.games.hexagone import deck, notation, scene, scene_choices
from bestagon.games.hexagone import terminal as text
from bestagon.games.hexagone.ai.search import SearchEvaluator
from bestagon.games.hexagone.examples import EXAMPLES
from bestagon.games.hexagone.explain import reasons as why
from bestagon.games.hexagone.lessons import LESSONS
from bestagon.games.hexagone.position import RETURN, HexagonePosition
from bestagon.games.hexagone.translations import translate
from bestagon.i18n import language
from bestagon.scene.model import Scene, Stage


class Hexagone(Game):
    """The game of 2 Handsome Games, for two to four."""

    name = "hexagone"
    title = "hexaGONE"
    summary = "Lay gray and blue hexagons and claim the cards whose patterns lie on the table."
    players = (2, 3, 4)
    usual_players = 2
    options = (
        Option("kids", "whether the three-star cards are left out", False),
        Option("teams", "whether seats 1 and 3 play together against 2 and 4 (four players)", False),
        Option("data", "a deck of your own instead of the built-in one", "", data=True),
    )
    endings = ("bag", "passes", "resigned")
    translator = translate

    def setup(self, players: int, options: Mapping[str, Value]) -> Position:
        """Return a position that has not started; BadOption for teams of other than four, or a deck without cards."""
        if options["teams"] and players != 4:
            raise BadOption(translate("option teams is for 4 players, not {players}", players=players))
        cards = deck.load(str(options["data"]))
        full = cards.cards(2 if options["kids"] else 3)
        if not full:
            raise BadOption(translate("option kids leaves no card in this deck: all have three stars"))
        return HexagonePosition(players, cards, full, bool(options["teams"]))

    def action_text(self, position: Position, seat: int, action: int) -> str:
        """Return an action in notation."""
        assert isinstance(position, HexagonePosition)
        return notation.action_text(position, action)

    def parse_action(self, position: Position, seat: int, text: str) -> int:
        """Return the action a text stands for."""
        assert isinstance(position, HexagonePosition)
        return notation.parse_action(position, text)

    def seen_text(self, position: Position, seat: int, action: int, viewer: int) -> str:
        """Return an action as another seat may read it: what is returned to the bag stays hidden (HG 5.5)."""
        if viewer != seat and RETURN <= action < RETURN + 7:
            return "return ?"
        return self.action_text(position, seat, action)

    def position_text(self, position: Position) -> str:
        """Return a position in one line."""
        assert isinstance(position, HexagonePosition)
        return notation.position_text(position)

    def parse_position(self, into: Position, text: str) -> None:
        """Read what `position_text` wrote."""
        assert isinstance(into, HexagonePosition)
        notation.parse_position(into, text)

    def draw(self, position: Position) -> str:
        """Return the used part of the table, the row of cards, hands and scores."""
        assert isinstance(position, HexagonePosition)
        return text.draw(position, [self.seat_name(seat) for seat in range(position.seats)])

    def prompt(self, position: Position, seat: int) -> str:
        """Return what the seat has to do now."""
        assert isinstance(position, HexagonePosition)
        if position.over:
            return translate("The game is over.")
        if seat == position.turn:
            return translate(text.PROMPTS[position.phase])
        return translate("Wait for {name}.", name=self.seat_name(int(position.turn)))

    def stage(self, position: Position) -> Stage:
        """Return the table, the deck's cards and everybody's places."""
        assert isinstance(position, HexagonePosition)
        return scene.look(position.deck, int(position.seats), language()).stage

    def scene(self, position: Position, seat: int) -> Scene:
        """Return what the seat sees."""
        assert isinstance(position, HexagonePosition)
        return scene.scene(position, seat)

    def sentence(self, position: Position, seat: int, action: int, viewer: int) -> str:
        """Return an action as a sentence; what goes back to the bag only its owner reads (HG 5.5)."""
        assert isinstance(position, HexagonePosition)
        return scene_choices.sentence(position, action, self.seat_name(seat), viewer != seat)

    def touched(self, position: Position, seat: int, action: int, viewer: int) -> tuple[str, ...]:
        """Return the cells an action is about."""
        assert isinstance(position, HexagonePosition)
        return scene_choices.touched(position, action)

    def evaluator(self) -> Evaluator:
        """Return what a strong player knows."""
        return SearchEvaluator()

    def reasons(self, masked: Position, seat: int, action: int) -> list[str]:
        """Return what speaks for an action."""
        assert isinstance(masked, HexagonePosition)
        return why(masked, seat, self.action_text(masked, seat, action))

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the tutorial."""
        return LESSONS

    def examples(self) -> tuple[Example, ...]:
        """Return the pictures of the rules."""
        return EXAMPLES


GAME: Final = Hexagone()
