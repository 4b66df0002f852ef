#!/bin/sh
# Pipes, devices, folders, loops of links and files that change while they are read: refused in words, or read as they are; never waited for, never a crash.
# usage: tests/harm/check_files.sh MODEVS [ROUNDS]
set -u
modevs=$1 rounds=${2:-15}
shipped=$(cd "$(dirname "$0")/../../lib" && pwd) || exit 2
work=$(mktemp -d) || exit 2
writer=
trap '[ -n "$writer" ] && kill $writer 2>/dev/null; rm -rf "$work"' EXIT
cd "$work" || exit 2
unset MODELICAPATH
bad=0

expect() { # STATUS TEXT COMMAND...: ends with it, soon, and says that
	status=$1 says=$2
	shift 2
	timeout -s KILL 20 "$@" >log 2>&1 </dev/null
	got=$?
	if [ $got -ne "$status" ] || { [ -n "$says" ] && ! grep -q -e "$says" log; }; then
		echo "$*: ends with $got, not $status, or does not say '$says'" >&2
		sed 's/^/    /' log >&2
		bad=1
	fi
}
special='not a file but a pipe or a device'

cat >Lag.mo <<'END'
model Lag
  input Real u;
  Real x(start = 0, fixed = true);
equation
  der(x) = u - x;
end Lag;
END
cat >Table.mo <<'END'
model Table
  parameter String file = "table.txt";
  Modelica.Blocks.Sources.CombiTimeTable t(tableOnFile = true, tableName = "tab", fileName = file);
end Table;
END
cat >Print.mo <<'END'
model Print
  parameter String file = "out.txt";
algorithm
  when initial() then
    Modelica.Utilities.Streams.print("a line", file);
  end when;
end Print;
END
printf 'time,u\n0,0\n1,1\n' >in.csv
printf '#1\ndouble tab(2, 2)\n0 0\n1 1\n' >table.txt
mkfifo fifo fifo.mo fifo.csv fifo.svg fifo.txt fifo.c fifo.h
mkdir folder folder.csv folder.svg folder.mo Pipe Loop
ln -s loop.mo loop.mo
ln -s loop.csv loop.csv
ln -s /dev/zero zero.mo
ln -s /dev/zero zero.csv
ln -s /dev/full full.csv

# what is read
expect 1 "$special" "$modevs" check fifo.mo
expect 1 "$special" "$modevs" check zero.mo
expect 1 'Is a directory' "$modevs" check folder.mo
expect 1 'Too many levels' "$modevs" check loop.mo
expect 2 "$special" "$modevs" run Lag.mo -o a.csv --input fifo.csv
expect 2 "$special" "$modevs" run Lag.mo -o a.csv --input zero.csv
expect 2 'Is a directory' "$modevs" run Lag.mo -o a.csv --input folder.csv
expect 3 "$special" "$modevs" run Table.mo -L "$shipped" -o a.csv --set file='"fifo.txt"'
expect 3 'it is a folder' "$modevs" run Table.mo -L "$shipped" -o a.csv --set file='"folder"'

# libraries: a package whose text is a pipe, a folder that holds itself, a folder that is none
mkfifo Pipe/package.mo
expect 1 '' "$modevs" check Pipe.A -L .
printf 'package Loop\nend Loop;\n' >Loop/package.mo
ln -s . Loop/Loop
ln -s ../Loop Loop/Inner
expect 1 '' "$modevs" check Loop.Inner.Loop.Inner.X -L .
expect 1 'warning' "$modevs" check Nothing -L Lag.mo
expect 1 'warning' "$modevs" check Nothing -L fifo

# what is written
expect 3 'cannot be written' "$modevs" run Lag.mo -o fifo.csv --input in.csv
expect 3 'cannot be written' "$modevs" run Lag.mo -o folder.csv --input in.csv
expect 3 'cannot be written' "$modevs" run Lag.mo -o loop.csv --input in.csv
expect 3 'cannot be written' "$modevs" run Lag.mo -o full.csv --input in.csv
expect 3 "$special" "$modevs" run Lag.mo -o a.csv --input in.csv --plot x=fifo.svg
expect 3 'Is a directory' "$modevs" run Lag.mo -o a.csv --input in.csv --plot x=folder.svg
expect 3 "$special" "$modevs" build Lag.mo -o fifo.c
expect 3 "$special" "$modevs" build Lag.mo --kind exe -o fifo
expect 3 directory "$modevs" build Lag.mo --kind exe -o folder
expect 3 "$special" "$modevs" run Print.mo -L "$shipped" -o a.csv --allow write --set file='"fifo.txt"'
expect 3 'directory' "$modevs" run Print.mo -L "$shipped" -o a.csv --allow write --set file='"folder"'

# what changes while it is read: any status but that of a crash, a time limit, or an error of ours
awk 'BEGIN { print "model Big"; for (i = 0; i < 4000; i++) print "  Real x" i " = time;"; print "end Big;" }' >Big.whole
awk 'BEGIN { print "time,u"; for (i = 0; i < 20000; i++) print i "," i % 7 }' >big.whole
awk 'BEGIN { print "#1"; print "double tab(9000, 2)"; for (i = 0; i < 9000; i++) print i, i % 7 }' >tab.whole
cp Big.whole Big.mo
cp big.whole big.csv
cp tab.whole tab.txt
(
	while :; do
		head -c 30000 Big.whole >Big.mo
		head -c 30000 big.whole >big.csv
		: >tab.txt
		cat Big.whole Big.whole >Big.mo
		cat big.whole >>big.csv
		cat tab.whole >new && mv new tab.txt
		rm -f Big.mo
		cp Big.whole Big.mo
		cp tab.whole tab.txt
	done
) &
writer=$!
changes() { # COMMAND...
	timeout -s KILL 20 "$@" >log 2>&1 </dev/null
	got=$?
	if [ $got -gt 3 ]; then
		echo "$*: ends with $got" >&2
		head -5 log >&2
		bad=1
	fi
}
i=0
while [ $i -lt "$rounds" ]; do
	changes "$modevs" check Big.mo
	changes "$modevs" run Lag.mo --input big.csv -o a.csv --stop 1
	changes "$modevs" run Table.mo -L "$shipped" -o a.csv --set file='"tab.txt"' --stop 1
	i=$((i + 1))
done
kill $writer
wait $writer 2>/dev/null
writer=
exit $bad
