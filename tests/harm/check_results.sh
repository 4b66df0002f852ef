#!/bin/sh
# Results replace no input and nothing that modevs did not write; resources stay in their library;
# terminals get no control characters. usage: tests/harm/check_results.sh MODEVS
set -u
modevs=$1
shipped=$(cd "$(dirname "$0")/../../lib" && pwd) || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
bad=0

expect() { # STATUS TEXT COMMAND...: ends with it and says that
	status=$1
	says=$2
	shift 2
	"$@" >log 2>&1 </dev/null
	got=$?
	if [ $got -ne "$status" ] || { [ -n "$says" ] && ! grep -q -e "$says" log; }; then
		echo "$*: ends with $got, not $status, or does not say '$says'" >&2
		sed 's/^/    /' log >&2
		bad=1
	fi
}
same() { # FILE: as it was
	cmp -s "$1" "$1.was" || { echo "$1 was changed" >&2; bad=1; }
}

cat >Lag.mo <<'END'
model Lag
  input Real u;
  Real x(start = 0, fixed = true);
equation
  der(x) = u - x;
end Lag;
END
printf 'time,u\n0,0\n1,1\n' >in.csv
printf 'time,u\n0,0\n1,1\n' >mine.csv
ln in.csv hard.csv
ln -s in.csv soft.csv
ln -s Lag.mo source.csv
for f in in.csv mine.csv Lag.mo; do cp $f $f.was; done
for f in in.csv hard.csv soft.csv ./in.csv; do
	expect 2 "is an input" "$modevs" run Lag.mo --input in.csv -o $f
	expect 2 "is an input" "$modevs" run Lag.mo --input in.csv -o $f --force
done
expect 2 "is an input" "$modevs" run Lag.mo --input in.csv -o source.csv --force
expect 2 "not written by modevs; --force" "$modevs" run Lag.mo --input in.csv -o mine.csv
for f in in.csv mine.csv Lag.mo; do same $f; done
expect 0 "rows" "$modevs" run Lag.mo --input in.csv -o mine.csv --force
expect 0 "rows" "$modevs" run Lag.mo --input in.csv -o new.csv
expect 0 "rows" "$modevs" run Lag.mo --input in.csv -o new.csv
: >empty.csv
expect 0 "rows" "$modevs" run Lag.mo --input in.csv -o empty.csv
expect 0 "rows" "$modevs" run Lag.mo --input in.csv -o new.mat
expect 0 "rows" "$modevs" run Lag.mo --input in.csv -o new.mat
echo '<svg>mine</svg>' >plot.svg
expect 2 "not written by modevs" "$modevs" run Lag.mo -o new.csv --plot x=plot.svg
echo 'int main;' >Lag.c
expect 3 "not written by modevs" "$modevs" build Lag.mo
expect 0 "" "$modevs" build Lag.mo --force
expect 0 "" "$modevs" build Lag.mo
expect 3 "is an input" "$modevs" build Lag.mo --kind exe -o Lag.mo --force
same Lag.mo

# No output goes where another one goes, by whatever name or link, be the file there or not.
ln new.csv twin.csv
ln -s later.html soon.html
for f in new.csv ./new.csv ../$(basename "$work")/new.csv twin.csv; do
	expect 2 "a file of its own" "$modevs" run Lag.mo -o new.csv --report $f --force
	expect 2 "a file of its own" "$modevs" run Lag.mo -o new.csv --messages $f --force
