"""The program that teaches the networks: it begins with nothing, goes on from its checkpoint, and finds out how to be beaten."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import beerhex_learning
import numpy as np
import pytest
from beerhex_learning import Learner, Table

from bestagon.core.weight_file import WeightFile

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
MINUTES = 0.02


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learn from few games at a time."""
    monkeypatch.setattr(beerhex_learning, "DECISIONS", 1500)
    monkeypatch.setattr(beerhex_learning, "EXPLOITER_LIFE", 2)


def test_a_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    learner = Learner(tmp_path, 1)
    learner.learn(MINUTES, 1e-3, 60, 2)
    games, exploiters = learner.progress["games"], len(learner.exploiters)
    assert games > 50
    again = Learner(tmp_path, 1)
    assert again.progress == learner.progress
    assert all(np.array_equal(again.state[name], learner.state[name]) for name in learner.state)
    assert sorted(again.exploiter) == sorted(learner.exploiter)
    again.learn(MINUTES, 1e-3, 60, 2)
    assert again.progress["games"] == games
    again.learn(2 * MINUTES, 1e-3, 60, 2)
    assert again.progress["games"] > games
    assert len(again.exploiters) >= max(1, exploiters)


def test_a_run_can_begin_with_the_weights_in_use(tmp_path: Path) -> None:
    policy = Path(beerhex_learning.__file__).parent.parent / "src/bestagon/games/beerhex/ai/policy.json"
    learner = Learner(tmp_path / "run", 1, policy)
    learner.write(tmp_path / "policy.json")
    assert json.loads((tmp_path / "policy.json").read_text()) == json.loads(policy.read_text())
    # Its chances to win are fitted: they tell won games from lost ones.
    found = beerhex_learning.Lessons(1900)
    learner.code.play(learner.state["model"], Table(), False, 1, found)
    rows = found.found()
    assert np.corrcoef(rows["chance"], rows["target"])[0, 1] > 0.3
    assert len(WeightFile("beerhex", "policy.json").weights("settings")) == 1


def test_an_exploiter_is_measured_and_becomes_an_opponent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    learner = Learner(tmp_path, 1)
    learner.exploit(MINUTES, 100)
    assert "the exploiter wins" in capsys.readouterr().out
    assert len(Learner(tmp_path, 1).exploiters) == 1


def test_habits_and_openings_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    learner = Learner(tmp_path, 1)
    learner.compare("habits", 10)
    learner.show_openings(2)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(beerhex_learning.HABITS) + 48
    assert not any("c3" in line for line in lines)
