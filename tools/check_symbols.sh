#!/bin/sh
# Reads the symbol tables of what is installed: the libraries define mdv_ names only, exactly those
# that the public headers declare; models as C define names with theirs in front. The runtime holds
# no compiler. usage: tools/check_symbols.sh BUILD
set -u

if [ $# -ne 1 ]; then
	echo "usage: tools/check_symbols.sh BUILD" >&2
	exit 2
fi
build=$(cd "$1" && pwd) || exit 2
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
bad=0

fail() { # MESSAGE FILE: a list in FILE should be empty
	if [ -s "$2" ]; then
		echo "$1:" >&2
		head -20 "$2" >&2
		bad=1
	fi
}

globals() { # OPTIONS FILE: the global names that it defines, weak ones included
	nm --defined-only --extern-only --format=posix "$@" | awk 'NF > 1 { print $1 }' | sort -u
}

# Declared: functions and constants; not those that are inline or of the C library.
{
	sed -n 's/^static inline .*\(mdv_[a-z0-9_]*\)(.*/\1/p' "$root"/include/modevs/*.h
	sed -n 's/^MDV_MATH_[12](\([a-z0-9]*\)).*/mdv_\1/p' "$root"/include/modevs/*.h
} | sort -u >inline
cat "$root"/include/modevs/*.h | grep -v 'static inline\|MDV_MATH\|^#define' |
	sed 's,/\*.*,,' | grep -ohE '(^|[ *])mdv_[a-z0-9_]+(\(|;)' | tr -d ' *(;' | sort -u |
	comm -23 - inline >declared

for library in libmodevs.a libmodevs_rt.a; do
	globals "$build/$library" >"$library" || bad=1
done
globals -D "$build/libmodevs.so" >libmodevs.so || bad=1
for library in libmodevs.a libmodevs_rt.a libmodevs.so; do
	grep -v '^mdv_' "$library" >other
	fail "$library defines names that do not begin with mdv_" other
	[ -s "$library" ] || { echo "$library defines nothing" >&2; bad=1; }
	nm "$build/$library" 2>/dev/null | grep ' U mdv_' >other
	fail "$library lacks" other
done
comm -23 declared libmodevs.a >other
fail "declared in include/modevs, but not in libmodevs.a" other
comm -23 declared libmodevs.so >other
fail "declared in include/modevs, but not exported: the header lacks #pragma GCC visibility" other
comm -13 declared libmodevs.so >other
fail "exported by libmodevs.so, but not declared in include/modevs" other
comm -23 libmodevs_rt.a libmodevs.a >other
fail "in the runtime, but not in libmodevs.a" other
# Only what belongs to mdv_compile, and FMUs of others, is left out.
comm -13 libmodevs_rt.a libmodevs.a | grep -v '^mdv_\(compile\|fmi\|program\|request\|simulate\)' >other
fail "missing in the runtime" other
nm "$build/libmodevs_rt.a" | grep -i ' t \(parse\|flatten\|lower\|emit\)_' >other
fail "parts of the compiler in the runtime" other
readelf -d "$build/libmodevs.so" | grep -q 'SONAME.*\[libmodevs\.so\.[0-9.]*\]' || {
	echo "libmodevs.so has no soname" >&2
	bad=1
}

# A model: as C, and as a shared library, from which nothing of ours looks out.
"$build/modevs" build "$root/tests/emit/Plant.mo" --kind c -o Plant || exit 1
${CC:-cc} -std=c17 -O0 -I "$root/include" -c Plant.c -o Plant.o || exit 1
"$build/modevs" build "$root/tests/emit/Plant.mo" --kind so -o Plant || exit 1
globals Plant.o >c
globals -D Plant.so >so
grep -v '^Plant_' c >other
fail "a model as C defines names without its own in front" other
diff c so >other
fail "a shared library of a model defines other names than its C" other
nm --undefined-only --format=posix Plant.o | awk '{ print $1 }' | grep '^mdv_' | sort >used
comm -23 used libmodevs_rt.a >other
fail "a model as C needs what is not in the runtime" other
exit $bad
