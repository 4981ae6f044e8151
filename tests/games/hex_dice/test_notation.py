"""Notation of actions and positions: round trips, and texts that are rejected."""

from __future__ import annotations

import pytest
from tests.games.hex_dice.boards import battle, empty, islands, moves, play, started
from tests.games.hex_dice.invariants import check

from bestagon.core.actions import room
from bestagon.core.dice import Dice, fast
from bestagon.core.errors import BadNotation
from bestagon.games.hex_dice import GAME
from bestagon.games.hex_dice.rules.state import HexDicePosition
from bestagon.grid import hexagon

FUZZ = 60
"""The number of positions to corrupt for each game; raise it for a longer manual run."""

GAMES: list[tuple[int, dict[str, object]]] = [
    (2, {}),
    (2, {"map": 8}),
    (3, {"terrain": "roulette", "patience": 5}),
    (4, {"map": 8, "terrain": "preset"}),
    (6, {"terrain": "preset"}),
]


def round_trip(position: HexDicePosition) -> None:
    """Assert that a position survives a round trip through text and bytes."""
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
    position = started(players, seed=players, **options)
    dice, out = fast(7), room(position)
    steps = 0
    while not position.over:
        seat = int(position.turn)
        n = position.legal(seat, out)
        assert 0 < n <= position.max_legal
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
    merged = play(battle("r4  R5  .   .   b1", "g5"), "g5-g6")
    assert GAME.position_text(merged) == "become:g6+ r rb 0 - r@g2:?g6 b@g12:1g9 -"
    round_trip(merged)
    round_trip(play(merged, "become 3"))
    round_trip(battle("r4  R5f .   .   b4t", "g5", tokens={"g6": 2, "g9": 4}, last=("g5", "g9"), quiet=3))
    resigned = started(4, seed=2)
    resigned.resign(2)
    round_trip(resigned)
    assert GAME.position_text(resigned).endswith("g@-:-!1~1 y@-:- -")


