#!/bin/sh
# Models that try to do harm (models.txt): each is refused by default, with a message that names the
# option, and allowed by that option alone. What it might have touched is looked at.
# usage: tests/harm/check_harm.sh MODEVS LIBHARM.so
set -u
modevs=$1
library=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
bad=0
n=0

fresh() { # the folders that models work on
	rm -rf "$work/out" "$work/in"
	mkdir -p "$work/out/empty" "$work/out/victim" "$work/out/list" "$work/in" "$work/lib"
	cp "$library" "$work/lib/libharm.so"
	printf 'one\ntwo\n' | tee "$work/out/secret" "$work/out/gone" "$work/out/from" "$work/out/from2" \
		"$work/out/unlinked" "$work/out/list/a" "$work/in/data.txt" >/dev/null
	printf '#1\ndouble tab(2,2)\n0 0\n1 1\n' >"$work/out/tab.txt"
	# A MATLAB 4 file: a matrix m of one row and one column.
	printf '\000\000\000\000\001\000\000\000\001\000\000\000\000\000\000\000\002\000\000\000m\000\000\000\000\000\000\000\000\000' >"$work/out/in.mat"
	ln -s "$work/out" "$work/in/out_link"
	ln -s data.txt "$work/in/link"
	ls -lR "$work/out" | sort >"$work/before"
}

fail() {
	echo "$1: $2" >&2
	sed 's/^/    /' "$work/log" >&2
	bad=1
}

while IFS='|' read -r name permission says declared does; do
	case $name in '' | '#'* | '"'*) continue ;; esac
	n=$((n + 1))
	fresh
	cd "$work/in" || exit 2
	printf 'model %s\n%s\nparameter Real k = %s;\nReal x = k + time;\nend %s;\n' "$name" "$declared" "$does" "$name" |
		sed "s,OUT,$work/out,g; s,LIB,$work/lib,g" >"$name.mo"
	"$modevs" run "$name.mo" -o result.csv --stop 0.1 >"$work/log" 2>&1
	status=$?
	[ $status -eq 3 ] || fail "$name" "ends with $status by default, not with 3"
	grep -q -e "$says" "$work/log" || fail "$name" "does not say '$says'"
	ls -lR "$work/out" | sort | cmp -s - "$work/before" || fail "$name" "changed something"
	ls "$work/in" | grep -v -x -e "$name.mo" -e data.txt -e link -e out_link -e result.csv >"$work/more" &&
		fail "$name" "made $(cat "$work/more")"
	for other in read write run env external; do
		[ "$permission" = "${permission#$other}" ] || continue
		"$modevs" run "$name.mo" -o result.csv --stop 0.1 --allow $other >"$work/log" 2>&1 &&
			fail "$name" "is allowed by --allow $other"
	done
	[ "$permission" = - ] && continue
	"$modevs" run "$name.mo" -o result.csv --stop 0.1 --allow "$permission" >"$work/log" 2>&1 ||
		fail "$name" "is refused with --allow $permission"
done <"$here/models.txt"
[ "$n" -ge 80 ] || { echo "only $n models" >&2; bad=1; }
exit $bad
