#!/bin/sh
# Runs a program on a Modelica file and compares what it writes with the file beside it, exactly:
# standard error with .err or .strict, standard output with .flat, .dae or .PASS. With ACCEPT=1 that file is
# written instead. usage: tools/golden.sh err|strict|flat|dae|PASS FILE.mo PROGRAM [ARGS...]
set -u

if [ $# -lt 3 ]; then
	echo "usage: tools/golden.sh err|strict|flat|dae|PASS FILE.mo PROGRAM [ARGS...]" >&2
	exit 2
fi
kind=$1
cd "$(dirname "$2")" || exit 2
model=$(basename "$2")
expected=${model%.mo}.$kind
shift 2

out=$(mktemp) || exit 2
err=$(mktemp) || exit 2
trap 'rm -f "$out" "$err"' EXIT
"$@" "$model" >"$out" 2>"$err"
status=$?
case $kind in
err | strict) got=$err worst=1 ;;
*) got=$out worst=0 ;;
esac
if [ "$status" -gt "$worst" ]; then
	cat "$err" >&2
	echo "golden: $1 ended with status $status" >&2
	exit 1
fi
if [ -n "${ACCEPT:-}" ]; then
	cp "$got" "$expected"
	exit 0
fi
diff -u "$expected" "$got"
