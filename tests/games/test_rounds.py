"""A round at every number of players: who acts is named first, then whose turn it is, and those who wait are told for whom."""

from __future__ import annotations

import re

import pytest
from tests.conformance.cases import Case, seats_of, usual_cases

from bestagon.core.dice import fast
from bestagon.core.position import SPECTATOR, Position
from bestagon.core.story import Story, story
from bestagon.testing import random_step

OURS = ("beerhex", "hex-dice", "hex-roller", "hexagone", "pocket-hexes")
CASES = [case for case in usual_cases() if case.game.name in OURS and case.players > 1]
MOST_STEPS = 3000


def test_there_is_a_case_for_every_number_of_players() -> None:
    found = {(case.game.name, case.players) for case in CASES}
    assert found == {(case.game.name, count) for case in CASES for count in case.game.players if count > 1}
    assert {name for name, _ in found} == set(OURS)


def names_in(case: Case, text: str) -> set[int]:
    """Return the seats that a text names."""
    return {seat for seat in range(case.players) if re.search(rf"(?<!\w){re.escape(case.game.seat_name(seat))}(?!\w)", text)}


def marked_as_next(case: Case, position: Position) -> list[int]:
    """Return the seats whose turn comes next, as a spectator sees it."""
    masked = position.copy()
    masked.mask(SPECTATOR)
    return [seat for seat, state in enumerate(case.game.scene(masked, SPECTATOR).seats) if state.next]


@pytest.mark.parametrize("case", [case for case in CASES if case.players > 2 and case.game.name != "hex-roller"], ids=str)
def test_the_seat_that_is_marked_has_the_next_turn(case: Case) -> None:
    position, dice, turns, own = case.started(1), fast(9), 0, -1
    for _ in range(MOST_STEPS):
        before, marked = position.copy(), marked_as_next(case, position)
        assert len(marked) < 2
        seat, action = random_step(position, dice, avoid=case.avoided())
        told = story(case.game, before, position, seat, action, SPECTATOR)
        begun = [beat.seat for beat in told.beats if beat.kind == "turn" and beat.seat >= 0]
        left = any(before.still_in(one) and not position.still_in(one) for one in range(case.players))
        if begun and own >= 0 and marked and not left:
            assert begun == marked, (told, marked)
            turns += 1
        own = begun[-1] if begun else own
        if position.over or turns > 2 * case.players:
            break
    assert turns > case.players
    assert position.over is False or marked_as_next(case, position) == []


def check_told(case: Case, told: Story, seat: int, after: Position) -> None:
    """Check who is named in what a seat did."""
    first = next(beat for beat in told.beats if beat.text)
    assert first.text.startswith(case.game.seat_name(seat)), first
    assert first.seat == seat
    acting = set(seats_of(int(after.acting()), case.players))
    for beat in told.beats:
        if beat.kind == "turn" and beat.seat >= 0:
            assert beat.seat in acting, (beat, acting)
            assert names_in(case, beat.text) == {beat.seat}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_round_is_told_with_the_names_of_those_who_act(case: Case) -> None:
    position, dice, seen = case.started(case.players), fast(case.players), set[int]()
    for _ in range(MOST_STEPS):
        before = position.copy()
        seat, action = random_step(position, dice, avoid=case.avoided())
        seen.add(seat)
        for viewer in (SPECTATOR, seat, (seat + 1) % case.players):
            check_told(case, story(case.game, before, position, seat, action, viewer), seat, position)
        if position.over:
            break
        acting = set(seats_of(int(position.acting()), case.players))
        for viewer in {SPECTATOR, *range(case.players)} - acting:
            masked = position.copy()
            masked.mask(viewer)
            prompt = case.game.scene(masked, viewer).prompt
            named = names_in(case, prompt)
            assert named == acting or (not named and len(acting) > 1), (prompt, acting)
        if len(seen) == case.players:
            break
    assert position.over or len(seen) == case.players
