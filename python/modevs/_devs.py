# SPDX-License-Identifier: MIT
"""Parallel DEVS: atomic models in Python, plants of Modelica, parts in C, on one engine, which is in C."""

from __future__ import annotations

import ctypes
import itertools
import math
import numbers
import threading
import weakref
from ctypes import byref
from typing import Any, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _library as c
from ._library import library, text, to_bytes, to_list, wait
from ._model import Model, Path, Request, _merge
from ._results import Result, missing
from .errors import ClosedError, NetworkError, OptionError, UnknownVariable

infinity = math.inf


class Message(NamedTuple):
    """A message that has arrived."""

    port: str  #: the input port
    value: Any  #: None (an event without a value), a bool, int or float, a tuple of these, or any Python object


class Bag:
    """All messages that reach a component at one instant. ``for port, value in x``; ``x["in"]`` is the values of one
    port, in their order."""

    __slots__ = ("_messages",)

    def __init__(self, messages: List[Message]) -> None:
        self._messages = messages

    def __iter__(self) -> Iterator[Message]:
        return iter(self._messages)

    def __len__(self) -> int:
        return len(self._messages)

    def __getitem__(self, port: str) -> List[Any]:
        return [m.value for m in self._messages if m.port == port]

    def __contains__(self, port: object) -> bool:
        return any(m.port == port for m in self._messages)

    def __repr__(self) -> str:
        return f"Bag({self._messages!r})"


class Atomic:
    """An atomic model: subclass it, name its ports, and say what it does.

        class Counter(modevs.Atomic):
            inputs = ("tick",)
            outputs = ("full",)

            def __init__(self, n): self.left = n
            def ta(self): return 0 if self.left == 0 else modevs.infinity
            def output(self): return {"full": None}
            def delta_int(self): self.left = -1
            def delta_ext(self, e, x): self.left -= len(x["tick"])

    ``self.now`` is the time of the last transition, or of the one at hand. An exception in any of these functions ends
    the run, and is raised there, with its traceback.
    """

    inputs: Sequence[str] = ()  #: names of the input ports
    outputs: Sequence[str] = ()  #: names of the output ports
    now: float = math.nan  #: time of the last transition

    def ta(self) -> float:
        """The time until the next internal event, 0 to infinity; asked at the start and after every transition."""
        return infinity

    def output(self) -> Any:
        """What is sent at an internal event, before ``delta_int``: a dictionary of ports and values, or pairs (port,
        value), which may be yielded; None: nothing. It must not change the state."""
        return None

    def delta_int(self) -> None:
        """The internal transition, when the time of ``ta`` is over."""
        raise NotImplementedError(f"{type(self).__name__} plans an internal event, but has no delta_int")

    def delta_ext(self, e: float, x: Bag) -> None:
        """Input, after the time e since the last transition. Otherwise it is ignored."""

    def delta_con(self, x: Bag) -> None:
        """Input at the very time of an internal event: first the one, then the other, if nothing else is said."""
        self.delta_int()
        self.delta_ext(0.0, x)


class _Binding:
    """An atomic in a network: what the functions that C calls need."""

    __slots__ = ("atomic", "network", "ins", "outs")

    def __init__(self, atomic: Atomic, network: "Network", ins: Tuple[str, ...], outs: Tuple[str, ...]) -> None:
        self.atomic, self.network, self.ins, self.outs = atomic, weakref.ref(network), ins, outs

    def fail(self, e: BaseException) -> None:
        network = self.network()
        if network is not None and network._error is None:
            network._error = e


_bindings: Dict[int, _Binding] = {}  # by the number in the state of the component
_bound: Dict[int, int] = {}  # by the identity of an atomic: that number
_objects: Dict[int, Any] = {}  # by the number in a payload
_numbers = itertools.count(1)

# --- values ---


def _drop_object(data: int, call: Any) -> None:
    _objects.pop(ctypes.c_int64.from_address(data).value, None)


_drop_function = c.PAYLOAD_DESTROY(_drop_object)
_object_type = c.MdvPayloadType(b"Python", _drop_function)


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, (bool, int, float)) or \
        (isinstance(value, tuple) and all(map(_is_plain, value)))


