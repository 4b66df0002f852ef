#!/usr/bin/env python3
"""Every diagnostic code has a page of `modevs help CODE` with meaning and repair; the example of
each page, a whole text, has that code; docs/diagnostics.md is made of the same table.
usage: tools/check_pages.py MODEVS ROOT"""
import os, re, subprocess, sys, tempfile

modevs, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
# What takes more than one text: broken files, libraries, 1000 brackets, whole DEVS models.
WITHOUT = set("E0001 E0002 E0003 E0106 E0201 E0202 E0203 E0204 W0205 W0206 E0901 E0902 E0903 W0905 W0906 W0907 E0911".split())
bad = 0


def wrong(text):
    global bad
    print(text, file=sys.stderr)
    bad = 1


def run(*words):
    return subprocess.run([modevs, *words], capture_output=True, text=True)


codes = re.findall(r'X\(\w+, "(\w+)"', open(f"{root}/src/base/diag_codes.h").read())
with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    for code in codes:
        page = run("help", code).stdout
        meaning = page.partition("\n\n")[2].partition("\n\n")[0]
        if not page.startswith(code + ": ") or len(meaning) < 30 or len(page.partition("\nRepair: ")[2]) < 15:
            wrong(f"{code}: its page has no meaning or no repair")
        example = "".join(re.findall(r"(?m)^    (.*\n)", page))
        if (code in WITHOUT) != (not example):
            wrong(f"{code}: an example is {'expected' if not example else 'not expected'}")
        if not example:
            continue
        with open("Example.mo", "w") as f:
            f.write(example)
        command = "bondgraph" if code.startswith("E10") else "check"
        if not any(f"[{code}]" in run(command, "Example.mo", *more).stderr for more in ([], ["--strict"])):
            wrong(f"{code}: its example does not have it")
made = run("help", "diagnostics").stdout
if made != open(f"{root}/docs/diagnostics.md").read():
    wrong("docs/diagnostics.md is not what 'modevs help diagnostics' prints")
if run("help", "E0404").returncode or run("help", "E9999").returncode != 2:
    wrong("exit statuses of help about codes")
sys.exit(bad)
