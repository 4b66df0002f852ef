#!/bin/sh
# Measures the models of bench/Scale.mo over their size, and makes a page with tables and pictures.
# The chain of bodies needs a Modelica Standard Library in MODELICAPATH; the others use the shipped one.
# usage: tools/bench_scale.sh BUILD DIR [LARGEST]   (LARGEST: of the equations, about; else 100000)
set -eu

if [ $# -lt 2 ]; then
	echo "usage: tools/bench_scale.sh BUILD DIR [LARGEST]" >&2
	exit 2
fi
scale=$1/bench/scale
dir=$2
largest=${3:-100000}
library=${MODELICAPATH:-}
unset MODELICAPATH
mkdir -p "$dir"

sizes() { # MODEL EQUATIONS SOLVER [MOST]: sizes of about 1,000 equations up to the largest
	for equations in 1000 10000 20000 100000 200000 1000000; do
		if [ "$equations" -le "$largest" ] && [ "$equations" -le "${4:-$largest}" ]; then
			"$scale" "$1" $((equations / $2)) "$3"
		fi
	done
}

{
	sizes Heat 1 rk45 # the matrix of a square has too many entries once it is factorized
	sizes Advection 1 cvode
	sizes Ladder 10 cvode
	sizes Line 20 cvode
	sizes Grid 10 cvode
	sizes Chain 30 cvode
	if [ -n "$library" ]; then
		export MODELICAPATH="$library"
		sizes Links 180 cvode 100000 # every acceleration depends on every state: n^2 entries
	fi
} >"$dir/scale.tsv"
"$scale" page "$dir" <"$dir/scale.tsv"
