#!/bin/sh
# FMUs of our models, made and run by modevs: both versions, model exchange and co-simulation, must
# give the results of the model itself; archives that are wrong or hostile are refused with words,
# and nothing is left behind. usage: tools/check_fmu.sh MODEVS
set -u
if [ $# -ne 1 ]; then
	echo "usage: tools/check_fmu.sh MODEVS" >&2
	exit 2
fi
modevs=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
emit=$(cd "$(dirname "$0")/../tests/emit" && pwd)
docs=$(cd "$(dirname "$0")/../docs" && pwd)
own=$(cd "$(dirname "$0")/../examples/devs/own_library" && pwd)/Packing.mo
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export TMPDIR="$work/tmp"
mkdir "$TMPDIR" && cd "$work" || exit 2
bad=0

fail() {
	echo "check_fmu: $*" >&2
	bad=1
}

# same A B TOLERANCE: rows of the same times, and columns that both have agree
cat >same.py <<'P'
import csv, sys
a, b = [list(csv.reader(open(p))) for p in sys.argv[1:3]]
if len(a) != len(b):
    sys.exit('%d and %d rows' % (len(a), len(b)))
for i, name in enumerate(a[0]):
    if name not in b[0]:
        continue
    j = b[0].index(name)
    size = max(1, max(abs(float(r[i])) for r in a[1:]))
    for r, s in zip(a[1:], b[1:]):
        if abs(float(r[i]) - float(s[j])) > float(sys.argv[3]) * size:
            sys.exit('%s at %s: %s, not %s' % (name, r[0], s[j], r[i]))
P
same() { python3 same.py "$@"; }

for model in Bounce Plant; do
	"$modevs" run "$emit/$model.mo" -o "$model.csv" --tol 1e-9 --no-events >/dev/null 2>&1 || fail "$model does not run"
	for version in 2 3; do
		"$modevs" build "$emit/$model.mo" --kind fmu$version --solver rk45 -o "$model$version" >/dev/null 2>&1 || fail "no $model$version.fmu"
		for kind in me cs; do
			"$modevs" run "$model$version.fmu" --allow external --interface $kind --tol 1e-9 --no-events -o got.csv --force >said 2>&1 ||
				{ fail "$model$version.fmu by $kind:"; cat said >&2; }
			same "$model.csv" got.csv 1e-5 >said 2>&1 || { fail "$model$version.fmu by $kind differs:"; cat said >&2; }
		done
	done
done

# FMU states of model exchange, written down by one process, go on in another to the same bits
cat >states.py <<'P'
import ctypes as C, sys
version, library, token, file, write = int(sys.argv[1]), *sys.argv[2:5], sys.argv[5] == 'write'
so = C.CDLL(library)
p = 'fmi%d' % version
D, P, N = C.c_double, C.c_void_p, C.c_size_t
n, nz = 2, 1
def call(name, *args):
    assert getattr(so, p + name)(c, *args) == 0, name
if version == 2:
    so.fmi2Instantiate.restype = P
    c = P(so.fmi2Instantiate(b'one', 0, token.encode(), None, None, 0, 0))
    state, bytes_, derivatives = 'FMUstate', 'DeSerialize', 'Derivatives'
    call('SetupExperiment', 0, D(0), D(0), 0, D(0))
    begin = lambda: call('EnterInitializationMode')
    update = lambda: call('NewDiscreteStates', (C.c_int * 16)())
else:
    so.fmi3InstantiateModelExchange.restype = P
    c = P(so.fmi3InstantiateModelExchange(b'one', token.encode(), None, False, False, None, None))
    state, bytes_, derivatives = 'FMUState', 'Deserialize', 'ContinuousStateDerivatives'
    begin = lambda: call('EnterInitializationMode', False, D(0), D(0), False, D(0))
    update = lambda: call('UpdateDiscreteStates', *[C.byref(C.c_bool()) for k in range(5)], C.byref(D()))
x, dx, z, kept, size = (D * n)(), (D * n)(), (D * nz)(), P(), N()
def steps(first, last):
    for k in range(first, last):
        call('SetTime', D(k / 64))
        call('Get' + derivatives, dx, N(n))
        for i in range(n):
            x[i] += dx[i] / 64
        call('SetContinuousStates', x, N(n))
        call('GetEventIndicators', z, N(nz))
if write:
    begin()
    call('ExitInitializationMode')
    update()
    call('EnterContinuousTimeMode')
    call('GetContinuousStates', x, N(n))
    steps(0, 20)
    call('Get' + state, C.byref(kept))
    call('Serialized' + state + 'Size', kept, C.byref(size))
    data = (C.c_char * size.value)()
    call('Serialize' + state, kept, data, size)
    open(file, 'wb').write(bytes(data))
else:
    data = open(file, 'rb').read()
    assert getattr(so, p + bytes_ + state)(c, data[:-1], N(len(data) - 1), C.byref(kept)) != 0
    call(bytes_ + state, data, N(len(data)), C.byref(kept))
    call('Set' + state, kept)
    call('GetContinuousStates', x, N(n))
call('Free' + state, C.byref(kept))
steps(20, 60)
print([v.hex() for v in list(x) + list(dx) + list(z)])
P
for version in 2 3; do
	rm -rf unpacked
	python3 -m zipfile -e Plant$version.fmu unpacked
	library=$(find "$PWD/unpacked/binaries" -name '*.so')
	token=$(sed -n 's/.*\(guid\|instantiationToken\)="\([^"]*\)".*/\2/p' unpacked/modelDescription.xml | head -n 1)
	python3 states.py $version "$library" "$token" kept.bin write >wrote 2>said || { fail "states of Plant$version.fmu are not written:"; cat said >&2; }
	python3 states.py $version "$library" "$token" kept.bin read >read 2>said || { fail "states of Plant$version.fmu are not read:"; cat said >&2; }
	cmp wrote read || fail "a state of Plant$version.fmu goes on otherwise"
done

# what objects of others' code are only they know: such a model does not say that it can be written down
cat >Own.mo <<'M'
model Own
  class Thing
    extends ExternalObject;
    function constructor
      input Real x;
      output Thing t;
      external "C" t = mdv_thing_new(x);
    end constructor;
    function destructor
      input Thing t;
      external "C" mdv_thing_free(t);
    end destructor;
  end Thing;
  function value
    input Thing t;
    output Real y;
    external "C" y = mdv_thing_value(t);
  end value;
  Thing t = Thing(2);
  Real x(start = 0, fixed = true);
equation
  der(x) = value(t);
end Own;
M
for version in 2 3; do
	"$modevs" build Own.mo --kind fmu$version -o Own --force >/dev/null 2>&1 || fail "no Own.fmu"
	python3 -m zipfile -e Own.fmu unpacked
	grep '<ModelExchange' unpacked/modelDescription.xml | grep -q canSerialize && fail "states of Own$version.fmu are said to be written down"
	grep '<CoSimulation' unpacked/modelDescription.xml | grep -q canSerialize || fail "states of Own$version.fmu by steps are not said to be written down"
done

# what derivatives and outputs depend on, exactly, and the events of the model where they are
cat >Depends.mo <<'M'
model Depends
  parameter Real k = 2;
  input Real u(start = 0);
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), w;
  output Real o1 = 3 * x, o2 = k * y + u, o3 = if b then x else y;
  output Boolean b = x > 0.5, ob = u > 0.3;
