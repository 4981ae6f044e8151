"""Hex Dice as a game: players, options, and the way to everything else."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from bestagon.core.errors import BadOption
from bestagon.core.evaluator import Evaluator
from bestagon.core.game import Game
from bestagon.core.lesson import Example, Lesson
from bestagon.core.option import Option, Value
from bestagon.core.position import Position
from bestagon.games.hex_dice import notation, scene, scene_choices
from bestagon.games.hex_dice import terminal as text
from bestagon.games.hex_dice.ai.evaluator import HexDiceEvaluator
from bestagon.games.hex_dice.board import Board
from bestagon.games.hex_dice.examples import EXAMPLES
from bestagon.games.hex_dice.explain import reasons as why
from bestagon.games.hex_dice.layouts import PRESETS, check_for, preset, read_layout
from bestagon.games.hex_dice.lessons import LESSONS
from bestagon.games.hex_dice.position import HexDicePosition
from bestagon.games.hex_dice.position_field import BY_GENERATION, BY_ROULETTE, NO_TERRAIN, PRESET
from bestagon.games.hex_dice.translations import translate
from bestagon.i18n import language
from bestagon.scene.model import Scene, Stage

TERRAIN: Final = {"none": NO_TERRAIN, "preset": PRESET, "roulette": BY_ROULETTE, "generation": BY_GENERATION}


class HexDice(Game):
    """Hex Dice as bestagon sees it."""

    name = "hex-dice"
    title = "Hex Dice"
    summary = "Lead an army of dice, each value a unit of its own, and take the enemy's base."
    players = (2, 3, 4, 6)
    usual_players = 2
    options = (
        Option("map", "how far the map reaches from its centre", 6, choices=(6, 8)),
        Option(
            "terrain",
            "where terrain comes from; usual is none on map 6 and generation on map 8, and preset where preset or data is given",
            "usual",
            choices=("usual", "none", "preset", "roulette", "generation"),
        ),
        Option("preset", "which of the six layouts is used (terrain=preset); 0 lets a die pick it", 0, low=0, high=PRESETS),
        Option("patience", "how many quiet turns for each player still in end the game", 60, low=1, high=1000),
        Option("data", "a terrain layout of one's own, used with terrain=preset", "", data=True),
    )
    endings = ("annihilated", "base", "patience", "resigned")
    translator = translate

    def complete(self, players: int, options: Mapping[str, object]) -> dict[str, Value]:
        """Return all options, the usual terrain in its own word; BadOption where they clash."""
        full = super().complete(players, options)
        if full["terrain"] == "usual":
            full["terrain"] = "preset" if full["data"] or full["preset"] else "none" if full["map"] == 6 else "generation"
        if full["terrain"] == "generation" and full["map"] != 8:
            raise BadOption(translate("option terrain: generation needs map=8; map 6 has none, preset or roulette"))
        if full["data"] and full["terrain"] != "preset":
            raise BadOption(translate("option data is a terrain layout and needs terrain=preset, not {terrain}", terrain=full["terrain"]))
        if full["preset"] and full["terrain"] != "preset":
            raise BadOption(
                translate(
                    "option preset={preset} is a terrain layout and needs terrain=preset, not {terrain}",
                    preset=full["preset"],
                    terrain=full["terrain"],
                )
            )
        return full

    def setup(self, players: int, options: Mapping[str, Value]) -> Position:
        """Return an empty map."""
        chosen = self.complete(players, options)
        reach = int(chosen["map"])
        board = _board(reach, players)
        layouts = b""
        if chosen["terrain"] == "preset":
            layouts = _layouts(board, players, int(chosen["preset"]), str(chosen["data"]))
        return HexDicePosition(players, board, TERRAIN[str(chosen["terrain"])], layouts, int(chosen["patience"]))

    def action_text(self, position: Position, seat: int, action: int) -> str:
        """Return an action in words and cell names."""
        assert isinstance(position, HexDicePosition)
        return notation.action_text(position, action)

    def parse_action(self, position: Position, seat: int, text: str) -> int:
        """Return the action of a text."""
        assert isinstance(position, HexDicePosition)
        return notation.parse_action(position, text)

    def position_text(self, position: Position) -> str:
        """Return a position in one line."""
        assert isinstance(position, HexDicePosition)
        return notation.position_text(position)

    def parse_position(self, into: Position, text: str) -> None:
        """Read what `position_text` wrote."""
        assert isinstance(into, HexDicePosition)
        notation.parse_position(into, text)

    def draw(self, position: Position) -> str:
        """Return the map and the armies."""
        assert isinstance(position, HexDicePosition)
        return text.draw(position)

    def prompt(self, position: Position, seat: int) -> str:
        """Return what to do, in words."""
        assert isinstance(position, HexDicePosition)
        return text.prompt(position)

    def stage(self, position: Position) -> Stage:
        """Return the map and everybody's places."""
        assert isinstance(position, HexDicePosition)
        return scene.look(position.board, int(position.seats), language())[0]

    def scene(self, position: Position, seat: int) -> Scene:
        """Return what the seat sees."""
        assert isinstance(position, HexDicePosition)
        return scene.scene(position, seat)

    def sentence(self, position: Position, seat: int, action: int, viewer: int) -> str:
        """Return an action as a sentence."""
        assert isinstance(position, HexDicePosition)
        return scene_choices.sentence(position, seat, action, self.seat_name(seat))

    def touched(self, position: Position, seat: int, action: int, viewer: int) -> tuple[str, ...]:
        """Return the cells an action is about."""
        assert isinstance(position, HexDicePosition)
        return scene_choices.touched(position, action)

    def evaluator(self) -> Evaluator:
        """Return what a strong player knows."""
        return HexDiceEvaluator()

    def reasons(self, masked: Position, seat: int, action: int) -> list[str]:
        """Return what speaks for an action."""
        assert isinstance(masked, HexDicePosition)
        return why(masked, seat, action, self.action_text(masked, seat, action))

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the tutorial."""
        return LESSONS

    def examples(self) -> tuple[Example, ...]:
        """Return the pictures of the rules."""
        return EXAMPLES

    def seat_name(self, seat: int) -> str:
        """Return the colour."""
        return translate(text.COLOURS[seat])


@lru_cache
def _board(reach: int, players: int) -> Board:
    return Board(reach, players)


def _layouts(board: Board, players: int, number: int, data: str) -> bytes:
    """Return the layouts to pick from, one after the other: a user's own, the one chosen, or all six."""
    reach = int(board.reach)
    if data:
        chosen = [read_layout(data, reach, "option data")]
    else:
        chosen = [preset(reach, n) for n in ([number] if number else range(1, PRESETS + 1))]
    barred = [cell for cell in range(int(board.size)) if board.barred[cell]]
    for layout in chosen:
        check_for(layout, barred, players, int(board.army), "option data" if data else layout.name)
    return bytes(kind for layout in chosen for kind in layout.terrain)


GAME: Final = HexDice()
