#!/bin/sh
# Hostile names of classes, variables, libraries and texts through build and run: files are made where
# they are asked for, in the working folder, and nowhere else; C that is made compiles.
# usage: tests/harm/check_names.sh MODEVS
set -u
modevs=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
escape=$(printf '\033')
bad=0
n=0
made=0

fail() {
	echo "name $n, '$name': $1" >&2
	sed 's/^/    /' "$work/log" >&2
	bad=1
}

a_library() { # whose folder has the name, if a folder can
	folder=$work/lib/$(printf '%b' "$name" | tr / _)
	rm -rf "$work/lib" "$work/a/b/c/d/e"
	mkdir -p "$work/lib" "$work/a/b/c/d/e"
	mkdir "$folder" 2>"$work/log" || return 0
	cd "$work/a/b/c/d/e" || exit 2
	printf 'model P\n  Real x = time;\nend P;\n' >"$folder/P.mo"
	TMPDIR=$work/tmp "$modevs" build P -L "$folder" >"$work/log" 2>&1
	[ $? -le 1 ] || fail "as a folder of libraries"
	[ -z "$(find "$work" -name 'pwned*')" ] || fail "a command was run for a folder"
	[ "$(find "$work/a" -type f | wc -l)" -le 2 ] || fail "files for a folder: $(ls)"
}

while IFS= read -r name; do
	n=$((n + 1))
	rm -rf "$work/a"
	mkdir -p "$work/a/b/c/d/e" "$work/tmp"
	cd "$work/a/b/c/d/e" || exit 2
	text=$(printf '%b' "$name" | sed 's/[\\"]/\\&/g')
	printf "model '%b'\n  Real '%b'(start = 1, fixed = true, unit = \"%s\") \"%s\";\n  Real y = f('%b');\n  function f \"%s\"\n    input Real x;\n    output Real y;\n  external \"C\" y = sqrt(x) annotation(Include = \"#include \\\\\"%s\\\\\"\", Library = \"%s\", LibraryDirectory = \"file://%s\", IncludeDirectory = \"file:///%s\");\n  end f;\nequation\n  der('%b') = -'%b';\nend '%b';\n" \
		"$name" "v$name" "$text" "$text" "v$name" "$text" "$text" "$text" "$text" "$text" "v$name" "v$name" "$name" >"$work/model.mo"
	kind=c
	case $n in 1 | 3 | 12 | 22 | 27 | 29 | 71 | 76 | 84 | 87) kind=exe ;; 8 | 30 | 91) kind=so ;; esac
	TMPDIR=$work/tmp "$modevs" build "$work/model.mo" --kind $kind >"$work/log" 2>&1
	status=$?
	[ $status -le 1 ] || fail "build --kind $kind ends with $status"
	[ $status -eq 0 ] && made=$((made + 1))
	for c in ./*.c; do
		[ ! -f "$c" ] || [ $((n % 3)) -gt 0 ] || cc -std=c17 -fsyntax-only -I "$here/../../include" "$c" >"$work/log" 2>&1 ||
			fail "the C does not compile"
	done
	[ -z "$(find . -type f -size +0 -name '*.csv')" ] || fail "a result of build"
	"$modevs" run "$work/model.mo" >"$work/log" 2>&1
	run=$?
	[ $run -eq $status ] || fail "run ends with $run, build with $status"
	"$modevs" check "$work/model.mo" >>"$work/log" 2>&1
	grep -q -e "$escape" -e "$(printf '\007')" "$work/log" && fail "control characters in messages"
	[ -z "$(find "$work/a" -type f ! -path "$work/a/b/c/d/e/*")" ] || fail "files outside: $(find "$work/a" -type f)"
	[ -z "$(find . -mindepth 2)" ] || fail "folders were made"
	[ -z "$(find "$work/tmp" -mindepth 1)" ] || fail "left in TMPDIR: $(ls "$work/tmp")"
	[ -z "$(find "$work" -name 'pwned*')" ] || fail "a command was run"
	[ "$(find . -type f | wc -l)" -le 3 ] || fail "files: $(ls)"
	a_library
done <<END
$(cat "$here/names.txt")
$(printf '%5000s' '' | tr ' ' n)
END
[ ! -e /tmp/pwn_absolute.c ] && [ ! -e /tmp/pwn_absolute.csv ] || { echo "/tmp/pwn_absolute" >&2; bad=1; }
[ $n -ge 100 ] || { echo "only $n names" >&2; bad=1; }
[ $made -ge 70 ] || { echo "only $made models were made" >&2; bad=1; }
exit $bad
