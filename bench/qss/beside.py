#!/usr/bin/env python3
"""Beside another QSS solver: the same models, tolerances and final times, in turn on the same machine.

usage: bench/qss/beside.py MODEVS FOLDER [--runs K] [--code vm] [CASE…]

FOLDER has one program for each case, named as in CASES below, made of that solver and the model; each is run as
'FOLDER/run1.sh NAME METHOD TOLERANCE STOP' and leaves d.NAME/model.log ("Simulation time: … ms", "Simulation
transitions: …") and d.NAME/out.dat (time and value of one variable). Prints, of both, the processor's time in steps
(the least of K runs), steps, nanoseconds of a step and the error: root of the mean square on a grid against CVODE at
1e-9, by the largest value."""
import json
import math
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
# case: model, modifications, solver, stop, the variable that both write, interval of the grid for its error (0: not
# asked), program, its method
CASES = {
    "buck": ("Buck", [], "liqss2", 0.01, "uC", 1e-6, "buck", "LIQSS2"),
    "interleaved": ("Interleaved", [], "liqss2", 0.01, "uC", 1e-6, "interleaved", "LIQSS2"),
    "inverters": ("Inverters", [], "liqss2", 200, "x[501]", 0.02, "inverters", "LIQSS2"),
    "adr": ("Reaction", [], "liqss2", 10, "u[401]", 0.001, "adr", "LIQSS2"),
    "advection3": ("Advection", ["N=1000"], "liqss2", 1, "u[1000]", 0.0005, "advection", "LIQSS2"),
    "advection4": ("Advection", ["N=10000"], "liqss2", 1, "u[10000]", 0.0005, "advection4", "LIQSS2"),
    "advection5": ("Advection", ["N=100000"], "liqss2", 1, "u[100000]", 0, "advection5", "LIQSS2"),
    "neurons3": ("Neurons", ["N=1000"], "qss2", 20, "u[7]", 0.01, "neurons", "QSS2"),
    "neurons5": ("Neurons", ["N=100000"], "qss2", 20, "u[7]", 0, "neurons5", "QSS2"),
}
TOLERANCE = "1e-3"


def simulate(modevs, case, solver, tolerance, interval, out, extra=()):
    model, changes, _, stop, variable, _, _, _ = case
    command = [modevs, "run", os.path.join(HERE, model + ".mo"), "--force", "--no-events", "--solver", solver,
               "--tol", tolerance, "--stop", str(stop), "--interval", str(interval), "-o", out, "--stats=json", *extra]
    command += ["--vars", "^" + variable.replace("[", r"\[").replace("]", r"\]") + "$"]
    for change in changes:
        command += ["--set", change]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit("%s: %s" % (model, done.stderr[-300:]))
    return json.loads(done.stdout[done.stdout.index("{"):])


def read(path, split):
    rows = []
    with open(path) as f:
        for line in f:
            try:
                rows.append([float(x) for x in line.split(split)[:2]])
            except ValueError:
                pass
    return rows


def error(reference, result):
    """Both are straight between points."""
    total, largest, k = 0.0, 0.0, 0
    for t, value in reference:
        while k + 2 < len(result) and result[k + 1][0] <= t:
            k += 1
        (t0, a), (t1, b) = result[k], result[min(k + 1, len(result) - 1)]
        here = a if t1 <= t0 or t <= t0 else b if t >= t1 else a + (b - a) * (t - t0) / (t1 - t0)
        total += (here - value) ** 2
        largest = max(largest, abs(value))
    return math.sqrt(total / len(reference)) / (largest or 1)


def theirs(folder, case):
    subprocess.run(["sh", "run1.sh", case[6], case[7], TOLERANCE, str(case[3])], cwd=folder,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    log = open(os.path.join(folder, "d." + case[6], "model.log")).read()
    number = lambda what: float(log.split(what)[1].split()[0])
    return number("Simulation time:"), number("Simulation transitions:")


def compare(modevs, folder, name, runs, extra):
    case = CASES[name]
    with tempfile.TemporaryDirectory() as work:
        out = os.path.join(work, "out.csv")
        ms, their_ms, errors = math.inf, math.inf, ["", ""]
        for _ in range(runs):
            other, their_steps = theirs(folder, case)
            stats = simulate(modevs, case, case[2], TOLERANCE, case[3] / 10, out, extra)
            ms, their_ms = min(ms, stats["milliseconds"]["steps_cpu"]), min(their_ms, other)
        if case[5]:
            simulate(modevs, case, "cvode", "1e-9", case[5], out)
            reference = read(out, ",")
            simulate(modevs, case, case[2], TOLERANCE, case[5], out, extra)
            errors = ["%.1e" % error(reference, read(os.path.join(folder, "d." + case[6], "out.dat"), None)),
                      "%.1e" % error(reference, read(out, ","))]
    steps = stats["steps"]
    print("%-12s other %9.2f ms %9d steps %6.0f ns %8s | here %9.2f ms %9d quanta %6d events %6.0f ns %8s | step %.2f all %.2f" % (
        name, their_ms, their_steps, 1e6 * their_ms / their_steps, errors[0], ms, steps,
        stats["state_events"] + stats["time_events"], 1e6 * ms / steps, errors[1],
        ms / steps / (their_ms / their_steps), ms / their_ms), flush=True)


def main():
    arguments, runs, extra = sys.argv[1:], 5, []
    if "--runs" in arguments:
        k = arguments.index("--runs")
        runs = int(arguments[k + 1])
        del arguments[k:k + 2]
    if "--code" in arguments:
        k = arguments.index("--code")
        extra = arguments[k:k + 2]
        del arguments[k:k + 2]
    if len(arguments) < 2:
        sys.exit(__doc__)
    for name in arguments[2:] or CASES:
        compare(arguments[0], arguments[1], name, runs, extra)


main()
