"""Compiles the hot modules with mypyc; where there is no C compiler the same files run as they are."""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "tools"))

from compiled import hot_modules  # noqa: E402


def extensions() -> list[Extension]:
    """Return one group of mypyc extensions, each optional so that a missing compiler is not an error."""
    if os.environ.get("BESTAGON_PURE"):
        return []
    from mypyc.build import mypycify

    os.environ["MYPYPATH"] = os.pathsep.join([str(HERE / "src"), str(HERE / "examples")])
    modules = mypycify(hot_modules(), opt_level="3", debug_level="0", group_name="bestagon")
    for module in modules:
        module.optional = True
        if os.name == "posix":
            # Lets the compiler inline calls between our own modules.
            module.extra_compile_args.append("-fno-semantic-interposition")
    return list(modules)


setup(ext_modules=extensions())
