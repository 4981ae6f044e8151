"""The example that learns: its arithmetic, and with PyTorch a few seconds of training that can be repeated and continued."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy
import pytest

pytest.importorskip("gymnasium")

import train_ppo


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Any:
    """PyTorch; the run is so small that an update takes milliseconds."""
    for name, value in {"GAMES": 16, "AGAINST_BOT": 8, "STEPS": 24, "MINIBATCH": 128, "WIDTH": 16, "UPDATES": 2, "EVALUATION": 4}.items():
        monkeypatch.setattr(train_ppo, name, value)
    return pytest.importorskip("torch")


def column(*numbers: float) -> Any:
    return numpy.array(numbers, numpy.float32)[:, None]


def test_a_win_is_good_for_every_earlier_action_of_the_winner_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train_ppo, "DISCOUNT", 1.0)
    monkeypatch.setattr(train_ppo, "TRACE", 1.0)
    # Seats 0, 1, 1, 0: the last action wins. A new game follows, whose value does not matter.
    values = column(0.5, 0.25, -0.5, 0.125, 0.75)
    better, targets = train_ppo.advantages(column(0, 0, 0, 1), column(-1, 1, -1, 0), values, numpy.zeros((4, 1), bool))
    assert targets[:, 0].tolist() == [1, -1, -1, 1]
    assert better[:, 0].tolist() == [0.5, -1.25, -0.5, 0.875]


def test_later_gains_count_less() -> None:
    discount, trace = train_ppo.DISCOUNT, train_ppo.TRACE
    better, _ = train_ppo.advantages(column(0, 1), column(1, 0), column(0.5, 0.25, 0), numpy.zeros((2, 1), bool))
    assert better[:, 0].tolist() == pytest.approx([discount * 0.25 - 0.5 + discount * trace * 0.75, 0.75])


def test_the_value_after_a_bot_is_that_of_the_learners_next_position() -> None:
    discount = train_ppo.DISCOUNT
    signs, bots = column(-1, -1), numpy.array([[False], [True]])
    found = [train_ppo.advantages(column(0, 0), signs, column(0.5, guess, 0.25), bots)[0][0, 0] for guess in (-0.9, 0.9)]
    assert found == pytest.approx([discount**2 * 0.25 - 0.5] * 2)


def test_the_curve_shows_wins_and_their_interval(tmp_path: Path) -> None:
    train_ppo.draw([(0.5, 1000, 0.4), (1.0, 2000, 0.6)], tmp_path / "curve.svg")
    text = (tmp_path / "curve.svg").read_text(encoding="utf-8")
    assert text.count("<polyline") == 3
    assert "friendly" in text
    assert "lower 95 % limit" in text


def test_without_pytorch_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(train_ppo, "torch", None)
    monkeypatch.setattr(sys, "argv", ["train_ppo.py", "--out", str(tmp_path / "out")])
    with pytest.raises(SystemExit, match="pip install torch"):
        train_ppo.main()
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("seed", ["-1", str(1 << 20)])
def test_a_seed_out_of_range_is_refused(seed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["train_ppo.py", "--seed", seed])
    with pytest.raises(SystemExit):
        train_ppo.main()
    assert f"--seed is from 0 to 1048575, not {seed}" in capsys.readouterr().err


def test_a_run_can_be_repeated_and_continued(small: Any, tmp_path: Path) -> None:
    whole, again, parts = (tmp_path / name for name in ("whole", "again", "parts"))
    runs = [train_ppo.train(out, 60, 7, 6) for out in (whole, again)]
    train_ppo.train(parts, 60, 7, 2)
    runs.append(train_ppo.train(parts, 60, 7, 6))
    curves = [[point[1:] for point in run.progress.curve] for run in runs]
    assert runs[0].progress.updates == 6
    assert len(curves[0]) == 4
    assert 0 == curves[0][0][0] < curves[0][1][0] < curves[0][2][0] < curves[0][3][0]  # games played
    assert curves[1] == curves[2] == curves[0]
    for part in ("network", "average"):
        first, *others = [run.parts[part].state_dict() for run in runs]
        assert all(small.equal(first[name], other[name]) for other in others for name in first)
    assert (parts / "curve.svg").exists()
    differing = train_ppo.train(tmp_path / "other", 60, 8, 2)
    assert not small.equal(differing.network[0].weight, runs[0].network[0].weight)
    with pytest.raises(SystemExit, match="a run with --seed 7"):
        train_ppo.train(whole, 60, 8, 6)


def test_the_time_ends_a_run_and_a_finished_run_only_evaluates(
    small: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert small
    monkeypatch.setattr(sys, "argv", ["train_ppo.py", "--minutes", "0.0001", "--out", str(tmp_path)])
    train_ppo.main()
    before, learned, result = capsys.readouterr().out.splitlines()
    assert " 0 games" in before
    assert "0.0 min left" in learned
    train_ppo.main()
    assert capsys.readouterr().out.splitlines() == [result]
    assert result.startswith("4 other games against the friendly level: wins ")
