# SPDX-License-Identifier: MIT
"""Modelica models: compiled once, run any number of times."""

from __future__ import annotations

import ctypes
import itertools
import numbers
import os
import re
import threading
import warnings as python_warnings
from collections.abc import Sequence as AbstractSequence
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from . import _library as c
from ._library import library, text, to_bytes, to_list, wait
from ._results import Result, Variable, _new_array, _variable, missing
from .errors import (
    ClosedError, CompileError, Diagnostic, Error, ModelWarning, OptionError, SimulationError, TimeoutExpired,
    UnknownVariable,
)

Path = Union[str, "os.PathLike[str]"]
_SEVERITY = ("note", "warning", "error")


class Request:
    """What is asked for, by name (modevs/request.h)."""

    def __init__(self) -> None:
        self.handle: Optional[int] = library.mdv_request_new()
        if not self.handle:
            raise MemoryError("no memory")

    def __del__(self, free: Any = library.mdv_request_free) -> None:
        handle, self.handle = getattr(self, "handle", None), None
        if handle:
            free(handle)

    def why(self) -> str:
        return text(library.mdv_request_why(self.handle))

    def stop(self) -> None:
        if self.handle:
            library.mdv_request_stop(self.handle)

    def try_option(self, name: str, value: Any) -> int:
        return library.mdv_request_option(self.handle, to_bytes(name, "the name of an option"), _as_text(name, value))

    def option(self, name: str, value: Any) -> None:
        if value is not None and self.try_option(name, value) < 0:
            raise OptionError(self.why())

    def check(self, status: int) -> None:
        if status < 0:
            raise OptionError(self.why())


def _as_text(name: str, value: Any) -> bytes:
    """A value as it stands on command lines."""
    if isinstance(value, bool):
        return b"true" if value else b"false"
    if isinstance(value, (str, bytes, os.PathLike)):
        return to_bytes(value, f"'{name}'")
    if isinstance(value, numbers.Integral):
        return str(int(value)).encode()
    if isinstance(value, numbers.Real):
        return repr(float(value)).encode()
    if type(value).__module__ == "numpy" and getattr(value, "ndim", 1) == 0:  # numpy.bool_, arrays of no dimension
        return _as_text(name, value.item())
    if isinstance(value, (list, tuple)) and all(isinstance(x, str) for x in value):
        return to_bytes(",".join(value), f"'{name}'")
    raise OptionError(f"'{name}' must be a number, a text or a bool, not {type(value).__name__}")


def _texts(value: Any, what: str) -> List[Any]:
    if value is None:
        return []
    return [value] if isinstance(value, (str, bytes, os.PathLike)) else to_list(value, what)


class _Program:
    """A compiled class; lives as long as anybody needs its tables."""

    def __init__(self, handle: int) -> None:
        self.handle: Optional[int] = handle

    def __del__(self, free: Any = library.mdv_program_free) -> None:
        handle, self.handle = getattr(self, "handle", None), None
        if handle:
            free(handle)


def _diagnostics(program: _Program) -> List[Diagnostic]:
    d = c.MdvDiagnostic()
    found = []
    for i in range(library.mdv_program_diagnostics(program.handle)):
        library.mdv_program_diagnostic(program.handle, i, ctypes.byref(d))
        found.append(Diagnostic(_SEVERITY[d.severity], text(d.code), text(d.file), d.line, d.column, text(d.text)))
    return found


