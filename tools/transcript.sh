#!/bin/sh
# Runs the command lines of a transcript again and compares everything: a line "$ COMMAND" is run in
# a folder that holds nothing but the models of tests/sim, as "sim", and followed by what it wrote
# (standard output, then standard error) and its exit status in brackets. With ACCEPT=1 the
# transcript is written anew instead.
# usage: tools/transcript.sh FILE.txt PROGRAM
set -u

if [ $# -ne 2 ]; then
	echo "usage: tools/transcript.sh FILE.txt PROGRAM" >&2
	exit 2
fi
expected=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
program=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
models=$(cd "$(dirname "$0")/../tests/sim" && pwd)
mkdir "$work/empty" && cd "$work/empty" && ln -s "$models" sim || exit 2
modevs() { "$program" "$@"; }
while IFS= read -r line; do
	case $line in
	'$ '*)
		printf '%s\n' "$line"
		eval "${line#??}" 2>"$work/err"
		status=$?
		cat "$work/err"
		echo "[$status]"
		;;
	'#'*) printf '%s\n' "$line" ;;
	esac
done <"$expected" >"$work/got"
if [ -n "${ACCEPT:-}" ]; then
	cp "$work/got" "$expected"
	exit 0
fi
diff -u "$expected" "$work/got"
