"""The evaluator sees captures, dangers and bases."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from tests.games.hex_dice.boards import battle, moves, play, started

from bestagon.bots.mcts import Search
from bestagon.core.actions import legal_actions, room
from bestagon.core.dice import fast
from bestagon.games.hex_dice import GAME
from bestagon.games.hex_dice.ai import crowd_network, learned_crowds
from bestagon.games.hex_dice.ai.evaluator import HexDiceEvaluator
from bestagon.games.hex_dice.ai.learned import BIASES, HIDDEN, INPUTS, OUTPUTS, PRIORS
from bestagon.games.hex_dice.ai.learned_priors import PRIOR_FEATURES
from bestagon.games.hex_dice.ai.network import CHANCES, FEATURES, NUMBER_COUNT, NUMBERS
from bestagon.games.hex_dice.board import EXTRA, PLAY
from bestagon.games.hex_dice.rules.state import HexDicePosition


def best(position: HexDicePosition) -> str:
    """Return the choice of a greedy player, re-rolls aside."""
    evaluator = GAME.evaluator()
    worth = {}
    for text in sorted(moves(position)):
        if "reroll" not in text:
            twin = position.copy()
            assert isinstance(twin, HexDicePosition)
            play(twin, text)
            worth[text] = evaluator.value(twin, int(position.turn))
    return max(worth, key=lambda text: worth[text])


def test_it_takes_the_base() -> None:
    assert best(battle("b6  b5  r1  .   .   .", "g7")) == "g9-g12"


def test_it_takes_the_better_unit() -> None:
    assert best(battle("b4  .   r5  .   b1  .   b6", "g4")) == "g6*g4"


def test_it_does_not_take_what_is_protected_by_more() -> None:
    assert best(battle("r5  b1  b4  .   .   b6", "g5")) != "g5-g6"


def test_it_moves_a_unit_out_of_danger() -> None:
    position = battle("r6  .   .   r2  .   b5", "g1")
    assert best(position).startswith("g4-")


def test_it_defends_its_base() -> None:
    position = battle(
        """
          .   .   .   .   .
        .   .   .   b1  .   b6
          r5  .   .   .   .
        """,
        "f2",
    )
    assert best(position) in {"h2-g2", "h2-g3"}


def test_a_finished_game_outweighs_everything() -> None:
    won = play(battle("r1  b1", "g5"), "g5-g6")
    assert GAME.evaluator().value(won, 0) > 9e5
    assert GAME.evaluator().value(won, 1) < -9e5


def priors(position: HexDicePosition) -> dict[str, float]:
    """Return the priors of the seat on turn."""
    seat = int(position.turn)
    actions = legal_actions(position, seat)
    weights = vec[float]([0.0] * len(actions))
    out = room(position)
    GAME.evaluator().priors(position, seat, out, position.legal(seat, out), weights)
    return {GAME.action_text(position, seat, action): weight for action, weight in zip(actions, weights, strict=True)}


def searched(position: HexDicePosition, iterations: int = 400) -> str:
    """Return the choice of a search."""
    seat = int(position.turn)
    return GAME.action_text(position, seat, int(Search(GAME.evaluator(), iterations).choose(position, seat, fast(1))))


def play_by_priors(players: int, seed: int, **options: object) -> list[bytes]:
    """Play a game by priors alone, check each action and estimate, and return the positions."""
    evaluator = GAME.evaluator()
    player = Search(evaluator, temperature=1.0)
    position = started(players, seed, **options)
    dice = fast(seed)
    seen = []
    while not position.over:
        seat = int(position.turn)
        assert all(-1.0 <= evaluator.estimate(position, s) <= 1.0 for s in range(players))
        action = int(player.choose(position, seat, dice))
        assert action in legal_actions(position, seat)
        seen.append(position.to_bytes())
        position.play(seat, action)
    assert [evaluator.estimate(position, s) for s in range(players)] == [position.payoff(s) for s in range(players)]
    return seen


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("terrain", ["none", "preset", "roulette"])
def test_it_plays_from_set_up_to_the_end(players: int, terrain: str) -> None:
    play_by_priors(players, 1, terrain=terrain, patience=5)


@pytest.mark.parametrize("players", [2, 6])
def test_it_plays_on_the_large_map(players: int) -> None:
    play_by_priors(players, 1, map=8, patience=5)


@pytest.mark.parametrize("players", [2, 3])
def test_it_evaluates_random_games(players: int) -> None:
    evaluator = GAME.evaluator()
    dice = fast(3)
    for seed in range(5):
        position = started(players, seed, patience=20)
        out = room(position)
        while not position.over:
            seat = int(position.turn)
            assert all(0.0 <= weight <= 1.0 for weight in priors(position).values())
            assert max(priors(position).values()) == 1.0
            assert all(-1.0 <= evaluator.estimate(position, s) <= 1.0 for s in range(players))
            position.play(seat, int(position.pick(seat, dice, out)))


def test_what_one_wins_the_other_loses() -> None:
    evaluator = GAME.evaluator()
    position = started()
    for state in play_by_priors(2, 4, patience=20):
        position.from_bytes(state)
        assert evaluator.estimate(position, 0) + evaluator.estimate(position, 1) == pytest.approx(0.0)


def test_an_estimate_does_not_depend_on_earlier_calls() -> None:
    evaluator = GAME.evaluator()
    position = started(3)
    for state in play_by_priors(3, 5, patience=20):
        position.from_bytes(state)
        before = [evaluator.estimate(position, seat) for seat in range(3)]
        assert before == [GAME.evaluator().estimate(position, seat) for seat in range(3)]


def test_more_units_are_better_and_a_base_in_reach_is_best() -> None:
    evaluator = GAME.evaluator()
    few = battle("r5  .   .   .   .   b1  .   b2", "g3")
    many = battle("r5  r4  .   .   .   .   .   b2", "g3")
    assert evaluator.estimate(few, 0) < evaluator.estimate(many, 0)
    assert evaluator.estimate(battle("b6  b5  r1  .   .   .", "g7"), 0) > 0.9
    assert evaluator.estimate(battle("b6  b5  r1  .   .   .", "g7"), 1) < -0.9


def test_a_seat_that_is_out_knows_its_payoff() -> None:
    evaluator = GAME.evaluator()
    position = started(3)
    position.resign(1)
    assert evaluator.estimate(position, 1) == -1.0
    assert evaluator.estimate(position, 0) + evaluator.estimate(position, 2) == pytest.approx(1.0)


def test_one_evaluator_serves_several_maps() -> None:
    evaluator = GAME.evaluator()
    small, large = started(), started(3, map=8)
    for position in (small, large, small, started(patience=1)):
        assert evaluator.estimate(position, 0) == GAME.evaluator().estimate(position, 0)


def test_a_base_in_reach_looks_best() -> None:
    looks = priors(battle("b6  b5  r1  .   .   .", "g7"))
    assert looks["g9-g12"] == 1.0
    assert sum(looks.values()) < 1.01


def test_a_free_unit_looks_best() -> None:
    looks = priors(battle("r4  b2  .   .   .   .   .   b6", "g3"))
    assert max(looks, key=lambda text: looks[text]) == "g3-g4"


def test_a_merge_that_leads_into_the_base_looks_best() -> None:
    # HD 4.6: 4 and 5 make a unit that becomes a 1 and goes on at once, three steps forward.
    looks = priors(battle("r5  r4  .   .   .   b6", "g8"))
    assert looks["g8-g9"] == 1.0
    assert sum(looks.values()) < 1.01


def test_a_lost_pawn_is_rolled_again_rather_than_an_archer() -> None:
    looks = priors(battle("r5  .   r1  .   .   .   .   .   b6", "g2"))
    assert looks["g4 reroll"] > 10 * looks["g2 reroll"]


def test_the_search_takes_a_free_unit() -> None:
    assert searched(battle("r4  b2  .   .   .   .   .   b6", "g3")) == "g3-g4"


def test_the_search_enters_an_open_base() -> None:
    assert searched(battle("b6  b5  r1  .   .   .", "g7")) == "g9-g12"


def test_the_search_merges_to_enter_a_base() -> None:
    position = battle("r5  r4  .   .   .   b6", "g8")
    while not position.over:
        assert int(position.turn) == 0
        play(position, searched(position))
    assert position.payoff(0) == 1.0


def test_the_search_defends_its_base() -> None:
    position = battle(
        """
          .   .   .   .   .
        .   .   .   b1  .   b6
          r5  .   .   .   .
        """,
        "f2",
    )
    play(position, searched(position))
    assert not any(after(position, text).over for text in moves(position))


def after(position: HexDicePosition, text: str) -> HexDicePosition:
    """Return the position after an action."""
    twin = position.copy()
    assert isinstance(twin, HexDicePosition)
    return play(twin, text)


def test_the_search_counts_units_when_patience_ends() -> None:
    # HD 7.3: one quiet turn is left, and only a capture changes who is ahead.
    position = battle("r4  b2  .   .   .   .   b6  b6", "g3", quiet=59)
    assert searched(position, 100) == "g3-g4"


def test_the_learned_weights_fit_the_network() -> None:
    assert len(INPUTS) == FEATURES * HIDDEN
    assert len(BIASES) == HIDDEN
    assert len(OUTPUTS) == CHANCES * (HIDDEN + 1)
    assert len(PRIORS) == PRIOR_FEATURES
    hidden = learned_crowds.HIDDEN
    assert len(learned_crowds.INPUTS) == crowd_network.FEATURES * hidden
    assert len(learned_crowds.BIASES) == hidden
    assert len(learned_crowds.OUTPUTS) == 2 * (hidden + 1)
    assert len(learned_crowds.PRIORS) == PRIOR_FEATURES


@pytest.mark.parametrize("options", [{}, {"terrain": "preset"}, {"map": 8}])
def test_features_stay_within_their_groups(options: dict[str, object]) -> None:
    evaluator = GAME.evaluator()
    assert isinstance(evaluator, HexDiceEvaluator)
    position = started(2, 3, **options)
    for state in play_by_priors(2, 3, patience=20, **options):
        position.from_bytes(state)
        if position.phase not in (PLAY, EXTRA):
            continue
        active, numbers = evaluator.network.features(position)
        assert all(0 <= feature < NUMBERS for feature in active)
        assert len(numbers) == NUMBER_COUNT
        evaluator.in_mortal_danger(position, position.turn)
        evaluator.learned_priors.begin(position, position.turn)
        for action in legal_actions(position, int(position.turn)):
            assert all(0 <= feature < PRIOR_FEATURES for feature in evaluator.learned_priors.features(position, action))


def test_only_bots_that_play_think_less_of_a_win_by_count() -> None:
    evaluator = GAME.evaluator()
    position = started(2, 4)
    seat = int(position.turn)
    search = Search(evaluator, 8)
    search.choose(position.copy(), seat, fast(1))
    assert evaluator.eager
    eager: list[float] = []
    for state in play_by_priors(2, 4, patience=3):
        position.from_bytes(state)
        if position.phase >= PLAY:
            eager.append(evaluator.estimate(position, 0) + evaluator.estimate(position, 1))
    assert min(eager) < -0.5
    search.think(started(2, 4), seat, fast(1))
    assert not evaluator.eager


def duel_of_three(seed: int) -> HexDicePosition:
    """Return a position from random play in which two of three are left; it may be over."""
    position, dice, out = started(3, seed=seed), fast(seed), room(started(3))
    while not position.over and (position.remaining > 2 or position.phase != PLAY):
        position.play(position.turn, position.pick(position.turn, dice, out))
    return position


def test_the_last_two_of_three_are_judged_like_two() -> None:
    """The network predicts the duel, and who is out ranks below."""
    evaluator = GAME.evaluator()
    assert isinstance(evaluator, HexDiceEvaluator)
    duels = [position for position in map(duel_of_three, range(20)) if not position.over]
    assert len(duels) > 5
    for position in duels:
        seat = int(position.turn)
        evaluator.eager = False
        estimates = [evaluator.estimate(position, each) for each in range(3)]
        assert sum(estimates) == pytest.approx(0.0)
        assert min(estimates) == pytest.approx(-1.0)
        assert estimates[seat] == pytest.approx((evaluator.network.payoff(position, seat, 1.0) + 1.0) / 2.0)
        evaluator.eager = True
        assert evaluator.estimate(position, seat) <= estimates[seat]


@pytest.mark.parametrize("players", [3, 4, 6])
@pytest.mark.parametrize("options", [{}, {"terrain": "preset"}, {"map": 8}])
def test_features_of_crowds_stay_within_their_groups(players: int, options: dict[str, object]) -> None:
    evaluator = GAME.evaluator()
    assert isinstance(evaluator, HexDiceEvaluator)
    position = started(players, 3, **options)
    for state in play_by_priors(players, 3, patience=8, **options):
        position.from_bytes(state)
        if position.phase not in (PLAY, EXTRA) or position.remaining == 2:
            continue
        for seat in range(players):
            if position.still_in(seat):
                active, numbers = evaluator.crowd_network.features(position, seat)
                assert all(0 <= feature < crowd_network.NUMBERS for feature in active)
                assert len(active) == len(set(active)) or position.unit_count(seat) > 1
                assert len(numbers) == crowd_network.NUMBER_COUNT
        evaluator.in_mortal_danger(position, position.turn)
        evaluator.crowd_priors.begin(position, position.turn)
        for action in legal_actions(position, int(position.turn)):
            assert all(0 <= feature < PRIOR_FEATURES for feature in evaluator.crowd_priors.features(position, action))


def test_what_one_of_three_wins_the_others_lose() -> None:
    evaluator = GAME.evaluator()
    position = started(3, 4)
    for state in play_by_priors(3, 4, patience=8):
        position.from_bytes(state)
        assert sum(evaluator.estimate(position, seat) for seat in range(3)) == pytest.approx(0.0)


def test_bots_that_play_think_less_of_the_count_in_a_crowd() -> None:
    """Also at the end itself: where the count decides among three, being ahead is worth half."""
    evaluator = GAME.evaluator()
    assert isinstance(evaluator, HexDiceEvaluator)
    position = battle("r5  r6  .   .   g5  .   .   .   b5  b6  b1", "g2", players=3, quiet=89)
    play(position, "g2 guard")
    assert position.ending() == "patience"
    assert [evaluator.estimate(position, seat) for seat in (0, 1, 2)] == [position.payoff(seat) for seat in (0, 1, 2)]
    evaluator.eager = True
    ranks = sorted((evaluator.estimate(position, seat) for seat in (0, 1, 2)), reverse=True)
    assert ranks == [evaluator.crowd_count_worth, (evaluator.crowd_count_worth - 1.0) / 2.0, -1.0]


BEFORE_CROWDS = {
    1: "g13_reroll g7-f7 h11_reroll f7-f8 g12-f11 become_5 f11*f8 f1-f2 f12-g12 f2-f3 h11_reroll f3-g4 h11_reroll g4-g5 g13_reroll g5-g6 "
    "g13_reroll g6-g7 g13-f12 g7-h7 g11-g10 h7-h8 h11-i10 g3_guard f11-g11 h2_guard i10_guard g1_guard f12-g13 h8_guard",
    2: "g7-g6 f2_reroll g6-g5 f2_reroll g5*g2 f2_reroll g5*g2 g2_reroll g5*g2 h2_reroll g5*g3 h2-g3 become_5 g3*g5 g12_guard g3-g4 "
    "h12_guard g4-g5 h11_reroll g5-g6 h11-g11 g6-g7 g11_guard g7-f7 f11_reroll f7-f8 f11-f10 f8-e8 g13_reroll f1_guard",
}
"""The actions 31 to 60 of two games of two players, recorded with commit f9c9f70, before bots learned from larger tables."""


@pytest.mark.parametrize("seed", [1, 2])
def test_games_of_two_players_did_not_change_but_for_tolls(seed: int) -> None:
    position, dice = started(2, seed, **({"terrain": "preset"} if seed == 2 else {})), fast(seed)
    bots = [Search(GAME.evaluator(), 24, temperature=temperature) for temperature in (0.0, 0.5)]
    for bot in bots:
        assert isinstance(bot.evaluator, HexDiceEvaluator)
        bot.evaluator.detour_toll = 0.0
    played = []
    for _ in range(60):
        seat = int(position.turn)
        action = int(bots[seat].choose(position.copy(), seat, dice))
        played.append(GAME.action_text(position, seat, action).replace(" ", "_"))
        position.play(seat, action)
    assert " ".join(played[-30:]) == BEFORE_CROWDS[seed]
