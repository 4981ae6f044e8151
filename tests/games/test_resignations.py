"""A resignation is told with what it means in each game: what leaves, who gets points, what goes on and who wins."""

from __future__ import annotations

import pytest

import bestagon
from bestagon.core.story import Story, story
from bestagon.core.table import Table
from bestagon.i18n import use_language
from bestagon.scene.beats import Beat


def resigned(table: Table, seat: int, timed_out: bool = False) -> Story:
    """Let a seat resign and return what a spectator is told."""
    before = table.position.copy()
    step = table.resign(seat, timed_out=timed_out)
    return story(table.game, before, table.position, seat, step.action, -1, step.timed_out)


def played(game: str, players: int, actions: int, **options: bool) -> Table:
    """Return a table after some first legal actions."""
    table = bestagon.start(game, players=players, seed=5, **options)
    for _ in range(actions):
        table.play(table.moves()[0])
    return table


@pytest.mark.parametrize("game", ["hex-dice", "hex-roller", "hexagone", "pocket-hexes"])
def test_the_last_one_left_wins(game: str) -> None:
    table = played(game, 2, 1)
    winner = table.game.seat_name(0)
    told = resigned(table, 1)
    assert told.words.startswith(f"{table.game.seat_name(1)} resigns. ")
    assert told.words.endswith(f" {winner} wins.")
    assert told.beats[-1].kind == "end"


def test_who_resigns_in_beerhex_loses_the_match() -> None:
    assert resigned(played("beerhex", 2, 3), 0).beats == (
        Beat("declare", "Gold resigns.", 0),
        Beat("end", "Silver wins the match.", 1),
    )


def test_running_out_of_time_is_told_as_such() -> None:
    assert resigned(played("beerhex", 2, 3), 0, timed_out=True).words == "Gold's time is up. Silver wins the match."
    with use_language("de"):
        assert resigned(played("beerhex", 2, 3), 0, timed_out=True).words == "Die Zeit von Gold ist um. Silber gewinnt die Begegnung."


def test_units_leave_the_map_of_hex_dice_and_the_others_get_a_point() -> None:
    table = played("hex-dice", 3, 80)
    gone = [f"{cell}" for cell in table.game.scene(table.position, -1).boards[""].cells if cell]
    turn = table.acting[0]
    told = resigned(table, turn)
    kinds = [beat.kind for beat in told.beats]
    assert kinds == ["declare", "remove", "score", "score", "turn"]
    assert set(told.beats[1].ids) <= set(gone)
    assert len(told.beats[1].ids) > 1
    assert [beat.points for beat in told.beats[2:4]] == [1, 1]
    others = " and ".join(table.game.seat_name(seat) for seat in range(3) if seat != turn)
    name = table.game.seat_name(turn)
    assert told.words == f"{name} resigns. {name}'s units leave the map. {others}: +1 point."


def test_armies_are_rolled_when_the_last_to_choose_a_base_resigns() -> None:
    table = played("hex-dice", 4, 2)
    resigned(table, table.acting[0])
    told = resigned(table, table.acting[0])
    assert [beat.kind for beat in told.beats] == ["declare", "roll", "roll", "score", "score", "turn"]


def test_a_hand_of_hexagone_is_discarded_and_the_next_turn_begins() -> None:
    table = played("hexagone", 3, 2)
    turn = table.acting[0]
    told = resigned(table, turn)
    name, following = table.game.seat_name(turn), table.game.seat_name(table.acting[0])
    assert told.words.startswith(f"{name} resigns. {name}'s hand is discarded. New card: ")
    assert [beat.text for beat in told.beats if beat.kind == "turn"] == [f"{following}'s turn."]


def test_a_team_of_hexagone_wins_together() -> None:
    table = played("hexagone", 4, 2, teams=True)
    resigned(table, 1)
    assert resigned(table, 3).beats[-1] == Beat("end", "Player 1 and Player 3 win.")


def test_a_round_goes_on_without_a_player_who_resigned() -> None:
    table = played("hex-roller", 3, 0)
    while int(table.position.acting()) != 4:
        table.play(table.moves()[0])
    told = resigned(table, 2)
    assert [beat.kind for beat in told.beats] == ["declare", "round", "roll"]


def test_the_others_write_when_the_active_player_of_pocket_hexes_resigns() -> None:
    table = played("pocket-hexes", 3, 0)
    active = table.acting[0]
    assert [beat.text for beat in resigned(table, active).beats] == [
        f"{table.game.seat_name(active)} resigns.",
        "Everyone writes two numbers.",
    ]
