"""A game apart from its rules: title, players, options, notation and pictures."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any, Generic, SupportsIndex

from bestagon.core.dice import fast
from bestagon.core.errors import BadNotation, BadOption, BadPlayers, NotPicklable, brief
from bestagon.core.evaluator import Evaluator
from bestagon.core.lesson import Example, Lesson, Tip
from bestagon.core.observation.observer import Observer
from bestagon.core.observation.scene_observer import SceneObserver
from bestagon.core.option import Option, Value, check_options, whole_number
from bestagon.core.position import RESIGN, SPECTATOR, Position
from bestagon.core.scene_parts import offered_actions, seat_states, waiting_prompt
from bestagon.i18n import Translator, language, translate
from bestagon.scene.beats import Beat, WhyNot
from bestagon.scene.grids import players
from bestagon.scene.model import BoardState, Choice, Scene, ScoreLine, Stage, stage_id
from bestagon.scene.printout import PrintBoard, PrintPart, PrintSheet
from bestagon.scene.throws import Throw

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    PositionT = TypeVar("PositionT", bound=Position, default=Any)
else:
    from typing import TypeVar

    PositionT = TypeVar("PositionT")


class Game(Generic[PositionT]):
    """A game. Each has a single instance, which the registry finds by name; copies and pickles refer to that instance.

    `class MyGame(Game[MyPosition])` gives the methods the game's own type of position; plain `Game` accepts any.
    """

    name: str
    """The name in scripts: lower case, words joined by dashes."""
    title: str
    summary: str
    """One sentence for a list of games."""
    players: tuple[int, ...]
    """The supported numbers of players."""
    usual_players: int
    """The default number of players."""
    minutes: int = 0
    """About how long a usual game takes; 0 if nobody knows."""
    options: tuple[Option, ...] = ()
    quick_options: Mapping[str, Value] = {}
    """The options of a game that is started with one click; those that are missing keep their defaults."""
    data_files: Mapping[str, Mapping[str, Value]] = {}
    """The game's own files in the folder `data` beside its module, and the options that choose each; the usual file first."""
    rules_version: int = 1
    """Increase it whenever the same actions could lead to another result.

    Records and tables of other versions are refused, except those for which `options_of_rules` knows equivalent options.
    """
    endings: tuple[str, ...]
    """The values that `Position.ending` can return."""
    loser_chooses: bool = False
    """Whether the loser chooses who starts a rematch."""
    translator: Translator = translate
    """Translates the game's texts, summary and options included."""

    # Every game implements these.

    def setup(self, players: int, options: Mapping[str, Value]) -> Position:
        """Return a position that has not started, for checked players and options; BadOption or BadData if they clash.

        Call `new_position` instead, whose positions can be pickled.
        """
        raise NotImplementedError

    def action_text(self, position: PositionT, seat: int, action: int) -> str:
        """Return an action in notation; different legal actions have different texts."""
        raise NotImplementedError

    def position_text(self, position: PositionT) -> str:
        """Return a position in one line, without its dice; masked parts are written as hidden."""
        raise NotImplementedError

    def parse_position(self, into: PositionT, text: str) -> None:
        """Set `into` to the position that `position_text` wrote, with blank dice; BadNotation says what cannot be read."""
        raise NotImplementedError

    def draw(self, position: PositionT) -> str:
        """Return the position drawn as text, for a terminal."""
        raise NotImplementedError

    # Games override these where the default does not fit.

    def parse_action(self, position: PositionT, seat: int, text: str) -> int:
        """Return the action that a text stands for, legal or not; BadNotation says what cannot be read.

        The default compares with the text of every action id, which is too slow for more than a few hundred.
        """
        wanted = " ".join(text.split()).lower()
        for action in range(int(position.actions)):
            if self.action_text(position, seat, action).lower() == wanted:
                return action
        raise BadNotation(f"{brief(text)} is not an action of {self.title}")

    def prompt(self, position: PositionT, seat: int) -> str:
        """Return in a few plain words what the seat has to do now."""
        return translate("It is your turn.")

    def evaluator(self) -> Evaluator:
        """Return the evaluator for bots; the default knows only the score."""
        return Evaluator()

    def observer(self, position: PositionT) -> Observer:
        """Return the observer of all positions of this set-up, for learning programs; the default reads the scene."""
        return SceneObserver(self, position)

    def usual_options(self, players: int) -> dict[str, Value]:
        """Return option defaults that depend on the number of players."""
        return {}

    def options_of_rules(self, rules: int, options: Mapping[str, Value]) -> dict[str, Value] | None:
        """Return the options with which a game under another version of the rules is replayed; None if it cannot be.

        A game whose rules have changed overrides it: it adds the option that restores the former rule.
        """
        return dict(options) if rules == self.rules_version else None

    def complete(self, players: int, options: Mapping[str, object]) -> dict[str, Value]:
        """Return a value for every option; BadOption if one is unknown, out of range or clashes with another."""
        if not isinstance(options, Mapping):
            raise BadOption(f"options are a mapping of names to values, not {brief(options)}")
        given = {**self.usual_options(players), **options} if players in self.players else options
        return check_options(self.name, self.options, given)

    def seen_text(self, position: PositionT, seat: int, action: int, viewer: int) -> str:
        """Return an action as a seat (or -1, a spectator) may read it in the log, with ? for what stays hidden from it."""
        return self.action_text(position, seat, action)

    def stage(self, position: PositionT) -> Stage:
        """Return the constant part of this set-up's pictures; the default contains only the players."""
        return Stage(self.name, players(self.seat_names(position)))

    def boards(self, position: PositionT) -> dict[str, BoardState]:
        """Return the pieces on the boards of the stage, by board id, for the default `scene`."""
        return {}

    def scene(self, position: PositionT, seat: int) -> Scene:
        """Return what a seat (or -1, a spectator) sees of a position masked for it.

        The default shows `boards`, where an action is chosen by clicking the cells it touches. Without boards it shows
        `draw` and a button for every action.
        """
        boards, seats = self.boards(position), seat_states(position)
        choices: list[Choice] = []
        for action in offered_actions(position, seat):
            text = self.action_text(position, seat, action)
            choices.append(Choice(action, text, text, self.touched(position, seat, action, seat) if boards else ()))
        return Scene(
            stage_id(self.stage(position)),
            seats,
            self.prompt(position, seat) if choices else waiting_prompt(position, self.seat_names(position)),
            boards,
            choices=choices,
            over=position.over,
            score_breakdown=[[ScoreLine(translate("Score"), one.score)] for one in seats] if position.over else [],
            picture="" if boards else self.draw(position),
        )

    def opened(self, before: PositionT, seat: int, action: int) -> Position:
        """Return the position in which a legal action has revealed what it reveals to everybody, but done nothing else yet.

        `tell` gets it masked for its viewer instead of the position before the action. The default reveals nothing.
        """
        return before.copy()

    def tell(self, before: PositionT, after: PositionT, seat: int, action: int, viewer: int) -> list[Beat]:
        """Return in short steps what an action did, from the positions before and after it, both masked for the viewer.

        Nothing but the masks may decide what a viewer is told: use of the action only what `seen_text` shows. The texts,
        one after the other, are the line of the log, so the last one says what the action led to. `story` adds the turn
        that begins and the end of the game, unless they are told here.
        """
        cells = self.touched(before, seat, action, viewer)
        return [Beat("place" if len(cells) == 1 else "act", f"{self.sentence(before, seat, action, viewer)}.", seat, cells)]

    def tell_resignation(self, before: PositionT, after: PositionT, seat: int, viewer: int) -> list[Beat]:
        """Return in short steps what a resignation led to, from the positions before and after it, both masked for the viewer.

        `story` tells first who has resigned, and afterwards the points, the turn that begins and the end of the game, unless
        they are told here.
        """
        return []

    def tell_start(self, start: PositionT, viewer: int) -> list[Beat]:
        """Return in short steps how the game was set up: what was rolled, drawn and dealt; `start` is masked for the viewer."""
        return []

    def why_not(self, masked: PositionT, seat: int, picks: Sequence[str]) -> WhyNot:
        """Explain why the last of the picks cannot be chosen after the others, from what the seat may know."""
        return WhyNot(translate("This cannot be chosen now."))

    def throw(self, position: PositionT, code: int) -> Throw:
        """Return what people with real dice have to roll now, for the code that the rules gave to `Dice.announce`.

        The position is as far as the rules have come, perhaps in the middle of `start` or `play`: use only what is surely set. A game
        that implements this can be played with real dice, one that does not cannot.
        """
        raise NotImplementedError

    def sentence(self, position: PositionT, seat: int, action: int, viewer: int) -> str:
        """Return a legal action as a sentence without its outcome that reveals no more than `seen_text`."""
        return f"{self.seat_name(seat)}: {self.seen_text(position, seat, action, viewer)}"

    def touched(self, position: PositionT, seat: int, action: int, viewer: int) -> tuple[str, ...]:
        """Return the ids of the cells that an action affects, in order, as far as the viewer may know them."""
        return ()

    def seat_name(self, seat: int) -> str:
        """Return the seat's name for people."""
        return translate("Player {number}", number=seat + 1)

    def rules(self) -> str:
        """Return the rules as Markdown: RULES.md (or RULES.de.md, ...) in the game's package, else a short description."""
        found = self._document("RULES")
        if found:
            return found
        count = translate("Players: {players}", players=", ".join(str(n) for n in self.players))
        options = [f"- `{option.name}`: {self.translator(option.text)} ({option.kind()})" for option in self.options]
        return "\n".join([f"# {self.title}", "", self.translator(self.summary), "", count, "", *options]).rstrip() + "\n"

    def how_to_play(self) -> str:
        """Return the game on one page as Markdown: HOW_TO_PLAY.md (or HOW_TO_PLAY.de.md, ...) in the game's package, else nothing.

        A line `![caption](3)` stands for the third picture of `examples`.
        """
        return self._document("HOW_TO_PLAY")

    def _document(self, name: str) -> str:
        """Return a Markdown file of the game's package in the current language, else in English, else nothing."""
        try:
            folder = resources.files(type(self).__module__.rpartition(".")[0])
            for file in (folder.joinpath(f"{name}.{language()}.md"), folder.joinpath(f"{name}.md")):
                if file.is_file():
                    return file.read_text(encoding="utf-8")
        except (ImportError, ValueError):
            pass  # The module is not in a package that can be imported.
        return ""

    def printed(self, players: int, options: Mapping[str, Value]) -> tuple[PrintPart, ...]:
        """Return what the game needs on paper besides its how-to-play page, for the options that were chosen explicitly.

        The default prints the first board of the stage as it is before the game begins, and one for each player if it belongs to a seat.
        """
        position: Any = self.new_position(players, self.complete(players, options))
        position.start(fast(0))
        position.mask(SPECTATOR)
        stage = self.stage(position)
        if not stage.boards:
            return ()
        board = stage.boards[0]
        grid, cells = stage.grids[board.grid], self.scene(position, SPECTATOR).boards[board.id].cells
        if board.seat >= 0:
            return (PrintSheet(self.title, grid, (), "", cells),)
        return (PrintBoard(self.title, grid, cells, stage.players),)

    def reasons(self, masked: PositionT, seat: int, action: int) -> list[str]:
        """Return up to three short sentences in favour of a legal action, from what the seat may know; by default none."""
        return []

    def uses(self, position: PositionT, seat: int, action: int) -> tuple[tuple[str, str], ...]:
        """Return what a legal action uses as pairs of a group and a name, in English: ("action", "attack"), ("unit", "Knight"), ...

        `bestagon balance` counts them, and tries how a player does who never plays one name of the group "action". The position has no
        hidden parts. The default names the first beat that the action tells, and the cell if there is only one.
        """
        after: Any = position.copy()
        after.play(seat, action)
        beats = self.tell(position, after, seat, action, seat)
        cells = self.touched(position, seat, action, seat)
        return (("action", beats[0].kind if beats else "act"), *((("cell", cells[0]),) if len(cells) == 1 else ()))

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the lessons of the tutorial in order; by default none."""
        return ()

    def coach(self) -> tuple[Tip, ...]:
        """Return the tips for somebody's first game, in the order in which they are shown; by default none."""
        return ()

    def examples(self) -> tuple[Example, ...]:
        """Return the pictures that illustrate the rules; by default none."""
        return ()

    # The same for every game.

    @property
    def hides(self) -> bool:
        """Whether seats know different things, so that players who share a screen must take turns to look at it."""
        return type(self).seen_text is not Game.seen_text

    @property
    def real_dice(self) -> bool:
        """Whether people can roll their own dice and enter what they show."""
        return type(self).throw is not Game.throw

    def new_position(self, players: int, options: Mapping[str, Value]) -> Position:
        """Return `setup(players, options)` as a position that can be pickled."""
        position = self.setup(players, options)
        position.origin = Variant(self, players, dict(options))
        return position

    def check_players(self, players: SupportsIndex | None) -> int:
        """Return the number of players, the default for None; BadPlayers if the game does not support it."""
        if players is None:
            return self.usual_players
        number = whole_number(players)
        if number not in self.players:
            have = ", ".join(str(n) for n in self.players)
            raise BadPlayers(translate("{game} is for {have} players, not {players}", game=self.title, have=have, players=brief(players)))
        return number

    def describe(self, position: PositionT, seat: int, action: int, viewer: int) -> str:
        """Return an action, resigning included, as a sentence for a viewer's log; `position` is unmasked, before the action."""
        if action == RESIGN:
            return translate("{name} resigns", name=self.seat_name(seat))
        return self.sentence(position, seat, action, viewer)

    def cells(self, position: PositionT, seat: int, action: int, viewer: int) -> tuple[str, ...]:
        """Return the ids of the cells that an action affects, none for resigning, as far as the viewer may know them."""
        return () if action == RESIGN else self.touched(position, seat, action, viewer)

    def seat_names(self, position: PositionT) -> list[str]:
        """Return the names of all seats."""
        return [self.seat_name(seat) for seat in range(int(position.seats))]

    def load(self, data: bytes, players: int, options: Mapping[str, Value]) -> Position:
        """Return the position that `to_bytes` wrote; BadNotation if the bytes do not fit this set-up."""
        if not isinstance(data, bytes):
            raise BadNotation(f"a stored position is bytes, not {type(data).__name__}")
        position = self.new_position(players, options)
        try:
            position.from_bytes(data)
        except ValueError as error:
            raise BadNotation(f"not a position of {self.title}: {error}") from None
        return position

    def __copy__(self) -> Game:
        """Return the game itself."""
        return self

    def __deepcopy__(self, memo: object) -> Game:
        """Return the game itself."""
        return self

    def __reduce__(self) -> str | tuple[object, ...]:
        """Pickle as a name: in the registry, or else in the module that defines the game."""
        from bestagon.core import registry

        if registry.all_games().get(self.name) is self:
            return registry.game, (self.name,)
        for name, value in vars(sys.modules[type(self).__module__]).items():
            if value is self:
                return name
        raise NotPicklable(f"{self.title} is neither registered nor a global of {type(self).__module__}, so a pickle cannot name it")


@dataclass(frozen=True)
class Variant:
    """A game for a number of players, with a value for every option."""

    game: Game
    players: int
    options: dict[str, Value]

    def restore(self, data: bytes) -> Position:
        """Return the position that `to_bytes` wrote."""
        return self.game.load(data, self.players, self.options)
