#!/bin/sh
# A run that would never end: Ctrl-C stops it cleanly with status 128 + 2, --timeout with 4; in both cases the
# result file can be read up to the last row, in whole rows.
# usage: tools/check_interrupt.sh PROGRAM
set -u

if [ $# -ne 1 ]; then
	echo "usage: tools/check_interrupt.sh PROGRAM" >&2
	exit 2
fi
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
model=$(cd "$(dirname "$0")/../tests/sim" && pwd)/Endless.mo
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

fail() {
	echo "$1" >&2
	cat out err >&2
	exit 1
}

whole_rows() { # of x.csv: all have as many columns as the first, and the last one ends
	[ "$(tail -c 1 x.csv | od -An -tu1 | tr -d ' ')" = 10 ] || return 1
	awk -F, 'NR == 1 { n = NF } NF != n { exit 1 } END { if (NR < 3) exit 1 }' x.csv
}

"$program" run "$model" -o x.csv >out 2>err &
pid=$!
tries=0
while [ ! -s x.csv ] && [ $tries -lt 100 ]; do # until the first rows are written
	sleep 0.1
	tries=$((tries + 1))
done
kill -INT $pid
wait $pid
status=$?
[ $status -eq 130 ] || fail "interrupted: status $status, want 130"
grep -q '^modevs run: stopped at t = ' err || fail "interrupted: it does not say so"
whole_rows || fail "interrupted: the result file has half a row"

rm x.csv
"$program" run "$model" -o x.csv --timeout 0.3 >out 2>err
status=$?
[ $status -eq 4 ] || fail "timed out: status $status, want 4"
grep -q 'out of time' err || fail "timed out: it does not say so"
whole_rows || fail "timed out: the result file has half a row"
