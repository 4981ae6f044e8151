"""`bestagon play`: a game in the terminal, against bots or hot-seat."""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import click

from bestagon.bots.levels import NAMES
from bestagon.bots.player_factory import make_player
from bestagon.bots.players import any_seat
from bestagon.bots.worker_pool import ThinkRequest, WorkerPool
from bestagon.cli.common import check_writable, choose, console, errors, game_arguments, warn_uncompiled, writing
from bestagon.cli.replay import line_option, pick, result_text
from bestagon.core import registry
from bestagon.core.actions import Move
from bestagon.core.dice import SECRET_BYTES, fast
from bestagon.core.errors import BadDice, BadOption, BestagonError, NeedsDice
from bestagon.core.record import Record
from bestagon.core.table import Table, open_table
from bestagon.scene.throws import Throw

T = TypeVar("T")

HUMAN: Final = "human"
HELP: Final = """\
Type a move as it is written, or its number from the list. Also:
  ?          all legal moves, numbered        ? TEXT   those that contain TEXT
  hint       what a strong player would do    undo     take your last action back
  board      show the table again             rules    how to play
  save FILE  write the record, secrets and all  resign   give up
  quit       leave"""
OPPONENT: Final = "casual"
"""Default player of the other seats."""
ADVISER: Final = NAMES[-1]
"""The player that gives hints."""
NUMBER: Final = re.compile("[0-9]{1,9}")
MAX_LISTED: Final = 24
"""Longer lists of moves are shown only on request."""
MAX_ALIKE: Final = 9
"""More moves than this with the same first word are abbreviated to one line."""


@click.command()
@click.argument("game", required=False)
@game_arguments
@click.option(
    "--seats",
    help=f"The players by seat, separated by commas: human, {', '.join(NAMES)}, random, greedy or search. "
    f"Default: one human against {OPPONENT} players.",
)
@click.option("--seed", type=click.IntRange(0), help="Seed of the dice, to repeat a game; by default the dice are sealed.")
@click.option("--real-dice", is_flag=True, help="Roll your own dice and enter what they show; all players are human.")
@click.option("--save", type=click.Path(path_type=Path, dir_okay=False), help="Save the record here when the game ends or you quit.")
@click.option(
    "--from", "origin", metavar="FILE", type=click.Path(path_type=Path), help="Continue the game recorded in this file, with new dice."
)
@click.option("--at", type=click.IntRange(0), help="With --from: the number of actions to keep; by default all of them.")
@line_option
def play(
    game: str | None,
    players: int | None,
    options: tuple[str, ...],
    data: str | None,
    seats: str | None,
    seed: int | None,
    real_dice: bool,
    save: Path | None,
    origin: Path | None,
    at: int | None,
    line: int,
) -> None:
    """Play GAME in the terminal, or continue a recorded game."""
    warn_uncompiled()
    if real_dice and seats and any(name.strip() != HUMAN for name in seats.split(",")):
        raise BadOption("real dice need everybody at this keyboard: all --seats are human")
    if origin is not None:
        if game or players is not None or options or data:
            raise BadOption("the game, its players and its options are those of the record: leave them out with --from")
        if real_dice:
            raise BadOption("a recorded game continues with dice of the computer: leave --real-dice out with --from")
        table = _go_on(pick(origin, line), at, seed)
    elif at is not None:
        raise BadOption("--at selects an action of a record, so it needs --from")
    else:
        chosen = choose(game or _ask_game(), players, options, data)
        if real_dice:
            table = enter_dice(lambda dice: open_table(chosen.game, chosen.players, seed, chosen.options, dice))
        else:
            table = open_table(chosen.game, chosen.players, seed, chosen.options)
    names = seats.split(",") if seats else [HUMAN] + [HUMAN if real_dice else OPPONENT] * (table.players - 1)
    check_writable(save)
    session = Session(table, [name.strip() for name in names])
    try:
        session.run()
    except (click.Abort, EOFError, KeyboardInterrupt):
        console.print("\nGood-bye.")
    finally:
        session.close()
        if save is not None:
            session.save(save)


def _go_on(record: Record, at: int | None, seed: int | None) -> Table:
    after = len(record.actions) if at is None else at
    table = record.go_on(after, seed, secrets.token_bytes(SECRET_BYTES) if seed is None else b"")
    console.print(f"{table.game.title} continues after action {after} of {len(record.actions)}, with new dice.", markup=False)
    return table


