"""Writes client/src/api/protocol.ts from the types of the wire, so that the client cannot drift from the server.

`python tools/protocol_ts.py` writes the file; `--check` fails if it is out of date.
"""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from typing import Any

import msgspec

from bestagon.scene import beats, theme, throws
from bestagon.scene import model as scene
from bestagon.server.errors import STATUS
from bestagon.server.protocol import games as protocol_games
from bestagon.server.protocol import learn as protocol_learn
from bestagon.server.protocol import records as protocol_records
from bestagon.server.protocol import tables as protocol

HERE = Path(__file__).resolve().parent.parent
FILE = HERE / "client" / "src" / "api" / "protocol.ts"
HEAD = "// Made by tools/protocol_ts.py from server/protocol/ and scene/: do not edit.\n"
RAW = {"scene": "Scene", "stage": "Stage", "act": "Act"}
"""TypeScript types of fields that the server stores as encoded JSON."""


def structs(module: Any) -> list[type[msgspec.Struct]]:  # noqa: ANN401
    """Return the structs of a module in the order of definition."""
    found = [kind for kind in vars(module).values() if inspect.isclass(kind) and issubclass(kind, msgspec.Struct)]
    return [kind for kind in found if kind.__module__ == module.__name__]


def typed(info: msgspec.inspect.Type, field: str = "") -> str:
    """Return the TypeScript type of a field."""
    inspected = msgspec.inspect
    if isinstance(info, inspected.StructType):
        return info.cls.__name__
    if isinstance(info, inspected.BoolType):
        return "boolean"
    if isinstance(info, inspected.IntType | inspected.FloatType):
        return "number"
    if isinstance(info, inspected.StrType):
        return "string"
    if isinstance(info, inspected.NoneType):
        return "null"
    if isinstance(info, inspected.LiteralType):
        return " | ".join(f'"{value}"' for value in info.values)
    if isinstance(info, inspected.UnionType):
        parts = [typed(part) for part in info.types]
        return " | ".join(dict.fromkeys(parts))
    if isinstance(info, inspected.ListType | inspected.VarTupleType):
        inner = typed(info.item_type)
        return f"({inner})[]" if " " in inner and not inner.startswith("[") else f"{inner}[]"
    if isinstance(info, inspected.TupleType):
        return f"[{', '.join(typed(part) for part in info.item_types)}]"
    if isinstance(info, inspected.DictType):
        return f"Record<string, {typed(info.value_type)}>"
    if isinstance(info, inspected.RawType):
        return RAW[field]
    raise TypeError(f"no TypeScript for {info}")


def meanings(kind: type) -> dict[str, str]:
    """Return the docstrings of a struct's fields."""
    pattern = re.compile(r'^    (\w+): [^\n]*\n    """(.*?)"""', re.M | re.S)
    return {name: " ".join(text.split()) for name, text in pattern.findall(inspect.getsource(kind))}


def declared(kind: type[msgspec.Struct]) -> str:
    """Return the TypeScript declaration of a struct."""
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    docstrings = meanings(kind)
    lines = [f"/** {' '.join((inspect.getdoc(kind) or '').split())} */"]
    config = kind.__struct_config__
    if info.array_like:
        parts = [f"{field.name}{'' if field.required else '?'}: {typed(field.type)}" for field in info.fields]
        return "\n".join([*lines, f"export type {kind.__name__} = [{', '.join(parts)}];"])
    lines.append(f"export interface {kind.__name__} {{")
    for field in info.fields:
        mark = "?" if not field.required and (config.omit_defaults or config.forbid_unknown_fields) else ""
        words = docstrings.get(field.name, "")
        if mark and isinstance(field.default, bool | int | str) and field.default not in ("", False):
            words = f"{words} Left out: {field.default}.".strip()
        if words:
            lines.append(f"  /** {words} */")
        lines.append(f"  {field.encode_name}{mark}: {typed(field.type, field.encode_name)};")
    return "\n".join([*lines, "}"])


def text() -> str:
    """Return the content of the file."""
    modules = (beats, theme, throws, scene, protocol, protocol_games, protocol_records, protocol_learn)
    found = [kind for module in modules for kind in structs(module)]
    kinds = [kind for kind in found if kind is not protocol.Body and kind is not protocol.OfSeat]
    names = [kind.__name__ for kind in kinds]
    assert len(set(names)) == len(names), "two types have the same name"
    refusals = " | ".join(f'"{name}"' for name in STATUS)
    last = f"/** The names of refusals. */\nexport type Refusal = {refusals};"
    return "\n\n".join([HEAD.rstrip(), *[declared(kind) for kind in kinds], changing(), last]) + "\n"


def changing() -> str:
    """Return the kinds of beats that change the picture."""
    kinds = ", ".join(f'"{kind}"' for kind in sorted(beats.CHANGING))
    words = "The kinds of beats after which their ids look as they do in the next scene."
    return f'/** {words} */\nexport const changingBeats: ReadonlySet<Beat["kind"]> = new Set<Beat["kind"]>([{kinds}]);'


def main() -> None:
    """Write the file, or check it."""
    if "--check" in sys.argv[1:]:
        if not FILE.exists() or FILE.read_text(encoding="utf-8") != text():
            sys.exit("client/src/api/protocol.ts is out of date: run `python tools/protocol_ts.py`")
        return
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
