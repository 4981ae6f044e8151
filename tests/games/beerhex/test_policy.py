"""What the networks of BeerHex see and say, and which searches ask them."""

from __future__ import annotations

import random
import shutil

import pytest
from beerhex_learning import Lessons, Library, frame_action, numbers_of
from tests.games.beerhex.boards import board, fresh, masked, own

from bestagon.bots.lapsing import HASTE
from bestagon.bots.levels import NAMES, level
from bestagon.bots.mcts import Report, Search
from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.games.beerhex import GAME
from bestagon.games.beerhex.ai.evaluator import BeerHexEvaluator
from bestagon.games.beerhex.ai.knowledge import FEATURES, FRAME_ACTIONS, KINDS, BeerHexKnowledge, sure_action
from bestagon.games.beerhex.ai.network import JUDGE_LAYERS, LOGITS, POLICY_LAYERS, BeerHexPolicy, weights
from bestagon.games.beerhex.ai.weights import ITERATIONS_PER_WORLD, LEARNED_FROM, VISIT_POWER
from bestagon.games.beerhex.board import ATTACK, CANNOT, CONCEDE, DECLARE
from bestagon.games.beerhex.rules.state import BeerHexPosition

HONEST = """
    . . . . .
     . Gg Ss . .
      . Gg Ss . .
       . . Ss . .
        . . . . .
"""
BLUFFED = HONEST.replace("Ss", "Sg", 1)
"""Looks the same to Gold."""
LINE = """
    . . . . .
     . Gg . . .
      Ss Ss Ss Ss Ss
       . Gg . . .
        . Gg . . .
"""
CONNECTED = """
    . Gg . . .
     . Gg Ss . .
      . Gg Ss . .
       . Gg . . .
        . Gg Ss . .
"""
SEEMS_CONNECTED = """
    . . . Gg Ss
     . . . Gg Sg
      . Sg Ss Gg .
       . Sg Gs Gg .
        . . . Gg .
"""


def features(position: BeerHexPosition, seat: int, turned: bool = False) -> list[int]:
    """Return the features of what a seat knows, in order."""
    knowledge = BeerHexKnowledge()
    knowledge.look(position, seat, turned)
    return sorted(int(knowledge.active[i]) for i in range(int(knowledge.count)))


def shares(position: BeerHexPosition) -> dict[int, float]:
    """Return what the policy plays."""
    policy = BeerHexPolicy()
    policy.weigh(position, position.turn)
    return {i: policy.shares[i] for i in range(len(policy.shares)) if policy.shares[i] > 0.0}


def thought(position: BeerHexPosition, iterations: int) -> Report:
    """Return what a search of the seat to act thinks."""
    seat = int(position.turn)
    return Search(GAME.evaluator(), iterations, temperature=0.0).think(masked(position, seat), seat, fast(1))


def random_games(count: int) -> list[BeerHexPosition]:
    """Return positions of random games, without most declarations."""
    found = []
    dice = fast(7)
    for seed in range(count):
        position = fresh(seed, sets=1)
        while not position.over:
            found.append(own(position.copy()))
            seat = int(position.turn)
            actions = [action for action in legal_actions(position, seat) if action < DECLARE]
            position.play(seat, actions[int(dice.below(len(actions)))])
    return found


def test_a_seat_sees_only_what_it_knows() -> None:
    for position in random_games(4):
        for seat in (0, 1):
            view = own(position.copy())
            view.mask(seat)
            assert features(view, seat) == features(position, seat)
            assert sure_action(view, seat) == sure_action(position, seat)
    assert features(board(HONEST, sets=1), 0) == features(board(BLUFFED, sets=1), 0)
    assert features(board(HONEST, sets=1), 1) != features(board(BLUFFED, sets=1), 1)
    assert shares(board(HONEST, sets=1)) == shares(board(BLUFFED, sets=1))


def test_gold_and_silver_see_the_same_board_alike() -> None:
    rows = [line.split() for line in HONEST.strip().splitlines()]
    turned = "\n".join(" ".join(rows[r][c].translate(str.maketrans("GSgs", "SGsg")) for r in range(5)) for c in range(5))
    gold, silver = board(HONEST, sets=1), board(turned, "Silver", sets=1)
    assert features(gold, 0) == features(silver, 1)
    assert features(gold, 0) != features(gold, 0, turned=True)
    mirrored = {frame_action(action, 1): share for action, share in shares(silver).items()}
    assert mirrored == pytest.approx(shares(gold))


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_games_that_teach_agree_with_the_engine() -> None:
    """benchmarks/beerhex_learning.c plays by the same rules, and sees what the compiled code sees."""
    chance, knowledge, code, found = random.Random(1), BeerHexKnowledge(), Library(JUDGE_LAYERS), Lessons(2)
    for seed in range(12):
        position = fresh(seed, sets=1)
        while not position.over:
            seat = int(position.turn)
            numbers = numbers_of(position)
            found.clear()
            sure = code.observe(position, found)
            row = found.found()[0]
            assert sorted(found.active[: row["n"]].tolist()) == features(position, seat)
            knowledge.look(position, seat, False)
            knowledge.list_options(position, seat)
            options = {int(knowledge.places[i]): int(knowledge.kinds[i]) for i in range(int(knowledge.options))}
            n = int(row["options"])
            assert options == dict(zip(found.places[:n].tolist(), found.kinds[:n].tolist(), strict=True))
            assert sure == (sure_action(position, seat) >= 0)
            action = chance.choice(list(options))
            result = code.advance(numbers, action, chance.getrandbits(60))
            position.play(seat, frame_action(action, seat))
            assert result == (position.payoff(seat) if position.over and position.ending() != "void" else 0)
            if not position.over:
                after = numbers_of(position).tolist()
                turned = [sum(1 << (24 - cell) for cell in range(25) if cells >> cell & 1) for cells in after[:7]] + after[7:]
                assert numbers.tolist() in (after, turned)