done
expect 2 "a file of its own" "$modevs" run Lag.mo -o later.csv --report ./later.csv
expect 2 "a file of its own" "$modevs" run Lag.mo -o new.csv --messages soon.html --report later.html
expect 2 "a file of its own" "$modevs" run Lag.mo -o new.csv --plot x=p.svg --plot u=p.svg
expect 2 "a file of its own" "$modevs" run Lag.mo -o new.csv --plot x=p.svg --report ./p.svg
expect 2 "a file of its own" "$modevs" sweep Lag.mo --vary x=1,2 -o table.csv --report ./table.csv
expect 2 "a file of its own" "$modevs" sweep Lag.mo --vary x=1,2 -o kept/run2.csv --trajectories kept
expect 0 "runs" "$modevs" sweep Lag.mo --vary x=1,2 -o kept/table.csv --trajectories kept
expect 0 "rows" "$modevs" run Lag.mo -o /dev/null --report /dev/null
expect 0 "rows" "$modevs" run Lag.mo -o new.csv --plot x=p.svg --report p.html

# A table that the model reads is an input, too.
printf '#1\ndouble tab(2,2)\n0 0\n1 2\n' >tab.csv
cp tab.csv tab.csv.was
cat >Tab.mo <<'END'
model Tab
  class T
    extends ExternalObject;
    function constructor
      input String file;
      input Real m[:, :] = fill(0.0, 0, 2);
      input Integer c[:] = {2};
      output T t;
    external "C" t = ModelicaStandardTables_CombiTable1D_init2(file, "tab", m, size(m, 1), size(m, 2), c, size(c, 1), 1, 1, 0);
    end constructor;
    function destructor
      input T t;
    external "C" ModelicaStandardTables_CombiTable1D_close(t);
    end destructor;
  end T;
  function value
    input T t;
    input Real u;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTable1D_getValue(t, 1, u);
  end value;
  parameter String file = "tab.txt";
  T t = T(file);
  Real y = value(t, time);
end Tab;
END
mv tab.csv tab.txt
ln tab.txt data.csv
expect 3 "is an input" "$modevs" run Tab.mo -o data.csv --force
cmp -s tab.txt tab.csv.was || { echo "tab.txt was changed" >&2; bad=1; }
expect 0 "rows" "$modevs" run Tab.mo

# The shipped library reads tables in files of the working folder.
cat >Ship.mo <<'END'
model Ship
  Modelica.Blocks.Sources.CombiTimeTable a(tableOnFile = true, tableName = "tab", fileName = "tab.txt", columns = {2});
  Modelica.Blocks.Tables.CombiTable1Ds b(tableOnFile = true, tableName = "tab", fileName = "tab.txt", columns = {2}, u = time);
equation
  assert(abs(a.y[1] - 2*time) < 1e-9 and abs(b.y[1] - 2*time) < 1e-9, "another table");
end Ship;
END
expect 0 "rows" env MODELICAPATH="$shipped" "$modevs" run Ship.mo

# Resources: in the library, and out of it.
mkdir -p Lib/Resources
echo x >Lib/Resources/data.txt
echo x >secret.txt
ln -s ../../secret.txt Lib/Resources/link.txt
cat >Lib/package.mo <<'END'
package Lib
  function loadResource
    input String uri;
    output String file;
  algorithm
    file := uri;
  end loadResource;
end Lib;
END
for uri in Lib/Resources/data.txt Lib.Resources/data.txt Lib/Resources/../Resources/data.txt; do
	printf 'model M parameter String s = Lib.loadResource("modelica://%s"); Real x = time; end M;\n' $uri >M.mo
	expect 0 "unknowns" "$modevs" check M.mo -L .
done
for uri in Lib/../secret.txt Lib/Resources/link.txt Lib/Resources/../../secret.txt Lib/%2e%2e/secret.txt Lib/../nothing; do
	printf 'model M parameter String s = Lib.loadResource("modelica://%s"); Real x = time; end M;\n' $uri >M.mo
	expect 1 "leads out of the library" "$modevs" check M.mo -L .
done

# Messages of a model.
printf 'model E Real x = time; equation assert(x < 0.5, "a\\x1b[31mred"); end E;\n' | sed "s/.x1b/$(printf '\033')/" >E.mo
expect 3 "a.*31mred" "$modevs" run E.mo
grep -q "$(printf '\033')" log && { echo "escape sequences in a message" >&2; bad=1; }
exit $bad
