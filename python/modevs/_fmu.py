# SPDX-License-Identifier: MIT
"""FMUs of anybody, run by the program ``modevs``: their binaries are others' code and get a process of their own."""

from __future__ import annotations

import csv
import io
import os
import shutil
import signal
import subprocess
import threading
import xml.etree.ElementTree as ElementTree
import zipfile
from typing import Any, Dict, Iterable, List, Mapping, Optional, Union

from ._library import library, to_bytes
from ._model import Path, _as_text, _merge, _texts
from ._results import Result, Variable, _new_array, missing
from .errors import CompileError, Error, LibraryError, OptionError, SimulationError, TimeoutExpired


def program() -> str:
    """The program ``modevs``: MODEVS_PROGRAM, beside the library, or on the path."""
    folder = os.path.dirname(os.path.realpath(library._name))
    for path in (os.environ.get("MODEVS_PROGRAM"), os.path.join(folder, "..", "bin", "modevs"),
                 os.path.join(folder, "modevs"), shutil.which("modevs")):
        if path and os.path.isfile(path) and os.access(path, os.X_OK):
            return os.path.abspath(path)
    raise LibraryError("the program modevs was not found; MODEVS_PROGRAM may name it")


class _Passing:
    """SIGINT and SIGTERM, where nobody else has taken them, go to a child first, which then removes its files; when it has
    ended, they come to this process. They are taken before the child is made, so that none finds it alone."""

    def __init__(self) -> None:
        self.child: "Optional[subprocess.Popen[bytes]]" = None
        self.number = 0
        self._old: Dict[int, Any] = {}

    def _pass_on(self, number: int, frame: Any) -> None:
        self.number = number
        if self.child:
            self.child.send_signal(number)

    def __enter__(self) -> "_Passing":
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                    self._old[number] = signal.signal(number, self._pass_on)
        return self

    def begin(self, child: "subprocess.Popen[bytes]") -> None:
        self.child = child
        if self.number:  # it came while the child was being made
            child.send_signal(self.number)

    def __exit__(self, *_: Any) -> None:
        for number, old in self._old.items():
            signal.signal(number, old)
        if self.number:
            signal.raise_signal(self.number)


