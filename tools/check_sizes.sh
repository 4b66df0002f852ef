#!/bin/sh
# Checks that no C file is longer than 800 lines, no function longer than 60 (from its opening to
# its closing brace in the first column), no folder of src/ has more than 30 sources, and no two
# sources have one name. usage: tools/check_sizes.sh [ROOT]
set -eu
cd "${1:-.}"
bad=0

find include src bench examples tests -name '*.[ch]' | sort | xargs awk '
FNR == 1   { start = 0 }
FNR == 801 { printf "%s: more than 800 lines\n", FILENAME; bad = 1 }
/^\{/      { start = FNR }
/^\}/ && start {
	if (FNR - start + 1 > 60) {
		printf "%s:%d: a function of %d lines\n", FILENAME, start, FNR - start + 1
		bad = 1
	}
	start = 0
}
END { exit bad }' || bad=1

find src -name '*.[ch]' | awk '
{
	name = folder = $0
	sub(/^.*\//, "", name)
	sub(/\/[^\/]*$/, "", folder)
	if (name in at) { printf "%s and %s have one name\n", at[name], $0; bad = 1 }
	at[name] = $0
	n[folder]++
}
END {
	for (folder in n)
		if (n[folder] > 30) { printf "%s: %d sources\n", folder, n[folder]; bad = 1 }
	exit bad
}' || bad=1
exit $bad
