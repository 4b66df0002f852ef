#!/usr/bin/env python3
"""Three parameters of a motor are found, from data with 1 % noise, within their intervals of
confidence, for at least 18 of 20 seeds. usage: check_fit.py MODEVS [SEEDS]"""
import csv, json, os, random, subprocess, sys, tempfile

modevs, here = os.path.abspath(sys.argv[1]), os.path.dirname(os.path.abspath(__file__))
seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 20
model, true, good = os.path.join(here, "Drive.mo"), {"R": 0.7, "k": 0.12, "J": 0.003}, 0
with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    settings = [x for n, v in true.items() for x in ("--set", f"{n}={v}")]
    subprocess.run([modevs, "run", model, "-o", "exact.csv", "--vars", "^(i|w)$", "--no-events",
                    "--tol", "1e-9", *settings], check=True, stdout=subprocess.DEVNULL)
    rows = list(csv.reader(open("exact.csv")))
    head, rows = rows[0], [[float(x) for x in r] for r in rows[1:]]
    size = [max(c) - min(c) for c in zip(*rows)]
    for seed in range(seeds):
        draw = random.Random(seed)
        with open("data.csv", "w") as f:
            print(",".join(head), file=f)
            for r in rows:
                noisy = [x + draw.gauss(0, 0.01 * s) for x, s in zip(r[1:], size[1:])]
                print(",".join(map(repr, [r[0], *noisy])), file=f)
        done = subprocess.run([modevs, "fit", model, "--data", "data.csv", "--fit", "R=0.1:5",
                               "--fit", "k=0.01:1", "--fit", "J=0.0001:0.1", "--json"],
                              capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"seed {seed}: {done.returncode}: {done.stderr}")
        found = json.loads(done.stdout)
        inside = all(abs(found["parameters"][n]["value"] - v) <= found["parameters"][n]["half"]
                     and found["parameters"][n]["half"] < 0.1 * v for n, v in true.items())
        if abs(found["rms"] - 0.01) > 0.002:
            sys.exit(f"seed {seed}: residuals of {found['rms']}, not 0.01")
        good += inside
print(f"{good} of {seeds} seeds inside")
sys.exit(good < 0.9 * seeds)
