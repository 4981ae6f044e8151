"""The list of compiled modules, and a check that the compiled files are up to date."""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import sysconfig
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

__all__ = ["EXAMPLES", "HERE", "MYPY_FLAGS", "build_inputs", "built", "compiled_build", "compiler", "hot_modules", "settings_hash", "stale"]

HERE = Path(__file__).resolve().parent.parent
if TYPE_CHECKING:
    from bestagon import compiled_build
else:
    # Not as part of the package, which needs other packages that may not be installed yet.
    _spec = spec_from_file_location("compiled_build", HERE / "src" / "bestagon" / "compiled_build.py")
    compiled_build = module_from_spec(_spec)
    _spec.loader.exec_module(compiled_build)

PATTERNS = (
    "src/bestagon/grid/bits.py",
    "src/bestagon/core/actions.py",
    "src/bestagon/core/codec.py",
    "src/bestagon/core/dice.py",
    "src/bestagon/core/evaluator.py",
    "src/bestagon/core/observation/observer.py",
    "src/bestagon/core/position.py",
    "src/bestagon/core/scene_parts.py",
    "src/bestagon/core/story.py",
    "src/bestagon/core/table.py",
    "src/bestagon/engine/perft.py",
    "src/bestagon/engine/rollout.py",
    "src/bestagon/bots/players.py",
    "src/bestagon/bots/mcts*.py",
    "src/bestagon/bots/tally.py",
    "src/bestagon/games/{only}/board*.py",
    "src/bestagon/games/{only}/ai/*.py",
    "src/bestagon/games/{only}/rules/*.py",
    "src/bestagon/games/{only}/scene*.py",
    "src/bestagon/games/{only}/story*.py",
    "src/bestagon/rl/batches.py",
    "src/bestagon/rl/simulator.py",
    "src/bestagon/server/clock.py",
    "src/bestagon/server/edge/connection.py",
    "src/bestagon/server/edge/frames.py",
    "src/bestagon/server/edge/socket_session.py",
    "src/bestagon/server/http/dispatch.py",
    "src/bestagon/server/http/handlers/tables.py",
    "src/bestagon/server/http/socket_moves.py",
    "src/bestagon/server/limits/allowance.py",
    "src/bestagon/server/limits/limits.py",
    "src/bestagon/server/metrics.py",
    "src/bestagon/server/store/checks.py",
    "src/bestagon/server/store/sqlite/queries.py",
    "src/bestagon/server/store/sqlite/store.py",
    "src/bestagon/server/store/sqlite/writer.py",
    "src/bestagon/server/tables/clocks.py",
    "src/bestagon/server/tables/commands.py",
    "src/bestagon/server/tables/committed.py",
    "src/bestagon/server/tables/eviction.py",
    "src/bestagon/server/tables/live.py",
    "src/bestagon/server/tables/loaded.py",
    "src/bestagon/server/tables/log.py",
    "src/bestagon/server/tables/manager.py",
    "src/bestagon/server/tables/payers.py",
    "src/bestagon/server/tables/scene_json.py",
    "src/bestagon/server/tables/seats.py",
    "src/bestagon/server/tables/sizes.py",
    "src/bestagon/server/tables/subscribers.py",
    "src/bestagon/server/tables/views.py",
)
EXAMPLES = ("examples/hex.py", "examples/hex_observer.py")
"""Compiled in a source tree, but not part of the package."""
MYPY_FLAGS = ("--follow-imports=silent",)
"""Modules that are imported but not compiled may need packages that are not there when the package is built; `make lint` checks them."""


def hot_modules() -> list[str]:
    """Return the files to compile, relative to the project.

    BESTAGON_EXAMPLES=1 adds the examples; BESTAGON_ONLY=game keeps one game, for quick work on it.
    """
    only = os.environ.get("BESTAGON_ONLY", "*")
    patterns = PATTERNS + (EXAMPLES if os.environ.get("BESTAGON_EXAMPLES") else ())
    found = [path for pattern in patterns for path in HERE.glob(pattern.format(only=only)) if path.name != "__init__.py"]
    return sorted(path.relative_to(HERE).as_posix() for path in found)


def build_inputs() -> list[str]:
    """Return the files that the compiled files are made from, relative to the project.

    mypyc compiles literal constants of other modules in, also those of modules that are not compiled.
    """
    hot = hot_modules()
    found = {path for name in hot for path, imported in _imports(name) if path not in hot and not imported.isdisjoint(_constants(path))}
    return sorted([*hot, *found])


def _imports(path: str) -> list[tuple[str, set[str]]]:
    """Return the files of our own modules that a module imports from, and the imported names: all constants if it imports the module."""
    found: list[tuple[str, set[str]]] = []
    for node in ast.walk(ast.parse((HERE / path).read_bytes())):
        if isinstance(node, ast.Import):
            found += [(file, set(_constants(file))) for alias in node.names if (file := _file_of(alias.name))]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {alias.name for alias in node.names}
            found += [(file, set(_constants(file))) for name in names if (file := _file_of(f"{node.module}.{name}"))]
            if file := _file_of(node.module):
                found.append((file, names))
    return found


def _file_of(module: str) -> str:
    """Return the file of one of our own modules, relative to the project, or an empty string."""
    path = module.replace(".", "/")
    places = [f"{root}/{path}{end}" for root in ("src", "examples") for end in (".py", "/__init__.py")]
    return next((place for place in places if (HERE / place).is_file()), "")


@cache
def _constants(path: str) -> frozenset[str]:
    """Return the names of a module's constants that have a literal value, or are computed from such."""
    body = ast.parse((HERE / path).read_bytes()).body
    finals = [node for node in body if isinstance(node, ast.AnnAssign) and "Final" in ast.unparse(node.annotation)]
    literal = (ast.Constant, ast.UnaryOp, ast.BinOp, ast.Name)
    return frozenset(node.target.id for node in finals if isinstance(node.target, ast.Name) and isinstance(node.value, literal))


def settings_hash() -> str:
    """Return a hash of what else decides the result: the build's own code and the list of modules, with the examples."""
    texts = [(HERE / "setup.py").read_bytes(), *(name.encode() for name in sorted({*hot_modules(), *EXAMPLES}))]
    return hashlib.sha256(b"\0".join(texts)).hexdigest()


def compiler() -> bool:
    """Return whether there is a C compiler: the one named by the environment or by Python, or a usual one."""
    named = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    return os.name == "nt" or any(shutil.which(name) for name in (named, "cc", "gcc", "clang"))


def built() -> bool:
    """Return whether there is a compiled build, up to date or not."""
    return compiled_build.read_build(HERE) is not None


def stale() -> list[str]:
    """Return what has changed since the tree was compiled; empty if it is up to date or not compiled."""
    found = compiled_build.read_build(HERE)
    if found is None:
        return []
    changed = compiled_build.changed_sources(HERE, found.sources)
    if found.version != compiled_build.VERSION:
        changed.append(f"Python {found.version}")
    if found.settings != settings_hash():
        changed.append("the list of compiled modules or setup.py")
    return changed