def _to_c(value: Any, call: Any) -> c.MdvValue:
    """A value as a message; what is made for it belongs to who gets it."""
    v = c.MdvValue()
    if type(value).__module__ == "numpy" and getattr(value, "ndim", 1) == 0:
        value = value.item()
    if value is None:
        v.kind = c.EVENT
    elif isinstance(value, bool):
        v.kind, v.boolean = c.BOOLEAN, value
    elif isinstance(value, int):
        if not -(1 << 63) <= value < 1 << 63:
            raise NetworkError(f"{value} is too large for a message")
        v.kind, v.integer = c.INTEGER, value
    elif isinstance(value, float):
        v.kind, v.real = c.REAL, value
    elif isinstance(value, tuple) and _is_plain(value):
        payload = library.mdv_record_new(call, len(value))
        if not payload:
            raise MemoryError("no memory for a message")
        fields = library.mdv_record_fields(payload, None)
        for i, field in enumerate(value):
            fields[i] = _to_c(field, call)
        v.kind, v.payload = c.PAYLOAD, payload
    else:
        payload = library.mdv_payload_new(call, byref(_object_type), 8)
        if not payload:
            raise MemoryError("no memory for a message")
        number = next(_numbers)
        _objects[number] = value
        ctypes.c_int64.from_address(library.mdv_payload_data(payload)).value = number
        v.kind, v.payload = c.PAYLOAD, payload
    return v


def _from_c(v: c.MdvValue) -> Any:
    if v.kind == c.EVENT:
        return None
    if v.kind == c.REAL:
        return v.real
    if v.kind == c.INTEGER:
        return v.integer
    if v.kind == c.BOOLEAN:
        return v.boolean
    if library.mdv_payload_type(v.payload) == ctypes.addressof(_object_type):
        return _objects[ctypes.c_int64.from_address(library.mdv_payload_data(v.payload)).value]
    n = ctypes.c_size_t()
    fields = library.mdv_record_fields(v.payload, byref(n))
    if not fields:
        raise NetworkError("a message holds an object of C that Python cannot read")
    return tuple(_from_c(fields[i]) for i in range(n.value))


def _bag(binding: _Binding, x: Any) -> Bag:
    bag = x.contents
    return Bag([Message(binding.ins[bag.at[i].port], _from_c(bag.at[i])) for i in range(bag.n)])


# --- functions that C calls: none of them lets an exception through ---


def _of(s: int) -> _Binding:
    return _bindings[ctypes.c_int64.from_address(s).value]


def _init(s: int, call: Any, params: int) -> int:
    ctypes.c_int64.from_address(s).value = ctypes.c_int64.from_address(params).value
    _of(s).atomic.now = call.contents.t
    return c.OK


def _unbind(number: int) -> None:
    binding = _bindings.pop(number, None)
    if binding is not None:
        _bound.pop(id(binding.atomic), None)


def _destroy(s: int, call: Any) -> None:
    _unbind(ctypes.c_int64.from_address(s).value)


def _ta(s: int) -> float:
    binding = _of(s)
    try:
        wait_ = binding.atomic.ta()
        if not isinstance(wait_, numbers.Real) or not wait_ >= 0:
            raise NetworkError(f"{type(binding.atomic).__name__}.ta() gave {wait_!r}: it must be a number, 0 or more")
        return float(wait_)
    except BaseException as e:
        binding.fail(e)
        return math.nan


def _pairs(binding: _Binding, sent: Any) -> Iterable[Tuple[str, Any]]:
    if sent is None:
        return ()
    if isinstance(sent, Mapping):
        return sent.items()
    if isinstance(sent, (str, bytes)) or not hasattr(sent, "__iter__"):
        raise NetworkError(f"{type(binding.atomic).__name__}.output() gave {sent!r}: it is a dictionary of ports and "
                           f"values, or pairs (port, value)")
    return sent


def _port_number(names: Tuple[str, ...], name: Any, what: str) -> int:
    try:
        return names.index(name)
    except ValueError:
        raise NetworkError(f"{what} '{name}': there is none; there are {', '.join(names) or 'none at all'}") from None


def _lambda(s: int, call: Any) -> int:
    binding = _of(s)
    try:
        for pair in _pairs(binding, binding.atomic.output()):
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise NetworkError(f"{type(binding.atomic).__name__}.output() gave {pair!r}: it is no pair (port, value)")
            number = _port_number(binding.outs, pair[0], f"output of {type(binding.atomic).__name__}")
            status = library.mdv_send(call, number, _to_c(pair[1], call))
            if status < 0:
                return status
        return c.OK
    except BaseException as e:
        binding.fail(e)
        return c.FAILED


def _delta_int(s: int, call: Any) -> int:
    binding = _of(s)
    try:
        binding.atomic.now = call.contents.t
        binding.atomic.delta_int()
        return c.OK
    except BaseException as e:
        binding.fail(e)
        return c.FAILED


def _delta_ext(s: int, call: Any, e: float, x: Any) -> int:
    binding = _of(s)
    try:
        binding.atomic.now = call.contents.t
        binding.atomic.delta_ext(e, _bag(binding, x))
        return c.OK
    except BaseException as error:
        binding.fail(error)
        return c.FAILED


