#!/bin/sh
# Makes the packages twice, from another folder, time zone, language and umask: they have the same
# bytes. Unpacks them together: the program runs, makes a program, and Python finds the library. The
# sources are the same twice, too. usage: tools/check_deb.sh BUILD
set -eu

if [ $# -ne 1 ]; then
	echo "usage: tools/check_deb.sh BUILD" >&2
	exit 2
fi
for tool in dpkg-deb dpkg-shlibdeps strip git; do
	command -v $tool >/dev/null || { echo "$tool is missing"; exit 77; }
done
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export COMPRESS=gzip
unset MODELICAPATH MODEVS_LIBRARY MODEVS_PROGRAM

cd "$work"
"$root/tools/deb.sh" "$build" "$work/a" >log
(cd / && umask 077 && TZ=Asia/Tokyo LC_ALL=C.UTF-8 TMPDIR="$work" "$root/tools/deb.sh" "$build" "$work/b" >>"$work/log")
for package in a/*.deb; do
	cmp "$package" "b/$(basename "$package")"
	dpkg-deb -x "$package" tree
done
[ "$(find a -name '*.deb' | wc -l)" = 4 ] || { ls a; exit 1; }

for file in usr/bin/modevs usr/share/modevs/lib/Modelica/package.mo usr/share/man/man1/modevs.1.gz usr/share/doc/modevs/docs/README.md \
	usr/include/modevs/modevs.h usr/lib/python3/dist-packages/modevs/__init__.py; do
	[ -r "tree/$file" ] || { echo "no package has $file" >&2; exit 1; }
done
# Tables of addresses are read-only once a program runs.
for file in tree/usr/bin/modevs tree/usr/lib/libmodevs.so.*.*.*; do
	readelf -lW "$file" | grep -q GNU_RELRO || { echo "$file has no RELRO" >&2; exit 1; }
done
# Nothing of this machine.
if grep -rl --binary-files=text -e "$root" -e "$build" tree; then
	echo "these files have a path of the machine that built them" >&2
	exit 1
fi
tree/usr/bin/modevs run "$root/examples/motor/MotorDrive.mo" -o motor.csv >log
"$build/modevs" run "$root/examples/motor/MotorDrive.mo" -o here.csv >log
cmp motor.csv here.csv
if command -v "${CC:-cc}" >/dev/null; then
	tree/usr/bin/modevs build "$root/examples/bouncing_ball/BouncingBall.mo" --kind exe -o ball
	./ball --stop 1 -o ball.csv >log
fi
if command -v python3 >/dev/null; then
	PYTHONPATH=tree/usr/lib/python3/dist-packages python3 -B -c "
import modevs
assert '$work' in modevs._library.library._name, modevs._library.library._name
assert modevs.compile('$root/examples/circuit/Rectifier.mo').run(stop=0.01).time[-1] == 0.01"
fi

if git -C "$root" rev-parse HEAD >/dev/null 2>&1; then
	mkdir c d
	"$root/tools/dist.sh" c >log
	(umask 077 && TZ=Asia/Tokyo "$root/tools/dist.sh" d >log)
	cmp c/*.tar.gz d/*.tar.gz
	gzip -dc c/*.tar.gz | tar -tf - | grep -q '/CMakeLists.txt$'
fi
