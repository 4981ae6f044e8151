"""Pocket Hexes notation, bytes, drawings and prompts."""

from __future__ import annotations

import pytest
from tests.games.pocket_hexes.boards import BLANK, FLOWER, moves, new, play, started, table
from tests.games.pocket_hexes.invariants import check

from bestagon.core.actions import room
from bestagon.core.dice import fast
from bestagon.core.errors import BadNotation
from bestagon.core.position import Position
from bestagon.engine.rollout import first_seat
from bestagon.games.pocket_hexes import GAME
from bestagon.games.pocket_hexes.rules.state import PocketPosition

ALMOST = "2 2 2 6 2 2 ."


def check_round_trips(position: Position, twin: Position) -> None:
    """Assert that the position survives a round trip through bytes and through text."""
    twin.from_bytes(position.to_bytes())
    assert twin.to_bytes() == position.to_bytes()
    assert twin.acting() == position.acting()
    check(twin)
    masked = position.copy()
    masked.mask(0)
    GAME.parse_position(twin, GAME.position_text(position))
    assert twin.to_bytes() == masked.to_bytes()
    assert twin.acting() == position.acting()


@pytest.mark.parametrize("players", [1, 2, 3, 6])
@pytest.mark.parametrize("options", [{}, {"sheet": "small"}, {"data": FLOWER}])
def test_random_games_survive_text_and_bytes(players: int, options: dict[str, str]) -> None:
    position = started(players, seed=players, **options)
    twin = position.blank()
    dice = fast(players)
    out = room(position)
    listed = room(position)
    steps = 0
    while not position.over:
        seat = first_seat(position.acting())
        twin_dice = fast(0)
        twin_dice.copy_from(dice)
        action = int(position.pick(seat, dice, out))
        assert action == listed[twin_dice.below(position.legal(seat, listed))]
        texts = moves(position, int(seat))
        assert len(set(texts)) == len(texts)
        assert len(texts) <= position.max_legal
        assert GAME.parse_action(position, int(seat), GAME.action_text(position, int(seat), action)) == action
        steps += 1
        if steps % 4 == 0:
            check_round_trips(position, twin)
        position.play(seat, action)
    check_round_trips(position, twin)


def test_resignations_are_part_of_the_text() -> None:
    position = started(3, seed=5)
    position.resign(1)
    check_round_trips(position, position.blank())
    position.resign(0)
    check_round_trips(position, position.blank())
    assert "!1" in GAME.position_text(position)
    assert "!2" in GAME.position_text(position)


def test_the_text_of_a_position_with_a_next_ring() -> None:
    position = table(ALMOST, BLANK, dice="4 6 8 0 12 20")
    play(position, 0, "d20 c2")
    assert GAME.position_text(position) == "everyone 0 4,6,8,0,12,20 22/262/2k|-|1d20:b2 ../.../..|-|2"
    check_round_trips(position, position.blank())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a die and a cell"),
        ("d8", "expected a die and a cell"),
        ("d8 e5 now", "expected a die and a cell"),
        ("d7 a1", "'d7' is not a die: the dice are d4 d6 d8 d10 d12 d20"),
        ("reroll c2", "'c2' is not a die"),
        ("d8 e5", "'e5' is not a cell of this sheet: cells are a1 to c2"),
        ("score z9", "'z9' is not a cell"),
        ("skip a1", "the ring to score or skip now is the one around b2, not a1"),
    ],
)
def test_bad_actions_are_rejected(text: str, message: str) -> None:
    position = table(ALMOST, BLANK, dice="4 6 8 0 12 20")
    play(position, 0, "d20 c2")
    with pytest.raises(BadNotation) as caught:
        GAME.parse_action(position, 0, text)
    assert message in str(caught.value)


GOOD = "everyone 0 4,6,8,0,12,20 22/262/2k|-|1d20:b2 ../.../..|-|2"


