"""The example to copy: played by people in a terminal and over HTTP, and by bots of every level, without code for any of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.server.serving import Client, serving

import bestagon
from bestagon.bots.levels import NAMES, level
from bestagon.cli import main
from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.core.option import Option
from bestagon.i18n import use_language

ROOT = Path(__file__).parent.parent.parent.parent
GAME = registry.game("tictactoe")


def test_it_is_short_and_untyped() -> None:
    source = (ROOT / "examples" / "tictactoe.py").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 100
    assert "->" not in source


@pytest.mark.parametrize(
    ("moves", "ending", "ranking"),
    [
        ("a1 a2 b1 b2 c1", "line", (1, 2)),
        ("a1 a2 b1 b2 c3 c2", "line", (2, 1)),
        ("a1 b1 b2 c1 c3", "line", (1, 2)),
        ("a1 b2 c3 b1 b3 a3 c1 c2 a2", "full", (1, 1)),
    ],
)
def test_three_in_a_row_win_and_a_full_board_is_a_draw(moves: str, ending: str, ranking: tuple[int, ...]) -> None:
    table = bestagon.start("tictactoe")
    for move in moves.split():
        table.play(move)
    assert (table.ending, table.ranking) == (ending, ranking)


def test_a_game_without_its_own_rules_has_a_description() -> None:
    assert GAME.rules() == "# Tic-tac-toe\n\nGet three in a row.\n\nPlayers: 2\n"
    with use_language("de"):
        assert GAME.rules() == "# Tic-tac-toe\n\nGet three in a row.\n\nPersonen: 2\n"
    shown = CliRunner().invoke(main, ["rules", "tictactoe"])
    assert shown.exit_code == 0
    assert "Get three in a row." in shown.stdout


class Sized(bestagon.Game):
    title = "Sized"
    summary = "A game in a module without a RULES.md."
    players = (2, 3)
    options = (Option("size", "how many cells", 5, low=2, high=9),)


@pytest.mark.parametrize("module", [__name__, "alone", "no.such.package", "bestagon.grid.shapes"])
def test_a_description_lists_players_and_options(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sized, "__module__", module)
    assert Sized().rules() == (
        "# Sized\n\nA game in a module without a RULES.md.\n\nPlayers: 2, 3\n\n- `size`: how many cells (a whole number from 2 to 9)\n"
    )


@pytest.mark.parametrize("name", NAMES)
def test_bots_of_every_level_play_it(name: str) -> None:
    table = bestagon.start("tictactoe", seed=1)
    while not table.over:
        seat = table.acting[0]
        player = level("tictactoe", name).player(GAME)
        table.play(int(player.choose(table.view(seat).position, seat, fast(len(table.steps)))), seat=seat)
    assert table.ending in ("line", "full")


def test_it_can_be_played_in_a_terminal() -> None:
    words = "\n".join(["b2", "a1", "c1", "a3", "a2", "c2", "b3", "b1", "c3", ""])
    shown = CliRunner().invoke(main, ["play", "tictactoe", "--seats", "human,human"], input=words)
    assert shown.exit_code == 0, shown.output
    assert "Over (full)" in shown.output


def test_it_can_be_played_over_http(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server:
        ann = Client(server.port)
        games = {game["name"]: game for game in ann.get("/api/games")}
        assert games["tictactoe"]["extra"]
        assert ann.get("/api/games/tictactoe/rules")["markdown"] == GAME.rules()
        assert ann.get("/api/games/tictactoe/sample")["scene"]["boards"]
        table = ann.create("tictactoe", seats=[{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bob"}])["table"]
        for seat, cell in enumerate(("a1", "a2", "b1", "b2", "c1")):
            view = ann.view(table, seat % 2)
            choice = next(choice for choice in view["scene"]["choices"] if choice[3] == [cell])
            ann.do(table, "act", seat=seat % 2, action=choice[0], version=view["version"])
        assert ann.view(table, 0)["places"] == [1, 2]
        ann.close()
