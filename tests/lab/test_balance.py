from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import bestagon
from bestagon.bots.player_factory import make_player
from bestagon.cli import main
from bestagon.core import registry
from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.core.errors import BadOption
from bestagon.lab.balance.page import NO_BREAK
from bestagon.lab.balance.plan import BalanceCell, BalanceTask, Plan, banned_seat, program, seated
from bestagon.lab.balance.restricted_player import RestrictedPlayer

GAMES = ["pocket-hexes", "beerhex", "hex-roller", "hexagone", "hex-dice", "hex"]
DATA = f"{Path(bestagon.__file__).parent}/games/{{}}/data/{{}}.txt"
HEX = ["hex", "-o", "size=3", "--levels", "random,search:20", "-n", "8"]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["balance", *words])


def test_one_and_two_workers_write_the_same_bytes(tmp_path: Path) -> None:
    written = []
    for jobs in ("1", "2"):
        out, data = tmp_path / f"{jobs}.html", tmp_path / f"{jobs}.json"
        done = run(*HEX, "--against", "swap=yes", "--out", str(out), "--json", str(data), "-j", jobs)
        assert done.exit_code == 0, done.output
        written.append((out.read_bytes(), data.read_bytes()))
    assert written[0] == written[1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.html", "1.json", "2.html", "2.json"]


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    whole, out = tmp_path / "whole.html", tmp_path / "out.html"
    games = tmp_path / "out.html.games.jsonl"
    words = ["hex", "-o", "size=2", "--levels", "random", "-n", "120"]
    assert run(*words, "--out", str(whole), "-j", "1").exit_code == 0
    command = [sys.executable, "-m", "bestagon", "balance", *words, "--out", str(out), "-j", "1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        until = time.monotonic() + 120
        while process.poll() is None and time.monotonic() < until and not (games.is_file() and games.read_bytes().count(b"\n") > 5):
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
    known = games.read_bytes()
    assert 5 < known.count(b"\n") < 120
    games.write_bytes(known + b'{"task":{"variant":0,"cell"')  # killed while it wrote a line
    again = run(*words, "--out", str(out), "-j", "1")
    assert (again.exit_code, "add --resume to go on" in again.stderr) == (2, True)
    other = run(*words, "--seed", "1", "--out", str(out), "--resume")
    assert (other.exit_code, "other options, players, levels, games or seed" in other.stderr) == (2, True)
    resumed = run(*words, "--out", str(out), "--resume", "-j", "1")
    assert resumed.exit_code == 0, resumed.output
    assert out.read_bytes() == whole.read_bytes()
    assert not games.exists()


def test_the_report_of_an_example_says_what_was_found(tmp_path: Path) -> None:
    out, data = tmp_path / "hex.html", tmp_path / "hex.json"
    done = run(*HEX, "--out", str(out), "--json", str(data), "-j", "1")
    assert done.exit_code == 0, done.output
    assert "2 players, random: The " in done.stdout
    found = json.loads(data.read_bytes())
    cells = {(tuple(cell["levels"]), cell["ban"]): cell for cell in found["cells"]}
    assert set(cells) == {(("random",), ""), (("search:20",), ""), (("random", "search:20"), "")}, (
        "only stones are placed, so nothing is banned"
    )
    even = cells[("random",), ""]["figures"]
    assert even["seat/0"]["value"] + even["seat/1"]["value"] == pytest.approx(1)
    assert even["score"]["value"] == 0.5
    assert cells[("random", "search:20"), ""]["figures"]["skill"]["value"] > 0.5
    curve = cells[("random",), ""]["leader_curve"]
    assert [point[0] for point in curve] == [step / 12 for step in range(12)]
    assert all(0 <= point[1] <= 1 for point in curve)
    uses = {(use["group"], use["name"]): use for use in cells[("random",), ""]["uses"]}
    assert uses["action", "place"]["used"]["value"] == 1
    assert {name for group, name in uses if group == "cell"} <= {f"{letter}{number}" for letter in "abc" for number in "123"}
    page = out.read_text(encoding="utf-8").replace(NO_BREAK, " ")
    for finding in found["findings"]:
        assert finding["text"].split("“")[0] in page


def test_the_page_has_no_reference_to_the_outside(tmp_path: Path) -> None:
    out = tmp_path / "hex.html"
    assert run("hex", "-o", "size=3", "--levels", "random", "-n", "4", "--out", str(out), "-j", "1").exit_code == 0
    page = out.read_text()
    assert re.findall(r"https?://[^\"' )]+", page) == ["http://www.w3.org/2000/svg"], "the name of SVG, which is never fetched"
    assert all(target.startswith(("#", "data:")) for target in re.findall(r"""(?:src|href)=["']([^"']*)""", page))
    assert all(target.startswith("data:font/ttf") for target in re.findall(r"url\(([^)]*)", page))


@pytest.mark.parametrize("name", GAMES)
def test_every_action_has_one_kind(name: str) -> None:
    """And uses are the same for the same action."""
    game = registry.game(name)
    position = game.new_position(game.usual_players, game.complete(game.usual_players, {}))
    dice = fast(4)
    kinds = set()
    for seed in range(2):
        position.start(fast(seed))
        steps = 0
        while not position.over and steps < 60:
            acting = int(position.acting())
            seat = (acting & -acting).bit_length() - 1
            actions = legal_actions(position, seat)
            for action in {actions[0], actions[-1], actions[dice.below(len(actions))]}:
                before = position.to_bytes()
                uses = game.uses(position, seat, action)
                assert [group for group, _ in uses].count("action") == 1
                assert uses[0][0] == "action"
                assert all(group and what and "/" not in group for group, what in uses)
                assert position.to_bytes() == before
                kinds.add(uses[0][1])
            position.play(seat, actions[dice.below(len(actions))])
            steps += 1
    assert len(kinds) > 2 or name == "hex"


def test_restricted_players_never_do_it() -> None:
    game = registry.game("beerhex")
    position = game.new_position(2, game.complete(2, {"sets": 1}))
    uses: list[set[str]] = [set(), set()]
    dice = fast(1)
    players = [RestrictedPlayer(make_player(program(game, "casual"), game), game, "attack"), make_player(program(game, "casual"), game)]
    for seed in range(2):
        position.start(fast(seed))
        while not position.over:
            seat = int(position.acting()).bit_length() - 1
            masked = position.copy()
            masked.mask(seat)
            action = int(players[seat].choose(masked, seat, dice))
            uses[seat].add(game.uses(position, seat, action)[0][1])
            position.play(seat, action)
    assert "attack" in uses[1] - uses[0]
    assert "place a cap" in uses[0]
    assert isinstance(players[0], RestrictedPlayer)
    assert players[0].forced == 0


def test_restrictions_are_reported_unless_nobody_can_obey_them(tmp_path: Path) -> None:
    data = tmp_path / "report.json"
    words = ["pocket-hexes", "-o", "sheet=small", "--levels", "friendly", "-n", "4", "--json", str(data), "-j", "1"]
    done = run(*words, "--out", str(tmp_path / "p.html"))
    assert done.exit_code == 0, done.output
    bans = {cell["ban"]: cell for cell in json.loads(data.read_bytes())["cells"]}
    assert "score a ring" in bans
    assert "write a number" not in bans
    assert bans["score a ring"]["figures"]["ban"]["value"] == 0


def test_seeds_and_seats_take_turns() -> None:
    plan = Plan("hex", 1, ({}, {}), (2, 4), ("friendly", "casual"), 40, 100)
    pair, ban = BalanceCell(4, ("friendly", "casual")), BalanceCell(4, ("casual",), "attack")
    assert pair in plan.first_cells()
    assert ban in plan.ban_cells(["attack"])
    assert [seated(BalanceTask(0, pair, n))[0] for n in range(3)] == ["friendly", "casual", "friendly"]
    assert seated(BalanceTask(0, pair, 1)) == ("casual", "friendly", "casual", "friendly")
    assert [plan.seed_of(BalanceTask(0, pair, n)) for n in range(4)] == [100, 100, 101, 101]
    assert [banned_seat(BalanceTask(1, ban, n)) for n in range(5)] == [0, 1, 2, 3, 0]
    assert [plan.seed_of(BalanceTask(v, ban, 5)) for v in (0, 1)] == [101, 101]
    assert (plan.count(BalanceCell(2, ("casual",))), plan.count(pair), plan.count(ban)) == (40, 20, 8)
    assert len(plan.tasks([ban])) == 16


def test_levels_play_without_a_clock() -> None:
    game = registry.game("beerhex")
    assert program(game, "skilled") == "search:80/t2/k0.3"
    with pytest.raises(BadOption, match="thinks by the clock"):
        program(game, "search:0.2s")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["chess"], "there is no game 'chess'"),
        (["hex", "--players", "3"], "Hex is for 2 players, not 3"),
        (["hex", "--players", "two"], "--players is a list of numbers such as 2,4, not 'two'"),
        (["hex", "--levels", "clever"], "there is no player 'clever'"),
        (["hex", "--levels", "expert,friendly"], "levels go from the weakest to the strongest"),
        (["hex", "--against", "size=11"], "size=11 is what is played already"),
        (["hex", "--against", "size"], "name=value, not 'size'"),
        (["hex", "--against-data", "x"], "Hex has no data files"),
        (["pocket-hexes", "--against-data", "no-such-file"], "cannot read no-such-file"),
        (["pocket-hexes", "--against-data", DATA.format("pocket_hexes", "standard")], "is the game's own file, which is played already"),
        (["hex-dice", "-o", "preset=2", "--against-data", DATA.format("hex_dice", "map6-2")], "edit it first"),
        (["hex-dice", "--players", "2", "-o", "terrain=none", "--against", "preset=3"], "needs terrain=preset"),
    ],
)
def test_bad_arguments_are_named(words: list[str], says: str, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    done = run(*words, "--out", str(out))
    assert (done.exit_code, says in done.stderr) == (2, True), done.stderr
    assert not out.exists()


def test_without_a_certain_difference_the_largest_are_told_as_chance(tmp_path: Path) -> None:
    out, data = tmp_path / "report.html", tmp_path / "report.json"
    done = run(
        "beerhex",
        "-o",
        "sets=1",
        "--levels",
        "random",
        "-n",
        "4",
        "--against",
        "turn_limit=100",
        "--out",
        str(out),
        "--json",
        str(data),
        "-j",
        "1",
    )
    assert done.exit_code == 0, done.output
    told = done.stdout.splitlines()
    assert re.fullmatch(r"None of \d+ figures differs significantly: .*", told[0])
    assert all(line.startswith("2 players, random, may be chance: ") for line in told[1:4])
    text = out.read_text(encoding="utf-8")
    assert "…" not in text, "every figure of charts and tables has a name"
    assert "wins of the first player (%)" in text
    assert "wins of a player who never plays" in text
    assert '"label": "usual rules"' in text or '"label": "sets=1"' in text, "columns are named after the variants"
    shares = [change for change in json.loads(data.read_text(encoding="utf-8"))["changes"] if change["key"].startswith("seat/")]
    assert shares
    assert all(-1 <= change["low"] <= change["high"] <= 1 for change in shares)


def test_levels_have_their_names_and_their_programs_are_a_footnote(tmp_path: Path) -> None:
    out, data = tmp_path / "report.html", tmp_path / "report.json"
    done = run("beerhex", "-o", "sets=1", "-n", "2", "--out", str(out), "--json", str(data), "-j", "1")
    assert done.exit_code == 0, done.output
    played, text = program(registry.game("beerhex"), "friendly"), out.read_text(encoding="utf-8")
    assert "<li>level friendly</li>" in text
    assert text.count(played) == 1
    assert f"friendly is <code>{played}</code>" in text.partition("<footer>")[2]
    assert json.loads(data.read_text(encoding="utf-8"))["levels"] == {"friendly": played, "random": "random"}
