#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Library examples as FMUs, against the models themselves.

  fmu_examples.py --modevs build/modevs --msl DIR --list msl_examples.tsv [--ref DIR] [--score score.py]
                  [--rungs 1-5] [--count 60] [--only REGEX] [--kinds fmu2,fmu3] [--keep DIR]

Each example is built as FMU and run by modevs: as model exchange it must have the events of `modevs run` in their
order, at times within 1e-9 of the span, and values within 10 times the tolerance. Where it has not, two runs of one
tolerance may be further from the solution than that: a run of the model with a thousandth of the tolerance then tells
how far either is, and the FMU may not be further from it than the model. As co-simulation (steps of one
interval) it must stay inside the tube of score.py around the reference, where the model itself does. One line per
example; the exit status is 1 if one of them differs. Examples that modevs run cannot simulate in --timeout are left out.
"""
import argparse, csv, importlib.util, os, re, subprocess, sys, tempfile

EVENT = re.compile(r'^event at (\S+?):')

def run(cmd, timeout):
    try:
        p = subprocess.run(cmd, capture_output=True, timeout=timeout, errors='replace')
        return p.returncode, p.stdout + p.stderr
    except subprocess.TimeoutExpired:
        return 'timeout', ''

def events(text):
    return [float(m.group(1)) for m in map(EVENT.match, text.splitlines()) if m]

def table(path):
    with open(path, newline='') as f:
        rows = list(csv.reader(f))
    return {h: [float(r[i]) for r in rows[1:]] for i, h in enumerate(rows[0])}

def differ_events(a, b, span):
    for i, (x, y) in enumerate(zip(a, b)):
        if abs(x - y) > 1e-9 * span:
            return 'event %d at %.12g, not %.12g' % (i + 1, y, x)
    if len(a) != len(b):
        return '%d events, not %d%s' % (len(b), len(a), ', first extra %.12g' % (a + b)[min(len(a), len(b)) + (len(a) if len(b) > len(a) else 0)])
    return None

def worst_value(a, b, tol, ev, near):
    """(tolerances, name, time, values) where a and b, rows at the same instants, differ most; rows as near as that to an
    event, whose sides rounding may swap, are left out; None: they do not have the same rows"""
    if len(a['time']) != len(b['time']):
        return None
    skip = set(k for k, t in enumerate(a['time']) if any(abs(t - e) <= near for e in ev)) if len(ev) < 2000 else set()
    worst = (0, 'nothing', 0, 0, 0)
    for name, x in a.items():
        y = b.get(name)
        if y is None or name == 'time':
            continue
        size = tol * max(max(map(abs, x)), 1e-3)
        for k, (u, v) in enumerate(zip(x, y)):
            if k not in skip and not abs(u - v) <= worst[0] * size:
                worst = (abs(u - v) / size, name, a['time'][k], v, u)
    return worst

def differ_values(a, b, tol, ev, span):
    worst = worst_value(a, b, tol, ev, 1e-7 * span)
    if worst is None:
        return '%d rows, not %d' % (len(b['time']), len(a['time']))
    return None if worst[0] <= 10 else '%s at %.6g: %.9g, not %.9g (%.0f tolerances)' % (*worst[1:], worst[0])

class Judge:
    """The model with a thousandth of the tolerance; run when it is needed."""
    def __init__(self, command, tol, span, timeout):
        self.command, self.tol, self.span, self.timeout, self.known = command, tol, span, timeout, None

    def far(self, ev, values):
        """how far a run is from it: events, of the span, and values, in tolerances; None: it has other events or rows"""
        if self.known is None:
            tight = [repr(self.tol / 1000) if k and self.command[k - 1] == '--tol' else c for k, c in enumerate(self.command)]
            rc, said = run(tight, self.timeout)
            self.known = (events(said), table(self.command[self.command.index('-o') + 1])) if rc == 0 else ([], {'time': []})
        known, want = self.known
        if len(known) != len(ev):
            return None
        late = max((abs(x - y) for x, y in zip(known, ev)), default=0)
        worst = worst_value(want, values, self.tol, known, 2 * late + 1e-7 * self.span)
        return worst and (late / self.span, worst[0])

    def excuse(self, model, fmu):
        """why the two, each (events, values), may differ as they do; None: they may not"""
        m, f = self.far(*model), self.far(*fmu)
        if m is None or f is None or f[0] > 1.1 * m[0] or f[1] > 1.1 * m[1]:
            return None
        return 'the model is %.1e of the span and %.0f tolerances from the solution, the FMU %.1e and %.0f' % (*m, *f)

def one(a, row, score, work):
    cls, tol = row['class'], row['tolerance'] or '1e-6'
    span = float(row['stop']) - float(row['start'])
    common = ['--start', row['start'], '--stop', row['stop'], '--tol', tol]
    interval = max(float(row['interval'] or 0), span / 2000)
    common += ['--interval', repr(interval), '--force', '--no-events', '--log', 'events'] + (['--solver', a.solver] if a.solver else [])
    model, out = os.path.join(work, 'model.csv'), os.path.join(work, 'fmu.csv')
    command = [a.modevs, 'run', cls, '-L', a.msl, '-o', model] + common
    rc, said = run(command, a.timeout)
    if rc != 0:
        return None
    ev, want, found, excused = events(said), table(model), [], []
    judge = Judge(command, float(tol), span, 10 * a.timeout)
    ref = os.path.join(a.ref or '', *cls.split('.'), cls.split('.')[-1] + '.csv')
    ref = score.load(ref) if score and os.path.exists(ref) and not score.compare(score.load(ref), want) else None
    for kind in a.kinds.split(','):
        fmu = os.path.join(work, 'M')
        rc, said = run([a.modevs, 'build', cls, '-L', a.msl, '--kind', kind, '-o', fmu, '--force'] + (['--solver', a.solver] if a.solver else []), 30 * a.timeout)
        if rc != 0:
            found.append('%s: build: %s' % (kind, said.strip()[-200:]))
            continue
        for how in ('me', 'cs'):
            rc, said = run([a.modevs, 'run', fmu + '.fmu', '--allow', 'external', '--interface', how, '-o', out] + common, 10 * a.timeout)
            if rc != 0:
                found.append('%s %s: %s' % (kind, how, said.strip()[-200:]))
                continue
            got = table(out)
            if how == 'me':
                bad = [differ_events(ev, events(said), span), differ_values(want, got, float(tol), ev, span)]
                excuse = judge.excuse((ev, want), (events(said), got)) if any(bad) else None
                if excuse:
                    excused.append('%s %s: %s' % (kind, how, excuse))
                    continue
            else:
                bad = score.compare(ref, got) if ref else None
                bad = ['%s off at %.1f %% of the instants' % (bad[0], 100 * bad[1])] if bad else []
            found += ['%s %s: %s' % (kind, how, b) for b in bad if b]
    return found, excused

def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ('modevs', 'msl', 'list'):
        p.add_argument('--' + name, required=True)
    for name in ('ref', 'score', 'only', 'solver', 'skip'):
        p.add_argument('--' + name)
    p.add_argument('--rungs', default='1-5')
    p.add_argument('--count', type=int, default=60)
    p.add_argument('--kinds', default='fmu2,fmu3')
    p.add_argument('--timeout', type=float, default=20)
    a = p.parse_args()
    a.modevs = os.path.abspath(a.modevs)
    score = None
    if a.score:
        text = open(a.score).read().replace('\nmain()\n', '\n')
        score = type(sys)('score')
        exec(compile(text, a.score, 'exec'), score.__dict__)
    lo, _, hi = a.rungs.partition('-')
    rungs = {k: [] for k in range(int(lo), int(hi or lo) + 1)}
    for r in csv.DictReader(open(a.list), delimiter='\t'):
        if int(r['rung']) in rungs and r['reference'] == '1' and (not a.only or re.search(a.only, r['class'])) and not (a.skip and re.search(a.skip, r['class'])):
            rungs[int(r['rung'])].append(r)
    done = bad = near = 0
    quota = -(-a.count // len(rungs))
    with tempfile.TemporaryDirectory() as work:
        for rung, rows in rungs.items():
            n = 0
            for row in rows:
                if n == quota or done == a.count:
                    break
                result = one(a, row, score, work)
                if result is None:
                    continue
                found, excused = result
                n += 1
                done += 1
                bad += bool(found)
                near += bool(excused and not found)
                print('%d %s: %s' % (rung, row['class'], '; '.join(found + excused) or 'agrees'), flush=True)
    print('%d examples, %d differ, %d more within what the model itself is off' % (done, bad, near))
    return bad > 0

sys.exit(main())
