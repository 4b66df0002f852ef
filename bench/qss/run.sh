#!/bin/sh
# Quantized states beside CVODE: each model of this folder, with the error of one variable against
# CVODE at 1e-9 (root of the mean square on the grid, by the largest value), new quantized states
# (or steps) and what the steps take of the processor, in milliseconds.
# usage: bench/qss/run.sh [MODEVS] [MODEL…]; METHODS="liqss2/1e-3 cvode/1e-3" bench/qss/run.sh …
# What it prints is what bench/qss/plot.sh draws.
set -eu
cd "$(dirname "$0")"
modevs=${1:-../../build/modevs}
[ $# -gt 0 ] && shift
methods=${METHODS:-cvode/1e-3 cvode/1e-4 cvode/1e-5 qss2/1e-3 qss3/1e-4 liqss2/1e-3 liqss2/1e-4 liqss2/1e-5 mliqss2/1e-3 mliqss2/1e-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# variable, interval
setup() {
	case $1 in
	LotkaVolterra) echo 'x 0.5' ;;
	Advection) echo 'u\[1000\] 0.001' ;;
	Reaction) echo 'u\[401\] 0.01' ;;
	Inverters) echo 'x\[501\] 0.02' ;;
	Buck) echo 'uC 0.00001' ;;
	Interleaved) echo 'uC 0.00001' ;;
	Cuk) echo 'uC 0.00001' ;;
	Neurons) echo 'u\[7\] 0.1' ;;
	Coolers) echo 'power 1' ;;
	Line) echo 'u\[100\] 0.1' ;;
	esac
}

simulate() { # model, variable, interval, solver, tolerance, result
	timeout "${LIMIT:-60}" "$modevs" run "$1.mo" --force --no-events --vars "^$2\$" --interval "$3" --solver "$4" --tol "$5" \
		-o "$work/$6.csv" --stats 2>"$work/error" >"$work/stats"
}

# Rows of a result cost each model all its outputs: the time is that of a run with a hundredth of them.
for model in ${*:-LotkaVolterra Advection Reaction Inverters Buck Interleaved Cuk Neurons Coolers Line}; do
	# shellcheck disable=SC2046
	set -- $(setup "$model")
	simulate "$model" "$1" "$2" cvode 1e-9 reference || { echo "$model: no reference: $(tail -1 "$work/error")"; continue; }
	for method in $methods; do
		if simulate "$model" "$1" "$2" "${method%/*}" "${method#*/}" result; then
			error=$(paste -d, "$work/reference.csv" "$work/result.csv" | awk -F, 'NR > 1 {
				d = $2 - $4; sum += d*d; n++; a = $2 < 0 ? -$2 : $2; if (a > m) m = a
			} END { printf "%.1e", sqrt(sum/n)/(m > 0 ? m : 1) }')
			simulate "$model" "$1" "$(echo "$2" | awk '{ print 100*$1 }')" "${method%/*}" "${method#*/}" few
			awk -v model="$model" -v method="$method" -v error="$error" '
				$1 == "steps" { steps = $2 } $1 == "milliseconds" { sub(/.*\(/, ""); ms = $1 }
				END { printf "%-14s %-12s %10s steps %10s ms   error %s\n", model, method, steps, ms, error }' "$work/stats"
		else
			printf '%-14s %-12s %s\n' "$model" "$method" "$(tail -1 "$work/error" | cut -c1-100)"
		fi
	done
done
