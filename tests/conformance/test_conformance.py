"""What every registered game must keep, found out by playing thousands of random games."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.conformance.cases import Case, all_cases, invariants, legal, random_step, seats_of, shortcuts, usual_cases

from bestagon.core import registry
from bestagon.core.dice import Dice, fast
from bestagon.core.errors import BadNotation, BestagonError, IllegalMove
from bestagon.core.position import Position
from bestagon.core.table import Table
from bestagon.engine.rollout import any_action

ALL = all_cases()
USUAL = usual_cases()
every_case = pytest.mark.parametrize("case", ALL, ids=str)
usual_case = pytest.mark.parametrize("case", USUAL, ids=str)


def test_the_five_games_and_the_example_are_there() -> None:
    assert {"pocket-hexes", "beerhex", "hex-roller", "hexagone", "hex-dice", "hex"} <= set(registry.all_games())


def check_offers(position: Position) -> None:
    """Some seat can act until the game is over, and nobody else can."""
    acting = int(position.acting())
    seats = int(position.seats)
    assert (acting == 0) == position.over
    assert acting >> seats == 0
    for seat in range(seats):
        actions = legal(position, seat)
        assert len(actions) == len(set(actions)) <= position.max_legal
        assert all(0 <= action < position.actions for action in actions)
        assert bool(actions) == bool((acting >> seat) & 1)


def check_result(position: Position, case: Case) -> None:
    """Scores, places and payoffs tell one story."""
    seats = range(case.players)
    places = [int(position.place(seat)) for seat in seats]
    assert position.ending() in case.game.endings
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    for a in seats:
        assert -1 <= position.payoff(a) <= 1
        for b in seats:
            if not position.resigned(a) and not position.resigned(b):
                assert position.score(a) <= position.score(b) or places[a] <= places[b]
            if position.resigned(a) and not position.resigned(b):
                assert places[a] > places[b]
            assert (position.payoff(a) > position.payoff(b)) == (places[a] < places[b])
    if case.players > 1:
        assert abs(sum(position.payoff(seat) for seat in seats)) < 1e-9


@every_case
def test_random_games_keep_the_contract(case: Case) -> None:
    check = invariants(case.game)
    short = shortcuts(case)
    for seed in range(12):
        position = case.started(seed)
        dice = fast(seed + 10_000)
        assert not position.over
        assert position.ending() == ""
        while not position.over:
            check_offers(position)
            check(position)
            random_step(position, dice, resign=seed % 3 == 2, avoid=short if seed % 2 else set())
        check_offers(position)
        check(position)
        check_result(position, case)


@every_case
def test_bytes_copies_and_texts_round_trip(case: Case) -> None:
    used = case.started(99)
    for _ in range(5):
        if not used.over:
            random_step(used, fast(7))
    for seed in range(3):
        position = case.started(seed)
        dice = fast(seed + 20_000)
        while True:
            if dice.below(4) == 0 or position.over:
                check_bytes(position, used)
                check_texts(position, case)
            if position.over:
                break
            random_step(position, dice, resign=True, avoid=shortcuts(case) if seed == 1 else set())


def check_bytes(position: Position, used: Position) -> None:
    data = position.to_bytes()
    again = position.blank()
    again.from_bytes(data)
    assert again.to_bytes() == data
    used.copy_from(position)
    assert used.to_bytes() == data
    twin = position.copy()
    if not position.over:
        one, other = fast(5), fast(5)
        for _ in range(6):
            if twin.over:
                break
            assert random_step(twin, one) == random_step(again, other)
            assert twin.to_bytes() == again.to_bytes()
        twin.resign(0) if twin.seats > 1 and not twin.resigned(0) and not twin.over else None
    assert position.to_bytes() == data == used.to_bytes()


def check_texts(position: Position, case: Case) -> None:
    game = case.game
    for seat in range(case.players):
        actions = legal(position, seat)
        texts = [game.action_text(position, seat, action) for action in actions]
        assert len(set(texts)) == len(texts)
        for action, text in list(zip(actions, texts, strict=True))[:40]:
            assert text == " ".join(text.split()).lower() or text == " ".join(text.split())
            assert game.parse_action(position, seat, text) == action
            assert game.parse_action(position, seat, f"  {text.upper()} ") == action
    line = game.position_text(position)
    assert "\n" not in line
    again = position.blank()
    game.parse_position(again, line)
    plain = position.copy()
    plain.dice.blank()
    plain.revealed = again.revealed
    assert again.to_bytes() == plain.to_bytes()
    assert game.position_text(again) == line
    assert game.draw(position).strip()
    for seat in seats_of(int(position.acting()), case.players):
        assert game.prompt(position, seat).strip()


@usual_case
def test_the_same_seed_is_the_same_game(case: Case) -> None:
    def play(seed: int) -> list[bytes]:
        position, dice, seen = case.started(seed), fast(1), []
        while not position.over:
            random_step(position, dice)
            seen.append(position.to_bytes())
        return seen

    assert play(4) == play(4)


@usual_case
def test_what_is_not_legal_is_refused_and_changes_nothing(case: Case) -> None:
    table = Table(case.game, case.players, case.options, 3, b"")
    dice = fast(8)
    while not table.over:
        before = table.position.to_bytes()
        for seat in range(case.players):
            good = set(legal(table.position, seat))
            for _ in range(4):
                action = int(dice.below(int(table.position.actions) + 3)) - 1
                if action not in good and action >= 0:
                    with pytest.raises(BestagonError):
                        table.play(action, seat=seat)
        with pytest.raises((BadNotation, IllegalMove)):
            table.play("no such thing", seat=table.acting[0])
        assert table.position.to_bytes() == before
        seat = table.acting[int(dice.below(len(table.acting)))]
        moves = table.moves(seat)
        table.play(moves[int(dice.below(len(moves)))])
    assert table.record.replay().position.to_bytes() == table.position.to_bytes()


@usual_case
def test_what_is_taken_back_leaves_no_trace(case: Case) -> None:
    table = Table(case.game, case.players, case.options, 5, b"")
    dice = fast(9)
    undone = 0
    for _ in range(400):
        if table.over:
            break
        seat = table.acting[int(dice.below(len(table.acting)))]
        moves = table.moves(seat)
        before, steps = table.position.to_bytes(), len(table.steps)
        table.play(moves[int(dice.below(len(moves)))])
        try:
            table.undo(seat)
        except BestagonError:
            assert len(table.steps) == steps + 1
            continue
        undone += 1
        assert table.position.to_bytes() == before
        assert len(table.steps) == steps
        table.play(moves[int(dice.below(len(moves)))])
    if case.game.name in ("hexagone", "pocket-hexes", "hex-roller"):
        assert undone > 0


@usual_case
def test_a_random_pick_is_a_legal_action_and_any_of_them(case: Case) -> None:
    position = case.started(2)
    dice = fast(3)
    while not position.over:
        seat = seats_of(int(position.acting()), case.players)[0]
        actions = legal(position, seat)
        if len(actions) <= 12 and dice.below(4) == 0:
            counts = Counter(int(any_action(position, seat, dice)) for _ in range(60 * len(actions)))
            assert set(counts) == set(actions)
            assert min(counts.values()) > 20
        assert int(any_action(position, seat, dice)) in actions
        random_step(position, dice)


@usual_case
def test_garbage_is_no_position(case: Case) -> None:
    position = case.started(1)
    data = position.to_bytes()
    for broken in (b"", data[:-1], data + b"\0", bytes(len(data) - 1)):
        with pytest.raises(BadNotation, match="not a position of"):
            case.game.load(broken, case.players, case.options)
    for text in ("", "x", case.game.position_text(position) + " more", case.game.position_text(position)[:-3] + "@"):
        with pytest.raises(BadNotation):
            case.game.parse_position(position.blank(), text)
    assert case.game.load(data, case.players, case.options).to_bytes() == data


@usual_case
def test_random_bytes_are_refused_or_make_a_position_that_can_be_written(case: Case) -> None:
    """Whatever `read` lets through must not crash later: flip bytes and look."""
    position = case.started(1)
    dice = fast(6)
    for _ in range(10):
        if not position.over:
            random_step(position, dice)
    data = position.to_bytes()
    for _ in range(60):
        broken = bytearray(data)
        broken[int(dice.below(len(broken)))] ^= 1 << int(dice.below(8))
        again = position.blank()
        try:
            again.from_bytes(bytes(broken))
        except ValueError:
            continue
        assert len(again.to_bytes()) == len(data)


def test_blank_positions_hold_blank_dice() -> None:
    for case in USUAL:
        assert case.game.setup(case.players, case.options).dice.to_bytes() == Dice().to_bytes()
