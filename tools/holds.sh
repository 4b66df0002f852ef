#!/bin/sh
# Every model of a folder runs to its end: its own assertions say what must hold.
# usage: holds.sh MODEVS FOLDER
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
failed=0
for model in "$2"/*.mo; do
	"$1" run "$model" --timeout 120 -o "$out/result.csv" >"$out/text" 2>&1 && continue
	failed=1
	echo "$model:"
	cat "$out/text"
done
exit $failed
