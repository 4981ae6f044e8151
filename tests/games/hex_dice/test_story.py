"""What Hex Dice tells: attacks and captures beat by beat, set-up rolled in the open, refusals, effects and cards."""

from __future__ import annotations

import pytest
from tests.games.hex_dice.boards import drawing, empty, moves, play, started

from bestagon.core.dice import fast
from bestagon.core.story import Story, story
from bestagon.games.hex_dice import GAME
from bestagon.games.hex_dice.board import BASES, BECOME, DEPLOY, EXTRA, REROLLS
from bestagon.games.hex_dice.layouts import PRESETS, preset
from bestagon.games.hex_dice.rules.state import HexDicePosition
from bestagon.i18n import use_language
from bestagon.scene.beats import Beat, Card, Effect


def told(position: HexDicePosition, text: str) -> Story:
    """Play an action and return its story for a spectator; the position stays as it is."""
    seat, after = int(position.turn), position.copy()
    assert text in moves(position)
    action = GAME.parse_action(position, seat, text)
    after.play(seat, action)
    return story(GAME, position, after, seat, action, -1)


def spoken(position: HexDicePosition, text: str) -> list[tuple[str, str]]:
    """Return kinds and texts of the beats of an action."""
    return [(beat.kind, beat.text) for beat in told(position, text).beats]


def start_of(position: HexDicePosition) -> list[Beat]:
    """Return how a game was set up, as a spectator is told."""
    seen = position.copy()
    seen.mask(-1)
    return GAME.tell_start(seen, -1)


def why(position: HexDicePosition, *picks: str, seat: int = -2) -> tuple[str, tuple[str, ...]]:
    """Return why the seat on turn, or another, cannot choose the last pick, and what is highlighted."""
    reason = GAME.why_not(position, int(position.turn) if seat == -2 else seat, picks)
    return reason.text, reason.ids


def effect(position: HexDicePosition, text: str) -> Effect:
    """Return the effect of a choice of the seat on turn."""
    seat = int(position.turn)
    return GAME.scene(position, seat).effects[GAME.parse_action(position, seat, text)]


def duel(red: str, blue: str, terrain: str = "-", quiet: int = 0, turn: str = "r", **options: object) -> HexDicePosition:
    """Return a position of two players; red's base is g2, blue's is g12."""
    position = empty(2, **options)
    GAME.parse_position(position, f"play {turn} rb {quiet} {terrain} r@g2:{red} b@g12:{blue} -")
    position.dice.copy_from(fast(1))
    return position


def trio(red: str, blue: str, green: str, **options: object) -> HexDicePosition:
    """Return a position of three players with the bases g1, a7 and m7."""
    position = empty(3, **options)
    GAME.parse_position(position, f"play r rbg 0 - r@g1:{red} b@a7:{blue} g@m7:{green} -")
    return position


# Attacks.


def test_a_melee_that_fails_is_an_attack_a_verdict_and_a_hit() -> None:
    assert list(told(duel("3g6,1b2", "4f8+,5i8", "Ff8"), "g6-f8").beats) == [
        Beat("attack", "Red's Knight (3) attacks Blue's Rook (4).", 0, ("g6", "f8")),
        Beat("verdict", "4 against 6 (4 + 1 + 1): the Rook holds, -1 armour.", 0, ("f8",), success=False),
        Beat("act", "", 1, ("f8",)),
        Beat("turn", "Blue to move.", 1),
    ]


def test_a_melee_that_succeeds_captures_and_moves_in() -> None:
    found = told(duel("3g6,1b2", "4f8,5i8"), "g6-f8")
    assert list(found.beats) == [
        Beat("attack", "Red's Knight (3) attacks Blue's Rook (4).", 0, ("g6", "f8")),
        Beat("verdict", "4 against 4: the Rook falls.", 0, ("f8",), success=True),
        Beat("capture", "", 0, ("g6", "f8"), to=("f8", "seat.1")),
        Beat("turn", "Blue to move.", 1),
    ]
    assert found.words == "Red's Knight (3) attacks Blue's Rook (4). 4 against 4: the Rook falls."


