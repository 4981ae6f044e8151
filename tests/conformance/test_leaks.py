"""What a seat may not know is not there; what it may know is."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest
from tests.conformance.cases import Case, all_cases, legal, random_step, seats_of, shortcuts

from bestagon.core.dice import Dice, fast
from bestagon.core.position import SPECTATOR, Position

every_case = pytest.mark.parametrize("case", all_cases(), ids=str)
HIDING = ("beerhex", "hexagone")
"""The games in which seats hide something besides the dice."""


def masked(position: Position, viewer: int) -> Position:
    copy = position.copy()
    copy.mask(viewer)
    return copy


@every_case
def test_a_mask_shows_the_same_whatever_is_hidden(case: Case) -> None:
    different = 0
    short = shortcuts(case)
    for seed in range(6):
        position = case.started(seed)
        dice = fast(seed + 500)
        while not position.over:
            random_step(position, dice, resign=seed == 5, avoid=short if seed % 2 else set())
            # Where only the dice are hidden, a few positions tell as much as all.
            if dice.below(3 if case.game.name in HIDING else 40) == 0:
                for viewer in range(SPECTATOR, case.players):
                    different += check_mask(position, viewer, case, dice)
    if case.game.name in HIDING:
        assert different > 20


def check_mask(position: Position, viewer: int, case: Case, dice: Dice) -> bool:
    game = case.game
    seen = masked(position, viewer)
    assert seen.dice.to_bytes() == Dice().to_bytes()
    assert masked(seen, viewer).to_bytes() == seen.to_bytes()
    assert seen.acting() == position.acting()
    assert seen.over == position.over
    assert [seen.score(s) for s in range(case.players)] == [position.score(s) for s in range(case.players)]
    world = seen.copy()
    world.determinize(viewer, dice)
    assert masked(world, viewer).to_bytes() == seen.to_bytes()
    assert game.draw(masked(world, viewer)) == game.draw(seen)
    assert game.position_text(masked(world, viewer)) == game.position_text(seen)
    if viewer != SPECTATOR:
        # The reverse: what the seat needs in order to act is not hidden from it.
        assert legal(seen, viewer) == legal(position, viewer) == legal(world, viewer)
    again = position.blank()
    again.from_bytes(seen.to_bytes())
    assert again.to_bytes() == seen.to_bytes()
    twin = position.blank()
    game.parse_position(twin, game.position_text(seen))
    twin.revealed = seen.revealed
    assert twin.to_bytes() == seen.to_bytes()
    world.dice.copy_from(position.dice)
    return world.to_bytes() != position.to_bytes()


@every_case
def test_imagined_worlds_can_be_played_to_the_end(case: Case) -> None:
    for seed in range(3):
        position = case.started(seed)
        dice = fast(seed + 900)
        for _ in range(int(dice.below(40))):
            if not position.over:
                random_step(position, dice)
        for viewer in range(SPECTATOR, case.players):
            world = masked(position, viewer)
            world.determinize(viewer, dice)
            while not world.over:
                random_step(world, dice)


@every_case
def test_actions_that_read_alike_look_alike(case: Case) -> None:
    """Two actions of another seat with the same text for a viewer leave that viewer with the same mask; one reads one's own in full.

    The exception are the clue tokens of BeerHex: there the log does not give back what one may not look at any more (BH 8.3).
    """
    for seed in range(3):
        position = case.started(seed)
        dice = fast(seed + 700)
        while not position.over:
            if dice.below(5) == 0:
                for seat in seats_of(int(position.acting()), case.players):
                    check_alike(position, seat, case)
            random_step(position, dice)


def check_alike(position: Position, seat: int, case: Case) -> None:
    actions = legal(position, seat)
    if case.game.name not in HIDING or len(actions) > 300:
        return
    for viewer in range(SPECTATOR, case.players):
        seen: dict[str, set[bytes]] = defaultdict(set)
        for action in actions:
            after = position.copy()
            after.play(seat, action)
            text = case.game.seen_text(position, seat, action, viewer)
            if viewer == seat:
                # The hands tell an own `c3 own` from `c3 other`, so that the masks differ; the log must not.
                forgets = bool(case.options.get("clues", False))
                full = case.game.action_text(position, seat, action)
                assert text == (re.sub(" (own|other)\\b", " ?", full) if forgets else full)
            elif not after.over:
                seen[text].add(masked(after, viewer).to_bytes())
        assert all(len(masks) == 1 for masks in seen.values())


@every_case
def test_a_game_says_whether_its_seats_know_different_things(case: Case) -> None:
    """Where it says that they do not, two people may look at one screen together."""
    differ = False
    for seed in range(3):
        position = case.started(seed)
        dice = fast(seed + 900)
        while not position.over:
            random_step(position, dice, avoid=shortcuts(case))
            differ = differ or len({masked(position, viewer).to_bytes() for viewer in range(SPECTATOR, case.players)}) > 1
    assert differ == case.game.hides