def compile(what: Optional[Path] = None, *, model: Optional[str] = None, source: Optional[str] = None,
            libraries: Union[Path, Iterable[Path], None] = None, strict: bool = False,
            allow: Union[str, Iterable[str], None] = None, code: str = "auto", timeout: Optional[float] = None,
            set: Optional[Mapping[str, Any]] = None, **structural: Any) -> "Model":
    """Compiles a Modelica class.

    what: a file ("Ball.mo"), or the name of a class that is found along ``libraries``, MODELICAPATH and the library
        that comes with modevs ("Modelica.Blocks.Examples.PID_Controller").
    model: the class to take of a file; otherwise the last that can run.
    source: the text of the model, in place of a file; ``what`` is then its name in messages.
    strict: refuses what only older versions of Modelica allow.
    allow: what the model may do besides computing: "read:DIR", "write", "run", "env", "external".
    code: what runs it: "auto", "vm", "jit".
    timeout: seconds; then :class:`TimeoutExpired` is raised.
    set, **structural: parameters and start values, for all runs; also those that decide on the structure of the model
        (sizes of arrays), which ``Model.run`` refuses. ``set`` is for names that are no Python names: ``{"r.R": 20}``.

    Raises :class:`CompileError`, whose ``diagnostics`` tell what is wrong and where. What the compiler warns of is in
    ``Model.warnings``, and warned of as :class:`ModelWarning`.
    """
    if what is None and source is None:
        raise OptionError("a file, the name of a class, or source=… is needed")
    request = Request()
    request.option("model", model)
    request.option("strict", bool(strict))
    request.option("code", code)
    request.option("timeout", timeout)
    for folder in _texts(libraries, "libraries"):
        request.option("dirs", folder)
    for permission in _texts(allow, "allow"):
        request.option("allow", permission)
    values = _merge(set, structural)
    for name, value in values.items():
        request.check(library.mdv_request_set(request.handle, to_bytes(name, "a name"), _as_text(name, value)))
    name = to_bytes(what if what is not None else "text", "what is compiled")
    body = to_bytes(source, "source") if source is not None else None
    handle = ctypes.c_void_p()
    status = wait(lambda: library.mdv_request_compile(request.handle, name, body, ctypes.byref(handle)), request.stop)
    program = _Program(handle.value) if handle.value else None
    if status == c.TIMED_OUT:
        raise TimeoutExpired(request.why().strip())
    if status == c.NO_MEMORY:
        raise MemoryError("no memory to compile")
    if status != c.OK or program is None:
        raise CompileError(request.why(), _diagnostics(program) if program else ())
    made = Model(program, os.fsdecode(name) if source is None else None,
                 {"model": model, "libraries": _texts(libraries, "libraries"), "strict": strict,
                  "allow": _texts(allow, "allow"), "set": values})
    for warning in made.warnings:
        python_warnings.warn(str(warning), ModelWarning, stacklevel=2)
    return made


def _merge(given: Optional[Mapping[str, Any]], keywords: Mapping[str, Any]) -> Dict[str, Any]:
    if given is not None and not isinstance(given, Mapping):
        raise OptionError(f"names and values are given as a dictionary, not as {type(given).__name__}")
    values = dict(given or {})
    for name, value in keywords.items():
        if name in values:
            raise OptionError(f"'{name}' is set twice")
        values[name] = value
    return values