def test_a_shot_removes_its_target_and_the_archer_stays() -> None:
    assert effect(duel("5e5,1b2", "3e7-1,4c7"), "e5*e7").kind == "shot"
    assert list(told(duel("5e5,1b2", "3e7-1,4c7"), "e5*e7").beats) == [
        Beat("attack", "Red's Archer (5) shoots at Blue's Knight (3).", 0, ("e5", "e7")),
        Beat("verdict", "6 against 2 (3 - 1 hit): the Knight falls.", 0, ("e7",), success=True),
        Beat("remove", "", 1, ("e7",), to=("seat.1",)),
        Beat("turn", "Blue to move.", 1),
    ]


@pytest.mark.parametrize(
    ("blue", "terrain", "says"),
    [
        ("2f6", "-", "2 against 2: the Bishop falls."),
        ("2f6+", "-", "2 against 3 (2 + 1 guard): the Bishop holds, -1 armour."),
        ("2f6", "Mf6", "2 against 4 (2 + 2 mountain): the Bishop holds, -1 armour."),
        ("2f6", "Tf6", "2 against 3 (2 + 1 tower): the Bishop holds, -1 armour."),
        ("2f6,6f7,6e6", "-", "2 against 4 (2 + 2 Legion): the Bishop holds, -1 armour."),
        ("2f6+,6f7", "Ff6", "2 against 5 (2 + 1 + 1 + 1): the Bishop holds, -1 armour."),
        ("2f6+-2", "Ff6", "2 against 0 (2 - 2 hits): the Bishop falls."),
        ("2f6-1", "Ff6", "2 against 2 (2 - 1 + 1): the Bishop falls."),
    ],
)
def test_the_armour_is_told_as_its_sum_and_before_the_attack(blue: str, terrain: str, says: str) -> None:
    position = duel("1f5", f"{blue},1b7", terrain)
    assert told(position, "f5-f6").beats[1].text == says
    assert effect(position, "f5-f6") == Effect(says, ("f6",), ("f6",), kind="attack")


# Moves, merges and the rest of a turn.


def test_moves_tell_their_path() -> None:
    position = duel("1e2,3c2,5d8", "1b7", "Fe4,Td9,Mc8")
    assert told(position, "e2-e5").beats[0] == Beat("move", "Red moves the Pawn (1).", 0, ("e2", "e3", "e4", "e5"))
    assert told(position, "e2-e4").beats[0].text == "Red moves the Pawn (1) into a forest."
    assert told(position, "d8-d9").beats[0].text == "Red moves the Archer (5) into a tower."
    assert told(position, "d8-c8").beats[0].text == "Red moves the Archer (5) onto a mountain."
    assert told(position, "c2-d5").beats[0].ids == ("c2", "c3", "c4", "d5")


def test_a_rook_going_across_passes_the_cell_that_is_free() -> None:
    free = told(duel("4g6", "1b7"), "g6-e5").beats[0].ids[1]
    other = told(duel(f"4g6,1{free}", "1b7"), "g6-e5").beats[0].ids[1]
    assert {free, other} == {"f5", "f6"}


def test_merges_tell_the_new_unit() -> None:
    position = duel("1g4,2g6,4e5,5d5", "1b7")
    assert list(told(position, "g4-g6").beats) == [
        Beat("merge", "Red merges Pawn (1) and Bishop (2): a Knight (3).", 0, ("g4",), to=("g6",)),
        Beat("turn", "Blue to move.", 1),
    ]
    assert effect(position, "g4-g6") == Effect("1 + 2: a Knight (3).", ("g6",), kind="merge")
    assert list(told(position, "e5-d5").beats) == [
        Beat("merge", "Red merges Rook (4) and Archer (5): 9, to become any unit.", 0, ("e5",), to=("d5",))
    ]
    assert effect(position, "e5-d5").text == "4 + 5 is above 6: any unit, and it acts at once."
    assert effect(duel("4e5,5d5*", "1b7"), "e5-d5").text == "4 + 5 is above 6: any unit."
    play(position, "e5-d5")
    assert list(told(position, "become 5").beats) == [Beat("act", "Red chooses an Archer (5).", 0, ("d5",))]
    play(position, "become 5")
    assert spoken(position, "decline") == [("pass", "Red takes no extra action."), ("turn", "Blue to move.")]


