from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bestagon.bots import levels
from bestagon.bots.levels import NAMES, Elo, Level
from bestagon.cli import main
from bestagon.lab.arena import GameResult
from bestagon.lab.calibration import elos, known_larger, known_points, ladder, markdown, share, wanted_pairs
from bestagon.lab.ratings import interval, points_of, rate
from bestagon.lab.schedule import ladder_pairs, ladder_schedule


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["arena", *words])


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels of Hex that are far apart and fast."""
    table = tuple(Level(name, n, 0.9, 0.0, 0.1) for name, n in zip(NAMES, (1, 4, 16, 40, 90), strict=True))
    monkeypatch.setitem(levels._LEVELS, "hex", table)


def test_neighbours_and_the_ends_play_all_games_and_next_neighbours_a_quarter() -> None:
    near = {("a", "b"): 40, ("b", "c"): 40, ("c", "d"): 40, ("a", "d"): 40}
    assert ladder_pairs("abcd", 40) == near | {("a", "c"): 10, ("b", "d"): 10}
    assert ladder_pairs("abc", 40) == {("a", "b"): 40, ("b", "c"): 40, ("a", "c"): 40}
    assert len(ladder_pairs("abcdef", 40)) == 10


def test_every_seed_is_played_from_both_sides_and_all_pairs_advance_together() -> None:
    games = ladder_schedule(ladder_pairs("abcd", 8), 2, 3)
    assert len(set(games)) == len(games) == 4 * 8 + 2 * 2
    assert Counter(m.seats for m in games) == {
        seats: count // 2 for (a, b), count in ladder_pairs("abcd", 8).items() for seats in ((a, b), (b, a))
    }
    assert {m.seed for m in games} == {3, 4, 5, 6}
    assert {frozenset(m.seats) for m in games[:6]} == {frozenset(pair) for pair in ladder_pairs("abcd", 8)}
    assert {m.seats for m in ladder_schedule({("a", "b"): 4}, 3, 0)} == {("a", "b", "a"), ("b", "a", "b")}


def test_a_share_counts_a_game_once_and_has_an_interval() -> None:
    games = [points_of(["a", "b", "a", "b"], [1, 2, 3, 4]), points_of(["a", "b"], [1, 2])]
    mean, low, high = share(games, "a", "b") or (0.0, 0.0, 0.0)
    assert mean == round((3 / 4 + 1) / 2, 4)
    assert low < mean < high
    assert share(games, "a", "c") is None
    low, high = interval(0.65, 400)
    assert (round(low, 3), round(high, 3)) == (0.602, 0.695)
    assert interval(1.0, 400)[1] == 1.0
    assert 0.99 < interval(1.0, 400)[0] < 1.0


def test_the_anchor_has_an_elo_of_zero() -> None:
    games = [points_of(["a", "b"], [1, 2])] * 3 + [points_of(["a", "b"], [2, 1])]
    found = {rating.name: rating for rating in rate(["a", "b"], games, anchor="b")}
    assert (found["b"].elo, found["b"].low, found["b"].high) == (0, 0, 0)
    assert found["a"].elo > 50


def test_levels_that_win_three_of_four_are_far_apart() -> None:
    programs = ladder("hex")
    results = []
    for meeting in ladder_schedule(ladder_pairs(programs, 40), 2, 0):
        better = 0 if programs.index(meeting.seats[0]) > programs.index(meeting.seats[1]) else 1
        first = better if meeting.seed % 4 else 1 - better
        results.append(GameResult("hex", {}, meeting.seats, meeting.seed, (1, 2) if first == 0 else (2, 1), (1, 0), 9))
    found = elos("hex", results)
    assert list(found) == list(NAMES)
    assert [found[name].program for name in NAMES] == programs[1:]
    assert all(found[weak].elo < found[strong].elo for weak, strong in pairwise(NAMES))
    assert {entry.below[0] for entry in found.values()} == {0.75}
    assert [name for name in NAMES if found[name].random] == ["friendly", "casual", "expert"]
    assert "| casual | `search:80/0.9s/t0.6` |" in markdown({"hex": found}, {"hex": "Hex"})


@pytest.mark.usefixtures("quick")
def test_levels_are_measured_and_written_and_a_stopped_run_resumes(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    words = ["--levels", "hex", "-o", "size=4", "-n", "4", "-j", "1", "--into", str(tmp_path), "--out", str(out), "--fresh"]
    done = run(*words, "--json")
    assert done.exit_code == 0, done.output
    lines = out.read_text().splitlines()
    assert len(lines) == 6 * 4 + 4 * 1
    data = json.loads((tmp_path / "src/bestagon/bots/data/levels.json").read_text())
    assert data == json.loads(done.stdout)
    assert list(data["hex"]) == list(NAMES)
    assert data["hex"]["expert"]["elo"] > data["hex"]["friendly"]["elo"]
    page = (tmp_path / "docs/levels.md").read_text()
    assert "## Hex" in page
    out.write_text("\n".join(lines[:7]) + "\n")
    assert "against the level below" in run(*words).stdout
    assert sorted(out.read_text().splitlines()) == sorted(lines)
    assert json.loads((tmp_path / "src/bestagon/bots/data/levels.json").read_text()) == data


def entry(program: str, share: float) -> Elo:
    return Elo(100, 50, 150, 20, program, (share, 0.1, 0.9), (1.0, 0.9, 1.0) if share == 0.75 else None, (8, 4))


def test_pairs_that_have_not_changed_are_known() -> None:
    programs = ladder("hex")
    measured = {name: entry(program, 0.75) for name, program in zip(NAMES, programs[1:], strict=True)}
    known = known_points("hex", measured)
    met = {pair: len(games) for pair, games in known.items()}
    assert met == dict.fromkeys(pairwise(programs), 8) | dict.fromkeys([(programs[0], program) for program in programs[2:]], 4)
    assert wanted_pairs(programs, 4, met) == {}
    assert [game[programs[2], programs[1]] for game in known[programs[1], programs[2]]] == [1.0] * 6 + [0.0] * 2
    changed = measured | {"casual": entry("search:7", 0.75)}
    left = wanted_pairs(programs, 4, {pair: len(games) for pair, games in known_points("hex", changed).items()})
    assert left == {pair: count for pair, count in ladder_pairs(programs, 4).items() if programs[2] in pair}
    assert len(left) == 4
    assert wanted_pairs(programs, 8, {}) == ladder_pairs(programs, 8)


def test_pairs_that_have_too_few_games_play_the_others() -> None:
    programs = ladder("hex")
    measured = {name: entry(program, 0.75) for name, program in zip(NAMES, programs[1:], strict=True)}
    met = {pair: len(games) for pair, games in known_points("hex", measured).items()}
    wanted = wanted_pairs(programs, 12, met)
    assert wanted == dict.fromkeys(pairwise(programs), 12) | {(programs[0], programs[-1]): 12}
    games = ladder_schedule(wanted, 2, 0, met)
    assert len(games) == len(set(games)) == 5 * 4 + 8
    assert set(games) == set(ladder_schedule(wanted, 2, 0)) - set(ladder_schedule(met, 2, 0))


@pytest.mark.usefixtures("quick")
def test_unchanged_levels_keep_their_results_unless_they_are_to_be_fresh(tmp_path: Path) -> None:
    out, again = tmp_path / "results.jsonl", tmp_path / "again.jsonl"
    words = ["--levels", "hex", "-o", "size=4", "-n", "4", "-j", "1", "--into", str(tmp_path)]
    assert run(*words, "--out", str(out)).exit_code == 0
    data = json.loads((tmp_path / "src/bestagon/bots/data/levels.json").read_text())
    assert data["hex"]["expert"]["met"] == [4, 4]
    assert run(*words, "--out", str(again)).exit_code == 0
    assert again.read_text() == ""
    kept = json.loads((tmp_path / "src/bestagon/bots/data/levels.json").read_text())
    assert [kept["hex"][name]["below"] for name in NAMES] == [data["hex"][name]["below"] for name in NAMES]
    assert run(*words, "--out", str(again), "--fresh").exit_code == 0
    assert sorted(again.read_text().splitlines()) == sorted(out.read_text().splitlines())


@pytest.mark.usefixtures("quick")
def test_larger_tables_are_added_to_the_levels_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(levels._LEVELS, "hexagone", levels.levels_of("hex"))
    words = ["--levels", "hexagone", "-n", "2", "-j", "1", "--into", str(tmp_path)]
    table = [*words, "-p", "4", "-o", "teams=true"]
    assert "has no levels of hexagone yet" in run(*table).stderr
    programs = ladder("hexagone")
    file = tmp_path / "src/bestagon/bots/data/levels.json"
    levels.write_elos(file, "hexagone", {name: entry(program, 0.75) for name, program in zip(NAMES, programs[1:], strict=True)})
    done = run(*table)
    assert done.exit_code == 0, done.output
    found = json.loads(file.read_text())["hexagone"]["casual"]
    assert found["elo"] == 100
    assert found["larger"]["4 players, teams=true"]["games"] == 2
    assert found["larger"]["4 players, teams=true"]["programs"] == [programs[2], programs[1]]
    more = tmp_path / "more.jsonl"
    assert run(*table, "-n", "6", "--out", str(more)).exit_code == 0
    assert len(more.read_text().splitlines()) == 5 * 4
    after = json.loads(file.read_text())["hexagone"]["casual"]["larger"]["4 players, teams=true"]
    assert after["games"] == 6
    known = known_larger("hexagone", levels.measured_levels(file)["hexagone"], "4 players, teams=true")
    assert {pair: len(games) for pair, games in known.items()} == dict.fromkeys(pairwise(programs), 6)
    assert "| level | 4 players, teams=true |" in (tmp_path / "docs/levels.md").read_text()
    changed = {name: entry(program, 0.75) for name, program in zip(NAMES, [*programs[1:3], "search:7", *programs[4:]], strict=True)}
    kept = levels.write_elos(file, "hexagone", changed)["hexagone"]
    assert [name for name in NAMES if kept[name].larger] == ["friendly", "casual", "expert"]


@pytest.mark.usefixtures("quick")
def test_games_share_a_file_of_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(levels._LEVELS, "beerhex", levels.levels_of("hex"))
    out = tmp_path / "results.jsonl"
    done = run("--levels", "hex", "beerhex", "-n", "1", "-j", "1", "--into", str(tmp_path), "--out", str(out))
    assert done.exit_code == 0, done.output
    assert Counter(json.loads(line)["game"] for line in out.read_text().splitlines()) == {"hex": 6, "beerhex": 6}


def test_arguments_that_do_not_fit_are_refused() -> None:
    assert "need the name of one game" in run("--levels", "-p", "2").stderr
    assert "--into is only for --levels" in run("hex", "greedy", "random", "--into", ".").stderr
    assert "needs two or more players" in run("--levels", "hex-roller", "-p", "1").stderr
    assert "there is no game 'chess'" in run("--levels", "chess").stderr
    assert "an arena needs a game" in run().stderr
