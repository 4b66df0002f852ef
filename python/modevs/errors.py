# SPDX-License-Identifier: MIT
"""What can go wrong, as exceptions."""

from __future__ import annotations

from typing import List, NamedTuple, Sequence


class Diagnostic(NamedTuple):
    """A message of the compiler, with its place in the source text."""

    severity: str  #: "error", "warning" or "note"; a note belongs to the message before it
    code: str  #: "E0401"; of a note ""
    file: str  #: "" if it has no place
    line: int  #: from 1; 0 if it has no place
    column: int  #: from 1; 0 if it has no place
    text: str  #: one line

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.file else ""
        code = f"[{self.code}]" if self.code else ""
        return f"{place}{self.severity}{code}: {self.text}"


class Error(Exception):
    """The root of all exceptions of modevs."""


class LibraryError(Error, ImportError):
    """The shared library of modevs was not found, or is of another version."""


class CompileError(Error):
    """A model that cannot be compiled.

    Its text is what the command line prints. ``diagnostics`` has all messages; ``code``, ``file``, ``line`` and
    ``column`` are those of the first error ("", "", 0 and 0 if it has none).
    """

    def __init__(self, text: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(text.rstrip("\n"))
        self.diagnostics: List[Diagnostic] = list(diagnostics)
        first = next((d for d in self.diagnostics if d.severity == "error"), None)
        self.code: str = first.code if first else ""
        self.file: str = first.file if first else ""
        self.line: int = first.line if first else 0
        self.column: int = first.column if first else 0


class SimulationError(Error):
    """A run that failed. ``time`` is how far it came, ``result`` what it gave until then (None: nothing)."""

    def __init__(self, text: str, time: float = float("nan"), result=None) -> None:
        super().__init__(text)
        self.time = time
        self.result = result


class TimeoutExpired(SimulationError, TimeoutError):
    """A compilation or run took longer than its ``timeout``."""


class OptionError(Error, TypeError, ValueError):
    """An argument that is no option, no parameter, or has no such value."""


class UnknownVariable(Error, KeyError):
    """A name that the model or its results do not have."""

    def __str__(self) -> str:  # KeyError shows its argument in quotes
        return str(self.args[0]) if self.args else ""


class NetworkError(Error):
    """A DEVS model that is put together wrongly, or whose run failed. ``status`` says what kind of mistake it is."""

    def __init__(self, text: str, status: int = -1) -> None:
        super().__init__(text)
        self.status = status


class ClosedError(Error, ValueError):
    """Something was used after it had been closed."""


class ModelWarning(UserWarning):
    """What the compiler or a running model warns of."""
