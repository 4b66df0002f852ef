#!/bin/sh
# Models that call a library of the user's own, by `modevs run` and as programs: messages and errors
# of its functions (ModelicaFormatMessage, ModelicaError) are the same, and so is the status; without
# --allow it is refused by both. So are tables in a C function "usertab" of the model. usage: tools/check_foreign.sh MODEVS LIBRARY
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

# Tables in C code of the model: NAME STATUS WORDS. "rows" is 0, 10; 1, 30 by rows, "columns" the same by columns.
try_table() {
	cat >T.mo <<-EOM
		model T
		  class Table extends ExternalObject;
		    function constructor input String name; input Real given[:, :]; input Integer column[:]; output Table t;
		      external "C" t = ModelicaStandardTables_CombiTable1D_init(name, "NoName", given, size(given, 1), size(given, 2),
		        column, size(column, 1), 1); end constructor;
		    function destructor input Table t; external "C" ModelicaStandardTables_CombiTable1D_close(t); end destructor;
		  end Table;
		  function value input Table t; input Real u; output Real y;
		    external "C" y = ModelicaStandardTables_CombiTable1D_getValue(t, 1, u); end value;
		  function mine output Real y; external "C" y = mine() annotation(Include = "
		    int usertab(char *name, int n, int dim[], int *by_columns, double **table)
		    {
		      static double rows[] = {0, 10, 1, 30}, columns[] = {0, 1, 10, 30};
		      *by_columns = name[0] == 'c';
		      dim[0] = name[0] == 'e' ? -1 : 2, dim[1] = 2;
		      *table = *by_columns ? columns : rows;
		      return n != 1 || (name[0] != 'r' && name[0] != 'c' && name[0] != 'e');
		    }
		    double mine(void) { return 1; }"); end mine;
		  Table t = Table("$1", fill(0, 0, 2), {2});
		  Real y = value(t, time);
		  parameter Real one = mine();
		  annotation(experiment(StopTime = 1, Interval = 0.5));
		end T;
	EOM
	"$modevs" build T.mo --kind exe --force -o program || exit 1
	for way in "$modevs run T.mo" ./program; do
		XDG_CACHE_HOME=$work $way -o t.csv --force --allow external >t.out 2>&1
		echo "status $?" >>t.out
		[ "$2" != 0 ] || cat t.csv >>t.out
		grep -q "^status $2\$" t.out && grep -q -e "$3" t.out || { echo "table $1 by $way:" >&2; cat t.out >&2; bad=1; }
		$way -o t.csv --force >t.out 2>&1
		grep -q -e '--allow external' t.out || { echo "table $1 by $way: not refused" >&2; bad=1; }
	done
}

try_table rows 0 '^0.5,20'
try_table columns 0 '^0.5,20'
try_table none 3 'has no table "none"'
try_table empty 3 'gives the table "empty" -1 rows and 2 columns'
exit $bad
