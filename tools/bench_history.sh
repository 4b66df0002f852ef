#!/bin/sh
# Runs the benchmarks that are compared from release to release, each three times, and appends the
# best as one line to bench/history.tsv. Give it a quiet machine.
# usage: tools/bench_history.sh BUILD [MACHINE]   (MACHINE: text without tabs; else the processor)
set -eu

if [ $# -lt 1 ]; then
	echo "usage: tools/bench_history.sh BUILD [MACHINE]" >&2
	exit 2
fi
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
history=bench/history.tsv
machine=${2:-$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1), $(nproc) cores}
version=$(sed -n 's/^project(modevs VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
compiler="gcc $(gcc -dumpfullversion)"

measure() { # NAME ARGS...: three runs of a benchmark; their lines go to $work/NAME
	name=$1
	shift
	for run in 1 2 3; do
		"$build/bench/$name" "$@"
	done >"$work/$name"
}

best() { # NAME VALUE [PATTERN]: a tab, and the least VALUE= of its lines that match
	printf '\t%s' "$(grep "${3:-.}" "$work/$1" | tr ' ' '\n' | sed -n "s/^$2=//p" | sort -g | head -1)"
}

ball() { # milliseconds from start to end of the program, the best mean of fifty
	for run in 1 2 3; do
		start=$(date +%s%N)
		for i in 1 2 3 4 5 6 7 8 9 10; do
			for j in 1 2 3 4 5; do
				"$build/modevs" run examples/bouncing_ball/BouncingBall.mo -o "$work/ball.csv" >"$work/log"
			done
		done
		echo "$start $(date +%s%N)"
	done | awk '{ ms = ($2 - $1) / 50e6; if (NR == 1 || ms < least) least = ms } END { printf "%.2f", least }'
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
	printf '%s\t%s\t%s\t%s' "$(date +%Y-%m-%d)" "$version" "$machine" "$compiler"
	for size in "LI 300 300" "HI 200 200" "HO 200 200" "HOmod 30 30"; do
		# shellcheck disable=SC2086  # three words
		measure devstone $size
		best devstone cpu_s
	done
	for n in 10000 100000; do
		measure phold $n 4000000
		best phold cpu_s
	done
	measure generators 1000000 5000000
	best generators cpu_s
	measure heat 100000
	for value in flatten_ms sort_ms lower_ms rhs_us; do
		best heat $value
	done
	measure vm
	best vm ns_vm 'set=components equations=1000 '
	best vm ns_vm 'set=deep equations=1000 '
	best vm ns_vm 'set=heat cells=100000 '
	printf '\t%s\n' "$(ball)"
} >"$work/line"
cat "$work/line" >>$history
head -1 $history
cat "$work/line"
