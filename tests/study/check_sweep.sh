#!/bin/sh
# A sweep gives the same bytes with one thread and two, in parts, under mpirun, by a job array, and
# after it was killed and went on; its memory does not grow with the number of runs.
# usage: tests/study/check_sweep.sh MODEVS
set -u
modevs=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
models=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
bad=0

# claim TEXT COMMAND...: the command succeeds
claim()
{
	what=$1
	shift
	"$@" >out 2>&1 && return
	echo "not so: $what" >&2
	cat out >&2
	bad=1
}

refuses() { ! "$modevs" sweep "$@"; }

few="$models/Ladder.mo --vary R=0.5:2:40 --vary n=3,4,0 --measure max(y)"
"$modevs" sweep $few -o one.csv --jobs 1 >/dev/null 2>&1
claim "three times forty runs, and a heading" test "$(wc -l <one.csv)" = 121
claim "what does not compile is a row with its reason" grep -q '^120,2,0,,.*E0405' one.csv
"$modevs" sweep $few -o two.csv --jobs 2 >/dev/null 2>&1
claim "two threads give the same bytes" cmp one.csv two.csv
for k in 1 2 3; do "$modevs" sweep $few -o parts.csv --part $k/3 >/dev/null 2>&1; done
"$modevs" sweep $few -o parts.csv --merge 3 >/dev/null 2>&1
claim "three parts, merged, give the same bytes" cmp one.csv parts.csv
claim "nothing but the table is left of the parts" test "$(ls | grep -c runs)" = 0

# Killed again and again, at any moment, it goes on.
many="$models/Ladder.mo --vary R=0.5:2:400 --measure final(y)"
"$modevs" sweep $many -o whole.csv >/dev/null 2>&1
round=0
while [ $round -lt 3 ] && [ ! -f killed.csv ]; do
	"$modevs" sweep $many -o killed.csv --resume >/dev/null 2>&1 &
	pid=$!
	sleep 0.2
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null
	round=$((round + 1))
done
if [ -f killed.csv.runs ]; then
	claim "runs of another sweep are not taken" refuses $many --tol 1e-5 -o killed.csv --resume
	claim "what is there is not thrown away" refuses $many -o killed.csv
fi
claim "it goes on" "$modevs" sweep $many -o killed.csv --resume
claim "killed and resumed, it gives the same bytes" cmp whole.csv killed.csv

# A signal ends it in a moment; it goes on from there.
"$modevs" sweep $many -o stopped.csv >/dev/null 2>&1 &
pid=$!
sleep 0.2
kill -INT $pid 2>/dev/null
wait $pid
status=$?
claim "SIGINT ends it with 130, if it came in time" test $status = 130 -o $status = 0
[ $status = 0 ] || "$modevs" sweep $many -o stopped.csv --resume >/dev/null 2>&1
claim "interrupted and resumed, it gives the same bytes" cmp whole.csv stopped.csv

# Every tenth of a Latin hypercube has one run in each column.
"$modevs" sweep "$models/Level.mo" --vary a=0:10 --vary low=0:10 --sample lhs --runs 10 --seed 7 -o lhs.csv >/dev/null 2>&1
for column in 2 3; do
	claim "every part of column $column once" test "$(cut -d, -f$column lhs.csv | tail -n 10 | sed 's/\..*//' | sort -n | tr '\n' ' ')" = "0 1 2 3 4 5 6 7 8 9 "
done

# Trajectories: one file a run, as modevs run writes it.
"$modevs" sweep "$models/Level.mo" --vary a=1,2 --trajectories kept -o kept.csv >/dev/null 2>&1
"$modevs" run "$models/Level.mo" --set a=2 -o single.csv >/dev/null 2>&1
claim "the second trajectory is that of a run of its own" cmp single.csv kept/run2.csv

# Recorded inputs: each run is that of its own with the same file, whatever number of threads.
cat >Fed.mo <<'END'
model Fed
  parameter Real k = 1;
  input Real u;
  Real x(start = 0, fixed = true);
equation
  der(x) = k*u - x;
