"""Actions and positions round-trip through text, and bad texts are rejected with a clear message."""

from __future__ import annotations

import re

import pytest
from tests.games.hexagone.boards import fresh, legal, play, table
from tests.games.hexagone.invariants import check

from bestagon.core.actions import room
from bestagon.core.dice import fast
from bestagon.core.errors import BadNotation
from bestagon.core.option import Value
from bestagon.engine.rollout import first_seat
from bestagon.games.hexagone import GAME
from bestagon.games.hexagone.rules.moves import CLAIMING, PLAYING


@pytest.mark.parametrize(("players", "options", "seed"), [(2, {}, 1), (2, {"kids": True}, 2), (3, {}, 3), (4, {"teams": True}, 4)])
def test_round_trips_over_random_games(players: int, options: dict[str, Value], seed: int) -> None:
    position = fresh(players, seed, **options)
    dice, out, into, other = fast(seed), room(position), position.blank(), position.blank()
    n = 0
    while not position.over:
        check(position)
        seat = int(position.turn)
        count = position.legal(seat, out)
        if n % 9 == 0:
            texts = [GAME.action_text(position, seat, int(out[i])) for i in range(count)]
            assert len(set(texts)) == count
            assert [GAME.parse_action(position, seat, text) for text in texts] == [int(out[i]) for i in range(count)]
        for viewer in (-1, seat, -2):
            if n % 4 and viewer >= -1:
                continue
            other.copy_from(position)
            if viewer >= -1:
                other.mask(viewer)
                check(other)
            other.dice.blank()
            GAME.parse_position(into, GAME.position_text(other))
            assert into.to_bytes() == other.to_bytes()
            into.from_bytes(other.to_bytes())
            assert into.to_bytes() == other.to_bytes()
        if n == 40 and players > 2:
            position.resign((seat + 1) % players)
        position.play(seat, int(out[dice.below(count)]))
        n += 1
    position.dice.blank()
    GAME.parse_position(into, GAME.position_text(position))
    assert into.to_bytes() == position.to_bytes()


def test_a_position_in_one_line() -> None:
    position = table("g c\n b", "gM", "cc", row="C02 C01", bag="ggb")
    line = "p16g,p17c,q16b g1M1/c2 g2b1 g16c17b10S2D2B2M1 C03 C02,C01 -/- 0 start 00 - - 00"
    assert GAME.position_text(position) == line
    position.mask(0)
    assert GAME.position_text(position) == line.replace("c2 g2b1", "?2 ?3")


def test_phases_in_text() -> None:
    position = table("g c", "gMS", "cc")
    play(position, "move p16")
    assert " move@p16 " in GAME.position_text(position)
    play(position, "to p18", "swap p17")
    assert " swap@p17 " in GAME.position_text(position)
    passing = table("g c", "gMS", "cc")
    play(passing, "pass")
    assert " return:- " in GAME.position_text(passing)


def test_a_claim_takes_the_rotation_whose_colours_match() -> None:
    position = table("b g g", row="C02", phase=CLAIMING)
    assert legal(position) == ["claim C02 p16 p17 p18", "end"]
    action = GAME.parse_action(position, 0, "claim c02 p18 p17 p16")
    assert GAME.action_text(position, 0, action) == "claim C02 p16 p17 p18"
    none = table("g b g", row="C02", phase=CLAIMING)
    assert GAME.parse_action(none, 0, "claim C02 p16 p17 p18") >= 0, "parsed, although not legal"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not an action; actions are 'gray p16'"),
        ("gray", "is not an action"),
        ("green p16", "is not an action"),
        ("gray p99", "'p99' is not a cell: rows are a to z and aa to ae"),
        ("gray 16", "'16' is not a cell"),
        ("return green", "'green' is not a kind of hexagon; the kinds are gray, cracked, blue"),
        ("bomb C03", "'C03' is not a card of the row: C01, C02"),
        ("bomb C01 now", "is not an action"),
        ("claim C01", "is not an action"),
        ("claim C01 p16 p17 q17", "p16 p17 q17 do not have the shape of C01 in any rotation"),
        ("claim C01 p16 p17", "do not have the shape of C01"),
        ("pass now", "is not an action"),
    ],
)
def test_bad_actions(text: str, message: str) -> None:
    position = table("g g g", "g", row="C01 C02", phase=PLAYING)
    with pytest.raises(BadNotation, match=message):
        GAME.parse_action(position, 0, text)