def _delta_con(s: int, call: Any, x: Any) -> int:
    binding = _of(s)
    try:
        binding.atomic.now = call.contents.t
        binding.atomic.delta_con(_bag(binding, x))
        return c.OK
    except BaseException as e:
        binding.fail(e)
        return c.FAILED


_callbacks = dict(init=c.INIT(_init), destroy=c.DESTROY(_destroy), ta=c.TA(_ta), lambda_=c.LAMBDA(_lambda),
                  delta_int=c.DELTA_INT(_delta_int), delta_ext=c.DELTA_EXT(_delta_ext),
                  delta_con=c.DELTA_CON(_delta_con))


def _names(given: Any, what: str) -> Tuple[str, ...]:
    names = tuple(to_list(given, what))
    for name in names:
        to_bytes(name, f"a name in {what}")
    if len(set(names)) < len(names):
        raise OptionError(f"{what} has a name twice: {', '.join(names)}")
    return names


def _c_names(names: Sequence[str]) -> Any:
    return (ctypes.c_char_p * max(len(names), 1))(*[n.encode() for n in names])


# --- plants ---

_WHEN = {"change": 0, "edge": 1, "sample": 2}
_RULES = {"one": 0, "last": 1, "sum": 2}


class Plant:
    """A compiled model as a component of a :class:`Network` (``Model.plant``).

    inputs: input ports: names of variables (inputs, states, discrete variables, parameters), or a dictionary of port
        and variable. ``rules`` says for a port what holds if several messages arrive at one instant: "one" (an
        error), "last" or "sum".
    outputs: output ports: names of variables, or a dictionary of port and variable, or of port and (variable,
        "change"), (variable, "edge", Boolean) or (variable, "sample"): when it is sent.
    at_start: every output is also sent once at the start.
    trace: keep its variables as a :class:`Result` (``Component.result``): before and after every event, and every
        ``interval``; a regular expression or list of names keeps only these.
    set, **options: values of parameters; options of docs/options.md (tol, solver, interval …).
    """

    def __init__(self, model: Model, *, inputs: Union[Iterable[str], Mapping[str, str]] = (),
                 outputs: Union[Iterable[str], Mapping[str, Any]] = (), rules: Optional[Mapping[str, str]] = None,
                 at_start: bool = False, trace: Any = False, set: Optional[Mapping[str, Any]] = None,
                 **options: Any) -> None:
        if not isinstance(model, Model):
            raise OptionError(f"a plant is made of a compiled model, not of {type(model).__name__}")
        self.model = model
        self.inputs: Dict[str, str] = dict(inputs) if isinstance(inputs, Mapping) else \
            {n: n for n in _names(inputs, "inputs")}
        self.outputs: Dict[str, Any] = dict(outputs) if isinstance(outputs, Mapping) else \
            {n: n for n in _names(outputs, "outputs")}
        self.rules = _merge(rules, {})
        for port, rule in self.rules.items():
            if port not in self.inputs or rule not in _RULES:
                raise OptionError(f"rules: '{port}': '{rule}': a port with 'one', 'last' or 'sum'")
        self.at_start, self.trace = bool(at_start), trace
        self.options, self.values = options, _merge(set, {})

    def _request(self) -> Request:
        model = self.model
        wanted = None if self.trace is True or not self.trace else self.trace
        request = model._ask(self.options, self.values, wanted)
        for i, (port, variable) in enumerate(self.inputs.items()):
            self._known(variable)
            request.check(library.mdv_request_input(request.handle, to_bytes(port, "a port")))
            row = c.MdvReceive(i, to_bytes(variable, "a variable"), _RULES[self.rules.get(port, "one")])
            request.check(library.mdv_request_receive(request.handle, byref(row)))
        for i, (port, what) in enumerate(self.outputs.items()):
            parts_ = (what, "change") if isinstance(what, str) else tuple(to_list(what, f"output '{port}'"))
            if len(parts_) < 2 or parts_[1] not in _WHEN or len(parts_) != (3 if parts_[1] == "edge" else 2):
                raise OptionError(f"outputs: '{port}': {what!r}: it is a variable, or (variable, 'change' or 'sample'),"
                                  f" or (variable, 'edge', Boolean)")
            for name in (parts_[0], *parts_[2:]):
                self._known(name)
            request.check(library.mdv_request_output(request.handle, to_bytes(port, "a port")))
            trigger = to_bytes(parts_[2], "a variable") if len(parts_) > 2 else None
            row = c.MdvSend(to_bytes(parts_[0], "a variable"), i, _WHEN[parts_[1]], trigger, self.at_start)
            request.check(library.mdv_request_send(request.handle, byref(row)))
        return request

    def _known(self, name: Any) -> None:
        if not isinstance(name, str) or name.replace(" ", "") not in self.model._variables:
            raise missing(name, list(self.model._variables), f"model {self.model.name}")


