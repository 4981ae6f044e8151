"""Scenes and stages in JSON."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct
from mypy_extensions import i64

from bestagon.core.game import Game
from bestagon.core.position import Position
from bestagon.scene.model import BoardState, CellState, Choice, Scene, Stage, stage_id

encoder = msgspec.json.Encoder()
MOST_CHOICES: Final = 20_000
"""How many choices are kept with their JSON."""
MOST_CELLS: Final = 5_000
"""How many states of cells are kept with their JSON."""
FIRST_SLOTS: Final = 1024
"""Slots for known objects at first."""
ALIGNMENT: Final = 4
"""The lowest bits of an address that are always 0."""


class _Known:
    """An object that is kept alive, and its JSON: alone, and as a member of an object under several names."""

    __slots__ = ("members", "text", "what")

    def __init__(self, what: Struct) -> None:
        self.what = what
        self.text: bytes = encoder.encode(what)
        self.members: dict[str, bytes] = {}

    def member(self, name: str) -> bytes:
        """Return the JSON under a name."""
        found = self.members.get(name)
        if found is None:
            found = self.members[name] = b"%b:%b" % (encoder.encode(name), self.text)
        return found


class _KnownTable:
    """Known objects by identity, which is unique because they are kept alive; comparing their values would take longer.

    A hash table of our own: a dict would need an int object for each look-up, and compare it by value.
    """

    def __init__(self, most: int) -> None:
        """Keep at most so many objects, and start again when they are more."""
        self._most = most
        self._slots: list[_Known | None] = [None] * FIRST_SLOTS
        """A power of two, of which at most half are used. An object is in the first slot after the one of its address that was free."""
        self.size = 0
        """How many objects are kept."""

    def find(self, what: Struct) -> _Known:
        """Return what is known of an object."""
        slots = self._slots
        mask: i64 = len(slots) - 1
        at = (i64(id(what)) >> ALIGNMENT) & mask
        while True:
            known = slots[at]
            if known is None:
                return self._add(_Known(what))
            if known.what is what:
                return known
            at = (at + 1) & mask

    def _add(self, known: _Known) -> _Known:
        if self.size >= self._most:
            self._slots = [None] * FIRST_SLOTS
            self.size = 0
        elif 2 * self.size >= len(self._slots):
            more: list[_Known | None] = [None] * (2 * len(self._slots))
            for one in self._slots:
                if one is not None:
                    _put(more, one)
            self._slots = more
        _put(self._slots, known)
        self.size += 1
        return known


def _put(slots: list[_Known | None], known: _Known) -> None:
    """Put an object into the first free slot for its address."""
    mask: i64 = len(slots) - 1
    at = (i64(id(known.what)) >> ALIGNMENT) & mask
    while slots[at] is not None:
        at = (at + 1) & mask
    slots[at] = known


class ChoiceCache:
    """The JSON of choices. Games make each choice once and share it between scenes, of which choices are the largest part."""

    def __init__(self) -> None:
        """Know none."""
        self._known = _KnownTable(MOST_CHOICES)

    @property
    def size(self) -> int:
        """How many choices are kept."""
        return self._known.size

    def encode(self, choices: list[Choice]) -> bytes:
        """Return the elements of a JSON array."""
        known = self._known
        return b",".join([known.find(choice).text for choice in choices])


class CellCache:
    """The JSON of the cells of boards. Games make most states of cells once and share them between scenes, as they do choices."""

    def __init__(self) -> None:
        """Know none."""
        self._known = _KnownTable(MOST_CELLS)

    @property
    def size(self) -> int:
        """How many states are kept."""
        return self._known.size

    def encode(self, cells: dict[str, CellState]) -> bytes:
        """Return the members of a JSON object."""
        known = self._known
        return b",".join([known.find(state).member(name) for name, state in cells.items()])


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
