"""The `Game` of hexaGONE."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bestagon.core.actions import legal_actions
from bestagon.core.errors import BadOption
from bestagon.core.evaluator import Evaluator
from bestagon.core.game import Game
from bestagon.core.lesson import Example, Lesson, Tip
from bestagon.core.observation.observer import Observer
from bestagon.core.option import Condition, Option, Value
from bestagon.games.hexagone import deck, explain, notation, printout, refusals, scene, scene_choices, story, terminal
from bestagon.games.hexagone.ai.evaluator import HexagoneEvaluator
from bestagon.games.hexagone.ai.observer import HexagoneObserver
from bestagon.games.hexagone.lessons import EXAMPLES, LESSONS, TIPS
from bestagon.games.hexagone.rules.moves import RETURN
from bestagon.games.hexagone.rules.state import HexagonePosition
from bestagon.games.hexagone.translations import translate
from bestagon.i18n import language
from bestagon.scene.beats import Beat, WhyNot
from bestagon.scene.model import Scene, Stage
from bestagon.scene.printout import PrintPart


class Hexagone(Game[HexagonePosition]):
    """The game of 2 Handsome Games, for two to four."""

    name = "hexagone"
    title = "hexaGONE"
    summary = "Lay stone and glazed tiles and claim the cards whose patterns you find, before they break away."
    players = (2, 3, 4)
    usual_players = 2
    minutes = 30
    options = (
        Option("kids", "Kids' game: leave out the three-star cards", False),
        Option("teams", "Teams: players 1 and 3 against players 2 and 4", False, needs=(Condition("players", (4,)),)),
        Option("data", "Your own deck", "", data=True),
    )
    data_files: Mapping[str, Mapping[str, Value]] = {"deck.txt": {}}
    endings = ("bag", "passes", "resigned")
    translator = translate

    def setup(self, players: int, options: Mapping[str, Value]) -> HexagonePosition:
        """Return a position that has not started; raise BadOption for teams without four players, or if no card is left."""
        if options["teams"] and players != 4:
            raise BadOption(translate("option teams is for 4 players, not {players}", players=players))
        cards = deck.load(str(options["data"]))
        chosen = cards.cards(2 if options["kids"] else 3)
        if not chosen:
            raise BadOption(translate("option kids leaves no card in this deck: all have three stars"))
        return HexagonePosition(players, cards, chosen, bool(options["teams"]))

    def action_text(self, position: HexagonePosition, seat: int, action: int) -> str:
        """Return an action in notation."""
        return notation.action_text(position, action)

    def parse_action(self, position: HexagonePosition, seat: int, text: str) -> int:
        """Return the action of a text."""
        return notation.parse_action(position, text)

    def seen_text(self, position: HexagonePosition, seat: int, action: int, viewer: int) -> str:
        """Return an action as another seat may read it: hexagons returned to the bag stay hidden (HG 5.5)."""
        if viewer != seat and RETURN <= action < RETURN + 7:
            return "return ?"
        return self.action_text(position, seat, action)

    def position_text(self, position: HexagonePosition) -> str:
        """Return a position in notation."""
        return notation.position_text(position)

    def parse_position(self, into: HexagonePosition, text: str) -> None:
        """Read what `position_text` wrote."""
        notation.parse_position(into, text)

    def draw(self, position: HexagonePosition) -> str:
        """Return the used part of the table, the row of cards, hands and scores."""
        return terminal.draw(position, [self.seat_name(seat) for seat in range(position.seats)])

    def prompt(self, position: HexagonePosition, seat: int) -> str:
        """Return the prompt for the seat."""
        if position.over:
            return translate("The game is over.")
        if seat == position.turn:
            return terminal.prompt(position, legal_actions(position, seat))
        return translate("Wait for {name}.", name=self.seat_name(int(position.turn)))

    def stage(self, position: HexagonePosition) -> Stage:
        """Return the table, the deck's cards and the trays of the seats."""
        return scene.scene_parts(position.deck, int(position.seats), position.teams, language()).stage

    def scene(self, position: HexagonePosition, seat: int) -> Scene:
        """Return the scene as the seat sees it."""
        return scene.scene(position, seat)

    def tell(self, before: HexagonePosition, after: HexagonePosition, seat: int, action: int, viewer: int) -> list[Beat]:
        """Return what an action did."""
        return story.tell(before, after, seat, action)

    def tell_resignation(self, before: HexagonePosition, after: HexagonePosition, seat: int, viewer: int) -> list[Beat]:
        """Return what a resignation led to."""
        return story.tell_resignation(before, after, seat)

    def tell_start(self, start: HexagonePosition, viewer: int) -> list[Beat]:
        """Return what was drawn before the first turn."""
        return story.tell_start(start)

    def why_not(self, masked: HexagonePosition, seat: int, picks: Sequence[str]) -> WhyNot:
        """Return why the last of the picks cannot be chosen after the others."""
        return refusals.why_not(masked, seat, picks)

    def sentence(self, position: HexagonePosition, seat: int, action: int, viewer: int) -> str:
        """Return an action as a sentence; only its owner reads which hexagon goes back to the bag (HG 5.5)."""
        return scene_choices.sentence(position, action, self.seat_name(seat), viewer != seat)

    def touched(self, position: HexagonePosition, seat: int, action: int, viewer: int) -> tuple[str, ...]:
        """Return the cells that an action affects."""
        return scene_choices.touched(position, action)

    def evaluator(self) -> Evaluator:
        """Return an evaluator for bots."""
        return HexagoneEvaluator()

    def observer(self, position: HexagonePosition) -> Observer:
        """Return an observer."""
        return HexagoneObserver(position)

    def reasons(self, masked: HexagonePosition, seat: int, action: int) -> list[str]:
        """Return the reasons for an action."""
        return explain.reasons(masked, self.action_text(masked, seat, action))

    def printed(self, players: int, options: Mapping[str, Value]) -> tuple[PrintPart, ...]:
        """Return the cards and the hexagons."""
        chosen = self.complete(players, options)
        cards = deck.load(str(chosen["data"]))
        return printout.printed(cards, int(cards.cards(2 if chosen["kids"] else 3)), self.title)

    def uses(self, position: HexagonePosition, seat: int, action: int) -> tuple[tuple[str, str], ...]:
        """Return what an action uses, for statistics."""
        return explain.uses(position, self.action_text(position, seat, action))

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the tutorial."""
        return LESSONS

    def coach(self) -> tuple[Tip, ...]:
        """Return the tips for the first game."""
        return TIPS

    def examples(self) -> tuple[Example, ...]:
        """Return the pictures of the rules."""
        return EXAMPLES


GAME: Final[Game] = Hexagone()
