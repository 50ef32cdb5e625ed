"""What pip asks for a wheel (PEP 517): the package with libbristle-call, the one of $BRISTLE_LIBRARY, else compiled by CMake."""
import base64
import hashlib
import os
import re
import subprocess
import sysconfig
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = "libbristle-call.so"
VERSION = re.search(r"project\(bristle VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
INFO = f"bristle-{VERSION}.dist-info"
TAG = "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())
METADATA = f"""Metadata-Version: 2.1
Name: bristle
Version: {VERSION}
Summary: Friction in machines: model, simulate, observe, identify, bound and compensate it
Requires-Python: >=3.9
Requires-Dist: numpy
"""
WHEEL = f"""Wheel-Version: 1.0
Generator: bristle
Root-Is-Purelib: false
Tag: {TAG}
"""


class UnsupportedOperation(Exception):
    """As PEP 517 calls what a backend does not do."""


def compiled(folder: Path) -> bytes:
    """The library, compiled in `folder`: some minutes."""
    for words in (["-S", str(ROOT), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release"],
                  ["--build", str(folder), "--parallel", str(os.cpu_count() or 1), "--target", "bristle-call"]):
        try:
            subprocess.run(["cmake", *words], check=True)
        except FileNotFoundError:
            raise SystemExit("bristle: cmake is missing, and a C compiler may be (Debian: cmake gcc)") from None
        except subprocess.CalledProcessError as e:
            raise SystemExit(f"bristle: the library cannot be compiled: cmake ended with {e.returncode}") from None
    return (folder / LIBRARY).read_bytes()


def library() -> bytes:
    given = os.environ.get("BRISTLE_LIBRARY")
    if given:
        return Path(given).read_bytes()
    with tempfile.TemporaryDirectory(prefix="bristle-") as folder:
        return compiled(Path(folder))


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = Path(metadata_directory) / INFO
    folder.mkdir()
    (folder / "METADATA").write_text(METADATA, encoding="utf-8")
    (folder / "WHEEL").write_text(WHEEL, encoding="utf-8")
    return INFO


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = ROOT / "python" / "bristle"
    files = {f"bristle/{p.name}": p.read_bytes() for p in sorted(package.iterdir()) if p.suffix in (".py", ".typed")}
    files[f"bristle/{LIBRARY}"] = library()
    files[f"{INFO}/METADATA"] = METADATA.encode()
    files[f"{INFO}/WHEEL"] = WHEEL.encode()
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{INFO}/RECORD"] = (record + f"{INFO}/RECORD,,\n").encode()
    wheel = f"bristle-{VERSION}-{TAG}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as to:
        for name, data in files.items():
            to.writestr(name, data)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    raise UnsupportedOperation("the source of the package is the whole source tree of bristle")
