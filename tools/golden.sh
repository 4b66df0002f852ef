#!/bin/sh
# Runs a program on a Modelica file and compares its standard error with the .err file beside it,
# exactly. With ACCEPT=1 the .err file is written instead.
# usage: tools/golden.sh FILE.mo PROGRAM [ARGS...]
set -u

if [ $# -lt 2 ]; then
	echo "usage: tools/golden.sh FILE.mo PROGRAM [ARGS...]" >&2
	exit 2
fi
cd "$(dirname "$1")" || exit 2
model=$(basename "$1")
expected=${model%.mo}.err
shift

output=$(mktemp) || exit 2
trap 'rm -f "$output"' EXIT
"$@" "$model" 2>"$output"
status=$?
if [ "$status" -gt 1 ]; then
	cat "$output" >&2
	echo "golden: $1 ended with status $status" >&2
	exit 1
fi
if [ -n "${ACCEPT:-}" ]; then
	cp "$output" "$expected"
	exit 0
fi
diff -u "$expected" "$output"
