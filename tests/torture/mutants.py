#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mutants of models through `modevs check` and `modevs run`: no mutant may crash the program, end
in an internal error or run past its time limit. Tokens are deleted, doubled, exchanged, replaced by
others of the same corpus, numbers by extreme ones. The seed of every finding is printed, and the
text of the mutant kept.

usage: mutants.py MODEVS [--count N] [--seed S] [--keep DIR] FILE.mo|FOLDER...
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|'
                   r"'[^'\n]*'|\w+|:=|<=|>=|==|<>|\.[-+*/^]|\s+|.", re.S)
NUMBERS = ["0", "1", "2", "-1", "0.5", "1e308", "-1e308", "1e-308", "9007199254740993", "3.0", "100000"]
WORDS = ["time", "der", "pre", "when", "if", "for", "end", "parameter", "constant", "discrete", "flow",
         "stream", "input", "output", "inner", "outer", "each", "final", "redeclare", "replaceable",
         "extends", "size", "fill", "zeros", "sample", "initial", "terminal", "noEvent", "smooth",
         "semiLinear", "Real", "Integer", "Boolean", "String", "true", "false", ":", "{", "}", "[", "]",
         "(", ")", ";", ",", "=", ":=", "+", "-", "*", "/", "^", "not", "and", "or", "break", "sum",
         "min", "max", "delay", "reinit", "assert", "edge", "change", "inStream", "connect", "transpose"]
LIMIT = 2  # seconds of --timeout
DOCUMENTED = {0, 1, 2, 3, 4}


def models(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for folder, _, names in sorted(os.walk(path)):
            for name in sorted(names):
                if name.endswith(".mo"):
                    yield os.path.join(folder, name)


def is_solid(token):
    return not token.isspace() and not token.startswith(("//", "/*"))


def mutate(rng, tokens, pool):
    tokens = list(tokens)
    for _ in range(rng.choice([1, 1, 1, 2, 3, 5])):
        solid = [i for i, t in enumerate(tokens) if is_solid(t)]
        if not solid:
            break
        i, j = rng.choice(solid), rng.choice(solid)
        kind = rng.randrange(8)
        if kind == 0:
            tokens[i] = ""
        elif kind == 1:
            tokens[i] += " " + tokens[i]
        elif kind == 2:
            tokens[i], tokens[j] = tokens[j], tokens[i]
        elif kind == 3:
            tokens[i] = tokens[j]
        elif kind == 4:
            tokens[i] = rng.choice(pool)
        elif kind == 5:
            tokens[i] += " " + rng.choice(WORDS) + " "
        elif kind == 6:
            numbers = [k for k in solid if tokens[k][:1].isdigit()]
            if numbers:
                tokens[rng.choice(numbers)] = rng.choice(NUMBERS)
        else:
            tokens[i] = rng.choice(WORDS)
    return "".join(tokens)


def attempt(command, folder):
    """The status; a text if that is a finding."""
    try:
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=LIMIT * 10, check=False)
    except subprocess.TimeoutExpired:
        return -1, "no end after %d s" % (LIMIT * 10)
    text = done.stderr.decode("utf-8", "replace")
    if done.returncode not in DOCUMENTED or "Sanitizer" in text:
        lines = [x for x in text.splitlines() if "internal error" in x or "ERROR" in x or "runtime error" in x]
        return done.returncode, "status %d %s" % (done.returncode, lines[0] if lines else "")
    return done.returncode, None


def main():
    options = argparse.ArgumentParser()
    options.add_argument("modevs")
    options.add_argument("files", nargs="+")
    options.add_argument("--count", type=int, default=1000)
    options.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options.add_argument("--keep", default="mutants")
    o = options.parse_args()
    program = os.path.abspath(o.modevs)
    texts = [TOKEN.findall(open(f, encoding="utf-8", errors="replace").read()) for f in models(o.files)]
    texts = [t for t in texts if 5 < len(t) < 5000]
    pool = sorted({t for tokens in texts for t in tokens if is_solid(t)})
    print("seed %d: %d mutants of %d models" % (o.seed, o.count, len(texts)), flush=True)
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mutant.mo")
        for k in range(o.count):
            rng = random.Random(o.seed * 1000003 + k)
            text = mutate(rng, rng.choice(texts), pool)
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            status, finding = attempt([program, "check", path], folder)
            if status == 0:
                _, finding = attempt([program, "run", path, "--timeout", str(LIMIT), "--stop", "1", "-o",
                                      os.path.join(folder, "mutant.csv")], folder)
            if finding:
                found += 1
                os.makedirs(o.keep, exist_ok=True)
                kept = os.path.join(o.keep, "mutant_%d_%d.mo" % (o.seed, k))
                with open(kept, "w", encoding="utf-8", newline="") as file:
                    file.write(text)
                print("%s: %s" % (kept, finding), flush=True)
    print("seed %d: %d findings" % (o.seed, found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