def test_re_rolls_and_guard_tell_what_they_led_to() -> None:
    position = duel("1g4,5e5+", "1b7", patience=99)
    faces = set()
    for _ in range(40):
        play(position, "g4 reroll", "b7 reroll")
        rolled = told(position, "g4 reroll").beats[0]
        assert (rolled.kind, rolled.ids) == ("roll", ("g4",))
        faces.add((rolled.text.endswith(" again."), len(rolled.faces), rolled.text.startswith("Red re-rolls the ")))
    assert faces == {(True, 1, True), (False, 1, True)}
    guarded = duel("4f5,6f6,5e5+", "1b7")
    assert told(guarded, "f5 guard").beats[0] == Beat("act", "Red puts the Rook (4) on guard: armour 6.", 0, ("f5",))
    assert effect(guarded, "f5 guard").text == "Armour 5 becomes 6."
    assert effect(guarded, "e5 reroll").text == "Guard and hits go."
    scene = GAME.scene(guarded, 0)
    plain = GAME.parse_action(guarded, 0, "f5 reroll")
    assert plain not in scene.effects


# Bases, elimination and the end.


def test_a_base_that_is_taken_ends_a_game_of_two() -> None:
    position = duel("4g10,1c2", "5e9,2k6")
    assert list(told(position, "g10-g12").beats) == [
        Beat("move", "Red moves the Rook (4).", 0, ("g10", "g11", "g12")),
        Beat("remove", "", 1, ("e9", "k6"), to=("seat.1",)),
        Beat("score", "", 0, to=("seat.0",), points=1),
        Beat("end", "Red takes Blue's base.", 0, ("g12",)),
    ]
    assert effect(position, "g10-g12") == Effect("Takes Blue's base. This wins the game.", ("g12",), ("g12", "e9", "k6"), kind="attack")


def test_a_defended_base_is_fought_for_first() -> None:
    position = duel("4g10,1c2", "1g12,2k6")
    assert effect(position, "g10-g12").text == "5 against 1: the Pawn falls. Takes Blue's base. This wins the game."
    assert [beat.kind for beat in told(position, "g10-g12").beats] == ["attack", "verdict", "capture", "remove", "score", "end"]


def test_the_last_unit_ends_a_game_of_two() -> None:
    position = duel("5e5,1c2", "3e7")
    assert effect(position, "e5*e7").text == "6 against 3: the Knight falls. This wins the game."
    *_, score, end = told(position, "e5*e7").beats
    assert (score.kind, score.points) == ("score", 1)
    assert end == Beat("end", "Blue has no units left.", 0, ("c2", "e5"))


def test_players_of_a_larger_game_go_out_one_by_one() -> None:
    position = trio("1a6,1g2", "2b8,2c8", "3k6")
    assert effect(position, "a6-a7").text == "Takes Blue's base. Blue is out."
    assert list(told(position, "a6-a7").beats) == [
        Beat("move", "Red moves the Pawn (1).", 0, ("a6", "a7")),
        Beat("remove", "Red takes Blue's base: Blue is out.", 1, ("b8", "c8"), to=("seat.1",)),
        Beat("score", "Red and Green: +1 point.", 0, to=("seat.0",), points=1),
        Beat("score", "", 2, to=("seat.2",), points=1),
        Beat("turn", "Green to move.", 2),
    ]
    shot = trio("5e5,1g2", "3e7", "3k6")
    assert spoken(shot, "e5*e7")[2:4] == [("remove", ""), ("declare", "Blue has no units left and is out.")]


