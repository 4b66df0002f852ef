#!/bin/sh
# Atomic models of shared libraries: the example runs alike as a model and as a program; a library
# that is missing, or not what it should be, is refused in words.
# usage: tests/library/check_library.sh MODEVS INCLUDE
set -u
modevs=$1
include=$2
here=$(cd "$(dirname "$0")" && pwd)
example=$here/../../examples/devs/own_library
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
cc=${CC:-cc}
bad=0

compile() { # NAME SOURCE [FLAGS...]
	name=$1 source=$2
	shift 2
	$cc -std=c17 -Wall -Wextra -Werror -shared -fPIC -I "$include" "$@" "$source" -o "lib$name.so" || exit 2
}

refused() { # WORDS ARGS...: ends with status 3 and says so
	words=$1
	shift
	"$modevs" run -o refused.csv "$@" >log 2>&1
	status=$?
	if [ $status -ne 3 ] || ! grep -qF "$words" log; then
		echo "status $status, want 3 and: $words" >&2
		sed 's/^/    /' log >&2
		bad=1
	fi
}

odd() { # NAME LIBRARY ATOMIC PARAMETERS [PLACE FOR EQUATIONS]
	cat >"$1.mo" <<MODEL
model $1
  model Odd
    $4
    DEVSLib.SRC.Interfaces.outPort said;
    annotation(__modevs(library = "$2", atomic = "$3"));
  end Odd;
  Odd odd;
  DEVSLib.AuxModels.DICO y;
equation
  ${5:-}
end $1;
MODEL
}

# The example: beside the model, in Resources/Library, and as a program.
cp "$example/Packing.mo" . || exit 2
compile batch "$example/batch.c"
refused "Packing.mo:17: 'batch' needs the shared library 'batch': it is foreign code; allow it with --allow external:batch" Packing.mo
refused "allow it with --allow external:batch" Packing.mo --allow external:other
"$modevs" run Packing.mo --allow external:batch -o vm.csv >log 2>&1 || { cat log >&2; bad=1; }
tail -1 vm.csv | grep -q '^15,10,1,3,6,' || { echo "another result" >&2; tail -1 vm.csv >&2; bad=1; }
"$modevs" build Packing.mo --kind exe -o program || bad=1
./program --allow-external -o c.csv >log 2>&1 || { cat log >&2; bad=1; }
cmp vm.csv c.csv || bad=1
./program -o refused.csv >log 2>&1 && { echo "the program loads a library unasked" >&2; bad=1; }
mkdir -p Resources/Library && mv libbatch.so Resources/Library/ || exit 2
"$modevs" run Packing.mo --allow-external -o again.csv >log 2>&1 || { cat log >&2; bad=1; }
cmp vm.csv again.csv || bad=1

# A check says what it could not look at, and looks at it if it may.
"$modevs" check Packing.mo >log 2>&1 && grep -q "was not checked: Packing.mo:17: 'batch' needs the shared library" log ||
	{ cat log >&2; bad=1; }
"$modevs" check Packing.mo --allow-external >log 2>&1 && ! grep -q "not checked" log || { cat log >&2; bad=1; }
"$modevs" check Packing.mo --allow-external --set batch.size=1001 >log 2>&1 && { echo "a wrong size passes the check" >&2; bad=1; }

# Its parameters, by name.
refused "Packing.mo:17: 'batch': the parameter 'size' is 1001: it must be from 1 to 1000" \
	Packing.mo --allow-external --set batch.size=1001
sed 's/parameter Integer size/parameter Real size/' Packing.mo >Type.mo
refused "Type.mo:5: 'batch': the parameter 'size' of the part 'batch' is an Integer, not this" Type.mo --allow-external
sed 's/weigh/wegh/g' Packing.mo >Name.mo
refused "Name.mo:7: 'batch': the part 'batch' has no parameter 'wegh'; did you mean 'weigh'?" Name.mo --allow-external
sed '/parameter Integer size/d' Packing.mo >Missing.mo
refused "'batch': the part 'batch' needs the parameter 'size', an Integer, which is not declared" Missing.mo --allow-external
sed 's/inPort item /inPort itm /; s/batch.item/batch.itm/' Packing.mo >Port.mo
refused "Port.mo:8: 'batch': the part 'batch' has no input port 'itm'; did you mean 'item'?" Port.mo --allow-external
sed 's/Integer held/Integer hold/; s/batch.held/batch.hold/' Packing.mo >Shown.mo
refused "Shown.mo:10: 'batch': the part 'batch' shows no 'hold'; did you mean 'held'?" Shown.mo --allow-external
sed 's/atomic = "batch"/atomic = "bach"/' Packing.mo >Atomic.mo
refused "'batch': there is no part 'bach'; did you mean 'batch'?" Atomic.mo --allow-external

# Libraries that are not what they should be.
good='parameter String text = "no"; parameter Boolean fails = true;'
compile good "$here/faulty.c"
compile version "$here/faulty.c" -DFAULT=1
compile symbol "$here/faulty.c" -DFAULT=2
compile nowhere "$here/faulty.c" -DFAULT=3
echo "this is no library" >libtext.so
odd Absent absent odd "$good"
refused "'odd' needs the shared library 'absent': libabsent.so: cannot open" Absent.mo --allow-external
odd Version version odd "$good"
refused "'version': it was made for version 2 of modevs/library.h, this is version 1" Version.mo --allow-external
odd Symbol symbol odd "$good"
refused "'symbol': it has no symbol 'mdv_library' (modevs/library.h)" Symbol.mo --allow-external
odd Nowhere nowhere odd "$good"
refused "undefined symbol: mdv_that_is_nowhere" Nowhere.mo --allow-external
odd Words text odd "$good"
refused "'odd' needs the shared library 'text': " Words.mo --allow-external
odd Fails good odd "$good"
refused "component 'odd' (odd): it says no" Fails.mo --allow-external
odd Object good odd "$good" "connect(odd.said, y.inport);"
refused "a message from 'odd.said' does not fit 'y.inport': it is an object of C" Object.mo --allow-external

exit $bad
