"""Checks, by random games, that a game keeps the contract of Position."""

from __future__ import annotations

import copy
import pickle
from collections import Counter

from bestagon.core.actions import Step
from bestagon.core.dice import Dice, fast
from bestagon.core.errors import BadNotation, BestagonError, IllegalMove, NeedsDice
from bestagon.core.position import Position
from bestagon.core.record import Record
from bestagon.core.table import Table
from bestagon.engine.rollout import any_action
from bestagon.scene.throws import Throw
from bestagon.testing.cases import Case, acting_seats, legal, random_game, random_step

LONGEST = 400
"""How many actions of a game `check_undo` tries to undo."""


def check_random_games(case: Case) -> None:
    """Check that offers, invariants and results of random games are consistent."""
    avoid = case.avoided()
    for seed in range(12):
        position = None
        for position in random_game(case, seed, resign=seed % 3 == 2, avoid=avoid if seed % 2 else set()):
            _check_offers(case, position)
            case.invariants(position)
            if not position.over:
                assert position.ending() == "", f"ending() is {position.ending()!r} while the game runs {case.describe(position)}"
        assert position is not None
        _check_result(case, position)


def _check_offers(case: Case, position: Position) -> None:
    """Check that some seat can act until the game is over, and a seat has legal actions if and only if it can act."""
    acting, where = int(position.acting()), case.describe(position)
    assert (acting == 0) == position.over, f"over is {position.over}, but acting() is {acting:#b} {where}"
    assert acting >> case.players == 0, f"acting() is {acting:#b}, but there are {case.players} seats {where}"
    for seat in range(case.players):
        actions = legal(position, seat)
        doubled = [action for action, n in Counter(actions).items() if n > 1]
        assert not doubled, f"legal() lists {doubled} more than once for seat {seat} {where}"
        assert len(actions) <= position.max_legal, f"{len(actions)} legal actions, but max_legal is {position.max_legal} {where}"
        outside = [action for action in actions if not 0 <= action < position.actions]
        assert not outside, f"legal actions {outside} are not in 0 to {position.actions - 1} {where}"
        may = bool(acting >> seat & 1)
        assert bool(actions) == may, f"seat {seat} {'may' if may else 'may not'} act, but has {len(actions)} legal actions {where}"


def _check_result(case: Case, position: Position) -> None:
    """Check that scores, ranks and payoffs of a finished game agree."""
    seats, where = range(case.players), case.describe(position)
    places = [int(position.place(seat)) for seat in seats]
    scores = [int(position.score(seat)) for seat in seats]
    payoffs = [position.payoff(seat) for seat in seats]
    assert position.ending() in case.game.endings, f"ending() is {position.ending()!r}, which Game.endings does not list {where}"
    told = f"places are {places}, scores {scores}, payoffs {payoffs} {where}"
    assert all(place == 1 + sum(other < place for other in places) for place in places), f"ties must share the better place: {told}"
    for a in seats:
        assert -1 <= payoffs[a] <= 1, f"a payoff is from -1 to 1: {told}"
        for b in seats:
            if not position.resigned(a) and not position.resigned(b):
                assert scores[a] <= scores[b] or places[a] <= places[b], f"a higher score must not rank lower: {told}"
            if position.resigned(a) and not position.resigned(b):
                assert places[a] > places[b], f"a seat that resigned must rank below those that stayed: {told}"
            assert (payoffs[a] > payoffs[b]) == (places[a] < places[b]), f"payoffs must order seats as places do: {told}"
    if case.players > 1:
        assert abs(sum(payoffs)) < 1e-9, f"payoffs must add up to 0: {told}"


def check_serialization(case: Case) -> None:
    """Check that positions survive to_bytes and from_bytes, copy_from and copy."""
    used = case.started(99)
    for _ in range(5):
        if not used.over:
            random_step(used, fast(7))
    for seed in range(3):
        dice = fast(seed + 20_000)
        for position in random_game(case, seed, resign=True, avoid=case.avoided() if seed == 1 else set(), dice=dice):
            if dice.below(4) == 0 or position.over:
                _check_bytes(case, position, used)


def _check_bytes(case: Case, position: Position, used: Position) -> None:
    data, where = position.to_bytes(), str(case.describe(position))
    again = position.blank()
    again.from_bytes(data)
    assert again.to_bytes() == data, f"from_bytes(to_bytes()) is another position {where}"
    used.copy_from(position)
    assert used.to_bytes() == data, f"copy_from() into a used position does not make it equal {where}"
    twin = position.copy()
    if not position.over:
        one, other = fast(5), fast(5)
        for _ in range(6):
            if twin.over:
                break
            same = random_step(twin, one) == random_step(again, other)
            assert same, f"a copy and a position from bytes do not list the same legal actions {where}"
            assert twin.to_bytes() == again.to_bytes(), f"a copy and a position from bytes play differently {where}"
        if twin.seats > 1 and not twin.resigned(0) and not twin.over:
            twin.resign(0)
    assert position.to_bytes() == data == used.to_bytes(), f"playing on a copy changes the original {where}"