def test_the_weights_fit_the_networks() -> None:
    found = weights()
    for network, layers, outputs in ((found.policy, POLICY_LAYERS, LOGITS), (found.judge, JUDGE_LAYERS, 1)):
        assert len(network.inputs) == (FEATURES + 1) * layers[0]
        assert len(network.middle) == (layers[0] + 1) * layers[1]
        assert len(network.outputs) == outputs * (layers[1] + 1)
    assert LOGITS == FRAME_ACTIONS + KINDS


def test_the_policy_plays_legal_actions_and_declares_only_what_is_sure() -> None:
    for position in random_games(4):
        found = shares(position)
        assert sum(found.values()) == pytest.approx(1.0)
        assert set(found) <= set(legal_actions(position, int(position.turn)))
        sure = sure_action(position, position.turn)
        assert list(found) == [sure] if sure >= 0 else not {int(DECLARE), int(CANNOT), int(CONCEDE)} & set(found)


def attack_share(position: BeerHexPosition) -> float:
    """Return how often the policy attacks."""
    return sum(share for action, share in shares(position).items() if ATTACK <= action < DECLARE)


def test_a_known_connection_is_declared() -> None:
    assert shares(board(CONNECTED, sets=1)) == {int(DECLARE): 1.0}


def test_an_honest_line_is_answered() -> None:
    """Self-play alone never meets such lines, and forgets to attack them."""
    assert attack_share(board(LINE, turns=8, sets=1)) > 0.2
    assert attack_share(board(CONNECTED, "Silver", turns=9, sets=1)) > 0.2


def test_a_placement_against_a_seeming_connection_says_what_it_counts_on() -> None:
    """From a game of two experts: the hint advised this cap instead of an attack, and gave no reason for it."""
    seen = board(SEEMS_CONNECTED, "Silver", turns=11, sets=1)
    position = masked(seen, 1)
    for text in ("c2 own", "c2 other"):
        found = GAME.reasons(position, 1, GAME.parse_action(position, 1, text))
        assert found[0] == "Gold seems to be connected: this counts on a bluff among 5 caps."
    attack = GAME.reasons(position, 1, GAME.parse_action(position, 1, "attack d1 d2 d3"))
    assert attack == ["Gold seems to be connected: this may break the path."]
    open_board = masked(board(SEEMS_CONNECTED.replace("Gg", ".", 1), "Silver", turns=11, sets=1), 1)
    assert not any("counts on" in one for one in GAME.reasons(open_board, 1, GAME.parse_action(open_board, 1, "c2 own")))


def test_nobody_can_foresee_the_policy() -> None:
    """Who always plays the same can be learned by heart: an opponent that was trained to won 95 % of single games."""
    opening = shares(fresh(sets=1))
    assert max(opening.values()) < 0.5
    assert sum(share > 0.05 for share in opening.values()) >= 4


def test_chances_to_win_fit_the_board() -> None:
    policy = BeerHexPolicy()
    assert policy.chance(board(CONNECTED, sets=1), 0) == 1.0
    near, far = board(CONNECTED.replace("Gg", ".", 1), sets=1), board(CONNECTED.replace("Gg", ".", 4), sets=1)
    assert policy.chance(near, 0) > policy.chance(far, 0)
    # To Gold a bluff in the line is no loss: it is what makes an attack fail. Silver cannot tell.
    honest, bluffed = board(CONNECTED, "Silver", sets=1), board(CONNECTED.replace("Gg", "Gs", 1), "Silver", sets=1)
    assert policy.chance(honest, 0) != policy.chance(bluffed, 0)
    assert policy.chance(honest, 1) == policy.chance(bluffed, 1)


def test_only_searches_of_some_length_without_clues_ask_the_networks() -> None:
    for options, iterations, learned in (
        ({}, 8000, True),
        ({}, int(LEARNED_FROM) - 1, False),
        ({"clues": True}, 8000, False),
        ({}, 0, True),
    ):
        evaluator = BeerHexEvaluator()
        position = fresh(sets=1, **options)
        needed = int(evaluator.prepare(masked(position, int(position.turn)), position.turn, iterations))
        assert (evaluator.policy is not None) == learned
        assert needed == (iterations // int(ITERATIONS_PER_WORLD) if learned else iterations)
        # Visits of a search that follows the policy say how often to play an action; those of another one do not.
        assert evaluator.visit_power == (1.0 if learned else VISIT_POWER)
    assert all((found.iterations >= LEARNED_FROM) == (found.name in NAMES[3:]) for found in (level("beerhex", name) for name in NAMES))
    assert level("beerhex", "strong").iterations // HASTE < LEARNED_FROM


def test_a_search_with_the_networks_tries_what_the_policy_plays() -> None:
    for position in (board(HONEST, sets=1), board(LINE, sets=1), fresh(sets=1)):
        report = thought(position, 8000)
        assert report.iterations == 8000 // int(ITERATIONS_PER_WORLD)
        assert {choice.action for choice in report.choices} <= set(shares(position))
        assert report.values[0] == pytest.approx(-report.values[1])
        favourite = max(shares(position).items(), key=lambda pair: pair[1])[0]
        assert favourite in [choice.action for choice in report.choices[:3]]


def test_searches_of_positions_that_look_alike_agree() -> None:
    for iterations in (300, 8000):
        assert thought(board(HONEST, sets=1), iterations) == thought(board(BLUFFED, sets=1), iterations)
