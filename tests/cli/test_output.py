"""Output that cannot be written or encoded ends in one clear line, never in a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

import bestagon
from bestagon.cli import main

FULL = Path("/dev/full")
full_disk = pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")


def bestagon_process(words: Sequence[str], typed: str = "", **given: object) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONIOENCODING": "ascii", "COLUMNS": "120"}
    command = [sys.executable, "-c", "from bestagon.cli import main; main()", *words]
    stdout = given.get("stdout", subprocess.PIPE)
    assert isinstance(stdout, int)
    return subprocess.run(command, input=typed, env=environment, text=True, stdout=stdout, stderr=subprocess.PIPE, timeout=300)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    table = bestagon.start("hex", seed=7, size=3)
    for text in ("a1", "b1", "a2", "b2", "a3"):
        table.play(text)
    file = tmp_path / "game.json"
    file.write_text(table.record.to_json())
    return file


@pytest.mark.parametrize(
    ("words", "typed", "shows"),
    [
        (["games"], "", "hex-roller"),
        (["games", "--json"], "", '"hex-roller"'),
        (["rules", "hex-roller"], "", "1.1"),
        (["rules", "hexagone"], "", "1.1"),
        (["play", "hexagone", "--seed", "1"], "1\nquit\n", "1"),
        (["play", "pocket-hexes", "--seed", "1"], "?\nquit\n", "1"),
        (["simulate", "hex", "-n", "2", "--seed", "1", "-o", "size=3", "-j", "1"], "", "+- sd"),
    ],
)
def test_a_terminal_that_knows_only_ascii_gets_ascii(words: list[str], typed: str, shows: str) -> None:
    done = bestagon_process(words, typed)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    assert shows in done.stdout
    assert (done.stdout + done.stderr).isascii()


@full_disk
@pytest.mark.parametrize("words", [["games"], ["rules", "hexagone"], ["perft", "hex", "1", "-o", "size=3"], ["--help"], ["--version"]])
def test_a_full_disk_behind_the_output_is_named(words: list[str]) -> None:
    with FULL.open("wb") as file:
        done = bestagon_process(words, stdout=file.fileno())
    assert done.returncode == 1
    assert "error: cannot write the output: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


@full_disk
@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "hex", "-n", "2", "-o", "size=3", "--seed", "1", "-j", "1", "--out", "{full}"],
        ["arena", "hex", "greedy", "random", "-n", "2", "-o", "size=3", "-j", "1", "--out", "{full}"],
        ["analyse", "{record}", "--iterations", "5", "-j", "1", "--plot", "{full}.svg"],
        ["play", "hex", "-o", "size=3", "--save", "{full}"],
    ],
    ids=lambda words: str(words[0]),
)
def test_a_full_disk_behind_a_file_is_named(words: list[str], record: Path, tmp_path: Path) -> None:
    full = tmp_path / "full"
    full.symlink_to(FULL)
    (tmp_path / "full.svg").symlink_to(FULL)
    given = [word.format(full=full, record=record) for word in words]
    done = CliRunner().invoke(main, given, input="quit\n")
    name = given[-1]
    assert done.exit_code == 1, done.output
    assert f"cannot write {name}: No space left on device" in " ".join(done.stderr.split())
    assert "Traceback" not in done.output


@full_disk
def test_a_game_continues_after_it_could_not_be_saved(tmp_path: Path) -> None:
    good = tmp_path / "game.json"
    typed = f"save {FULL}\na1\nsave {good}\nquit\n"
    done = CliRunner().invoke(main, ["play", "hex", "-o", "size=3", "--seats", "human,human"], input=typed)
    assert done.exit_code == 0, done.output
    assert f"cannot write {FULL}: No space left on device" in " ".join(done.stderr.split())
    assert bestagon.Record.load(good).actions == ((0, "a1"),)


def test_what_cannot_be_encoded_gets_a_lookalike() -> None:
    text = "┏━┓ ┃·┃ ★ × ± • … å 字"
    assert text.encode("ascii", errors="bestagon-lookalikes").decode() == "+-+ |.| * x +- * ... a ?"
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", errors="bestagon-lookalikes")


def test_a_reader_that_stops_early_gets_no_traceback() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = bestagon_process(["rules", "hexagone"], stdout=writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")


def test_an_export_replaces_only_regular_files(tmp_path: Path) -> None:
    pipe, empty, store = tmp_path / "pipe", tmp_path / "empty.jsonl", f"sqlite:///{tmp_path / 'tables.db'}"
    os.mkfifo(pipe)
    empty.touch()
    assert CliRunner().invoke(main, ["import", str(empty), "--store", store]).exit_code == 0
    for command in ("export", "backup"):
        done = CliRunner().invoke(main, [command, str(pipe), "--store", store])
        assert (done.exit_code, pipe.is_fifo()) == (2, True)
        assert f"cannot write {pipe}: it is not a regular file" in " ".join(done.stderr.split())
