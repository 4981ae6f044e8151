"""What a game is apart from its positions: title, players, options, notation and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

from bestagon.core.errors import BadNotation, BadPlayers
from bestagon.core.evaluator import Evaluator
from bestagon.core.lesson import Example, Lesson
from bestagon.core.option import Option, Value, check_options
from bestagon.core.position import RESIGN, Position
from bestagon.core.scene_parts import offered_actions, seat_states, waiting_prompt
from bestagon.i18n import ENGLISH, Translator, language, translate
from bestagon.scene.grids import players
from bestagon.scene.model import Choice, Scene, ScoreLine, Stage, stage_id


class Game:
    """One game. Each has a single instance, found through the registry; everything here is uncompiled and unhurried."""

    name: str
    """What scripts call it: lower case, words joined by dashes."""
    title: str
    summary: str
    """One sentence for a list of games."""
    players: tuple[int, ...]
    """The numbers of players it is for."""
    usual_players: int
    """How many play where nobody says."""
    options: tuple[Option, ...] = ()
    rules_version: int = 1
    """Goes up whenever the same actions could lead to another game."""
    endings: tuple[str, ...]
    """The words `Position.ending` can return."""
    loser_chooses: bool = False
    """Whether the loser chooses who starts when the same people play again."""
    translator: Translator = translate
    """The game's texts in other languages: summary and options included."""

    # What every game says for itself.

    def setup(self, players: int, options: Mapping[str, Value]) -> Position:
        """Return a position that has not started, for checked players and options; BadOption or BadData if they clash."""
        raise NotImplementedError

    def action_text(self, position: Position, seat: int, action: int) -> str:
        """Return an action in notation; different legal actions have different texts."""
        raise NotImplementedError

    def parse_action(self, position: Position, seat: int, text: str) -> int:
        """Return the action a text stands for, legal or not; BadNotation says what cannot be read."""
        raise NotImplementedError

    def position_text(self, position: Position) -> str:
        """Return a position in one line, without its dice; what is masked is written as hidden."""
        raise NotImplementedError

    def parse_position(self, into: Position, text: str) -> None:
        """Make `into` the position `position_text` wrote, its dice blank; BadNotation says what cannot be read."""
        raise NotImplementedError

    def draw(self, position: Position) -> str:
        """Return the position as a picture in text, for a terminal."""
        raise NotImplementedError

    def prompt(self, position: Position, seat: int) -> str:
        """Return what the seat has to do now, in a few plain words."""
        raise NotImplementedError

    def evaluator(self) -> Evaluator:
        """Return what a strong player knows."""
        return Evaluator()

    # What games may say better.

    def usual_options(self, players: int) -> dict[str, Value]:
        """Return defaults that depend on the number of players."""
        return {}

    def complete(self, players: int, options: Mapping[str, object]) -> dict[str, Value]:
        """Return all options with their values; BadOption where one is unknown, out of range or clashes."""
        given = {**self.usual_options(players), **options} if players in self.players else options
        return check_options(self.name, self.options, given)

    def seen_text(self, position: Position, seat: int, action: int, viewer: int) -> str:
        """Return an action as a seat (or -1, a spectator) may read it later: what stays hidden from it is written as ?."""
        return self.action_text(position, seat, action)

    def stage(self, position: Position) -> Stage:
        """Return what never changes in the pictures of this set-up; by default no more than who plays."""
        return Stage(self.name, players(self.seat_names(position)))

    def scene(self, position: Position, seat: int) -> Scene:
        """Return what a seat (or -1, a spectator) sees of a position masked for it; by default a drawing in text and buttons."""
        texts = [(action, self.action_text(position, seat, action)) for action in offered_actions(position, seat)]
        seats = seat_states(position)
        return Scene(
            stage_id(self.stage(position)),
            seats,
            self.prompt(position, seat) if texts else waiting_prompt(position, self.seat_names(position)),
            choices=[Choice(action, text, text) for action, text in texts],
            over=position.over,
            score_breakdown=[[ScoreLine(translate("Score"), one.score)] for one in seats] if position.over else [],
            picture=self.draw(position),
        )

    def sentence(self, position: Position, seat: int, action: int, viewer: int) -> str:
        """Return what a legal action does, as a sentence for a viewer's log that tells no more than `seen_text`."""
        return f"{self.seat_name(seat)}: {self.seen_text(position, seat, action, viewer)}"

    def touched(self, position: Position, seat: int, action: int, viewer: int) -> tuple[str, ...]:
        """Return the ids of the cells an action is about, in the order it goes over them, as far as the viewer may know."""
        return ()

    def seat_name(self, seat: int) -> str:
        """Return what people call the seat."""
        return translate("Player {number}", number=seat + 1)

    def rules(self) -> str:
        """Return the rules for people, as Markdown, in the language that is spoken where they are written in it."""
        folder = resources.files(type(self).__module__.rpartition(".")[0])
        own = folder.joinpath(f"RULES.{language()}.md")
        return (own if language() != ENGLISH and own.is_file() else folder.joinpath("RULES.md")).read_text(encoding="utf-8")

    def reasons(self, masked: Position, seat: int, action: int) -> list[str]:
        """Return in up to three short sentences what speaks for a legal action, from what the seat may know; by default nothing."""
        return []

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the lessons that teach the game, in their order; by default none."""
        return ()

    def examples(self) -> tuple[Example, ...]:
        """Return the pictures that go with the rules; by default none."""
        return ()

    # What follows for every game.

    @property
    def hides(self) -> bool:
        """Whether seats know different things, so that people who share a screen must not look at it together."""
        return type(self).seen_text is not Game.seen_text

    def check_players(self, players: int | None) -> int:
        """Return the number of players; BadPlayers where the game is not for that many."""
        if players is None:
            return self.usual_players
        if players not in self.players or isinstance(players, bool):
            have = ", ".join(str(n) for n in self.players)
            raise BadPlayers(translate("{game} is for {have} players, not {players!r}", game=self.title, have=have, players=players))
        return players

    def describe(self, position: Position, seat: int, action: int, viewer: int) -> str:
        """Return an action, resigning included, as a sentence for a viewer's log; `position` is the whole truth before it."""
        if action == RESIGN:
            return translate("{name} resigns", name=self.seat_name(seat))
        return self.sentence(position, seat, action, viewer)

    def cells(self, position: Position, seat: int, action: int, viewer: int) -> tuple[str, ...]:
        """Return the ids of the cells an action is about, as far as the viewer may know; resigning is about none."""
        return () if action == RESIGN else self.touched(position, seat, action, viewer)

    def seat_names(self, position: Position) -> list[str]:
        """Return what people call the seats."""
        return [self.seat_name(seat) for seat in range(int(position.seats))]

    def load(self, data: bytes, players: int, options: Mapping[str, Value]) -> Position:
        """Return the position that `to_bytes` wrote; BadNotation where the bytes are not of this set-up."""
        position = self.setup(players, options)
        try:
            position.from_bytes(data)
        except ValueError as error:
            raise BadNotation(f"not a position of {self.title}: {error}") from None
        return position
