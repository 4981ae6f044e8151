"""Actions and positions to text and back."""

from __future__ import annotations

import random

import pytest
from tests.games.hex_roller.boards import at, blank, legal, new, play, seat
from tests.games.hex_roller.invariants import check

from bestagon.core.actions import room
from bestagon.core.dice import fast
from bestagon.core.errors import BadNotation
from bestagon.games.hex_roller import GAME
from bestagon.games.hex_roller.rules.state import RollerPosition


def random_game(position: RollerPosition, seed: int) -> list[RollerPosition]:
    """Return every position of a random game in which seats act in any order and sometimes resign."""
    rng, dice, out = random.Random(seed), fast(seed), room(position)
    seen = [position.copy()]
    while not position.over:
        who = rng.choice([s for s in range(int(position.seats)) if position.acting() >> s & 1])
        if position.seats > 1 and rng.random() < 0.005:
            position.resign(who)
        else:
            position.play(who, position.pick(who, dice, out))
        seen.append(position.copy())
    return seen  # type: ignore[return-value]


GAMES = [(players, side, dice) for players in (1, 2, 3, 8) for side in ("front", "back") for dice in (8, 7)]


@pytest.mark.parametrize(("players", "side", "dice"), GAMES)
def test_texts_and_bytes_round_trip(players: int, side: str, dice: int) -> None:
    into = blank(players, "", side=side, dice=dice)
    for position in random_game(new(players, "", side=side, dice=dice), players):
        check(position)
        loaded = GAME.load(position.to_bytes(), players, GAME.complete(players, {"side": side, "dice": dice}))
        assert loaded.to_bytes() == position.to_bytes()
        position.mask(-1)
        GAME.parse_position(into, GAME.position_text(position))
        assert into.to_bytes() == position.to_bytes()
        for who in range(players):
            out, again = room(position), room(into)
            assert list(out[: position.legal(who, out)]) == list(again[: into.legal(who, again)])
    assert max(len(line) for line in GAME.draw(position).splitlines()) <= 100


@pytest.mark.parametrize("side", ["front", "back"])
def test_actions_round_trip(side: str) -> None:
    position = new(data="", side=side)
    texts = [GAME.action_text(position, 0, action) for action in range(int(position.actions))]
    assert len(set(texts)) == position.actions
    assert [GAME.parse_action(position, 0, text.upper() + " ") for text in texts] == list(range(int(position.actions)))


def test_the_forms_of_actions() -> None:
    position = new()
    for text in ("take 5", "take 5 +1", "take 5 bonus", "e5", "2 e5", "red 5 green 6", "red 6 green 5", "red 5", "green 5", "done"):
        assert GAME.action_text(position, 0, GAME.parse_action(position, 0, text)) == text


@pytest.mark.parametrize(
    "text", ["", "take", "take 2", "take 9", "take 5 +2", "red 5 green 5", "green 5 red 6", "red", "pass", "5", "e5 2", "é1"]
)
def test_a_text_that_is_no_action_is_rejected(text: str) -> None:
    with pytest.raises(BadNotation, match="actions are 'take 5'"):
        GAME.parse_action(new(), 0, text)


@pytest.mark.parametrize("text", ["f1", "a7", "2 a0", "zz9"])
def test_an_unknown_cell_is_rejected(text: str) -> None:
    with pytest.raises(BadNotation, match="its cells are a1 to e6"):
        GAME.parse_action(new(), 0, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is 'round dice' and 1 sheets"),
        ("1 33345678", "is 'round dice' and 1 sheets"),
        ("1 3334567 | " + seat(), "a roll has 8 dice"),
        ("4 33345678 | " + seat(), "the round must be 1 to 3"),
        ("1 33345678 | " + seat() + " |", "is not cells bonuses red green step"),
        ("1 33345678 | " + seat(step="sleep"), "steps are take1"),
        ("1 33345678 | " + seat("3..."), "the sheet has 30 cells, not 4"),
        ("1 33345678 | " + seat(red="-"), "a row has 3 boxes, not 1"),
        ("1 33345678 | " + seat(red="3--"), "boxes after round 0 must be empty"),
        ("1 33345678 | " + seat(step="box:3:4", bonuses="+d"), "the sheet must hold one 2 if that bonus is used"),
        ("1 33345678 | " + seat(step="write1:3x5"), "at most one more"),
        ("1 33345678 | " + seat(step="write1:3x2@b2"), "the last cell of a chain must hold its number"),
        ("1 33345678 | " + seat(step="write1:3x2@z2"), "this sheet has no cell 'z2'"),
        ("1 33345678 | " + seat(step="box"), "the first number"),
        ("1 33345678 | " + seat(step="take1:3"), "the first number"),
        ("1 33345678 | " + seat(step="write3:3:7x1"), "the second number"),
        ("1 33345678 | " + seat(step="box:3:3"), "different"),
        ("1 33344568 | " + seat(step="take2:7"), "one of those rolled"),
        ("1 33345678 | " + seat(step="write3:3:4:5x1"), "a third chain needs the dice bonus"),
        ("1 33345678 | " + seat(bonuses="+2d!"), "a bonus used this round"),
        ("1 33345678 | " + seat(step="done"), "a seat must be acting before the last round is over"),
        ("1 33345678 | " + seat().replace("x", "."), "cannot be '.'"),
        ("1 33345678 | " + seat().replace("3", "4", 1), "a printed 3 is missing"),
        ("1 33345678 | " + seat() + " resigned2", "must be numbered 1, 2, 3|no legal action|has resigned"),
    ],
)
def test_a_text_that_is_no_position_is_rejected(text: str, message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        GAME.parse_position(blank(), text)


def test_damaged_bytes_are_rejected_or_playable() -> None:
    position = new(2)
    data = position.to_bytes()
    rng = random.Random(4)
    with pytest.raises(BadNotation):
        GAME.load(data[:-1], 2, GAME.complete(2, {}))
    rejected = 0
    for _ in range(300):
        broken = bytearray(data)
        broken[rng.randrange(49, len(data))] ^= 1 << rng.randrange(8)
        twin = blank(2)
        try:
            twin.from_bytes(bytes(broken))
        except ValueError:
            rejected += 1
            continue
        assert twin.over or any(legal(twin, who) for who in range(2))
    assert rejected > 200


def test_the_drawing_shows_what_a_player_needs() -> None:
    position = play(at("33345678", seat(), seat()), "take 3", "a2")
    picture = GAME.draw(position)
    assert "dice: 3 3 3 | 4 | 5 | 6 | 7 | 8" in picture
    assert "(3) *3" in picture
    assert "Write a 3 next to the last one: 2 to go." in picture
    assert "Choose your first number." in picture


def test_every_step_has_a_prompt() -> None:
    position = at("33345678", seat(), seat())
    prompts = [GAME.prompt(position, 0)]
    for text in ("take 5", "c2", "take 6", "d2", "red 5 green 6", "take 8 bonus", "e2"):
        prompts.append(GAME.prompt(play(position, text), 0))
    assert len(set(prompts)) == len(prompts)
    assert prompts[-1] == "Wait for the others."
