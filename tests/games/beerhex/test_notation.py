"""BeerHex notation: round trips over random games, and rejected texts."""

from __future__ import annotations

import math

import pytest
from tests.games.beerhex.boards import board, fresh, masked, own, play, texts

from bestagon.core.actions import room
from bestagon.core.dice import fast
from bestagon.core.errors import BadNotation, BadOption
from bestagon.games.beerhex import GAME
from bestagon.games.beerhex.rules import serial
from bestagon.games.beerhex.rules.state import BeerHexPosition

OPTIONS: list[dict[str, bool | int]] = [{}, {"sets": 1}, {"clues": True}, {"turn_limit": 10}]


def random_games(options: dict[str, bool | int], games: int) -> list[BeerHexPosition]:
    """Return all positions of random games that rarely end early."""
    positions = []
    dice = fast(7)
    for seed in range(games):
        position = fresh(seed, **options)
        out = room(position)
        while not position.over:
            positions.append(own(position.copy()))
            seat = int(position.turn)
            action = position.pick(seat, dice, out)
            while 201 <= action <= 203 and dice.below(5):
                action = position.pick(seat, dice, out)
            position.play(seat, action)
        positions.append(position)
    return positions


@pytest.mark.parametrize("options", OPTIONS)
def test_actions_and_positions_survive_a_round_trip_through_text(options: dict[str, bool | int]) -> None:
    for position in random_games(options, 4):
        for seat in (0, 1):
            words = texts(position, seat)
            assert len(set(words)) == len(words) <= position.max_legal
            out = room(position)
            n = position.legal(seat, out)
            assert [GAME.parse_action(position, seat, word) for word in words] == [out[i] for i in range(n)]
        for view in (own(position.copy()), masked(position, 0), masked(position, 1), masked(position, -1)):
            view.dice.blank()
            again = own(position.blank())
            GAME.parse_position(again, GAME.position_text(view))
            assert again.to_bytes() == view.to_bytes()
            assert max(len(line) for line in GAME.draw(view).splitlines()) <= 100


@pytest.mark.parametrize("options", OPTIONS)
def test_masking_is_idempotent_and_survives_determinization(options: dict[str, bool | int]) -> None:
    for position in random_games(options, 4):
        for seat in (0, 1, -1):
            view = masked(position, seat)
            assert texts(view, seat) == texts(position, seat)
            once = view.to_bytes()
            view.mask(seat)
            assert view.to_bytes() == once
            view.determinize(seat, fast(3))
            serial.validate(view)
            assert not view.hidden
            assert not view.hidden_hands
            view.mask(seat)
            assert view.to_bytes() == once


@pytest.mark.parametrize("options", OPTIONS)
def test_pick_is_uniform(options: dict[str, bool | int]) -> None:
    for position in random_games(options, 1)[::6]:
        if position.over:
            continue
        out = room(position)
        seat = int(position.turn)
        n = int(position.legal(seat, out))
        legal = [int(out[i]) for i in range(n)]
        assert legal == sorted(legal)
        dice = fast(11)
        counts = dict.fromkeys(legal, 0)
        for _ in range(40 * n):
            counts[int(position.pick(seat, dice, out))] += 1
        spread = sum((count - 40) ** 2 for count in counts.values()) / 40
        assert spread < n + 5 * math.sqrt(2 * n)


def test_determinization_is_uniform_over_all_deals() -> None:
    position = masked(
        board(
            """
            S? S? . . .
             . . . . .
              . . . . .
               . . . . .
                . . . . .
        """.replace("S?", "Ss")
        ),
        0,
    )
    dice = fast(2)
    seen = {"SsSs": 0, "SsSg": 0, "SgSs": 0, "SgSg": 0}
    for _ in range(3900):
        view = own(position.copy())
        view.determinize(0, dice)
        seen[GAME.position_text(view)[:4]] += 1
    # 7 * 6, 7 * 6, 6 * 7 and 6 * 5 of 13 * 12 deals
    for key, deals in {"SsSs": 42, "SsSg": 42, "SgSs": 42, "SgSg": 30}.items():
        assert abs(seen[key] - 25 * deals) < 130


def test_case_spaces_and_the_order_of_an_attack_do_not_matter() -> None:
    position = fresh(clues=True)
    for free, strict in {
        " C3  OWN ": "c3 own",
        "attack c2 b3 b2": "attack b2 c2 b3",
        "Start Gold": "start gold",
        "a1 other CLUE": "a1 other clue",
    }.items():
        assert GAME.action_text(position, 0, GAME.parse_action(position, 0, free)) == strict


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not an action: expected"),
        ("c3", "is not an action: expected"),
        ("c3 mine", "'c3 own', 'c3 other'"),
        ("c3 ?", "is not an action: expected"),
        ("f1 own", "'f1' is not a cell"),
        ("c3 own clue", "clue tokens need the option clues"),
        ("c3 own clue clue", "is not an action: expected"),
        ("attack a1 a2", "three different cells"),
        ("attack a1 a2 a2", "three different cells"),
        ("attack a1 a2 a3 a4", "three different cells"),
        ("attack a1 a2 e5", "must be connected"),
        ("attack a1 a2 a9", "'a9' is not a cell"),
        ("start red", "start gold"),
        ("declare now", "is not an action: expected"),
    ],
)
def test_bad_actions_are_rejected_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(BadNotation, match=why.replace("?", r"\?")):
        GAME.parse_action(fresh(), 0, text)


