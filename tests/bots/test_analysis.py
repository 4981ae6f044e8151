from __future__ import annotations

import time
from dataclasses import replace

import pytest
from tests.conformance.cases import Case, usual_cases
from tests.games.pocket_hexes.boards import BLANK, FLOWER, play, table

import bestagon
from bestagon import Record
from bestagon.bots.analysis import DECIDED, MIN_REGRET, Verdict, adviser, in_words, judge, mistakes, request_for, requests_for, searcher
from bestagon.bots.self_play import play_games
from bestagon.bots.think_request import ThinkRequest
from bestagon.core import registry
from bestagon.core.errors import BadOption, BadRecord


def hex_record(*texts: str) -> Record:
    table = bestagon.start("hex", seed=7, size=4)
    for text in texts:
        table.play(text)
    return table.record


def decisions(record: Record, iterations: int, seed: int) -> list[ThinkRequest]:
    return requests_for(record, searcher(iterations), seed)[0]


def test_a_blunder_is_found_with_what_was_better() -> None:
    # Red needs only a4 to connect top and bottom; Blue does not block, and Red misses it.
    record = hex_record("a1", "c1", "a2", "c2", "a3", "d1", "d4", "d3")
    found = {request.move: judge(request) for request in decisions(record, 800, 0)}
    assert len(found) == 8
    blunder = found[7]
    assert (blunder.seat, blunder.played, blunder.best) == (0, "d4", "a4")
    assert blunder.before == 1.0
    assert blunder.regret > 0.02
    assert blunder in mistakes(list(found.values()))
    assert in_words(registry.game("hex"), blunder).startswith("Move 7, Red: d4; a4 was better: expected result 1.00 -> 0.")


def test_a_win_that_is_taken_costs_nothing() -> None:
    record = hex_record("a1", "c1", "a2", "c2", "a3", "c3", "a4")
    last = judge(decisions(record, 400, 0)[-1])
    assert (last.played, last.best, last.regret) == ("a4", "a4", 0.0)
    assert last.before > 0.9
    assert last.chances[0] > last.chances[1]
    assert requests_for(record, searcher(1), 0)[1] == (1.0, 0.0)
    assert requests_for(hex_record("a1"), searcher(1), 0)[1] == ()


