from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.conformance.cases import Case, legal, seats_of, usual_cases

from bestagon.bots import levels
from bestagon.bots.glance import Glance
from bestagon.bots.lapsing import HASTE, Lapsing
from bestagon.bots.levels import NAMES, Elo, Level, level, levels_of, write_elos
from bestagon.bots.mcts import Search
from bestagon.bots.player_factory import make_player
from bestagon.bots.self_play import play_games
from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.core.errors import BadOption

GAMES = list(registry.all_games())


@pytest.mark.parametrize("name", [*GAMES, "somebody-elses"])
def test_every_game_has_the_five_levels_with_growing_budgets(name: str) -> None:
    found = levels_of(name)
    assert tuple(one.name for one in found) == NAMES
    assert len(found) == 5
    budgets = [one.iterations for one in found]
    assert budgets == sorted(budgets)
    assert len({one.program for one in found}) == 5
    assert all(0 < one.seconds <= 0.9 for one in found if one.iterations)
    assert all(one.seconds == 0 for one in found if not one.iterations)


def test_an_unknown_level_gets_the_list_of_levels() -> None:
    with pytest.raises(BadOption, match="there is no level 'godlike'; the levels are: friendly, casual, skilled, strong, expert"):
        level("hex", "godlike")
    with pytest.raises(BadOption, match=re.escape("random, greedy, search, plain, glance, friendly, casual")):
        make_player("godlike", registry.game("hex"))


@pytest.mark.parametrize("case", [case for case in usual_cases() if case.players == case.game.usual_players], ids=str)
@pytest.mark.parametrize("name", NAMES[:3])
def test_levels_play_legally(case: Case, name: str) -> None:
    position = case.started(2)
    seat = seats_of(int(position.acting()), case.players)[0]
    masked = position.copy()
    masked.mask(seat)
    assert int(make_player(name, case.game).choose(masked, seat, fast(1))) in legal(position, seat)


@pytest.mark.parametrize("name", GAMES)
def test_the_program_of_a_level_makes_the_same_player(name: str) -> None:
    game = registry.game(name)
    for one in levels_of(name):
        named, spelled = one.player(game), make_player(one.program, game)
        assert isinstance(spelled, type(named))
        if isinstance(named, Glance):
            assert isinstance(spelled, Glance)
            assert (spelled.attention, spelled.temperature, spelled.cutoff) == (one.attention, one.temperature, one.cutoff)
            assert (named.attention, named.temperature, named.cutoff) == (one.attention, one.temperature, one.cutoff)
            continue
        if isinstance(named, Lapsing):
            assert isinstance(spelled, Lapsing)
            assert spelled.lapses == named.lapses == one.lapses
            assert spelled.hasty.iterations == named.hasty.iterations == one.iterations // HASTE
            named, spelled = named.search, spelled.search
        assert isinstance(named, Search)
        assert isinstance(spelled, Search)
        assert (spelled.iterations, spelled.seconds) == (named.iterations, named.seconds) == (one.iterations, one.seconds)
        assert (spelled.temperature, spelled.cutoff) == (named.temperature, named.cutoff)
        assert not named.reuse


def test_programs_name_only_what_differs_from_the_defaults() -> None:
    assert Level("x", 40, 0.9, 0.8, 0.1).program == "search:40/0.9s/t0.8"
    assert Level("x", 40, 0.0, -1.0, 0.02).program == "search:40/k0.02"
    assert Level("x", 0, 0.5, 0.0, 0.1).program == "search:0.5s/t0"
    assert Level("x", 0, 0.0, 1.0, 0.1).program == "search:0/t1"
    assert Level("x", 0, 0.0, 0.3, 0.02, attention=0.4).program == "glance:a0.4/t0.3/k0.02"
    assert Level("x", 40, 0.9, 0.8, 0.1, lapses=0.25).program == "search:40/0.9s/t0.8/l0.25"


def test_levels_play_whole_games() -> None:
    options = registry.game("hex").complete(2, {"size": 4})
    assert len(play_games("hex", 2, options, ["friendly", "casual"], range(4))) == 4


def test_the_elo_of_a_level_is_dropped_when_the_level_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "data" / "levels.json"
    measured = Elo(350, 330, 370, 800, level("hex", "casual").program, (0.7, 0.6, 0.8), None)
    write_elos(file, "hex", {"casual": measured, "strong": Elo(900, 800, 1000, 800, "search:1", (0.7, 0.6, 0.8), (1.0, 0.9, 1.0))})
    write_elos(file, "beerhex", {})
    monkeypatch.setattr(levels, "FILE", file)
    assert levels.elo("hex", "casual") == measured
    assert levels.elo("hex", "strong") is None
    assert levels.elo("hex", "friendly") is None
    assert levels.elo("beerhex", "casual") is None
    assert levels.elos("hex") == {"casual": 350}
    assert levels.elos("beerhex") == {}


@pytest.mark.parametrize("name", GAMES)
def test_the_shipped_data_file_can_be_read(name: str) -> None:
    for one in NAMES:
        found = levels.elo(name, one)
        assert found is None or found.low <= found.elo <= found.high
