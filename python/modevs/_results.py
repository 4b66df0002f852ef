# SPDX-License-Identifier: MIT
"""Results of simulations: arrays with units, events, files, pictures."""

from __future__ import annotations

import array
import ctypes
import html
import os
import re
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Union

from . import _library as c
from ._library import library, text, to_bytes
from .errors import Error, OptionError, UnknownVariable

try:
    import numpy
except ImportError:  # not required
    numpy = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from ._model import Model

_TYPES = {c.REAL: "Real", c.INTEGER: "Integer", c.BOOLEAN: "Boolean", c.ENUMERATION: "enumeration", c.STRING: "String"}


class Variable(NamedTuple):
    """What is known of a variable or parameter of a model."""

    name: str  #: "a.b[1,2]"
    type: str  #: "Real", "Integer", "Boolean", "enumeration" or "String"
    unit: str  #: "" if it has none
    display_unit: str  #: in which it is to be shown; "" if that is not said
    description: str  #: of its declaration
    literals: tuple  #: of an enumeration: the names of its values 1, 2 …
    is_parameter: bool  #: it does not change while the model runs
    can_be_set: bool  #: by ``Model.run(name=value)``
    is_input: bool  #: of the whole model
    is_output: bool  #: of the whole model
    is_state: bool  #: it may be a continuous state


def _split(literals: str) -> tuple:
    # quoted identifiers may have commas in them
    return tuple(re.findall(r"'(?:[^'\\]|\\.)*'|[^,]+", literals))


def _is_parameter(flags: int) -> bool:
    # a variable that was found to be constant has a column all the same
    return bool(flags & c.VAR_PARAMETER) and not flags & c.VAR_CONSTANT


def _variable(v: c.MdvVariable) -> Variable:
    settable = v.flags & (c.VAR_SETTABLE | c.VAR_INPUT) and not v.flags & c.VAR_CONSTANT
    return Variable(text(v.name), _TYPES.get(v.type, "?"), text(v.unit), text(v.display_unit), text(v.comment),
                    _split(text(v.literals)), _is_parameter(v.flags), bool(settable),
                    bool(v.flags & c.VAR_INPUT), bool(v.flags & c.VAR_OUTPUT), bool(v.flags & c.VAR_STATE))


class Event(NamedTuple):
    """An event of the equations."""

    time: float  #: when
    kind: str  #: "state": found by a crossing; "time": known before
    cause: str  #: the conditions that made it, with the lines of their sources
    changes: str  #: "n: 0 -> 1, v: -4.4 -> 3.5"; "" if nothing changed


_ATTRIBUTES = ("name", "unit", "description")

if numpy is not None:

    class Array(numpy.ndarray):
        """The values of a variable, one for each row: a NumPy array with ``name``, ``unit`` and ``description``.

        Parts and copies of it keep these; what is computed from it is an ordinary array.
        """

        name: str
        unit: str
        description: str

        def __array_finalize__(self, obj: Any) -> None:
            for attribute in _ATTRIBUTES:
                setattr(self, attribute, getattr(obj, attribute, ""))

        def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
            plain = [x.view(numpy.ndarray) if isinstance(x, Array) else x for x in inputs]
            out = kwargs.get("out")
            if out is not None:
                kwargs["out"] = tuple(x.view(numpy.ndarray) if isinstance(x, Array) else x for x in out)
            return getattr(ufunc, method)(*plain, **kwargs)

        def __reduce__(self) -> Any:
            return (_unpickle, (numpy.array(self), {k: getattr(self, k) for k in _ATTRIBUTES}))

    def _new_array(n: int) -> "Array":
        return numpy.empty(n).view(Array)

    def _address(a: "Array") -> Any:
        return a.ctypes.data_as(ctypes.POINTER(ctypes.c_double))

    def _unpickle(values: Any, attributes: Dict[str, str]) -> "Array":
        made = values.view(Array)
        for name, value in attributes.items():
            setattr(made, name, value)
        return made

else:

    class Array(array.array):  # type: ignore[no-redef]
        """The values of a variable, one for each row: an array of the standard library (there is no NumPy here) with
        ``name``, ``unit`` and ``description``."""

        name = ""
        unit = ""
        description = ""

    def _new_array(n: int) -> "Array":
        return Array("d", bytes(8 * n))

    def _address(a: "Array") -> Any:
        if not len(a):
            return None
        return ctypes.cast((ctypes.c_double * len(a)).from_buffer(a), ctypes.POINTER(ctypes.c_double))


def missing(name: str, names: Sequence[str], where: str) -> UnknownVariable:
    """An exception that says which names are near."""
    import difflib

    near = difflib.get_close_matches(name, names, n=2) if isinstance(name, str) else []
    hint = "; did you mean " + " or ".join(f"'{n}'" for n in near) + "?" if near else ""
    return UnknownVariable(f"{where} has no variable '{name}'{hint}")


