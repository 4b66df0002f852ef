#!/bin/sh
# Signals at random instants, in every phase of run, check and build: the program ends within a second (SLACK
# milliseconds), with 128 + the signal, and what it has written can be read.
# usage: tests/hostile/check_signals.sh MODEVS [COUNT] [SEED]
set -u
modevs=$1
count=${2:-5}
seed=${3:-$(date +%s)}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
echo "seed $seed"
bad=0

# Long: to compile, to initialize, in a function, to run with many rows, with many events.
cat >M0.mo <<'END'
model M0
  parameter Integer n = 2000;
  Real x[n];
equation
  for i in 1:n loop
    x[i] = sum(x[j] for j in 1:n)*1e-9 + time;
  end for;
end M0;
END
cat >M1.mo <<'END'
model M1
  parameter Integer n = 100;
  function g
    input Real x;
    output Real y;
  algorithm
    y := x;
    for i in 1:200000 loop
      y := y + sin(y)*1e-6;
    end for;
  end g;
  Real x[n](each start = 1);
equation
  for i in 1:n loop
    g(x[i]) + sum(x)*x[i]/n = i + time;
  end for;
end M1;
END
cat >M2.mo <<'END'
model M2
  function f
    input Real x;
    output Real y;
  algorithm
    y := x;
    while y >= x loop
      y := y + 0;
    end while;
  end f;
  discrete Real y(start = 0, fixed = true);
equation
  when time > 0.5 then
    y = f(time);
  end when;
end M2;
END
cat >M3.mo <<'END'
model M3
  Real x(start = 1, fixed = true);
equation
  der(x) = sin(1000*time) - x;
  annotation(experiment(StopTime = 1e9, Interval = 1e-3));
end M3;
END
cat >M4.mo <<'END'
model M4
  Integer k(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = k;
  when sample(0, 1e-4) then
    k = mod(pre(k) + 1, 7);
  end when;
  annotation(experiment(StopTime = 1e9));
end M4;
END

random() { # below $1
	seed=$(((seed * 1103515245 + 12345) % 2147483648))
	drawn=$((seed / 65536 % $1))
}

i=0
while [ $i -lt "$count" ]; do
	i=$((i + 1))
	random 5
	model=M$drawn
	random 3
	case $drawn in 0) signal=2 ;; 1) signal=15 ;; *) signal=1 ;; esac
	random 6 # check and build do not take long unless there is much to compile
	command="run -o x.csv"
	case $drawn in
	0) command="check" model=M0 ;;
	1) command="build -o x" model=M0 ;;
	2) command="build -o x --kind exe" model=M4 ;; # may be done before
	esac
	random 1000
	wait_ms=$drawn
	rm -rf x.csv x.c x.h x tmp
	mkdir tmp
	# shellcheck disable=SC2086 # the command is words
	TMPDIR=$work/tmp python3 - $signal "$wait_ms" "$modevs" $command --timeout 20 $model.mo >result 2>log <<'END'
import signal, subprocess, sys, time
number, wait = int(sys.argv[1]), int(sys.argv[2])
p = subprocess.Popen(sys.argv[3:], stdout=subprocess.DEVNULL,
                     preexec_fn=lambda: [signal.signal(s, signal.SIG_DFL) for s in (1, 2, 15)])
def hears(): # the signal: before, the program is not yet ours
    with open("/proc/%d/status" % p.pid) as f:
        caught = [line.split()[1] for line in f if line.startswith("SigCgt")]
    return bool(caught) and int(caught[0], 16) >> (number - 1) & 1
for k in range(1000):
    if hears() or p.poll() is not None:
        break
    time.sleep(0.01)
time.sleep(wait / 1000)
if p.poll() == 0:
    print("done", 0)
    sys.exit(0)
begin = time.time()
p.send_signal(number)
try:
    code = p.wait(10)
except subprocess.TimeoutExpired:
    p.kill()
    code = -1
print(code, int(1000 * (time.time() - begin)))
END
	read -r status took <result
	[ "$status" != done ] || continue
	# all was done when the signal came: it found the program on its way out
	[ "$status" != 0 ] || [ ! -x x ] || [ -n "$(ls tmp)" ] || continue
	if [ "$status" -ne $((128 + signal)) ] || [ "$took" -gt "${SLACK:-1000}" ]; then
		echo "$command $model, signal $signal after $wait_ms ms: status $status, $took ms: $(cat log)" >&2
		bad=1
	fi
	if [ -s x.csv ]; then
		awk -F, 'NR == 1 { n = NF } NF != n { exit 1 }' x.csv && [ "$(tail -c 1 x.csv | od -An -tu1 | tr -d ' ')" = 10 ] || {
			echo "$command $model, signal $signal after $wait_ms ms: the result file has half a row" >&2
			bad=1
		}
	fi
	[ -z "$(ls tmp)" ] && [ ! -e x ] || {
		echo "$command $model, signal $signal after $wait_ms ms: left $(echo tmp/*) $(ls)" >&2
		bad=1
	}
	for made in x.c x.h; do # whole, or not there
		[ ! -e $made ] || [ "$(tail -c 1 $made | od -An -tu1 | tr -d ' ')" = 10 ] || {
			echo "$command $model, signal $signal after $wait_ms ms: half a file $made" >&2
			bad=1
		}
	done
	grep -q -e interrupted -e stopped log || { echo "$model: says nothing: $(cat log)" >&2; bad=1; }
done
exit $bad