def test_one_attack_that_puts_two_out_scores_both() -> None:
    position = trio("1m6,1g2", "1m7", "3k6")
    beats = told(position, "m6-m7").beats
    assert [beat.kind for beat in beats] == ["attack", "verdict", "capture", "remove", "score", "score", "end"]
    assert [(beat.seat, beat.points) for beat in beats if beat.kind == "score"] == [(0, 2), (2, 1)]


def test_quiet_turns_are_warned_of_before_they_end_the_game() -> None:
    position = duel("4f5,2c2", "1b7", quiet=53)
    assert GAME.scene(position, 0).facts == {"Quiet turns left": "7"}
    assert spoken(position, "f5 guard")[1:] == [("round", "6 turns left, unless a unit falls."), ("turn", "Blue to move.")]
    play(position, "f5 guard")
    assert GAME.scene(position, 0).facts == {"Quiet turns left": "6: the game ends soon"}
    assert spoken(position, "b7 guard")[1:] == [("turn", "Red to move.")]
    play(position, "b7 guard", "f5-f6", "b7-b6", "f6-f7")
    assert spoken(position, "b6 guard")[1:] == [("round", "Last turn, unless a unit falls."), ("turn", "Red to move.")]
    play(position, "b6 guard")
    assert list(told(position, "f7 guard").beats)[1:] == [
        Beat("round", "60 turns without a loss: the armies are counted."),
        Beat("score", "Red has 2 units, sum 6.", 0, ("c2", "f7"), to=("seat.0",), points=1),
        Beat("score", "Blue has 1 unit, sum 1.", 1, ("b6",), to=("seat.1",)),
        Beat("end", "60 turns without a loss: Red's army is the strongest.", 0, ("c2", "f7")),
    ]
    equal = duel("1f5", "1b7", quiet=59)
    assert spoken(equal, "f5 guard")[-1] == ("end", "60 turns without a loss: the armies are equal.")


# Set-up, rolled in the open.


def test_the_order_is_rolled_in_the_open() -> None:
    ties = 0
    for seed in range(30):
        position = started(3, seed=seed)
        *rolls, turn = start_of(position)
        assert {beat.kind for beat in rolls} == {"roll"}
        assert rolls[0].ids == ("seat.0", "seat.1", "seat.2")
        numbers = [int(face.label) for face in rolls[0].faces]
        assert rolls[0].text == f"Rolled for the order: Red {numbers[0]}, Blue {numbers[1]}, Green {numbers[2]}."
        assert len(rolls) > 1 or len(set(numbers)) == 3
        ties += len(rolls) > 1
        first = int(position.turn)
        assert numbers[first] == max(numbers)
        assert turn == Beat("turn", f"{GAME.seat_name(first)} chooses a base first.", first)
        assert all(beat.text.startswith("A tie is rolled again: ") for beat in rolls[1:])
    assert 0 < ties < 30


def test_generated_terrain_is_rolled_in_the_open() -> None:
    for seed in range(8):
        position = started(2, seed=seed, map=8)
        count, *beats = start_of(position)
        dice = [int(face.label) for face in count.faces]
        assert (count.kind, count.ids, len(dice)) == ("roll", (), 6)
        assert count.text == f"Dice for terrain: {' + '.join(map(str, dice))} = {sum(dice)}."
        names = position.board.shape.names
        places = [beat for beat in beats if beat.kind == "place"]
        shown = [cell for beat in places for cell in beat.ids]
        assert sorted(shown) == sorted(names[cell] for cell, code in enumerate(position.cells) if code)
        assert all(beat.text.startswith(f"{len(beat.ids)} ") for beat in places)
        skipped = [int(beat.text.split()[0]) for beat in beats if beat.kind == "pass"]
        assert len(shown) + sum(skipped) == sum(dice)


