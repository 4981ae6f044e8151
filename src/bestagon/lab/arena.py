"""Arenas: scheduled games between players; results are JSON lines from which a stopped arena resumes."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import msgspec

from bestagon.bots.self_play import play_games
from bestagon.core.errors import BadOption, BadRecord
from bestagon.core.option import Value
from bestagon.lab.parallel import map_parallel
from bestagon.lab.schedule import ScheduledGame


@dataclass(frozen=True)
class GameResult:
    """Result of a scheduled game."""

    game: str
    options: dict[str, Value]
    seats: tuple[str, ...]
    seed: int
    places: tuple[int, ...]
    scores: tuple[int, ...]
    steps: int

    def scheduled(self) -> ScheduledGame:
        """Return the schedule's entry for this game."""
        return ScheduledGame(self.seats, self.seed)


def read_results(path: Path) -> list[GameResult]:
    """Return the results in a file, none if there is no such file; BadRecord names an invalid line."""
    found = []
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    for number, line in enumerate(lines, 1):
        try:
            found.append(msgspec.json.decode(line, type=GameResult))
        except msgspec.DecodeError as error:
            raise BadRecord(f"{path}, line {number}: not a result of an arena: {error}") from None
    return found


def finished_results(
    path: Path, game: str, options: Mapping[str, Value], scheduled: Sequence[ScheduledGame], *, shared: bool = False
) -> list[GameResult]:
    """Return the results of scheduled games in a file; BadOption if it is not shared and has results of another game or options."""
    known = read_results(path)
    ours = [result for result in known if (result.game, result.options) == (game, options)]
    if len(ours) < len(known) and not shared:
        raise BadOption(f"{path} has results of {known[0].game} with other options: choose another file")
    wanted = set(scheduled)
    return [result for result in ours if result.scheduled() in wanted]


def play_scheduled(
    game: str, options: Mapping[str, Value], scheduled: Sequence[ScheduledGame], out: Path | None, jobs: int, on: str | None = None
) -> Generator[GameResult, None, None]:
    """Yield results as the games end, and append each to a file at once."""
    with closing(map_parallel(partial(_play, game, dict(options)), scheduled, jobs, on)) as results:
        for result in results:
            if out is not None:
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(result), separators=(",", ":")) + "\n")
            yield result


def _play(game: str, options: Mapping[str, Value], scheduled: ScheduledGame) -> GameResult:
    (outcome,) = play_games(game, len(scheduled.seats), options, scheduled.seats, [scheduled.seed])
    return GameResult(game, dict(options), scheduled.seats, scheduled.seed, outcome.places, outcome.scores, outcome.steps)
