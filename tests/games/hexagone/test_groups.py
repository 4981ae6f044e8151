"""What a search compares: the best plans, the claims and the end of the turn, however many placements look better at first sight."""

from __future__ import annotations

import pytest
from tests.games.hexagone.boards import fresh, legal, table

from bestagon.bots.mcts import Search
from bestagon.compiled_build import is_compiled
from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.games.hexagone import GAME
from bestagon.games.hexagone.ai.planner import HexagonePlanner
from bestagon.games.hexagone.ai.weights import DEEPER_WIDTH, FIRST_WIDTH, PLANS
from bestagon.games.hexagone.board import CELLS
from bestagon.games.hexagone.rules.moves import CLAIM, CLAIMING, END, PLAYING, ROW
from bestagon.games.hexagone.rules.state import HexagonePosition

GRAY_COMPLETES = (
    "j14g,k13g,k14g,k15g,l13g,n16b,o17b,p16g,q16b g1b2/?6 ?33 c5S1B1M2 "
    "C02,C03,C05-C14,C16,C17,C19,C20,C22,C24-C31,C33-C40,C42-C45,C47-C54 C23,C41 C32,C46/C01,C04,C18,C21 0 play 00 - - 00"
)
"""Action 35 of a game of seed 923: a gray on l14 completes a card of 6 points, and each of 27 places for a blue has a higher prior."""


def groups(position: HexagonePosition) -> dict[str, int]:
    """Return the group of each legal action."""
    evaluator, seat = GAME.evaluator(), int(position.turn)
    return {text: int(evaluator.group(position, seat, GAME.parse_action(position, seat, text))) for text in legal(position)}


def compared(search: Search, position: HexagonePosition) -> set[int]:
    """Return the actions that a search compares."""
    return {choice.action for choice in search.think(position, int(position.turn), fast(1)).choices if choice.visits}


@pytest.mark.parametrize("seed", range(3))
def test_blues_without_use_do_not_crowd_out_the_gray_that_completes_a_card(seed: int) -> None:
    """Before, 24 places for a blue were compared, and two blues were placed for nothing (docs/measurements.md)."""
    position = fresh()
    GAME.parse_position(position, GRAY_COMPLETES)
    assert GAME.action_text(position, 0, int(Search(GAME.evaluator(), 1000, 0.0, 0.0).choose(position, 0, fast(seed)))) == "gray l14"


def test_what_no_plan_uses_is_in_one_group() -> None:
    found = groups(table("g b\n . b", "gcbMS", "g", row="", phase=PLAYING))
    assert {text.split()[0] for text in found} == {"gray", "cracked", "blue", "move", "swap", "end"}
    assert len({group for text, group in found.items() if text != "end"}) == 1
    assert len(set(found.values())) == 2


def test_the_first_action_of_the_best_plan_for_each_card_is_a_group_of_its_own() -> None:
    found = groups(table("g g", "gb", "g", row="C01 C02", phase=PLAYING))
    assert {text for text, group in found.items() if list(found.values()).count(group) == 1} == {"gray p18", "blue p18", "end"}


def test_the_claims_of_each_card_are_a_group() -> None:
    found = groups(table("g g g b\n g", "", "g", row="C01 C02", phase=CLAIMING))
    by_card: dict[str, set[int]] = {}
    for text, group in found.items():
        if text.startswith("claim"):
            by_card.setdefault(text.split()[1], set()).add(group)
    assert set(by_card) == {"C01", "C02"}
    assert not by_card["C01"] & by_card["C02"]


@pytest.mark.skipif(not is_compiled(), reason="takes a minute in an uncompiled engine")
def test_claims_the_best_plan_and_the_end_of_the_turn_are_always_compared() -> None:
    """Before, the first action of the best plan or every claim was missing in one of 30 decisions."""
    evaluator, search = GAME.evaluator(), Search(GAME.evaluator(), 1000, 0.0, 0.0)
    planner = HexagonePlanner(FIRST_WIDTH, DEEPER_WIDTH, PLANS)
    for seed in range(2):
        position = fresh(2, seed=seed)
        while not position.over:
            seat = int(position.turn)
            masked = fresh(2)
            masked.view_from(position, seat)
            actions = legal_actions(masked, seat)
            if len(actions) > 1:
                seen = compared(search, masked)
                tried = {action for action in actions if not evaluator.omits(masked, seat, action)} or set(actions)
                planner.plan(masked, seat)
                best = {int(planner.first_action(masked, 0))} if planner.count else set()
                assert best & tried <= seen
                assert int(END) not in tried or int(END) in seen
                for slot in range(ROW):
                    claims = {action for action in tried if action >= CLAIM and (action - CLAIM) // (6 * CELLS) == slot}
                    assert not claims or claims & seen
            position.play(seat, int(search.choose(masked, seat, fast(seed))))