# --- parts in C ---


class Times(NamedTuple):
    """Times between events, or of service: :func:`constant`, :func:`exponential`, :func:`uniform`, :func:`listed`."""

    kind: int
    a: float = 0.0
    b: float = 0.0
    list: Tuple[float, ...] = ()


def constant(time: float) -> Times:
    """Always the same time."""
    return Times(0, float(time))


def exponential(mean: float) -> Times:
    """Times of an exponential distribution."""
    return Times(1, float(mean))


def uniform(least: float, greatest: float) -> Times:
    """Times of a uniform distribution."""
    return Times(2, float(least), float(greatest))


def listed(times: Iterable[float]) -> Times:
    """These times, one after the other, then again from the first."""
    given = to_list(times, "listed times")
    if not all(isinstance(t, numbers.Real) for t in given):
        raise OptionError("listed times are numbers")
    return Times(3, 0.0, 0.0, tuple(float(t) for t in given))


_table = c.MdvLibrary.in_dll(library, "mdv_parts")


def _load_parts(path: Optional[Path]) -> Tuple[c.MdvLibrary, Any]:
    if path is None:
        return _table, None
    try:
        own = ctypes.CDLL(to_bytes(path, "library").decode("utf-8", "surrogateescape"))
        table = c.MdvLibrary.in_dll(own, "mdv_library")
    except (OSError, ValueError) as e:
        raise NetworkError(f"{path} is no library of atomics: {e}") from None
    if table.version != _table.version and table.version != 1:
        raise NetworkError(f"{path} was made for another version of modevs")
    return table, own


def parts(library: Optional[Path] = None) -> Dict[str, str]:
    """The names of the ready parts (or of those in a shared library of one's own), with what each is."""
    table, _ = _load_parts(library)
    return {text(table.parts[i].name): text(table.parts[i].comment) for i in range(table.n_parts)}


class Part:
    """A part in C: made by :func:`part`."""

    def __init__(self, name: str, path: Optional[Path], ports: Optional[int], params: Mapping[str, Any]) -> None:
        self._table, self._own = _load_parts(path)
        found = [self._table.parts[i] for i in range(self._table.n_parts) if text(self._table.parts[i].name) == name]
        if not found:
            raise UnknownVariable(f"there is no part '{name}'; there are {', '.join(parts(path))}")
        self.name = name
        self._part: c.MdvPart = found[0]
        self._keep: List[Any] = []
        if ports is not None and (isinstance(ports, bool) or not isinstance(ports, int) or ports < 1):
            raise OptionError(f"ports is a number, 1 or more, not {ports!r}")
        self.inputs = self._port_names(self._part.in_, self._part.n_in, "n_in", ports)
        self.outputs = self._port_names(self._part.out, self._part.n_out, "n_out", ports)
        self._params = ctypes.create_string_buffer(max(self._part.params_size, 1))
        known = {text(self._part.params[i].name): self._part.params[i] for i in range(self._part.n_params)}
        for key, value in params.items():
            if key not in known:
                raise OptionError(f"part {name} has no parameter '{key}'; it has {', '.join(known)}")
            self._fill(known[key], value)
        for key, p in known.items():
            if p.required and key not in params:
                raise OptionError(f"part {name} needs a parameter '{key}': {text(p.comment)}")

    def _port_names(self, info: Any, n: int, count: str, ports: Optional[int]) -> Tuple[str, ...]:
        names = [text(info[i].name) for i in range(n)]
        if n and info[n - 1].many:
            there = getattr(self._part.atomic.contents, count) if self._part.atomic else n
            several = ports if ports is not None else there - (n - 1)
            names[-1:] = [f"{names[-1]}[{k}]" for k in range(1, several + 1)]
        return tuple(names)

    def _number(self, p: c.MdvParam, value: Any) -> Any:
        if not isinstance(value, numbers.Real) or (p.kind == 1 and (not math.isfinite(value) or value != int(value))):
            raise OptionError(f"'{text(p.name)}' of part {self.name} must be "
                              f"{'a whole number' if p.kind == 1 else 'a number'}, not {value!r}")
        if (p.low or p.high) and not p.low <= value <= p.high:
            raise OptionError(f"'{text(p.name)}' of part {self.name} is from {p.low:g} to {p.high:g}, not {value!r}")
        return value

    def _fill(self, p: c.MdvParam, value: Any) -> None:
        at = ctypes.addressof(self._params) + p.offset
        name = text(p.name)
        if p.kind == 0:
            ctypes.c_double.from_address(at).value = float(self._number(p, value))
        elif p.kind == 1:
            whole = int(self._number(p, value))
            if not -(1 << (8 * p.size - 1)) <= whole < 1 << (8 * p.size):
                raise OptionError(f"'{name}' of part {self.name}: {whole} is too large")
            ctypes.memmove(at, (whole & ((1 << (8 * p.size)) - 1)).to_bytes(p.size, "little"), p.size)
        elif p.kind == 2:
            ctypes.c_bool.from_address(at).value = bool(value)
        elif p.kind == 3:
            kept = ctypes.c_char_p(to_bytes(value, f"'{name}'"))
            self._keep.append(kept)
            ctypes.memmove(at, byref(kept), ctypes.sizeof(kept))
        elif p.kind == 4:
            choices = text(p.choices).split(",")
            if value not in choices:
                raise OptionError(f"'{name}' of part {self.name} is one of {', '.join(choices)}, not {value!r}")
            ctypes.memmove(at, choices.index(value).to_bytes(p.size, "little"), p.size)
        elif p.kind == 5:
            self._fill_times(at, name, value)
        else:
            self._fill_list(p, at, name, value)

    def _fill_times(self, at: int, name: str, value: Any) -> None:
        if isinstance(value, numbers.Real):
            value = constant(float(value))
        elif not isinstance(value, Times):
            value = listed(to_list(value, f"'{name}' of part {self.name}"))
        made = (ctypes.c_double * max(len(value.list), 1))(*value.list)
        self._keep.append(made)
        times = c.MdvTimes(value.kind, value.a, value.b, ctypes.cast(made, ctypes.POINTER(ctypes.c_double)),
                           len(value.list))
        ctypes.memmove(at, byref(times), ctypes.sizeof(times))

    def _fill_list(self, p: c.MdvParam, at: int, name: str, value: Any) -> None:
        items = to_list(value, f"'{name}' of part {self.name}")
        if p.kind == 6:
            made: Any = (ctypes.c_double * max(len(items), 1))(*[float(x) for x in items])
        else:
            if not all(x is None or isinstance(x, (bool, int, float)) for x in items):
                raise OptionError(f"'{name}' of part {self.name} is a list of numbers")
            made = (c.MdvValue * max(len(items), 1))(*[_to_c(x, None) for x in items])
        self._keep.append(made)
        ctypes.c_void_p.from_address(at).value = ctypes.addressof(made)
        ctypes.c_size_t.from_address(ctypes.addressof(self._params) + p.count).value = len(items)


