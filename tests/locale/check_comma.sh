#!/bin/sh
# Every output is the same, byte by byte, whatever locale the program has set: results, plots, messages, flat models, C code.
# usage: check_comma.sh MODEVS MODEVS_WITH_ANOTHER_LOCALE
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
mkdir "$work/1" "$work/2"
cp -r "$here/Texts" "$here/u.csv" "$here/../sim" "$here/../emit" "$here/../golden/err" "$work/1"
cp -r "$here/Texts" "$here/u.csv" "$here/../sim" "$here/../emit" "$here/../golden/err" "$work/2"
bad=0 n=0

both() { # ARGUMENTS: of both programs, each in a folder of its own
	(cd "$work/1" && timeout 60 "$plain" "$@" >stdout 2>stderr; echo "status $?" >>stderr)
	(cd "$work/2" && timeout 60 "$comma" "$@" >stdout 2>stderr; echo "status $?" >>stderr)
	n=$((n + 1))
	if ! diff -r "$work/1" "$work/2" >"$work/diff"; then
		echo "modevs $*: the locale makes a difference:" >&2
		head -10 "$work/diff" >&2
		bad=1
	fi
	if grep -q 'status 99' "$work/2/stderr"; then
		cat "$work/2/stderr" >&2
		exit 1
	fi
}

plain=$1 comma=$2
both run Texts/package.mo --model Texts.Numbers --stop 1.25 --tol 1e-7 -o numbers.csv
grep -q 'x = 0.1, 0.250,' "$work/1/stdout" || { echo "nothing was printed" >&2; bad=1; }
both run Texts/package.mo --model Texts.Numbers --stop 1.25 --set q=0.375 --plot x=x.svg --plot x,late -o numbers.mat
both run Texts/package.mo --model Texts.Bad -o bad.csv
both flat Texts/package.mo --model Texts.Numbers
both build Texts/package.mo --model Texts.Numbers -o numbers.c
both explain Texts/package.mo --model Texts.Numbers
both run sim/Switch.mo --input u.csv -o switch.csv
both run sim/Decay.mo --stop 0,5
both run sim/Decay.mo --tol 0.0.1
both run sim/none.mo
both help options
for model in "$work"/1/sim/*.mo "$work"/1/emit/*.mo; do
	case $model in */Endless.mo | */Forever.mo | */Long.mo) continue ;; esac
	both run "${model#"$work/1/"}" --stop 0.5 -o result.csv --force
done
for model in "$work"/1/err/*.mo; do
	both check "${model#"$work/1/"}"
done
echo "$n command lines compared"
exit $bad