class Result(Mapping):
    """The result of a run.

    ``r["h"]`` is the values of a variable, one for each row (:class:`Array`), ``r.time`` the times; a parameter is a
    number. Names are those of the command line; blanks in them do not count. A result is a mapping of the names of
    its variables, so ``list(r)`` and ``"h" in r`` work as well.
    """

    def __init__(self, handle: int, model: "Model", info: c.MdvSimulateResult, log: str,
                 values: Mapping[str, Any]) -> None:
        self._handle: Optional[int] = handle
        self._model = model  # its tables are used
        self._index: Optional[Dict[str, int]] = None
        self._arrays: Dict[Any, Any] = {}
        self._seen = -1
        self._look: Optional[Callable[[], None]] = None  # of a plant: refuses while it runs
        self.model_name: str = model.name
        self.values_set: Dict[str, Any] = dict(values)  #: the parameters that were given to the run
        self.log: List[str] = [line for line in log.split("\n") if line]  #: what was said on the way
        self.terminated: bool = bool(info.terminated)  #: by ``terminate()``; ``message`` is its text
        self.message: str = text(info.message)  #: why it ended before its end; "" if it did not
        #: steps of the integrator, evaluations of the derivatives, events
        self.stats: Dict[str, int] = {name: getattr(info, name) for name in
                                      ("steps", "restarts", "rhs", "state_events", "time_events", "rows")}

    def __del__(self, free: Any = library.mdv_results_free) -> None:
        handle, self._handle = getattr(self, "_handle", None), None
        if handle:
            free(handle)

    def _rows(self) -> int:
        """How many there are. Of a plant they may become more: what was read before is then forgotten."""
        if self._look is not None:
            self._look()
        n = library.mdv_results_rows(self._handle)
        if n != self._seen:
            self._seen = n
            self._arrays.clear()
        return n

    # --- variables ---

    def _names(self) -> Dict[str, int]:
        if self._index is None:
            v = c.MdvVariable()
            self._index = {}
            for i in range(library.mdv_results_variables(self._handle)):
                library.mdv_results_variable(self._handle, i, ctypes.byref(v))
                self._index[text(v.name)] = i
        return self._index

    def _find(self, name: str) -> int:
        names = self._names()
        if isinstance(name, str):
            i = names.get(name)
            if i is None and " " in name:
                i = names.get(name.replace(" ", ""))
            if i is not None:
                return i
        raise missing(name, list(names), f"the result of {self.model_name}")

    def variable(self, name: str) -> Variable:
        """What is known of a variable: its unit, type, description."""
        v = c.MdvVariable()
        library.mdv_results_variable(self._handle, self._find(name), ctypes.byref(v))
        return _variable(v)

    def __getitem__(self, name: str) -> Any:
        if name == "time":
            return self.time
        i = self._find(name)
        n = self._rows()
        if i not in self._arrays:
            v = c.MdvVariable()
            library.mdv_results_variable(self._handle, i, ctypes.byref(v))
            if _is_parameter(v.flags):
                value = v.value
                if v.type == c.BOOLEAN:
                    value = bool(value)
                elif v.type != c.REAL and value == value:
                    value = int(value)
                self._arrays[i] = value
            else:
                a = _new_array(n)
                library.mdv_results_values(self._handle, i, _address(a))
                a.name, a.unit, a.description = text(v.name), text(v.unit), text(v.comment)
                self._arrays[i] = a
        return self._arrays[i]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())

    def __contains__(self, name: object) -> bool:
        return name in self._names()

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    @property
    def time(self) -> Any:
        """The times of the rows; two or more are equal at events."""
        n = self._rows()
        if "time" not in self._arrays:
            a = _new_array(n)
            library.mdv_results_times(self._handle, _address(a))
            a.name, a.unit, a.description = "time", "s", ""
            self._arrays["time"] = a
        return self._arrays["time"]

    @property
    def parameters(self) -> Dict[str, Any]:
        """The parameters with their values."""
        return {name: self[name] for name in self if self.variable(name).is_parameter}

    @property
    def final(self) -> Dict[str, float]:
        """The variables with their last values."""
        return {name: float(self[name][-1]) for name in self if not self.variable(name).is_parameter}

    @property
    def events(self) -> List[Event]:
        """The events of the equations, in order; none if the run was made with ``events=False``."""
        self._rows()
        if "events" not in self._arrays:
            e = c.MdvResultEvent()
            found = []
            for i in range(library.mdv_results_events(self._handle)):
                library.mdv_results_event(self._handle, i, ctypes.byref(e))
                found.append(Event(e.t, "state" if e.state else "time", text(e.cause), text(e.changes)))
            self._arrays["events"] = found
        return self._arrays["events"]

    # --- out of here ---

    def save(self, path: Union[str, "os.PathLike[str]"], force: bool = False) -> None:
        """Writes a .csv or .mat file, with the same bytes as ``modevs run -o``.

        A file that modevs did not write is replaced only with ``force=True``.
        """
        self._rows()
        why = ctypes.create_string_buffer(1024)
        status = library.mdv_results_save(self._handle, to_bytes(path, "path"), bool(force), why, len(why))
        if status == c.BAD_ARGUMENT:
            raise OptionError(text(why.value))
        if status < 0:
            raise OSError(text(why.value))

    def to_pandas(self) -> Any:
        """A pandas.DataFrame with the time as its index; units are in ``attrs["units"]``."""
        try:
            import pandas
        except ImportError:
            raise ImportError("to_pandas() needs pandas, which is not installed; r[name] and r.time do without, "
                              "and r.save('x.csv') writes a file") from None
        names = [name for name in self if not self.variable(name).is_parameter]
        columns = {name: (numpy.asarray(self[name]) if numpy is not None else list(self[name])) for name in names}
        frame = pandas.DataFrame(columns, index=pandas.Index(list(self.time), name="time"))
        frame.attrs["units"] = {name: self[name].unit for name in names}
        return frame

    def _choose(self, names: Sequence[str]) -> List[str]:
        """What is drawn if nothing is said: the outputs, or the states, or the first variables."""
        if names:
            for name in names:
                self._find(name)
                if self.variable(name).is_parameter:
                    raise OptionError(f"'{name}' is a parameter: it has no curve")
            return list(names)
        known = [self.variable(name) for name in self]
        known = [v for v in known if not v.is_parameter]
        for chosen in ([v for v in known if v.is_output], [v for v in known if v.is_state], known):
            if chosen:
                return [v.name for v in chosen[:4]]
        return []

    def svg(self, *names: str) -> str:
        """A picture of variables over time as SVG, as ``modevs run --plot`` draws it. Without names: the outputs, or
        the states, of the model, at most four."""
        self._rows()
        chosen = [self._find(name) for name in self._choose(names)]
        if not chosen:
            raise Error(f"the result of {self.model_name} has no variable to draw")
        drawn = library.mdv_results_svg(self._handle, (ctypes.c_size_t * len(chosen))(*chosen), len(chosen))
        if drawn is None:
            raise MemoryError("no memory for a picture")
        return text(drawn)

    def plot(self, *names: str, path: Union[str, "os.PathLike[str]", None] = None) -> Any:
        """Draws variables over time: a matplotlib.axes.Axes where matplotlib is installed and no path is given,
        otherwise a :class:`Picture`, which notebooks show and which is written to ``path`` (.svg)."""
        chosen = self._choose(names)
        if path is not None:
            name = os.fspath(path)
            if not str(name).endswith(".svg"):
                raise OptionError(f"pictures are written as .svg, not as '{name}'")
            picture = Picture(self.svg(*chosen))
            with open(path, "w", encoding="utf-8") as file:
                file.write(picture.svg)
            return picture
        try:
            from matplotlib import pyplot
        except ImportError:
            return Picture(self.svg(*chosen))
        axes = pyplot.figure().add_subplot()
        for name in chosen:
            v = self.variable(name)
            steps = v.type != "Real"
            axes.plot(self.time, self[name], drawstyle="steps-post" if steps else "default",
                      label=f"{name} [{v.unit}]" if v.unit else name)
        axes.set_xlabel("time [s]")
        axes.set_title(self.model_name)
        axes.legend()
        return axes

    # --- in a notebook ---

    def __repr__(self) -> str:
        n = self._rows()
        span = f"from {self.time[0]:g} to {self.time[-1]:g}" if n else "without rows"
        return f"<modevs.Result of {self.model_name}, {span}: {len(self)} variables, {n} rows>"

    def _repr_svg_(self) -> Optional[str]:
        return self.svg() if self._choose(()) and len(self.time) else None

    def _repr_html_(self) -> str:
        rows = []
        for name in list(self)[:30]:
            v = self.variable(name)
            value = self[name]
            last = value if v.is_parameter else (value[-1] if len(value) else float("nan"))
            cells = (name, f"{last:.6g}" if not isinstance(last, bool) else str(last).lower(), v.unit, v.description)
            rows.append("<tr>" + "".join(f"<td>{html.escape(str(x))}</td>" for x in cells) + "</tr>")
        more = len(self) - len(rows)
        tail = f"<p>and {more} more variables</p>" if more > 0 else ""
        picture = self._repr_svg_() or ""
        picture = picture[picture.find("<svg"):] if "<svg" in picture else ""
        return (f"<div><p><b>{html.escape(self.model_name)}</b>: {html.escape(repr(self)[1:-1])}, "
                f"{len(self.events)} events</p>{picture}<table><tr><th>variable</th><th>at the end</th>"
                f"<th>unit</th><th>description</th></tr>{''.join(rows)}</table>{tail}</div>")


class Picture:
    """A picture: ``svg`` is its text; notebooks show it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<modevs.Picture, {len(self.svg)} characters of SVG>"
