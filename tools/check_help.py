#!/usr/bin/env python3
"""The parser, `modevs COMMAND --help`, the manual page, the completions of bash and zsh and
docs/options.md agree about which command takes which options; the shell scripts can be read; each option has
its page, and an example that runs.
usage: tools/check_help.py MODEVS ROOT"""
import os, re, shutil, subprocess, sys, tempfile

modevs, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
bad = 0


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, **more)


def page(topic):
    return run(modevs, "help", topic).stdout


def differ(command, who, got, want):
    global bad
    if got != want:
        print(f"{command}: {who} has not {sorted(want - got)}, has too many {sorted(got - want)}", file=sys.stderr)
        bad = 1


def check_examples(work):
    """Each option has a page of its own, whose example stands in docs/options.md; these run there, in their order."""
    global bad
    lines = re.search(r"(?s)\n## Examples\n.*?```sh\n(.*?)```", docs)[1].splitlines()
    pages = [re.findall(r"(?m)^  example    (.*)$", page(option)) for option in sorted(every)]
    for option, examples in zip(sorted(every), pages):
        if len(examples) != sum(o == option for o, _ in rows) or not all(f" {option}" in e for e in examples):
            differ(option, "modevs help", set(), {"an example with it"})
    differ("examples", "docs/options.md", {l for l in lines if l.startswith("modevs ")} & {e for p in pages for e in p}, {e for p in pages for e in p})
    for folder in ("examples", "lib"):
        os.symlink(f"{root}/{folder}", f"{work}/{folder}")
    for line in lines:
        done = run("bash", "-c", f'modevs() {{ "{modevs}" "$@"; }}; {line}', cwd=work, stdin=subprocess.DEVNULL)
        if "--slurm" in line and "sbatch did not take the job" in done.stderr:
            print("no cluster is here: the job of the example of --slurm was written, not taken")
        elif done.returncode:
            print(f"{line}: status {done.returncode}\n{done.stderr}", file=sys.stderr)
            bad = 1


man, bash, zsh, docs = page("man"), page("completion-bash"), page("completion-zsh"), open(f"{root}/docs/options.md").read()
commands = re.findall(r"(?m)^  (\w+) ", page("").partition("modevs help TOPIC")[0]) or \
    re.findall(r"(?m)^  (\w+) ", run(modevs, "help").stdout.partition("modevs help TOPIC")[0])
if len(commands) < 10:
    sys.exit(f"commands: {commands}")
entries = [(m[1].replace("\\-", "-"), set(re.split(", ", m[2]))) for m in
           re.finditer(r"(?m)^\.B (\\-[^ \n]*?)(?:\\fR.*| \\fI.*)?\n(?:(?!\.).*\n)*?Of (.*)\.$", man)]
rows = [(m[1], set(m[2].split(", "))) for m in re.finditer(r"(?m)^\| `(-[^ `\[]*).*\| ([^|]*) \|$", docs)]
every = {o for o, _ in rows}
for command in commands:
    text = run(modevs, command, "--help").stdout
    want = set(re.findall(r"(?m)^  (--?[a-zA-Z-]+)", text))
    differ(command, "man", {o for o, of in entries if command in of}, want)
    differ(command, "docs/options.md", {o for o, of in rows if command in of}, want)
    listed = re.search(rf'(?m)^\t{command}\) options="(.*)" ;;$', bash)
    differ(command, "bash", set(listed[1].split()) if listed else set(), want)
    part = re.search(rf"(?ms)^{command}\)\n\t_arguments(.*?);;$", zsh)
    differ(command, "zsh", set(re.findall(r"(?m)^\t\t'\*?(-[^\[]*)\[", part[1])) if part else set(), want)
    taken = set()
    for option in every:
        said = run(modevs, command, option, stdin=subprocess.DEVNULL)
        if "there is no option" not in said.stderr and "is an option of" not in said.stderr:
            taken.add(option)
    differ(command, "the parser", taken, want)
    differ(command, "modevs help", want if page(command) == text else set(), want)
for topic in re.findall(r"(?m)^  (\S+) +", run(modevs, "help").stdout.partition("modevs help TOPIC")[2]):
    differ(topic, "the list of topics of man, bash and zsh",
           {who for who, where in [("man", man.partition(".SH OPTIONS")[0]), ("bash", bash), ("zsh", zsh)] if re.search(rf"(?<![\w-]){topic}(?![\w-])", where)},
           {"man", "bash", "zsh"})
    if not page(topic):
        differ(topic, "modevs help", set(), {"a page"})
with tempfile.TemporaryDirectory() as work:
    for name, text, check in [("bash", bash, ["bash", "-n"]), ("zsh", zsh, ["zsh", "-n"]),
                              ("man", man, ["groff", "-man", "-Tutf8", "-ww", "-z"])]:
        path = os.path.join(work, name)
        open(path, "w").write(text)
        if not shutil.which(check[0]):
            print(f"{check[0]} is not here: the {name} page is not read")
            continue
        done = run(*check, path)
        if done.returncode or done.stderr:
            sys.exit(f"{name}: {done.stderr}")
    check_examples(work)
    tried = run("bash", "-c", f'. {work}/bash; COMP_WORDS=(modevs run --solver adam); COMP_CWORD=3; _modevs; echo "${{COMPREPLY[*]}}"; '
                'COMP_WORDS=(modevs swe); COMP_CWORD=1; _modevs; echo "${COMPREPLY[*]}"; '
                'COMP_WORDS=(modevs sweep --var); COMP_CWORD=2; _modevs; echo "${COMPREPLY[*]}"').stdout
if tried != "adams\nsweep\n--vary --vars\n":
    sys.exit(f"bash completes {tried!r}")
sys.exit(bad)