equation
  der(x) = -k * x + sin(u);
  der(y) = x * y + w;
  w + w ^ 3 = x;
end Depends;
M
"$modevs" build Depends.mo --kind fmu3 -o Depends >/dev/null 2>&1 || fail "no Depends.fmu"
python3 - <<'P' || fail "dependencies are not those of the equations"
import xml.etree.ElementTree as E, zipfile
root = E.fromstring(zipfile.ZipFile('Depends.fmu').read('modelDescription.xml'))
name = {v.get('valueReference'): v.get('name') for v in root.find('ModelVariables')}
got = {name[u.get('valueReference')]: dict(zip([name[r] for r in u.get('dependencies').split()], u.get('dependenciesKind', '').split()))
       for u in root.find('ModelStructure') if u.tag in ('Output', 'ContinuousStateDerivative')}
want = {'o1': {'x': 'constant'}, 'o2': {'y': 'fixed', 'u': 'constant'}, 'o3': {'x': 'discrete', 'y': 'discrete'},
        'b': {'x': 'dependent'}, 'ob': {'u': 'dependent'}, 'der(x)': {'x': 'fixed', 'u': 'dependent'},
        'der(y)': {'x': 'dependent', 'y': 'dependent'}}
assert got == want, got
P

# what is unknown at the start depends on what the initial equations, and the first event, make it of
cat >Starts.mo <<'M'
model Starts
  parameter Real k = 2, q = 3 * k, r = 5, first = 0, g = 1;
  parameter Real s(fixed = false, start = g);
  input Real u(start = 0);
  Real x(start = 1, fixed = true), y, z(start = g), w;
  output Real o1 = 3 * x, o2 = k * y + u, o3 = if b then x else y, o4 = s * time, o5 = z - 2 * w;
  output Boolean b = x > 0.5;
  output Integer n(start = 0);
initial equation
  y = q + sin(u);
  der(z) = 0;
  s ^ 3 = r;
  n = 1;
equation
  der(x) = -k * x + sin(u);
  der(y) = x * y + w;
  der(z) = -z + x;
  w + w ^ 3 = z;
  when sample(first, 1) then
    n = pre(n) + (if y > 0 then 1 else 2);
  end when;
end Starts;
M
for version in 2 3; do
	"$modevs" build Starts.mo --kind fmu$version -o Starts$version >/dev/null 2>&1 || fail "no Starts$version.fmu"
	"$modevs" check Starts$version.fmu --allow external >said 2>&1 || { fail "check Starts$version.fmu:"; cat said >&2; }
	python3 - $version <<'P' || fail "what is unknown at the start depends on something else, in FMI $version"
import sys, xml.etree.ElementTree as E, zipfile
two = sys.argv[1] == '2'
root = E.fromstring(zipfile.ZipFile('Starts%s.fmu' % sys.argv[1]).read('modelDescription.xml'))
name = {str(i + 1) if two else v.get('valueReference'): v.get('name') for i, v in enumerate(root.find('ModelVariables'))}
got = {}
for e in root.find('ModelStructure').find('InitialUnknowns') if two else root.find('ModelStructure').findall('InitialUnknown'):
    of = [name[r] for r in e.get('dependencies').split()]
    got[name[e.get('index' if two else 'valueReference')]] = dict(zip(of, e.get('dependenciesKind', 'dependent ' * len(of)).split()))
c, d = 'constant', 'dependent'
want = {'q': {'k': c}, 's': {'r': d}, 'y': {'k': c, 'u': d}, 'z': {'x': c}, 'o1': {'x': c}, 'o2': {'k': d, 'u': d},
        'o3': {'k': d, 'u': d, 'x': d}, 'o4': {'r': d, 'time': d}, 'o5': {'x': d}, 'b': {'x': d},
        'first': {}, 'n': {'k': d, 'u': d, 'time': d},
        'der(x)': {'k': d, 'u': d, 'x': d}, 'der(y)': {'k': d, 'u': d, 'x': d}, 'der(z)': {'x': c}}
if two:
    want = {u: {k: v for k, v in of.items() if k != 'time'} for u, of in want.items()}
assert got == want, got
told = root.find('ModelExchange').get
assert told('completedIntegratorStepNotNeeded') is None if two else told('needsCompletedIntegratorStep') == 'true', 'ends of steps are not wanted'
P
done

# arrays of FMI 3 are arrays, of all types, with the results of the model; FMI 2 has elements
cat >Arrays.mo <<'M'
model Arrays
  parameter Real A[2, 2] = {{-1, 0.2}, {0.1, -2}};
  parameter Integer n[3] = {1, 2, 3};
  parameter Boolean on[2] = {true, false};
  parameter String s[2] = {"a", "b"};
  input Real u[2](start = {0.5, 0.25});
  input Boolean gate[2];
  output Real y[2];
  output Integer k[3];
  output Boolean b[2];
  Real x[2](start = {1, 2}, each fixed = true), z[2, 2], w[2], v = x[2], same[2] = x, q(start = 0, fixed = true);
  type Colour = enumeration(red, green, blue);
  Colour c[2];
