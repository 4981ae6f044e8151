"""A process that makes one PDF: `python typeset.py FOLDER` reads a document and writes the file.

FOLDER has the template and the fonts. No other fonts are used, so that the same document gives the same file everywhere.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

NICE: Final = 10
CPU_SECONDS: Final = 60
MEMORY: Final = 3 << 30
"""Bytes of address space; typst uses a tenth of it, and reserves stacks for its threads."""
OOM_SCORE: Final = "1000"
"""The kernel ends this process first when there is no memory left; a server's own is as large."""
EPOCH: Final = 0
"""The time that is written into a PDF: the same input gives the same bytes."""


def typeset(folder: Path, document: str) -> bytes:
    """Return a document as PDF."""
    import typst

    made = typst.compile(
        str(folder / "template.typ"),
        root=str(folder),
        font_paths=[str(folder / "fonts")],
        ignore_system_fonts=True,
        sys_inputs={"document": document},
        timestamp=EPOCH,
    )
    assert isinstance(made, bytes)
    return made


def be_modest() -> None:
    """Let more urgent processes run first, and give up before a document takes all processor time or memory."""
    if sys.platform == "win32":
        return
    import resource

    os.nice(NICE)
    for kind, most in ((resource.RLIMIT_CPU, CPU_SECONDS), (resource.RLIMIT_AS, MEMORY)):
        # Not every system has both, and a lower limit may be set already.
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))
    with suppress(OSError):
        # Only Linux has it.
        Path("/proc/self/oom_score_adj").write_text(OOM_SCORE)


if __name__ == "__main__":
    be_modest()
    sys.stdout.buffer.write(typeset(Path(sys.argv[1]), sys.stdin.buffer.read().decode()))
