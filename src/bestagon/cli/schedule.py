"""Games between programs played from a plan, with a progress bar and a file to go on from."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path

from bestagon.cli.common import GameChoice, progress
from bestagon.core.errors import BadOption
from bestagon.lab.arena import Meeting, MeetingResult, play_all, read_results, result_line


def run(chosen: GameChoice, planned: list[Meeting], out: Path | None, jobs: int, *, shared: bool = False) -> list[MeetingResult]:
    """Play what is not yet in the file, write every result at once, and return all that was planned.

    A file that is not shared holds one game with one set of options.
    """
    wanted = set(planned)
    known = read_results(out) if out else []
    ours = [result for result in known if (result.game, result.options) == (chosen.game.name, chosen.options)]
    if len(ours) < len(known) and not shared:
        raise BadOption(f"{out} holds results of {known[0].game} with other options: choose another file")
    found = [result for result in ours if result.meeting() in wanted]
    done = {result.meeting() for result in found}
    left = [meeting for meeting in planned if meeting not in done]
    bar = progress()
    with ExitStack() as stack:
        file = stack.enter_context(out.open("a", encoding="utf-8")) if out else None
        stack.enter_context(bar)
        task = bar.add_task(chosen.game.title, total=len(planned), completed=len(found))
        results = stack.enter_context(closing(play_all(chosen.game.name, chosen.options, left, jobs)))
        for result in results:
            found.append(result)
            if file:
                file.write(result_line(result) + "\n")
                file.flush()
            bar.advance(task)
    return found
