#!/usr/bin/env python3
"""Progress on a terminal says which phase it is in: the pass of a compilation that takes long, and the time of a run;
the line is gone before the message of a timeout. Elsewhere nothing of it is written.
usage: check_progress.py MODEVS"""
import os, pty, subprocess, sys, tempfile

LONG = """model M
  function f input Integer n; output Integer y; algorithm y := if n < 2 then n else f(n - 1) + f(n - 2); end f;
  model C
    parameter Integer k;
    constant Integer n = f(15 + mod(k, 3));
    Real x[if n > 0 then 1 else 2] = fill(time, if n > 0 then 1 else 2);
  end C;
  C c[100000](k = 1:100000);
end M;
"""
ENDLESS = "model M Real x(start = 0, fixed = true); equation der(x) = cos(1000*time); end M;\n"


def on_terminal(command):
    """What a command writes on the terminal that it has as standard error."""
    master, slave = pty.openpty()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=slave)
    os.close(slave)
    text = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:
            part = b""
        if not part:
            break
        text += part
    process.wait()
    os.close(master)
    return text.decode(errors="replace"), process.returncode


def main():
    modevs = os.path.abspath(sys.argv[1])
    bad = 0
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        for text, options, wanted in (
            (LONG, [], "(pass '"),
            (ENDLESS, ["--stop", "1e9", "--interval", "1e7"], "simulating, t = "),
        ):
            with open("M.mo", "w") as f:
                f.write(text)
            command = [modevs, "run", "M.mo", "--timeout", "3", *options]
            said, status = on_terminal(command)
            if "\033[K" not in said or wanted not in said or status != 4:
                print(f"status {status}, without {wanted!r}: {said!r}", file=sys.stderr)
                bad += 1
            last = said.split("\033[K")[-1]
            if not last.startswith("modevs run: "):
                print(f"the line of progress is not taken away: {said[-300:]!r}", file=sys.stderr)
                bad += 1
            plain = subprocess.run(command, capture_output=True, text=True)
            if "\033" in plain.stderr + plain.stdout:
                print(f"progress where there is no terminal: {plain.stderr!r}", file=sys.stderr)
                bad += 1
    return bad


if __name__ == "__main__":
    sys.exit(main())
