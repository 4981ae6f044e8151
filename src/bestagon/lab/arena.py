"""Round-robins between programs: who meets whom, on which seats, from which seeds; results as JSON lines that can be gone on with."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import combinations, combinations_with_replacement, cycle, islice
from pathlib import Path

from bestagon.bots.match import play_games
from bestagon.core.errors import BadRecord
from bestagon.core.option import Value
from bestagon.lab.pool import spread


@dataclass(frozen=True)
class Meeting:
    """A game to be played: who sits where, and the seed."""

    seats: tuple[str, ...]
    seed: int


@dataclass(frozen=True)
class MeetingResult:
    """A game that was played."""

    game: str
    options: dict[str, Value]
    seats: tuple[str, ...]
    seed: int
    places: tuple[int, ...]
    scores: tuple[int, ...]
    steps: int

    def meeting(self) -> Meeting:
        """Return what had been planned."""
        return Meeting(self.seats, self.seed)


def schedule(players: Sequence[str], seats: int, games: int, seed: int) -> list[Meeting]:
    """Return `games` meetings for every group of players: each seed is played with the seats turned all the way round."""
    groups = list(combinations(players, seats)) or list(combinations_with_replacement(players, seats))
    found = []
    for group in groups:
        turns = [tuple(islice(cycle(group), start, start + seats)) for start in range(seats)]
        found += [Meeting(turns[i % seats], seed + i // seats) for i in range(games)]
    return found


def read_results(path: Path) -> list[MeetingResult]:
    """Return the results in a file, none where there is no file; BadRecord names a line that is none."""
    found = []
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    for number, line in enumerate(lines, 1):
        try:
            data = json.loads(line)
            seats, places, scores = tuple(data["seats"]), tuple(data["places"]), tuple(data["scores"])
            found.append(MeetingResult(data["game"], data["options"], seats, data["seed"], places, scores, data["steps"]))
        except (ValueError, KeyError, TypeError) as error:
            raise BadRecord(f"{path}, line {number}: this is no result of an arena: {error}") from None
    return found


def play_meeting(game: str, options: Mapping[str, Value], meeting: Meeting) -> MeetingResult:
    """Play one game."""
    (outcome,) = play_games(game, len(meeting.seats), options, meeting.seats, [meeting.seed])
    return MeetingResult(game, dict(options), meeting.seats, meeting.seed, outcome.places, outcome.scores, outcome.steps)


def play_all(game: str, options: Mapping[str, Value], meetings: Sequence[Meeting], jobs: int) -> Generator[MeetingResult, None, None]:
    """Yield results as they come, from as many processes."""
    return spread(partial(play_meeting, game, dict(options)), meetings, jobs)


def result_line(result: MeetingResult) -> str:
    """Return a result as one line of JSON."""
    return json.dumps(asdict(result), separators=(",", ":"))