GOOD = "p16g,p17c g1M1/c2 g2b1 g16c17b11S2D2B2M1 C03 C02,C01 -/- 0 start 00 - - 00"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (" 00 - - 00", "", "a position has 13 parts"),
        ("p16g", "p99g", "such as p16g, not 'p99g'"),
        ("p16g", "p16x", "such as p16g, not 'p16x'"),
        ("g1M1/c2", "g1M1", "hands have 2 parts separated by /"),
        ("g1M1", "x1", "letters of gcbSDBM?"),
        ("g1M1", "g99g99g99", "a letter may occur only once, with a count up to 60, not 'g99g99g99'"),
        ("g1M1", "g1g1M1", "a letter may occur only once, with a count up to 60, not 'g1g1M1'"),
        ("g1M1", "g61M1", "a letter may occur only once, with a count up to 60, not 'g61M1'"),
        ("g1M1", "g2M1", "there are 21 hexagons of kind 0"),
        ("c2 g2b1", "c2 g2", "there are 59 hexagons, not 60"),
        (" C03 ", " C99 ", "names and ranges such as C01,C04-C09"),
        (" C03 ", " C01-C03 ", "a card is in two places"),
        ("C02,C01", "C02,C01,C03,C03", "up to three cards"),
        (" 0 start", " 7 start", "the turn is a seat and one of start, play"),
        (" 0 start", " 3 start", "invalid turn 3"),
        (" 0 start", " 0 rest", "the turn is a seat and one of start, play"),
        (" 0 start", " 0 move", "phase 3 contradicts source -1"),
        (" 0 start", " 0 move@a1", "cell 0 has no hexagon to move"),
        (" 0 start", " 0 start:g1", "lists the returned hexagons"),
        ("start 00", "start 09", "passes are one digit up to 3 for each of 2 seats"),
        (" - - 00", " x - 00", "the seat that drew the last hexagon"),
        (" - - 00", " - gone 00", "the end is -, bag, passes or resigned"),
        (" - - 00", " - - 0", "resignations are one digit"),
    ],
)
def test_bad_positions(old: str, new: str, message: str) -> None:
    into = table()
    GAME.parse_position(into, GOOD)
    before = into.to_bytes()
    with pytest.raises(BadNotation, match=re.escape(message)):
        GAME.parse_position(into, GOOD.replace(old, new, 1))
    assert into.to_bytes() == before, "a rejected text changes nothing"


def test_bad_bytes_are_rejected_or_playable() -> None:
    position = fresh(3, seed=6)
    out, dice = room(position), fast(6)
    for _ in range(30):
        position.play(position.turn, position.pick(position.turn, dice, out))
    data = position.to_bytes()
    accepted = 0
    for i in list(range(40, 700, 37)) + list(range(720, len(data))):
        broken = data[:i] + bytes([data[i] ^ (1 << i % 8)]) + data[i + 1 :]
        try:
            loaded = GAME.load(broken, 3, GAME.complete(3, {}))
        except BadNotation:
            continue
        accepted += 1
        for _ in range(12):
            if not loaded.over:
                seat = first_seat(loaded.acting())
                loaded.play(seat, loaded.pick(seat, dice, out))
        assert GAME.draw(loaded)
    assert accepted < 100
    with pytest.raises(BadNotation, match="ends too early"):
        GAME.load(data[:-1], 3, GAME.complete(3, {}))


def test_the_drawing_names_free_cells_and_hides_hands() -> None:
    position = table("g c\n b", "gM", "cc", row="C02 C01")
    position.mask(0)
    drawing = GAME.draw(position)
    assert "p  15  G   C   18" in drawing
    assert "hand: 1 gray, 1 move" in drawing
    assert "hand: 2 ?" in drawing
    assert "C02 ** 5 points" in drawing
    assert "G G B" in drawing
    assert max(len(line) for line in drawing.splitlines()) <= 100


def test_the_drawing_announces_the_last_turn() -> None:
    position = table("g", "gD", "gg", bag="b")
    play(position, "draw")
    assert "the game ends after Player 1's next turn." in GAME.draw(position), "not after the turn in which the last one was drawn"
    play(position, "end")
    assert "the game ends after Player 1's next turn." in GAME.draw(position)
    play(position, "pass", "exchange")
    assert "the game ends after this turn." in GAME.draw(position)