def enter_dice(act: Callable[[list[int]], T]) -> T:
    """Return what `act` returns for the real dice that people enter until no more are asked for."""
    good: list[int] = []
    latest: list[int] = []
    throw: Throw | None = None
    while True:
        try:
            return act(good + latest)
        except NeedsDice as need:
            good += latest
            throw = need.throw
        except BadDice as error:
            if throw is None:
                raise
            errors.print(str(error), style="red", markup=False)
        latest = _ask_dice(throw)


def _ask_dice(throw: Throw) -> list[int]:
    """Return what people say that their dice show, separated by spaces."""
    console.print(throw.prompt, style="bold green", markup=False)
    for die in throw.dice if any(die.label or die.names for die in throw.dice) else ():
        sides = ", ".join(f"{die.low + n} {name}" for n, name in enumerate(die.names)) or f"{die.low} to {die.high}"
        console.print(f"  {die.label}: {sides}" if die.label else f"  {sides}", markup=False)
    while True:
        words = str(click.prompt("Dice, or cancel", prompt_suffix=" > ")).replace(",", " ").lower().split()
        if words == ["cancel"]:
            raise BadOption("cancelled: nothing was rolled")
        if all(NUMBER.fullmatch(word) for word in words):
            return [int(word) for word in words]
        errors.print("Enter numbers, separated by spaces.", style="red", markup=False)


def _ask_game() -> str:
    games = list(registry.all_games().values())
    for i, game in enumerate(games):
        console.print(f"{i + 1:>2}  [bold]{game.title}[/]  {game.summary}")
    while True:
        answer = str(click.prompt("Which game? A number or a name")).strip()
        if NUMBER.fullmatch(answer) and 1 <= int(answer) <= len(games):
            return games[int(answer) - 1].name
        try:
            return registry.game(answer).name
        except BestagonError as error:
            errors.print(str(error), markup=False)


def _digest(texts: list[str]) -> list[str]:
    """Return the numbered moves, with many of one first word abbreviated; only three examples if that is still too long."""
    alike = Counter(text.split()[0] for text in texts)
    shown = []
    for i, text in enumerate(texts):
        word = text.split()[0]
        if alike[word] <= MAX_ALIKE or len(texts) <= MAX_LISTED:
            shown.append(f"{i + 1:>3} {text}")
        elif not any(entry.startswith(f"    {word} ...") for entry in shown):
            shown.append(f"    {word} ... ({alike[word]} moves, ? {word} lists them)")
    if len(shown) <= MAX_LISTED:
        return shown
    return [f"{len(texts)} moves, for example: {', '.join(texts[i] for i in range(0, len(texts), len(texts) // 3))}; ? lists them"]