def test_actions_are_parsed_leniently() -> None:
    position = battle("r4  .   .   .   b1", "g5")
    assert GAME.parse_action(position, 0, "  G5-g6 ") == GAME.parse_action(position, 0, "g5-g6")
    assert GAME.parse_action(position, 0, "reroll 5 3") == GAME.parse_action(position, 0, "reroll 3  5")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not an action"),
        ("march g5", "is not an action"),
        ("g5-z9", "'z9' is not a cell of this map: cells are a1 to m7"),
        ("g5-g9", "at most three steps"),
        ("g5-g5", "at most three steps"),
        ("g5*f7", "in a straight line"),
        ("base a1", "a1 is not a base: bases are g12, g2"),
        ("become 7", "is not an action"),
        ("deploy 0 g5", "is not an action"),
        ("forest z1", "not a cell"),
    ],
)
def test_bad_actions_are_rejected(text: str, words: str) -> None:
    with pytest.raises(BadNotation, match=words):
        GAME.parse_action(empty(), 0, text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("play r rb 0 -", "8 words, not 5"),
        ("dance r rb 0 - r@g2:1g5 b@g12:1g9 -", "is not a phase"),
        ("play x rb 0 - r@g2:1g5 b@g12:1g9 -", "'x' is not a seat: seats are r, b"),
        ("play r rr 0 - r@g2:1g5 b@g12:1g9 -", "is not an order"),
        ("play r rb x - r@g2:1g5 b@g12:1g9 -", "quiet turns"),
        ("play r rb 0 Xe5 r@g2:1g5 b@g12:1g9 -", "'Xe5' is not terrain"),
        ("play r rb 0 Fg7 r@g2:1g5 b@g12:1g9 -", "cannot have terrain"),
        ("play r rb 0 - b@g2:1g5 b@g12:1g9 -", "is not the camp of r"),
        ("play r rb 0 - r@g3:1g5 b@g12:1g9 -", "g3 is not a base: bases are g12, g2"),
        ("play r rb 0 - r@g2:9g5 b@g12:1g9 -", "'9g5' is not a unit"),
        ("play r rb 0 - r@g2:1g5 b@g12:1g5 -", "two units on g5"),
        ("play r rb 0 - r@g2:1g5-3 b@g12:1g9 -", "with 3 tokens"),
        ("play r rb 0 Lg5 r@g2:1g5 b@g12:1g9 -", "cannot be there"),
        ("play r rb 0 - r@g2:- b@g12:1g9 -", "must have units on the map and no dice in hand"),
        ("play r rb 999 - r@g2:1g5 b@g12:1g9 -", "cannot be on turn"),
        ("play r rb 0 - r@g2:?g5 b@g12:1g9 -", "cannot hold a 7"),
        ("play r rb 0 - r@g2:1g5 b@g2:1g9 -", "no base of its own"),
        ("play r rb 0 - r@g2:1g5 b@g12:1g9 won", "is not an ending"),
        ("play r rb 0 - r@g2:1g5 b@g12:1g9;3 -", "must have units on the map and no dice in hand"),
        ("roulette:40 r - 0 - r@-:- b@-:- -", "does not fit the phase"),
        ("play r rb 0 - r@g2:1a2,1a3,1a4,1a5,1a6,1b1,1b2 b@g12:1g9 -", "more than 6 units"),
        ("play r rb 0 - r@g2:1g5 b@g12:-!1 -", "the game goes on"),
        ("roulette:12 r - 0 - r@-:- b@-:- -", "a roulette cannot have"),
        ("base r rb 3 - r@-:- b@-:- -", "3 quiet turns before the first turn"),
        ("deploy:2 b br 0 - r@g12:-;222355 b@g2:-;113466 -", "within 1 steps, not 2"),
        ("deploy:74 b br 0 - r@g12:-;222355 b@g2:-;113466 -", "within 1 steps, not 74"),
        ("deploy:1 b br 0 Lf1,Lf2 r@g12:-;222355 b@g2:-;113466 -", "within 2 steps, not 1"),
        ("deploy:1 r br 0 - r@g12:-;222355 b@g2:-;113466 -", "seat 1 has finished deploying but has dice left"),
        ("deploy:1 b br 0 - r@g12:2g13;22355 b@g2:-;113466 -", "seat 0 cannot have deployed yet"),
        ("deploy:1 b br 0 - r@g12:-;222355 b@g2:1g1*;13466 -", "no unit of seat 1 has acted yet"),
        ("deploy:1 b br 0 - r@g12:-;222355 b@g2:1g1+;13466 -", "cannot have guard or tokens"),
        ("deploy:1 b br 0 - r@g12:-;222355 b@g2:1g1-1;13466 -", "cannot have guard or tokens"),
        ("deploy:1 b br 0 - r@g12:-;222355 b@g2:1g12;13466 -", "on the base of another seat"),
        ("deploy:1 b br 0 - r@g12:-;222355 b@g2:1g4;13466 -", "too far from its base"),
    ],
)
def test_bad_positions_are_rejected(text: str, words: str) -> None:
    with pytest.raises(BadNotation, match=words):
        GAME.parse_position(empty(), text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("base g brg 0 - r@-:- b@-:- g@-:- -", "seat 1 has had its choice but has no base"),
        ("base g brg 0 - r@-:- b@a7:- g@-:- -", "seat 0 has had its choice but has no base"),
        ("base r brg 0 - r@-:- b@-:-!1 g@-:- -", "has not resigned"),
    ],
)
def test_bad_positions_of_three_are_rejected(text: str, words: str) -> None:
    with pytest.raises(BadNotation, match=words):
        GAME.parse_position(empty(3), text)


def test_a_map_of_lakes_is_rejected_in_set_up_only() -> None:
    wet = ",".join(f"L{name}" for name in cells_to_flood())
    with pytest.raises(BadNotation, match="leave no room"):
        GAME.parse_position(empty(), f"base r rb 0 {wet} r@-:- b@-:- -")
    GAME.parse_position(empty(), f"play r rb 0 {wet} r@g2:1g2 b@g12:1g12 -")
    roulette = empty(terrain="roulette")
    for pending, words in ((35, "a roulette cannot have"), (3, "a roulette cannot have")):
        with pytest.raises(BadNotation, match=words):
            GAME.parse_position(roulette, f"roulette:{pending} r - 0 Lb1,Lb2 r@-:- b@-:- -")
    GAME.parse_position(roulette, "roulette:34 r - 0 Lb1,Lb2 r@-:- b@-:- -")


def cells_to_flood() -> list[str]:
    """Return all cells of map 6 except the centre, the corners and the marked bases."""
    return [name for name in hexagon(6).names if name not in ("a1", "a7", "g1", "g2", "g7", "g12", "g13", "m1", "m7")]