def test_roulette_and_presets_tell_their_dice() -> None:
    position = started(2, seed=3, terrain="roulette")
    count, turn = start_of(position)
    assert sum(int(face.label) for face in count.faces) == position.pending_terrain
    assert turn.text == f"{GAME.seat_name(int(position.turn))} is drawn to place first."
    layout = start_of(started(2, seed=3, terrain="preset"))
    assert layout[0].text == f"A die picks the terrain: layout {layout[0].faces[0].label}."
    assert [beat.kind for beat in layout] == ["roll", "place", "roll", "turn"]
    assert [beat.kind for beat in start_of(started(2, seed=3, terrain="preset", preset=2))] == ["roll", "turn"]


def test_set_up_is_told_step_by_step() -> None:
    position = started(2, seed=4, terrain="roulette")
    while position.pending_terrain > 1:
        play(position, min(moves(position, "forest")))
    last = told(position, min(moves(position, "lake"))).beats
    assert last[0].text.endswith(" places a lake.")
    assert {beat.kind for beat in last[1:-1]} == {"roll"}
    assert last[-1].text.endswith(" chooses a base first.")
    play(position, min(moves(position, "forest")))
    first = int(position.turn)
    names = [GAME.seat_name(first), GAME.seat_name(1 - first)]
    base = min(moves(position))
    beats = told(position, base).beats
    assert [(beat.kind, beat.seat) for beat in beats] == [
        ("place", first),
        ("place", 1 - first),
        ("roll", first),
        ("roll", 1 - first),
        ("turn", first),
    ]
    assert [beat.text for beat in beats[:2]] == [f"{names[0]} takes a base.", f"{names[1]} gets the base that is left."]
    play(position, base)
    hand = [value for value in range(1, 7) for _ in range(int(position.in_hand(first, value)))]
    assert beats[2].text == f"{names[0]} rolls {', '.join(map(str, hand[:5]))} and {hand[5]}."
    assert spoken(position, "keep")[0] == ("pass", f"{names[0]} keeps all dice.")
    rerolled = told(position, f"reroll {hand[0]} {hand[1]}").beats[0]
    assert rerolled.text.startswith(f"{names[0]} re-rolls {hand[0]} and {hand[1]}: ")
    assert 1 <= len(rerolled.ids) <= 2
    assert [face.label for face in rerolled.faces] == [name.rpartition(".")[2] for name in rerolled.ids]
    play(position, "keep", "keep")
    deployed = told(position, min(moves(position))).beats
    assert (deployed[0].kind, deployed[0].text.startswith(f"{names[0]} deploys the ")) == ("place", True)


def test_a_position_that_was_read_tells_no_dice() -> None:
    position = started(2, seed=3, map=8)
    again = position.blank()
    again.from_bytes(position.to_bytes())
    assert isinstance(again, HexDicePosition)
    assert start_of(again) == []
    position.from_bytes(again.to_bytes())
    assert start_of(position) == []


# Why not.


def test_why_not_out_of_turn_and_after_the_end() -> None:
    position = trio("1a6,1g2", "2b8,2c8", "3k6")
    assert why(position, "b8", seat=1) == ("It is Red's turn.", ())
    assert why(position, "b8", seat=-1)[0] == "It is Red's turn."
    assert why(position, "no such thing")[0] == why(position, "seat.1")[0] == "This cannot be chosen now."
    play(position, "a6-a7")
    assert why(position, "g2", seat=1) == ("You are out of the game.", ())
    assert why(play(duel("4g10", "2k6"), "g10-g12"), "g10", seat=0)[0] == "The game is over."


def test_why_not_a_unit() -> None:
    position = duel("1g4,2e4", "1b7")
    assert why(position, "b7") == ("This is Blue's unit.", ())
    assert why(position, "g7") == ("Choose one of your units first.", ())
    assert why(position, "g4", "g4") == ("Choose where the Pawn (1) goes.", ("g4",))


