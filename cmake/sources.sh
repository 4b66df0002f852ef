#!/bin/sh
# Copies C files with the headers that they include into one folder, whatever folders they come from,
# public headers into modevs/ of it; includes are changed so that no folder must be named to a
# compiler. Nothing but the functions of FMI is visible outside of a shared library made of them: a
# host may have functions of the same names, of its own or of another FMU. Writes list.txt. See
# sources.cmake.
# usage: sources.sh OUT VERSION FILE...
set -eu
out=$1 version=$2
shift 2
rm -rf "$out"
mkdir -p "$out/modevs"

# What a header declares, behind its first includes, is hidden.
hide='/^[A-Za-z_]/ && !code { code = NR }
{ line[NR] = $0 }
END {
	for (at = code ? code : NR + 1; at > 1 && line[at - 1] !~ /^#include/;) at--
	for (k = 1; k <= NR; k++) {
		if (code && k == at) print "#pragma GCC visibility push(hidden)"
		if (code && k == NR) print "#pragma GCC visibility pop"
		print line[k]
	}
}'

hidden() { awk "$hide"; }

# Headers, of the model's own C, too, and those that they include, until there are no new ones.
headers=
new="modevs/unit.h modevs/fmi2.h modevs/fmi3.h $(cat "$@" | sed -n 's/^#include "\(.*\)".*/\1/p' | sort -u)"
while [ -n "$new" ]; do
	next=
	for h in $new; do
		case $h in
		modevs/fmi[23].h) from=include/$h to=$h hide_it=cat change='s|^#include [<"]modevs/\([^>"]*\)[>"]|#include "\1"|' ;;
		modevs/*) from=include/$h to=$h hide_it=cat change='s|^#include [<"]modevs/\([^>"]*\)[>"]|#include "\1"|; s|visibility push(default).*|visibility push(hidden)|' ;;
		*) from=src/$h to=${h##*/} hide_it=hidden change='/^#include "modevs\//!s|^#include "\(.*/\)*\([^/]*\)"|#include "\2"|' ;;
		esac
		[ -e "$out/$to" ] && continue
		sed "$change" "$from" | $hide_it >"$out/$to"
		headers="$headers $to"
		next="$next $(sed -n 's/^#include [<"]\(modevs\/[^>"]*\)[>"].*/\1/p; /^#include "modevs\//!s/^#include "\(.*\)".*/\1/p' "$from")"
	done
	new=$next
done
for f in "$@"; do
	{
		printf '#define MDV_BARE /* without libraries */\n#ifndef _POSIX_C_SOURCE\n#define _POSIX_C_SOURCE 200809L\n#endif\n'
		printf '#define MDV_VERSION "%s"\n' "$version"
		sed '/^#include "modevs\//!s|^#include "\(.*/\)*\([^/]*\)"|#include "\2"|' "$f"
	} >"$out/${f##*/}"
done
cp cmake/sources.txt "$out/README.txt"
{
	for f in "$@"; do echo "${f##*/}"; done
	for h in $headers; do echo "$h"; done
	echo README.txt
} | sort >"$out/list.txt"
