"""Players that overlook: what they notice, what they never overlook, and that they know only what their seat may know."""

from __future__ import annotations

import math

import pytest
from tests.conformance.cases import Case, legal, random_step, seats_of, usual_cases

from bestagon.bots.glance import Glance, GlancedOption
from bestagon.bots.levels import levels_of
from bestagon.bots.mcts import Search
from bestagon.bots.player_factory import make_player
from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.core.errors import BadOption
from bestagon.core.position import Position
from bestagon.grid import Hex

CASES = [case for case in usual_cases() if levels_of(case.game.name)[0].attention < 1.0]
TRIES = 400


def glance(attention: float, cutoff: float = 0.0) -> Glance:
    return Glance(registry.game("beerhex"), attention, 0.0, cutoff)


def row(length: int, kind: str = "place", gain: float = 0.0, prior: float = 0.5) -> list[GlancedOption]:
    """Two options at each of some cells in a row; the first place is the best."""
    return [
        GlancedOption(2 * i + k, f"c{i}", (Hex(i, 0),), kind, gain, 1.0 if i == 0 else prior - 0.001 * i)
        for i in range(length)
        for k in range(2)
    ]


def shares(player: Glance, options: list[GlancedOption]) -> dict[int, float]:
    """Return how often each action is noticed."""
    seen = dict.fromkeys([option.action for option in options], 0)
    for seed in range(TRIES):
        for option in player.noticed(options, fast(seed)):
            seen[option.action] += 1
    return {action: count / TRIES for action, count in seen.items()}


def test_about_the_share_of_attention_is_noticed() -> None:
    for attention in (0.2, 0.5, 0.8):
        found = shares(glance(attention), row(20))
        assert sum(found.values()) / len(found) == pytest.approx(attention, abs=0.15)


def test_near_places_are_noticed_more_often_than_far_ones() -> None:
    options = row(20)
    player = glance(0.3)
    near = far = 0
    for seed in range(TRIES):
        seen = {option.action // 2 for option in player.noticed(options, fast(seed))}
        middle = sorted(seen)[len(seen) // 2]
        near += sum(abs(place - middle) <= 3 for place in seen)
        far += sum(abs(place - middle) >= 10 for place in seen)
    assert near > 3 * far > 0


def test_a_place_is_noticed_with_all_that_can_be_done_there() -> None:
    player = glance(0.4)
    for seed in range(50):
        seen = [option.action for option in player.noticed(row(20), fast(seed))]
        assert seen == [action for place in sorted({action // 2 for action in seen}) for action in (2 * place, 2 * place + 1)]


def test_rare_kinds_of_actions_stand_out() -> None:
    options = row(20)
    options[31] = options[31]._replace(kind="attack", place="x")
    found = shares(glance(0.1), options)
    assert found[31] > 0.9
    assert found[30] < 0.5


def test_options_without_a_place_are_noticed_as_those_at_the_mean_distance() -> None:
    buttons = [GlancedOption(100 + i, str(100 + i), (), "place", 0.0, 0.2) for i in range(5)]
    found = shares(glance(0.5), [*row(20), *buttons])
    assert sum(found[100 + i] for i in range(5)) / 5 == pytest.approx(0.5, abs=0.1)
    lonely = [button._replace(kind=str(button.action)) for button in buttons]
    found = shares(glance(0.1), [*row(20), *lonely])
    assert min(found[100 + i] for i in range(5)) > 0.85


def test_wins_and_the_highest_score_are_never_overlooked() -> None:
    found = shares(glance(0.01), [*row(20), GlancedOption(101, "w", (Hex(40, 0),), "place", math.inf, 0.2)])
    assert found[101] == 1.0
    scores = [
        *row(20),
        GlancedOption(102, "s", (Hex(40, 0),), "place", 2.0, 0.2),
        GlancedOption(103, "t", (Hex(41, 0),), "place", 11.0, 0.2),
    ]
    found = shares(glance(0.01), scores)
    assert found[103] == 1.0
    assert found[102] < 0.5


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_move_is_far_worse_than_the_best_and_errors_are_many(case: Case) -> None:
    """A search by priors alone says how good the moves are; it is paired with the same dice."""
    weakest = levels_of(case.game.name)[0].player(case.game)
    assert isinstance(weakest, Glance)
    judge = Search(case.game.evaluator())
    errors = 0
    for position, seat in _decisions(case, 40):
        action = int(weakest.choose(_masked(position, seat), seat, fast(3)))
        actions = legal(position, seat)
        priors = dict(zip(actions, judge.prior_ratios(_masked(position, seat), seat, fast(3)), strict=True))
        assert priors[action] >= weakest.cutoff
        errors += priors[action] < 1.0
    assert errors > 0


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_glance_chooses_equally_in_positions_that_look_equal(case: Case) -> None:
    player = levels_of(case.game.name)[0].player(case.game)
    for position, seat in _decisions(case, 12):
        masked = _masked(position, seat)
        other = masked.copy()
        other.determinize(seat, fast(8))
        chosen = int(player.choose(masked, seat, fast(9)))
        assert chosen in legal(position, seat)
        assert int(player.choose(_masked(other, seat), seat, fast(9))) == chosen


def _masked(position: Position, seat: int) -> Position:
    masked = position.copy()
    masked.mask(seat)
    return masked


def _decisions(case: Case, count: int) -> list[tuple[Position, int]]:
    """Return decisions with a choice from random games."""
    found: list[tuple[Position, int]] = []
    dice, seed = fast(5), 4
    while len(found) < count:
        position = case.started(seed)
        seed += 1
        while not position.over and len(found) < count:
            seat = seats_of(int(position.acting()), case.players)[0]
            if dice.below(4) == 0 and len(legal(position, seat)) > 1:
                found.append((position.copy(), seat))
            random_step(position, dice)
    return found


def test_names_of_glances() -> None:
    game = registry.game("beerhex")
    made = make_player("glance:a0.3/t0.2/k0.02", game)
    assert isinstance(made, Glance)
    assert (made.attention, made.temperature, made.cutoff) == (0.3, 0.2, 0.02)
    own = make_player("glance:a0.5", game)
    assert isinstance(own, Glance)
    assert own.temperature == game.evaluator().move_temperature
    for wrong in ("glance", "glance:500", "glance:a1.5", "glance:0.3", "search:a0.3", "glance:a0.3/a0.4"):
        with pytest.raises(BadOption, match="there is no player"):
            make_player(wrong, game)
    with pytest.raises(BadOption, match="there is no player"):
        make_player("glance:a0.3", registry.game("tictactoe"))  # whose evaluator has no priors
