#!/bin/sh
# Checks where memory comes from and how work ends: only base/alloc.c calls the C library for
# memory; the compiler's texts, tables and arenas belong to an arena, so that a failure goes to its
# handler; nothing but guard.c (without a guard), an error in a thread of the user's own and the
# main function of built programs ends the process. usage: tools/check_memory.sh [ROOT]
set -eu
cd "${1:-.}"
bad=0

# none WHAT PATTERN PLACE...: no line of the places matches
none()
{
	what=$1 pattern=$2
	shift 2
	if grep -rnE --include='*.[ch]' "$pattern" "$@" | grep -vE "${except:-^$}"; then
		echo "check_memory: $what" >&2
		bad=1
	fi
	except=
}

word='(^|[^_a-zA-Z.>])'
except='^src/base/alloc.c:|^src/fmi/calls.c:' # what an FMU takes for itself
none "memory that is not an MdvAlloc's" "$word(malloc|calloc|realloc|strdup|strndup|aligned_alloc)\(" src
none "memory whose loss nobody notices" '(text|map|intern|diag|arena)_init\([^;]*(NULL|alloc_heap)' src/compiler
except='^src/base/guard.c:|^src/runtime/ext/ext.c:|^src/runtime/native/native_main.c:'
none "what ends the process" "$word(abort|exit|quick_exit|assert)\(" src/base src/compiler src/ir src/vm src/api src/model src/runtime
exit $bad
