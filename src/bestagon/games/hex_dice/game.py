"""Hex Dice as a Game: players, options, and delegation to the other modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from bestagon.core.errors import BadOption
from bestagon.core.evaluator import Evaluator
from bestagon.core.game import Game
from bestagon.core.lesson import Example, Lesson, Tip
from bestagon.core.observation.observer import Observer
from bestagon.core.option import Condition, Option, Value
from bestagon.games.hex_dice import explain, notation, printout, refusals, scene, scene_choices, story, terminal
from bestagon.games.hex_dice.ai.evaluator import HexDiceEvaluator
from bestagon.games.hex_dice.ai.observer import HexDiceObserver
from bestagon.games.hex_dice.board import HexDiceBoard
from bestagon.games.hex_dice.layouts import BY_GENERATION, BY_ROULETTE, NO_TERRAIN, PRESET, PRESETS, check_layout, preset, read_layout
from bestagon.games.hex_dice.lessons import EXAMPLES, LESSONS, TIPS
from bestagon.games.hex_dice.rules.state import HexDicePosition
from bestagon.games.hex_dice.translations import translate
from bestagon.i18n import language
from bestagon.scene.beats import Beat, WhyNot
from bestagon.scene.model import Scene, Stage
from bestagon.scene.printout import PrintPart
from bestagon.scene.throws import Throw

TERRAIN_SOURCES: Final = {"none": NO_TERRAIN, "preset": PRESET, "roulette": BY_ROULETTE, "generation": BY_GENERATION}
WITH_LAYOUT: Final = Condition("terrain", ("preset",))
LAYOUT_LABELS: Final = ("a die picks one", "layout 1", "layout 2", "layout 3", "layout 4", "layout 5", "layout 6")
LAYOUT_FILES: Final = {f"map{size}-{n}.txt": {"map": size, "preset": n} for size in (6, 8) for n in range(1, PRESETS + 1)}


class HexDice(Game[HexDicePosition]):
    """The game object the registry loads."""

    name = "hex-dice"
    title = "Hex Dice"
    summary = "Every die is a soldier: march, merge and strike until you stand on the enemy's base."
    players = (2, 3, 4, 6)
    usual_players = 2
    minutes = 30
    options = (
        Option("map", "Map", 6, choices=(6, 8), labels=("Small", "Large")),
        Option(
            "terrain",
            "Terrain",
            "usual",
            choices=("usual", "none", "preset", "roulette", "generation"),
            labels=("as the rulebook has it", "none", "one of six layouts", "players place it in turn", "random"),
            needs=(Condition("map", (8,), choices=("generation",)),),
        ),
        Option(
            "preset", "Layout", 0, low=0, high=PRESETS, labels=LAYOUT_LABELS, needs=(WITH_LAYOUT,), pictured=tuple(range(1, PRESETS + 1))
        ),
        Option("patience", "Turns without a loss, for each player, after which the game ends", 30, low=1, high=1000),
        Option("data", "Your own terrain layout", "", data=True, needs=(WITH_LAYOUT,)),
    )
    quick_options: Mapping[str, Value] = {"terrain": "preset"}
    data_files: Mapping[str, Mapping[str, Value]] = LAYOUT_FILES
    rules_version = 2
    """2: the default of `patience` is 30, no longer 60."""
    endings = ("annihilated", "base", "patience", "resigned")
    translator = translate

    def options_of_rules(self, rules: int, options: Mapping[str, Value]) -> dict[str, Value] | None:
        """Restore the default of `patience` for version 1."""
        return {"patience": 60, **options} if rules == 1 else super().options_of_rules(rules, options)

    def complete(self, players: int, options: Mapping[str, object]) -> dict[str, Value]:
        """Return all options with `usual` terrain resolved; raise BadOption for options that clash."""
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

    def setup(self, players: int, options: Mapping[str, Value]) -> HexDicePosition:
        """Return an empty map."""
        chosen = self.complete(players, options)
        board = _board(int(chosen["map"]), players)
        layouts = b""
        if chosen["terrain"] == "preset":
            layouts = _layouts(board, players, int(chosen["preset"]), str(chosen["data"]))
        return HexDicePosition(players, board, TERRAIN_SOURCES[str(chosen["terrain"])], layouts, int(chosen["patience"]))

    def action_text(self, position: HexDicePosition, seat: int, action: int) -> str:
        """Return the notation of an action."""
        assert isinstance(position, HexDicePosition)
        return notation.action_text(position.board, action)

    def parse_action(self, position: HexDicePosition, seat: int, text: str) -> int:
        """Return the action a text stands for."""
        assert isinstance(position, HexDicePosition)
        return notation.parse_action(position.board, text)

    def position_text(self, position: HexDicePosition) -> str:
        """Return the notation of a position."""
        return notation.position_text(position)

    def parse_position(self, into: HexDicePosition, text: str) -> None:
        """Parse what `position_text` wrote."""
        notation.parse_position(into, text)

    def draw(self, position: HexDicePosition) -> str:
        """Return the map and the armies."""
        return terminal.draw(position)

    def prompt(self, position: HexDicePosition, seat: int) -> str:
        """Return the instruction for the seat on turn."""
        return terminal.prompt(position)

    def stage(self, position: HexDicePosition) -> Stage:
        """Return the map, the seats and their trays."""
        return scene.stage_and_id(position.board, int(position.seats), scene.layout_name(position), language())[0]

    def scene(self, position: HexDicePosition, seat: int) -> Scene:
        """Return the scene for a seat."""
        return scene.scene(position, seat)

    def tell(self, before: HexDicePosition, after: HexDicePosition, seat: int, action: int, viewer: int) -> list[Beat]:
        """Return what an action did."""
        return story.tell(before, after, seat, action)

    def tell_resignation(self, before: HexDicePosition, after: HexDicePosition, seat: int, viewer: int) -> list[Beat]:
        """Return what a resignation led to."""
        return story.tell_resignation(before, after, seat)

    def tell_start(self, start: HexDicePosition, viewer: int) -> list[Beat]:
        """Return what was rolled for terrain and order."""
        return story.tell_start(start)

    def throw(self, position: HexDicePosition, code: int) -> Throw:
        """Return what people with real dice have to roll now."""
        return story.throw(position, code)

    def why_not(self, masked: HexDicePosition, seat: int, picks: Sequence[str]) -> WhyNot:
        """Explain why a cell or die cannot be chosen."""
        return refusals.why_not(masked, seat, picks)

    def sentence(self, position: HexDicePosition, seat: int, action: int, viewer: int) -> str:
        """Return an action as a sentence."""
        return scene_choices.sentence(position, seat, action, self.seat_name(seat))

    def touched(self, position: HexDicePosition, seat: int, action: int, viewer: int) -> tuple[str, ...]:
        """Return the cells of an action."""
        return scene_choices.touched(position, action)

    def evaluator(self) -> Evaluator:
        """Return a new evaluator."""
        return HexDiceEvaluator()

    def observer(self, position: HexDicePosition) -> Observer:
        """Return an observer."""
        return HexDiceObserver(position)

    def reasons(self, masked: HexDicePosition, seat: int, action: int) -> list[str]:
        """Return reasons for an action."""
        return explain.reasons(masked, seat, action, self.action_text(masked, seat, action))

    def printed(self, players: int, options: Mapping[str, Value]) -> tuple[PrintPart, ...]:
        """Return how units move, terrain and markers, and maps: the chosen ones, or both maps plain and with every layout."""
        full = self.complete(players, options)
        data = read_layout(str(full["data"]), int(full["map"]), "option data") if full["data"] else None
        maps = printout.chosen_maps(options, full, data)
        positions = {value: printout.alone(value).open(self) for value in range(1, 7)}
        drawn = [printout.map_part(_board(radius, players), layout) for radius, layout in maps]
        return (printout.reference(self.title, positions), *printout.pieces(), *drawn)

    def uses(self, position: HexDicePosition, seat: int, action: int) -> tuple[tuple[str, str], ...]:
        """Return what an action uses, for statistics."""
        return explain.uses(position, seat, action, self.action_text(position, seat, action))

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the tutorial."""
        return LESSONS

    def coach(self) -> tuple[Tip, ...]:
        """Return the tips for the first game."""
        return TIPS

    def examples(self) -> tuple[Example, ...]:
        """Return the examples that illustrate the rules."""
        return EXAMPLES

    def seat_name(self, seat: int) -> str:
        """Return the colour."""
        return translate(terminal.COLOURS[seat])


@lru_cache
def _board(radius: int, players: int) -> HexDiceBoard:
    return HexDiceBoard(radius, players)


def _layouts(board: HexDiceBoard, players: int, number: int, data: str) -> bytes:
    """Return the terrain of the layouts to pick from, concatenated: the user's own, the chosen preset, or all six."""
    radius = int(board.radius)
    if data:
        chosen = [read_layout(data, radius, "option data")]
    else:
        chosen = [preset(radius, n) for n in ([number] if number else range(1, PRESETS + 1))]
    barred = [cell for cell in range(int(board.size)) if board.terrain_barred[cell]]
    for layout in chosen:
        check_layout(layout, barred, players, int(board.army_size), "option data" if data else layout.name)
    return bytes(kind for layout in chosen for kind in layout.terrain)


GAME: Final[Game] = HexDice()
