from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import bestagon
from bestagon import Record
from bestagon.cli import main
from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.testing.cases import random_step

NAMES = ["pocket-hexes", "beerhex", "hex-roller", "hexagone", "hex-dice", "hex"]


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=typed)


def test_games_lists_all_with_options() -> None:
    shown = run("games")
    assert shown.exit_code == 0
    listed = json.loads(run("games", "--json").stdout)
    assert {entry["name"] for entry in listed} >= set(NAMES)
    assert all(name in shown.stdout for name in NAMES)
    size = next(option for entry in listed if entry["name"] == "hex" for option in entry["options"] if option["name"] == "size")
    assert size == {"name": "size", "text": "how many cells a side of the board has", "kind": "a whole number from 2 to 19", "default": 11}


@pytest.mark.parametrize("name", NAMES)
def test_rules_are_shown(name: str) -> None:
    shown = run("rules", name)
    assert shown.exit_code == 0
    assert "1.1" in shown.stdout


@pytest.mark.parametrize("name", NAMES)
def test_simulate_summarizes_and_writes_records_that_verify(name: str, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    words = ["simulate", name, "-n", "6", "--seed", "5", "--seats", "random"]
    done = run(*words, "--out", str(out), "--json", "-j", "1")
    assert done.exit_code == 0, done.output
    summary = json.loads(done.stdout)
    assert summary["games"] == 6
    assert len(summary["seats"]) == bestagon.all_games()[name].usual_players
    assert sum(summary["endings"].values()) == 6
    assert json.loads(run(*words, "--json", "-j", "2").stdout) == summary
    assert [Record.load(line).seed for line in out.read_text().splitlines()] == [5, 6, 7, 8, 9, 10]
    checked = run("verify", str(out))
    assert (checked.exit_code, checked.stdout) == (0, "6 of 6 records are valid\n")
    assert "seat" in run(*words).stdout


def test_simulate_seats_players_by_name() -> None:
    done = run("simulate", "hex", "-n", "20", "--seed", "1", "--seats", "greedy,random", "-o", "size=5", "--json")
    seats = json.loads(done.stdout)["seats"]
    assert [seat["player"] for seat in seats] == ["greedy", "random"]
    assert seats[0]["won"] > 0.9


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["simulate", "chess"], "there is no game 'chess'"),
        (["simulate", "hex", "-p", "5"], "Hex is for 2 players, not 5"),
        (["simulate", "hex", "-o", "size"], "name=value, not 'size'"),
        (["simulate", "hex", "-o", "size=99"], "option size must be a whole number from 2 to 19"),
        (["simulate", "hex", "--seats", "clever"], "there is no player 'clever'"),
        (["simulate", "hex", "--seats", "random,random,random"], "--seats names 3 players for a game of 2"),
        (["simulate", "hex", "--data", "x"], "Hex has no data files"),
        (["simulate", "pocket-hexes", "--data", "no-such-file"], "cannot read no-such-file"),
        (["verify", "no-such-file"], "cannot read no-such-file"),
        (["replay", "no-such-file"], "cannot read no-such-file"),
        (["play", "hex", "--seats", "human"], "--seats names 1 players for a game of 2"),
        (["simulate", "hex", "-o", "size=²"], "option size must be"),
        (["simulate", "hex", "-n", "1", "--out", "/no/such/place"], "cannot write /no/such/place"),
        (["play", "hex", "--save", "/no/such/place"], "cannot write /no/such/place"),
        (["simulate", "hex-roller", "--data", "/dev/null"], "/dev/null is empty"),
        (["simulate", "hex-roller", "-o", "data=back.txt"], "or --data on the command line"),
        (["bench", "--players", "9"], "need the name of one game"),
        (["verify", "\\[/]"], "cannot read \\[/]"),
        (["play", "hex", "--seats", "human,clever"], "there is no player 'clever'"),
        (["play", "hex", "--real-dice"], "Hex cannot be played with real dice."),
        (["play", "hex-roller", "--real-dice", "--seed", "1"], "real dice have no seed"),
        (["play", "hex-roller", "--real-dice", "--seats", "human,casual"], "real dice need everybody at this keyboard"),
        (["play", "--from", "game.json", "--real-dice"], "leave --real-dice out with --from"),
    ],
)
def test_invalid_arguments_get_one_clear_line(words: list[str], says: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert says in " ".join(done.stderr.split())
    assert "Traceback" not in done.output


def record_file(tmp_path: Path) -> Path:
    table = bestagon.start("hex", seed=7, size=3)
    for text in ("a1", "b1", "a2", "b2", "a3"):
        table.play(text)
    file = tmp_path / "game.json"
    file.write_text(table.record.to_json())
    return file


def test_verify_says_what_is_wrong(tmp_path: Path) -> None:
    file = record_file(tmp_path)
    good = run("verify", str(file))
    assert good.exit_code == 0
    assert "valid, complete: hex, 5 actions; fast dice of seed 7" in good.stdout
    file.write_text(file.read_text().replace('"a2"', '"b1"'))
    bad = run("verify", str(file))
    assert bad.exit_code == 1
    assert "NOT VALID: line 12: action 3 of 5: 'b1' is not legal" in bad.stdout
    report = json.loads(run("verify", str(file), "--json").stdout)
    assert report[0]["ok"] is False
    file.write_text("")
    assert "is empty" in run("verify", str(file)).stderr


def test_verify_checks_the_commitment_of_sealed_dice(tmp_path: Path) -> None:
    table = bestagon.start("hex", size=3)
    table.resign(0)
    file = tmp_path / "sealed.json"
    file.write_text(table.record.to_json())
    assert "the secret matches the commitment" in run("verify", str(file)).stdout
    file.write_text(table.record.to_json().replace(table.secret.hex(), "0" * 64))
    assert "does not match the commitment" in run("verify", str(file)).stdout


def test_replay_shows_positions(tmp_path: Path) -> None:
    file = record_file(tmp_path)
    everything = run("replay", str(file)).stdout
    assert everything.count("plays") == 5
    assert "Over (joined): 1. Red (1), 2. Blue (0)" in everything
    assert "3 of 5: Red plays a2" in run("replay", str(file), "--at", "3").stdout
    assert "nothing after 9" in run("replay", str(file), "--at", "9").stderr
    assert "no record 2" in run("replay", str(file), "--line", "2").stderr


def test_perft_counts() -> None:
    assert json.loads(run("perft", "hex", "2", "-o", "size=3", "--json").stdout)["counts"] == [1, 9, 72]
    assert "72" in run("perft", "hex", "2", "-o", "size=3").stdout


def test_bench_measures() -> None:
    done = run("bench", "hex", "-o", "size=3", "--seconds", "0.01", "--json")
    assert json.loads(done.stdout)[0]["games"] > 0
    assert "games/s" in run("bench", "hex", "--seconds", "0.01").stdout


def test_play_hot_seat_with_help_errors_hints_and_a_record(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    typed = "\n".join(
        ["help", "?", "? b", "? zz", "hint", "board", "z9", "a1", "a1", "b1", "undo", "rules", "2", "3", "b2", "a3", f"save {file}", ""]
    )
    done = run("play", "hex", "-o", "size=3", "--seats", "human,human", "--seed", "1", "--save", str(file), typed=typed)
    assert done.exit_code == 0, done.output
    for said in (
        "The expert player would play",
        "'z9' is no cell",
        "'a1' is not legal",
        "none of the",
        "another player's turn",
        "save FILE",
    ):
        assert said in " ".join(done.output.split()), said
    assert Record.load(file).game == "hex"


def test_real_dice_are_entered_checked_and_told_by_verify(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    typed = "1\n3 7\n1 2 3 0 5 6\nd20 a1\ncancel\nd20 a1\n21\n7\nundo\nquit\n"
    done = run("play", "pocket-hexes", "-p", "2", "--real-dice", "--save", str(file), typed=typed)
    for words in (
        "Draw lots: who starts?\n  1 Player 1, 2 Player 2",
        "Player 1 rolls all six dice.",
        "d10: 0 to 9",
        "6 dice are rolled together, but 2 numbers were entered.",
        "cancelled: nothing was rolled",
        "A d20 shows 1 to 20, not 21.",
        "Taken back: d20 a1",
    ):
        assert words in done.output, words
    assert "real dice entered by hand: nobody can verify how they were rolled" in run("verify", str(file)).stdout
    table = bestagon.start_with_real_dice("pocket-hexes", [1, 2, 3, 0, 5, 6], players=1)
    table.play("d20 a1", dice=[7])
    file.write_text(table.record.to_json(), encoding="utf-8")
    assert "1 of 1: Player 1 plays d20 a1, real dice: 7" in run("replay", str(file), "--at", "1").stdout
    branch = table.record.go_on(1, 5, b"")
    file.write_text(branch.record.to_json(), encoding="utf-8")
    assert "how they were rolled; from action 1 on fast dice of seed 5" in run("verify", str(file)).stdout


def test_play_against_a_bot_to_the_end() -> None:
    typed = "hex\n" + "1\n" * 200
    done = run("play", "-o", "size=3", "--seats", "human,greedy", typed=typed)
    assert done.exit_code == 0
    assert "Sealed dice" in done.output
    assert "Over (joined)" in done.output
    assert "The secret of the dice was" in done.output


def test_play_can_be_quit_and_resigned() -> None:
    assert "Over (resigned): 1. Blue" in run("play", "hex", typed="resign\n").output
    assert run("play", "hex", typed="quit\n").exit_code == 0
    assert "Good-bye" in run("play", "hex", typed="").output


@pytest.mark.parametrize("name", NAMES)
def test_every_game_can_be_played_by_numbers_in_the_terminal(name: str) -> None:
    done = run("play", name, "--seed", "3", typed="1\n" * 3000)
    assert done.exit_code == 0, done.output[-2000:]
    assert "Over (" in done.output


OWN_DATA = [
    ("pocket-hexes", "small.txt", []),
    ("hex-roller", "back.txt", []),
    ("hexagone", "deck.txt", []),
    ("hex-dice", "map6-2.txt", ["-o", "terrain=preset"]),
]


@pytest.mark.parametrize(("name", "file", "more"), OWN_DATA)
def test_a_data_file_is_used_and_stored_in_the_record(name: str, file: str, more: list[str], tmp_path: Path) -> None:
    package = f"bestagon.games.{name.replace('-', '_')}"
    text = resources.files(package).joinpath("data", file).read_text(encoding="utf-8")
    mine, out = tmp_path / "mine.txt", tmp_path / "games.jsonl"
    mine.write_text(text, encoding="utf-8")
    done = run("simulate", name, "-n", "2", "--seed", "1", "--data", str(mine), "--out", str(out), *more)
    assert done.exit_code == 0, done.output
    mine.unlink()
    record = Record.load(out.read_text(encoding="utf-8").splitlines()[0])
    assert record.options["data"] == text
    broken = tmp_path / "broken.txt"
    broken.write_text(text + "\n\nsomething else @@\n", encoding="utf-8")
    refused = run("simulate", name, "--data", str(broken), *more)
    assert refused.exit_code == 2
    assert "Traceback" not in refused.output


@pytest.mark.parametrize("name", [name for name, _, _ in OWN_DATA])
def test_data_files_are_copied_to_be_edited(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    shown = run("data", name, "--out", str(folder))
    assert shown.exit_code == 0
    files = sorted(path.name for path in folder.iterdir() if path.name != "README.md")
    assert f"README.md, {', '.join(files)}" in shown.stdout
    own = registry.game(name).data_files
    assert sorted(own) == files
    assert f"--against-data {folder / next(iter(own))}" in shown.stdout
    assert (folder / "README.md").exists()
    assert run("simulate", name, "-n", "1", "-j", "1", "--data", str(folder / files[0])).exit_code == 0
    (folder / files[0]).write_text("mine", encoding="utf-8")
    again = run("data", name, "--out", str(folder))
    assert again.exit_code == 2
    assert "exists already" in again.stderr
    assert (folder / files[0]).read_text(encoding="utf-8") == "mine"


def test_a_game_without_data_files_says_so() -> None:
    shown = run("data", "beerhex")
    assert shown.exit_code == 2
    assert "BeerHex has no data files; to change an option instead: bestagon balance beerhex --against" in shown.stderr


@pytest.mark.parametrize(("name", "file"), [(name, file) for name, _, _ in OWN_DATA for file in registry.game(name).data_files])
def test_own_data_files_are_what_their_options_choose(name: str, file: str) -> None:
    game = registry.game(name)
    text = resources.files(type(game).__module__.rpartition(".")[0]).joinpath("data", file).read_text(encoding="utf-8")
    chosen, own = [
        game.new_position(game.usual_players, game.complete(game.usual_players, given))
        for given in (game.data_files[file], {**game.data_files[file], "data": text})
    ]
    for position in (chosen, own):
        position.start(fast(3))
        dice = fast(4)
        for _ in range(30):
            random_step(position, dice)
    assert chosen.to_bytes() == own.to_bytes()


def test_one_broken_line_does_not_hide_the_others(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    run("simulate", "hex-roller", "-n", "4", "--seed", "1", "--out", str(out))
    lines = out.read_text(encoding="utf-8").splitlines()
    out.write_text("\n".join([*lines[:3], "# a remark", lines[3][:-200]]) + "\n", encoding="utf-8")
    reports = json.loads(run("verify", str(out), "--json").stdout)
    assert [report["ok"] for report in reports] == [True, True, True, False, False]
    assert run("replay", str(out), "--line", "2", "--at", "1").exit_code == 0


def test_unicode_line_separators_do_not_split_records(tmp_path: Path) -> None:
    sheet = resources.files("bestagon.games.hex_roller").joinpath("data", "front.txt").read_text(encoding="utf-8")
    table = bestagon.start("hex-roller", players=2, seed=1, data=f"# a\u2028b\n{sheet}")
    table.resign(0)
    file = tmp_path / "two.jsonl"
    file.write_text(f"{table.record.to_line()}\n" * 2, encoding="utf-8")
    assert run("verify", str(file)).stdout == "2 of 2 records are valid\n"


def test_unusual_digits_at_the_prompt_do_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    done = run("play", "hex", "-o", "size=3", "--seats", "human,human", "--save", str(file), typed="a1\n²\n" + "9" * 50 + "\nquit\n")
    assert done.exit_code == 0, done.output
    assert Record.load(file).actions == ((0, "a1"),)
