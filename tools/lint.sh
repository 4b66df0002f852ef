#!/bin/sh
# clang-tidy (.clang-tidy) and cppcheck (tools/cppcheck.txt has what it gets wrong) on the sources
# of src/; status 1 when one of them finds something. BUILD has a compile_commands.json.
# usage: tools/lint.sh BUILD [FOLDER]   (FOLDER: a part of src)
set -u

if [ $# -lt 1 ]; then
	echo "usage: tools/lint.sh BUILD [FOLDER]" >&2
	exit 2
fi
build=$(cd "$1" && pwd) || exit 2
cd "$(dirname "$0")/.." || exit 2
folder=${2:-src}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
bad=0

# clang does not know all options of gcc.
sed 's/ -fno-crossjumping//' "$build/compile_commands.json" >"$work/compile_commands.json"
find "$folder" -name '*.c' | sort |
	xargs -P "$(nproc)" -n 8 clang-tidy -p "$work" --quiet >"$work/tidy" 2>"$work/log"
if grep -q 'warning:\|error:' "$work/tidy"; then
	cat "$work/tidy"
	bad=1
fi
# It takes _Noreturn for an ordinary word.
cppcheck --quiet --std=c11 --language=c --enable=warning,performance,portability -j "$(nproc)" \
	-I include -I src -D__GNUC__ "-D_Noreturn=__attribute__((noreturn))" \
	--suppressions-list=tools/cppcheck.txt --error-exitcode=1 "$folder" || bad=1
[ $bad -eq 0 ] && echo "lint: nothing found"
exit $bad
