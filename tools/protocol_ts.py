"""Writes client/src/protocol.ts: the types of everything on the wire and of scenes, as TypeScript. A test checks that it is up to date."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import msgspec
from msgspec import inspect as types

from bestagon.draw import scene
from bestagon.server import protocol

FILE: Final = Path(__file__).resolve().parent.parent / "client" / "src" / "protocol.ts"
HEAD: Final = "// Written by tools/protocol_ts.py from bestagon.server.protocol and bestagon.draw.scene: do not edit.\n"
PICTURES: Final = {"scene": "Scene", "stage": "Stage"}
"""What the server holds as bytes that are encoded already."""
PLAIN: Final[dict[type, str]] = {
    types.IntType: "number",
    types.FloatType: "number",
    types.StrType: "string",
    types.BoolType: "boolean",
    types.NoneType: "null",
}


def structs(module: ModuleType) -> list[type[msgspec.Struct]]:
    """Return the structs that a module defines, in its order."""
    found = [value for value in vars(module).values() if inspect.isclass(value) and issubclass(value, msgspec.Struct)]
    return [struct for struct in found if struct.__module__ == module.__name__]


class Writer:
    """Writes types under names of their own: the second of a name gets that of its module before it."""

    def __init__(self, modules: list[ModuleType]) -> None:
        """Take the structs of these modules."""
        self.names: dict[type, str] = {}
        for module in modules:
            for struct in structs(module):
                name = struct.__name__
                taken = name in self.names.values()
                self.names[struct] = module.__name__.rpartition(".")[2].capitalize() + name if taken else name

    def text(self) -> str:
        """Return the whole file."""
        return HEAD + "".join(self._struct(struct) for struct in self.names)

    def _struct(self, struct: type[msgspec.Struct]) -> str:
        info = types.type_info(struct)
        assert isinstance(info, types.StructType)
        words = (inspect.getdoc(struct) or "").partition("\n")[0]
        head = f"\n/** {words} */\n"
        if info.array_like:
            parts = ", ".join(f"{field.name}: {self._type(field.type)}" for field in info.fields)
            return f"{head}export type {self.names[struct]} = [{parts}]\n"
        lines = []
        for field in info.fields:
            optional = not field.required and self._may_miss(struct)
            kind = PICTURES[field.name] if isinstance(field.type, types.RawType) else self._type(field.type)
            lines.append(f"  {field.encode_name}{'?' if optional else ''}: {kind}\n")
        return f"{head}export interface {self.names[struct]} {{\n{''.join(lines)}}}\n"

    def _may_miss(self, struct: type[msgspec.Struct]) -> bool:
        return struct.__struct_config__.omit_defaults or issubclass(struct, protocol.Request)

    def _type(self, kind: types.Type) -> str:
        if type(kind) in PLAIN:
            return PLAIN[type(kind)]
        match kind:
            case types.Metadata():
                return self._type(kind.type)
            case types.StructType():
                return self.names[kind.cls]
            case types.LiteralType():
                return " | ".join(json.dumps(value) for value in kind.values)
            case types.UnionType():
                return " | ".join(dict.fromkeys(self._type(one) for one in kind.types if not isinstance(one, _UNSET)))
            case types.ListType() | types.VarTupleType():
                return f"{self._grouped(kind.item_type)}[]"
            case types.TupleType():
                return f"[{', '.join(self._type(one) for one in kind.item_types)}]"
            case types.DictType():
                return f"Record<string, {self._type(kind.value_type)}>"
        raise TypeError(f"no TypeScript for {kind}")

    def _grouped(self, kind: types.Type) -> str:
        text = self._type(kind)
        return f"({text})" if " | " in text else text


_UNSET: Any = type(types.type_info(msgspec.UnsetType))


def generate() -> str:
    """Return what the file must hold."""
    return Writer([protocol, scene]).text()


if __name__ == "__main__":
    FILE.write_text(generate(), encoding="utf-8")
