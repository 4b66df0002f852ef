#!/usr/bin/env python3
"""The matrices of five models are those that a pencil gives, to 1e-9; equilibria likewise.
usage: check_linear.py MODEVS"""
import json, math, os, subprocess, sys

modevs, here, bad = sys.argv[1], os.path.dirname(os.path.abspath(__file__)), 0


def run(command, model, *options):
    done = subprocess.run([modevs, command, os.path.join(here, "Linear.mo"), "--model",
                           "Linear." + model, "--json", *options], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command} {model}: {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def near(what, got, want):
    global bad
    flat = lambda x: [z for y in x for z in flat(y)] if isinstance(x, list) else [x]
    got, want = flat(got), flat(want)
    if len(got) != len(want) or any(abs(g - w) > 1e-9 * max(1, abs(w)) for g, w in zip(got, want)):
        print(f"{what}: {got}, not {want}", file=sys.stderr)
        bad = 1


r = run("linearize", "Mass")
near("Mass A", r["A"], [0, 1, -4, -0.2])
near("Mass B", r["B"], [0, 0.5])
near("Mass C", r["C"], [1, 0])
near("Mass D", r["D"], [0])
near("Mass eigenvalues", sorted(r["eigenvalues"]), sorted([[-0.1, math.sqrt(3.99)], [-0.1, -math.sqrt(3.99)]]))
if r["states"] != ["x", "v"] or r["inputs"] != ["f"] or r["outputs"] != ["y"]:
    sys.exit(f"names: {r}")
r = run("linearize", "Motor")
near("Motor A", r["A"], [-50, -10, 50, -0.5])
near("Motor B", r["B"], [100, 0, 0, -500])
near("Motor C", r["C"], [0, 1, 0.1, 0])
r = run("linearize", "Pendulum")
near("Pendulum A", r["A"], [0, 1, -9.81 / 0.7 * math.cos(0.5), 0])
near("Pendulum D", r["D"], [1])
r = run("linearize", "VanDerPol")
near("VanDerPol A", r["A"], [0, 1, -1 - 2 * 1.5 * 2 * -0.5, 1.5 * (1 - 4)])
r = run("linearize", "Tank")
near("Tank A", r["A"], [-0.6 / (2 * 2) / 3])
near("Tank B", r["B"], [1 / 3])
near("Tank C", r["C"], [0.15])
near("time", run("linearize", "Mass", "--stop", "0.5")["time"], 0.5)

r = run("steady", "Motor")
w = (12 * 0.1 - 0.5 * 0.1) / (0.5 * 0.001 + 0.01)
near("Motor at rest", [r["w"], r["i"]], [w, (0.001 * w + 0.1) / 0.1])
near("Tank at rest", run("steady", "Tank")["h"], (0.9 / 0.6) ** 2)
near("Pendulum at rest", run("steady", "Pendulum")["phi"], 0)
near("Square at rest", run("steady", "Square")["x"], 0)
near("Cube at rest", run("steady", "Cube")["x"], 0)
sys.exit(bad)