end Fed;
END
printf 'time,u\n0,0\n0.3,1\n0.6,-1\n1,0\n' >u.csv
"$modevs" sweep Fed.mo --input u.csv --vary k=1:3:3 --jobs 2 --trajectories fed -o fed.csv >/dev/null 2>&1
"$modevs" run Fed.mo --input u.csv --set k=2 -o single.csv >/dev/null 2>&1
claim "recorded inputs reach the runs of a sweep" cmp single.csv fed/run2.csv
sed 's/0.3,1/0.3,2/' u.csv >v.csv
"$modevs" sweep Fed.mo --input v.csv --vary k=1:3:3 -o other.csv >/dev/null 2>&1
claim "other inputs give other results" sh -c '! cmp -s fed.csv other.csv'
timeout -s KILL 0.3 "$modevs" sweep Fed.mo --input u.csv --vary k=1:3:200000 -o half.csv >/dev/null 2>&1
claim "runs with other inputs are not taken" refuses Fed.mo --input v.csv --vary k=1:3:200000 -o half.csv --resume
rm -f half.csv*

# The page of a sweep: the same bytes with one thread and two.
"$modevs" sweep $few -o page.csv --report one.html --jobs 1 >/dev/null 2>&1
"$modevs" sweep $few -o page.csv --report two.html --jobs 2 >/dev/null 2>&1
claim "the page has the same bytes with one thread and two" cmp one.html two.html
claim "the page tells what failed" grep -q '"nFailed":40' one.html

# Slurm: sbatch that runs its script at once stands for the real one.
mkdir bin
cat >bin/sbatch <<'END'
#!/bin/sh
for script; do :; done
for k in $(sed -n 's/^#SBATCH --array=1-\([0-9]*\)$/\1/p' "$script" | xargs -r seq 1); do
	SLURM_ARRAY_TASK_ID=$k sh "$script" >>log 2>&1
done
grep -q '^#SBATCH --array' "$script" || sh "$script" >>log 2>&1
echo 42
END
chmod +x bin/sbatch
PATH=$work/bin:$PATH "$modevs" sweep $few -o array.csv --report array.html --slurm 4 >/dev/null 2>&1
claim "a job array gives the same bytes" cmp one.csv array.csv
claim "the job that merges writes the page" cmp one.html array.html

if command -v mpirun >/dev/null; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
	# A rank that is killed may hold a lock in memory that PMIx shares with mpirun, which then waits for it for ever;
	# with tables of its own, not shared ones, it does not.
	export PMIX_MCA_gds=hash
	mpirun --oversubscribe -n 3 "$modevs" sweep $few -o ranks.csv >/dev/null 2>&1
	claim "three ranks give the same bytes" cmp one.csv ranks.csv
	# A rank that dies ends the job; what was made by then stays made.
	if command -v pgrep >/dev/null; then
		mpirun --oversubscribe -n 3 "$modevs" sweep $many -o dead.csv >/dev/null 2>&1 &
		pid=$!
		tries=0
		while [ $tries -lt 100 ] && [ ! -s dead.csv.runs ] && [ ! -f dead.csv ]; do
			sleep 0.1
			tries=$((tries + 1))
		done
		rank=$(pgrep -P $pid -x "$(basename "$modevs")" | tail -n 1)
		[ -z "$rank" ] || kill -9 "$rank" 2>/dev/null
		wait $pid
		status=$?
		claim "a rank that dies ends the job, if it died in time ($status)" test $status != 0 -o -f dead.csv
		[ -f dead.csv ] || claim "the job goes on" "$modevs" sweep $many -o dead.csv --resume
		claim "after the death of a rank and --resume the bytes are the same" cmp whole.csv dead.csv
	fi
else
	echo "no mpirun here: not tried"
fi

# Peak memory in kB.
peak()
{
	python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$@"
}
small=$(peak "$modevs" sweep "$models/Level.mo" --vary a=1:2:100 --jobs 2 -o m.csv)
large=$(peak "$modevs" sweep "$models/Level.mo" --vary a=1:2:5000 --jobs 2 -o m.csv)
claim "fifty times as many runs take no more memory ($small, $large kB)" test "$large" -lt $((small + 1500))
exit $bad
