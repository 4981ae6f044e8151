"""What hints say is true on the board, names what the action is for, and does not argue against it: positions of expert games."""

from __future__ import annotations

from bestagon.core import registry

RAID = "rb 9 - r@g12:1f7*,4f12,5g11,3g12,5g13,2h11 b@g2:3c9*,5f2,2g1,6g2,2g3,5h2 -"
"""A Knight of Blue, alone near Red's base."""
SHEET = "...../....../..414../.5.cc8../..5686.../.17..4../2.34.../.1..../.....|12|2"
"""A sheet of Pocket Hexes, for the other player."""


def reasons(name: str, text: str, seat: int, action: str) -> list[str]:
    """Return the reasons for an action in a position of two players."""
    game = registry.game(name)
    position = game.setup(2, game.complete(2, {}))
    game.parse_position(position, text)
    position.mask(seat)
    return game.reasons(position, seat, game.parse_action(position, seat, action))


def test_hex_dice_promises_nothing_of_a_die_that_is_still_to_be_rolled() -> None:
    found = reasons("hex-dice", f"play b {RAID}", 1, "c9 reroll")
    assert found == ["1 of 6 values would threaten an enemy.", "3 of 6 values are higher than 3."]


def test_hex_dice_knows_how_many_values_save_a_unit() -> None:
    text = "play b rb 15 - r@g12:3a5*,4d10+,3g10,5g11,2g12 b@g2:1c4*,5f4,6g1,6g2,4i2 -"
    assert reasons("hex-dice", text, 1, "c4 reroll")[0] == "It is in danger: 2 of 6 values would be safe."


def test_hex_dice_does_not_call_a_legion_low() -> None:
    text = "reroll b rb 0 - r@g12:-;223345 b@g2:-;123556 -"
    assert reasons("hex-dice", text, 1, "reroll 6") == ["A Legion (6) cannot move."]
    assert reasons("hex-dice", text, 1, "reroll 1 6") == ["Low dice are likely to get better.", "A Legion (6) cannot move."]


def test_hex_dice_says_what_a_merged_unit_is_for() -> None:
    army = RAID.replace("3c9*", "5c9*")
    assert reasons("hex-dice", f"play r {army}", 0, "g13-f12") == ["The two become a unit of your choice, which may act at once."]
    merged = "become:f12+ r rb 10 - r@g12:1f7,?f12,5g11,3g12,2h11 b@g2:5c9*,5f2,2g1,6g2,2g3,5h2 -"
    assert reasons("hex-dice", merged, 0, "become 5") == ["The Archer (5) can defeat Blue's Archer (5) at once."]
    assert reasons("hex-dice", merged, 0, "become 1") == ["A Pawn (1) is of most use here."]


def test_hex_dice_says_that_an_exchange_is_one() -> None:
    text = "play b rb 47 - r@g12:5e9,5f9+,6f11+,5g12+,6h12+,4i11* b@g2:2f1,6g2,5g7,5g8,5h7,4h9* -"
    assert reasons("hex-dice", text, 1, "g8-f8") == ["It threatens Red's Archer (5).", "If it is taken, you can take back."]


def test_hex_dice_calls_no_unit_safe_that_can_be_taken() -> None:
    text = "play r rb 12 - r@g12:5f11+*,5g11+ b@g2:4b8*,6g1,6g2+,5h9-2 -"
    assert reasons("hex-dice", text, 0, "f11-g12") == ["The Archer (5) stands on your base."]
    assert reasons("hex-dice", text, 0, "g11-g10")[-1] == "The Archer (5) goes forward: 8 steps to Blue's base."
    lost = "play r rb 12 - r@g12:1g6*,5g12 b@g2:5g4*,6g2 -"
    assert reasons("hex-dice", lost, 0, "g6-g7") == ["Other actions seem to lose more."]