@pytest.mark.parametrize(
    ("unit", "target", "says"),
    [
        ("1g6", "f6", "A Pawn moves 1 to 3 forward, or 1 back."),
        ("2g6", "g7", "A Bishop moves 1 to 3, but not forward or back."),
        ("3g6", "g7", "A Knight moves two straight, then one aside."),
        ("4g6", "g9", "A Rook moves 1 any way, or 2 forward, back or across."),
        ("5g6", "g8", "An Archer moves one step."),
        ("6g6", "g7", "A Legion does not move. It strikes next to it."),
    ],
)
def test_why_not_this_far(unit: str, target: str, says: str) -> None:
    assert why(duel(unit, "1b7"), "g6", target) == (says, ("g6",))


def test_why_not_past_an_obstacle() -> None:
    assert why(duel("1g4,2g5", "1b7"), "g4", "g6") == ("A unit is in the way.", ("g5",))
    assert why(duel("3g4", "1g5"), "g4", "f6") == ("A unit is in the way.", ("g5",))
    assert why(duel("1g4", "1b7", "Lg5"), "g4", "g6") == ("A lake blocks the way.", ("g5",))
    assert why(duel("1g4", "1b7", "Lg5"), "g4", "g5") == ("Nobody enters a lake.", ("g5",))
    assert why(duel("1g4", "1b7", "Mg5"), "g4", "g7") == ("A mountain costs one step more: too far.", ("g5",))
    assert why(duel("1g4", "1b7", "Mg3"), "g4", "g3") == ("A mountain costs one step more: too far.", ("g3",))
    assert why(duel("3g4", "1b7", "Mg5"), "g4", "f6") == ("A Knight cannot enter or cross a mountain.", ("g5",))
    assert why(duel("4g6,1f5,1f6", "1b7"), "g6", "e5") == ("Both ways across are blocked.", ("e5",))


def test_why_not_shoot() -> None:
    straight = "From here an Archer shoots 2 to 3 away, straight."
    assert why(duel("5g6", "1g10"), "g6", "g10") == (straight, ("g10",))
    assert why(duel("5g6", "1f8"), "g6", "f8") == (straight, ("f8",))
    assert why(duel("5g6", "1g11", "Tg6"), "g6", "g11")[0] == "From here an Archer shoots 1 to 3 away, straight."
    assert why(duel("5g6", "1g11", "Mg6"), "g6", "g11")[0] == "From here an Archer shoots 2 to 4 away, straight."
    assert why(duel("5g6", "1g9", "Fg8"), "g6", "g9") == ("A forest blocks the view.", ("g8",))
    assert why(duel("5g6", "1g9", "Tg8"), "g6", "g9") == ("A tower blocks the view.", ("g8",))
    assert why(duel("5g6", "1g9", "Mg8"), "g6", "g9") == ("A mountain blocks the view.", ("g8",))


def test_why_not_after_a_merge() -> None:
    position = play(duel("4e5,5d5,1d6,1g2", "1b7"), "e5-d5")
    assert position.phase == BECOME
    assert why(position, "g2") == ("Choose what the new unit becomes.", ("d5",))
    play(position, "become 5")
    assert position.phase == EXTRA
    assert why(position, "g2") == ("Only the new unit may act now.", ("d5",))
    assert why(position, "d5", "d6") == ("The new unit cannot merge again.", ("d6",))
    assert why(position, "p1.die.3")[0] == "This cannot be chosen now."


def test_why_not_terrain() -> None:
    position = started(2, seed=4, terrain="roulette")
    assert why(position, "g7") == ("Centre, corners and bases stay free.", ())
    assert why(position, "g2")[0] == why(position, "a1")[0] == "Centre, corners and bases stay free."
    assert why(position, "terrain.lake", "terrain.forest") == ("Choose a cell for this terrain.", ("terrain.lake",))
    assert why(position, "e5", "e6") == ("Choose a terrain for this cell.", ("e5",))
    assert why(play(position, "lake e5"), "e5") == ("There is terrain already.", ())