class Model:
    """A compiled model, made by :func:`modevs.compile`."""

    def __init__(self, program: _Program, what: Optional[str], made_with: Dict[str, Any]) -> None:
        self._program: Optional[_Program] = program
        self._what = what
        self._made_with = made_with
        self._variables: Dict[str, Variable] = {}
        v = c.MdvVariable()
        for i in range(library.mdv_program_variables(program.handle)):
            library.mdv_program_variable(program.handle, i, ctypes.byref(v))
            if not v.flags & c.VAR_HIDDEN:
                known = _variable(v)
                self._variables[known.name] = known
        #: all that the compiler said
        self.diagnostics: List[Diagnostic] = _diagnostics(program)
        #: what it warned of
        self.warnings: List[Diagnostic] = [d for d in self.diagnostics if d.severity == "warning"]
        self.name: str = text(library.mdv_program_name(program.handle))

    # --- life ---

    def _open(self) -> _Program:
        if self._program is None:
            raise ClosedError(f"the model {self.name} has been closed")
        return self._program

    def close(self) -> None:
        """Gives its memory back, as soon as no result needs its names any more."""
        self._program = None

    def __enter__(self) -> "Model":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<modevs.Model {self.name}{' (closed)' if self._program is None else ''}>"

    # --- what it has ---

    @property
    def variables(self) -> Dict[str, Variable]:
        """Its variables and parameters, by name."""
        return dict(self._variables)

    @property
    def parameters(self) -> Dict[str, Variable]:
        """Its parameters, by name. Their values are in results."""
        return {n: v for n, v in self._variables.items() if v.is_parameter}

    def _value(self, name: str, value: Any) -> float:
        """A value of a variable as a number."""
        v = self._variables.get(name) or self._variables.get(name.replace(" ", ""))
        if v is None:
            raise missing(name, list(self._variables), f"model {self.name}")
        if type(value).__module__ == "numpy" and getattr(value, "ndim", 1) == 0:
            value = value.item()
        if isinstance(value, str):
            if v.type == "enumeration" and value.rpartition(".")[2] in v.literals:
                return float(v.literals.index(value.rpartition(".")[2]) + 1)
            if v.type == "String":
                raise OptionError(f"'{name}' is a String, which is set when compiling: "
                                  f"modevs.compile(…, {name}='{value}')")
            hint = f": one of {', '.join(v.literals)}" if v.literals else ""
            raise OptionError(f"'{name}' is of type {v.type}; '{value}' is no value of it{hint}")
        if isinstance(value, numbers.Real):  # bool, int, float
            return float(value)
        raise OptionError(f"'{name}' must be a number, not {type(value).__name__}")

    # --- runs ---

    def _ask(self, options: Mapping[str, Any], values: Mapping[str, Any], vars: Any) -> Request:
        """A request for a run. A keyword is an option, or the name of a variable."""
        request = Request()
        for name, value in options.items():
            request.option(name, value)
        for name, value in values.items():
            number = self._value(name, value)
            request.check(library.mdv_request_number(request.handle, to_bytes(name, "a name"), number))
        for name in self._wanted(vars):
            request.check(library.mdv_request_want(request.handle, to_bytes(name, "a name")))
        return request

    def _wanted(self, vars: Any) -> List[str]:
        if vars is None:
            return []
        if isinstance(vars, str):
            try:
                found = [name for name in self._variables if re.search(vars, name)]
            except re.error as e:
                raise OptionError(f"vars is no regular expression: {e}") from None
            if not found:
                raise UnknownVariable(f"no variable of {self.name} has a match of '{vars}'")
            return found
        wanted = to_list(vars, "vars")
        for name in wanted:
            if not isinstance(name, str) or name.replace(" ", "") not in self._variables:
                raise missing(name, list(self._variables), f"model {self.name}")
        return wanted

    def _sort_out(self, options: Mapping[str, Any], set: Optional[Mapping[str, Any]],
                  keywords: Mapping[str, Any]) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        """Which keywords are options, which are values."""
        given = {n: v for n, v in options.items() if v is not None}
        trial = Request()
        for name in given:
            if name in self._variables and self._variables[name].can_be_set:
                raise OptionError(f"'{name}' is an option and a variable of {self.name}: set={{'{name}': …}} sets the "
                                  f"variable, options={{'{name}': …}} the option")
        values = {}
        for name, value in keywords.items():
            if name in self._variables:
                values[name] = value
                continue
            status = trial.try_option(name, value if not isinstance(value, (list, tuple, dict)) else "")
            if status == c.NOT_FOUND:
                import difflib

                near = difflib.get_close_matches(name, list(self._variables), n=2)
                hint = "; did you mean " + " or ".join(f"'{n}'" for n in near) + "?" if near else ""
                raise OptionError(f"there is no option and no variable '{name}' of {self.name}{hint}")
            given[name] = value
        return given, _merge(set, values)

    def _run(self, request: Request, values: Mapping[str, Any], events: bool) -> Result:
        """One run, by any thread."""
        program = self._open()
        info = c.MdvSimulateResult()
        handle = ctypes.c_void_p()
        status = library.mdv_request_simulate(request.handle, program.handle, events, ctypes.byref(info),
                                              ctypes.byref(handle))
        result = None
        if handle.value:
            result = Result(handle.value, self, info, text(library.mdv_request_log(request.handle)), values)
            result._program = program  # the names belong to it
        if status == c.OK and result is not None:
            return result
        why = request.why()
        if status == c.NO_MEMORY:
            raise MemoryError(f"no memory to run {self.name}")
        if status == c.NOT_FOUND:
            raise UnknownVariable(why)
        if status == c.BAD_ARGUMENT:
            name = next((n for n in values if f"'{n}'" in why), None)
            made = "used to build the model" in why or "set it when compiling" in why
            hint = f"; give it to modevs.compile(…, set={{'{name}': …}})" if name and made else ""
            raise OptionError(why + hint)
        kind = TimeoutExpired if status == c.TIMED_OUT else SimulationError
        raise kind(why, info.t, result)

    def run(self, *, start: Optional[float] = None, stop: Optional[float] = None, interval: Optional[float] = None,
            tol: Optional[float] = None, solver: Optional[str] = None, vars: Union[str, Iterable[str], None] = None,
            events: bool = True, set: Optional[Mapping[str, Any]] = None,
            options: Optional[Mapping[str, Any]] = None, **values: Any) -> Result:
        """Simulates the model, from initialization to the end: ``m.run(stop=3, e=0.5)``.

        start, stop, interval, tol, solver: as of ``modevs run``; otherwise those of the model. The other options of
            docs/options.md may be given, too, by their names in C: ``max_step=0.1, log="events"``.
        vars: the variables that are kept: a regular expression or a list of names; otherwise all.
        events: keep a record of every event (``Result.events``).
        set, **values: parameters, start values and inputs; ``set`` for names that are no Python names.
        options: options, for a model that has a variable of the same name.

        Raises :class:`SimulationError`, with what came until then; :class:`OptionError` and :class:`UnknownVariable`
        for what is given wrongly. Ctrl-C ends a run.
        """
        named = {"start": start, "stop": stop, "interval": interval, "tol": tol, "solver": solver}
        given, numbers_ = self._sort_out(named, set, values)
        given.update(_merge(options, {}))
        self._open()
        request = self._ask(given, numbers_, vars)
        result = wait(lambda: self._run(request, numbers_, bool(events)), request.stop)
        for line in result.log if not given.get("log") else ():
            python_warnings.warn(line, ModelWarning, stacklevel=2)
        return result

    def sweep(self, *, jobs: int = 1, measure: Optional[Callable[[Result], Any]] = None, errors: str = "raise",
              start: Optional[float] = None, stop: Optional[float] = None, interval: Optional[float] = None,
              tol: Optional[float] = None, solver: Optional[str] = None,
              vars: Union[str, Iterable[str], None] = None, events: bool = False,
              set: Optional[Mapping[str, Any]] = None, options: Optional[Mapping[str, Any]] = None,
              **values: Any) -> "Sweep":
        """Runs the model for every combination of values: ``m.sweep(R=[1, 2, 5], C=[0.1, 0.2], jobs=2)``.

        A value that is a list, range or array is varied, any other is the same for all runs; the last one varies
        fastest. The model is compiled once; ``jobs`` threads run it, and what comes out does not depend on how many.

        measure: called with every result, which is then forgotten; what it gives is kept instead.
        errors: "raise" ends the sweep at the first run that fails; "keep" puts its exception in the place of its
            result.
        """
        if isinstance(jobs, bool) or not isinstance(jobs, numbers.Integral) or jobs < 1:
            raise OptionError(f"jobs must be a number of threads, 1 or more, not {jobs!r}")
        if errors not in ("raise", "keep"):
            raise OptionError(f"errors is 'raise' or 'keep', not {errors!r}")
        if measure is not None and not callable(measure):
            raise OptionError(f"measure must be a function of a result, not {type(measure).__name__}")
        named = {"start": start, "stop": stop, "interval": interval, "tol": tol, "solver": solver}
        given, all_values = self._sort_out(named, set, values)
        given.update(_merge(options, {}))
        self._open()
        varied = {n: _several(n, v) for n, v in all_values.items() if _is_several(v)}
        fixed = {n: v for n, v in all_values.items() if n not in varied}
        points = [dict(zip(varied, combination)) for combination in itertools.product(*varied.values())]
        work = _Work(self, given, fixed, points, vars, bool(events), measure, errors)
        wait(lambda: work.run(int(jobs)), work.stop)
        return Sweep(self, list(varied), points, work.found)

    def fmu(self, path: Path, version: int = 3, force: bool = False) -> str:
        """Makes an FMU of the model, by ``modevs build --kind fmu2`` or ``fmu3``, which needs a C compiler. Gives its
        path."""
        from ._fmu import export

        if self._what is None:
            raise Error("a model that was compiled from a text cannot be exported: save the text in a file")
        return export(self._what, self._made_with, path, version, force)

    def plant(self, **description: Any) -> Any:
        """The model as a component of a :class:`Network`: see :class:`Plant`."""
        from ._devs import Plant

        return Plant(self, **description)


