from __future__ import annotations

from pathlib import Path

import pytest

import bestagon
from bestagon import (
    BadOption,
    BadPlayers,
    BadSeed,
    BestagonError,
    CannotUndo,
    GameOver,
    IllegalMove,
    Table,
    UnknownGame,
    WrongSeat,
)
from bestagon.core.dice import fast
from bestagon.core.errors import BadNotation


def hex_table(size: int = 3, **options: bool) -> Table:
    return bestagon.start("hex", seed=1, size=size, **options)


def test_a_move_can_be_given_as_a_move_a_text_or_an_id() -> None:
    table = hex_table()
    table.play(table.moves()[4])
    table.play("a1")
    table.play(8)
    assert [step.text for step in table.steps] == ["b2", "a1", "c3"]
    assert table.acting == (1,)


def test_moves_know_their_text_whatever_happens_later() -> None:
    table = hex_table(swap=True)
    table.play("a2")
    moves = table.moves()
    swap = moves[-1]
    table.play(swap)
    assert [str(moves[0]), swap.text] == ["a1", "swap"]
    assert swap == type(swap)(1, 9, table.game, table.position)
    assert len({swap, type(swap)(1, 9, table.game, table.position)}) == 1
    assert "swap" in repr(swap)


@pytest.mark.parametrize(
    ("wrong", "error", "says"),
    [
        ("b2", IllegalMove, r"'b2' is not legal for seat 1 now; legal: .*and \d+ more|'b2' is not legal for seat 1 now; legal:"),
        ("z9", BadNotation, "'z9' is no cell of a 3 x 3 board: cells are a1 to c3"),
        (77, IllegalMove, "action 77 is not legal for seat 1"),
        (-5, IllegalMove, "action -5 is not legal"),
        (10**30, IllegalMove, "action 1000000000000000000000000000000 is not legal"),
        ("a" * 5000, BadNotation, "is too long"),
        (True, IllegalMove, "a Move, its notation or its action id"),
    ],
)
def test_a_wrong_move_is_named_and_changes_nothing(wrong: str | int, error: type[BestagonError], says: str) -> None:
    table = hex_table()
    table.play("b2")
    before = table.position.to_bytes()
    with pytest.raises(error, match=says):
        table.play(wrong)
    assert table.position.to_bytes() == before
    assert len(table.steps) == 1


def test_the_wrong_seat_is_named() -> None:
    table = hex_table()
    with pytest.raises(WrongSeat, match="seat 1 may not act now; it is the turn of seat 0"):
        table.play("a1", seat=1)
    with pytest.raises(WrongSeat, match="no seat 2: the seats are 0 to 1"):
        table.play("a1", seat=2)
    with pytest.raises(WrongSeat, match="no seat -2"):
        table.view(-2)
    with pytest.raises(WrongSeat, match="is seat 0's, not seat 1's"):
        table.play(table.moves()[0], seat=1)
    assert table.steps == ()


def win(table: Table) -> None:
    for text in ("a1", "b1", "a2", "b2", "a3"):
        table.play(text)


def test_nothing_is_played_after_the_end() -> None:
    table = hex_table()
    win(table)
    assert table.over
    assert (table.ranking, table.scores, table.ending) == ((1, 2), (1, 0), "joined")
    assert table.acting == ()
    assert table.moves() == []
    for late in ("c3", "resign", 4):
        with pytest.raises(GameOver, match="the game is over"):
            table.play(late, seat=1)
    with pytest.raises(CannotUndo):
        table.undo()


def test_a_resignation_loses_and_needs_no_turn() -> None:
    table = hex_table()
    table.play("resign", seat=1)
    assert (table.over, table.ranking, table.ending) == (True, (1, 2), "resigned")
    assert table.steps[0].text == "resign"
    assert not table.steps[0].timed_out


def test_a_resignation_by_the_clock_is_one_and_says_so() -> None:
    table = hex_table()
    step = table.play(" Timeout", seat=1)
    assert (step.text, step.timed_out, table.ranking, table.ending) == ("timeout", True, (1, 2), "resigned")
    other = hex_table()
    assert other.play_again(step).timed_out
    assert other.record == table.record


def test_undo_stops_at_another_players_turn() -> None:
    table = hex_table()
    with pytest.raises(CannotUndo, match="nothing has been played"):
        table.undo()
    table.play("a1")
    with pytest.raises(CannotUndo, match="another player's turn"):
        table.undo(0)


