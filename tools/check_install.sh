#!/bin/sh
# Installs a build under a temporary prefix and builds the program of examples/outside with nothing
# but that: by CMake and by pkg-config; then a shared library, and a whole program. valgrind looks
# on where it is installed. usage: tools/check_install.sh BUILD
set -eu

if [ $# -lt 1 ]; then
	echo "usage: tools/check_install.sh BUILD" >&2
	exit 2
fi
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
unset MODELICAPATH MAKEFLAGS MAKELEVEL

cmake --install "$build" --prefix "$prefix" >"$work/log" || { cat "$work/log"; exit 1; }
# It may be moved as a whole.
mv "$prefix" "$work/moved"
prefix=$work/moved
for file in bin/modevs lib/libmodevs.a lib/libmodevs.so lib/libmodevs_rt.a include/modevs/unit.h \
	share/modevs/lib/Modelica/package.mo share/man/man1/modevs.1 \
	share/bash-completion/completions/modevs share/zsh/site-functions/_modevs; do
	[ -r "$prefix/$file" ] || { echo "$file is not installed" >&2; exit 1; }
done
# The Python package finds the library beside it.
if command -v python3 >/dev/null; then
	package=$(dirname "$(ls -d "$prefix"/lib/python3*/dist-packages/modevs)")
	(cd "$work" && unset MODEVS_LIBRARY && PYTHONPATH=$package python3 -B -c "
import modevs
assert modevs._library.library._name.startswith('$prefix'), modevs._library.library._name
assert modevs.compile('$root/examples/circuit/Rectifier.mo').run(stop=0.01).time[-1] == 0.01")
fi
# No path of the machine that built it.
if grep -nE '(^|[ =";:(])/[A-Za-z]' "$prefix"/lib/pkgconfig/*.pc "$prefix"/lib/cmake/modevs/*.cmake; then
	echo "these paths do not begin at the prefix" >&2
	exit 1
fi
cp -r "$root/examples/outside/project" "$work/project"
cd "$work"

# Two plants and a controller in C: by CMake, and by make with pkg-config.
cmake -S project -B by_cmake -DCMAKE_PREFIX_PATH="$prefix" >log || { cat log; exit 1; }
cmake --build by_cmake >log || { cat log; exit 1; }
by_cmake/water >out
diff -u project/expected.txt out

if command -v pkg-config >/dev/null && command -v make >/dev/null; then
	export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
	make -C project CFLAGS="-O2 -g -Wall -Wextra -Werror" >log || { cat log; exit 1; }
	project/water >out
	diff -u project/expected.txt out

	# The compiler in process, shared and static; the program has names of its own that we use.
	host="-std=c17 -I $root/tests/support $root/tests/link/host.c $root/tests/link/names.c"
	# shellcheck disable=SC2046,SC2086  # lists of words
	${CC:-cc} $host $(pkg-config --cflags --libs modevs) -lm -o shared
	LD_LIBRARY_PATH=$prefix/lib ./shared >log || { cat log; exit 1; }
	# shellcheck disable=SC2046,SC2086
	${CC:-cc} $host $(pkg-config --cflags modevs) \
		"$(pkg-config --variable=archive modevs)" -lpthread -ldl -lm -o static
	./static >log || { cat log; exit 1; }
fi
if command -v valgrind >/dev/null; then
	valgrind -q --leak-check=full --show-leak-kinds=all --error-exitcode=9 by_cmake/water >out
	diff -u project/expected.txt out
fi

# The shipped library is found, too; a program of its own, a shared library.
cat >Circuit.mo <<'END'
model Circuit
  Modelica.Electrical.Analog.Basic.Resistor r(R = 10);
  Modelica.Electrical.Analog.Basic.Capacitor c(C = 0.01, v(start = 1, fixed = true));
  Modelica.Electrical.Analog.Basic.Ground g;
equation
  connect(r.p, c.p);
  connect(r.n, c.n);
  connect(c.n, g.p);
end Circuit;
END
"$prefix/bin/modevs" build Circuit.mo --kind exe -o circuit
./circuit --stop 0.5 --set r.R=20 -o c.csv >log
"$prefix/bin/modevs" run Circuit.mo --stop 0.5 --set r.R=20 -o vm.csv >log
cmp c.csv vm.csv
"$prefix/bin/modevs" build Circuit.mo --kind so -o Circuit
cat >load.c <<'END'
#include "Circuit.h"

#include <stdio.h>

int main(void)
{
	Circuit *a = Circuit_new(), *b = Circuit_new();
	MdvStatus ok = Circuit_set_r_R(b, 20);

	ok |= Circuit_simulate(a, NULL);
	ok |= Circuit_simulate(b, NULL);
	printf("%.4f %.4f\n", Circuit_get_c_v(a), Circuit_get_c_v(b));
	Circuit_free(a);
	Circuit_free(b);
	return ok != MDV_OK;
}
END
${CC:-cc} -std=c17 -I "$prefix/include" load.c -o load "$work/Circuit.so"
[ "$(./load)" = "0.0000 0.0067" ] || { ./load; exit 1; }
