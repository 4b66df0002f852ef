#!/bin/sh
# The long versions of tests: each line a script with its arguments; all are run, what fails is told.
# usage: tools/torture.sh MODEVS
set -u
modevs=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.." || exit 2
bad=0
while read -r script arguments; do
	echo "== $script $arguments"
	# shellcheck disable=SC2086 # arguments are words
	"$script" "$modevs" $arguments || { echo "failed: $script" >&2; bad=1; }
done <<'END'
tests/hostile/check_hostile.sh all 5
tests/hostile/check_signals.sh 30
tests/torture/mutants.py --count 2000 examples tests/golden tests/sim tests/hybrids
END
exit $bad
