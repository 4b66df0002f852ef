#!/bin/sh
# sources/ of FMUs: compiled alone, in an empty folder, by the system's C compiler, without a warning
# and without any library but C's. As a shared library in place of the binary they must give the
# results of the model, as model exchange with the same events, and as co-simulation those of the
# solver that they have in place of cvode.
# usage: tools/check_sources.sh MODEVS
set -u
if [ $# -ne 1 ]; then
	echo "usage: tools/check_sources.sh MODEVS" >&2
	exit 2
fi
modevs=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
root=$(cd "$(dirname "$0")/.." && pwd)
cc=${CC:-cc}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
bad=0
flags="-std=c17 -Wall -Wextra -Werror -O0 -fPIC -ffp-contract=off"

fail() {
	echo "check_sources: $*" >&2
	bad=1
}

# same A B TOLERANCE: rows of the same times, and columns that both have agree
cat >same.py <<'P'
import csv, sys
a, b = [list(csv.reader(open(p))) for p in sys.argv[1:3]]
if len(a) != len(b):
    sys.exit('%d rows, not %d' % (len(b), len(a)))
common = [(i, b[0].index(name)) for i, name in enumerate(a[0]) if name in b[0]]
if len(common) < 2:
    sys.exit('no column is in both')
for i, j in common:
    size = max(1, max(abs(float(r[i])) for r in a[1:]))
    for r, s in zip(a[1:], b[1:]):
        if abs(float(r[i]) - float(s[j])) > float(sys.argv[3]) * size:
            sys.exit('%s at %s: %s, not %s' % (a[0][i], r[0], s[j], r[i]))
P

cat >Stiff.mo <<'M'
model Stiff "van der Pol, stiff, and what counts its turns"
  Real x(start = 2, fixed = true), y(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = 100*((1 - x^2)*y) - x;
  when x < 0 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 300, Interval = 1));
end Stiff;
M
cat >Loops.mo <<'M'
model Loops "Linear and nonlinear equations, an array function, texts"
  function mean
    input Real v[:];
    output Real m = sum(v)/size(v, 1);
  algorithm
    assert(size(v, 1) > 0, "nothing");
  end mean;
  Real x(start = 1, fixed = true), a, b, w, v[2], m = mean(v);
  String said = if x > 0.5 then "high" else "low";
  Integer length = if said == "high" then 4 else 3;
equation
  der(x) = -x + 0.1*m;
  a + 2*b = x;
  a - b = sin(time);
  w + w^3 = x;
  v[1] + v[1]^3 = v[2] + w;
  2*v[2] + sin(v[2]) = v[1] - b;
  annotation(experiment(StopTime = 2));
end Loops;
M
cat >Tables.mo <<'M'
model Tables "External objects: tables, random numbers; texts from functions"
  Modelica.Blocks.Sources.CombiTimeTable source(table = [0, 0; 0.5, 1; 0.5, 2; 1, 0]);
  Modelica.Blocks.Tables.CombiTable1Ds curve(table = [0, 0; 1, 1; 2, 4]);
  Real x(start = 0, fixed = true);
equation
  curve.u = source.y[1];
  der(x) = curve.y[1] - x;
  annotation(experiment(StopTime = 1));
end Tables;
M

