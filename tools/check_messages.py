#!/usr/bin/env python3
"""Every message of wrong usage has a golden test: each text of several words in the sources that read command
lines stands in what tests/golden/usage or explain shows, or below with the reason why no command line brings it about.
The other way round, each message that ends with status 2 there comes from one of these sources.
usage: tools/check_messages.py ROOT"""
import glob, os, re, sys

root = sys.argv[1]
# Who reads command lines, and refuses what is in them.
SOURCES = ["src/options/*.c", "src/cli/*.c", "src/cli/help/*.c", "src/cli/study/*.c", "src/runtime/run/*.c",
           "src/runtime/native/native_main.c", "src/runtime/ext/allow.c", "src/runtime/out/input.c",
           "src/runtime/out/replace.c", "src/bondgraph/quantum.c", "src/compiler/setting.c"]
# Of these, what is asked for is written: tables, pages, explanations, statistics. They refuse nothing.
WRITERS = ["src/options/options_table.c", "src/options/exit_status.c", "src/cli/help_functions.c", "src/cli/explain_*.c",
           "src/cli/help/man.c", "src/cli/help/completion.c", "src/cli/help/code_page.c", "src/cli/help/help_parts.c",
           "src/cli/build_fmu.c", "src/cli/build_sources.c", "src/runtime/run/run_stats.c", "src/cli/study/sweep_report.c"]
# What no wrong command line says, and why; each a regular expression of whole texts.
OTHERS = {
    "of options in C, in tests/unit/options": [
        r"'%s' is no number and no choice", r"'%s' is true or false, not '%s'", r"the option %s is not one of %s",
        r"the option %s cannot be %g", r"the option states cannot be 'project' yet"],
    "of memory, which sanitizers do not limit: in tests/unit/test_interrupt.c": [r"the program itself takes more"],
    "an installation or a C compiler that is broken": [
        r"modevs build: the (header|library|folder) .* is not beside the program\n",
        r"modevs build: the C compiler '%s' (failed|made nothing)\n",
        r"%s: the model's tables are of version .*", r"the library is another one",
        r"mpirun has started this program, but Open MPI cannot be used: %s"],
    "a machine without memory, processes or room on its disk": [
        r"(%s: )?out of memory\n?", r"no memory for it", r"%s: the memory cannot be limited: %s\n",
        r"%s: the memory ended while .*", r"no process can be made for it; --in-process does without",
        r"(%s|modevs explain|modevs flat): the result could not be written\n", r"a run is missing", r"more than 1 GB"],
    "the end of a run, not of usage: status 1, 3, 4 or a signal": [
        r"the FMU (crashed|ended) .*", r"that was in %s of the FMU", r"%s: the graph is too large to be drawn; .*", r"%s: a model with FMUs among .*",
        r"%s: no report: the run has no rows\n", r"stopped before the parameters were found",
        r"the run ends before the data do", r"the eigenvalues were not found", r"the model does not take the value",
        r"in run %llu: %s", r"%s: %s after %llu of %llu runs%s\n", r"; --resume goes on",
        r"%s: sbatch did not take the job; .*", r"%s: stopped at t = %g, while %s\n", r"no machine code \(%s\): .*",
        r"a model may (not|read).*", r"it is foreign code; allow it with .*",
        r"its binary variables are left alone, and not in the results"],
    "what is done or was found, as results or on the way": [
        r"running the C compiler", r"loading the FMU", r"checking the FMU", r"reading and instantiating",
        r"writing results", r"looking for the equilibrium", r"%llu of %llu runs, %\.0f s left",
        r"%s: compiled in .*", r"  and %zu more\n", r"at its bound",
        r"the data do not determine it", r"%s: %llu runs .*", r"%s: FMI .*", r" model exchange,",
        r"; its binary was not tried: .*", r"modevs runs( 1\n)?", r"#!/bin/sh\n.*", r"  network .*", r"made by modevs", r" and %d others", r"%s: %s: %d finding%s\n", r"model set = set\("],
    "explanations of a model": [
        r"chosen at the start: ", r"could not be tried", r"is wrong: not used",
        r"derivatives by annotation, .*", r"start values taken as given: ", r"must hold at the start: ",
        r"code: %zu regions, .*"],
}
TOKEN = re.compile(r"""/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""", re.S)
FORMAT = re.compile(r"%(?:%|[-+ #0-9.*]*(?:ll|z|l|h)?[a-zA-Z])")


def texts(path):
    """The string literals of a file with their lines, neighbours joined; not those of BUG and _Static_assert."""
    source, found, end = open(path).read(), [], None
    for m in TOKEN.finditer(source):
        if m[0][0] != '"':
            continue
        if found and not source[end:m.start()].strip():
            found[-1][1] += m[0][1:-1]
        else:
            own = re.search(r"(#include |BUG\(|_Static_assert\([^;]*)$", source[max(0, m.start() - 200):m.start()])
            found.append([0 if own else source.count("\n", 0, m.start()) + 1, m[0][1:-1]])
        end = m.end()
    return [(line, re.sub(r"\\(.)", lambda e: {"n": "\n", "t": "\t"}.get(e[1], e[1]), text)) for line, text in found if line]


def is_message(text):
    return re.search(r"[A-Za-z,:;'\])]+ +['\w]", FORMAT.sub("", text).strip()) is not None


def pattern(line):
    return ".*".join(re.escape(p) for p in FORMAT.sub(lambda m: "%" if m[0] == "%%" else "\0", line).split("\0"))


def parts(text):
    """What a text of formats surely says: what is between its values."""
    return [p for p in re.split(FORMAT.pattern + r"|\n", text) if len(re.findall("[a-z]", p)) > 5]


said, refusals = [], []
for path in sorted(glob.glob(f"{root}/tests/golden/usage/*.txt") + glob.glob(f"{root}/tests/golden/explain/*.txt")):
    block = []
    for line in open(path):
        if line.startswith("$ "):
            block = []
        elif re.fullmatch(r"\[\d+\]\n", line):
            refusals += [(path, b) for b in block if line == "[2]\n" and re.match(r"(modevs \w+|decay): ", b)]
        elif not line.startswith("# "):
            block.append(line)
            said.append(line)
golden, bad, used = "".join(said), 0, set()
writers = {p for w in WRITERS for p in glob.glob(f"{root}/{w}")}
known = []
for path in sorted(p for s in SOURCES for p in glob.glob(f"{root}/{s}")):
    for line, text in texts(path):
        known += parts(text)
        if path in writers or not is_message(text):
            continue
        other = [o for some in OTHERS.values() for o in some if re.fullmatch(o, text, re.S)]
        used.update(other)
        if not other and not all(re.search(pattern(t), golden) for t in text.split("\n") if t):
            print(f"{os.path.relpath(path, root)}:{line}: no golden test in tests/golden/usage or explain shows {text!r}", file=sys.stderr)
            bad = 1
for path, line in refusals:
    if not any(p in line for p in known):
        print(f"{os.path.relpath(path, root)}: no source of tools/check_messages.py says: {line.strip()}", file=sys.stderr)
        bad = 1
for stale in sorted({o for some in OTHERS.values() for o in some} - used):
    print(f"tools/check_messages.py: no source says {stale!r} any more", file=sys.stderr)
    bad = 1
if len(refusals) < 100:
    sys.exit(f"only {len(refusals)} refusals in tests/golden/usage: are they where they were?")
sys.exit(bad)
