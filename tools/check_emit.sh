#!/bin/sh
# A model run by modevs, and as a program that `modevs build` makes of it: both give the same result
# file, byte by byte, and end with the same status. usage: tools/check_emit.sh MODEVS ARGS...
# (a file or class and options of `modevs build`)
set -u

if [ $# -lt 2 ]; then
	echo "usage: tools/check_emit.sh MODEVS ARGS..." >&2
	exit 2
fi
modevs=$1
shift
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

"$modevs" build --kind exe -o "$work/program" "$@" || exit 1
"$modevs" run -o "$work/vm.csv" "$@" >"$work/vm.out" 2>"$work/vm.err"
vm_status=$?
"$work/program" -o "$work/c.csv" >"$work/c.out" 2>"$work/c.err"
status=$?
if [ $status -ne $vm_status ]; then
	echo "status $status, modevs run has $vm_status" >&2
	cat "$work/vm.err" "$work/c.err" >&2
	exit 1
fi
sed -i 's/^modevs run: //' "$work/vm.err"
sed -i 's/^program: //' "$work/c.err"
diff -u "$work/vm.err" "$work/c.err" || exit 1
if [ ! -e "$work/vm.csv" ] && [ ! -e "$work/c.csv" ]; then
	exit 0
fi
cmp "$work/vm.csv" "$work/c.csv"
