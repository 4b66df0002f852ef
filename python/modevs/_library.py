# SPDX-License-Identifier: MIT
"""The shared library: where it is, what its functions take, and waiting for it in a way that Ctrl-C can end."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import threading
from ctypes import (
    CFUNCTYPE, POINTER, Structure, c_bool, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint16,
    c_uint32, c_uint64, c_void_p,
)
from typing import Any, Callable, List, Optional

from .errors import LibraryError, OptionError

VERSION = "0.1.0"

OK, STOPPED = 0, 1
FAILED, NO_MEMORY, BAD_ARGUMENT, NOT_FOUND, TIMED_OUT = -1, -2, -3, -7, -14

EVENT, REAL, INTEGER, BOOLEAN, PAYLOAD, ENUMERATION, STRING = range(7)

VAR_PARAMETER, VAR_SETTABLE, VAR_DISCRETE, VAR_STATE, VAR_INPUT, VAR_OUTPUT, VAR_HIDDEN = (1 << i for i in range(7))
VAR_CONSTANT = 256

# --- structs; their sizes are compared with the library's when it is loaded ---


class MdvComponent(Structure):
    _fields_ = [("id", c_uint32), ("generation", c_uint32)]


class MdvValue(Structure):
    # The number is a union in C. ctypes cannot pass these by value; whole registers of bits are the same to the machine.
    _fields_ = [("bits", c_uint64), ("kind", c_uint16), ("label", c_uint16), ("port", c_uint32)]

    @property
    def real(self) -> float:
        return c_double.from_buffer(self).value

    @real.setter
    def real(self, x: float) -> None:
        c_double.from_buffer(self).value = x

    @property
    def integer(self) -> int:
        return c_int64.from_buffer(self).value

    @integer.setter
    def integer(self, x: int) -> None:
        c_int64.from_buffer(self).value = x

    @property
    def boolean(self) -> bool:
        return bool(self.bits & 0xff)

    @boolean.setter
    def boolean(self, x: bool) -> None:
        self.bits = int(x)

    @property
    def payload(self) -> int:
        return self.bits

    @payload.setter
    def payload(self, x: int) -> None:
        self.bits = x


class MdvBag(Structure):
    _fields_ = [("at", POINTER(MdvValue)), ("n", c_size_t)]


class MdvCall(Structure):
    _fields_ = [("sim", c_void_p), ("t", c_double), ("step", c_uint64), ("self", c_uint32), ("out", c_uint32),
                ("n_out", c_uint32), ("worker", c_void_p)]


INIT = CFUNCTYPE(c_int, c_void_p, POINTER(MdvCall), c_void_p)
DESTROY = CFUNCTYPE(None, c_void_p, POINTER(MdvCall))
TA = CFUNCTYPE(c_double, c_void_p)
LAMBDA = CFUNCTYPE(c_int, c_void_p, POINTER(MdvCall))
DELTA_INT = CFUNCTYPE(c_int, c_void_p, POINTER(MdvCall))
DELTA_EXT = CFUNCTYPE(c_int, c_void_p, POINTER(MdvCall), c_double, POINTER(MdvBag))
DELTA_CON = CFUNCTYPE(c_int, c_void_p, POINTER(MdvCall), POINTER(MdvBag))
PRINT = CFUNCTYPE(c_int, c_void_p, c_void_p, c_size_t)
PAYLOAD_DESTROY = CFUNCTYPE(None, c_void_p, POINTER(MdvCall))
READ = CFUNCTYPE(None, c_void_p, MdvComponent, POINTER(c_double))
ADD = CFUNCTYPE(c_int, c_void_p, MdvComponent, c_char_p, c_void_p, POINTER(MdvComponent))


class MdvAtomic(Structure):
    _fields_ = [("name", c_char_p), ("state_size", c_size_t), ("n_in", c_uint32), ("n_out", c_uint32),
                ("in_names", POINTER(c_char_p)), ("out_names", POINTER(c_char_p)), ("init", INIT),
                ("destroy", DESTROY), ("ta", TA), ("t_next", TA), ("lambda_", LAMBDA), ("delta_int", DELTA_INT),
                ("delta_ext", DELTA_EXT), ("delta_con", DELTA_CON), ("print", PRINT), ("in_types", c_void_p)]


class MdvPayloadType(Structure):
    _fields_ = [("name", c_char_p), ("destroy", PAYLOAD_DESTROY), ("print", PRINT)]


class MdvDevsOptions(Structure):
    _fields_ = [("alloc", c_void_p), ("name", c_char_p), ("n_in", c_uint32), ("n_out", c_uint32),
                ("t_start", c_double), ("seed", c_uint64), ("step_limit", c_uint64), ("threads", ctypes.c_uint),
                ("parallel_minimum", c_size_t)]


class MdvDevsStats(Structure):
    _fields_ = [("instants", c_uint64), ("internal", c_uint64), ("external", c_uint64), ("confluent", c_uint64),
                ("messages", c_uint64), ("parallel", c_uint64), ("components", c_size_t), ("scheduled", c_size_t),
                ("latest_s", c_double), ("queue_moves", c_uint64)]


class MdvParam(Structure):
    _fields_ = [("name", c_char_p), ("offset", c_size_t), ("size", c_size_t), ("kind", c_int), ("count", c_size_t),
                ("required", c_bool), ("low", c_double), ("high", c_double), ("choices", c_char_p),
                ("comment", c_char_p)]


class MdvPortInfo(Structure):
    _fields_ = [("name", c_char_p), ("kinds", ctypes.c_uint), ("many", c_bool), ("comment", c_char_p)]


class MdvShown(Structure):
    _fields_ = [("name", c_char_p), ("kind", c_int), ("comment", c_char_p)]


class MdvPart(Structure):
    _fields_ = [("name", c_char_p), ("atomic", POINTER(MdvAtomic)), ("params_size", c_size_t),
                ("params", POINTER(MdvParam)), ("n_params", c_size_t), ("in_", POINTER(MdvPortInfo)),
                ("n_in", c_size_t), ("out", POINTER(MdvPortInfo)), ("n_out", c_size_t),
                ("shown", POINTER(MdvShown)), ("n_shown", c_size_t), ("read", READ), ("add", ADD),
                ("comment", c_char_p)]


class MdvLibrary(Structure):
    _fields_ = [("version", c_uint32), ("n_parts", c_uint32), ("parts", POINTER(MdvPart))]


class MdvTimes(Structure):
    _fields_ = [("kind", c_int), ("a", c_double), ("b", c_double), ("list", POINTER(c_double)), ("n", c_size_t)]


class MdvRecord(Structure):
    _fields_ = [("t", c_double), ("step", c_uint64), ("value", MdvValue)]


class MdvVariable(Structure):
    _fields_ = [("name", c_char_p), ("unit", c_char_p), ("display_unit", c_char_p), ("comment", c_char_p),
                ("literals", c_char_p), ("value", c_double), ("flags", c_uint32), ("type", c_uint32)]


class MdvResultEvent(Structure):
    _fields_ = [("t", c_double), ("state", c_bool), ("cause", c_char_p), ("changes", c_char_p)]


class MdvDiagnostic(Structure):
    _fields_ = [("severity", c_int), ("code", c_char_p), ("file", c_char_p), ("line", c_uint32),
                ("column", c_uint32), ("text", c_char_p)]


class MdvSend(Structure):
    _fields_ = [("variable", c_char_p), ("port", c_uint32), ("when", c_int), ("trigger", c_char_p),
                ("at_start", c_bool)]


class MdvReceive(Structure):
    _fields_ = [("port", c_uint32), ("variable", c_char_p), ("rule", c_int)]


class MdvSimulateResult(Structure):
    _fields_ = [("t", c_double), ("terminated", c_bool), ("steps", c_uint64), ("restarts", c_uint64),
                ("rhs", c_uint64), ("state_events", c_uint64), ("time_events", c_uint64), ("rows", c_uint64),
                ("message", ctypes.c_char * 1024)]


_STRUCTS = [MdvValue, MdvBag, MdvCall, MdvAtomic, MdvComponent, MdvDevsOptions, MdvDevsStats, MdvPayloadType, MdvPart,
            MdvParam, MdvPortInfo, MdvShown, MdvLibrary, MdvTimes, MdvRecord, MdvVariable, MdvResultEvent,
            MdvDiagnostic, MdvSend, MdvReceive, MdvSimulateResult]

_P, _S, _D, _Z = c_void_p, c_char_p, c_double, c_size_t
_FUNCTIONS = {
    # name: result, arguments
    "mdv_version": (_S,),
    "mdv_status_text": (_S, c_int),
    "mdv_program_free": (None, _P),
    "mdv_program_messages": (_S, _P),
    "mdv_program_name": (_S, _P),
    "mdv_program_diagnostics": (_Z, _P),
    "mdv_program_diagnostic": (c_bool, _P, _Z, POINTER(MdvDiagnostic)),
    "mdv_program_variables": (_Z, _P),
    "mdv_program_variable": (c_bool, _P, _Z, POINTER(MdvVariable)),
    "mdv_request_new": (_P,),
    "mdv_request_free": (None, _P),
    "mdv_request_why": (_S, _P),
    "mdv_request_log": (_S, _P),
    "mdv_request_stop": (None, _P),
    "mdv_request_option": (c_int, _P, _S, _S),
    "mdv_request_set": (c_int, _P, _S, _S),
    "mdv_request_number": (c_int, _P, _S, _D),
    "mdv_request_want": (c_int, _P, _S),
    "mdv_request_compile": (c_int, _P, _S, _S, POINTER(_P)),
    "mdv_request_simulate": (c_int, _P, _P, c_bool, POINTER(MdvSimulateResult), POINTER(_P)),
    "mdv_request_input": (c_int, _P, _S),
    "mdv_request_output": (c_int, _P, _S),
    "mdv_request_send": (c_int, _P, POINTER(MdvSend)),
    "mdv_request_receive": (c_int, _P, POINTER(MdvReceive)),
    "mdv_request_plant": (c_int, _P, _P, _P, MdvComponent, _S, POINTER(_P), POINTER(MdvComponent)),
    "mdv_request_size": (_Z, _S),
    "mdv_results_free": (None, _P),
    "mdv_results_rows": (_Z, _P),
    "mdv_results_variables": (_Z, _P),
    "mdv_results_variable": (c_bool, _P, _Z, POINTER(MdvVariable)),
    "mdv_results_times": (None, _P, POINTER(_D)),
    "mdv_results_values": (c_bool, _P, _Z, POINTER(_D)),
    "mdv_results_events": (_Z, _P),
    "mdv_results_event": (c_bool, _P, _Z, POINTER(MdvResultEvent)),
    "mdv_results_save": (c_int, _P, _S, c_bool, _P, _Z),
    "mdv_results_svg": (_S, _P, POINTER(_Z), _Z),
    "mdv_devs_new": (_P, POINTER(MdvDevsOptions)),
    "mdv_devs_free": (None, _P),
    "mdv_devs_root": (MdvComponent, _P),
    "mdv_devs_add_atomic": (c_int, _P, MdvComponent, _S, POINTER(MdvAtomic), _P, POINTER(MdvComponent)),
    "mdv_devs_add_coupled": (c_int, _P, MdvComponent, _S, c_uint32, c_uint32, POINTER(MdvComponent)),
    "mdv_devs_remove": (c_int, _P, MdvComponent),
    "mdv_devs_couple": (c_int, _P, MdvComponent, c_uint32, MdvComponent, c_uint32),
    "mdv_devs_uncouple": (c_int, _P, MdvComponent, c_uint32, MdvComponent, c_uint32),
    "mdv_devs_error": (_S, _P),
    "mdv_devs_state": (_P, _P, MdvComponent),
    "mdv_devs_inject": (c_int, _P, _D, MdvComponent, c_uint32, MdvValue),
    "mdv_devs_run": (c_int, _P, _D),
    "mdv_devs_step": (c_int, _P),
    "mdv_devs_next_time": (c_int, _P, POINTER(_D)),
    "mdv_devs_time": (_D, _P),
    "mdv_devs_status": (c_int, _P),
    "mdv_devs_stop": (None, _P),
    "mdv_devs_stats": (MdvDevsStats, _P),
    "mdv_devs_call": (POINTER(MdvCall), _P),
    "mdv_send": (c_int, POINTER(MdvCall), c_uint32, MdvValue),
    "mdv_payload_new": (_P, POINTER(MdvCall), POINTER(MdvPayloadType), _Z),
    "mdv_payload_data": (_P, _P),
    "mdv_payload_type": (_P, _P),
    "mdv_payload_release": (None, POINTER(MdvCall), _P),
    "mdv_record_new": (_P, POINTER(MdvCall), _Z),
    "mdv_record_fields": (POINTER(MdvValue), _P, POINTER(_Z)),
    "mdv_hybrid_of": (_P, _P),
    "mdv_hybrid_find": (ctypes.c_int32, _P, _S),
    "mdv_hybrid_get": (_D, _P, ctypes.c_int32),
    "mdv_hybrid_look": (c_int, _P, _D),
    "mdv_hybrid_finish": (c_int, _P, _D),
    "mdv_hybrid_message": (_S, _P),
    "mdv_recorder_read": (POINTER(MdvRecord), _P, MdvComponent, POINTER(_Z)),
}


def _soname() -> str:
    return "libmodevs.so." + ".".join(VERSION.split(".")[:2])


def candidates() -> List[str]:
    """Where the library is looked for, in this order: in the package, MODEVS_LIBRARY, on the system."""
    here = os.path.dirname(os.path.abspath(__file__))
    found = [os.path.join(here, "_bundle", "lib", _soname())]
    named = os.environ.get("MODEVS_LIBRARY")
    if named:
        found.append(named if not os.path.isdir(named) else os.path.join(named, _soname()))
    # beside an installation of modevs that this package is a part of: PREFIX/lib/python3/…
    folder = here
    for _ in range(4):
        folder = os.path.dirname(folder)
        found.append(os.path.join(folder, _soname()))
    found.append(_soname())
    return found


def _load() -> ctypes.CDLL:
    tried = []
    named = os.environ.get("MODEVS_LIBRARY")
    for path in candidates():
        if os.path.isabs(path) and not os.path.exists(path) and path != named:
            continue
        try:
            # Global: shared libraries of one's own with atomics in C use it.
            return ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
        except OSError as e:
            tried.append(f"{path}: {e}")
            if named and path.startswith(named):
                break
    raise LibraryError("the shared library of modevs was not found; MODEVS_LIBRARY may name it\n  " + "\n  ".join(tried))


def _declare(library: ctypes.CDLL) -> ctypes.CDLL:
    try:
        for name, (result, *arguments) in _FUNCTIONS.items():
            f = getattr(library, name)
            f.restype, f.argtypes = result, arguments
    except AttributeError:
        raise LibraryError(f"{library._name} is no library of modevs {VERSION}: it has no function {name}") from None
    version = text(library.mdv_version())
    if version.split(".")[:2] != VERSION.split(".")[:2]:
        raise LibraryError(f"{library._name} is version {version}, this package {VERSION}")
    for struct in _STRUCTS:
        size = library.mdv_request_size(struct.__name__.encode())
        if size != ctypes.sizeof(struct):
            raise LibraryError(f"{library._name} is of another version: its {struct.__name__} has {size} bytes, "
                               f"{ctypes.sizeof(struct)} are expected")
    return library


def text(data: Optional[bytes]) -> str:
    """A text of the library."""
    return data.decode("utf-8", "replace") if data else ""


def to_bytes(value: Any, what: str) -> bytes:
    """A text for the library; refuses what it cannot take."""
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, bytes):
        data = value
    elif isinstance(value, str):
        data = value.encode("utf-8", "surrogateescape")
    else:
        raise OptionError(f"{what} must be a text, not {type(value).__name__}")
    if b"\0" in data:
        raise OptionError(f"{what} has a NUL character in it")
    return data


def to_list(value: Any, what: str) -> List[Any]:
    """The elements of a list; refuses what is none."""
    if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__"):
        raise OptionError(f"{what} must be a list, not {type(value).__name__}")
    return list(value)


library = _declare(_load())


def wait(call: Callable[[], Any], stop: Callable[[], None]) -> Any:
    """call(), which runs long in C; an exception that a signal raises meanwhile (KeyboardInterrupt) ends it by stop().

    Signals are handled by the main thread between two steps of Python code, of which there are none while it is in C:
    so the work is done by another thread, and this one waits. Elsewhere no signal arrives.
    """
    if threading.current_thread() is not threading.main_thread():
        return call()
    done: List[Any] = []

    def work() -> None:
        try:
            done.append((True, call()))
        except BaseException as e:  # handed over
            done.append((False, e))

    thread = threading.Thread(target=work, name="modevs", daemon=True)
    interrupted: Optional[BaseException] = None
    started = False
    while True:
        try:
            if not started:
                started = True
                thread.start()
            thread.join(None if interrupted is None else 0.1)
            if not thread.is_alive():
                break
            stop()  # again: it may not have begun when it was told
        except BaseException as e:  # raised by a signal's handler, or there is no thread
            interrupted = interrupted or e
            stop()
            if thread.ident is None:
                break
    if interrupted is not None:
        raise interrupted
    ok, value = done[0]
    if ok:
        return value
    raise value
