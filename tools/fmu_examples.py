#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Library examples as FMUs, against the models themselves.

  fmu_examples.py --modevs build/modevs --msl DIR --list msl_examples.tsv [--ref DIR] [--score score.py]
                  [--rungs 1-5] [--count 60] [--only REGEX] [--kinds fmu2,fmu3] [--keep DIR]

Each example is built as FMU and run by modevs: as model exchange it must have the events of `modevs run` in their
order, at times within 1e-9 of the span, and values within 10 times the tolerance; as co-simulation (steps of one
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

def differ_values(a, b, tol, ev, span):
    """rows at the same instants; those beside an event, whose sides rounding may swap, are left out"""
    if len(a['time']) != len(b['time']):
        return '%d rows, not %d' % (len(b['time']), len(a['time']))
    near = set(k for k, t in enumerate(a['time']) if any(abs(t - e) <= 1e-7 * span for e in ev)) if len(ev) < 2000 else set()
    worst = None
    for name, x in a.items():
        y = b.get(name)
        if y is None or name == 'time':
            continue
        size = max(map(abs, x)) or 0
        for k, (u, v) in enumerate(zip(x, y)):
            if k not in near and not abs(u - v) <= 10 * tol * max(size, 1e-3):
                d = abs(u - v) / (tol * max(size, 1e-3))
                if worst is None or not d <= worst[0]:
                    worst = (d, name, a['time'][k], v, u)
    return worst and '%s at %.6g: %.9g, not %.9g (%.0f tolerances)' % (*worst[1:], worst[0])

def one(a, row, score, work):
    cls, tol = row['class'], row['tolerance'] or '1e-6'
    span = float(row['stop']) - float(row['start'])
    common = ['--start', row['start'], '--stop', row['stop'], '--tol', tol]
    interval = max(float(row['interval'] or 0), span / 2000)
    common += ['--interval', repr(interval), '--force', '--no-events', '--log', 'events'] + (['--solver', a.solver] if a.solver else [])
    model, out = os.path.join(work, 'model.csv'), os.path.join(work, 'fmu.csv')
    rc, said = run([a.modevs, 'run', cls, '-L', a.msl, '-o', model] + common, a.timeout)
    if rc != 0:
        return None
    ev, want, found = events(said), table(model), []
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
            else:
                bad = score.compare(ref, got) if ref else None
                bad = ['%s off at %.1f %% of the instants' % (bad[0], 100 * bad[1])] if bad else []
            found += ['%s %s: %s' % (kind, how, b) for b in bad if b]
    return found

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
    done = bad = 0
    quota = -(-a.count // len(rungs))
    with tempfile.TemporaryDirectory() as work:
        for rung, rows in rungs.items():
            n = 0
            for row in rows:
                if n == quota or done == a.count:
                    break
                found = one(a, row, score, work)
                if found is None:
                    continue
                n += 1
                done += 1
                bad += bool(found)
                print('%d %s: %s' % (rung, row['class'], '; '.join(found) or 'agrees'), flush=True)
    print('%d examples, %d differ' % (done, bad))
    return bad > 0

sys.exit(main())