def test_hex_roller_knows_that_the_dice_bonus_goes_into_no_row() -> None:
    other = "6.....75555..77x55..3.x7.x.637....3x7.x888...x4448..744...4.. +2 543---- 457---- take2:8"
    own = "6....375..53755x....37x..x.67..88.3x7.x8.8..7x444...744...4.. +2d 5473--- 4738--- last:8:3"
    found = reasons("hex-roller", f"4 34555588 | {other} | {own}", 1, "take 5 bonus")
    assert found == ["It fills 4 cells.", "The pair of 5s can be joined with it."]


def test_hex_roller_names_the_area_that_a_chain_can_fill() -> None:
    other = "6.....75555..77x55..3.x7.x.637....3x7.x888...x4448..744...4.. +2 543---- 457---- take2:8"
    text = f"4 34555588 | {other} | {other.replace(' +2 ', ' +2d ')}"
    assert reasons("hex-roller", text, 0, "take 5")[0] == "It can fill the blue area: 5 points."
    assert reasons("hex-roller", text, 0, "take 3")[0] == "It fills 1 cell."


def test_pocket_hexes_does_not_contradict_itself() -> None:
    own = "...../....../..4..../..1hac../...71b4../..6681../.1.88../.6..8./.....|8,11|2~e5"
    assert reasons("pocket-hexes", f"everyone 1 3,4,7,9,9,13 {SHEET} {own}", 1, "d10 h4") == [
        "After this the ring around the 8 needs only 1 cell.",
        "Another, around the 8, needs only 2.",
    ]


def test_pocket_hexes_does_not_say_that_only_a_0_fits_next_to_a_bigger_number() -> None:
    own = "...../....../..4..../..1hac../...71b4../..6681../.1.88../.6..8./.....|8,11|2~e5"
    found = reasons("pocket-hexes", f"everyone 1 3,4,7,0,9,13 {SHEET} {own}", 1, "d10 c6")
    assert found[-1] == "A 0 may go next to bigger numbers."


def test_pocket_hexes_knows_what_small_and_high_numbers_are_for() -> None:
    blank = "...../....../......./......../........./......../......./....../.....|-|2"
    text = f"everyone 1 1,2,3,0,9,18 {SHEET} {blank}"
    assert reasons("pocket-hexes", text, 1, "d10 e5") == ["Almost every number fits around a 0."]
    assert reasons("pocket-hexes", text, 1, "d20 e5") == ["Bigger numbers can follow around it."]
    assert reasons("pocket-hexes", text, 1, "d12 e5")[1] == "A ring around it would score 9 points."


def test_pocket_hexes_counts_the_faces_that_fit() -> None:
    full = "/".join("9" * n for n in (5, 6, 7, 8, 9, 8, 7, 6)) + "/9999."
    text = f"reroll 1 1,2,3,4,5,6 {SHEET.removesuffix('2')}0 {full}|-3|0"
    assert reasons("pocket-hexes", text, 1, "reroll d20") == ["12 of the 20 faces of the d20 fit."]
    assert reasons("pocket-hexes", text, 1, "reroll d10") == ["2 of the 10 faces of the d10 fit."]


def test_hexagone_does_not_speak_of_an_empty_hand() -> None:
    pools = "-/c3b2D1 g16c12b10S1D1B1M1 c5S1B1M1 C01,C03-C09,C11-C19,C21-C24,C26-C35,C37,C39-C54 C36,C02 C20,C25/C38"
    assert reasons("hexagone", f"o18g,p16g,q16g,r15g {pools} 0 claim 00 - - 00", 0, "end") == ["Your hand is empty."]


def test_hexagone_names_the_card_that_a_swap_brings_to_another_place() -> None:
    pools = "-/c3b2D1 g16c12b10S1D1B1M1 c3S1B1M1 C01,C03-C09,C11-C19,C21-C24,C26-C35,C37,C39-C54 C36,C25,C02 C20/C38"
    text = f"o17g,o18c,p16g,p17c,q16g,r15g {pools} 0 swap@o18 00 - - 00"
    assert reasons("hexagone", text, 0, "with o17") == ["Here, too, the 4-point card can be claimed."]