GOOD = "...../.Gg.../..Ss../...../..... G turn 2 6+6 6+6 0-0 G 0 - -"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("turn", "tern", "expected a line such as"),
        (".Gg", "Gg", "expected a line such as"),
        ("Ss", "S?!", "expected a line such as"),
        ("6+6 6+6", "7+6 6+6", "13 caps"),
        ("6+6 6+6", "8+4 6+6", "7 own and 6 other"),
        ("6+6 6+6", "99+6 6+6", "13 caps"),
        ("6+6 6+6", "12? 12?", ""),
        (".Gg", ".Gg*", "option clues"),
        ("2 6+6", "3 6+6", "take turns"),
        ("2 6+6", "200 6+6", "void at its turn_limit"),
        ("2 6+6", "9999 6+6", "no more turns"),
        ("2 6+6", "0 6+6", "empty before the first turn"),
        ("turn", "fill", "once a hand is empty"),
        ("turn", "between", "an ending"),
        ("0-0", "2-0", "decided"),
        ("0-0", "2-2", "more games"),
        ("G 0 -", "G 3 -", "void"),
        ("G 0 -", "G 0 declared", "an ending"),
        ("- -", "- xG", ""),
    ],
)
def test_bad_positions_are_rejected_with_a_reason(old: str, new: str, why: str) -> None:
    text = GOOD.replace(old, new, 1)
    position = fresh()
    if why:
        with pytest.raises(BadNotation, match=why):
            GAME.parse_position(position, text)
    else:
        GAME.parse_position(position, text)


def test_broken_bytes_are_rejected() -> None:
    options = GAME.complete(2, {})
    for position in random_games({}, 1):
        data = position.to_bytes()
        assert GAME.load(data, 2, options).to_bytes() == data
        with pytest.raises(BadNotation):
            GAME.load(data[:-1], 2, options)
        with pytest.raises(BadNotation):
            GAME.load(data + b"\0", 2, options)
        with pytest.raises(BadNotation):
            GAME.load(data[:49] + bytes([255] * 32), 2, options)


def test_flipped_bits_never_leave_a_position_without_actions() -> None:
    options = GAME.complete(2, {})
    for position in random_games({}, 2)[::3]:
        data = position.to_bytes()
        for bit in range(8 * 49, 8 * len(data)):
            broken = bytearray(data)
            broken[bit // 8] ^= 1 << bit % 8
            try:
                loaded = own(GAME.load(bytes(broken), 2, options))
            except BadNotation:
                continue
            assert loaded.to_bytes() == bytes(broken)
            assert loaded.over or texts(loaded)
            GAME.draw(loaded)


@pytest.mark.parametrize("clues", [False, True])
def test_others_do_not_read_the_symbol_of_a_placement(clues: bool) -> None:
    position = fresh(clues=clues)
    seen_as = {"c3 own": "c3 ?", "c3 other": "c3 ?", "attack b2 c2 b3": "attack b2 c2 b3", "declare": "declare"}
    for text, seen in {**seen_as, **({"c3 other clue": "c3 ? clue"} if clues else {})}.items():
        action = GAME.parse_action(position, 0, text)
        assert GAME.seen_text(position, 0, action, 0) == (seen if clues else text)
        assert GAME.seen_text(position, 0, action, 1) == seen
        assert GAME.seen_text(position, 0, action, -1) == seen


@pytest.mark.parametrize("options", [{"sets": 2}, {"turn_limit": 9}, {"turn_limit": 1001}, {"clues": "maybe"}, {"data": ""}])
def test_bad_options_are_rejected(options: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        GAME.complete(2, options)


def test_a_resigned_match_survives_its_text_and_says_so() -> None:
    for position in random_games({"clues": True}, 2)[::5]:
        if position.over:
            continue
        position.resign(1)
        again = own(position.blank())
        GAME.parse_position(again, GAME.position_text(position))
        again.dice.copy_from(position.dice)
        assert again.to_bytes() == position.to_bytes()
        assert "Silver resigned, Gold wins" in GAME.draw(again)


def test_filling_the_board_counts_no_turns() -> None:
    drawing = """
        Gg Gs Gg Gs Gg
         Gs Gg Gs Gg Gs
          Gg Gs Ss . .
           Sg Ss Sg . .
            Ss Sg Ss . .
    """
    position = board(drawing)
    assert "Turn 3 of 200 at most: Gold is to move." in GAME.draw(position)
    play(position, "d3 own")
    assert "Silver fills the board." in GAME.draw(position)
    assert "Turn" not in GAME.draw(position)
