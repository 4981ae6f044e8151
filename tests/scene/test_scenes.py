"""Scenes of every game at every number of players: every legal action can be reached by clicking, and nothing hidden is told."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from tests.conformance.cases import Case, all_cases, legal, random_step, seats_of, shortcuts, usual_cases

from bestagon.core.dice import fast
from bestagon.core.game import Game
from bestagon.core.position import RESIGN, SPECTATOR, Position
from bestagon.scene.model import Scene, Stage, stage_id

every_case = pytest.mark.parametrize("case", all_cases(), ids=str)
usual_case = pytest.mark.parametrize("case", usual_cases(), ids=str)
HIDING = ("beerhex", "hexagone")
"""The games in which seats hide something besides the dice."""


def masked(position: Position, viewer: int) -> Position:
    copy = position.copy()
    copy.mask(viewer)
    return copy


def scenes(game: Game, position: Position) -> dict[int, Scene]:
    """What every seat and a spectator see."""
    return {viewer: game.scene(masked(position, viewer), viewer) for viewer in range(SPECTATOR, int(position.seats))}


def ids_of(stage: Stage, scene: Scene) -> list[str]:
    """Everything that has an id: all cells, and what lies in the trays."""
    cells = [board.id + cell.id for board in stage.boards for cell in stage.grids[board.grid].cells]
    return cells + [item.id for items in scene.trays.values() for item in items]


def words_of(stage: Stage, scene: Scene) -> set[str]:
    """All kinds and marks in use."""
    used: set[str] = {kind for figure in stage.figures.values() for _, _, kind in figure.cells}
    for field in scene.boards.values():
        for spot in field.cells.values():
            used |= {spot.kind, *spot.marks}
            if spot.piece is not None:
                used |= {spot.piece.kind, *spot.piece.marks, "badge" if spot.piece.badge else ""}
    for items in scene.trays.values():
        for item in items:
            used |= {item.kind, *item.marks}
    return used - {""}


def check_names(stage: Stage, scene: Scene) -> None:
    """Whatever a scene names is on the stage, and an id stands for one thing."""
    known = set(ids_of(stage, scene))
    assert len(known) == len(ids_of(stage, scene))
    assert {board.id for board in stage.boards} == set(scene.boards)
    assert set(scene.trays) <= {tray.id for tray in stage.trays}
    for board in stage.boards:
        grid, field = stage.grids[board.grid], scene.boards[board.id]
        assert set(field.cells) <= {cell.id for cell in grid.cells}
        assert set(field.highlighted) <= {area.name for area in grid.areas}
    assert words_of(stage, scene) <= set(stage.legend)
    assert len(scene.seats) == len(stage.players)
    picked = {pick for choice in scene.choices for pick in choice.picks}
    lit = {one for cell, cells in scene.previews.items() for one in (cell, *cells)}
    assert picked | lit <= known
    assert scene.prompt


def check_choices(game: Game, position: Position, viewer: int, scene: Scene) -> None:
    """The choices are the legal actions, each with its notation and a way of its own to click it."""
    wanted = legal(position, viewer) if viewer >= 0 else []
    assert [choice.action for choice in scene.choices] == wanted
    assert [choice.text for choice in scene.choices] == [game.action_text(position, viewer, action) for action in wanted]
    if scene.ordered:
        ways = Counter((choice.picks, choice.label) for choice in scene.choices)
    else:
        ways = Counter((tuple(sorted(choice.picks)), choice.label) for choice in scene.choices)
    assert not ways or max(ways.values()) == 1
    counts = {item.id: item.count for items in scene.trays.values() for item in items}
    for choice in scene.choices:
        assert all(choice.picks.count(pick) <= counts.get(pick, 1) for pick in choice.picks)
        assert choice.label


def check_ends(position: Position, scene: Scene) -> None:
    """A game that is over is accounted for, point by point."""
    assert scene.over == position.over
    assert [seat.score for seat in scene.seats] == [int(position.score(seat)) for seat in range(int(position.seats))]
    assert [seat.acting for seat in scene.seats] == [bool(position.acting() >> seat & 1) for seat in range(int(position.seats))]
    if not position.over:
        assert scene.score_breakdown == []
        return
    assert [sum(line.points or 0 for line in lines) for lines in scene.score_breakdown] == [seat.score for seat in scene.seats]
    assert all(lines for lines in scene.score_breakdown)
    assert [seat.place for seat in scene.seats] == [int(position.place(seat)) for seat in range(int(position.seats))]


@every_case
def test_every_legal_action_can_be_clicked(case: Case) -> None:
    game = case.game
    short = shortcuts(case)
    for seed in range(2):
        position = case.started(seed)
        stage = game.stage(position)
        dice = fast(seed + 300)
        while True:
            if dice.below(8) == 0 or position.over:
                for viewer, scene in scenes(game, position).items():
                    assert scene.stage == stage_id(game.stage(position)) == stage_id(stage)
                    check_names(stage, scene)
                    check_choices(game, position, viewer, scene)
                    check_ends(position, scene)
            if position.over:
                break
            random_step(position, dice, resign=seed == 1, avoid=short if seed else set())


@usual_case
def test_scenes_and_stages_travel_as_json(case: Case) -> None:
    position = case.started(3)
    dice = fast(31)
    stage = case.game.stage(position)
    assert msgspec.json.decode(msgspec.json.encode(stage), type=Stage) == stage
    for _ in range(40):
        if not position.over:
            random_step(position, dice)
        for scene in scenes(case.game, position).values():
            assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


@every_case
def test_a_scene_shows_the_same_whatever_is_hidden(case: Case) -> None:
    different = 0
    for seed in range(2):
        position = case.started(seed)
        dice = fast(seed + 400)
        while not position.over:
            random_step(position, dice, avoid=shortcuts(case))
            if dice.below(4 if case.game.name in HIDING else 60) == 0:
                for viewer in range(SPECTATOR, case.players):
                    different += check_hidden(case.game, position, viewer, seed)
    if case.game.name in HIDING:
        assert different > 5


def check_hidden(game: Game, position: Position, viewer: int, seed: int) -> bool:
    """Two worlds that the viewer cannot tell apart look the same to it."""
    seen = masked(position, viewer)
    world = seen.copy()
    world.determinize(viewer, fast(seed + 77))
    assert game.scene(masked(world, viewer), viewer) == game.scene(seen, viewer)
    world.dice.copy_from(position.dice)
    return world.to_bytes() != position.to_bytes()


@usual_case
def test_the_log_tells_no_more_than_the_notation(case: Case) -> None:
    """Actions that read alike are told alike, to one viewer and to all who read so, and no two that read differently are."""
    game = case.game
    position = case.started(5)
    dice = fast(55)
    while not position.over:
        if dice.below(6) == 0:
            for seat in seats_of(int(position.acting()), case.players):
                for viewer in range(SPECTATOR, case.players):
                    check_log(game, position, seat, viewer)
                check_readers(game, position, seat, case.players)
        random_step(position, dice, avoid=shortcuts(case))
    assert game.describe(position, 0, RESIGN, SPECTATOR) == f"{game.seat_name(0)} resigns"


def check_log(game: Game, position: Position, seat: int, viewer: int) -> None:
    told: dict[str, tuple[str, tuple[str, ...]]] = {}
    cells = {board.id + cell.id for board in game.stage(position).boards for cell in game.stage(position).grids[board.grid].cells}
    for action in legal(position, seat):
        read = game.seen_text(position, seat, action, viewer)
        tale = game.describe(position, seat, action, viewer), game.touched(position, seat, action, viewer)
        assert told.setdefault(read, tale) == tale
        assert tale[0].startswith(game.seat_name(seat))
        assert set(tale[1]) <= cells
    assert len({words for words, _ in told.values()}) == len(told)


def check_readers(game: Game, position: Position, seat: int, players: int) -> None:
    for action in legal(position, seat)[:40]:
        told: dict[str, tuple[str, tuple[str, ...]]] = {}
        for viewer in range(SPECTATOR, players):
            tale = game.describe(position, seat, action, viewer), game.touched(position, seat, action, viewer)
            assert told.setdefault(game.seen_text(position, seat, action, viewer), tale) == tale


def test_a_game_without_scenes_can_be_played_by_buttons() -> None:
    case = next(case for case in usual_cases() if case.game.name == "beerhex")
    position = case.started(1)
    game = case.game
    scene = Game.scene(game, masked(position, 0), int(position.acting()) - 1)
    check_choices(game, position, int(position.acting()) - 1, scene)
    check_names(Game.stage(game, position), scene)
    assert scene.picture == game.draw(masked(position, 0))
    assert Game.sentence(game, position, 0, 0, 1) == "Gold: a1 ?"
