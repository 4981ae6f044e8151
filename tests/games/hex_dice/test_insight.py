"""What the insight of Hex Dice must see: captures, dangers and bases."""

from __future__ import annotations

import pytest
from tests.games.hex_dice.boards import begun, moves, play, scene

from bestagon.core.dice import fast
from bestagon.core.rollout import legal_actions, room
from bestagon.games.hex_dice import GAME
from bestagon.games.hex_dice.position import HexDicePosition


def best(position: HexDicePosition) -> str:
    """Return the action a greedy player likes best, re-rolls aside."""
    insight = GAME.insight()
    worth = {}
    for text in sorted(moves(position)):
        if "reroll" not in text:
            twin = position.copy()
            assert isinstance(twin, HexDicePosition)
            play(twin, text)
            worth[text] = insight.value(twin, int(position.turn))
    return max(worth, key=lambda text: worth[text])


def test_it_takes_the_base() -> None:
    assert best(scene("b6  b5  r1  .   .   .", "g7")) == "g9-g12"


def test_it_takes_the_better_unit() -> None:
    assert best(scene("b4  .   r5  .   b1  .   b6", "g4")) == "g6*g4"


def test_it_does_not_take_what_is_protected_by_more() -> None:
    assert best(scene("r5  b1  b4  .   .   b6", "g5")) != "g5-g6"


def test_it_moves_a_unit_out_of_danger() -> None:
    position = scene("r6  .   .   r2  .   b5", "g1")
    assert best(position).startswith("g4-")


def test_it_defends_its_base() -> None:
    position = scene(
        """
          .   .   .   .   .
        .   .   .   b1  .   b6
          r5  .   .   .   .
        """,
        "f2",
    )
    assert best(position) in {"h2-g2", "h2-g3"}


def test_a_finished_game_outweighs_everything() -> None:
    won = play(scene("r1  b1", "g5"), "g5-g6")
    assert GAME.insight().value(won, 0) > 9e5
    assert GAME.insight().value(won, 1) < -9e5


def finished(players: int, seed: int, **options: object) -> list[bytes]:
    """Play a game by the playouts alone, check every action and estimate on the way, and return some of its positions."""
    insight = GAME.insight()
    position = begun(players, seed, **options)
    dice = fast(seed)
    out = room(position)
    seen = []
    while not position.over:
        seat = int(position.turn)
        assert all(-1.0 <= insight.estimate(position, s) <= 1.0 for s in range(players))
        action = int(insight.playout(position, seat, dice, out))
        assert action in legal_actions(position, seat)
        seen.append(position.to_bytes())
        position.play(seat, action)
    assert [insight.estimate(position, s) for s in range(players)] == [position.payoff(s) for s in range(players)]
    return seen


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("terrain", ["none", "preset", "roulette"])
def test_playouts_are_legal_from_set_up_to_the_end(players: int, terrain: str) -> None:
    for seed in range(2):
        finished(players, seed, terrain=terrain, patience=20)


def test_playouts_are_legal_on_the_large_map() -> None:
    finished(2, 1, map=8, patience=10)
    finished(6, 1, map=8, patience=10)


@pytest.mark.parametrize("players", [2, 3])
def test_playouts_are_legal_wherever_chance_leads(players: int) -> None:
    insight = GAME.insight()
    dice = fast(3)
    for seed in range(5):
        position = begun(players, seed, patience=20)
        out = room(position)
        while not position.over:
            seat = int(position.turn)
            legal = legal_actions(position, seat)
            assert int(insight.playout(position, seat, dice, out)) in legal
            assert all(-1.0 <= insight.estimate(position, s) <= 1.0 for s in range(players))
            position.play(seat, int(position.pick(seat, dice, out)))


def test_what_one_wins_the_other_loses() -> None:
    insight = GAME.insight()
    position = begun()
    for state in finished(2, 4, patience=20):
        position.from_bytes(state)
        assert insight.estimate(position, 0) + insight.estimate(position, 1) == pytest.approx(0.0)


def test_an_estimate_does_not_depend_on_what_was_asked_before() -> None:
    insight = GAME.insight()
    position = begun(3)
    for state in finished(3, 5, patience=20):
        position.from_bytes(state)
        before = [insight.estimate(position, seat) for seat in range(3)]
        assert before == [GAME.insight().estimate(position, seat) for seat in range(3)]


def test_more_units_are_better_and_a_base_in_reach_is_best() -> None:
    insight = GAME.insight()
    few = scene("r5  .   .   .   .   b1  .   b2", "g3")
    many = scene("r5  r4  .   .   .   .   .   b2", "g3")
    assert insight.estimate(few, 0) < insight.estimate(many, 0)
    assert insight.estimate(scene("b6  b5  r1  .   .   .", "g7"), 0) > 0.9
    assert insight.estimate(scene("b6  b5  r1  .   .   .", "g7"), 1) < -0.9


def test_a_seat_that_is_out_knows_its_payoff() -> None:
    insight = GAME.insight()
    position = begun(3)
    position.resign(1)
    assert insight.estimate(position, 1) == -1.0
    assert insight.estimate(position, 0) + insight.estimate(position, 2) == pytest.approx(1.0)


def test_a_playout_takes_the_base() -> None:
    position = scene("b6  b5  r1  .   .   .", "g7")
    action = int(GAME.insight().playout(position, 0, fast(1), room(position)))
    assert GAME.action_text(position, 0, action) == "g9-g12"