@pytest.mark.parametrize(
    ("make", "error", "says"),
    [
        (lambda: bestagon.start("chess"), UnknownGame, "there is no game 'chess'.*The games are: .*hex"),
        (lambda: bestagon.start("hexs"), UnknownGame, "did you mean 'hex'"),
        (lambda: bestagon.start("hex", colour=1), BadOption, "hex has no option 'colour'; its options are: size, swap"),
        (lambda: bestagon.start("hex", size=1), BadOption, "option size must be a whole number from 2 to 19, not 1"),
        (lambda: bestagon.start("hex", size="big"), BadOption, "not 'big'"),
        (lambda: bestagon.start("hex", size=True), BadOption, "not True"),
        (lambda: bestagon.start("hex", swap=3), BadOption, "option swap must be yes or no, not 3"),
        (lambda: bestagon.start("hex", size=Path("x")), BadOption, "option size must be"),
        (lambda: bestagon.start("hex", players=3), BadPlayers, "Hex is for 2 players, not 3"),
        (lambda: bestagon.start("hex", seed=-1), BadSeed, "from 0 and below 2..128, not -1"),
        (lambda: bestagon.start("hex", seed=10**5000), BadSeed, "not a larger one"),
        (lambda: bestagon.start("hex", seed=True), BadSeed, "a whole number, not True"),
        (lambda: bestagon.start("hex", seed="x"), BadSeed, "a whole number, not 'x'"),  # type: ignore[arg-type]
        (lambda: bestagon.start("hex", players="2"), BadPlayers, "Hex is for 2 players, not '2'"),  # type: ignore[arg-type]
        (lambda: bestagon.start(5), UnknownGame, "the name of a game is a string, not 5"),  # type: ignore[arg-type]
        (lambda: bestagon.start("hex", size="²"), BadOption, "not '²'"),
        (lambda: bestagon.start("hex", size="--5"), BadOption, "not '--5'"),
        (lambda: bestagon.start("hex", size="9" * 5000), BadOption, "a whole number from 2 to 19"),
        (lambda: bestagon.start("pocket-hexes", data="mine.txt"), BadOption, "the text of a file, not 'mine.txt'"),
        (lambda: bestagon.start("pocket-hexes", data="# \ud800\n. .\n"), BadOption, "half a character"),
    ],
)
def test_bad_set_ups_are_refused_with_the_reason(make: object, error: type[BestagonError], says: str) -> None:
    assert callable(make)
    with pytest.raises(error, match=says):
        make()


def test_without_a_seed_the_dice_are_sealed_and_committed_to() -> None:
    table = bestagon.start("hex", size=3)
    assert table.seed is None
    assert len(table.commitment) == 64
    other = bestagon.start("hex", size=3)
    assert other.commitment != table.commitment


def test_the_returned_position_is_a_copy() -> None:
    table = hex_table()
    table.position.play(0, 0)
    assert table.steps == ()
    assert len(table.moves()) == 9


def test_a_view_prints_and_lists_the_moves_of_its_seat_only() -> None:
    table = hex_table()
    table.play("b2")
    assert str(table.view(1)) == str(table)
    assert len(table.view(1).moves) == 8
    assert table.view(0).moves == []
    assert table.view().moves == []
    assert table.view().log == ["b2"]


def test_a_move_belongs_to_its_game() -> None:
    table = hex_table()
    foreign = next(move for seed in range(9) for move in bestagon.start("beerhex", seed=seed).moves() if move.seat == 0)
    with pytest.raises(IllegalMove, match="another position or another table"):
        table.play(foreign)
    assert table.steps == ()


def test_a_move_of_an_earlier_question_does_not_answer_a_later_one() -> None:
    dice = fast(1)
    kept = None
    for seed in range(40):
        table = bestagon.start("pocket-hexes", players=1, seed=seed, sheet="small")
        while not table.over:
            moves = table.moves()
            asked = moves[0].text.startswith("score")
            if asked and kept is not None and moves[0].text != kept.text:
                with pytest.raises(IllegalMove, match="another position"):
                    table.play(kept)
                return
            kept = moves[0] if asked else kept
            table.play(moves[int(dice.below(len(moves)))])
    raise AssertionError("two rings should have been completed by now")


def test_the_returned_options_are_a_copy() -> None:
    table = hex_table()
    table.options["size"] = 11
    assert table.options["size"] == 3
