#!/usr/bin/env python3
"""What README.md shows is so: its model is run by the commands that it lists, its C compiles, its make targets and
programs are there. (Its Python is run by tests/python/test_docs.py.) All pages link to files that are there, and each
page of the guide to the next of its contents. usage: tools/check_docs.py MODEVS ROOT"""
import glob, os, re, subprocess, sys, tempfile

modevs, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
text = open(f"{root}/README.md").read()
bad = 0


def wrong(what, page="README.md"):
    global bad
    print(f"{page}: {what}", file=sys.stderr)
    bad = 1


def run(command, folder):
    script = f'modevs() {{ "{modevs}" "$@"; }}\n' + re.sub(r"^build/modevs ", "modevs ", command)
    return subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)


blocks = re.findall(r"(?ms)^```(\w+)\n(.*?)^```$", text)
rows = [row.split(" | ")[0] for row in re.findall(r"(?m)^\| (`modevs .*)$", text)]
commands = [line for kind, block in blocks if kind == "sh" for line in block.splitlines()]
commands += [c for row in rows for c in re.findall(r"`(modevs [^`]*)`", row)]
if len(commands) < 10:
    wrong(f"only {len(commands)} commands are found in it")
with tempfile.TemporaryDirectory() as work:
    os.symlink(f"{root}/examples", f"{work}/examples")
    model = next(block for kind, block in blocks if kind == "modelica")
    open(f"{work}/Ball.mo", "w").write(model)
    for command in commands:
        done = run(command if " " in command.partition(" ")[2] else command + " --help", work)
        if done.returncode or "error" in done.stderr:
            wrong(f"{command}: status {done.returncode}\n{done.stderr}")
    # Statements of C, behind their #include, as the body of a program.
    for block in [block for kind, block in blocks if kind == "c"]:
        head, _, body = block.partition("\n\n")
        program = f"#include <stdio.h>\n{head}\nint main(void)\n{{\n{body}\nreturn 0;\n}}\n"
        done = subprocess.run([os.environ.get("CC", "cc"), "-std=c17", "-Wall", "-Werror", "-fsyntax-only", "-I", f"{root}/include", "-x", "c", "-"],
                              input=program, capture_output=True, text=True)
        if done.returncode:
            wrong(f"its C does not compile\n{done.stderr}")
targets = set(re.findall(r"(?m)^([a-z]+):", open(f"{root}/Makefile").read()))
for target in re.findall(r"(?m)(?:^    |`)make ([a-z]+)", text):
    if target not in targets:
        wrong(f"there is no 'make {target}'")
studies = re.search(r"(?s)## Studies\n(.*?)\n## ", text)[1]
for row in re.findall(r"(?m)^\| (`[^|]*) \|", studies):
    for program in re.findall(r"`([^` ]+)[^`]*`", row):
        name = os.path.basename(program)
        if not (os.path.exists(f"{root}/bench/{name}.c") if program.startswith("bench/") else os.path.isdir(f"{root}/examples/{name}")):
            wrong(f"there is no program '{program}'")
folders = [f"{root}/{name}" for name in ("docs", "examples", "bench", "python", "tests", "lib")]
pages = glob.glob(f"{root}/*.md") + [p for f in folders for p in glob.glob(f"{f}/**/*.md", recursive=True)]
for page in pages:
    plain = re.sub(r"(?ms)^```.*?^```$|`[^`\n]*`", "", open(page).read())
    for link in re.findall(r"\]\(([^)\s#:]+)(?:#[^)]*)?\)", plain):
        if not os.path.exists(os.path.join(os.path.dirname(page), link)):
            wrong(f"there is no '{link}'", os.path.relpath(page, root))
guide = re.findall(r"\]\((\w+\.md)\)", open(f"{root}/docs/guide/README.md").read())
if len(guide) < 15 or sorted(guide) != sorted(p for p in os.listdir(f"{root}/docs/guide") if p != "README.md"):
    wrong("its contents are not its pages", "docs/guide/README.md")
for page, following in zip(guide, guide[1:] + ["README.md"]):
    last = open(f"{root}/docs/guide/{page}").read().rstrip().splitlines()[-1]
    if not re.match(rf"(Next|Back to the): ?\[[^]]*\]\({following}\)|Back to the \[[^]]*\]\({following}\)", last):
        wrong(f"it does not end with a link to {following}", f"docs/guide/{page}")
sys.exit(bad)