class Session:
    """People and bots at one table in the terminal."""

    def __init__(self, table: Table, names: list[str]) -> None:
        """Seat the players; BadOption if the names do not fit the table."""
        if len(names) != table.players:
            raise BadOption(f"--seats names {len(names)} players for a game of {table.players}: give one per seat")
        self.table = table
        self.humans = {seat for seat, name in enumerate(names) if name == HUMAN}
        self.bots = {seat: name for seat, name in enumerate(names) if name != HUMAN}
        for name in self.bots.values():
            make_player(name, table.game)
        self.workers = WorkerPool(1)
        self.dice = fast(secrets.randbits(64))
        self.reported = len(table.steps)
        self.at_keyboard = min(self.humans) if self.humans else -1
        self.shown = ""

    def run(self) -> None:
        """Play until the game is over or a person quits."""
        table = self.table
        if table.commitment:
            console.print(f"Sealed dice: the SHA-256 of their secret is {table.commitment}", style="dim")
        while not table.over:
            people = [seat for seat in table.acting if seat in self.humans]
            if people:
                seat = self.at_keyboard if self.at_keyboard in people else people[0]
                if not self._ask(seat):
                    return
            else:
                self._play_bot()
        self.tell(-1)
        console.print(str(table), markup=False, soft_wrap=True)
        console.print(result_text(table), style="bold", markup=False)
        if table.commitment:
            console.print(f"The secret of the dice was {table.secret.hex()}", style="dim")

    def close(self) -> None:
        """End the bots' processes."""
        self.workers.close()

    def tell(self, viewer: int) -> None:
        """Print the new steps as the viewer may read them."""
        for step in self.table.steps[self.reported :]:
            if step.seat not in self.humans or step.seat != viewer:
                console.print(f"  {self.table.game.seat_name(step.seat)}: {step.text_for(viewer)}", style="cyan", markup=False)
        self.reported = len(self.table.steps)

    def _play_bot(self) -> None:
        acting = sum(1 << seat for seat in self.table.acting)
        seat = int(any_seat(acting, self.dice))
        self.table.play(self._think(seat, self.bots[seat]), seat=seat)

    def _think(self, seat: int, player: str) -> int:
        """Return the player's choice; Ctrl-C stops it at once."""
        table = self.table
        request = ThinkRequest.of(table.game.name, table.options, table.position, seat, player, int(self.dice.word()))
        with errors.status(f"{table.game.seat_name(seat)} ({player}) is thinking ..."):
            return self.workers.choose(request)

    def _ask(self, seat: int) -> bool:
        """Let a person act once; return False if they quit."""
        name = self.table.game.seat_name(seat)
        if seat != self.at_keyboard and len(self.humans) > 1:
            self._hand_over(seat, name)
        self.at_keyboard = seat
        self.tell(seat)
        self._show_board(seat)
        while True:
            answer = str(click.prompt(name, prompt_suffix=" > ")).strip()
            try:
                done = self._answer(seat, answer)
            except BestagonError as error:
                errors.print(str(error), style="red", markup=False)
                continue
            if done is not None:
                return done

    def _hand_over(self, seat: int, name: str) -> None:
        """Clear the screen between two people if their seats know different things."""
        if str(self.table.view(seat)) != str(self.table.view(self.at_keyboard)):
            console.clear()
            click.prompt(f"Hand the keyboard to {name}, who presses Enter", default="", show_default=False)

    def _show_board(self, seat: int) -> None:
        view = self.table.view(seat)
        if str(view) != self.shown:
            console.rule()
            console.print(str(view), markup=False, soft_wrap=True)
            self.shown = str(view)
        console.print(self.table.game.prompt(view.position, seat), style="bold green", markup=False)
        self._columns(_digest([move.text for move in view.moves]))

    def _list(self, seat: int, part: str) -> None:
        moves = [(i + 1, move.text) for i, move in enumerate(self.table.view(seat).moves)]
        found = [f"{i:>3} {text}" for i, text in moves if part in text]
        if not found:
            raise BadOption(f"none of the {len(moves)} legal moves contains {part!r}")
        self._columns(found)

    def _columns(self, found: list[str]) -> None:
        width = max(len(text) for text in found) + 3
        columns = max(1, console.width // width)
        for i in range(0, len(found), columns):
            console.print("".join(text.ljust(width) for text in found[i : i + columns]).rstrip(), markup=False, soft_wrap=True)

    def _answer(self, seat: int, answer: str) -> bool | None:
        """Carry out a person's input: True if the table changed, False to quit, None to ask again."""
        word, _, rest = answer.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word == "quit":
            return False
        if word == "resign":
            enter_dice(lambda dice: self.table.resign(seat, dice))
            return True
        if word == "undo":
            console.print(f"Taken back: {self.table.undo(None if self.table.real_dice else seat).text}", markup=False)
            self.reported = min(self.reported, len(self.table.steps))
            return True
        if word in ("?", "help", "board", "rules", "hint", "save"):
            self._show(seat, word, rest)
            return None
        moves = self.table.view(seat).moves
        move: Move | str = moves[int(answer) - 1] if NUMBER.fullmatch(answer) and 1 <= int(answer) <= len(moves) else answer
        enter_dice(lambda dice: self.table.play(move, seat, dice))
        return True

    def _show(self, seat: int, word: str, rest: str) -> None:
        if word == "?":
            self._list(seat, rest)
        elif word == "help":
            console.print(HELP, markup=False)
        elif word == "board":
            self.shown = ""
            self._show_board(seat)
        elif word == "rules":
            console.print(self.table.game.rules(), markup=False, soft_wrap=True)
        elif word == "hint":
            action = self._think(seat, ADVISER)
            said = self.table.game.action_text(self.table.view(seat).position, seat, action)
            console.print(f"The {ADVISER} player would play {said}", markup=False)
        elif not rest:
            raise BadOption("save where? Give a file: save FILE")
        else:
            self.save(Path(rest))

    def save(self, path: Path) -> None:
        """Write the record with the secret of the dice, so that it can be replayed even while the game runs."""
        with writing(path):
            path.write_text(Record.of(self.table, reveal=True).to_json(), encoding="utf-8")
        console.print(f"The record is in {path}", markup=False)
