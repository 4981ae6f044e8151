from __future__ import annotations

import json
from pathlib import Path

from tests.cli.test_cli import run

import bestagon
from bestagon import Record


def record_file(folder: Path, *texts: str) -> Path:
    table = bestagon.start("hex", seed=7, size=4)
    for text in texts:
        table.play(text)
    file = folder / "game.json"
    file.write_text(table.record.to_json())
    return file


def test_a_game_is_analysed_in_text_json_and_a_plot(tmp_path: Path) -> None:
    file = record_file(tmp_path, "a1", "c1", "a2", "c2", "a3", "d1", "d4", "d3", "a4")
    words = ["analyse", str(file), "--iterations", "400"]
    plot = tmp_path / "plot.svg"
    shown = run(*words, "--plot", str(plot), "-j", "1")
    assert shown.exit_code == 0, shown.output
    assert "Move 7, Red: d4; a4 was better" in shown.stdout
    assert "Hex: 9 decisions" in shown.stdout
    assert "polyline" in plot.read_text()
    data = json.loads(run(*words, "--json", "-j", "2").stdout)
    assert data == json.loads(run(*words, "--json", "-j", "1").stdout)
    assert [decision["move"] for decision in data["decisions"]] == list(range(1, 10))
    assert data["final"] == [1.0, 0.0]
    assert data["mistakes"]


def test_a_running_game_and_invalid_arguments(tmp_path: Path) -> None:
    file = record_file(tmp_path, "b2")
    running = json.loads(run("analyse", str(file), "--iterations", "50", "--json").stdout)
    assert (len(running["decisions"]), running["final"]) == (1, [])
    assert "as .svg or .png" in run("analyse", str(file), "--plot", "x.pdf").stderr
    assert "cannot read none" in run("analyse", "none").stderr
    empty = record_file(tmp_path)
    assert "no decision" in run("analyse", str(empty), "--plot", str(tmp_path / "p.svg")).stderr
    assert "No mistakes found" in run("analyse", str(empty)).stdout


def test_a_recorded_game_is_continued(tmp_path: Path) -> None:
    file = record_file(tmp_path, "a1", "c1", "a2", "c2", "a3", "c3", "a4")
    saved = tmp_path / "mine.json"
    words = ["play", "--from", str(file), "--seats", "human,human", "--save", str(saved)]
    done = run(*words, "--at", "4", typed="b1\nquit\n")
    assert done.exit_code == 0, done.output
    assert "continues after action 4 of 7, with new dice" in done.output
    record = Record.load(saved)
    assert record.actions == ((0, "a1"), (1, "c1"), (0, "a2"), (1, "c2"), (0, "b1"))
    assert [branch.at for branch in record.branches] == [4]
    checked = run("verify", str(saved))
    assert "from action 4 on sealed dice" in " ".join(checked.stdout.split())
    assert "2 of 5: Blue plays c1" in run("replay", str(saved), "--at", "2").stdout
    again = run("play", "--from", str(saved), "--seats", "human,human", "--seed", "3", "--save", str(saved), typed="d4\nquit\n")
    assert again.exit_code == 0, again.output
    assert [(branch.at, branch.seed) for branch in Record.load(saved).branches] == [(4, None), (5, 3)]


def test_only_an_unfinished_position_can_be_continued(tmp_path: Path) -> None:
    file = record_file(tmp_path, "a1", "c1", "a2", "c2", "a3", "c3", "a4")
    assert "after 7 actions the game is over" in run("play", "--from", str(file)).stderr
    assert "nothing after 8" in run("play", "--from", str(file), "--at", "8").stderr
    assert "leave them out with --from" in run("play", "hex", "--from", str(file), "--at", "1").stderr
    assert "it needs --from" in run("play", "hex", "--at", "1").stderr
    assert "no record 2" in run("play", "--from", str(file), "--at", "1", "--line", "2").stderr


def test_levels_play_and_an_unknown_player_is_named() -> None:
    done = run("play", "hex", "-o", "size=3", "--seats", "friendly,expert", "--seed", "1")
    assert done.exit_code == 0, done.output
    assert "Over (" in done.output
    assert "there is no player 'clever'" in run("play", "hex", "--seats", "human,clever").stderr
