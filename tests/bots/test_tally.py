from __future__ import annotations

import pickle
import statistics
from collections import Counter

import pytest
from tests.conformance.cases import Case, usual_cases

from bestagon.bots.self_play import play_games, tally_games
from bestagon.bots.tally import Tally
from bestagon.cli.simulate import summarise

GAMES = 60


@pytest.mark.parametrize("case", usual_cases(), ids=str)
def test_a_summary_of_a_tally_is_that_of_the_games(case: Case) -> None:
    name, seated = case.game.name, ["random"] * case.players
    outcomes = play_games(name, case.players, case.options, seated, range(GAMES))
    played = tally_games(name, case.players, case.options, seated, range(GAMES))
    summary = summarise(played.tally, case, seated, 0)
    assert summary["games"] == GAMES
    lengths = [outcome.steps for outcome in outcomes]
    assert summary["length"] == {"mean": statistics.fmean(lengths), "low": min(lengths), "high": max(lengths)}
    assert summary["endings"] == Counter(outcome.ending for outcome in outcomes)
    for seat, found in enumerate(summary["seats"]):
        scores = [outcome.scores[seat] for outcome in outcomes]
        firsts = [outcome.places.count(1) for outcome in outcomes if outcome.places[seat] == 1]
        assert found["won"] == firsts.count(1) / GAMES
        assert found["shared"] == (len(firsts) - firsts.count(1)) / GAMES
        assert found["place"] == statistics.fmean(outcome.places[seat] for outcome in outcomes)
        assert found["score"] == statistics.fmean(scores)
        assert found["score_sd"] == pytest.approx(statistics.pstdev(scores), rel=1e-12)
        assert (found["score_low"], found["score_high"]) == (min(scores), max(scores))


@pytest.mark.parametrize("case", usual_cases(), ids=str)
def test_tallies_add_up_in_any_order_and_survive_pickling(case: Case) -> None:
    name, seated = case.game.name, ["random"] * case.players
    whole = tally_games(name, case.players, case.options, seated, range(GAMES)).tally
    parts = [tally_games(name, case.players, case.options, seated, range(start, start + 20)).tally for start in (40, 0, 20)]
    total = Tally(case.players)
    for part in parts:
        total.add(pickle.loads(pickle.dumps(part)))
    assert total.state() == whole.state()


def test_records_come_with_the_first_seed() -> None:
    case = next(case for case in usual_cases() if case.game.name == "hex")
    seated = ["random"] * case.players
    plain = tally_games("hex", case.players, case.options, seated, range(7, 10))
    recorded = tally_games("hex", case.players, case.options, seated, range(7, 10), records=True)
    assert (plain.first, plain.records) == (7, [])
    assert recorded.first == 7
    assert recorded.records == [o.record for o in play_games("hex", case.players, case.options, seated, range(7, 10), records=True)]
    assert recorded.tally.state() == plain.tally.state()
