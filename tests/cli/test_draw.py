"""`bestagon draw`: pictures of records and games."""

from __future__ import annotations

import struct
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

import bestagon
from bestagon.cli import main

GAMES = Path(__file__).parent.parent / "games"
JOINED = GAMES / "hex" / "records" / "joined.json"


def draw(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["draw", *map(str, words)])


def drawn(*words: str | Path, out: Path) -> str:
    done = draw(*words, "-o", out)
    assert done.exit_code == 0, done.output
    assert done.output == ""
    svg = out.read_text(encoding="utf-8")
    ElementTree.fromstring(svg)
    return svg


@pytest.mark.parametrize("name", list(bestagon.all_games()))
def test_every_game_can_be_drawn_new_and_in_play(name: str, tmp_path: Path) -> None:
    new = drawn(name, out=tmp_path / "new.svg")
    later = drawn(name, "--moves", "8", "--seed", "3", out=tmp_path / "later.svg")
    assert new != later
    assert later == drawn(name, "--moves", "8", "--seed", "3", out=tmp_path / "again.SVG")


def test_a_record_is_drawn_at_any_action(tmp_path: Path) -> None:
    record = bestagon.Record.load(JOINED)
    stones = [drawn(JOINED, "--at", str(at), out=tmp_path / "x.svg").count("#bx-stone") for at in (0, 1, 5)]
    assert stones == [0, 1, 5]
    last = drawn(JOINED, out=tmp_path / "x.svg")
    assert last == record.replay().view()._repr_svg_()
    many = tmp_path / "many.jsonl"
    short = bestagon.start("hex", seed=1, size=2)
    short.resign(0)
    many.write_text(f"{short.record.to_line()}\n{record.to_line()}\n", encoding="utf-8")
    assert drawn(many, "--line", "2", out=tmp_path / "x.svg") == last != drawn(many, out=tmp_path / "y.svg")


def test_a_seat_sees_its_own_secrets_and_a_spectator_none(tmp_path: Path) -> None:
    views = [drawn("hexagone", *seat, out=tmp_path / "x.svg") for seat in ((), ("--seat", "0"), ("--seat", "1"))]
    assert len(set(views)) == 3
    table = bestagon.start("hexagone", seed=0)
    assert views == [table.view(seat)._repr_svg_() for seat in (-1, 0, 1)]


def test_players_options_and_data_choose_the_game(tmp_path: Path) -> None:
    small = drawn("pocket-hexes", "-p", "3", "--option", "sheet=small", out=tmp_path / "x.svg")
    assert "Player 3" in small
    assert len(small) < len(drawn("pocket-hexes", "-p", "3", out=tmp_path / "x.svg"))


def test_a_game_that_ends_before_its_moves_is_drawn_at_the_end(tmp_path: Path) -> None:
    assert "The game is over" in drawn("tictactoe", "--moves", "50", out=tmp_path / "x.svg")


def test_a_png_is_drawn_sharply(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    out = tmp_path / "x.png"
    assert draw("hex", "--moves", "5", "-o", out).exit_code == 0
    data = out.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    root = ElementTree.fromstring(drawn("hex", "--moves", "5", out=tmp_path / "x.svg"))
    assert (width // 2, height // 2) == pytest.approx((float(root.get("width", "0")), float(root.get("height", "0"))), abs=2)


def test_without_its_renderer_a_png_is_refused_clearly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = draw("hex", "-o", tmp_path / "x.png")
    assert done.exit_code == 2
    assert "PNG pictures need resvg-py: run `pip install 'bestagon[draw]'`, or write an .svg" in done.stderr
    assert not (tmp_path / "x.png").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["hex", "-o", "x.gif"], "cannot tell the format of x.gif: the name must end in .svg or .png"),
        (["hex", "-o", "picture"], "must end in .svg or .png"),
        (["hex", "-o", "no/such/folder/x.svg"], "cannot write no/such/folder/x.svg: No such file or directory"),
        (["hex", "--seat", "2", "-o", "x.svg"], "there is no seat 2: the seats are 0 to 1"),
        (["hex", "--seat", "-2", "-o", "x.svg"], "there is no seat -2"),
        (["hex", "--at", "3", "-o", "x.svg"], "--at is for a record"),
        (["hex", "--line", "1", "-o", "x.svg"], "--line is for a record"),
        ([str(JOINED), "--moves", "3", "-o", "x.svg"], "--moves is for a game"),
        ([str(JOINED), "--option", "size=3", "-o", "x.svg"], "--option is for a game"),
        ([str(JOINED), "--at", "999", "-o", "x.svg"], "so there is nothing after 999"),
        ([str(JOINED), "--line", "2", "-o", "x.svg"], "there is no record 2"),
        (["none.json", "-o", "x.svg"], "cannot read none.json"),
        (["chess", "-o", "x.svg"], "there is no game 'chess'"),
        (["hex", "--option", "size=99", "-o", "x.svg"], "option size must be"),
        (["hex"], "Missing option '--out'"),
    ],
)
def test_what_cannot_be_drawn_is_named(words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = draw(*words)
    assert done.exit_code == 2
    assert says in " ".join(done.stderr.split())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.svg").symlink_to("/dev/full")
    done = draw("hex", "-o", tmp_path / "x.svg")
    assert done.exit_code == 2
    assert "No space left on device" in done.stderr
