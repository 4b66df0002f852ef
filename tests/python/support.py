# SPDX-License-Identifier: MIT
"""What the tests of the Python package share."""

import os
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "python"))

import modevs  # noqa: E402
from modevs._fmu import program  # noqa: E402

BALL = os.path.join(ROOT, "examples", "bouncing_ball", "BouncingBall.mo")
RECTIFIER = os.path.join(ROOT, "examples", "circuit", "Rectifier.mo")
LADDER = """model Ladder "A small circuit: ten resistors and capacitors in a row"
  parameter Real R = 1; parameter Real C = 0.1; parameter Integer n = 10;
  Real v[n](each start = 0, each fixed = true); output Real y;
equation
  C * der(v[1]) = (sin(10 * time) - v[1]) / R - (v[1] - v[2]) / R;
  for i in 2:n - 1 loop
    C * der(v[i]) = (v[i - 1] - v[i]) / R - (v[i] - v[i + 1]) / R;
  end for;
  C * der(v[n]) = (v[n - 1] - v[n]) / R;
  y = v[n];
end Ladder;"""


def cli(*arguments, **options):
    """A command line of modevs, which must succeed."""
    return subprocess.run([program(), *arguments], check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          **options)


def python(code, **environment):
    """Another Python that runs a text, with the package."""
    path = os.path.join(ROOT, "python")
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env={**os.environ, "PYTHONPATH": path, **environment})


def memory():
    """Bytes of this process in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


main = unittest.main