def _is_several(value: Any) -> bool:
    return not isinstance(value, (str, bytes)) and hasattr(value, "__iter__") and getattr(value, "ndim", 1) > 0


def _several(name: str, value: Any) -> List[Any]:
    several = list(value)
    if not several:
        raise OptionError(f"'{name}' has no values")
    return several


class _Work:
    """The runs of a sweep, handed out to threads one by one."""

    def __init__(self, model: Model, options: Mapping[str, Any], fixed: Mapping[str, Any],
                 points: Sequence[Mapping[str, Any]], vars: Any, events: bool,
                 measure: Optional[Callable[[Result], Any]], errors: str) -> None:
        self.model, self.options, self.fixed, self.points = model, options, fixed, points
        self.vars, self.events, self.measure, self.errors = model._wanted(vars) or None, events, measure, errors
        self.found: List[Any] = [None] * len(points)
        self.failed: Optional[BaseException] = None
        self.numbers = iter(range(len(points)))
        self.lock = threading.Lock()
        self.under_way: Dict[int, Request] = {}
        self.ended = False

    def stop(self) -> None:
        with self.lock:
            self.ended = True
            for request in self.under_way.values():
                request.stop()

    def one(self, i: int) -> None:
        values = {**self.fixed, **self.points[i]}
        request = self.model._ask(self.options, values, self.vars)
        with self.lock:
            if self.ended:
                return
            self.under_way[i] = request
        try:
            result: Any = self.model._run(request, values, self.events)
        except (SimulationError, OptionError) as e:
            if self.errors == "raise" or isinstance(e, OptionError):
                raise
            result = e
        finally:
            with self.lock:
                del self.under_way[i]
        if self.measure is not None and isinstance(result, Result):
            result = self.measure(result)
        self.found[i] = result

    def loop(self) -> None:
        while True:
            with self.lock:
                i = next(self.numbers, None)
            if i is None or self.ended:
                return
            try:
                self.one(i)
            except BaseException as e:  # told by the thread that waits; what ends because of it is not
                with self.lock:
                    self.failed = self.failed or e
                self.stop()

    def run(self, jobs: int) -> None:
        threads = [threading.Thread(target=self.loop, name="modevs") for _ in range(min(jobs, len(self.points)) - 1)]
        for thread in threads:
            thread.start()
        self.loop()
        for thread in threads:
            thread.join()
        if self.failed:
            raise self.failed