def part(name: str, *, library: Optional[Path] = None, ports: Optional[int] = None, **params: Any) -> Part:
    """A ready part in C, by its name and parameters (docs/parts.md): ``part("processor", service=exponential(0.9))``.

    library: a shared library of one's own that exports atomics (modevs/library.h).
    ports: how many, of parts that take any number (switch, recorder).
    """
    return Part(name, library, ports, params)


# --- networks ---


class Record(NamedTuple):
    """A message that a recorder has kept."""

    time: float
    step: int  #: superdense step at that time
    port: str
    value: Any


class Port(NamedTuple):
    """A port of a component, to be coupled."""

    component: "Component"
    name: str


class Component:
    """A component of a network; ``c["port"]`` is one of its ports."""

    def __init__(self, network: "Network", handle: c.MdvComponent, name: str, parent: Optional["Component"],
                 inputs: Tuple[str, ...], outputs: Tuple[str, ...], what: Any) -> None:
        self._network = weakref.ref(network)
        self._handle, self.name, self.parent = handle, name, parent
        self.inputs, self.outputs = inputs, outputs
        self.what = what  #: the Atomic, Plant or Part; None if it is a coupled model
        self.result: Optional[Result] = None  #: of a plant with trace=…: what it did so far
        self._keep: List[Any] = []
        self.children: Dict[str, Component] = {}

    def _net(self) -> "Network":
        network = self._network()
        if network is None:
            raise ClosedError(f"the network of '{self.name}' is gone")
        network._open()
        return network

    def __getitem__(self, port: str) -> Port:
        if port not in self.inputs and port not in self.outputs:
            raise NetworkError(f"'{self.name}' has no port '{port}'; it has "
                               f"{', '.join(self.inputs + self.outputs) or 'none'}")
        return Port(self, port)

    def __repr__(self) -> str:
        return f"<modevs.Component {self.name}>"

    def add(self, name: str, what: Any) -> "Component":
        """Adds a component to this one, which is a coupled model."""
        if self.what is not None:
            raise NetworkError(f"'{self.name}' is no coupled model: nothing can be added to it")
        return self._net()._add(name, what, self)

    def add_coupled(self, name: str, inputs: Sequence[str] = (), outputs: Sequence[str] = ()) -> "Component":
        """Adds a coupled model to this one."""
        return self._net()._add_coupled(name, inputs, outputs, self)

    def get(self, variable: str) -> float:
        """Of a plant: the value of a variable, now."""
        network = self._net()
        if not isinstance(self.what, Plant):
            raise NetworkError(f"'{self.name}' is no plant")
        network._idle()
        hybrid = library.mdv_hybrid_of(library.mdv_devs_state(network._sim, self._handle))
        number = library.mdv_hybrid_find(hybrid, to_bytes(variable, "a variable"))
        if number < 0:
            raise missing(variable, list(self.what.model._variables), f"model {self.what.model.name}")
        network._check(library.mdv_hybrid_look(hybrid, library.mdv_devs_time(network._sim)), hybrid)
        return library.mdv_hybrid_get(hybrid, number)

    @property
    def shown(self) -> Dict[str, Any]:
        """Of a part in C: what it shows of its state."""
        network = self._net()
        if not isinstance(self.what, Part):
            raise NetworkError(f"'{self.name}' is no part in C")
        network._idle()
        described = self.what._part
        if not described.n_shown:
            return {}
        values = (ctypes.c_double * described.n_shown)()
        described.read(network._sim, self._handle, values)
        kinds = {c.INTEGER: int, c.BOOLEAN: bool}
        return {text(described.shown[i].name): kinds.get(described.shown[i].kind, float)(values[i])
                for i in range(described.n_shown)}

    @property
    def records(self) -> List[Record]:
        """Of a recorder: the messages so far."""
        network = self._net()
        if not isinstance(self.what, Part) or self.what.name != "recorder" or self.what._own is not None:
            raise NetworkError(f"'{self.name}' is no recorder")
        network._idle()
        n = ctypes.c_size_t()
        at = library.mdv_recorder_read(network._sim, self._handle, byref(n))
        return [Record(at[i].t, at[i].step, self.inputs[at[i].value.port], _from_c(at[i].value))
                for i in range(n.value)]