def test_hexagone_does_not_call_a_card_within_reach_far_away() -> None:
    """Before, a card of four points that could be claimed lacked "0 hexagons: it is far away"."""
    board = "k12g,l14g,l16c,m15b,m16g,n15g,n16b,n17g,n18c,n19c,o16b,o17b,o18g,o19b,p17g,p18g,p19b,q14g,q15g,q16g,q17g,r15g,r16g,r17g"
    pile = "C01-C03,C05,C06,C08-C14,C16,C18-C20,C22-C24,C26,C28-C32,C34,C36,C37,C39-C41,C43,C45-C50,C52,C54"
    claimed = "C07,C15,C21,C33,C38,C44,C51/C17,C27,C35,C42,C53"
    text = f"{board} g1c1b4/g1c2S1B1M1 g3c6b2S1D1B1 c8D1M1 {pile} C25 {claimed} 1 start 00 - - 00"
    barred = "After this nobody can claim the 4-point card."
    assert reasons("hexagone", text, 1, "bomb C25 draw") == ["A new card may bring more than 4 points.", barred]
    assert reasons("hexagone", text, 1, "bomb C25") == [barred]


def test_hexagone_does_not_speak_against_a_hexagon_that_a_card_can_use() -> None:
    pile = "C01-C03,C05-C14,C16,C17,C19-C22,C24-C31,C33-C45,C47-C54 C46,C23,C04 C32/C18"
    text = f"n16b,o16b,o17b,p16g,p17c,q16g g3c1b1M1/b2S1 g15c16b6S1D2B1M1 c2B1 {pile} 1 play 00 - - 00"
    assert reasons("hexagone", text, 1, "swap o16") == ["Another hexagon may be of more use here."]


def test_hexagone_promises_no_later_turn_in_the_last() -> None:
    board = (
        "j14b,k12g,k15c,l13g,l14g,l15b,m15b,m16g,n14c,n15g,n16b,n17g,o14c,o16b,o17b,o18g,o19b,o20b,"
        "p15g,p16g,p17g,p18g,p19b,q14g,q15g,q16g,q17g,q18b,r15g,r16g,r17g,r18c,s16c,s17c"
    )
    pile = "C01,C02,C05,C06,C08,C09,C12-C14,C16,C18-C20,C22-C24,C26,C30-C32,C34,C39-C41,C43,C45-C50"
    claimed = "C07,C10,C15,C21,C28,C33,C38,C44,C51,C52,C54/C03,C11,C17,C27,C29,C35,C37,C42,C53"
    text = f"{board} g1c1b1S1/c2b1S1B1 - g1c11D2B1M2 {pile} C36 {claimed} 1 play 00 1 - 00"
    assert reasons("hexagone", text, 1, "end") == ["This is your last turn: what is left in your hand no longer counts."]
    later = "What is left in your hand may fit a card of a later turn."
    assert reasons("hexagone", text.replace(" 1 - 00", " 1* - 00"), 1, "end") == [later]


def test_beerhex_gives_no_count_of_a_lost_race_as_a_reason() -> None:
    board, seen = "....Gg/..GgSsGg/.SsSg.Gg/SsGg..Gs/Gg..Ss.", "e1c2d2e2b3c3e3a4b4a5d5=7+5/5+6"
    text = f"{board} S turn 15 1+5 3+5 0-0 G 0 - - {seen}"
    assert reasons("beerhex", text, 1, "d3 own") == ["It takes a cell that Gold could use."]


def test_beerhex_says_when_only_bluffs_are_left() -> None:
    board, seen = "..SsGgSs/.GgGg!Ss./.SsSgGg!./Gg.Gg!../SsSsSg!SsGg", "d1e1d2b3a5b5=4+4/7+5,e5=3+5/7+4,c1b2c3a4d5=4+5/7+5"
    assert reasons("beerhex", f"{board} G turn 23 0+6 0+4 1-0 S 0 - r {seen}", 0, "e2 other") == ["You have none of your own symbols left."]