def test_why_not_a_base() -> None:
    position = started(3, seed=4)
    assert position.phase == BASES
    assert why(position, "g7")[0] == "Choose one of the marked bases."
    assert len(why(position, "g7")[1]) == 6
    name = GAME.seat_name(int(position.turn))
    play(position, "base a1")
    assert why(position, "a1") == (f"{name} has this base.", ())
    assert why(position, "a7")[0] == "Three players take every other corner."
    assert set(why(position, "a7")[1]) == {"g13", "m1"}


def test_why_not_these_dice() -> None:
    position = started(2, seed=4)
    play(position, min(moves(position)))
    assert position.phase == REROLLS
    seat = int(position.turn)
    own, other = f"p{seat + 1}.die.", f"p{2 - seat}.die."
    assert why(position, f"{other}1") == (f"These are {GAME.seat_name(1 - seat)}'s dice.", (f"{other}1",))
    assert why(position, "g7")[0] == "Choose dice to re-roll, or keep all."
    assert why(position, f"{own}1", f"{own}2", f"{own}3") == ("You may re-roll at most 2 dice.", (f"{own}1", f"{own}2"))
    assert why(position, f"{own}1", f"{own}1")[0] == "You have no other 1."
    small = started(4, seed=4)
    while small.phase < REROLLS:
        play(small, min(moves(small)))
    mine = f"p{int(small.turn) + 1}.die."
    assert why(small, f"{mine}1", f"{mine}2")[0] == "You may re-roll only one die."


def test_why_not_deploy_here() -> None:
    position = started(2, seed=4, terrain="preset", data=drawing({"f2": "L"}))
    play(position, "base g2", "keep", "keep")
    assert position.phase == DEPLOY
    seat = int(position.turn)
    die = next(item.id for item in GAME.scene(position, seat).trays[f"p{seat + 1}.dice"])
    assert why(position, "g7") == ("Too far: deploy on your base or next to it.", ("g2",))
    assert why(position, "f2") == ("Nobody enters a lake.", ("f2",))
    assert why(position, die, die) == ("Choose a cell for this die.", (die,))
    assert why(position, f"p{seat + 1}.die.7")[0] == "You have no such die."
    assert why(position, "g2", "g3") == ("Choose a die for this cell.", ("g2",))
    play(position, min(text for text in moves(position) if text.endswith(" g2")))
    assert why(position, "g2") == ("A unit stands here already.", ("g2",))
    # Lakes around a base widen where its army may stand (HD 2.9).
    position.deploy_radius = 2
    assert why(position, "g7") == ("Too far: deploy within 2 steps of your base.", ("g2",))
    position.deploy_radius = 12
    theirs = position.board.shape.names[position.base(1 - seat)]
    assert why(position, theirs) == ("This is somebody else's base.", (theirs,))


# Scenes.


def test_a_seat_is_warned_of_what_its_opponents_reach() -> None:
    position = duel("5g6,1b3", "1g9,4i8", "Tg8")
    scene, other = GAME.scene(position, 0), GAME.scene(position, 1)
    assert set(scene.threats) == {cell for unit in ("g9", "i8") for cell in scene.previews[unit]}
    assert set(other.threats) == {cell for unit in ("g6", "b3") for cell in scene.previews[unit]}
    assert GAME.scene(position, -1).threats == ()


def test_dice_of_an_army_stand_for_its_units() -> None:
    scene = GAME.scene(duel("5g6,6c4,1b3", "1g9,4i8", "Tg8"), 0)
    assert [(item.label, item.cell) for item in scene.trays["p1.army"]] == [("1", "b3"), ("5", "g6"), ("6", "c4")]


@pytest.mark.parametrize("radius", [6, 8])
@pytest.mark.parametrize("number", range(1, PRESETS + 1))
def test_the_chart_names_the_layout(radius: int, number: int) -> None:
    position = GAME.new_position(2, GAME.complete(2, {"map": radius, "terrain": "preset", "preset": number}))
    position.start(fast(1))
    theme = GAME.stage(position).theme
    assert theme.title == preset(radius, number).name
    assert theme.motto