@pytest.mark.parametrize("case", usual_cases(), ids=str)
def test_every_game_can_be_analysed(case: Case) -> None:
    (outcome,) = play_games(case.game.name, case.players, case.options, ["random"] * case.players, [5], records=True)
    record = Record.load(outcome.record)
    asked = decisions(record, 24, 1)
    assert len(asked) == len(record.actions)
    for request in asked[:: max(1, len(asked) // 6)]:
        verdict = judge(request)
        assert verdict == judge(request)
        assert verdict.played == record.actions[request.move - 1][1]
        assert len(verdict.chances) == case.players
        assert all(0 <= number <= 1 for number in (*verdict.chances, verdict.before, verdict.after, verdict.regret))


def test_a_decision_is_judged_by_what_the_seat_could_know() -> None:
    """Two games that differ in what seat 1 cannot see get the same verdict on its move."""
    asked = []
    for hidden in ("own", "other"):
        table = bestagon.start("beerhex", seed=5, sets=1)
        table.play(f"c2 {hidden}")
        table.play("d3 own")
        asked.append(decisions(table.record, 60, 0)[1])
    assert asked[0] == asked[1]


def test_resigning_is_no_decision_and_a_hidden_secret_cannot_be_analysed() -> None:
    table = bestagon.start("hex", seed=1, size=3)
    table.play("a1")
    table.resign(0)
    assert [request.move for request in decisions(table.record, 10, 0)] == [1]
    sealed = bestagon.start("hex", size=3)
    sealed.play("a1")
    with pytest.raises(BadRecord, match="secret of its sealed dice"):
        decisions(sealed.record, 10, 0)


def test_only_a_search_can_judge() -> None:
    (request,) = decisions(hex_record("a1"), 10, 0)
    with pytest.raises(BadOption, match="'greedy' is not a search"):
        judge(replace(request, player="greedy"))


def test_mistakes_are_the_costliest_and_small_losses_are_none() -> None:
    verdicts = [Verdict(i, 0, "a", "b", 1, 0.9, 0.9 - loss, (0.5,)) for i, loss in enumerate((0.3, 0.01, 0.5, -0.2, 0.1, 0.2), 1)]
    assert [verdict.move for verdict in mistakes(verdicts)] == [3, 1, 6]
    assert verdicts[3].regret == 0.0
    assert [verdict.move for verdict in mistakes(verdicts, 9, 0.25)] == [3, 1]
    assert mistakes(verdicts[1:2]) == []


def test_the_mistakes_of_a_long_game_are_found_in_linear_time() -> None:
    # Every second one costs the game, the others only points.
    verdicts = [Verdict(i, 0, "a", "b", 1, 0.9, 0.9 - 0.3 * (i % 2), (0.5,), points=5.0) for i in range(20_000)]
    began = time.process_time()
    found = mistakes(verdicts, len(verdicts))
    assert time.process_time() - began < 2.0
    assert [verdict.move for verdict in found] == [*range(1, 20_000, 2), *range(0, 20_000, 2)]


def test_a_loss_within_its_error_is_no_mistake() -> None:
    verdicts = [Verdict(i, 0, "a", "b", 1, 0.9, 0.6, (0.5,), error) for i, error in enumerate((0.0, 0.29, 0.31, 0.8), 1)]
    assert [verdict.move for verdict in mistakes(verdicts, 9)] == [1, 2]


def test_the_error_of_a_verdict_comes_from_its_worlds() -> None:
    # Red needs only a4: it wins in every world, and what else Red can do does not.
    record = hex_record("a1", "c1", "a2", "c2", "a3", "d1", "d4", "d3")
    found = [judge(request) for request in decisions(record, 800, 0)]
    assert all(0 <= verdict.error < 1 for verdict in found)
    assert found[6].regret > found[6].error
    assert all(verdict.error == 0 for verdict in found if verdict.played == verdict.best)


@pytest.mark.parametrize("case", [case for case in usual_cases() if case.players == case.game.usual_players], ids=str)
def test_an_analysis_does_not_blame_what_a_hint_advised(case: Case) -> None:
    """Play some moves by hints and analyse them; the budget has no time limit here, so that a busy machine does not matter."""
    player = searcher(12)
    table = bestagon.start(case.game.name, players=case.players, seed=3, **case.options)
    for _ in range(6):
        if table.over:
            break
        seat = min(table.acting)
        advice = judge(request_for(case.game.name, table.options, table.position, seat, player))
        table.play(advice.best, seat)
    found = [judge(request) for request in requests_for(table.record, player, 0)[0]]
    assert [verdict.played for verdict in found] == [verdict.best for verdict in found]
    assert mistakes(found) == []


def test_a_mixture_is_no_mistake() -> None:
    """BeerHex's expert must not be foreseen; 41 of 1,116 of its decisions were called mistakes, most of which its policy plays often."""
    outcomes = play_games("beerhex", 2, registry.game("beerhex").complete(2, {}), ["expert", "expert"], range(8000, 8003), records=True)
    requests = [request for outcome in outcomes for request in requests_for(Record.load(outcome.record), searcher(2000), 0)[0]]
    found = [judge(request) for request in requests]
    assert sum(verdict.regret > MIN_REGRET for verdict in found) > 5
    assert len(mistakes(found, 99)) <= 2


@pytest.mark.parametrize("name", list(registry.all_games()))
def test_hints_and_analyses_have_one_adviser(name: str) -> None:
    assert int(adviser(name).removeprefix("search:").partition("/")[0]) >= 80


def test_hints_and_analyses_of_real_dice_roll_their_own_future() -> None:
    player = searcher(12)
    table = bestagon.start_with_real_dice("pocket-hexes", [1, 2, 3, 0, 5, 6], players=1)
    advice = judge(request_for("pocket-hexes", table.options, table.position, 0, player))
    with pytest.raises(bestagon.NeedsDice, match="again"):
        table.play(advice.best, 0)
    table.play(advice.best, 0, dice=[1])
    found = [judge(request) for request in requests_for(table.record, player, 0)[0]]
    assert [(verdict.played, verdict.best) for verdict in found] == [(advice.best, advice.best)]


def test_points_given_away_in_a_lost_game_are_named() -> None:
    position = table("2 2 2 18 2 2 .", BLANK, dice="1 6 8 9 12 20", boxes=([1] * 4, [20] * 9))
    play(position, 0, "d20 c2")
    asked = request_for("pocket-hexes", {"data": FLOWER}, position, 0, searcher(16))
    game = registry.game("pocket-hexes")
    skipped, scored = (
        judge(replace(asked, played=game.parse_action(position, 0, text), move=9 + i)) for i, text in enumerate(("skip b2", "score b2"))
    )
    assert skipped.before < DECIDED
    assert 15 < skipped.points < 25
    assert scored.points == 0
    blunder = Verdict(3, 0, "a", "b", 1, 0.9, 0.5, (0.5,))
    assert mistakes([scored, skipped, blunder]) == [blunder, skipped]
    assert in_words(game, skipped).endswith(f"skip b2; score b2 was better: it gave away {skipped.points:.0f} points")
