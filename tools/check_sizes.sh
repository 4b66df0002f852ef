#!/bin/sh
# Checks that no C file is longer than 1,000 lines and no function longer than 100 (from its opening
# to its closing brace in the first column). usage: tools/check_sizes.sh [ROOT]
set -eu
cd "${1:-.}"

find include src bench examples tests -name '*.[ch]' | sort | xargs awk '
FNR == 1   { start = 0 }
FNR == 1001 { printf "%s: more than 1,000 lines\n", FILENAME; bad = 1 }
/^\{/      { start = FNR }
/^\}/ && start {
	if (FNR - start > 100) {
		printf "%s:%d: a function of %d lines\n", FILENAME, start, FNR - start
		bad = 1
	}
	start = 0
}
END { exit bad }'