equation
  der(x) = A * x + {u[1], if gate[1] then 1 else 0};
  y = A * x + u;
  z = {{x[1], 2 * x[2]}, {time, 7}};
  w = y;
  k = {if x[1] > 0.5 then n[1] else n[2], n[3], 4};
  b = {x[2] > 1, on[2] and gate[2]};
  c = {if x[1] > 0.5 then Colour.red else Colour.blue, Colour.green};
  der(q) = w[2] + z[1, 2];
  annotation(experiment(StopTime = 2, Interval = 0.01));
end Arrays;
M
cat >Arrays.csv <<'C'
time,u[1],u[2],gate[1],gate[2]
0,0,1,false,false
1,1,0,true,true
2,0,0,true,false
C
set -- --input Arrays.csv --set 'x[2]=3' --set 'n[3]=9' --set 'on[2]=true' --set 'A[1,2]=0.3' --tol 1e-9 --no-events --force
"$modevs" run Arrays.mo -o want.csv "$@" >/dev/null 2>&1 || fail "Arrays does not run"
for version in 2 3; do
	"$modevs" build Arrays.mo --kind fmu$version -o Arrays --force >/dev/null 2>&1 || fail "no Arrays.fmu"
	"$modevs" check Arrays.fmu --allow external >said 2>&1 || { fail "check Arrays.fmu:"; cat said >&2; }
	"$modevs" run Arrays.fmu --allow external -o got.csv "$@" >said 2>&1 || { fail "Arrays$version.fmu:"; cat said >&2; }
	same want.csv got.csv 1e-6 >said 2>&1 || { fail "Arrays$version.fmu differs:"; cat said >&2; }
	"$modevs" run Arrays.fmu --allow external --interface cs -o got.csv "$@" >said 2>&1 || { fail "Arrays$version.fmu by steps:"; cat said >&2; }
done
python3 - <<'P' || fail "arrays are not told as such"
import xml.etree.ElementTree as E, zipfile
root = E.fromstring(zipfile.ZipFile('Arrays.fmu').read('modelDescription.xml'))
got = {v.get('name'): (v.tag, [d.get('start') for d in v.findall('Dimension')], v.get('start')) for v in root.find('ModelVariables')}
want = {'A': ('Float64', ['2', '2'], '-1 0.2 0.1 -2'), 'n': ('Int32', ['3'], '1 2 3'), 'on': ('Boolean', ['2'], 'true false'),
        's': ('String', ['2'], None), 'u': ('Float64', ['2'], '0.5 0.25'), 'gate': ('Boolean', ['2'], 'false false'),
        'y': ('Float64', ['2'], None), 'k': ('Int32', ['3'], None), 'b': ('Boolean', ['2'], None), 'x': ('Float64', ['2'], '1 2'),
        'z': ('Float64', ['2', '2'], None), 'c': ('Enumeration', ['2'], None), 'der(x)': ('Float64', ['2'], None), 'q': ('Float64', [], '0')}
assert {n: got.get(n) for n in want} == want, got
ref = {v.get('valueReference'): v.get('name') for v in root.find('ModelVariables')}
got = {ref[u.get('valueReference')]: set(ref[r] for r in u.get('dependencies').split())
       for u in root.find('ModelStructure') if u.tag in ('Output', 'ContinuousStateDerivative')}
assert got == {'y': {'x', 'u'}, 'k': {'x'}, 'b': {'x', 'gate'}, 'der(x)': {'x', 'u', 'gate'}, 'der(q)': {'x', 'u'}}, got
P