@pytest.mark.parametrize(
    ("old", "new_text", "message"),
    [
        (" ../.../..|-|2", "", "a position of 2 seats has 5 fields"),
        ("everyone", "nobody", "phases are first, reroll, everyone"),
        ("everyone 0", "everyone 2", "seats are 0 to 1"),
        ("everyone 0", "first 1", "only the active player acts"),
        ("12,20", "12", "six dice"),
        ("12,20", "13,20", "a d12 does not show 13"),
        ("4,6", "0,6", "a d4 does not show 0"),
        ("../.../..", "../..../..", "rows of 2, 3, 2 cells"),
        ("22/262/2k", "22/2z2/2k", "a cell is . or one of"),
        ("22/262/2k|-", "22/262/2k|21", "a box contains -3 or 0 to 20, not '21'"),
        ("22/262/2k|-", "22/262/2k|-2", "a box contains -3 or 0 to 20, not '-2'"),
        ("22/262/2k|-", "22/262/2k|1,1,1,1,1,1,1,1,1,1", "there are 9 boxes"),
        ("22/262/2k|-", "22/262/2k|1,1,1,1,1,1,1,1,1", "9 filled boxes writes no more"),
        ("1d20:b2", "1d7:b2", "'d7' is not a die"),
        ("1d20:b2", "1d20:b9", "'b9' is not a cell"),
        ("1d20:b2", "1d20:a1", "six neighbours can be ringed"),
        ("1d20:b2", "1:b2", "the first is known"),
        ("1d20:b2", "1d20", "takes a penalty at once"),
        ("1d20:b2", "1d20:b2!2", "in the order of their resignations"),
        ("22/262/2k", "22/262/2.", "only a complete ring"),
        ("|-|2", "|-|3", "pending decisions are written as"),
        ("|-|2", "-2", "separated by |"),
        ("|-|2", "|-|0d6", "has no used die"),
    ],
)
def test_bad_positions_are_rejected(old: str, new_text: str, message: str) -> None:
    position = new(2, data=FLOWER)
    GAME.parse_position(position, GOOD)
    assert old in GOOD
    with pytest.raises(BadNotation) as caught:
        GAME.parse_position(position, GOOD.replace(old, new_text))
    assert message in str(caught.value)
    assert GAME.position_text(position) == GOOD


def test_a_finished_game_has_a_seat_with_nine_boxes_or_only_one_left() -> None:
    done = "everyone 0 4,6,8,0,12,20 22/262/2k|{}|0 ../.../..|-|0"
    position = new(2, data=FLOWER)
    GAME.parse_position(position, done.format("1,1,1,1,1,1,1,1,1"))
    assert position.ending() == "boxes"
    GAME.parse_position(position, done.format("-") + "!1")
    assert position.ending() == "resigned"
    with pytest.raises(BadNotation, match="a game ends when a seat has filled 9 boxes"):
        GAME.parse_position(position, done.format("1,1,1,1,1,1,1,1"))


def test_foreign_bytes_are_rejected() -> None:
    position = started(2)
    data = position.to_bytes()
    for broken in (data[:-1], data + b"x", data[:49] + b"\x20" + data[50:], bytes(len(data)), b"\xff" * len(data)):
        with pytest.raises(BadNotation, match="not a position of Pocket Hexes"):
            GAME.load(broken, 2, GAME.complete(2, {}))


def test_any_changed_byte_is_rejected_or_gives_a_valid_position() -> None:
    position = table(ALMOST, BLANK, dice="4 6 8 0 12 20")
    play(position, 0, "d20 c2")
    data = position.to_bytes()
    out = room(position)
    for at in range(49, len(data)):
        for change in (1, 2, 4, 128):
            twin = new(2, data=FLOWER)
            try:
                twin.from_bytes(data[:at] + bytes([data[at] ^ change]) + data[at + 1 :])
            except ValueError:
                continue
            GAME.draw(twin)
            GAME.position_text(twin)
            assert twin.over == (twin.acting() == 0)
            for seat in range(2):
                assert (twin.legal(seat, out) > 0) == bool(twin.acting() >> seat & 1)


def test_a_drawing_shows_numbers_boxes_dice_and_scores() -> None:
    position = table(ALMOST, BLANK, dice="4 6 8 0 12 20", boxes=([-3, 12], []))
    play(position, 0, "d20 c2")
    picture = GAME.draw(position)
    assert "d20 [20]" in picture
    assert "Player 1: 9 points, has a ring to answer for" in picture
    assert "b   2  *6   2" in picture
    assert "[-3][12][  ]" in picture
    assert max(len(line) for line in picture.splitlines()) <= 100


@pytest.mark.parametrize("players", range(1, 7))
def test_drawings_of_every_table_are_at_most_100_columns_wide(players: int) -> None:
    picture = GAME.draw(started(players))
    assert max(len(line) for line in picture.splitlines()) <= 100
    assert picture.count("points") == players


def test_the_prompt_says_what_to_do() -> None:
    position = table(ALMOST, BLANK, dice="4 6 8 0 12 20")
    assert GAME.prompt(position, 1) == "Write two dice: choose the first."
    play(position, 0, "d20 c2")
    assert GAME.prompt(position, 0) == "The ring around the 6 is complete: score it?"
    play(position, 0, "score b2")
    assert GAME.prompt(position, 0) == "Wait for the others."
    assert isinstance(position, PocketPosition)
