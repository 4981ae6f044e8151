from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bestagon.bots.mcts import Search
from bestagon.bots.player_factory import make_player
from bestagon.cli import main
from bestagon.core import registry
from bestagon.core.errors import BadOption
from bestagon.lab.schedule import round_robin


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["arena", *words])


def test_every_seed_is_played_from_every_seat() -> None:
    games = round_robin(["a", "b", "c"], 2, 10, 5)
    assert len(games) == len(set(games)) == 30
    assert Counter(m.seats for m in games) == {pair: 5 for a, b in ("ab", "ac", "bc") for pair in ((a, b), (b, a))}
    assert {m.seed for m in games} == {5, 6, 7, 8, 9}
    assert Counter(m.seats for m in round_robin(["a", "b", "c"], 3, 6, 0)) == {("a", "b", "c"): 2, ("b", "c", "a"): 2, ("c", "a", "b"): 2}
    assert {tuple(sorted(m.seats)) for m in round_robin(["a", "b"], 3, 3, 0)} == {
        ("a", "a", "a"),
        ("a", "a", "b"),
        ("a", "b", "b"),
        ("b", "b", "b"),
    }


def test_a_stopped_arena_resumes(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    words = ["hex", "greedy", "random", "-o", "size=4", "-n", "8", "--out", str(out), "-j", "1"]
    whole = run(*words, "--json")
    assert whole.exit_code == 0, whole.output
    lines = out.read_text().splitlines()
    assert len(lines) == 8
    out.write_text("\n".join(lines[:3]) + "\n")
    again = run(*words, "--json")
    assert json.loads(again.stdout) == json.loads(whole.stdout)
    assert sorted(out.read_text().splitlines()) == sorted(lines)
    ratings = json.loads(again.stdout)
    assert [rating["name"] for rating in ratings] == ["greedy", "random"]
    assert "Elo" in run(*words).stdout


def test_results_of_another_game_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    run("hex", "greedy", "random", "-o", "size=3", "-n", "2", "--out", str(out), "-j", "1")
    refused = run("hex", "greedy", "random", "-o", "size=4", "-n", "2", "--out", str(out), "-j", "1")
    assert (refused.exit_code, "has results of hex with other options" in refused.stderr) == (2, True)
    out.write_text("nonsense\n")
    refused = run("hex", "greedy", "random", "-n", "2", "--out", str(out))
    assert (refused.exit_code, "line 1: not a result of an arena" in refused.stderr) == (2, True)


def test_players_have_budgets() -> None:
    game = registry.game("hex")
    quick, slow = make_player("search:50", game), make_player("plain:0.25s", game)
    assert isinstance(quick, Search)
    assert isinstance(slow, Search)
    assert (quick.iterations, quick.seconds, slow.iterations, slow.seconds) == (50, 0.0, 0, 0.25)
    for wrong in (
        "clever",
        "search:",
        "search:0",
        "search:-5",
        "search:x",
        "plain:0s",
        "greedy:5",
        "search:5/6",
        "search:5/",
        "search:5s/x1",
    ):
        with pytest.raises(BadOption, match="there is no player"):
            make_player(wrong, game)


def test_an_arena_needs_two_players() -> None:
    assert "two or more different players" in run("hex", "greedy").stderr
    assert "two or more different players" in run("hex", "greedy", "greedy").stderr