def test_units_show_their_threat_range() -> None:
    scene = GAME.scene(duel("5g6,6c4,1b3", "1g9,4i8", "Tg8"), -1)
    assert set(scene.previews["g6"]) >= {"g7", "f6", "g8", "g4", "g3", "e6"}
    assert "g9" not in scene.previews["g6"]
    assert set(scene.previews["c4"]) == {"c3", "c5", "b4", "d4", "d5"}
    assert set(scene.previews["b3"]) == {"b2", "b4", "b5", "b6"}
    assert set(scene.previews["i8"]) >= {"i7", "i6"}


def test_cards_tell_the_facts_of_a_unit() -> None:
    position = duel("5g6+-2*,1b2,6c4,2c5", "1g9", "Tg6")
    cards = GAME.scene(position, 1).cards
    assert cards["g6"] == Card(
        "Archer (5)",
        (
            ("Attack", "6"),
            ("Armour", "5 = 5 - 2 hits + 1 guard + 1 tower"),
            ("Moves", "1 any way"),
            ("Shoots", "2 or 3 away in a straight line"),
            ("Marks", "on guard, 2 hits, acted last"),
        ),
    )
    assert cards["c5"].rows[1] == ("Armour", "3 = 2 + 1 Legion")
    assert set(cards) == {"g6", "c5"}
    stage = GAME.stage(position)
    assert stage.cards["legion"].rows == (
        ("Attack", "6"),
        ("Armour", "6"),
        ("Moves", "not at all"),
        ("Strikes", "1 away; friends next to it have +1 armour"),
    )
    assert stage.cards["forest"] == Card("Forest", text="Armour +1. Blocks the view.")


def breakdown(position: HexDicePosition) -> list[dict[str, str | int]]:
    """Return points and remarks of each seat, by category."""
    lines = GAME.scene(position, 0).score_breakdown
    return [{line.text: line.value if line.points is None else line.points for line in one} for one in lines]


def test_the_armies_are_counted_while_the_game_runs() -> None:
    position = trio("1a6,1g2", "2b8,2c8", "3k6")
    assert breakdown(position) == [
        {"Units": "2", "Value": "2", "Beaten": 0},
        {"Units": "2", "Value": "4", "Beaten": 0},
        {"Units": "1", "Value": "3", "Beaten": 0},
    ]
    play(position, "a6-a7")
    assert breakdown(position) == [
        {"Units": "2", "Value": "2", "Beaten": 1},
        {"Units": "0", "Value": "0", "Out": "1st", "Beaten": 0},
        {"Units": "1", "Value": "3", "Beaten": 1},
    ]


def test_the_breakdown_is_there_before_the_armies_are() -> None:
    """What is below it would move if it came later."""
    assert breakdown(started(2)) == [{"Units": "0", "Value": "0", "Beaten": 0}] * 2


def test_no_sentence_names_a_coordinate() -> None:
    position = started(3, seed=8, terrain="roulette", patience=4)
    cells = set(position.board.shape.names)
    while not position.over:
        for text in sorted(moves(position))[:30]:
            found = told(position, text)
            scene = GAME.scene(position, int(position.turn))
            labels = [choice.label for choice in scene.choices]
            words = " ".join([found.words, *labels, *(one.text for one in scene.effects.values())])
            assert not cells & set(words.replace(".", " ").replace(",", " ").split())
            assert all(len(beat.text) <= 64 for beat in found.beats)
        play(position, sorted(moves(position))[len(moves(position)) // 2])


def test_the_story_in_german() -> None:
    position = duel("3g6,1b2", "4f8+,5i8", "Ff8")
    with use_language("de"):
        assert told(position, "g6-f8").words == (
            "Rot greift mit Springer (3) Turm (4) von Blau an. 4 gegen 6 (4 + 1 + 1): Turm hält, -1 Rüstung."
        )
        assert why(position, "g6", "g7")[0] == "Ein Springer zieht zwei geradeaus, dann einen zur Seite."
        assert GAME.stage(position).cards["archer"].rows[0] == ("Angriff", "6")
