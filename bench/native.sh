#!/bin/sh
# Right-hand sides by the VM and as machine code against C that `modevs build` writes and gcc -O2
# compiles, in one run; all three must give the same bits. Models of ours; with MODELICA_LIBRARY (a
# directory that holds `Modelica`), some of the Modelica Standard Library, too.
# usage: bench/native.sh BUILD [CLASS ...]   (CLASS: of the library, in place of those listed here)
set -eu

if [ $# -lt 1 ]; then
	echo "usage: bench/native.sh BUILD [CLASS ...]" >&2
	exit 2
fi
build=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

library="Modelica.Electrical.Analog.Examples.CauerLowPassOPV
Modelica.Mechanics.Rotational.Examples.CoupledClutches
Modelica.Mechanics.MultiBody.Examples.Elementary.DoublePendulum
Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.FullRobot
Modelica.Media.Examples.R134a.R134a1
Modelica.Media.Examples.MixtureGases
Modelica.Fluid.Examples.PumpingSystem
Modelica.Electrical.Spice3.Examples.Inverter"

row() { # FILE.mo|CLASS [ARGS]: a line of the table; a model that fails is a line, too
	if "$build/modevs" build "$@" --kind so -o "$work/M" --force >"$work/log" 2>&1 &&
		"$build/bench/unit" "$1" "$work/M.so" >"$work/line" 2>"$work/log"; then
		sed 's/^unit name=\([^ ]*\) .*ns_c=\([^ ]*\) ns_vm=\([^ ]*\) ratio=\([^ ]*\) ns_jit=\([^ ]*\) ratio_jit=\(.*\)/\1 \2 \3 \4 \5 \6/' \
			"$work/line" | while read -r name c vm vm_ratio jit jit_ratio; do
			printf '%-64s %10s %10s %6s %10s %6s\n' "$name" "$c" "$vm" "$vm_ratio" "$jit" "$jit_ratio"
		done
	else
		printf '%-64s %s\n' "$1" "$(head -1 "$work/log")"
		failed=1
	fi
}

failed=0
printf '%-64s %10s %10s %6s %10s %6s\n' model "C, ns" "VM, ns" "/ C" "code, ns" "/ C"
if [ $# -eq 0 ]; then
	export MODELICAPATH="$PWD/lib"
	for model in examples/pendulum/Pendulum.mo examples/motor/MotorDrive.mo examples/circuit/Rectifier.mo \
		examples/grid/Grid.mo examples/engine/Engine.mo; do
		row "$model"
	done
fi
if [ -n "${MODELICA_LIBRARY:-}" ]; then
	export MODELICAPATH="$MODELICA_LIBRARY"
	[ $# -gt 0 ] || set -- $library
	for class in "$@"; do
		row "$class" -L "$MODELICA_LIBRARY"
	done
fi
exit $failed
