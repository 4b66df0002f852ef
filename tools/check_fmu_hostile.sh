#!/bin/sh
# FMUs that do what no FMU should, beyond those of check_fmu.sh: descriptions that contradict
# themselves or want all memory, functions that fail, lie, or never come back. Each is refused or
# found with words, in a process of its own, and leaves nothing behind.
# usage: tools/check_fmu_hostile.sh MODEVS
set -u
if [ $# -ne 1 ]; then
	echo "usage: tools/check_fmu_hostile.sh MODEVS" >&2
	exit 2
fi
modevs=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export TMPDIR="$work/tmp"
mkdir "$TMPDIR" && cd "$work" || exit 2
bad=0

fail() {
	echo "check_fmu_hostile: $*" >&2
	bad=1
}

# der(x) = -x, both kinds; each macro makes one function a bad one
cat >hostile.c <<'C'
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>
typedef struct {
	int again, terminate, nominals, values, has_next;
	double next;
} Info;
static int one, calls;
static double x = 1, t;
#define OK(name) int name(void) { return 0; }
OK(fmi2SetupExperiment) OK(fmi2EnterInitializationMode) OK(fmi2ExitInitializationMode) OK(fmi2Terminate)
OK(fmi2GetInteger) OK(fmi2GetBoolean) OK(fmi2GetString) OK(fmi2SetReal) OK(fmi2SetInteger) OK(fmi2SetBoolean) OK(fmi2SetString)
OK(fmi2EnterEventMode) OK(fmi2EnterContinuousTimeMode) OK(fmi2GetRealStatus) OK(fmi2GetBooleanStatus)
int fmi2CompletedIntegratorStep(void *c, int no, int *event, int *terminate) { return *event = *terminate = 0; }
int fmi2SetTime(void *c, double at) { t = at; return 0; }
int fmi2SetContinuousStates(void *c, const double v[], size_t n) { x = v[0]; return 0; }
int fmi2GetContinuousStates(void *c, double v[], size_t n) { v[0] = x; return 0; }
int fmi2GetDerivatives(void *c, double v[], size_t n) { v[0] = -x; return 0; }
void fmi2FreeInstance(void *c) {}
void *fmi2Instantiate(void)
{
#ifdef NOTHING
	return NULL;
#endif
	return &one;
}
int fmi2NewDiscreteStates(void *c, Info *i)
{
	*i = (Info){0};
#ifdef ENDLESS
	i->again = 1;
#elif defined(CROWD)
	i->has_next = 1, i->next = nextafter(t, INFINITY);
#elif defined(NO_TIME)
	i->has_next = 1, i->next = NAN;
#endif
	return 0;
}
int fmi2GetEventIndicators(void *c, double z[], size_t n)
{
	z[0] = 1;
#ifdef JUMPS
	z[0] = ++calls % 2 ? 1 : -1;
#elif defined(NO_SIGN)
	z[0] = NAN;
#endif
	return 0;
}
int fmi2GetNominalsOfContinuousStates(void *c, double v[], size_t n)
{
	v[0] = 1;
#ifdef SIZE_NONE
	v[0] = 0;
#elif defined(SIZE_NAN)
	v[0] = NAN;
#endif
	return 0;
}
int fmi2GetReal(void *c, const unsigned r[], size_t n, double v[])
{
#ifdef SILENT
	return 3;
#elif defined(NEGATIVE)
	return -7;
#endif
	for (size_t i = 0; i < n; i++)
		v[i] = r[i] == 1 ? x : -x;
#ifdef NO_NUMBER
	for (size_t i = 0; i < n; i++)
		v[i] = NAN;
#endif
	return 0;
}
int fmi2DoStep(void *c, double at, double h, int no)
{
#ifdef NEVER
	for (;;)
		sleep(1);
#elif defined(ENDS)
	exit(0);
#elif defined(BREAKS)
	return 3;
#elif defined(PENDING)
	return 5;
#endif
	x *= exp(-h);
	return 0;
}
C
cat >make.py <<'P'
import os, stat, subprocess, zipfile
xml = """<?xml version="1.0"?><fmiModelDescription fmiVersion="2.0" modelName="H" guid="g" numberOfEventIndicators="1">
<ModelExchange modelIdentifier="H"/><CoSimulation modelIdentifier="H" canHandleVariableCommunicationStepSize="true"/><DefaultExperiment stopTime="1"/><ModelVariables>
<ScalarVariable name="x" valueReference="1" causality="output" initial="calculated"><Real/></ScalarVariable>
<ScalarVariable name="der(x)" valueReference="2" causality="local"><Real derivative="1"/></ScalarVariable>
</ModelVariables><ModelStructure><Outputs><Unknown index="1"/></Outputs><Derivatives><Unknown index="2"/></Derivatives>
<InitialUnknowns><Unknown index="1"/><Unknown index="2"/></InitialUnknowns></ModelStructure></fmiModelDescription>"""
def make(name, text=xml, library='H.so', extra={}, link=None):
    with zipfile.ZipFile(name + '.fmu', 'w', zipfile.ZIP_DEFLATED) as z:
        z.writestr('modelDescription.xml', text)
        z.write(library, 'binaries/linux64/H.so')
        for path, data in extra.items():
            z.writestr(path, data)
        if link:
            i = zipfile.ZipInfo(link)
            i.create_system, i.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
            z.writestr(i, '/tmp')
def but(name, old, new):
    assert old in xml, name
    make(name, xml.replace(old, new))
def build(macro, out):
    subprocess.run([os.environ.get('CC') or 'cc', '-w', '-shared', '-fPIC', '-DX' if not macro else '-D' + macro, 'hostile.c', '-o', out, '-lm'], check=True)
build('', 'H.so')
make('Good')
for macro in 'NOTHING ENDLESS CROWD NO_TIME JUMPS NO_SIGN SIZE_NONE SIZE_NAN SILENT NEGATIVE NO_NUMBER NEVER ENDS BREAKS PENDING'.split():
    build(macro, 'bad.so')
    make(macro, library='bad.so')
make('Link', link='resources')
make('FileAndFolder', extra={'resources': b'x', 'resources/y': b'x'})
make('LongPath', extra={'a/' * 3000 + 'x': b'x'})
with zipfile.ZipFile('Crowded.fmu', 'w') as z:
    for i in range(30000):
        z.writestr('resources/%d' % i, b'')
but('Deep', '</fmiModelDescription>', '<VendorAnnotations>' + '<a>' * 200000 + '</a>' * 200000 + '</VendorAnnotations></fmiModelDescription>')
but('Items', '<ModelVariables>', '<TypeDefinitions><SimpleType name="t"><Enumeration>' + '<Item name="abcdefgh" value="1"/>' * 50000 + '</Enumeration></SimpleType></TypeDefinitions><ModelVariables>')
but('Lines', 'name="x"', 'name="x&#10;y"')
but('Escapes', 'name="x"', 'name="&#155;31mred"')
but('Indicators', 'numberOfEventIndicators="1"', 'numberOfEventIndicators="4000000000"')
but('Itself', 'derivative="1"', 'derivative="2"')
make('Cycle', xml.replace('<Real/>', '<Real derivative="2"/>').replace('<Derivatives>', '<Derivatives><Unknown index="1"/>'))
but('Again', '<Derivatives>', '<Derivatives><Unknown index="2"/>')
but('Far', 'derivative="1"', 'derivative="4294967295"')
but('NominalNan', '<Real/>', '<Real nominal="NaN"/>')
but('Nominal', '<Real/>', '<Real nominal="0"/>')
but('Backwards', 'stopTime="1"', 'stopTime="-1"')
but('List', '<Derivatives><Unknown index="2"', '<Derivatives><Unknown index="2" dependencies="1 77"')
make('Nobody', xml.split('<ScalarVariable')[0] + '</ModelVariables><ModelStructure/></fmiModelDescription>')
three = """<?xml version="1.0"?><fmiModelDescription fmiVersion="3.0" modelName="H" instantiationToken="x"><ModelExchange modelIdentifier="H"/><ModelVariables>
<Float64 name="time" valueReference="0" causality="independent"/><Float64 name="a" valueReference="1" causality="parameter" variability="fixed" start="1"/>
<Float64 name="b" valueReference="1" causality="parameter" variability="fixed" start="1"/></ModelVariables><ModelStructure/></fmiModelDescription>"""
make('References', three)
P
python3 make.py || fail "no FMUs to try"

# refused STATUS TEXT FILE [OPTION]...: a run ends so, with these words
refused() {
	status=$1 text=$2 file=$3
	shift 3
	"$modevs" run "$file.fmu" --allow external -o got.csv --force "$@" >said 2>&1
	got=$?
	[ $got -eq "$status" ] || fail "$file: status $got, not $status"
	grep -qF -- "$text" said || { fail "$file does not say '$text':"; cat said >&2; }
	! grep -q 'memory' said || { fail "$file speaks of memory:"; cat said >&2; }
}
found() {
	"$modevs" check "$1.fmu" --allow external >said 2>&1 && fail "check $1.fmu finds nothing"
	grep -qF -- "$2" said || { fail "check $1.fmu does not say '$2':"; cat said >&2; }
}

for file in Good Deep Items; do
	for kind in me cs; do
		"$modevs" run $file.fmu --allow external --interface $kind -o got.csv --force >said 2>&1 || { fail "$file by $kind:"; cat said >&2; }
	done
done
"$modevs" check Good.fmu --allow external >said 2>&1 || { fail "check Good.fmu:"; cat said >&2; }

refused 1 'the archive has a link' Link
refused 1 'Not a directory' FileAndFolder
refused 1 'the archive is damaged: a name' LongPath
refused 1 'at most 20000 are unpacked' Crowded
refused 1 'a name with a control character' Lines
refused 1 'a name with a control character' Escapes
refused 1 'more than a million event indicators' Indicators
refused 1 'is in the end the derivative of itself' Itself
refused 1 'is in the end the derivative of itself' Cycle
refused 1 'was there before' Again
refused 1 'is not the derivative of a state' Far
refused 1 "'nominal' is no number" NominalNan

refused 3 'fmi2Instantiate of the FMU failed' NOTHING
refused 3 'the event of the FMU never ends' ENDLESS
refused 3 'time hardly moves any more' CROWD
refused 3 "the FMU's next event is at no time" NO_TIME
refused 3 'a relation is not a finite number' NO_SIGN
refused 3 'fmi2GetReal of the FMU failed' SILENT
refused 3 'fmi2GetReal of the FMU failed' NEGATIVE
refused 3 'is not a finite number' NO_NUMBER
refused 3 'is not a finite number' NO_NUMBER --interface cs
refused 3 'fmi2DoStep of the FMU failed' BREAKS --interface cs
refused 3 'fmi2DoStep of the FMU failed' PENDING --interface cs
refused 3 'the FMU ended the program in fmi2DoStep' ENDS --interface cs
refused 4 'that was in fmi2DoStep of the FMU' NEVER --interface cs --timeout 0.5

found JUMPS 'event indicator 1 is another one when it is asked for again'
found SIZE_NONE 'the nominal value of state 1 is 0'
found SIZE_NAN 'the nominal value of state 1 is nan'
found NO_NUMBER 'is not a finite number after the last step'
found Nominal "the nominal value of 'x' is not positive"
found Backwards 'before it begins'
found List 'name something that is no variable'
found Nobody 'there are no variables'
found References 'two variables have the value reference 1'
found NOTHING 'fmi2Instantiate of the FMU failed'
found ENDS 'the FMU ended the program in fmi2DoStep'

[ -z "$(ls "$TMPDIR")" ] || fail "something is left: $(ls "$TMPDIR")"
exit $bad