def _call(arguments: List[bytes]) -> "subprocess.CompletedProcess[bytes]":
    with _Passing() as passing:
        # A process group of its own: Ctrl-C comes to us, and we pass it on once.
        child = subprocess.Popen([os.fsencode(program()), *arguments], stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        passing.begin(child)
        try:
            out, err = child.communicate()
        except BaseException:  # of a handler that is not ours
            child.send_signal(signal.SIGINT)
            try:
                child.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                child.kill()
                child.communicate()
            raise
    return subprocess.CompletedProcess(arguments, child.returncode, out, err)


def export(what: str, made_with: Mapping[str, Any], path: Path, version: int, force: bool) -> str:
    """``modevs build --kind fmu…`` of a file or class."""
    if version not in (2, 3):
        raise OptionError(f"the version of an FMU is 2 or 3, not {version!r}")
    name = os.fsdecode(to_bytes(path, "the path of an FMU"))
    if not name.endswith(".fmu"):
        raise OptionError(f"an FMU is a file .fmu, not '{name}'")
    arguments = [b"build", os.fsencode(what), b"--kind", b"fmu%d" % version, b"-o", os.fsencode(name[:-4])]
    if made_with["model"]:
        arguments += [b"--model", made_with["model"].encode()]
    for folder in made_with["libraries"]:
        arguments += [b"-L", os.fsencode(folder)]
    if made_with["strict"]:
        arguments.append(b"--strict")
    for key, value in made_with["set"].items():
        arguments += [b"--set", key.encode() + b"=" + _as_text(key, value)]
    if force:
        arguments.append(b"--force")
    done = _call(arguments)
    if done.returncode != 0:
        raise CompileError(done.stderr.decode("utf-8", "replace"))
    return name


class FmuResult(Result):
    """The result of a run of an FMU: a :class:`Result` without a record of its events."""

    def __init__(self, fmu: "Fmu", data: bytes, log: str, values: Mapping[str, Any]) -> None:
        # not that of Result: there is nothing of C in it
        rows = list(csv.reader(io.StringIO(data.decode("utf-8", "replace"))))
        self._handle = None
        self._data = data
        self._fmu = fmu
        self._arrays = {}
        heads = rows[0] if rows else ["time"]
        self._index = {name: k for k, name in enumerate(heads) if k > 0}
        columns = [_new_array(max(len(rows) - 1, 0)) for _ in heads]
        for i, row in enumerate(rows[1:]):
            for k, cell in enumerate(row):
                columns[k][i] = {"true": 1.0, "false": 0.0}.get(cell) if cell in ("true", "false") else float(cell)
        for k, column in enumerate(columns):
            v = fmu.variables.get(heads[k])
            column.name, column.unit = heads[k], v.unit if v else "s" if k == 0 else ""
            column.description = v.description if v else ""
            self._arrays["time" if k == 0 else k] = column
        self._arrays["events"] = []
        self.model_name = fmu.name
        self.values_set = dict(values)
        self.log = [line for line in log.split("\n") if line]
        self.terminated, self.message = False, ""
        self.stats = {"rows": max(len(rows) - 1, 0)}

    def _rows(self) -> int:
        return self.stats["rows"]

    def variable(self, name: str) -> Variable:
        self._find(name)
        known = self._fmu.variables.get(name)
        return known or Variable(name, "Real", "", "", "", (), False, False, False, False, False)

    def __getitem__(self, name: str) -> Any:
        return self.time if name == "time" else self._arrays[self._find(name)]

    def save(self, path: Path, force: bool = False) -> None:
        """Writes a .csv file, with the same bytes as ``modevs run -o``."""
        if not os.fspath(path).endswith(".csv"):
            raise OptionError("results of FMUs are written as .csv")
        if os.path.exists(path) and not force:
            raise OSError(f"'{os.fspath(path)}' is there already; force=True replaces it")
        with open(path, "wb") as file:
            file.write(self._data)

    def svg(self, *names: str) -> str:
        raise Error("pictures of FMUs are drawn by matplotlib, which plot() takes where it is installed")

    def _repr_svg_(self) -> Optional[str]:
        return None

    def __repr__(self) -> str:
        return f"<modevs.FmuResult of {self.model_name}: {len(self)} variables, {len(self.time)} rows>"


class Fmu:
    """An FMU, made by :func:`modevs.fmu`."""

    def __init__(self, path: str, allow: List[str], interface: str) -> None:
        self.path = path
        self._allow = allow
        self._interface = interface
        try:
            with zipfile.ZipFile(path) as archive:
                entry = archive.getinfo("modelDescription.xml")
                if entry.file_size > 1 << 28:
                    raise CompileError(f"{path}: its modelDescription.xml has {entry.file_size} bytes")
                root = ElementTree.fromstring(archive.read(entry))
        except (zipfile.BadZipFile, KeyError, ElementTree.ParseError) as e:
            raise CompileError(f"{path} is no FMU: {e}") from None
        self.name: str = root.get("modelName", os.path.basename(path))
        self.version: str = root.get("fmiVersion", "")
        self.variables: Dict[str, Variable] = {}
        for element in root.findall("ModelVariables/*"):
            kind = element if element.tag != "ScalarVariable" else (element[0] if len(element) else element)
            tag = kind.tag.rstrip("0123456789")
            type_ = {"Float": "Real", "Int": "Integer", "UInt": "Integer", "Enumeration": "enumeration"}.get(tag, tag)
            causality, variability = element.get("causality", "local"), element.get("variability", "continuous")
            fixed = causality == "parameter" or variability in ("constant", "fixed", "tunable")
            self.variables[element.get("name", "")] = Variable(
                element.get("name", ""), type_, kind.get("unit", ""), kind.get("displayUnit", ""),
                element.get("description", ""), (), fixed, causality in ("parameter", "input"), causality == "input",
                causality == "output", False)

    def __repr__(self) -> str:
        return f"<modevs.Fmu {self.name}, FMI {self.version}>"

    def run(self, *, start: Optional[float] = None, stop: Optional[float] = None, interval: Optional[float] = None,
            tol: Optional[float] = None, solver: Optional[str] = None, timeout: Optional[float] = None,
            set: Optional[Mapping[str, Any]] = None, **values: Any) -> FmuResult:
        """Simulates it by ``modevs run``, in a process of its own: with the solvers and exact events of modevs (model
        exchange), or by its own steps (co-simulation)."""
        given = _merge(set, values)
        for name in given:
            if name not in self.variables:
                raise missing(name, list(self.variables), f"the FMU {self.name}")
        arguments = [b"run", os.fsencode(os.path.abspath(self.path)), b"-o", b"-", b"--interface",
                     self._interface.encode()]
        for permission in self._allow:
            arguments += [b"--allow", permission.encode()]
        options = {"start": start, "stop": stop, "interval": interval, "tol": tol, "solver": solver,
                   "timeout": timeout}
        for name, value in options.items():
            if value is not None:
                arguments += [b"--" + name.encode(), _as_text(name, value)]
        for name, value in given.items():
            arguments += [b"--set", name.encode() + b"=" + _as_text(name, value)]
        done = _call(arguments)
        said = done.stderr.decode("utf-8", "replace")
        if done.returncode == 0:
            return FmuResult(self, done.stdout, said, given)
        if done.returncode == 2 or b"--allow external" in done.stderr:
            raise OptionError(said.strip())
        kind = TimeoutExpired if "out of time" in said else SimulationError
        raise kind(said.strip(), result=FmuResult(self, done.stdout, said, given) if done.stdout else None)


def fmu(path: Path, *, allow: Union[str, Iterable[str], None] = None, interface: str = "any") -> Fmu:
    """An FMU (FMI 2 or 3), to be run.

    allow: "external" lets its binary run, which is somebody else's program.
    interface: "me" (model exchange), "cs" (co-simulation) or "any".
    """
    if interface not in ("any", "me", "cs"):
        raise OptionError(f"interface is 'any', 'me' or 'cs', not {interface!r}")
    name = os.fsdecode(to_bytes(path, "the path of an FMU"))
    if not name.endswith(".fmu"):
        raise OptionError(f"an FMU is a file .fmu, not {name!r}")
    return Fmu(name, [str(a) for a in _texts(allow, "allow")], interface)