class _Look:
    """Refuses to look at the results of a plant while they are written."""

    def __init__(self, network: "Network") -> None:
        self.network = weakref.ref(network)

    def __call__(self) -> None:
        network = self.network()
        if network is not None and network._finalizer.alive:
            network._idle()


def _free(sim: int, keep: List[Any]) -> None:
    library.mdv_devs_free(sim)  # calls _destroy for every atomic
    keep.clear()


class Network:
    """A coupled DEVS model and its simulation.

        net = modevs.Network()
        source = net.add("source", modevs.part("generator", gaps=1.0))
        counter = net.add("counter", Counter(3))
        net.couple(source["outport"], counter["tick"])
        net.run(10)

    The engine is in C, its times are exact, and its results are the same in every run. A network may be closed when it
    is not needed any more (``close`` or ``with``).
    """

    def __init__(self, *, start: float = 0.0, seed: int = 0, step_limit: int = 0) -> None:
        if not isinstance(start, numbers.Real) or not math.isfinite(start):
            raise OptionError(f"start is a time, not {start!r}")
        if not isinstance(seed, int) or not 0 <= seed < 1 << 64 or not isinstance(step_limit, int) or step_limit < 0:
            raise OptionError("seed and step_limit are whole numbers, 0 or more")
        options = c.MdvDevsOptions(t_start=float(start), seed=seed, step_limit=step_limit)
        sim = library.mdv_devs_new(byref(options))
        if not sim:
            raise MemoryError("no memory for a network")
        self._sim: int = sim
        self._error: Optional[BaseException] = None
        self._busy = threading.Lock()
        self._keep: List[Any] = []
        self._finalizer = weakref.finalize(self, _free, sim, self._keep)
        self._root = Component(self, library.mdv_devs_root(sim), "root", None, (), (), None)

    # --- life ---

    def _open(self) -> None:
        if not self._finalizer.alive:
            raise ClosedError("the network has been closed")

    def _idle(self) -> None:
        self._open()
        if self._busy.locked():
            raise NetworkError("not allowed while the network runs: a component may change its own state only")

    def close(self) -> None:
        """Ends the simulation, and gives its memory back."""
        if self._finalizer.alive:
            self._idle()
            self._finalizer()

    def __enter__(self) -> "Network":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _check(self, status: int, hybrid: Optional[int] = None) -> None:
        """Raises what ended a call: the exception of a component in Python, or the engine's reason."""
        error, self._error = self._error, None
        if error is not None:
            raise error
        if status < 0:
            why = library.mdv_hybrid_message(hybrid) if hybrid else library.mdv_devs_error(self._sim)
            raise NetworkError(text(why) or text(library.mdv_status_text(status)), status)

    # --- putting it together ---

    def add(self, name: str, what: Union[Atomic, Plant, Part]) -> Component:
        """Adds a component: an :class:`Atomic`, a plant (``Model.plant``) or a part in C (:func:`part`). Its name has
        no dot in it."""
        return self._add(name, what, self._root)

    def add_coupled(self, name: str, inputs: Sequence[str] = (), outputs: Sequence[str] = ()) -> Component:
        """Adds a coupled model with ports of its own, to which components are added by its ``add``."""
        return self._add_coupled(name, inputs, outputs, self._root)

    def _add(self, name: str, what: Any, parent: Component) -> Component:
        self._idle()
        label = to_bytes(name, "the name of a component")
        handle = c.MdvComponent()
        kept: List[Any] = []
        made = Component(self, handle, name, parent, (), (), what)
        if isinstance(what, Atomic):
            status = self._add_atomic(label, what, made, kept)
        elif isinstance(what, Plant):
            status = self._add_plant(label, what, made, kept)
        elif isinstance(what, Part):
            made.inputs, made.outputs = what.inputs, what.outputs
            status = self._add_part(label, what, made, kept)
        else:
            raise OptionError(f"a component is an Atomic, a plant or a part, not {type(what).__name__}")
        self._keep.extend(kept)
        self._check(status)
        parent.children[name] = made
        self._keep.append(made)
        return made

    def _add_atomic(self, label: bytes, what: Atomic, made: Component, kept: List[Any]) -> int:
        made.inputs = _names(what.inputs, f"{type(what).__name__}.inputs")
        made.outputs = _names(what.outputs, f"{type(what).__name__}.outputs")
        if id(what) in _bound:
            raise NetworkError(f"this {type(what).__name__} is a component already: every component has a state of its own")
        number = ctypes.c_int64(next(_numbers))
        ins, outs = _c_names(made.inputs), _c_names(made.outputs)
        kind = type(what).__name__.encode()
        atomic = c.MdvAtomic(name=kind, state_size=8, n_in=len(made.inputs), n_out=len(made.outputs), in_names=ins,
                             out_names=outs, **_callbacks)
        kept += [atomic, ins, outs, kind]
        _bindings[number.value] = _Binding(what, self, made.inputs, made.outputs)
        _bound[id(what)] = number.value
        status = library.mdv_devs_add_atomic(self._sim, made.parent._handle, label, byref(atomic), byref(number),
                                             byref(made._handle))
        if status < 0:
            _unbind(number.value)
        return status

    def _add_plant(self, label: bytes, what: Plant, made: Component, kept: List[Any]) -> int:
        program = what.model._open()
        request = what._request()
        made.inputs, made.outputs = tuple(what.inputs), tuple(what.outputs)
        results = ctypes.c_void_p()
        kept += [program, request]
        asked = byref(results) if what.trace else None
        status = wait(lambda: library.mdv_request_plant(request.handle, program.handle, self._sim,
                                                        made.parent._handle, label, asked, byref(made._handle)),
                      lambda: None)
        if status < 0:
            raise NetworkError(request.why(), status)
        if results.value:
            made.result = Result(results.value, what.model, c.MdvSimulateResult(), "", what.values)
            made.result._program = program
            made.result._look = _Look(self)
            kept.append(made.result)
        return status

    def _add_part(self, label: bytes, what: Part, made: Component, kept: List[Any]) -> int:
        described = what._part
        kept.append(what)
        if not described.atomic:
            return described.add(self._sim, made.parent._handle, label, ctypes.addressof(what._params),
                                 byref(made._handle))
        atomic = c.MdvAtomic.from_buffer_copy(described.atomic.contents)
        atomic.n_in, atomic.n_out = len(what.inputs), len(what.outputs)
        if (atomic.n_in, atomic.n_out) != (described.atomic.contents.n_in, described.atomic.contents.n_out):
            atomic.in_names = atomic.out_names = None  # there are more or fewer than names
        kept.append(atomic)
        return library.mdv_devs_add_atomic(self._sim, made.parent._handle, label, byref(atomic),
                                           ctypes.addressof(what._params), byref(made._handle))

    def _add_coupled(self, name: str, inputs: Sequence[str], outputs: Sequence[str], parent: Component) -> Component:
        self._idle()
        ins, outs = _names(inputs, "inputs"), _names(outputs, "outputs")
        made = Component(self, c.MdvComponent(), name, parent, ins, outs, None)
        self._check(library.mdv_devs_add_coupled(self._sim, parent._handle, to_bytes(name, "the name of a component"),
                                                 len(ins), len(outs), byref(made._handle)))
        parent.children[name] = made
        self._keep.append(made)
        return made

    def find(self, path: str) -> Component:
        """A component by its path: "shop.cashier"."""
        self._open()
        found = self._root
        for name in str(path).split("."):
            if name not in found.children:
                raise NetworkError(f"there is no component '{path}'", c.NOT_FOUND)
            found = found.children[name]
        return found

    def _port(self, given: Any) -> Port:
        if isinstance(given, str):
            path, dot, port = given.rpartition(".")
            if not dot:
                raise NetworkError(f"'{given}' is no port: it is 'component.port'")
            return self.find(path)[port]
        if not isinstance(given, Port) or given.component._network() is not self:
            raise NetworkError(f"{given!r} is no port of a component of this network")
        return given

    def _ends(self, source: Any, target: Any) -> Tuple[Any, int, Any, int]:
        self._idle()
        a, b = self._port(source), self._port(target)
        # from the input of a coupled model to what is in it; from there to its output; otherwise between siblings
        inward, outward = b.component.parent is a.component, a.component.parent is b.component
        return (a.component._handle,
                _port_number(a.component.inputs if inward else a.component.outputs, a.name,
                             f"{'input' if inward else 'output'} of {a.component.name}"),
                b.component._handle,
                _port_number(b.component.outputs if outward else b.component.inputs, b.name,
                             f"{'output' if outward else 'input'} of {b.component.name}"))

    def couple(self, source: Union[Port, str], target: Union[Port, str]) -> None:
        """Couples an output with an input: ``net.couple(a["out"], b["in"])`` or ``net.couple("a.out", "b.in")``; the
        input of a coupled model with that of a component in it, and the output of such with the coupled model's."""
        self._check(library.mdv_devs_couple(self._sim, *self._ends(source, target)))

    def uncouple(self, source: Union[Port, str], target: Union[Port, str]) -> None:
        """Removes a coupling."""
        self._check(library.mdv_devs_uncouple(self._sim, *self._ends(source, target)))

    def remove(self, component: Component) -> None:
        """Removes a component with everything in it, and its couplings."""
        self._idle()
        if not isinstance(component, Component) or component._network() is not self or component.parent is None:
            raise NetworkError(f"{component!r} is no component of this network")
        self._check(library.mdv_devs_remove(self._sim, component._handle))
        component.parent.children.pop(component.name, None)

    # --- running ---

    def _go(self, call: Any) -> None:
        self._open()
        if not self._busy.acquire(blocking=False):
            raise NetworkError("the network runs already")
        try:
            status = wait(call, lambda: library.mdv_devs_stop(self._sim))
        finally:
            self._busy.release()
        self._check(status)

    def run(self, until: float = infinity) -> float:
        """All events up to and including a time, which then is the time; infinity: until nothing is planned any more.
        Gives the time.

        An exception in a component's function is raised here. Ctrl-C ends it after the instant at hand.
        """
        if isinstance(until, bool) or not isinstance(until, numbers.Real) or math.isnan(until):
            raise OptionError(f"until is a time, not {until!r}")
        self._go(lambda: library.mdv_devs_run(self._sim, float(until)))
        return self.time

    def step(self) -> float:
        """The next instant. Gives the time."""
        self._go(lambda: library.mdv_devs_step(self._sim))
        return self.time

    def inject(self, time: float, port: Union[Port, str], value: Any = None) -> None:
        """A message from outside to an input port, at a time that is not past."""
        self._idle()
        if isinstance(time, bool) or not isinstance(time, numbers.Real):
            raise OptionError(f"a message has a time, not {time!r}")
        to = self._port(port)
        number = _port_number(to.component.inputs, to.name, f"input of {to.component.name}")
        message = _to_c(value, library.mdv_devs_call(self._sim))
        self._check(library.mdv_devs_inject(self._sim, float(time), to.component._handle, number, message))

    @property
    def time(self) -> float:
        """The time."""
        self._open()
        return library.mdv_devs_time(self._sim)

    @property
    def next_time(self) -> float:
        """When the next instant is; infinity: never."""
        self._idle()
        t = ctypes.c_double()
        self._check(library.mdv_devs_next_time(self._sim, byref(t)))
        return t.value

    @property
    def stats(self) -> Dict[str, int]:
        """Counts: instants, transitions, messages, components."""
        self._open()
        s = library.mdv_devs_stats(self._sim)
        return {name: getattr(s, name) for name in
                ("instants", "internal", "external", "confluent", "messages", "components", "scheduled")}

    def __repr__(self) -> str:
        if not self._finalizer.alive:
            return "<modevs.Network (closed)>"
        return f"<modevs.Network at {self.time:g}: {', '.join(self._root.children) or 'empty'}>"
