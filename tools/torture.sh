#!/bin/sh
# The long versions of tests. All parts are run, or those that are named; what fails is told, and how long each
# took. SEED (printed) decides everything that is drawn; FRACTION=10 does a tenth.
# BUILD has programs as `make` builds them, BUILD/asan and BUILD/fuzz those of `make asan` and `make fuzz`.
# usage: tools/torture.sh BUILD [PART...]
set -u
[ $# -ge 1 ] || { echo "usage: tools/torture.sh BUILD [PART...]" >&2; exit 2; }
build=$(cd "$1" && pwd) || exit 2
shift
cd "$(dirname "$0")/.." || exit 2
seed=${SEED:-$(date +%s)}
fraction=${FRACTION:-1}
findings=$build/findings
models="examples tests/sim tests/hybrids tests/emit tests/golden"

# Models that are deep, huge, cyclic or endless: each ends within 5 s + 1 s, in 2 GB.
hostile() { tests/hostile/check_hostile.sh "$build/modevs" all 5; }

# Models that do harm, names that try to get out, results in place of other files.
harm() {
	tests/harm/check_harm.sh "$build/modevs" "$build/tests/libharm.so" &&
		tests/harm/check_names.sh "$build/modevs" && tests/harm/check_results.sh "$build/modevs"
}

# Signals at random instants; instrumented programs are slower to end.
signals() {
	tests/hostile/check_signals.sh "$build/modevs" $((30 / fraction)) "$seed" &&
		SLACK=3000 tests/hostile/check_signals.sh "$build/asan/modevs" $((30 / fraction)) "$seed"
}

# Mutants through compiler and runtime, under AddressSanitizer: of all models, and of those that are right.
# Once with the memory of simulations behind fences, too: machine code and libraries are not instrumented.
mutants() {
	for fence in "" --fence; do
		# shellcheck disable=SC2086 # folders are words
		"$build/asan/tests/mutants" $fence --seed "$seed" --count $((40000 / fraction)) --keep "$findings" -L lib $models &&
			"$build/asan/tests/mutants" $fence --seed "$seed" --count $((60000 / fraction)) --keep "$findings" -L lib \
				examples tests/sim tests/hybrids tests/emit tests/golden/[a-df-z]* || return 1
	done
}

# A million random regions and, three in a module, functions: as machine code what they are in the VM, bit by bit.
code() {
	"$build/tests/test_vm" $((1000000 / fraction)) "$seed" && "$build/tests/test_jit_fn" $((333334 / fraction)) "$seed"
}

# Random hybrid models by three solvers against brute force.
hybrids() { "$build/tests/test_sim_hybrids" $((2000 / fraction)) "$seed" 1000000; }

# Every allocation fails once, and all from it on: compiling every golden model (under AddressSanitizer, where each piece is
# an allocation, 100 of each model), commands, simulating, plants, the engine.
memory() {
	list=$(find tests/golden examples tests/sim -name '*.mo' | sort | awk "NR % $fraction == 0")
	# shellcheck disable=SC2086 # files are words
	"$build/tests/test_memory_compile" 20000 small $list >"$build/memory.log" &&
		"$build/asan/tests/test_memory_compile" 100 $list >>"$build/memory.log" &&
		awk '{ tried += $6 } END { print tried " allocations of " NR " compilations refused" }' "$build/memory.log" &&
		"$build/test_memory_commands" every && ctest --test-dir "$build/asan" -R memory --output-on-failure
}

# A million inputs for each target of libFuzzer; inputs that found something new stay in BUILD/fuzz/corpus.
fuzz() {
	for target in table input flat run; do
		mkdir -p "$build/fuzz/corpus/$target"
		echo "fuzz_$target"
		(cd "$build/fuzz" && "./fuzz_$target" -runs=$((1000000 / fraction)) -seed="$seed" -max_len=300 -timeout=20 \
			-rss_limit_mb=4000 -entropic=0 -verbosity=0 -print_final_stats=1 -dict="$OLDPWD/tests/fuzz/modelica.dict" \
			"corpus/$target" "$OLDPWD/tests/fuzz/corpus/$target") || return 1
	done
}

echo "seed $seed"
bad=0
for part in ${*:-hostile harm signals mutants code hybrids memory fuzz}; do
	case $part in
	hostile | harm | signals | mutants | code | hybrids | memory | fuzz) ;;
	*) echo "torture: there is no part '$part'" >&2; exit 2 ;;
	esac
	begin=$(date +%s)
	echo "== $part"
	if $part; then result="nothing found"; else result=FAILED bad=1; fi
	echo "== $part: $result, $(($(date +%s) - begin)) s"
done
exit $bad
