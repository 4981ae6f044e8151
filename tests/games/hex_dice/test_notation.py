"""Texts of actions and positions: there and back again, and what is refused."""

from __future__ import annotations

import pytest
from tests.games.hex_dice.boards import begun, empty, play, scene
from tests.games.hex_dice.invariants import check

from bestagon.core.dice import fast
from bestagon.core.errors import BadNotation
from bestagon.core.rollout import room
from bestagon.games.hex_dice import GAME
from bestagon.games.hex_dice.position import HexDicePosition

GAMES: list[tuple[int, dict[str, object]]] = [
    (2, {}),
    (2, {"map": 8}),
    (3, {"terrain": "roulette", "patience": 5}),
    (4, {"map": 8, "terrain": "preset"}),
    (6, {"terrain": "preset"}),
]


def round_trip(position: HexDicePosition) -> None:
    """Assert that a position survives its text and its bytes."""
    blind = position.copy()
    blind.mask(-1)
    text = GAME.position_text(position)
    back = position.blank()
    GAME.parse_position(back, text)
    assert back.to_bytes() == blind.to_bytes()
    assert GAME.position_text(back) == text
    again = position.blank()
    again.from_bytes(position.to_bytes())
    assert again.to_bytes() == position.to_bytes()
    assert GAME.draw(again) == GAME.draw(position)
    assert max(len(line) for line in GAME.draw(position).splitlines()) <= 100


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_round_trips_over_random_games(players: int, options: dict[str, object]) -> None:
    position = begun(players, seed=players, **options)
    dice, out = fast(7), room(position)
    steps = 0
    while not position.over:
        seat = int(position.turn)
        n = position.legal(seat, out)
        assert 0 < n <= position.width
        texts = {GAME.action_text(position, seat, int(out[i])): int(out[i]) for i in range(n)}
        assert len(texts) == n
        if steps % 5 == 0:
            assert all(GAME.parse_action(position, seat, text) == action for text, action in texts.items())
            round_trip(position)
            check(position)
        if steps == 150 and players > 2:
            position.resign(seat)
        else:
            position.play(seat, int(out[dice.below(n)]))
        steps += 1
    round_trip(position)
    assert position.ending() in GAME.endings
    assert position.acting() == position.legal(0, out) == 0


def test_every_phase_has_its_text() -> None:
    merged = play(scene("r4  R5  .   .   b1", "g5"), "g5-g6")
    assert GAME.position_text(merged) == "become:g6+ r rb 0 - r@g2:?g6 b@g12:1g9 -"
    round_trip(merged)
    round_trip(play(merged, "become 3"))
    round_trip(scene("r4  R5f .   .   b4t", "g5", tokens={"g6": 2, "g9": 4}, last=("g5", "g9"), quiet=3))
    resigned = begun(4, seed=2)
    resigned.resign(2)
    round_trip(resigned)
    assert GAME.position_text(resigned).endswith("g@-:-!1~1 y@-:- -")


def test_actions_are_read_kindly() -> None:
    position = scene("r4  .   .   .   b1", "g5")
    assert GAME.parse_action(position, 0, "  G5-g6 ") == GAME.parse_action(position, 0, "g5-g6")
    assert GAME.parse_action(position, 0, "reroll 5 3") == GAME.parse_action(position, 0, "reroll 3  5")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is no action"),
        ("march g5", "is no action"),
        ("g5-z9", "'z9' is no cell of this map: cells are a1 to m7"),
        ("g5-g9", "at most three steps"),
        ("g5-g5", "at most three steps"),
        ("g5*f7", "in a straight line"),
        ("base a1", "a1 is no base: bases are g12, g2"),
        ("become 7", "is no action"),
        ("deploy 0 g5", "is no action"),
        ("forest z1", "no cell"),
    ],
)
def test_bad_actions_are_refused(text: str, words: str) -> None:
    with pytest.raises(BadNotation, match=words):
        GAME.parse_action(empty(), 0, text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("play r rb 0 -", "8 words, not 5"),
        ("dance r rb 0 - r@g2:1g5 b@g12:1g9 -", "is no phase"),
        ("play x rb 0 - r@g2:1g5 b@g12:1g9 -", "'x' is no seat: seats are r, b"),
        ("play r rr 0 - r@g2:1g5 b@g12:1g9 -", "is no order"),
        ("play r rb x - r@g2:1g5 b@g12:1g9 -", "quiet turns"),
        ("play r rb 0 Xe5 r@g2:1g5 b@g12:1g9 -", "'Xe5' is no terrain"),
        ("play r rb 0 Fg7 r@g2:1g5 b@g12:1g9 -", "never has terrain"),
        ("play r rb 0 - b@g2:1g5 b@g12:1g9 -", "is not the camp of r"),
        ("play r rb 0 - r@g3:1g5 b@g12:1g9 -", "g3 is no base: bases are g12, g2"),
        ("play r rb 0 - r@g2:9g5 b@g12:1g9 -", "'9g5' is no unit"),
        ("play r rb 0 - r@g2:1g5 b@g12:1g5 -", "two units on g5"),
        ("play r rb 0 - r@g2:1g5-3 b@g12:1g9 -", "with 3 tokens"),
        ("play r rb 0 Lg5 r@g2:1g5 b@g12:1g9 -", "cannot be there"),
        ("play r rb 0 - r@g2:- b@g12:1g9 -", "no army on the map"),
        ("play r rb 999 - r@g2:1g5 b@g12:1g9 -", "cannot be on turn"),
        ("play r rb 0 - r@g2:?g5 b@g12:1g9 -", "cannot be"),
        ("play r rb 0 - r@g2:1g5 b@g2:1g9 -", "no base of its own"),
        ("play r rb 0 - r@g2:1g5 b@g12:1g9 won", "is no ending"),
        ("play r rb 0 - r@g2:1g5 b@g12:1g9;3 -", "no army on the map"),
        ("roulette:40 r - 0 - r@-:- b@-:- -", "do not fit"),
        ("play r rb 0 - r@g2:1a2,1a3,1a4,1a5,1a6,1b1,1b2 b@g12:1g9 -", "more than 6 units"),
        ("play r rb 0 - r@g2:1g5 b@g12:-!1 -", "the game goes on"),
    ],
)
def test_bad_positions_are_refused(text: str, words: str) -> None:
    with pytest.raises(BadNotation, match=words):
        GAME.parse_position(empty(), text)


def test_garbage_bytes_are_refused() -> None:
    position = begun(3, seed=1, terrain="roulette")
    data = position.to_bytes()
    for n in (0, 10, len(data) - 1):
        with pytest.raises(BadNotation):
            GAME.load(data[:n], 3, GAME.complete(3, {"terrain": "roulette"}))
    refused = 0
    dice = fast(1)
    for _ in range(300):
        broken = bytearray(data)
        broken[49 + dice.below(len(data) - 49)] = dice.below(256)
        try:
            loaded = GAME.load(bytes(broken), 3, GAME.complete(3, {"terrain": "roulette"}))
        except BadNotation:
            refused += 1
        else:
            out = room(loaded)
            assert loaded.legal(int(loaded.acting()).bit_length() - 1, out) > 0
    assert refused > 200
