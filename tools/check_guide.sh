#!/bin/sh
# Runs the models of a page: all its blocks of Modelica are one file, and each model at the top level
# of it must run to its end. usage: tools/check_guide.sh MODEVS PAGE.md
set -u

if [ $# -ne 2 ]; then
	echo "usage: tools/check_guide.sh MODEVS PAGE.md" >&2
	exit 2
fi
modevs=$1
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
awk '/^```/ { inside = $0 == "```modelica"; next } inside' "$2" >"$work/Page.mo" || exit 2
models=$(sed -n 's/^model \([A-Za-z]*\).*/\1/p' "$work/Page.mo")
cd "$work" || exit 2
bad=0
n=0
for model in $models; do
	n=$((n + 1))
	"$modevs" check --model "$model" Page.mo >log 2>&1 && "$modevs" run --model "$model" Page.mo >>log 2>&1 && continue
	echo "$model:" >&2
	cat log >&2
	bad=1
done
[ "$n" -ge 2 ] || { echo "the page has $n models" >&2; bad=1; }
exit $bad
