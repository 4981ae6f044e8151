"""The BeerHex evaluator on a few boards, and in games against a random player."""

from __future__ import annotations

from tests.games.beerhex.boards import board, fresh, masked, own, play, texts

from bestagon.core.actions import legal_actions, room
from bestagon.core.dice import Dice, fast
from bestagon.games.beerhex import GAME
from bestagon.games.beerhex.rules.state import BeerHexPosition

EVALUATOR = GAME.evaluator()


def best(drawing: str, turn: str = "Gold", samples: int = 12) -> str:
    """Return the action of a greedy player on a drawn board."""
    position = board(drawing, turn, sets=1)
    seat = int(position.turn)
    return GAME.action_text(position, seat, greedy(position, seat, fast(3), samples))


def greedy(position: BeerHexPosition, seat: int, dice: Dice, samples: int) -> int:
    """Return the action with the best mean value over sampled boards."""
    view = masked(position, seat)
    out = room(view)
    actions = [int(out[i]) for i in range(view.legal(seat, out))]
    totals = dict.fromkeys(actions, 0.0)
    for _ in range(samples):
        world = own(view.copy())
        world.determinize(seat, dice)
        for action in actions:
            after = own(world.copy())
            after.play(seat, action)
            totals[action] += EVALUATOR.value(after, seat)
    return max(actions, key=lambda action: totals[action])


def test_a_connection_of_known_caps_is_declared() -> None:
    drawing = """
        . Gg . . .
         . Gg . . .
          . Gg . . .
           . Gg . . .
            . Gg . . .
    """
    assert best(drawing) in ("declare", "cannot")


def test_a_connection_that_depends_on_an_unknown_cap_is_not_declared() -> None:
    drawing = """
        . Gg . . .
         . Gg . . .
          Ss Sg Ss . .
           . Gg . . .
            . Gg . . .
    """
    assert best(drawing) not in ("declare", "cannot", "concede")


def test_the_last_gap_is_closed_with_ones_own_symbol() -> None:
    drawing = """
        . . Gg . .
         . Gs Gg . .
          Ss . Ss . .
           . Gg . Ss .
            . Gg . . .
    """
    assert best(drawing) == "b3 own"


def test_values_of_a_match_that_is_over() -> None:
    position = play(fresh(sets=1), "concede")
    winner = 0 if position.score(0) else 1
    assert EVALUATOR.value(position, winner) > 9e5
    assert EVALUATOR.value(position, 1 - winner) < -9e5


def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(6):
        position = fresh(seed, sets=1)
        dice = fast(seed)
        out = room(position)
        while not position.over:
            seat = int(position.turn)
            action = greedy(position, seat, dice, 2) if seat == seed % 2 else position.pick(seat, dice, out)
            position.play(seat, action)
        won += int(position.score(seed % 2))
    assert won >= 5


def test_estimates_are_payoffs_and_playouts_are_legal() -> None:
    for seed in range(24):
        position = fresh(seed, sets=3 if seed % 2 else 1, clues=seed % 3 == 0, turn_limit=40)
        dice = fast(seed)
        out = room(position)
        while not position.over:
            assert all(-1.0 <= EVALUATOR.estimate(position, seat) <= 1.0 for seat in (0, 1))
            seat = int(position.turn)
            action = int(EVALUATOR.playout(position, seat, dice, out))
            legal = legal_actions(position, seat)
            assert action in legal
            assert GAME.action_text(position, seat, action) not in ("concede", "cannot")
            # A random action now and then, so that attacks and wrong declarations occur too.
            position.play(seat, legal[dice.below(len(legal))] if dice.below(3) == 0 else action)
        for seat in (0, 1):
            assert EVALUATOR.estimate(position, seat) == position.payoff(seat)


def test_a_playout_declares_what_the_seat_knows() -> None:
    known = board(". Gg . . . / . Gg . . . / . Gg . . . / . Gg . . . / . Gg . . .".replace("/", "\n"), sets=1)
    assert GAME.action_text(known, 0, int(EVALUATOR.playout(known, 0, fast(1), room(known)))) == "declare"
    guess = board(". Gg . . . / . Gg . . . / . Sg . . . / . Gg . . . / . Gg . . .".replace("/", "\n"), sets=1)
    assert GAME.action_text(guess, 0, int(EVALUATOR.playout(guess, 0, fast(1), room(guess)))) != "declare"


def test_a_won_board_is_estimated_above_a_lost_one() -> None:
    drawing = """
        . Gg . . .
         . Gg . . .
          . Gg . . Ss
           . Gg . . .
            . Gg Ss . .
    """
    for sets in (1, 3):
        position = board(drawing, sets=sets)
        even = fresh(sets=sets)
        assert EVALUATOR.estimate(position, 0) > EVALUATOR.estimate(even, 0) > EVALUATOR.estimate(position, 1)
        assert EVALUATOR.estimate(position, 0) > 0.0 > EVALUATOR.estimate(position, 1)


def test_games_won_count_in_an_estimate() -> None:
    ahead = play(fresh(sets=3), "concede")
    loser = int(ahead.turn)
    assert EVALUATOR.estimate(ahead, 1 - loser) == -EVALUATOR.estimate(ahead, loser) == 0.5
    ahead.play(loser, GAME.parse_action(ahead, loser, texts(ahead)[0]))
    assert EVALUATOR.estimate(ahead, 1 - loser) > EVALUATOR.estimate(fresh(sets=3), 1 - loser) > EVALUATOR.estimate(ahead, loser)
