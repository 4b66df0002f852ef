#!/bin/sh
# Checks that every diagnostic code has a golden test, tests/golden/err/CODE_*.mo with its .err.
# What needs a broken machine (a file that cannot be read, a file of 2 GB) is left to unit tests.
# usage: tools/check_codes.sh [ROOT]
set -u
cd "${1:-.}" || exit 2

bad=0
for code in $(sed -n 's/.*X([A-Z0-9_]*, *"\([A-Z][0-9]*\)".*/\1/p' src/base/diag_codes.h); do
	case $code in E0001 | E0002) continue ;; esac
	found=""
	for model in tests/golden/err/"$code"_*.mo; do
		if [ -r "${model%.mo}.err" ] && grep -q "\[$code\]" "${model%.mo}.err"; then
			found=yes
		fi
	done
	if [ -z "$found" ]; then
		echo "$code has no test tests/golden/err/${code}_*.mo"
		bad=1
	fi
done
exit $bad
