"""Observations keep to their schema and show only what a seat may know; the suite of bestagon.testing checks every game."""

from __future__ import annotations

import numpy
import pytest
from librt.vecs import vec
from mypy_extensions import i16, i64

from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.core.observation.observer import Observer
from bestagon.core.observation.schema import Feature, Schema
from bestagon.core.position import Position
from bestagon.rl import Simulator, describe, schema
from bestagon.rl.observation import find_game, new_position
from bestagon.testing import cases_of
from bestagon.testing.observations import check_observations


@pytest.mark.parametrize("name", ["hex", "tictactoe"])
def test_any_game_can_be_observed(name: str) -> None:
    for case in cases_of(registry.game(name)):
        check_observations(case)


def test_a_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    describe("hex", size=5)
    told = capsys.readouterr().out
    assert told.startswith("60 numbers: 2 planes of 25 cells, then 10 more\n")
    assert "\nplanes  own " in told
    assert "\ntail    seat " in told


def test_a_schema_says_where_everything_is() -> None:
    layout = Schema(((0, 0), (1, 0)), (Feature("a", "A.", 0, 7, 2),), (Feature("b", "B.", -1, 1), Feature("c", "C.", 0, 9, 3)))
    assert layout.places() == {"a": slice(0, 4), "b": slice(4, 5), "c": slice(5, 8)}
    assert layout.size == 8
    assert layout.bounds() == ([0, 0, 0, 0, -1, 0, 0, 0], [7, 7, 7, 7, 1, 9, 9, 9])


def test_a_schema_that_cannot_be_right_is_refused() -> None:
    with pytest.raises(ValueError, match="two features have the name a"):
        Schema((), (), (Feature("a", "A."), Feature("a", "A.")))
    with pytest.raises(ValueError, match="the range of a must be within"):
        Feature("a", "A.", 0, 40_000)
    with pytest.raises(ValueError, match="a must have at least one number, not 0"):
        Feature("a", "A.", size=0)


def test_the_observing_seat_is_player_0() -> None:
    position = new_position("hex", 2, {"size": 3})
    simulator = Simulator(position, find_game("hex").observer(position))
    seen, places = numpy.asarray(simulator.observation), schema("hex", size=3).places()
    assert simulator.play(0, 4)
    for seat, plane in ((0, "own"), (1, "other")):
        simulator.look(seat)
        assert {name: seen[places[name]].tolist() for name in ("own", "other")} == {
            name: [0, 0, 0, 0, int(name == plane), 0, 0, 0, 0] for name in ("own", "other")
        }


@pytest.mark.parametrize("name", ["beerhex", "hex-dice", "hexagone"])
def test_masks_follow_the_legal_actions(name: str) -> None:
    position = new_position(name, None, {})
    simulator = Simulator(position, find_game(name).observer(position))
    mask, actions, dice = numpy.asarray(simulator.mask), numpy.asarray(simulator.actions), fast(3)
    for _ in range(60):
        if position.over:
            simulator.start(dice)
        for seat in range(int(position.seats)):
            simulator.list_legal(seat)
            assert sorted(actions[: simulator.legal]) == numpy.flatnonzero(mask).tolist()
            if simulator.legal:
                assert not simulator.play(seat, int(numpy.flatnonzero(mask == 0)[0]))
                assert simulator.play(seat, int(actions[dice.below(simulator.legal)]))
    assert not simulator.play(0, -1)
    assert not simulator.play(0, int(position.actions))


class BrokenObserver(Observer):
    """Observes the first cell of tic-tac-toe, with a mistake."""

    def __init__(self, mistake: str) -> None:
        super().__init__(Schema((), (), (Feature("cell", "The first cell.", 0, 2), Feature("turn", "The turn.", 0, 1))))
        self.mistake = mistake

    def observe(self, masked: Position, seat: i64, out: vec[i16], at: i64) -> None:
        cells: list[int] = masked.cells  # type: ignore[attr-defined]
        out[at] = i16(7 if self.mistake == "range" else cells[0])
        if self.mistake != "unwritten":
            out[at + 1] = i16(0)
        if self.mistake == "outside":
            out[at + 2] = i16(0)
        if self.mistake == "changed":
            cells[0] = 1
        if self.mistake == "state":
            out[at + 1] = i16(len(vars(masked).setdefault("seen_before", [])) > 0)
            vars(masked)["seen_before"].append(seat)


@pytest.mark.parametrize(
    ("mistake", "says"),
    [
        ("range", "cell is 7, outside its range"),
        ("unwritten", "does not write turn"),
        ("outside", "writes outside its part of the buffer"),
        ("changed", "changes the position"),
        ("state", "does not write turn"),
    ],
)
def test_a_wrong_observer_is_named(monkeypatch: pytest.MonkeyPatch, mistake: str, says: str) -> None:
    game = registry.game("tictactoe")
    monkeypatch.setattr(game, "observer", lambda position: BrokenObserver(mistake))
    with pytest.raises(AssertionError, match=says):
        check_observations(cases_of(game)[0])


def test_a_hidden_symbol_looks_alike_for_the_opponent() -> None:
    """In BeerHex the actions 0 and 1 place a cap on the same cell, with the own symbol and with the other."""
    seen: dict[tuple[int, int], list[int]] = {}
    for action in (0, 1):
        position = new_position("beerhex", 2, {})
        owner = int(position.acting()) - 1
        simulator = Simulator(position, find_game("beerhex").observer(position))
        assert simulator.play(owner, action)
        for seat in (owner, 1 - owner):
            simulator.look(seat)
            seen[action, int(seat == owner)] = numpy.asarray(simulator.observation).tolist()
    assert seen[0, 0] == seen[1, 0]
    assert seen[0, 1] != seen[1, 1]
