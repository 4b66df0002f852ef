#!/bin/sh
# modevs build whose files cannot be written, or whose compiler is missing, fails, makes nothing or
# is stopped: a status and words, what was there before stays, and nothing new is left, neither
# there nor in the folder for temporary files. usage: tests/harm/check_build.sh MODEVS
set -u

if [ $# -ne 1 ]; then
	echo "usage: tests/harm/check_build.sh MODEVS" >&2
	exit 2
fi
modevs=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d) || exit 2
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
mkdir "$work/in" "$work/tmp" "$work/bin" && cd "$work/in" || exit 2
export TMPDIR=$work/tmp
bad=0

cat >Lag.mo <<'EOM'
model Lag
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Lag;
EOM
script() { # NAME: a compiler that does what standard input says
	{ echo '#!/bin/sh'; cat; } >"$work/bin/$1"
	chmod +x "$work/bin/$1"
}
echo 'exit 1' | script fails
echo 'exit 0' | script idle
script half <<'EOM'
while [ "$1" != -o ]; do shift; done
echo half >"$2"
exit 1
EOM
script whole <<'EOM'
while [ "$1" != -o ]; do shift; done
echo whole >"$2"
EOM
echo 'kill -9 $$' | script killed

# Files with their times and contents; the time of a folder changes by what comes and goes in it.
snapshot() {
	find "$work/in" "$work/tmp" -type d -printf '%p %m\n' -o -printf '%p %m %s %T@\n' | sort
	cat Lag.c Lag.h Lag.so Lag 2>/dev/null
}

# STATUS WORDS COMMAND…: nothing has changed after it
expect() {
	status=$1 words=$2
	shift 2
	before=$(snapshot)
	"$@" >"$work/log" 2>&1
	got=$?
	[ $got -eq "$status" ] || { echo "$*: status $got, want $status" >&2; cat "$work/log" >&2; bad=1; }
	grep -q -e "$words" "$work/log" || { echo "$*: does not say '$words'" >&2; cat "$work/log" >&2; bad=1; }
	[ "$before" = "$(snapshot)" ] || { echo "$*: something has changed" >&2; snapshot >&2; bad=1; }
}
limited() { # BLOCKS COMMAND…: with files of at most so many blocks of 512 bytes
	(ulimit -f "$1"; shift; exec "$@")
}
by() { # COMPILER COMMAND…
	(CC=$1; export CC; shift; exec "$@")
}

# with nothing there, and with the results of an earlier call
for round in 1 2; do
	for kind in c so exe; do
		expect 3 'cannot write' limited 4 "$modevs" build Lag.mo --kind $kind
		expect 3 'cannot write .*No such file' "$modevs" build Lag.mo --kind $kind -o nowhere/Lag
	done
	for kind in so exe; do
		expect 3 "cannot start the C compiler 'nothing'" by nothing "$modevs" build Lag.mo --kind $kind
		for compiler in fails half killed; do
			expect 3 "compiler '.*$compiler' failed" by "$work/bin/$compiler" "$modevs" build Lag.mo --kind $kind
		done
		expect 3 'made nothing' by "$work/bin/idle" "$modevs" build Lag.mo --kind $kind
		# the compiler cannot write: as much as the C, less than the binary
		expect 3 'failed' limited 64 "$modevs" build Lag.mo --kind $kind
	done
	if [ "$(id -u)" -ne 0 ]; then # root may write everywhere
		mkdir -p closed && chmod a-w closed
		expect 3 'Permission denied' "$modevs" build Lag.mo -o closed/Lag
	fi
	mkdir -p folder/Lag.h
	expect 3 'folder/Lag.h' "$modevs" build Lag.mo -o folder/Lag
	for kind in c so exe; do
		by "$work/bin/whole" "$modevs" build Lag.mo --kind $kind || bad=1
	done
done
[ "$(cat Lag)" = whole ] && [ -s Lag.c ] && [ -s Lag.h ] && [ -s Lag.so ] || { echo "not made" >&2; bad=1; }
# a link stays a link
mkdir away && mv Lag.c away && ln -s away/Lag.c Lag.c
"$modevs" build Lag.mo && [ -h Lag.c ] && [ -s away/Lag.c ] || { echo "a link is gone" >&2; bad=1; }
exit $bad
