#!/bin/sh
# Checks that nothing in src/ depends on the locale that a host has set: numbers, classes of
# characters and messages of the system go through base/plain.c. usage: tools/check_locale.sh [ROOT]
set -eu
cd "${1:-.}"
bad=0

word='(^|[^_a-zA-Z.>])'
names='strto[dfl]d?|atof|v?[fs]?scanf|vf?printf|vsn?printf|strerror|strn?casecmp|strcoll|strxfrm|setlocale|localeconv|(is(alpha|alnum|digit|xdigit|space|upper|lower|print|punct|cntrl|graph)|to(upper|lower))'
if grep -rnE --include='*.[ch]' "$word($names)\(" src | grep -vE '^src/base/plain.c:|strtol\(|strtoll\(' |
	grep -vE '^[^:]*:[0-9]*:(/\*|[[:space:]]*\*)'; then
	echo "check_locale: what depends on the locale" >&2
	bad=1
fi

# A call of printf, fprintf, snprintf that writes a floating-point number.
find src -name '*.[ch]' ! -path src/base/plain.c | sort | xargs awk '
	FNR == 1 { call = "" }
	call == "" && /(^|[^_a-zA-Z.>])(f|sn|s)?printf\(/ { call = FILENAME ":" FNR ":"; text = "" }
	call != "" { text = text " " $0 }
	call != "" && /;[ \t]*$/ {
		gsub(/%%/, "", text)
		if (text ~ /%[-+ #0]*([0-9]+|\*)?(\.([0-9]+|\*))?[gGeEfFaA]/) { print call text; bad = 1 }
		call = ""
	}
	END { exit bad }' || {
	echo "check_locale: numbers in the locale of the host" >&2
	bad=1
}
exit $bad