def test_the_deployment_radius_stays_after_a_neighbour_has_resigned() -> None:
    position = started(4, data=islands("a2 l1 l2 l3 l4 l5 l6 l7"))
    play(position, "base a7", "base a1", "base m7", "base m1", *["keep"] * 4)
    first = int(position.turn)
    for cell in ("a2", "g7", "g13"):
        play(position, min(text for text in moves(position) if text.endswith(f" {cell}")))
    assert position.deploy_radius == 11
    position.resign(first)
    assert position.deploy_radius == 11  # though six steps would be enough now
    round_trip(position)


FUZZED: list[tuple[int, dict[str, object]]] = [
    (2, {}),
    (2, {"map": 8, "terrain": "generation"}),
    (3, {"terrain": "roulette"}),
    (4, {"terrain": "preset"}),
    (6, {"map": 8, "terrain": "preset", "preset": 2}),
]


@pytest.mark.parametrize(("players", "options"), FUZZED)
def test_every_accepted_set_up_can_be_played(players: int, options: dict[str, object]) -> None:
    dice, accepted = fast(players), 0
    for seed in range(FUZZ):
        position = started(players, seed=seed, **options)
        walk(position, dice, int(dice.below(6 * players) + (position.pending_terrain if dice.below(3) else 0)), resign=players > 2)
        if not position.over:
            accepted += sum(playable(broken, dice) for broken in (corrupt_bytes(position, dice), corrupt_text(position, dice)))
    assert accepted


def walk(position: HexDicePosition, dice: Dice, steps: int, resign: bool = False) -> None:
    """Play random actions; assert that there always is one."""
    out = room(position)
    for _ in range(steps):
        if position.over:
            return
        if resign and dice.below(30) == 0:
            position.resign(position.turn)
            continue
        n = position.legal(position.turn, out)
        assert 0 < n <= position.max_legal
        position.play(position.turn, int(out[dice.below(n)]))


def playable(position: HexDicePosition | None, dice: Dice) -> bool:
    """Tell whether a position was accepted, and play on from it if it was."""
    if position is None:
        return False
    position.dice.copy_from(fast(int(dice.below(1000))))
    walk(position, dice, 50)
    return True


def corrupt_bytes(position: HexDicePosition, dice: Dice) -> HexDicePosition | None:
    """Return the position read after one or two bytes change, None if they are rejected."""
    data = bytearray(position.to_bytes())
    for _ in range(1 + dice.below(2)):
        at = 1 + dice.below(60) if dice.below(2) else 1 + dice.below(len(data) - 49)  # the small fields are at the end
        data[len(data) - at] = dice.below(16) if dice.below(2) else dice.below(256)
    fresh = position.blank()
    assert isinstance(fresh, HexDicePosition)
    try:
        fresh.from_bytes(bytes(data))
    except (ValueError, BadNotation):
        return None
    return fresh


def corrupt_text(position: HexDicePosition, dice: Dice) -> HexDicePosition | None:
    """Return the position parsed after its text changes, None if it is rejected."""
    words = GAME.position_text(position).split()
    for _ in range(1 + dice.below(2)):
        at = dice.below(len(words) - 1)
        word = words[at]
        cut, end = dice.below(len(word) + 1), dice.below(3)
        letters = "rbgypo123456-:;,@!~*+"
        words[at] = word[:cut] + letters[dice.below(len(letters))] * dice.below(2) + word[cut + end :]
    if dice.below(3) == 0:
        words[1] = "rbgypo"[dice.below(position.seats)]
    fresh = position.blank()
    assert isinstance(fresh, HexDicePosition)
    try:
        GAME.parse_position(fresh, " ".join(words))
    except BadNotation:
        return None
    return fresh


def test_garbage_bytes_are_rejected() -> None:
    position = started(3, seed=1, terrain="roulette")
    data = position.to_bytes()
    for n in (0, 10, len(data) - 1):
        with pytest.raises(BadNotation):
            GAME.load(data[:n], 3, GAME.complete(3, {"terrain": "roulette"}))
    rejected = 0
    dice = fast(1)
    for _ in range(300):
        broken = bytearray(data)
        broken[49 + dice.below(len(data) - 49)] = dice.below(256)
        try:
            loaded = GAME.load(bytes(broken), 3, GAME.complete(3, {"terrain": "roulette"}))
        except BadNotation:
            rejected += 1
        else:
            out = room(loaded)
            assert loaded.legal(int(loaded.acting()).bit_length() - 1, out) > 0
    assert rejected > 200