def check_pickling(case: Case) -> None:
    """Check that positions and tables can be copied and pickled."""
    table, dice = _table(case, 6), fast(16)
    for _ in range(20):
        if not table.over:
            _random_move(table, dice)
    position = table.position
    for twin in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert type(twin) is type(position), f"a copy is {type(twin).__name__}, not {type(position).__name__}"
        assert twin.to_bytes() == position.to_bytes(), f"a copy or pickle is another position {case.describe(position)}"
    for other in (copy.copy(table), copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        if not other.over:
            other.play(other.moves()[0])
        assert table.position.to_bytes() == position.to_bytes(), "playing on a copied table changes the original"


def check_seeds(case: Case) -> None:
    """Check that the same seed gives the same game."""
    first, second = ([position.to_bytes() for position in random_game(case, 4, dice=fast(1))] for _ in range(2))
    assert first == second, "two games from one seed differ: take chance only from self.dice, and reset all state in start()"
    for resign in (False, True):
        *_, used = random_game(case, 5, resign)
        used.start(fast(4))
        assert used.to_bytes() == case.started(4).to_bytes(), "start() does not reset everything that the last game changed"


def check_illegal_moves(case: Case) -> None:
    """Check that a table refuses illegal moves, stays unchanged, and its record can be replayed."""
    table, dice = _table(case, 3), fast(8)
    while not table.over:
        before, where = table.position.to_bytes(), str(case.describe(table.position))
        for seat in range(case.players):
            good = set(legal(table.position, seat))
            for _ in range(4):
                action = int(dice.below(int(table.position.actions) + 3)) - 1
                if action not in good and action >= 0:
                    _refused(table, action, seat, where)
        try:
            table.play("no such thing", seat=table.acting[0])
        except (BadNotation, IllegalMove):
            pass
        else:
            raise AssertionError(f"the move 'no such thing' is accepted {where}")
        assert table.position.to_bytes() == before, f"a refused move changes the position {where}"
        _random_move(table, dice)
    assert table.record.replay().position.to_bytes() == table.position.to_bytes(), "the record replays to another position"


def _refused(table: Table, action: int, seat: int, where: str) -> None:
    try:
        table.play(action, seat=seat)
    except BestagonError:
        return
    raise AssertionError(f"action {action} of seat {seat} is not listed by legal(), yet it was played {where}")


def check_undo(case: Case) -> None:
    """Check that undo restores the position before the action, or refuses."""
    count_undone(case)


def count_undone(case: Case) -> int:
    """Try to undo every action of a random game and return how many could be undone."""
    table, dice, undone = _table(case, 5), fast(9), 0
    for _ in range(LONGEST):
        if table.over:
            break
        seat = table.acting[int(dice.below(len(table.acting)))]
        moves = table.moves(seat)
        before, steps, where = table.position.to_bytes(), len(table.steps), str(case.describe(table.position))
        table.play(moves[int(dice.below(len(moves)))])
        try:
            step = table.undo(seat)
        except BestagonError:
            assert len(table.steps) == steps + 1, f"a refused undo removes a step {where}"
            continue
        undone += 1
        assert table.position.to_bytes() == before, f"undoing {step.text!r} does not restore the position {where}"
        assert len(table.steps) == steps, f"undoing {step.text!r} keeps the step {where}"
        table.play(moves[int(dice.below(len(moves)))])
    return undone


def check_pick(case: Case) -> None:
    """Check that `pick` returns legal actions, all of them equally likely."""
    position, dice = case.started(2), fast(3)
    while not position.over:
        seat = acting_seats(position)[0]
        actions, where = legal(position, seat), case.describe(position)
        if len(actions) <= 12 and dice.below(4) == 0:
            counts = Counter(int(any_action(position, seat, dice)) for _ in range(60 * len(actions)))
            assert set(counts) == set(actions), f"pick() chooses among {sorted(counts)}, but legal() lists {sorted(actions)} {where}"
            assert min(counts.values()) > 20, f"pick() is not uniform: {dict(counts)} {where}"
        picked = int(any_action(position, seat, dice))
        assert picked in actions, f"pick() returns {picked}, which is not legal {where}"
        random_step(position, dice)


def check_used_up(case: Case) -> None:
    """Check that `used_up` is true only if an action took nothing but itself off the list of legal actions."""
    for seed in range(3):
        position, dice = case.started(seed), fast(seed + 40)
        for _ in range(LONGEST):
            if position.over:
                break
            before, where = [legal(position, seat) for seat in range(case.players)], str(case.describe(position))
            seat, action = random_step(position, dice)
            if not position.used_up(action):
                continue
            left, acting = [other for other in before[seat] if other != action], acting_seats(position)
            assert len(acting) == 1, f"used_up() is true, but {len(acting)} seats may act after action {action} {where}"
            now = legal(position, acting[0])
            assert now == left, f"used_up() is true, but seat {acting[0]} may choose {now} after action {action}, not {left} {where}"


def check_damaged_bytes(case: Case) -> None:
    """Check that bytes of the wrong length are refused; damaged ones are refused or give a position that can be written."""
    position, dice = case.started(1), fast(6)
    data = position.to_bytes()
    for broken in (b"", data[:-1], data + b"\0", bytes(len(data) - 1)):
        try:
            case.game.load(broken, case.players, case.options)
        except BadNotation:
            continue
        raise AssertionError(f"{len(broken)} bytes are accepted as a position, which has {len(data)}")
    assert case.game.load(data, case.players, case.options).to_bytes() == data, "load(to_bytes()) is another position"
    for _ in range(10):
        if not position.over:
            random_step(position, dice)
    data = position.to_bytes()
    for _ in range(60):
        flipped = bytearray(data)
        flipped[int(dice.below(len(flipped)))] ^= 1 << int(dice.below(8))
        again = position.blank()
        try:
            again.from_bytes(bytes(flipped))
        except ValueError:
            continue
        assert len(again.to_bytes()) == len(data), "read() accepts bytes that give a position of another length"


def check_blank_dice(case: Case) -> None:
    """Check that a position that has not started has no dice."""
    position = case.game.new_position(case.players, case.options)
    assert position.dice.to_bytes() == Dice().to_bytes(), "a new position must have blank dice"


def _table(case: Case, seed: int) -> Table:
    return Table(case.game, case.players, case.options, seed, b"")


def _random_move(table: Table, dice: Dice) -> Step:
    moves = table.moves(table.acting[int(dice.below(len(table.acting)))])
    return table.play(moves[int(dice.below(len(moves)))])


def check_real_dice(case: Case) -> None:
    """Check that a game with real dice does with entered dice what it does with the same numbers from a generator."""
    if not case.game.real_dice:
        return
    for seed in range(2):
        rolled, dice = fast(seed), fast(seed + 10_000)
        table, by_hand = _table(case, seed), _start_by_hand(case, rolled)
        for _ in range(LONGEST):
            _check_same(case, table, by_hand)
            if table.over:
                break
            step = _random_move(table, dice)
            _play_by_hand(by_hand, step.seat, step.action, rolled)
            undone = by_hand.position.to_bytes()
            if not by_hand.over:
                again = by_hand.undo()
                assert again.action == step.action, f"undo() undoes {again.text}, not {step.text} {case.describe(by_hand.position)}"
                by_hand.play_checked(again.seat, again.action, again.dice)
                assert by_hand.position.to_bytes() == undone, f"undo() leaves something of {step.text} {case.describe(by_hand.position)}"
        record = Record.of(by_hand)
        assert record.replay().position.to_bytes() == by_hand.position.to_bytes(), "a record with real dice leads to another position"
        assert Record.parse(record.to_json()) == record, "a record with real dice does not survive its text"


def _roll(throw: Throw, rolled: Dice) -> list[int]:
    assert throw.prompt, "a throw has no prompt"
    assert throw.dice, f"a throw has no dice: {throw.prompt}"
    return [die.low + int(rolled.below(die.sides)) for die in throw.dice]


def _start_by_hand(case: Case, rolled: Dice) -> Table:
    numbers: list[int] = []
    while True:
        try:
            return Table(case.game, case.players, case.options, None, b"", numbers)
        except NeedsDice as need:
            numbers += _roll(need.throw, rolled)


def _play_by_hand(table: Table, seat: int, action: int, rolled: Dice) -> None:
    numbers: list[int] = []
    while True:
        try:
            table.play_checked(seat, action, numbers)
            return
        except NeedsDice as need:
            numbers += _roll(need.throw, rolled)


def _check_same(case: Case, table: Table, by_hand: Table) -> None:
    theirs, ours = table.position, by_hand.position
    theirs.dice.blank()
    ours.dice.blank()
    assert ours.to_bytes() == theirs.to_bytes(), f"entered dice do not do the same as rolled ones {case.describe(theirs)}"
