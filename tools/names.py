"""Check that a public class name exists only once in the package, so that it can be found by name.

Types of the wire keep their Python name in TypeScript (tools/protocol_ts.py writes them), and nothing else in the client may take one.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
PACKAGE = HERE / "src" / "bestagon"
CLIENT = HERE / "client" / "src"
DECLARED = re.compile(r"^(?:export )?(?:abstract )?(?:interface|class|type) ([A-Z]\w*)", re.MULTILINE)


def python_classes() -> dict[str, list[str]]:
    """Return where each public class of the package is defined."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(f"{path.relative_to(HERE).as_posix()}:{node.lineno}")
    return found


def typescript_types() -> dict[str, list[str]]:
    """Return where each type of the client is declared."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted([*CLIENT.rglob("*.ts"), *CLIENT.rglob("*.tsx")]):
        for name in DECLARED.findall(path.read_text(encoding="utf-8")):
            found[name].append(path.relative_to(HERE).as_posix())
    return found


def problems() -> list[str]:
    """Return a line for each name that is taken more than once."""
    lines = [f"class {name} exists {len(files)} times: {', '.join(files)}" for name, files in python_classes().items() if len(files) > 1]
    for name, files in typescript_types().items():
        generated = [file for file in files if file.endswith("protocol.ts")]
        if generated and len(files) > 1:
            lines.append(f"type {name} belongs to the protocol and is declared again: {', '.join(set(files) - set(generated))}")
    return lines


if __name__ == "__main__":
    found = problems()
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)
