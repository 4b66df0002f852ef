#!/bin/sh
# FMUs as components of a DEVS network in C (examples/foreign): model exchange has the events of the
# closed form, co-simulation of FMI 3 the same whatever its steps are, that of FMI 2 at communication
# points; an FMU that is none is refused, nothing is left behind.
# usage: tools/check_fmu_components.sh MODEVS FOREIGN
set -u
modevs=$1 foreign=$2
room=$(cd "$(dirname "$0")/../examples/thermostat" && pwd)/Room.mo
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export TMPDIR="$work/tmp"
mkdir "$TMPDIR" && cd "$work" || exit 2
bad=0
fail() {
	echo "check_fmu_components: $*" >&2
	bad=1
}

for version in 2 3; do
	"$modevs" build "$room" --kind fmu$version --solver rk45 -o Room$version >said 2>&1 || { cat said; fail "no Room$version.fmu"; }
	"$foreign" Room$version.fmu >me$version || fail "Room$version.fmu by model exchange"
	for step in 1 7; do
		"$foreign" Room$version.fmu $step >cs$version.$step || fail "Room$version.fmu by steps of $step"
	done
done
cmp me2 me3 || fail "model exchange differs by version"
cat >look.py <<'P'
import math
def read(name):
    return [(float(l.split()[0]), l.split(None, 2)[2].strip()) for l in open(name)]
want = read('me2')
assert len(want) == 20, want
# to be cold, from 19 degrees down to 18 with 3 outside, and its valve 2.5 s later
assert abs(want[0][0] - 600 * math.log(16 / 15)) < 2e-6 and want[0][1] == 'north says true', want[0]
assert abs(want[1][0] - want[0][0] - 2.5) < 2e-6 and want[1][1] == 'valve_north says true', want[1]
for name in 'cs3.1', 'cs3.7':
    got = read(name)
    assert [g[1] for g in got] == [w[1] for w in want], name
    assert max(abs(g[0] - w[0]) for g, w in zip(got, want)) < 1e-4, (name, got)
# its inputs come inside of steps, its own words at communication points
for name, step in ('cs2.1', 1), ('cs2.7', 7):
    got = read(name)
    assert len(got) > 10, (name, got)
    for t, text in got:
        assert text.startswith('valve') or t % step == 0, (name, t, text)
assert abs(read('cs2.1')[0][0] - 39) < 1e-9
P
python3 look.py || fail "the times are others"
printf 'no archive' >None.fmu
"$foreign" None.fmu >said 2>&1 && fail "a file that is no FMU was taken"
grep -q 'None.fmu: .' said || fail "no word about a file that is no FMU"
[ -z "$(ls "$TMPDIR")" ] || fail "something is left in the folder for temporary files: $(ls "$TMPDIR")"
exit $bad