# Strings are set, with the start values that the description tells, or it is said why not
cat >Label.mo <<'M'
model Label
  parameter String s = "one \"two\" & <three>", names[2] = {"a", "b"};
  parameter String used = "x";
  Real y[if used == "x" then 1 else 2](each start = 0, each fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(y) = ones(size(y, 1));
  when time > 0.5 then
    n = if s == "two" and names[1] == "a" and names[2] == "c" then 7 else 1;
  end when;
  annotation(experiment(StopTime = 1));
end Label;
M
for version in 2 3; do
	"$modevs" build Label.mo --kind fmu$version -o Label --force >/dev/null 2>&1 || fail "no Label.fmu"
	"$modevs" check Label.fmu --allow external >said 2>&1 || { fail "check Label.fmu:"; cat said >&2; }
	for kind in me cs; do
		"$modevs" run Label.fmu --allow external --interface $kind --set 's="two"' --set 'names[2]=c' -o got.csv --force >said 2>&1 ||
			{ fail "Label$version.fmu by $kind:"; cat said >&2; }
		tail -n 1 got.csv | grep -q '^1,1,7' || fail "Strings are not set in Label$version.fmu by $kind"
	done
	"$modevs" run Label.fmu --allow external --set used=y -o got.csv --force >said 2>&1 && fail "a String that was used is set"
	grep -q "'used': it is a parameter whose value was used to build the model" said || { fail "no reason is given:"; cat said >&2; }
	python3 - $version <<'P' || fail "start values of Strings, or what states and slopes can do, are not told"
import sys, xml.etree.ElementTree as E, zipfile
root = E.fromstring(zipfile.ZipFile('Label.fmu').read('modelDescription.xml'))
v = {x.get('name'): x for x in root.find('ModelVariables')}
if sys.argv[1] == '2':
    got = [v[n].find('String').get('start') for n in ('s', 'names[1]', 'names[2]')]
    names = ['canSerializeFMUstate', 'providesDirectionalDerivative']
else:
    got = [x.get('value') for n in ('s', 'names') for x in v[n].findall('Start')]
    names = ['canSerializeFMUState', 'providesDirectionalDerivatives', 'providesAdjointDerivatives']
assert got == ['one "two" & <three>', 'a', 'b'], got
assert all(root.find(k).get(n) == 'true' for k in ('ModelExchange', 'CoSimulation') for n in names)
P
done

# a variable that was found to be constant is in the results, as of the model
cat >Still.mo <<'M'
model Still
  Real x(start = 1, fixed = true), zero, one = 1;
equation
  der(x) = -x + zero;
  zero = 0;
  annotation(experiment(StopTime = 1));
end Still;
M
"$modevs" run Still.mo -o want.csv >/dev/null 2>&1 || fail "Still does not run"
for version in 2 3; do
	"$modevs" build Still.mo --kind fmu$version -o Still >/dev/null 2>&1 --force || fail "no Still.fmu"
	"$modevs" run Still.fmu --allow external -o got.csv --force >/dev/null 2>&1 || fail "Still.fmu does not run"
	[ "$(head -1 want.csv | tr , '\n' | sort | tr '\n' ' ')" = "$(head -1 got.csv | tr , '\n' | sort | tr '\n' ' ')" ] ||
		fail "Still.fmu has other results than the model: $(head -1 got.csv), not $(head -1 want.csv)"
done

# names of one value have one reference, unless they say different things of it; one of them is set
cat >Aliases.mo <<'M'
model Aliases
  Real a(start = 1, fixed = true), b, c, d(unit = "m"), e(max = 9);
  output Real y, z;
equation
  der(a) = -b;
  a = b; c = -a; d = a; e = a; y = a; z = c;
  annotation(experiment(StopTime = 1));
end Aliases;
M
"$modevs" run Aliases.mo -o want.csv --force >/dev/null 2>&1 || fail "Aliases does not run"
for version in 2 3; do
	"$modevs" build Aliases.mo --kind fmu$version -o Aliases --force >/dev/null 2>&1 || fail "no Aliases.fmu"
	"$modevs" check Aliases.fmu --allow external >said 2>&1 || { fail "check Aliases.fmu:"; cat said >&2; }
	for kind in me cs; do
		"$modevs" run Aliases.fmu --allow external --interface $kind -o got.csv --force >/dev/null 2>&1 || fail "Aliases.fmu does not run"
		same want.csv got.csv 1e-5 >said 2>&1 || { fail "Aliases.fmu by $kind:"; cat said >&2; }
		[ "$(head -1 want.csv | tr , '\n' | sort)" = "$(head -1 got.csv | tr , '\n' | sort)" ] || fail "Aliases.fmu has other names"
	done
	python3 - <<'P' || fail "aliases are not told"
import xml.etree.ElementTree as E, zipfile
root = E.fromstring(zipfile.ZipFile('Aliases.fmu').read('modelDescription.xml'))
ref = {}
for v in root.find('ModelVariables'):
    for n in [v] + v.findall('Alias'):
        ref.setdefault(v.get('valueReference'), []).append(n.get('name'))
sets = sorted(sorted(set(n) - {'der(a)'}) for n in ref.values())
assert any(set('ab') <= set(s) for s in sets) and not any(len(s) > 1 and set('cde') & set(s) & set('de') for s in sets), sets
assert not any(n.get('start') for v in root.find('ModelVariables') if v.get('name') == 'b' for n in v.iter()), 'b can be set'
P
done

# every unit and display unit that a variable has is defined
cat >Units.mo <<'M'
model Units
  Real a(unit = "rad", displayUnit = "rad") = time, b(unit = "rad", displayUnit = "deg") = time, c(unit = "K", displayUnit = "degC") = 300 + time,
    d(unit = "m", displayUnit = "s") = time, e(displayUnit = "deg") = time;
end Units;
M
for version in 2 3; do
	"$modevs" build Units.mo --kind fmu$version -o Units --force >/dev/null 2>&1 || fail "no Units.fmu"
	python3 - <<'P' || fail "a unit is not defined"
import xml.etree.ElementTree as E, zipfile
root = E.fromstring(zipfile.ZipFile('Units.fmu').read('modelDescription.xml'))
unit = {u.get('name'): [s.get('name') for s in u.findall('DisplayUnit')] for u in root.find('UnitDefinitions')}
seen = [(v.get('unit'), v.get('displayUnit')) for v in root.find('ModelVariables').iter() if v.get('unit') or v.get('displayUnit')]
assert ('rad', 'deg') in seen and ('K', 'degC') in seen and all(u in unit and (s is None or s in unit[u]) for u, s in seen), (unit, seen)
P
done

# names with indices that are no numbers are not structured
printf 'model Names\n  type E = enumeration(a, b);\n  Real x[E] = {time, 2 * time};\nend Names;\n' >Names.mo
"$modevs" build Names.mo --kind fmu2 -o Names >/dev/null 2>&1 || fail "no Names.fmu"
python3 - <<'P' || fail "names are told to be what they are not"
import zipfile
for file, naming in ('Names.fmu', 'flat'), ('Units.fmu', 'structured'):
    assert 'variableNamingConvention="%s"' % naming in zipfile.ZipFile(file).read('modelDescription.xml').decode(), file
P

# refused STATUS TEXT FILE [OPTION]...: ends so, with these words
refused() {
	status=$1 text=$2 file=$3
	shift 3
	"$modevs" run "$file" --allow external -o got.csv --force "$@" >said 2>&1
	got=$?
	[ $got -eq "$status" ] || fail "$file: status $got, not $status"
	grep -q "$text" said || { fail "$file does not say '$text':"; cat said >&2; }
}

"$modevs" run Bounce2.fmu -o got.csv --force >said 2>&1
[ $? -eq 2 ] && grep -q -- '--allow external' said || fail "an FMU runs without permission"
head -c 100000 Bounce2.fmu >Short.fmu
refused 1 'no ZIP archive' Short.fmu
: >Empty.fmu
refused 1 'no ZIP archive' Empty.fmu
refused 1 'cannot read' Missing.fmu
python3 - <<'P' || fail "no archives to try"
import zipfile
good = {i.filename: zipfile.ZipFile('Bounce2.fmu').read(i) for i in zipfile.ZipFile('Bounce2.fmu').infolist()}
xml = good['modelDescription.xml'].decode()
def make(name, files):
    with zipfile.ZipFile(name + '.fmu', 'w', zipfile.ZIP_DEFLATED) as z:
        for n, b in files.items():
            z.writestr(n, b)
def with_xml(text):
    return dict(good, **{'modelDescription.xml': text})
make('Climbs', dict(good, **{'../../out.txt': b'x'}))
make('Absolute', dict(good, **{'/tmp/out.txt': b'x'}))
make('Bomb', dict(good, **{'resources/zeros': bytes(1 << 30) + b'x'}))
make('NoXml', {k: v for k, v in good.items() if 'Description' not in k})
make('NoBinary', {k: v for k, v in good.items() if '.so' not in k})
make('Text', dict(good, **{'binaries/linux64/Bounce2.so': b'this is no library'}))
make('Guid', with_xml(xml.replace('guid="{', 'guid="{0')))
make('Version', with_xml(xml.replace('fmiVersion="2.0"', 'fmiVersion="1.0"')))
make('Broken', with_xml(xml[:len(xml) // 2]))
make('Entities', with_xml('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]>' + xml.split('?>', 1)[1].replace('modelName="Bounce"', 'modelName="&a;"')))
make('Path', with_xml(xml.replace('modelIdentifier="Bounce2"', 'modelIdentifier="../../evil"')))
make('Derivative', with_xml(xml.replace('derivative="', 'quantity="')))
make('Number', with_xml(xml.replace('valueReference="1"', 'valueReference="one"')))
make('Other', with_xml('<html/>'))
make('Kinds', with_xml(xml.replace('ModelExchange', 'Nothing').replace('CoSimulation', 'Nothing')))
for name, second in ('Same', b'text'), ('Differs', b'other'):
    make(name, dict(good, **{'extra/a.txt': b'text', 'extra/b.txt': second}))
    raw = open(name + '.fmu', 'rb').read()
    open(name + '.fmu', 'wb').write(raw.replace(b'extra/b.txt', b'extra/a.txt'))
raw = bytearray(open('Bounce2.fmu', 'rb').read())
raw[200] ^= 255
open('Damaged.fmu', 'wb').write(raw)
P
refused 1 'outside of its folder' Climbs.fmu
refused 1 'outside of its folder' Absolute.fmu
refused 1 'would grow' Bomb.fmu
refused 1 'no modelDescription.xml' NoXml.fmu
refused 1 'no binary' NoBinary.fmu
refused 1 'no binary' Text.fmu
refused 3 'the guid is not that of this FMU' Guid.fmu
refused 1 'only 2.0 and 3.0' Version.fmu
refused 1 'modelDescription.xml:' Broken.fmu
refused 1 'entity' Entities.fmu
refused 1 'model identifier' Path.fmu
refused 1 'derivative of a state' Derivative.fmu
refused 1 'valueReference' Number.fmu
refused 1 'outermost element' Other.fmu
refused 1 'neither model exchange' Kinds.fmu
refused 1 'damaged' Damaged.fmu
refused 1 "has 'extra/a.txt' twice" Differs.fmu
"$modevs" run Same.fmu --allow external -o got.csv --force >said 2>&1 || { fail "a file that is there twice:"; cat said >&2; }
[ ! -e ../out.txt ] && [ ! -e /tmp/out.txt ] || fail "an archive has written outside of its folder"

# a library that crashes, one that lacks a function, one that gives no numbers
cat >crash.c <<'C'
#include <math.h>
#include <stddef.h>
#ifdef CRASHES
#define DO(x) (*(volatile int *)0 = x)
#else
#define DO(x) (x)
#endif
static int one;
void *fmi2Instantiate(void) { return &one; }
#define OK(name) int name(void) { return 0; }
OK(fmi2SetupExperiment) OK(fmi2EnterInitializationMode) OK(fmi2ExitInitializationMode) OK(fmi2Terminate)
OK(fmi2GetInteger) OK(fmi2GetBoolean) OK(fmi2SetReal) OK(fmi2SetInteger) OK(fmi2SetBoolean) OK(fmi2SetString)
OK(fmi2EnterEventMode) OK(fmi2NewDiscreteStates) OK(fmi2EnterContinuousTimeMode) OK(fmi2CompletedIntegratorStep)
OK(fmi2SetTime) OK(fmi2SetContinuousStates) OK(fmi2GetEventIndicators) OK(fmi2GetNominalsOfContinuousStates) OK(fmi2GetDirectionalDerivative)
int fmi2GetString(void *c, const unsigned r[], size_t n, const char *v[]) { for (size_t i = 0; i < n; i++) v[i] = "x"; return 0; }
int fmi2GetReal(void *c, const unsigned r[], size_t n, double v[]) { for (size_t i = 0; i < n; i++) v[i] = 1; return 0; }
int fmi2GetContinuousStates(void *c, double x[], size_t n) { for (size_t i = 0; i < n; i++) x[i] = 1; return 0; }
#ifdef NUMBERS
int fmi2GetDerivatives(void *c, double x[], size_t n) { for (size_t i = 0; i < n; i++) x[i] = NAN; return 0; }
#elif !defined(LACKS)
int fmi2GetDerivatives(void *c, double x[], size_t n) { DO(1); for (size_t i = 0; i < n; i++) x[i] = 0; return 0; }
#endif
void fmi2FreeInstance(void *c) { (void)c; }
C
for kind in CRASHES LACKS NUMBERS; do
	${CC:-cc} -w -shared -fPIC -D$kind crash.c -o Bounce2.so || fail "crash.c is not compiled"
	python3 - $kind <<'P' || fail "no archive to try"
import sys, zipfile
with zipfile.ZipFile('Bounce2.fmu') as a, zipfile.ZipFile(sys.argv[1] + '.fmu', 'w') as z:
    z.writestr('modelDescription.xml', a.read('modelDescription.xml'))
    z.write('Bounce2.so', 'binaries/linux64/Bounce2.so')
P
done
refused 3 'crashed (Segmentation fault) in fmi2GetDerivatives' CRASHES.fmu
refused 1 'lacks the function fmi2GetDerivatives' LACKS.fmu
refused 3 'not a finite number' NUMBERS.fmu

# arrays of FMI 3: der(x) = A x, A[2,2], by their elements; clocks and scheduled execution by name
cat >array.c <<'C'
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
static double A[4] = {0, 1, -1, 0}, x[2] = {1, 0}, t;
static int one;
#define OK(name) int name(void) { return 0; }
#define BOTH(T) OK(fmi3Get##T) OK(fmi3Set##T)
BOTH(Float32) BOTH(Int8) BOTH(UInt8) BOTH(Int16) BOTH(UInt16) BOTH(Int32) BOTH(UInt32) BOTH(Int64) BOTH(Boolean) BOTH(String) OK(fmi3SetUInt64)
OK(fmi3EnterInitializationMode) OK(fmi3ExitInitializationMode) OK(fmi3Terminate) OK(fmi3EnterEventMode) OK(fmi3EnterContinuousTimeMode)
OK(fmi3GetEventIndicators)
int fmi3CompletedIntegratorStep(void) { return 3; } /* nobody has said that it is needed */
void *fmi3InstantiateModelExchange(void) { return &one; }
void fmi3FreeInstance(void *c) { (void)c; }
int fmi3GetUInt64(void *c, const unsigned r[], size_t n, unsigned long v[], size_t m) { v[0] = 2; return 0; }
static void slopes(double d[2]) { d[0] = A[0] * x[0] + A[1] * x[1]; d[1] = A[2] * x[0] + A[3] * x[1]; }
int fmi3GetFloat64(void *c, const unsigned r[], size_t n, double v[], size_t m) {
	double d[2];
	slopes(d);
	for (size_t i = 0; i < n; i++) {
		const double *from = r[i] == 2 ? A : r[i] == 3 ? x : d;
		size_t k = r[i] == 2 ? 4 : 2;
		if (k > m) return 3;
		memcpy(v, from, k * sizeof *v);
		v += k, m -= k;
	}
	return m == 0 ? 0 : 3;
}
int fmi3SetFloat64(void *c, const unsigned r[], size_t n, const double v[], size_t m) {
	if (n != 1 || r[0] != 2 || m != 4) return 3;
	memcpy(A, v, sizeof A);
	return 0;
}
int fmi3UpdateDiscreteStates(void *c, bool *a, bool *b, bool *d, bool *e, bool *f, double *g) { *a = *b = *d = *e = *f = false; return 0; }
int fmi3SetTime(void *c, double at) { t = at; return 0; }
int fmi3SetContinuousStates(void *c, const double v[], size_t n) { memcpy(x, v, sizeof x); return n == 2 ? 0 : 3; }
int fmi3GetContinuousStates(void *c, double v[], size_t n) { memcpy(v, x, sizeof x); return 0; }
int fmi3GetContinuousStateDerivatives(void *c, double v[], size_t n) { slopes(v); return 0; }
int fmi3GetNominalsOfContinuousStates(void *c, double v[], size_t n) { v[0] = v[1] = 1; return 0; }
C
${CC:-cc} -w -shared -fPIC array.c -o Arrays.so || fail "array.c is not compiled"
python3 - <<'P' || fail "no archives to try"
import zipfile
xml = """<?xml version="1.0"?><fmiModelDescription fmiVersion="3.0" modelName="Arrays" instantiationToken="x">
<ModelExchange modelIdentifier="Arrays"/><DefaultExperiment stopTime="3"/><ModelVariables>
<UInt64 name="n" valueReference="1" causality="structuralParameter" variability="fixed" start="2"/>
<Float64 name="A" valueReference="2" causality="parameter" variability="fixed" start="0 1 -1 0"><Dimension start="2"/><Dimension valueReference="1"/></Float64>
<Float64 name="x" valueReference="3" causality="local"><Alias name="same"/><Dimension valueReference="1"/></Float64>
<Float64 name="der(x)" valueReference="4" causality="local" derivative="3"><Dimension valueReference="1"/></Float64>
</ModelVariables><ModelStructure><ContinuousStateDerivative valueReference="4"/><InitialUnknown valueReference="3"/><InitialUnknown valueReference="4"/></ModelStructure></fmiModelDescription>"""
def make(name, text):
    with zipfile.ZipFile(name + '.fmu', 'w') as z:
        z.writestr('modelDescription.xml', text)
        z.write('Arrays.so', 'binaries/x86_64-linux/Arrays.so')
make('Arrays', xml)
make('Clock', xml.replace('</ModelVariables>', '<Clock name="c" valueReference="9" causality="input" intervalVariability="triggered"/></ModelVariables>'))
make('Scheduled', xml.replace('ModelExchange', 'ScheduledExecution'))
make('Size', xml.replace('<Dimension start="2"/>', '<Dimension valueReference="77"/>'))
make('Few', xml.replace('0 1 -1 0', '0 1 -1'))
make('Huge', xml.replace('<Dimension start="2"/>', '<Dimension start="4000000000"/>'))
P
"$modevs" run Arrays.fmu --allow external --tol 1e-9 --set 'A[2,1]=-4' -o got.csv --force >said 2>&1 || { fail "Arrays.fmu:"; cat said >&2; }
python3 - <<'P' || fail "the elements of arrays are not those of the equations"
import csv, math
for r in csv.DictReader(open('got.csv')):
    t = float(r['time'])
    assert abs(float(r['x[1]']) - math.cos(2 * t)) < 1e-6 and abs(float(r['der(x[2])']) + 4 * math.cos(2 * t)) < 1e-5, r
    assert r['same[1]'] == r['x[1]'] and r['same[2]'] == r['x[2]'], r
P
refused 1 'clocks' Clock.fmu
refused 1 'scheduled execution' Scheduled.fmu
refused 1 'no size' Size.fmu
refused 1 'fewer start values' Few.fmu
refused 1 'more than a million' Huge.fmu

# modevs check of an FMU: ours has no findings, with many states, which are no arrays then, or with
# terms so large that differences are rounding; each of the others has the one that it was made for
"$modevs" build "$emit/Heat.mo" --kind fmu3 -o Heat3 >/dev/null 2>&1 || fail "no Heat3.fmu"
cat >Large.mo <<'M'
model Large
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = 1e17 - 550 * x - 1e17 * y;
  der(y) = x - y;
end Large;
M
"$modevs" build Large.mo --kind fmu2 -o Large >/dev/null 2>&1 || fail "no Large.fmu"
for file in Bounce2 Bounce3 Plant2 Plant3 Depends Arrays Heat3 Large; do
	"$modevs" check "$file.fmu" --allow external >said 2>&1 || { fail "check $file.fmu:"; cat said >&2; }
done
"$modevs" check Bounce2.fmu >said 2>&1 && grep -q 'binary was not tried' said || fail "check without permission: $(cat said)"
python3 - <<'P' || fail "no archives to try"
import re, zipfile
good = {i.filename: zipfile.ZipFile('Depends.fmu').read(i) for i in zipfile.ZipFile('Depends.fmu').infolist()}
xml = good['modelDescription.xml'].decode()
ref = dict(re.findall(r'name="([^"]*)" valueReference="([0-9]*)"', xml))
def make(name, text):
    assert text != xml, name
    with zipfile.ZipFile(name + '.fmu', 'w', zipfile.ZIP_DEFLATED) as z:
        for n, b in dict(good, **{'modelDescription.xml': text}).items():
            z.writestr(n, b)
make('Twice', xml.replace('name="o2"', 'name="o1"'))
make('NoStart', xml.replace('initial="exact" start="2"', 'initial="exact"'))
make('Fixed', xml.replace('causality="parameter" variability="fixed"', 'causality="parameter" variability="continuous"'))
make('Limits', xml.replace('initial="exact" start="2"', 'initial="exact" min="3" start="2"'))
make('NoOutput', re.sub(r'<Output valueReference="%s".*?/>' % ref['o1'], '', xml))
initial = re.search(r'<InitialUnknown valueReference="%s" dependencies="([^"]*)"' % ref['o2'], xml)
make('Start2', xml.replace(initial.group(0), initial.group(0).replace(initial.group(1), ref['u'])))
make('NoInitial', re.sub(r'<InitialUnknown valueReference="%s".*?/>' % ref['o1'], '', xml))
make('Initial2', re.sub(r'(<InitialUnknown valueReference="%s".*?/>)' % ref['o1'], r'\1\1', xml))
make('Initial3', xml.replace('<InitialUnknown valueReference="%s"' % ref['o1'], '<InitialUnknown valueReference="%s"' % ref['k']))
make('Depends2', xml.replace('<ContinuousStateDerivative valueReference="%s" dependencies="%s %s"' % (ref['der(y)'], ref['x'], ref['y']),
                             '<ContinuousStateDerivative valueReference="%s" dependencies="%s"' % (ref['der(y)'], ref['y'])).replace('dependenciesKind="dependent dependent"', ''))
P
found() {
	"$modevs" check "$1.fmu" --allow external >said 2>&1 && fail "check $1.fmu finds nothing"
	grep -q "$2" said || { fail "check $1.fmu does not say '$2':"; cat said >&2; }
}
found Twice 'name of two variables'
found NoStart 'needs a start value'
found Fixed 'neither fixed nor tunable'
found Limits 'outside of its limits'
found NoOutput "'o1' is not in the structure"
found Depends2 'changes with state 1, on which it does not depend'
found Start2 "at the start 'o2' changes with 'y', on which it does not depend"
found NoInitial "'o1' is not among the initial unknowns"
found Initial2 "'o1' is twice among the initial unknowns"
found Initial3 "'k' is among the initial unknowns, and is none"
found CRASHES 'crashed (Segmentation fault)'
found NUMBERS 'not a finite number'

# files that the model reads are in the FMU, and read there; of two with one name each is its own
mkdir -p "data/a b" data/c && printf '1\n2\n3\n' >"data/a b/rows.txt" && printf '1\n' >data/c/rows.txt
cat >Reads.mo <<M
model Reads
  impure function count
    input String file;
    output Integer n;
    external "C" n = ModelicaInternal_countLines(file);
  end count;
  parameter String own = "$work/data/c/rows.txt";
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  when sample(0.1, 1) then
    n = count("$work/data/a b/rows.txt");
    m = count(own);
  end when;
end Reads;
M
for version in 2 3; do
	"$modevs" build Reads.mo --kind fmu$version -o Reads --force >said 2>&1 || { fail "no Reads.fmu:"; cat said >&2; }
	mv data gone
	for kind in me cs; do
		"$modevs" run Reads.fmu --allow external --interface $kind --stop 0.5 --vars "^(n|m)\$" --no-events -o got.csv --force >said 2>&1 || { fail "Reads$version.fmu by $kind:"; cat said >&2; }
		[ "$(tail -n 1 got.csv)" = 0.5,3,1 ] || fail "Reads$version.fmu by $kind: $(tail -n 1 got.csv)"
	done
	mv gone data
	python3 -c "import zipfile; z = zipfile.ZipFile('Reads.fmu'); assert sorted(n for n in z.namelist() if n[:3] == 'res') == ['resources/2_rows.txt', 'resources/rows.txt'], z.namelist(); assert b'$work/data/c' not in b''.join(z.read(n) for n in z.namelist())" || fail "the files of Reads.fmu"
done

# FMUs as components of a Modelica model: two of one class, coupled with each other and with an
# equation, are what the models themselves are; events are those of the models
cat >Spring.mo <<'M'
model Spring
  input Real f(start = 0);
  input Boolean held(start = false);
  parameter Real k = 4;
  output Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  output Boolean up = x > 0.5;
  output Integer ticks(start = 0, fixed = true);
  output Real sum = x + f;
equation
  der(x) = v;
  der(v) = if held then -5 * v else f - k * x;
  when {x < -0.8, sample(0.3, 0.7)} then
    reinit(v, 0.9 * v);
    ticks = pre(ticks) + 1;
  end when;
end Spring;
M
cat >Two.mo <<'M'
  Spring a(k = 9), b;
  Real w(start = 0, fixed = true), total = a.sum + b.sum;
equation
  a.f = -0.3 * a.v + w;
  b.f = a.x;
  a.held = time > 2 and time < 2.4;
  b.held = a.up and b.ticks > 3;
  der(w) = 0.1 * (b.x - w);
  annotation(experiment(StopTime = 5, Tolerance = 1e-9));
M
cat >Part.mo <<'M'
model Spring
  input Real f;
  input Boolean held;
  parameter Real k = 4;
  output Real x, v, sum;
  output Boolean up;
  Integer count annotation(__modevs(name = "ticks"));
protected
  Real own = x;
  annotation(__modevs(fmu = "Spring.fmu"));
end Spring;
M
{ echo "model Direct"; cat Two.mo; echo "end Direct;"; cat Spring.mo; } >Direct.mo
{ echo "model Foreign"; sed 's/b.ticks/b.count/' Two.mo; echo "end Foreign;"; cat Part.mo; } >Foreign.mo
"$modevs" run Direct.mo --model Direct -o Direct.csv >said 2>&1 || { fail "Direct.mo:"; cat said >&2; }
for version in 2 3; do
	"$modevs" build Spring.mo --kind fmu$version -o Spring --force >said 2>&1 || { fail "no Spring.fmu:"; cat said >&2; }
	for how in "" --in-process; do
		"$modevs" run Foreign.mo --model Foreign --allow external $how -o Foreign.csv --force >said 2>&1 || { fail "FMUs $version as components:"; cat said >&2; }
		same Direct.csv Foreign.csv 1e-6 >said 2>&1 || { fail "FMUs $version as components differ from the models:"; cat said >&2; }
	done
done
# the one that docs/fmi.md shows
cat >Motor.mo <<'M'
model Motor
  parameter Real J = 0.1;
  input Real u(start = 0);
  output Real w(start = 0, fixed = true);
  model Winding
    input Real i;
    output Boolean hot = i > 500;
  end Winding;
  Winding winding(i = u);
equation
  J * der(w) = u - w;
end Motor;
M
"$modevs" build Motor.mo --kind fmu3 -o Motor >said 2>&1 || { fail "no Motor.fmu:"; cat said >&2; }
awk '/^```/ { inside = $0 == "```modelica"; next } inside' "$docs/fmi.md" >Drive.mo
"$modevs" run Drive.mo --model Drive --allow external --vars 'motor.(w|hot)' -o got.csv --force >said 2>&1 || { fail "Drive.mo of docs/fmi.md:"; cat said >&2; }
# w = 1000/11 (1 - exp(-11 t/J)): the winding cools down at one event
python3 - <<'P' || fail "Drive.mo of docs/fmi.md has other results"
import csv, math
rows = list(csv.DictReader(open('got.csv')))
for r in rows:
    assert abs(float(r['motor.w']) - 1000 / 11 * (1 - math.exp(-11 / 0.2 * float(r['time'])))) < 0.02, r
hot = [r['motor.hot'] for r in rows]
assert hot[0] == '1' and hot[-1] == '0' and hot.count('1') < 20, hot
P
# by co-simulation with half the step half the error is left
for step in 0.01 0.005; do
	sed "s/fmu = \"Spring.fmu\"/fmu = \"Spring.fmu\", interface = \"cs\", step = $step/" Foreign.mo >Steps.mo
	"$modevs" run Steps.mo --model Foreign --allow external --no-events --interval 0.01 --stop 0.9 -o steps$step.csv >said 2>&1 || { fail "co-simulation as a component:"; cat said >&2; }
done
"$modevs" run Direct.mo --model Direct --no-events --interval 0.01 --stop 0.9 -o Direct.csv --force >/dev/null 2>&1
python3 - <<'P' || fail "co-simulation as a component does not converge"
import csv
def read(name):
    return list(csv.DictReader(open(name)))
want = read('Direct.csv')
for name in 'a.x', 'b.x':
    one, two = (max(abs(float(r[name]) - float(w[name])) for r, w in zip(read('steps%s.csv' % s), want)) for s in ("0.01", "0.005"))
    assert two < 0.05 and 1.5 < one / two < 2.5, (name, one, two)
P
# what does not fit is told
broken() { # SED TEXT
	sed "$1" Foreign.mo >Broken.mo
	"$modevs" run Broken.mo --model Foreign --allow external -o got.csv --force >said 2>&1 && fail "'$1' was taken"
	grep -qF -- "$2" said || { fail "'$1' does not say '$2':"; cat said >&2; }
}
broken 's/Real f;/Real force;/' "the FMU has no variable 'force'"
broken 's/input Real f;/output Real f;/' "'f' is an input of the FMU"
broken 's/parameter Real k/Real k/' "'k' is a parameter of the FMU"
broken 's/Spring.fmu/Nowhere.fmu/' 'Nowhere.fmu'
broken 's/"Spring.fmu"/"Spring.fmu", interface = "both"/' "'interface' must be"
broken 's/"Spring.fmu"/"Spring.fmu", interface = "cs"/' 'a step of co-simulation must be given'
broken 's/Real own = x;/Real own[2] = {x, v};/; s/output Real x,/output Real x[1],/' 'arrays cannot stand for variables of an FMU'
"$modevs" run Foreign.mo --model Foreign -o got.csv --force >said 2>&1 && fail "an FMU ran that nobody has allowed to"
grep -q -- '--allow external lets it run' said || fail "no word about what was not allowed"
"$modevs" build Foreign.mo --model Foreign --kind fmu2 -o Nested >said 2>&1 && fail "an FMU inside of an FMU"
grep -q 'FMUs among its components' said || { fail "no word about an FMU inside of an FMU"; cat said >&2; }
"$modevs" build "$own" --kind fmu3 -o Packing >said 2>&1 && fail "an FMU that lacks a shared library"
grep -q "in the shared library 'batch', which an FMU does not have" said || { fail "no word about a shared library:"; cat said >&2; }
cat >Crash.mo <<'M'
model Crash
  Bounce b;
protected
  model Bounce
    Real h;
    annotation(__modevs(fmu = "CRASHES.fmu"));
  end Bounce;
end Crash;
M
"$modevs" run Crash.mo --allow external -o got.csv --force >said 2>&1 && fail "a component that crashes"
grep -q 'crashed (Segmentation fault) in fmi2GetDerivatives' said || { fail "no word about a component that crashes:"; cat said >&2; }

[ -z "$(ls "$TMPDIR")" ] || fail "something is left in $(ls "$TMPDIR")"
"$modevs" run Plant2.fmu --allow external --stop 1e7 -o got.csv --force >said 2>&1 &
pid=$!
sleep 0.5
kill -TERM $pid
wait $pid
[ $? -eq 143 ] || fail "after SIGTERM the status is not 143"
[ -z "$(ls "$TMPDIR")" ] || fail "SIGTERM leaves something behind"
mkdir "$TMPDIR/modevs-fmu-999999999-x"
"$modevs" run Bounce2.fmu --allow external --stop 0.1 -o got.csv --force >/dev/null 2>&1
[ -z "$(ls "$TMPDIR")" ] || fail "what a killed program has left is not removed"
exit $bad
