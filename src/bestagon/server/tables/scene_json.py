"""Scenes and stages in JSON."""

from __future__ import annotations

from typing import Final

import msgspec

from bestagon.core.game import Game
from bestagon.core.position import Position
from bestagon.scene.model import BoardState, CellState, Choice, Scene, Stage, stage_id

encoder = msgspec.json.Encoder()
MOST_CHOICES: Final = 20_000
"""How many choices are kept with their JSON."""
MOST_CELLS: Final = 5_000
"""How many states of cells are kept with their JSON."""


class ChoiceCache:
    """The JSON of choices. Games make each choice once and share it between scenes, of which choices are the largest part."""

    def __init__(self) -> None:
        """Know none."""
        self._known: dict[int, bytes] = {}
        """By identity, which is unique because the choices are kept alive; comparing their values would take longer."""
        self._kept: list[Choice] = []

    @property
    def size(self) -> int:
        """How many choices are kept."""
        return len(self._known)

    def encode(self, choices: list[Choice]) -> bytes:
        """Return the elements of a JSON array."""
        known = self._known
        found: list[bytes] = []
        for choice in choices:
            text = known.get(id(choice))
            if text is None:
                if len(known) >= MOST_CHOICES:
                    known.clear()
                    self._kept.clear()
                self._kept.append(choice)
                text = known[id(choice)] = encoder.encode(choice)
            found.append(text)
        return b",".join(found)


class _KnownCell:
    """A state of cells, kept alive, and its JSON as a member of an object by the name of the cell."""

    __slots__ = ("members", "state", "text")

    def __init__(self, state: CellState) -> None:
        self.state = state
        self.text: bytes = encoder.encode(state)
        self.members: dict[str, bytes] = {}

    def member(self, name: str) -> bytes:
        """Return the JSON of a cell of this name in this state."""
        found = self.members[name] = b"%b:%b" % (encoder.encode(name), self.text)
        return found


class CellCache:
    """The JSON of the cells of boards. Games make most states of cells once and share them between scenes, as they do choices."""

    def __init__(self) -> None:
        """Know none."""
        self._known: dict[int, _KnownCell] = {}
        """By identity, as in `ChoiceCache`."""

    @property
    def size(self) -> int:
        """How many states are kept."""
        return len(self._known)

    def encode(self, cells: dict[str, CellState]) -> bytes:
        """Return the members of a JSON object."""
        known = self._known
        found: list[bytes] = []
        for name, state in cells.items():
            one = known.get(id(state))
            if one is None:
                if len(known) >= MOST_CELLS:
                    known.clear()
                one = known[id(state)] = _KnownCell(state)
            member = one.members.get(name)
            found.append(one.member(name) if member is None else member)
        return b",".join(found)


_cells: Final = CellCache()
_choices: Final = ChoiceCache()


def scene(game: Game, masked: Position, seat: int) -> msgspec.Raw:
    """Return the scene of a masked position for a seat, or -1 for a spectator."""
    return encode(game.scene(masked, seat))


def encode_scene(drawn: Scene) -> bytes:
    """Return the JSON of a scene; its largest parts, boards and choices, come last, because their JSON is put together from known parts."""
    boards, choices = drawn.boards, drawn.choices
    parts = [encoder.encode(msgspec.structs.replace(drawn, boards={}, choices=[]))[:-1]]
    separator = b',"boards":{'
    for name, board in boards.items():
        parts += [separator, encoder.encode(name), b":"]
        _add_board(parts, board)
        separator = b","
    if boards:
        parts.append(b"}")
    if choices:
        parts += [b',"choices":[', _choices.encode(choices), b"]"]
    parts.append(b"}")
    return b"".join(parts)


def _add_board(parts: list[bytes], board: BoardState) -> None:
    """Add the JSON of a board."""
    if not board.cells:
        parts.append(encoder.encode(board))
        return
    parts += [b'{"cells":{', _cells.encode(board.cells), b"}"]
    if board.highlighted or board.ties or board.lines or board.tags:
        parts += [b",", encoder.encode(msgspec.structs.replace(board, cells={}))[1:]]
    else:
        parts.append(b"}")


def encode(drawn: Scene | Stage) -> msgspec.Raw:
    """Encode a scene or a stage."""
    return msgspec.Raw(encode_scene(drawn) if isinstance(drawn, Scene) else encoder.encode(drawn))


def stage(game: Game, masked: Position) -> tuple[str, bytes]:
    """Return the id and the JSON of the part of the scene that never changes."""
    found = game.stage(masked)
    return stage_id(found), encoder.encode(found)
