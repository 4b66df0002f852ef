#!/bin/sh
# Command lines that `modevs run` and the program that `modevs build` makes of the same model must
# answer alike: the same files, byte by byte, the same words on both outputs, the same exit status.
# Only times, memory and the program's name may differ. FILE has lines "# MODEL", each followed by
# the options of runs of that model, one run a line; a run is in a folder of its own, with the
# models as "sim" and "emit". usage: tools/check_program.sh FILE MODEVS
set -u

if [ $# -ne 2 ]; then
	echo "usage: tools/check_program.sh FILE MODEVS" >&2
	exit 2
fi
cases=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
modevs=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
tests=$(cd "$(dirname "$0")/../tests" && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
bad=0
runs=0

# run in folder $1 by the command in the rest: files, words, status; names and times taken away
try() {
	folder=$1
	shift
	mkdir "$work/$folder" && cd "$work/$folder" || exit 2
	ln -s "$tests/sim" "$tests/emit" .
	eval "$* $options" >said.out 2>said.err
	echo "status $?" >said.status
	rm sim emit
	sed -i -e 's/^modevs run: //; s/^program: //; s/usage: modevs run /usage: program /' \
		-e 's| FILE.mo.CLASS||' \
		-e '/^  machine code /d; s/^  milliseconds .*//; s/^  peak memory .*//' \
		-e 's/"milliseconds": {[^}]*}, "peak_kb": [0-9]*//' said.*
}

while IFS= read -r line; do
	case $line in
	'# '*)
		model=${line#'# '}
		(cd "$work" && ln -sfn "$tests/sim" sim && ln -sfn "$tests/emit" emit &&
			"$modevs" build --kind exe --force -o program $model) || exit 1
		;;
	?*)
		options=$line
		try run "$modevs" run $model
		try made "$work/program"
		cd "$work" || exit 2
		runs=$((runs + 1))
		if ! diff -ru run made; then
			echo "$model $options" >&2
			bad=$((bad + 1))
		fi
		rm -r run made
		;;
	esac
done <"$cases"
echo "$runs runs, $bad differ"
[ $bad -eq 0 ]
