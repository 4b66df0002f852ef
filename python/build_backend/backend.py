# SPDX-License-Identifier: MIT
"""Builds wheels of the package with nothing but Python (PEP 517): the sources, and the shared library with the program
and the shipped Modelica library, if modevs has been built in this tree or MODEVS_LIBRARY names it. A wheel without
them looks for the library on the system. Two builds give the same bytes.
"""

import base64
import hashlib
import os
import shutil
import stat
import subprocess
import sysconfig
import tempfile
import zipfile

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NAME, VERSION = "modevs", "0.1.0"
SONAME = "libmodevs.so." + ".".join(VERSION.split(".")[:2])
EPOCH = (1980, 1, 1, 0, 0, 0)


def _metadata():
    with open(os.path.join(HERE, "README.md"), encoding="utf-8") as file:
        readme = file.read()
    return (f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {VERSION}\n"
            "Summary: Modelica models and DEVS networks, simulated with exact events\n"
            "License: MIT\nRequires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n" + readme)


def _built():
    """The library that is taken along: where MODEVS_LIBRARY says, or that of this tree; None: none."""
    named = os.environ.get("MODEVS_LIBRARY")
    for path in (named, os.path.join(HERE, "..", "build", SONAME)):
        if path and os.path.isfile(path):
            return os.path.realpath(path)
    return None


def _tag(library):
    if not library:
        return "py3-none-any"
    return "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")


def _tree(folder, below):
    for parent, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            path = os.path.join(parent, name)
            yield path, os.path.join(below, os.path.relpath(path, folder))


def _files(library):
    """Pairs of a path and its name in the wheel."""
    for path, name in _tree(os.path.join(HERE, NAME), NAME):
        if "__pycache__" not in name and f"{NAME}/_bundle" not in name:
            yield path, name
    if not library:
        return
    bundle = NAME + "/_bundle"
    yield library, f"{bundle}/lib/{SONAME}"
    folder = os.path.dirname(library)
    for program in (os.path.join(folder, "modevs"), os.path.join(folder, "..", "bin", "modevs")):
        if os.path.isfile(program):
            yield program, f"{bundle}/bin/modevs"
            break
    for shipped in (os.path.join(folder, "..", "lib"), os.path.join(folder, "..", "share", "modevs", "lib")):
        if os.path.isfile(os.path.join(shipped, "Modelica", "package.mo")):
            yield from _tree(shipped, f"{bundle}/share/modevs/lib")
            break


def _read(path, inside):
    """The bytes of a file; of programs and libraries without what only debuggers need, where strip is installed."""
    if "/_bundle/lib/" in inside or "/_bundle/bin/" in inside:
        strip = shutil.which("strip")
        with tempfile.TemporaryDirectory() as folder:
            small = os.path.join(folder, "small")
            if strip and subprocess.run([strip, "--strip-debug", "-o", small, path]).returncode == 0:
                path = small
            with open(path, "rb") as file:
                return file.read()
    with open(path, "rb") as file:
        return file.read()


class _Wheel:
    def __init__(self, path):
        self.archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.record = []

    def add(self, name, data, executable=False):
        info = zipfile.ZipInfo(name.replace(os.sep, "/"), EPOCH)
        info.compress_type = zipfile.ZIP_DEFLATED
        info.external_attr = (stat.S_IFREG | (0o755 if executable else 0o644)) << 16
        info.create_system = 3
        self.archive.writestr(info, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{info.filename},sha256={digest},{len(data)}")

    def close(self, folder):
        name = f"{folder}/RECORD"
        self.add(name, ("\n".join(self.record) + f"\n{name},,\n").encode())
        self.archive.close()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    library = _built()
    name = f"{NAME}-{VERSION}-{_tag(library)}.whl"
    folder = f"{NAME}-{VERSION}.dist-info"
    wheel = _Wheel(os.path.join(wheel_directory, name))
    for path, inside in _files(library):
        wheel.add(inside, _read(path, inside), os.access(path, os.X_OK) and "/_bundle/" in inside)
    wheel.add(f"{folder}/METADATA", _metadata().encode())
    pure = "false" if library else "true"
    wheel.add(f"{folder}/WHEEL", (f"Wheel-Version: 1.0\nGenerator: modevs\nRoot-Is-Purelib: {pure}\n"
                                  f"Tag: {_tag(library)}\n").encode())
    wheel.close(folder)
    return name


def build_sdist(sdist_directory, config_settings=None):
    import io
    import tarfile

    base = f"{NAME}-{VERSION}"
    name = base + ".tar.gz"
    with tarfile.open(os.path.join(sdist_directory, name), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        files = [(os.path.join(HERE, n), n) for n in ("pyproject.toml", "README.md")]
        files += list(_tree(os.path.join(HERE, NAME), NAME)) + list(_tree(os.path.dirname(__file__), "build_backend"))
        for path, inside in files:
            if "__pycache__" not in inside and "_bundle" not in inside:
                archive.add(path, f"{base}/{inside}", recursive=False)
        data = _metadata().encode()
        info = tarfile.TarInfo(f"{base}/PKG-INFO")
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    return name
