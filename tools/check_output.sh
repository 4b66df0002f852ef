#!/bin/sh
# Runs a program and compares its standard output with a file, exactly.
# usage: tools/check_output.sh EXPECTED PROGRAM [ARGS...]
set -u

if [ $# -lt 2 ]; then
	echo "usage: tools/check_output.sh EXPECTED PROGRAM [ARGS...]" >&2
	exit 2
fi
expected=$1
shift
if [ ! -r "$expected" ]; then
	echo "check_output: cannot read $expected" >&2
	exit 2
fi

output=$(mktemp) || exit 2
trap 'rm -f "$output"' EXIT
"$@" >"$output"
status=$?
diff -u "$expected" "$output"
different=$?
if [ "$status" -ne 0 ]; then
	echo "check_output: $1 ended with status $status" >&2
	exit 1
fi
exit "$different"
