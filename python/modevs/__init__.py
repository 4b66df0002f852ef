# SPDX-License-Identifier: MIT
"""modevs: Modelica models and DEVS networks, from Python.

A model is compiled once and run any number of times:

    >>> import modevs
    >>> m = modevs.compile("BouncingBall.mo")
    >>> r = m.run(stop=1, e=0.7)
    >>> r["h"], r["h"].unit, r.time
    >>> r.events[0]
    >>> r.plot("h")
    >>> s = m.sweep(e=[0.5, 0.6, 0.7], jobs=2)

Mistakes in a model are exceptions that know the place: ``CompileError.file``, ``.line``, ``.code``, ``.diagnostics``.

Discrete-event models are classes: subclass :class:`Atomic`, put objects of it into a :class:`Network`, together with
plants (``m.plant(…)``, a compiled model as a component) and ready parts in C (:func:`part`). The engine is in C.

FMUs of other tools run by ``modevs.fmu("X.fmu", allow="external").run()``; ``m.fmu("X.fmu")`` makes one.

NumPy is used where it is installed. The shared library is looked for in the package, then where MODEVS_LIBRARY says,
then on the system.
"""

from ._library import VERSION as __version__
from .errors import (
    ClosedError, CompileError, Diagnostic, Error, LibraryError, ModelWarning, NetworkError, OptionError,
    SimulationError, TimeoutExpired, UnknownVariable,
)
from ._results import Array, Event, Picture, Result, Variable
from ._model import Model, Sweep, compile
from ._devs import (
    Atomic, Bag, Component, Message, Network, Part, Plant, Port, Record, constant, exponential, infinity, listed, part,
    parts, uniform,
)
from ._fmu import Fmu, FmuResult, fmu

__all__ = [
    "compile", "Model", "Result", "Array", "Event", "Variable", "Picture", "Sweep",
    "Network", "Atomic", "Bag", "Message", "Component", "Port", "Plant", "Part", "Record", "part", "parts",
    "constant", "exponential", "uniform", "listed", "infinity",
    "fmu", "Fmu", "FmuResult",
    "Error", "CompileError", "SimulationError", "TimeoutExpired", "OptionError", "UnknownVariable", "NetworkError",
    "ClosedError", "LibraryError", "ModelWarning", "Diagnostic", "__version__",
]
