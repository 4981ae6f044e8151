"""Real dice: people roll them and enter what they show."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from itertools import cycle

import pytest

import bestagon
from bestagon import BadDice, BadRecord, CannotUndo, NeedsDice, Record, Table
from bestagon.core.dice import ENTERED, Dice, entered, fast
from bestagon.core.errors import DiceMissing
from bestagon.core.game import Game
from bestagon.core.position import RESIGN, Position
from bestagon.core.table import open_table
from bestagon.i18n import use_language
from bestagon.scene.throws import Throw

FIRST = [3, 4, 4, 5, 6, 7, 8, 8]
SECOND = [5, 5, 5, 6, 6, 7, 3, 4]


def roller(players: int = 1) -> Table:
    return bestagon.start_with_real_dice("hex-roller", FIRST, players=players)


def last_action(table: Table) -> int:
    """Play until the next action of the acting seat begins a round, and return that action."""
    while True:
        seat, action = table.acting[0], table.moves(table.acting[0])[0].action
        try:
            table.play(action, seat=seat)
        except NeedsDice:
            return action


def insist(act: Callable[[list[int]], object], dice: list[int]) -> list[int]:
    """Enter dice until no more are asked for; each shows the next of its numbers, cycled."""
    numbers = cycle(dice)
    given: list[int] = []
    while True:
        try:
            act(given)
            return given
        except NeedsDice as need:
            given += [die.low + next(numbers) % die.sides for die in need.throw.dice]


def finish(table: Table) -> Table:
    while not table.over:
        move = table.moves(table.acting[0])[-1]
        insist(lambda dice, move=move: table.play(move, dice=dice), [1, 4, 2, 0, 5, 3, 7])  # type: ignore[misc]
    return table


def test_entered_dice_give_what_was_entered_and_ask_for_more() -> None:
    dice = entered(bytes([2, 0]))
    assert (dice.below(6), dice.roll(4), dice.drawn, dice.unused) == (2, 1, 2, 0)
    with pytest.raises(DiceMissing) as missing:
        dice.below(20)
    assert (missing.value.code, missing.value.sides) == (-1, 20)
    with pytest.raises(DiceMissing) as missing:
        dice.announce(5)
    assert missing.value.code == 5
    dice.enter(bytes([6]))
    dice.announce(5)
    with pytest.raises(ValueError, match="6 was entered for a die with 6 sides"):
        dice.below(6)
    with pytest.raises(RuntimeError, match="no words"):
        dice.word()


def test_only_entered_dice_skip_what_does_not_count() -> None:
    dice, rolled = entered(bytes([1])), fast(1)
    dice.skip(6)
    rolled.skip(6)
    assert (dice.drawn, dice.unused, rolled.drawn) == (0, 1, 1)


def test_entered_dice_have_bytes_and_copies() -> None:
    dice, again, copied = entered(b""), Dice(), Dice()
    dice.drawn = 9
    again.from_bytes(dice.to_bytes())
    copied.copy_from(entered(bytes([3])))
    assert (again.kind, again.to_bytes()) == (ENTERED, dice.to_bytes())
    assert copied.below(4) == 3


def test_the_start_says_what_to_roll() -> None:
    with pytest.raises(NeedsDice, match=r"^Round 1: roll all 8 dice\.$") as need:
        bestagon.start_with_real_dice("hex-roller", [])
    assert [(die.sides, die.low, die.high) for die in need.value.throw.dice] == [(6, 3, 8)] * 8
    assert need.value.entered == 0
    again = pickle.loads(pickle.dumps(need.value))
    assert (again.throw, again.entered, str(again)) == (need.value.throw, 0, str(need.value))
    assert roller().start_dice == tuple(FIRST)


def test_each_throw_is_asked_for_after_the_one_before() -> None:
    with pytest.raises(NeedsDice, match="who starts") as need:
        bestagon.start_with_real_dice("pocket-hexes", [], players=2)
    assert need.value.throw.dice[0].names == ("Player 1", "Player 2")
    with pytest.raises(NeedsDice, match="Player 2 rolls all six dice") as need:
        bestagon.start_with_real_dice("pocket-hexes", [2], players=2)
    assert need.value.entered == 1
    assert [(die.label, die.low, die.high) for die in need.value.throw.dice][3:5] == [("d10", 0, 9), ("d12", 1, 12)]
    table = bestagon.start_with_real_dice("pocket-hexes", [2, 1, 2, 3, 0, 5, 6], players=2)
    assert table.acting == (1,)
    with use_language("de"), pytest.raises(NeedsDice, match="Spieler 1 wirft alle sechs Würfel"):
        bestagon.start_with_real_dice("pocket-hexes", [1], players=2)


def test_ties_are_rolled_again_by_those_who_tied() -> None:
    asked = []
    dice: list[int] = []
    for numbers in ([3, 5, 5], [2, 2], [6, 1]):
        with pytest.raises(NeedsDice) as need:
            bestagon.start_with_real_dice("hex-dice", dice, players=3, map=8, terrain="none")
        asked.append([die.label for die in need.value.throw.dice])
        dice += numbers
    assert asked == [["Red", "Blue", "Green"], ["Blue", "Green"], ["Blue", "Green"]]
    assert bestagon.start_with_real_dice("hex-dice", dice, players=3, map=8, terrain="none").acting == (1,)


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([3, 4, 4, 5, 6, 7, 8, 9], r"^A d6 shows 3 to 8, not 9\.$"),
        ([2, *FIRST[1:]], r"^A d6 shows 3 to 8, not 2\.$"),
        (FIRST[:5], r"^8 dice are rolled together, but 5 numbers were entered\.$"),
        ([*FIRST, 3], r"^8 dice are rolled here, but 9 numbers were entered\.$"),
        ([*FIRST[1:], "3"], "a die shows a whole number, not '3'"),
        ([*FIRST[1:], True], "a die shows a whole number, not True"),
        (7, "what dice show is a list of whole numbers, not 7"),
        (None, "what dice show is a list of whole numbers, not None"),
    ],
)
def test_numbers_that_dice_cannot_show_are_refused(numbers: object, words: str) -> None:
    with pytest.raises(BadDice, match=words):
        bestagon.start_with_real_dice("hex-roller", numbers)  # type: ignore[arg-type]


def test_a_named_side_is_entered_by_its_number() -> None:
    with pytest.raises(BadDice, match=r"^Enter 1 to 2, not 3\.$"):
        bestagon.start_with_real_dice("pocket-hexes", [3], players=2)
    with use_language("de"), pytest.raises(BadDice, match=r"^Ein W4 zeigt 1 bis 4, nicht 7\.$"):
        bestagon.start_with_real_dice("pocket-hexes", [7, 1, 1, 1, 1, 1], players=1)


def test_wrong_dice_change_nothing() -> None:
    table = roller()
    action = last_action(table)
    before = pickle.dumps((table.position, table.steps))
    for dice in ([], [9] * 8, SECOND[:3], [*SECOND, 3]):
        with pytest.raises((NeedsDice, BadDice)):
            table.play(action, dice=dice)
    assert pickle.dumps((table.position, table.steps)) == before
    step = table.play(action, dice=SECOND)
    assert step.dice == tuple(SECOND)


def test_dice_are_refused_where_none_are_rolled() -> None:
    table = roller()
    with pytest.raises(BadDice, match="0 dice are rolled here, but 1 numbers"):
        table.play(table.moves()[0], dice=[3])
    sealed = bestagon.start("hex-roller", seed=1)
    with pytest.raises(BadDice, match="the computer rolls the dice of this table"):
        sealed.play(sealed.moves()[0], dice=[3])


def test_a_seed_and_real_dice_exclude_each_other() -> None:
    with pytest.raises(bestagon.BadSeed, match="real dice have no seed"):
        open_table(roller().game, 1, 3, {}, [])
    assert (roller().seed, roller().secret, roller().commitment) == (None, b"", "")


@pytest.mark.parametrize("name", ["hexagone", "beerhex", "hex"])
def test_games_without_dice_have_no_real_dice(name: str) -> None:
    with pytest.raises(bestagon.BadOption, match="cannot be played with real dice"):
        bestagon.start_with_real_dice(name, [])


def test_undo_goes_back_behind_entered_dice() -> None:
    table = roller(2)
    action = last_action(table)
    before, seat = table.position.to_bytes(), table.acting[0]
    table.play(action, seat=seat, dice=SECOND)
    assert table.undo().dice == tuple(SECOND)
    assert table.position.to_bytes() == before
    table.play(action, seat=seat, dice=FIRST)
    table.play(table.moves(0)[0])
    assert [table.undo().seat, table.undo().action] == [0, action]
    while table.steps:
        table.undo()
    assert table.position.to_bytes() == roller(2).position.to_bytes()


def test_an_action_before_dice_that_depend_on_it_stays() -> None:
    table = roller(2)
    action = last_action(table)
    seat = table.acting[0]
    table.play(action, seat=seat, dice=SECOND)
    with pytest.raises(CannotUndo):
        table.undo(1 - seat)
    assert table.steps[-1].action == action


def test_a_resignation_may_roll() -> None:
    table = bestagon.start_with_real_dice("hex-roller", FIRST, players=3)
    last_action(table)
    with pytest.raises(NeedsDice, match="Round 2"):
        table.resign(table.acting[0])
    step = table.resign(table.acting[0], dice=SECOND)
    assert (step.action, step.dice) == (RESIGN, tuple(SECOND))
    with pytest.raises(CannotUndo):
        table.undo()
    assert Record.of(table).replay().position.to_bytes() == table.position.to_bytes()


def test_nobody_rolls_the_army_of_a_player_who_has_resigned() -> None:
    given = insist(lambda dice: bestagon.start_with_real_dice("hex-dice", dice, players=3, map=8, terrain="none"), [5, 3, 1])
    table = bestagon.start_with_real_dice("hex-dice", given, players=3, map=8, terrain="none")
    table.resign(2)
    armies: list[int] = []
    while not armies:
        move = table.moves()[0]
        armies = insist(lambda dice, move=move: table.play(move, dice=dice), [2])  # type: ignore[misc]
    assert len(armies) == 8


@pytest.mark.parametrize("name", ["hex-roller", "pocket-hexes", "hex-dice"])
def test_a_record_keeps_the_dice_and_says_that_they_were_entered(name: str) -> None:
    given = insist(lambda dice: bestagon.start_with_real_dice(name, dice), [2, 4, 1, 3])
    table = finish(bestagon.start_with_real_dice(name, given))
    record = table.record
    data = json.loads(record.to_json())
    assert (data["version"], data["dice"]) == (3, {"kind": "hand", "start": given})
    assert Record.load(record.to_json()) == record == Record.load(record.to_line())
    assert record.replay().position.to_bytes() == table.position.to_bytes()
    for twin in (copy.copy(table), copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert (twin.real_dice, twin.start_dice, twin.record) == (True, table.start_dice, record)


def changed(change: Callable[[dict[str, object]], None]) -> Record:
    """Parse a record with real dice that was changed; a replay, which tells more, comes before its digest."""
    table = roller()
    table.play(last_action(table), dice=SECOND)
    data = json.loads(table.record.to_json())
    change(data)
    return Record.parse(json.dumps(data))


def set_last(data: dict[str, object], dice: object) -> None:
    actions = data["actions"]
    assert isinstance(actions, list)
    actions[-1][2:] = [dice]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: set_last(data, [9] * 8), "action 7 of 7: A d6 shows 3 to 8, not 9"),
        (lambda data: set_last(data, SECOND[:7]), "action 7 of 7: 8 dice are rolled together, but 7 numbers"),
        (lambda data: set_last(data, []), "must be a seat and a string, and what dice showed"),
        (lambda data: set_last(data, ["5"] * 8), "must be a seat and a string, and what dice showed"),
        (lambda data: data["actions"][-1].pop(), "action 7 of 7: Round 2: roll all 8 dice"),
        (lambda data: data["dice"].update(start=[1] * 8), "the dice before the first action: A d6 shows 3 to 8, not 1"),
        (lambda data: data["dice"].update(start=[]), "the dice before the first action: Round 1: roll all 8 dice"),
        (lambda data: data["dice"].update(start=None), '"dice" must be'),
        (lambda data: data.update(version=1), '"dice" must be'),
        (lambda data: data.update(dice={"kind": "fast", "seed": 1}), '"dice" must be'),
        (lambda data: data.update(version=4), "reads versions 1, 2 and 3"),
        (lambda data: set_last(data, FIRST), "does not match its digest"),
    ],
)
def test_a_record_with_wrong_dice_is_refused(change: Callable[[dict[str, object]], None], words: str) -> None:
    with pytest.raises(BadRecord, match=words):
        changed(change)


def test_a_record_with_real_dice_goes_on_with_dice_of_the_computer() -> None:
    table = roller()
    table.play(last_action(table), dice=SECOND)
    played = len(table.steps)
    branch = table.record.go_on(played, None, bytes(32))
    assert (branch.real_dice, branch.start_dice, len(branch.commitment)) == (False, tuple(FIRST), 64)
    while not branch.over:
        branch.play(branch.moves()[0])
    record = branch.record
    assert Record.load(record.to_json()) == record
    assert [len(dice) for dice in record.action_dice[played - 1 :]] == [8] + [0] * (len(record.actions) - played)
    earlier = record.until(2)
    assert (len(earlier.actions), len(earlier.action_dice), earlier.branches, earlier.result) == (2, 2, (), None)
    assert earlier.replay().real_dice


def test_a_game_that_describes_too_many_dice_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = roller().game
    honest = type(game).throw

    def boastful(self: Game, position: Position, code: int) -> Throw:
        throw = honest(self, position, code)
        return Throw(throw.prompt, (*throw.dice, throw.dice[0]))

    monkeypatch.setattr(type(game), "throw", boastful)
    with pytest.raises(RuntimeError, match="announced more dice than it has rolled"):
        bestagon.start_with_real_dice("hex-roller", [*FIRST, 3])
