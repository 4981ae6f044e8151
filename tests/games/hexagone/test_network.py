"""The network that judges games of two: its inputs, its weights, and the tables that it leaves to others."""

from __future__ import annotations

from tests.games.hexagone.boards import table

from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.games.hexagone import GAME
from bestagon.games.hexagone.ai.evaluator import HexagoneEvaluator
from bestagon.games.hexagone.ai.learned import BIASES, HIDDEN, INPUTS, OUTPUTS, SCALES
from bestagon.games.hexagone.ai.network import FEATURES, LACKS, NUMBER_COUNT, NUMBERS, STAGES, HexagoneNetwork
from bestagon.games.hexagone.ai.shortfall import FAR, HexagoneShortfall
from bestagon.games.hexagone.rules.moves import STARTING
from bestagon.games.hexagone.rules.state import HexagonePosition


def evaluator() -> HexagoneEvaluator:
    """Return an evaluator."""
    made = GAME.evaluator()
    assert isinstance(made, HexagoneEvaluator)
    return made


def test_the_file_has_a_weight_for_every_input() -> None:
    assert FEATURES == NUMBERS + NUMBER_COUNT
    assert len(INPUTS) == FEATURES * HIDDEN
    assert (len(BIASES), len(OUTPUTS), len(SCALES)) == (HIDDEN, HIDDEN + 1, STAGES)
    assert min(SCALES) > 0


def test_inputs_say_what_both_seats_lack_for_a_card() -> None:
    position = table("g g", "gb", "g", row="C02")
    short = HexagoneShortfall()
    short.use_hands(1, 1, 1, 0)
    short.find(position, position.row[0])
    assert list(short.lack) == [0, 1]
    active, _ = HexagoneNetwork().features(position)
    assert active[1] == LACKS + 1
    assert active[2:] == [LACKS + 49, LACKS + 74]
    short.use_hands(0, 0, 0, 0)
    short.find(table("g", "", "", row="C01", data="C01 * 9\n  b b b b b"), 0)
    assert list(short.lack) == [FAR, FAR]


def test_inputs_do_not_depend_on_positions_before() -> None:
    used = HexagoneNetwork()
    dice = fast(3)
    for seed in range(6):
        position = GAME.setup(2, GAME.complete(2, {}))
        assert isinstance(position, HexagonePosition)
        position.start(fast(seed))
        while not position.over:
            if position.phase == STARTING:
                before = position.to_bytes()
                assert used.features(position) == HexagoneNetwork().features(position)
                assert used.rest(position) == HexagoneNetwork().rest(position)
                assert used.at == NUMBER_COUNT
                assert max(used.active[0], 0) < STAGES
                assert position.to_bytes() == before
            actions = legal_actions(position, int(position.turn))
            position.play(position.turn, actions[dice.below(len(actions))])


def test_a_lead_and_a_card_in_reach_are_good() -> None:
    judge = evaluator()
    position = table("g g", "gb", "g", row="C02")
    near = judge.estimate(position, 0)
    assert judge.estimate(position, 1) == -near
    assert near > judge.estimate(table("g g", "gg", "g", row="C02"), 0)
    position.points[0] += 5
    assert judge.estimate(position, 0) > near


def test_it_judges_games_of_two_only() -> None:
    judge = evaluator()
    sums = evaluator()
    sums.learned = False
    three = table("g g b", "g", "g", "g", row="C02", players=3)
    assert [judge.estimate(three, seat) for seat in range(3)] == [sums.estimate(three, seat) for seat in range(3)]
    two = table("g g b", "g", "g", row="C02")
    assert judge.estimate(two, 0) != sums.estimate(two, 0)
    assert judge.points(two, 0) == sums.points(two, 0)
