# setup.py - puts libbristle-call into the package: the one of $BRISTLE_LIBRARY, else one built here by CMake.
import os
import shutil
import subprocess
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

NAME = "libbristle-call.so"


def built(folder: Path) -> Path:
    """The library, compiled in `folder`: some minutes."""
    root = Path(__file__).resolve().parent.parent
    subprocess.run(["cmake", "-S", str(root), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release"], check=True)
    subprocess.run(["cmake", "--build", str(folder), "--parallel", str(os.cpu_count() or 1), "--target", "bristle-call"],
                   check=True)
    return folder / NAME


class WithLibrary(build_py):
    def run(self) -> None:
        super().run()
        given = os.environ.get("BRISTLE_LIBRARY")
        library = Path(given) if given else built(Path(self.build_lib).resolve().parent / "bristle")
        shutil.copy(library.resolve(), Path(self.build_lib) / "bristle" / NAME)


class Compiled(Distribution):
    def has_ext_modules(self) -> bool:  # a wheel for this machine
        return True


setup(cmdclass={"build_py": WithLibrary}, distclass=Compiled)
