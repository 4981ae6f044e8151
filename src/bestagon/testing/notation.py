"""Checks of the notation: actions and positions survive their texts, and nonsense is refused."""

from __future__ import annotations

from bestagon.core.dice import fast
from bestagon.core.errors import BadNotation
from bestagon.core.position import Position
from bestagon.testing.cases import Case, acting_seats, legal, random_game

MANY = 40
"""How many actions of a position are read back."""


def check_texts(case: Case) -> None:
    """Check that actions and positions survive their texts, and there is a drawing and a prompt."""
    for seed in range(3):
        dice = fast(seed + 20_000)
        for position in random_game(case, seed, resign=True, avoid=case.avoided() if seed == 1 else set(), dice=dice):
            if dice.below(4) == 0 or position.over:
                for seat in range(case.players):
                    _check_actions(case, position, seat)
                _check_position(case, position)


def _check_actions(case: Case, position: Position, seat: int) -> None:
    game, where = case.game, case.describe(position)
    actions = legal(position, seat)
    texts = [game.action_text(position, seat, action) for action in actions]
    assert len(set(texts)) == len(texts), f"two legal actions of seat {seat} have the same text {where}: {sorted(texts)[:20]}"
    for action, text in list(zip(actions, texts, strict=True))[:MANY]:
        assert text == " ".join(text.split()), f"the text {text!r} has spaces at its ends, or several together"
        for written in (text, f"  {text.upper()} "):
            read = game.parse_action(position, seat, written)
            assert read == action, f"parse_action reads {written!r} as {read}, but it is action {action} {where}"


def _check_position(case: Case, position: Position) -> None:
    game = case.game
    line = game.position_text(position)
    assert "\n" not in line, f"position_text() has several lines: {line!r}"
    again = position.blank()
    game.parse_position(again, line)
    plain = position.copy()
    plain.dice.blank()
    plain.revealed = again.revealed
    assert again.to_bytes() == plain.to_bytes(), f"parse_position(position_text()) is another position than {line!r}"
    assert game.position_text(again) == line, f"{line!r} is read and written again as {game.position_text(again)!r}"
    assert game.draw(position).strip(), f"draw() returns nothing for {line!r}"
    for seat in acting_seats(position):
        assert game.prompt(position, seat).strip(), f"prompt() returns nothing for {line!r}"


def check_bad_texts(case: Case) -> None:
    """Check that texts that are no action or position raise BadNotation."""
    position = case.started(1)
    line = case.game.position_text(position)
    for text in ("", "x", f"{line} more", f"{line[:-3]}@", line[1:]):
        try:
            case.game.parse_position(position.blank(), text)
        except BadNotation:
            continue
        raise AssertionError(f"parse_position accepts {text!r}, a position is like {line!r}")
    seat = acting_seats(position)[0]
    for text in ("", "?", "no such thing"):
        try:
            case.game.parse_action(position, seat, text)
        except BadNotation:
            continue
        raise AssertionError(f"parse_action accepts {text!r}")
