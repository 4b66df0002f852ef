#!/bin/sh
# Runs models by the VM and as machine code and compares results and messages, byte by byte; with
# --c also as a program that `modevs build` makes and the C compiler compiles. Classes are lines of
# the standard input. Prints a line for each model that differs, and for each that ended by the
# limit of time in one way; at the end how many were compared, and CPU seconds of both.
# usage: tools/compare_code.sh [--c] MODEVS LIBRARY [SECONDS] <classes
set -u

as_c=false
if [ "${1:-}" = --c ]; then
	as_c=true
	shift
fi
if [ $# -lt 2 ]; then
	echo "usage: tools/compare_code.sh [--c] MODEVS LIBRARY [SECONDS] <classes" >&2
	exit 2
fi
modevs=$1 library=$2 seconds=${3:-60}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
n=0 bad=0 late=0

run() { # KIND COMMAND...: results, messages and status of it; its CPU seconds are added to a file
	kind=$1
	shift
	rm -f "$work/$kind.mat"
	LC_ALL=C bash -c 'TIMEFORMAT="%U"; time { "$@" >/dev/null 2>"$0"; }' "$work/$kind.err" "$@" \
		-o "$work/$kind.mat" --timeout "$seconds" 2>"$work/time"
	echo $? >>"$work/$kind.err"
	tail -n 1 "$work/time" >>"$work/$kind.seconds"
	sed -i "s,$work/$kind,RESULT,g; s,^[^ ]*: ,," "$work/$kind.err"
}

differ() { # KIND: from the VM
	if cmp -s "$work/vm.mat" "$work/$1.mat" || { [ ! -e "$work/vm.mat" ] && [ ! -e "$work/$1.mat" ]; }; then
		cmp -s "$work/vm.err" "$work/$1.err" && return
	fi
	if grep -q '^4$' "$work/vm.err" "$work/$1.err"; then
		echo "$class: by $1 or the VM not within $seconds s"
		late=$((late + 1))
		return
	fi
	echo "$class: $1 differs from the VM"
	bad=$((bad + 1))
}

while read -r class; do
	run vm "$modevs" run "$class" -L "$library" --code vm
	run jit "$modevs" run "$class" -L "$library" --code jit
	n=$((n + 1))
	echo "$class $(tail -n 1 "$work/vm.seconds") $(tail -n 1 "$work/jit.seconds")" >>"$work/each"
	differ jit
	if $as_c && "$modevs" build "$class" -L "$library" --kind exe -o "$work/C" --force \
		>/dev/null 2>&1; then
		run c "$work/C"
		cmp -s "$work/vm.mat" "$work/c.mat" || { echo "$class: C differs from the VM"; bad=$((bad + 1)); }
	fi
done
echo "$n models, $bad differ, $late not within $seconds s; CPU seconds:" \
	"VM $(awk '{ s += $1 } END { print s }' "$work/vm.seconds")," \
	"machine code $(awk '{ s += $1 } END { print s }' "$work/jit.seconds")"
echo "slower as machine code by most, seconds:"
awk '{ printf "%.3f %s\n", $3 - $2, $1 }' "$work/each" | sort -rn | head -n 5
[ $bad -eq 0 ]
