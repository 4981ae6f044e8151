"""Switches to the compiled modules of a source tree; importing this module must come before all others of the package."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bestagon.compiled_build import use_build

_SOURCES: Final = Path(__file__).resolve().parent.parent
TREE: Final = _SOURCES.parent if _SOURCES.name == "src" and (_SOURCES.parent / "setup.py").is_file() else None
"""The source tree that the package runs from; None if it was installed."""
USED: Final = TREE is not None and use_build(TREE)
"""Whether this process uses the build of a source tree."""
