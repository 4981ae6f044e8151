"""Copies and pickles: equal, independent, and readable by another process, compiled or not."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conformance.cases import Case, random_step, usual_cases

import bestagon
from bestagon import CannotUndo, Game, NotPicklable, Table
from bestagon.compiled_build import PURE, is_compiled
from bestagon.core.dice import fast
from bestagon.core.position import SPECTATOR, Position

ROOT = Path(__file__).parent.parent.parent
usual_case = pytest.mark.parametrize("case", usual_cases(), ids=str)
each_way = pytest.mark.parametrize(
    "twin", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))], ids=["copy", "deep", "pickle"]
)
Twin = Callable[[object], object]


def table_of(case: Case, seed: int | None, steps: int) -> Table:
    table = bestagon.start(case.game, players=case.players, seed=seed, **case.options)
    dice = fast(steps)
    for _ in range(steps):
        if not table.over:
            moves = table.moves(table.acting[int(dice.below(len(table.acting)))])
            table.play(moves[int(dice.below(len(moves)))])
    return table


@each_way
@usual_case
def test_a_position_is_copied_with_all_that_is_hidden_or_masked(case: Case, twin: Twin) -> None:
    position, dice = case.started(4), fast(5)
    for _ in range(12):
        for viewer in (None, *range(SPECTATOR, case.players)):
            one = position.copy()
            if viewer is not None:
                one.mask(viewer)
            other = twin(one)
            assert type(other) is type(one)
            assert isinstance(other, Position)
            assert other.to_bytes() == one.to_bytes()
            assert (other.seats, other.max_legal, other.actions) == (one.seats, one.max_legal, one.actions)
        if position.over:
            break
        other = twin(position)
        assert isinstance(other, Position)
        assert random_step(other, fast(3)) == random_step(position, fast(3))
        assert other.to_bytes() == position.to_bytes()
        random_step(other, dice) if not other.over else None
        assert other.over or other.to_bytes() != position.to_bytes()


@each_way
@usual_case
def test_a_copied_table_continues_equally_and_independently(case: Case, twin: Twin) -> None:
    for seed, steps in ((3, 0), (4, 7), (None, 20), (5, 100_000 if case.players == 2 else 5)):
        table = table_of(case, seed, steps)
        other = twin(table)
        assert isinstance(other, Table)
        record = table.record
        assert other.record == record
        assert (other.game, other.over, other.acting, other.commitment) == (table.game, table.over, table.acting, table.commitment)
        assert other.moves() == table.moves()
        for _ in range(5):
            if not other.over:
                other.play(other.moves()[0])
        assert table.record == record
        for _ in range(5):
            if not table.over:
                table.play(table.moves()[0])
        assert table.position.to_bytes() == other.position.to_bytes()
        assert bestagon.Record.of(table, reveal=True) == bestagon.Record.of(other, reveal=True)


@each_way
@pytest.mark.parametrize("name", ["hexagone", "pocket-hexes", "hex-roller"])
def test_a_copied_table_can_undo_the_same_steps(name: str, twin: Twin) -> None:
    undone = 0
    for seed in range(6):
        table, dice = bestagon.start(name, players=2, seed=seed), fast(seed)
        for _ in range(30):
            moves = table.moves(table.acting[0])
            table.play(moves[int(dice.below(len(moves)))])
            other = twin(table)
            assert isinstance(other, Table)
            try:
                step = table.undo()
            except CannotUndo:
                with pytest.raises(CannotUndo):
                    other.undo()
                continue
            undone += 1
            assert other.undo().text == step.text
            assert other.position.to_bytes() == table.position.to_bytes()
            table.play(step.action, seat=step.seat)
            assert len(other.steps) == len(table.steps) - 1
    assert undone > 5


@each_way
def test_a_branch_keeps_its_dice(twin: Twin) -> None:
    table = bestagon.start("hex-roller", players=2, seed=1)
    table.play(table.moves()[0])
    table.branch(None, b"s" * 32)
    other = twin(table)
    assert isinstance(other, Table)
    assert (other.branches, other.seed, other.secret, other.first_dice) == (table.branches, None, b"s" * 32, (1, b""))


@each_way
def test_moves_steps_views_and_records_are_copied(twin: Twin) -> None:
    table = bestagon.start("beerhex", seed=5)
    table.play("c2 own")
    move = table.moves()[3]
    other = twin(move)
    assert isinstance(other, bestagon.Move)
    assert (other, other.text) == (move, move.text)
    step = twin(table.steps[0])
    assert isinstance(step, bestagon.Step)
    assert [step.text_for(viewer) for viewer in (-1, 0, 1)] == [table.steps[0].text_for(viewer) for viewer in (-1, 0, 1)]
    view = twin(table.view(1))
    assert isinstance(view, bestagon.View)
    assert (str(view), view.log, view.moves) == (str(table.view(1)), table.view(1).log, table.view(1).moves)
    for record in (table.record, bestagon.Record.load(table.record.to_json())):
        assert twin(record) == record
    assert table.play(other).text == move.text


def test_a_view_does_not_carry_the_secret_and_a_table_does() -> None:
    table = bestagon.start("hexagone", players=2)
    assert table.secret in pickle.dumps(table)
    assert table.secret in pickle.dumps(table.position)
    assert all(table.secret not in pickle.dumps(table.view(seat)) for seat in (-1, 0, 1))


class Lonely(Game):
    name = "lonely"
    title = "Lonely"


UNREGISTERED = Lonely()


def test_a_game_is_copied_and_pickled_by_name() -> None:
    for game in (*bestagon.all_games().values(), UNREGISTERED):
        assert copy.copy(game) is copy.deepcopy(game) is pickle.loads(pickle.dumps(game)) is game
    nobody = Lonely()
    assert copy.deepcopy(nobody) is nobody
    with pytest.raises(NotPicklable, match="Lonely is neither registered nor a global of"):
        pickle.dumps(nobody)


def test_a_position_made_by_hand_says_why_it_cannot_be_pickled() -> None:
    game = bestagon.all_games()["hex"]
    position = game.setup(2, game.complete(2, {"size": 3}))
    assert copy.deepcopy(position).to_bytes() == position.to_bytes()
    with pytest.raises(NotPicklable, match=r"make it with Game\.new_position"):
        pickle.dumps(position)


def test_a_position_keeps_its_game_when_it_is_read_from_text() -> None:
    for game in bestagon.all_games().values():
        position = bestagon.start(game, seed=1).position
        text = game.position_text(position)
        game.parse_position(position, text)
        assert game.position_text(pickle.loads(pickle.dumps(position))) == text


SCRIPT = """
import pickle, sys
from bestagon.core import dice
tables = pickle.load(sys.stdin.buffer)
for table in tables:
    table.play(table.moves()[0]) if not table.over else None
pickle.dump((dice.__file__.endswith(".py"), tables), sys.stdout.buffer)
"""


@pytest.mark.parametrize("interpreted", [False, True])
def test_tables_travel_between_processes(interpreted: bool) -> None:
    if interpreted and not is_compiled():
        pytest.skip("nothing is compiled here, so both processes are interpreted")
    roots = (str(ROOT / "src"), str(ROOT / "examples"))
    tables = [table_of(case, 9, 6) for case in usual_cases() if case.players == 2]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(roots), PURE: "1" if interpreted else ""}
    done = subprocess.run([sys.executable, "-c", SCRIPT], input=pickle.dumps(tables), env=environment, check=True, capture_output=True)
    plain, there = pickle.loads(done.stdout)
    assert plain == (interpreted or not is_compiled())
    for table, other in zip(tables, there, strict=True):
        table.play(table.moves()[0]) if not table.over else None
        assert other.position.to_bytes() == table.position.to_bytes()
        assert [step.text for step in other.steps] == [step.text for step in table.steps]
