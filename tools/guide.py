#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs what pages of documentation show, in an empty folder each, and compares.

usage: tools/guide.py MODEVS PAGE.md ...      (ACCEPT=1 writes what came into the page)

In a page
    ```modelica Ball.mo     the block becomes that file (so do `c x.c`, `csv x.csv`, `python x.py`, `text x.txt`)
    ```sh                   lines after `$ ` are run, in order; what they print follows them. `...` stands for any lines, and
                            in a line for any text. A line `(status 3)` at the end says how a command ended, if not with 0.
    ```sh not run           is shown only: what installs, or asks for a network"""
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
accept = os.environ.get("ACCEPT") == "1"


def run(command, folder, environment):
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=300)
    lines = done.stdout.decode("utf-8", "replace").rstrip("\n").split("\n")
    lines = [] if lines == [""] else [line.rstrip() for line in lines]
    return lines + (["(status %d)" % done.returncode] if done.returncode else [])


def matches(expected, got):
    """`...` alone is any number of lines, `...` in a line any text."""
    if not expected:
        return not got
    if expected[0].strip() == "...":
        return any(matches(expected[1:], got[i:]) for i in range(len(got) + 1))
    pattern = ".*".join(re.escape(part) for part in expected[0].split("..."))
    return bool(got) and re.fullmatch(pattern, got[0]) is not None and matches(expected[1:], got[1:])


def session(block, folder, environment, where):
    """Runs a block; gives it with what came, and whether that was what it says."""
    out, good, i = [], True, 0
    while i < len(block):
        if not block[i].startswith("$ "):
            sys.exit("%s: a line that belongs to no command: %s" % (where, block[i]))
        command = [block[i][2:]]
        out.append(block[i])
        i += 1
        while command[-1].endswith("\\") and i < len(block):
            command.append(block[i])
            out.append(block[i])
            i += 1
        start = i
        while i < len(block) and not block[i].startswith("$ "):
            i += 1
        got = run("\n".join(command), folder, environment)
        if matches(block[start:i], got):
            out += block[start:i]
            continue
        good = False
        out += got
        if not accept:
            print("%s: %s" % (where, " ".join(command)))
            print("\n".join(difflib.unified_diff(block[start:i], got, "the page", "what came", lineterm="")))
    return out, good


def page(path, modevs):
    lines = open(path, encoding="utf-8").read().split("\n")
    folder = tempfile.mkdtemp(prefix="guide")
    environment = dict(os.environ, PATH=os.path.dirname(os.path.abspath(modevs)) + ":" + os.environ["PATH"], LC_ALL="C.UTF-8", COLUMNS="100")
    environment.pop("MODELICAPATH", None)
    os.symlink(os.path.join(root, "examples"), os.path.join(folder, "examples"))
    out, good, i, n = [], True, 0, 0
    while i < len(lines):
        out.append(lines[i])
        fence = re.fullmatch(r"```(\S+) ?(.*)", lines[i])
        i += 1
        if not fence:
            continue
        end = i
        while lines[end] != "```":
            end += 1
        block, (kind, rest) = lines[i:end], fence.groups()
        if kind == "sh" and rest != "not run":
            block, fine = session(block, folder, environment, "%s:%d" % (path, i))
            good, n = good and fine, n + 1
        elif kind != "sh" and rest:
            with open(os.path.join(folder, rest), "w", encoding="utf-8") as file:
                file.write("\n".join(block) + "\n")
        out += block + ["```"]
        i = end + 1
    shutil.rmtree(folder)
    if accept and not good:
        open(path, "w", encoding="utf-8").write("\n".join(out))
        good = True
    text = re.sub(r"```.*?\n```\n", "", "\n".join(out), flags=re.S)
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        if not os.path.exists(os.path.join(os.path.dirname(path), link)):
            print("%s: a link to what is not there: %s" % (path, link))
            good = False
    print("%s: %d blocks run" % (path, n))
    return good


if len(sys.argv) < 3:
    sys.exit(__doc__)
results = [page(path, sys.argv[1]) for path in sys.argv[2:]]
sys.exit(0 if all(results) else 1)
