#!/bin/sh
# Models that call a library of the user's own, by `modevs run` and as programs: messages and errors
# of its functions (ModelicaFormatMessage, ModelicaError) are the same, and so is the status; without
# --allow it is refused by both. usage: tools/check_foreign.sh MODEVS LIBRARY
set -u

if [ $# -ne 2 ]; then
	echo "usage: tools/check_foreign.sh MODEVS LIBRARY" >&2
	exit 2
fi
modevs=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
library=$(cd "$(dirname "$2")" && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
bad=0

# FUNCTION CALL STATUS WORDS: how it ends with --allow external, and what it says
try() {
	cat >M.mo <<-EOM
		model M
		  function f input Real x; output Real y; external "C" y = $1(x)
		    annotation(Library = "harm", LibraryDirectory = "file://$library"); end f;
		  Real y;
		equation
		  $2
		  annotation(experiment(StopTime = 1, Interval = 0.25));
		end M;
	EOM
	"$modevs" build M.mo --kind exe --force -o program || exit 1
	for allow in '' --allow-external '--allow external:harm' '--allow external:other'; do
		"$modevs" run M.mo -o vm.csv $allow >vm.out 2>vm.err
		echo "status $?" >>vm.err
		./program -o c.csv $allow >c.out 2>c.err
		echo "status $?" >>c.err
		sed -i 's/^modevs run: //; s/in vm\.csv//' vm.out vm.err
		sed -i 's/^program: //; s/in c\.csv//' c.out c.err
		for kind in out err csv; do
			[ -e vm.$kind ] || [ -e c.$kind ] || continue
			cmp vm.$kind c.$kind || { diff -u vm.$kind c.$kind; bad=1; }
		done
		case $allow in
		'' | *other) grep -q -e --allow c.err || { echo "$1: not refused" >&2; bad=1; } ;;
		*)
			grep -q "^status $3\$" c.err && cat c.out c.err | grep -q "$4" || {
				echo "$1 $2: not '$4' with status $3" >&2
				cat c.out c.err >&2
				bad=1
			}
			;;
		esac
		rm -f vm.* c.*
	done
}

try harm_half 'y = f(time);' 0 'M: 5 rows'
try harm_message 'y = f(time);' 0 '^half of 0.25$'
try harm_fail 'y = f(4*time);' 3 'more than one'
try harm_fail 'y = f(2);' 3 'more than one'
try harm_fail 'when time > 0.5 then y = f(1 + time); end when;' 3 'more than one'
exit $bad