class Sweep(AbstractSequence):
    """The results of :meth:`Model.sweep`, in the order of the combinations, whatever the number of threads.

    ``s[3]`` is a result, ``s.points[3]`` the values that it was made with, ``s.values("R")`` those of one parameter,
    ``s.final("x")`` the last values of a variable.
    """

    def __init__(self, model: Model, varied: List[str], points: List[Dict[str, Any]], found: List[Any]) -> None:
        self.model_name = model.name
        self.varied: List[str] = varied  #: the names of what varies
        self.points: List[Dict[str, Any]] = points  #: for each run, its values
        self._found = found

    def __len__(self) -> int:
        return len(self._found)

    def __getitem__(self, i: Any) -> Any:
        return self._found[i]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._found)

    def values(self, name: str) -> List[Any]:
        """The value of a parameter in each run."""
        if name not in self.varied:
            raise UnknownVariable(f"'{name}' does not vary in this sweep; {', '.join(self.varied) or 'nothing'} does")
        return [point[name] for point in self.points]

    def final(self, name: str) -> Any:
        """The last value of a variable in each run; of one that failed, what it had come to."""
        last = _new_array(len(self._found))
        for i, found in enumerate(self._found):
            if isinstance(found, SimulationError):
                found = found.result
            if not isinstance(found, Result):
                raise OptionError("the results were not kept: measure gave something else")
            last[i] = found[name][-1] if len(found.time) else float("nan")
        last.name = name
        return last

    def __repr__(self) -> str:
        return f"<modevs.Sweep of {self.model_name} over {', '.join(self.varied) or 'nothing'}: {len(self)} runs>"
