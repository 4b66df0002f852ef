#!/bin/sh
# Every pass of the compiler has a golden test: a file FOLDER/*.PASS.
# usage: tools/check_passes.sh PROGRAM FOLDER
set -u

[ $# -eq 2 ] || { echo "usage: tools/check_passes.sh PROGRAM FOLDER" >&2; exit 2; }
passes=$("$1" explain --dump list | awk '{print $1}')
[ -n "$passes" ] || { echo "check_passes: there are no passes" >&2; exit 1; }
status=0
for pass in $passes; do
	ls "$2"/*."$pass" >/dev/null 2>&1 && continue
	echo "check_passes: no golden test shows what '$pass' makes" >&2
	status=1
done
exit $status
