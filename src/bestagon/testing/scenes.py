"""Checks that a game can be played by clicking: scenes offer every legal action, name only existing things, and reveal no secrets."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import msgspec

from bestagon.core.dice import fast
from bestagon.core.position import RESIGN, SPECTATOR, Position
from bestagon.scene.model import Scene, Stage, stage_id
from bestagon.scene.svg import draw
from bestagon.testing.cases import Case, acting_seats, legal, masked, random_game, random_step

Tale = tuple[str, tuple[str, ...]]
"""A sentence of the log and the cells it is about."""


def scenes_of(case: Case, position: Position) -> dict[int, Scene]:
    """Return the scene of every viewer."""
    return {viewer: case.game.scene(masked(position, viewer), viewer) for viewer in case.viewers()}


def check_choices(case: Case) -> None:
    """Check that every legal action can be clicked, names are known to the stage, and final scores are accounted for."""
    avoid = case.avoided()
    for seed in range(2):
        dice, stage = fast(seed + 300), case.game.stage(case.started(seed))
        for position in random_game(case, seed, resign=seed == 1, avoid=avoid if seed else set(), dice=dice):
            if dice.below(8) == 0 or position.over:
                where = case.describe(position)
                for viewer, scene in scenes_of(case, position).items():
                    assert scene.stage == stage_id(case.game.stage(position)) == stage_id(stage), f"the stage has changed {where}"
                    check_names(stage, scene, where)
                    check_clicks(case, position, viewer, scene)
                    _check_seats(position, scene, where)


def check_names(stage: Stage, scene: Scene, where: object = "") -> None:
    """Check that a scene names only things that are on its stage, each with a unique id."""
    ids = [board.id + cell.id for board in stage.boards for cell in stage.grids[board.grid].cells]
    ids += [item.id for items in scene.trays.values() for item in items]
    doubled = [name for name, n in Counter(ids).items() if n > 1]
    assert not doubled, f"the ids {doubled} stand for several things {where}"
    boards, fields = {board.id for board in stage.boards}, set(scene.boards)
    assert boards == fields, f"the stage has the boards {sorted(boards)}, the scene {sorted(fields)} {where}"
    trays = set(scene.trays) - {tray.id for tray in stage.trays}
    assert not trays, f"the stage has no trays {sorted(trays)} {where}"
    for board in stage.boards:
        grid, field = stage.grids[board.grid], scene.boards[board.id]
        cells = set(field.cells) - {cell.id for cell in grid.cells}
        assert not cells, f"board {board.id!r} has no cells {sorted(cells)} {where}"
        areas = {*field.highlighted, *field.tags} - {area.name for area in grid.areas}
        assert not areas, f"board {board.id!r} has no areas {sorted(areas)} {where}"
        chained = {cell for chain in (*field.ties, *field.lines) for cell in chain} - {cell.id for cell in grid.cells}
        assert not chained, f"ties or lines of board {board.id!r} name {sorted(chained)} {where}"
        assert all(len(chain) > 1 for chain in (*field.ties, *field.lines)), f"a tie or line of board {board.id!r} has one cell {where}"
    words = words_of(stage, scene) - set(stage.legend)
    assert not words, f"the legend does not explain {sorted(words)} {where}"
    assert len(scene.seats) == len(stage.players), f"{len(scene.seats)} seats, but {len(stage.players)} players {where}"
    named = {pick for choice in scene.choices for pick in choice.picks}
    named |= {one for cell, cells in scene.previews.items() for one in (cell, *cells)}
    assert named <= set(ids), f"choices or previews name {sorted(named - set(ids))}, which cannot be clicked {where}"
    assert scene.prompt, f"there is no prompt {where}"


def words_of(stage: Stage, scene: Scene) -> set[str]:
    """Return all kinds and marks in use."""
    used: set[str] = {kind for figure in stage.figures.values() for _, _, kind in figure.cells}
    for field in scene.boards.values():
        for state in field.cells.values():
            used |= {state.kind, *state.marks}
            if state.piece is not None:
                used |= {state.piece.kind, *state.piece.marks, "badge" if state.piece.badge else ""}
    for items in scene.trays.values():
        for item in items:
            used |= {item.kind, *item.marks}
    return {word.partition(".")[0] for word in used} - {""}


def check_clicks(case: Case, position: Position, viewer: int, scene: Scene) -> None:
    """Check that the choices are the legal actions in order, each with its notation and its own way to click it."""
    wanted, where = legal(position, viewer), case.describe(position, viewer)
    actions = [choice.action for choice in scene.choices]
    assert actions == wanted, f"the choices are {actions[:20]}, the legal actions {wanted[:20]} {where}"
    for choice in scene.choices:
        text = case.game.action_text(position, viewer, choice.action)
        assert choice.text == text, f"a choice is written {choice.text!r}, its action {text!r} {where}"
        assert choice.label, f"the choice {text!r} has no label {where}"
    picks = [choice.picks if scene.ordered else tuple(sorted(choice.picks)) for choice in scene.choices]
    ways = Counter((way, choice.label) for way, choice in zip(picks, scene.choices, strict=True))
    alike = [way for way, n in ways.items() if n > 1]
    assert not alike, f"several choices have the picks and label {alike[:1]} {where}"
    counts = {item.id: item.count for items in scene.trays.values() for item in items}
    for choice in scene.choices:
        often = [pick for pick in choice.picks if choice.picks.count(pick) > counts.get(pick, 1)]
        assert not often, f"the choice {choice.text!r} needs more of {often} than there are {where}"


def _check_seats(position: Position, scene: Scene, where: object) -> None:
    """Check that the states of the seats are those of the position, and the score breakdown adds up."""
    seats = range(int(position.seats))
    scores = [seat.score for seat in scene.seats]
    assert scene.over == position.over, f"Scene.over is {scene.over} {where}"
    assert scores == [int(position.score(seat)) for seat in seats], f"the scene shows the scores {scores} {where}"
    acting = [seat.acting for seat in scene.seats]
    assert acting == [bool(position.acting() >> seat & 1) for seat in seats], f"the scene shows the wrong seats as acting {where}"
    if not position.over and not scene.score_breakdown:
        return
    sums = [sum(line.points or 0 for line in lines) for lines in scene.score_breakdown]
    assert sums == scores, f"the score breakdown adds up to {sums}, the scores are {scores} {where}"
    assert all(scene.score_breakdown), f"a seat has no score breakdown {where}"
    if not position.over:
        return
    places = [seat.place for seat in scene.seats]
    assert places == [int(position.place(seat)) for seat in seats], f"the scene shows the places {places} {where}"


def check_scene_json(case: Case) -> None:
    """Check that stages and scenes survive JSON."""
    position, dice = case.started(3), fast(31)
    stage = case.game.stage(position)
    assert msgspec.json.decode(msgspec.json.encode(stage), type=Stage) == stage, "the stage does not survive JSON"
    for _ in range(40):
        if not position.over:
            random_step(position, dice)
        for scene in scenes_of(case, position).values():
            again = msgspec.json.decode(msgspec.json.encode(scene), type=Scene)
            assert again == scene, f"a scene does not survive JSON {case.describe(position)}"


def check_scene_secrets(case: Case) -> None:
    """Check that positions that a viewer cannot tell apart look the same to it."""
    hidden = 0
    for seed in range(2):
        dice = fast(seed + 400)
        for position in random_game(case, seed, avoid=case.avoided(), dice=dice):
            if not position.over and dice.below(4 if case.game.hides else 60) == 0:
                hidden += sum(_check_hidden(case, position, viewer, seed) for viewer in case.viewers())
    if case.game.hides:
        assert hidden > 5, "no mask hides anything besides the dice"


def _check_hidden(case: Case, position: Position, viewer: int, seed: int) -> bool:
    seen = masked(position, viewer)
    world = seen.copy()
    world.determinize(viewer, fast(seed + 77))
    same = case.game.scene(masked(world, viewer), viewer) == case.game.scene(seen, viewer)
    assert same, f"the scene for viewer {viewer} shows a secret {case.describe(position)}"
    world.dice.copy_from(position.dice)
    return world.to_bytes() != position.to_bytes()


def check_log(case: Case) -> None:
    """Check that actions that read alike have one sentence, for one viewer and among viewers."""
    game, dice = case.game, fast(55)
    for position in random_game(case, 5, avoid=case.avoided(), dice=dice):
        if not position.over and dice.below(6) == 0:
            for seat in acting_seats(position):
                for viewer in case.viewers():
                    _check_sentences(case, position, seat, viewer)
                _check_readers(case, position, seat)
        last = position
    assert game.describe(last, 0, RESIGN, SPECTATOR) == f"{game.seat_name(0)} resigns"


def _tale(case: Case, position: Position, seat: int, action: int, viewer: int) -> Tale:
    return case.game.describe(position, seat, action, viewer), case.game.touched(position, seat, action, viewer)


def _check_sentences(case: Case, position: Position, seat: int, viewer: int) -> None:
    game, stage = case.game, case.game.stage(position)
    told: dict[str, Tale] = {}
    cells = {board.id + cell.id for board in stage.boards for cell in stage.grids[board.grid].cells}
    for action in legal(position, seat):
        read = game.seen_text(position, seat, action, viewer)
        tale = _tale(case, position, seat, action, viewer)
        assert told.setdefault(read, tale) == tale, f"viewer {viewer} reads {read!r}, but sentence() or touched() tells more: {tale}"
        assert tale[0].startswith(game.seat_name(seat)), f"the sentence {tale[0]!r} does not begin with {game.seat_name(seat)!r}"
        assert not cells or set(tale[1]) <= cells, f"touched() names {sorted(set(tale[1]) - cells)}, which are no cells"


def _check_readers(case: Case, position: Position, seat: int) -> None:
    for action in legal(position, seat)[:40]:
        told: dict[str, Tale] = {}
        for viewer in case.viewers():
            read, tale = case.game.seen_text(position, seat, action, viewer), _tale(case, position, seat, action, viewer)
            assert told.setdefault(read, tale) == tale, f"two viewers read {read!r}, but viewer {viewer} is told {tale}"


def check_drawings(case: Case) -> None:
    """Check that every scene can be drawn as SVG."""
    position, dice = case.started(2), fast(22)
    for n in range(60):
        if n % 12 == 0 or position.over:
            seat = max(0, int(position.acting()).bit_length() - 1)
            view = masked(position, seat)
            ElementTree.fromstring(draw(case.game.stage(view), case.game.scene(view, seat)))
        if position.over:
            break
        random_step(position, dice)