# compile NAME: the sources of NAME.fmu, in a folder with nothing else, to lib.so. Files of the
# runtime that were compiled before and have not changed are not compiled again.
compile() {
	rm -rf u
	mkdir u
	python3 -m zipfile -e "$1.fmu" u || return 1
	mkdir -p objects
	for f in u/sources/runtime/*.c; do
		o=objects/$(basename "$f" .c).o
		[ -e "$o" ] || (cd u/sources/runtime && $cc $flags -c "$(basename "$f")" -o "$work/$o") || return 1
	done
	[ -d kept ] || cp -r u/sources/runtime kept
	diff -r kept u/sources/runtime >/dev/null || { echo "another runtime than the FMU before" && return 1; }
	(cd u/sources && $cc $flags -shared -Wl,-z,defs -o "$work/lib.so" "./$1.c" "$work"/objects/*.o -lm)
}

# replace NAME: lib.so becomes the binary
replace() {
	python3 - "$1" <<'P'
import sys, zipfile
name = sys.argv[1] + '.fmu'
old = zipfile.ZipFile(name)
files = {n: old.read(n) for n in old.namelist() if not n.startswith('sources/')}
for n in files:
    if n.startswith('binaries/'):
        files[n] = open('lib.so', 'rb').read()
new = zipfile.ZipFile('own_' + name, 'w')
for n in files:
    new.writestr(n, files[n])
P
}

# Do the lists name the files that there are?
check_list() {
	python3 - "$1" "$2" <<'P'
import sys, zipfile, xml.etree.ElementTree as E
z = zipfile.ZipFile(sys.argv[1] + '.fmu')
there = sorted(n[8:] for n in z.namelist() if n.startswith('sources/') and n.endswith('.c'))
if sys.argv[2] == '2':
    lists = [sorted(f.get('name') for f in k.find('SourceFiles')) for k in E.fromstring(z.read('modelDescription.xml')) if k.tag in ('ModelExchange', 'CoSimulation')]
    assert len(lists) == 2
else:
    lists = [sorted(f.get('name') for f in E.fromstring(z.read('sources/buildDescription.xml')).iter('SourceFile'))]
assert all(l == there for l in lists), (lists, there)
P
}

# check MODEL FILE VERSION KIND...
check() {
	model=$1 file=$2 version=$3
	shift 3
	"$modevs" build "$file" --kind fmu$version -o "$model" --force >said 2>&1 || { fail "no $model.fmu:"; cat said >&2; return; }
	check_list "$model" $version || fail "$model.fmu lists other sources than it has"
	compile "$model" >said 2>&1 || { fail "the sources of $model.fmu cannot be compiled:"; head -20 said >&2; return; }
	replace "$model" || { fail "no archive"; return; }
	for kind in "$@"; do # co-simulation shows no events, and has the solver of the sources
		how=
		[ $kind = cs ] && how=--no-events
		"$modevs" run "$file" -o want.csv --force --tol 1e-9 $how ${how:+--solver radau} >/dev/null 2>&1 || fail "$model does not run"
		"$modevs" run "own_$model.fmu" --allow external --interface $kind --tol 1e-9 $how -o got.csv --force >said 2>&1 || { fail "$model by $kind:"; cat said >&2; }
		python3 same.py want.csv got.csv 1e-6 >said 2>&1 || { fail "$model (FMI $version) by $kind:"; cat said >&2; }
	done
}

check Bounce "$root/tests/emit/Bounce.mo" 2 me cs
check Bounce "$root/tests/emit/Bounce.mo" 3 me cs
check Stiff Stiff.mo 2 me cs
check Loops Loops.mo 3 me cs
check Tables Tables.mo 2 me cs
check Pendulum "$root/examples/pendulum/Pendulum.mo" 3 cs
# States that are chosen while it runs: rows between the choice and its event belong to the old ones.
"$modevs" run own_Pendulum.fmu --allow external --interface me --tol 1e-9 -o got.csv --force >said 2>&1 || { fail "Pendulum by me:"; cat said >&2; }
python3 - want.csv got.csv >said 2>&1 <<'P' || { fail "Pendulum by me:"; cat said >&2; }
import csv, sys
want, got = ({r['time']: r for r in csv.DictReader(open(p))} for p in sys.argv[1:])
assert len(want) == 1001 and set(want) <= set(got) and len(got) > len(want)
for t in want:
    for name in 'x', 'y', 'u', 'v', 'energy':
        assert abs(float(want[t][name]) - float(got[t][name])) < 1e-3, (t, name, want[t][name], got[t][name])
P
check Functions "$root/tests/emit/Functions.mo" 2 me cs
check Heat "$root/tests/emit/Heat.mo" 2 cs
check Plant "$root/tests/emit/Plant.mo" 3 me cs

# what cannot be among sources is told
cat >Foreign.mo <<'M'
model Foreign
  function f
    input Real u;
    output Real y;
    external "C" y = mdv_nobody_has_this(u);
  end f;
  Real x(start = 0, fixed = true);
equation
  der(x) = f(time);
end Foreign;
M
"$modevs" build Foreign.mo --kind fmu2 -o Foreign >said 2>&1 || { fail "no Foreign.fmu:"; cat said >&2; }
grep -q "has no sources, since the model needs the external function 'mdv_nobody_has_this'" said || { fail "nothing is said of sources that are not there:"; cat said >&2; }
python3 -m zipfile -l Foreign.fmu | grep -q sources/ && fail "Foreign.fmu has sources"

exit $bad
