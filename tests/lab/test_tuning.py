"""The fit of evaluators by self-play: its steps, resuming, and its evidence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from bestagon.cli.main import main
from bestagon.core import registry
from bestagon.core.errors import BadOption, BadRecord
from bestagon.lab.tuning import Comparison, TuningPlan, compare, mean_weights, resume, start_weights, tuned

PLAN = TuningPlan("hex-roller", 1, registry.game("hex-roller").complete(1, {}), "*_use", 0, 2, 0.2, 0.3, 5)
GAMES = ("hex-roller", "pocket-hexes")


@pytest.mark.parametrize("name", GAMES)
def test_an_evaluator_plays_the_same_with_its_own_weights_and_differently_with_others(name: str) -> None:
    game = registry.game(name)
    plan = TuningPlan(name, 2, game.complete(2, {}), "*", 0, 2, 0.2, 0.3, 5)
    own = start_weights(plan)
    assert compare(plan, Comparison(own, own, (1, 2))).points == (0.5, 0.5)
    others = {weight: 0.2 * value for weight, value in own.items()}
    assert compare(plan, Comparison(own, others, (1, 2, 3, 4))).points != (0.5,) * 4
    evaluator = game.evaluator()
    evaluator.tune(others)
    assert evaluator.tunable() == pytest.approx(others)
    assert game.evaluator().tunable() == own


def test_a_step_moves_the_chosen_weights_towards_the_better_side(tmp_path: Path) -> None:
    steps = list(tuned(PLAN, tmp_path / "steps.jsonl", 3, 1))
    before = start_weights(PLAN)
    assert [step.number for step in steps] == [1, 2, 3]
    for step in steps:
        moved = {name for name in before if step.weights[name] != before[name]}
        assert moved == (set() if step.share == 0.5 else {"plus_use", "two_use", "dice_use"})
        for name in moved:
            change = 0.3 * abs(2 * step.share - 1) * PLAN_SCALE[name]
            assert abs(step.weights[name] - before[name]) == pytest.approx(change, abs=1e-5)
        before = step.weights
    assert any(step.share != 0.5 for step in steps)
    means = mean_weights(steps)
    assert means["two_use"] == pytest.approx((steps[1].weights["two_use"] + steps[2].weights["two_use"]) / 2, abs=1e-4)


PLAN_SCALE = start_weights(PLAN)


def test_a_stopped_tuning_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = list(tuned(PLAN, tmp_path / "whole.jsonl", 4, 1))
    path = tmp_path / "part.jsonl"
    list(tuned(PLAN, path, 2, 1))
    path.write_bytes(path.read_bytes() + b'{"number":3,"sha')
    assert list(tuned(PLAN, path, 4, 1)) == whole
    assert path.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert resume(path, PLAN) == whole
    with pytest.raises(BadOption, match="belongs to another tuning"):
        resume(path, TuningPlan("hex-roller", 1, {}, "*", 0, 2, 0.2, 0.3, 5))
    path.write_bytes(b"nonsense\n")
    with pytest.raises(BadRecord, match="not the steps of a tuning"):
        resume(path, PLAN)


def test_the_command_writes_weights_and_evidence(tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    words = [
        "tune",
        "hex-roller",
        "-p",
        "1",
        "--weights",
        "*_use",
        "--steps",
        "2",
        "--seeds",
        "2",
        "--check",
        "4",
        "-j",
        "1",
        "--out",
        str(out),
    ]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    evidence = json.loads((tmp_path / "weights.json.evidence.json").read_text())
    assert evidence["seeds"] == 4
    assert evidence["low"] <= evidence["share"] <= evidence["high"]
    assert json.loads(out.read_text()).keys() == registry.game("hex-roller").evaluator().tunable().keys()
    assert "points on 4 seeds" in done.stdout
    assert CliRunner().invoke(main, [*words[:1], "beerhex", "--out", str(out)]).exit_code != 0
