"""Pictures of games: a few actions in the middle of play for the home page, and the beginning for a new table."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Final, NamedTuple

import msgspec

from bestagon.core.actions import room
from bestagon.core.dice import fast
from bestagon.core.errors import BestagonError
from bestagon.core.game import Game
from bestagon.core.option import Value
from bestagon.core.position import SPECTATOR, Position
from bestagon.core.story import story
from bestagon.engine.rollout import first_seat
from bestagon.grid import Hex, spiral
from bestagon.scene.beats import Beat
from bestagon.scene.grids import part_of
from bestagon.scene.model import Scene, Stage, stage_id
from bestagon.server.errors import ApiError
from bestagon.server.protocol.games import Preview, PreviewMove
from bestagon.server.tables import scene_json

SEED: Final = 5
"""Of the game that is shown."""
MAX_STEPS: Final = 100
MOVES: Final = 5
"""Actions that a preview shows."""
MANY: Final = 8
"""Beats about more cells than this, such as the end of a game, say nothing about a place."""
MIDDLE: Final = 2
"""How far from its focus a close-up shows cells at least."""
SHOWN: Final = 5
"""How far from its focus a close-up shows cells at most."""
VIVID: Final = {"flip": 3, "attack": 3, "capture": 4, "merge": 3, "claim": 4, "score": 3, "move": 2, "place": 2, "write": 2}
"""How much there is to see of a kind of beat; 0 where nothing is named."""


class Sample(NamedTuple):
    """A game in the middle of play, in JSON."""

    picture: bytes
    """A Preview."""
    moves: bytes
    """The list of PreviewMoves that follow."""


class _Play(NamedTuple):
    """An action of the sample game, with the position before it, unmasked."""

    before: Position
    seat: int
    action: int


class _Step(NamedTuple):
    """An action that changes the first board."""

    n: int
    beats: tuple[Beat, ...]


def sample(game: Game) -> Generator[None, None, Sample]:
    """Return a few actions of a game between players without foresight, always the same ones, in the current language.

    Each action is a slice: a thoughtful policy takes a while.
    """
    plays = yield from _played(game)
    stage = _cut(game.stage(plays[0].before))
    shown: list[_Step] = []
    scenes: dict[int, Scene] = {}
    for n in range(len(plays) - 1):
        if beats := _told(game, stage, plays, n):
            shown.append(_Step(n, beats))
            scenes |= {at: _seen(game, plays[at].before) for at in (n, n + 1) if at not in scenes}
        yield
    windows = [shown[n : n + MOVES] for n in range(max(1, len(shown) - MOVES + 1))] if shown else [[]]
    places = {Hex(cell.q, cell.r): cell.id for grid in stage.grids for cell in grid.cells}
    around = {name: [places[near] for near in spiral(place, MIDDLE) if near in places] for place, name in places.items()}
    found = [(_focus(stage, around, scenes[steps[0].n], steps), steps) for steps in windows if steps]
    (_, focus), steps = max(found, key=lambda one: one[0][0], default=((0, ""), []))
    stage = msgspec.structs.replace(stage, grids=tuple([part_of(grid, (focus,), SHOWN) for grid in stage.grids]))
    first = scenes[steps[0].n] if steps else _seen(game, plays[-1].before)
    moves = [PreviewMove(_drawn(stage, scenes[step.n + 1]), step.beats) for step in steps]
    return Sample(msgspec.json.encode(Preview(scene_json.encode(stage), _drawn(stage, first), focus)), msgspec.json.encode(moves))


def setup_preview(game: Game, players: int, options: Mapping[str, Value]) -> Preview:
    """Return how a game with these players and options may begin, with always the same dice; ApiError if they do not fit."""
    try:
        count = game.check_players(players)
        position = game.new_position(count, game.complete(count, options))
    except BestagonError as error:
        raise ApiError("bad_option", str(error)) from None
    position.start(fast(1))
    position.mask(SPECTATOR)
    return Preview(msgspec.Raw(scene_json.stage(game, position)[1]), scene_json.scene(game, position, SPECTATOR))


def _played(game: Game) -> Generator[None, None, list[_Play]]:
    """Return the actions of a game played by the bots' playout policy."""
    players = game.usual_players
    position = game.setup(players, game.complete(players, game.quick_options))
    position.start(fast(SEED))
    evaluator, choices, out = game.evaluator(), fast(SEED), room(position)
    plays: list[_Play] = []
    while not position.over and len(plays) < MAX_STEPS:
        seat = first_seat(position.acting())
        masked = position.copy()
        masked.mask(seat)
        plays.append(_Play(position.copy(), seat, int(evaluator.playout(masked, seat, choices, out))))
        position.play(seat, plays[-1].action)
        yield
    return plays


def _told(game: Game, stage: Stage, plays: list[_Play], n: int) -> tuple[Beat, ...]:
    """Return what an action did on the first board, without words: a picture has no room for them."""
    play, board = plays[n], stage.boards[0].id if stage.boards else ""
    beats = story(game, play.before, plays[n + 1].before, play.seat, play.action, SPECTATOR).beats
    cells = {board + cell.id for cell in stage.grids[0].cells} if stage.grids else set()
    return tuple([msgspec.structs.replace(beat, text="") for beat in beats if not cells.isdisjoint(beat.ids)])


def _seen(game: Game, position: Position) -> Scene:
    masked = position.copy()
    masked.mask(SPECTATOR)
    return game.scene(masked, SPECTATOR)


def _cut(stage: Stage) -> Stage:
    """Return a stage with its first board alone."""
    boards = tuple([msgspec.structs.replace(board, grid=0) for board in stage.boards[:1]])
    grids = tuple([stage.grids[board.grid] for board in stage.boards[:1]])
    return msgspec.structs.replace(stage, boards=boards, grids=grids, trays=())


def _drawn(stage: Stage, scene: Scene) -> msgspec.Raw:
    """Return what a scene shows of the first board alone."""
    boards = {board.id: scene.boards[board.id] for board in stage.boards if board.id in scene.boards}
    return scene_json.encode(Scene(stage_id(stage), scene.seats, "", boards, picture=scene.picture))


def _focus(stage: Stage, around: Mapping[str, list[str]], scene: Scene, steps: list[_Step]) -> tuple[int, str]:
    """Return how much there is to see around a cell in these steps, and the cell around which it is most.

    That is what lies there and what happens, as many times as seats have pieces there.
    """
    board = stage.boards[0].id
    cells = scene.boards[board].cells
    worth = {cell: 1 for cell, one in cells.items() if one.piece or one.label}
    owners = {cell: one.piece.seat for cell, one in cells.items() if one.piece}
    for beat in (beat for step in steps for beat in step.beats if len(beat.ids) <= MANY):
        for name in (cell.removeprefix(board) for cell in beat.ids if cell.startswith(board)):
            worth[name] = worth.get(name, 0) + VIVID.get(beat.kind, 1)
    found = (
        (sum([worth.get(other, 0) for other in near]) * max(1, len({owners[other] for other in near if other in owners})), cell)
        for cell, near in around.items()
    )
    return max(found, default=(0, ""))
