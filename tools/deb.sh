#!/bin/sh
# Makes Debian packages of a build: modevs (the program, its Modelica library, documentation),
# libmodevs0.1, libmodevs-dev and python3-modevs. The same build gives the same bytes: times are those
# of the last commit (or SOURCE_DATE_EPOCH), owners root, and nothing of this machine is inside.
# usage: tools/deb.sh BUILD DESTINATION
# (COMPRESS=gzip is faster, for tests.)
set -eu

if [ $# -ne 2 ]; then
	echo "usage: tools/deb.sh BUILD DESTINATION" >&2
	exit 2
fi
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$2"
to=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
umask 022

version=$(sed -n 's/^project(modevs VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
series=${version%.*}
arch=$(dpkg --print-architecture)
# The time of the changelog is the time of everything.
: "${SOURCE_DATE_EPOCH:=$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 1700000000)}"
export SOURCE_DATE_EPOCH
maintainer="The modevs developers <modevs@example.org>"

# Everything as it is installed, then each file to its package; what no line names belongs to modevs.
stage=$work/stage
cmake --install "$build" --prefix "$stage/usr" >"$work/log" || { cat "$work/log" >&2; exit 1; }
share() { # PACKAGE PATH...
	package=$1
	shift
	for path in "$@"; do
		mkdir -p "$work/$package/$(dirname "$path")"
		mv "$stage/$path" "$work/$package/$path"
	done
}
cd "$stage"
share "libmodevs$series" usr/lib/libmodevs.so.*
share libmodevs-dev usr/include usr/lib/libmodevs.so usr/lib/*.a usr/lib/pkgconfig usr/lib/cmake
share python3-modevs usr/lib/python3*
# Where Debian has them.
gzip -9n usr/share/man/man1/modevs.1
mkdir -p usr/share/zsh/vendor-completions
mv usr/share/zsh/site-functions/_modevs usr/share/zsh/vendor-completions/
# One place for all versions of Python 3.
python=$(find "$work/python3-modevs/usr/lib" -maxdepth 1 -name 'python3*')
[ "$(basename "$python")" = python3 ] || mv "$python" "$work/python3-modevs/usr/lib/python3"
find "$stage" -depth -type d -empty -delete
mv "$stage" "$work/modevs"
cd "$work"
doc=modevs/usr/share/doc/modevs
mkdir -p "$doc"
cp "$root/README.md" "$doc/"
(cd "$root" && git ls-files docs examples 2>/dev/null || find docs examples -type f) |
	while read -r file; do
		mkdir -p "$doc/$(dirname "$file")"
		cp "$root/$file" "$doc/$file"
		chmod 644 "$doc/$file"
	done

# What only debuggers need is left out; the identity that the linker counts over it is counted over the rest. (Without
# the section of the identity, strip would drop what makes tables of addresses read-only, too.)
small() {
	strip --strip-unneeded --remove-section=.comment --remove-section=.note "$1"
	objcopy --dump-section .note.gnu.build-id="$work/identity" "$1"
	for hash in 0000000000000000000000000000000000000000 rest; do
		[ $hash != rest ] || hash=$(sha1sum <"$1" | cut -c 1-40)
		python3 -c 'import sys; open(sys.argv[1], "r+b").write(open(sys.argv[1], "rb").read(16) + bytes.fromhex(sys.argv[2]))' \
			"$work/identity" "$hash"
		objcopy --update-section .note.gnu.build-id="$work/identity" "$1"
	done
}
small modevs/usr/bin/modevs
small "libmodevs$series/usr/lib/libmodevs.so.$version"
chmod 644 "libmodevs$series/usr/lib/libmodevs.so.$version"
for archive in libmodevs-dev/usr/lib/*.a; do
	strip --strip-debug --enable-deterministic-archives "$archive"
done

# What programs need, by their symbols.
needs() { # FILE: as a list for Depends
	mkdir -p debian
	: >debian/control
	dpkg-shlibdeps -O "$1" 2>/dev/null | sed 's/^shlibs:Depends=//'
}
needs_program=$(needs modevs/usr/bin/modevs)
needs_library=$(needs "libmodevs$series/usr/lib/libmodevs.so.$version")

papers() { # PACKAGE: changelog and copyright
	mkdir -p "$1/usr/share/doc/$1"
	cat >"$1/usr/share/doc/$1/copyright" <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: modevs
Comment: the libraries contain SUNDIALS and SuiteSparse's KLU, BTF, AMD and COLAMD, the reference
 BLAS and LAPACK, libffi, zlib and expat, as Debian builds them.

Files: *
Copyright: the modevs developers
License: MIT
$(sed 's/^$/./; s/^/ /' "$root/LICENSE")
END
	printf 'modevs (%s) unstable; urgency=medium\n\n  * What is new is in CHANGELOG.md of the sources.\n\n -- %s  %s\n' \
		"$version" "$maintainer" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")" |
		gzip -9n >"$1/usr/share/doc/$1/changelog.gz"
}

control() { # PACKAGE ARCHITECTURE SECTION FIELDS DESCRIPTION
	papers "$1"
	mkdir -p "$1/DEBIAN"
	find "$1" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
	(cd "$1" && find usr -type f | LC_ALL=C sort | xargs -d '\n' md5sum) >"$1/DEBIAN/md5sums"
	{
		printf 'Package: %s\nSource: modevs\nVersion: %s\nArchitecture: %s\nMaintainer: %s\n' \
			"$1" "$version" "$2" "$maintainer"
		printf 'Installed-Size: %s\nSection: %s\nPriority: optional\n' \
			"$(find "$1/usr" -type f -printf '%s\n' | awk '{ n += int(($1 + 1023) / 1024) } END { print n }')" "$3"
		printf '%s\n' "$4"
		printf 'Description: %s\n' "$5"
	} >"$1/DEBIAN/control"
	find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
	dpkg-deb --root-owner-group -Z"${COMPRESS:-xz}" --build "$1" "$to" >/dev/null
	echo "$to/$1_${version}_$2.deb"
}

mkdir -p "libmodevs$series/DEBIAN"
printf 'activate-noawait ldconfig\n' >"libmodevs$series/DEBIAN/triggers"
printf 'libmodevs %s libmodevs%s (>= %s)\n' "$series" "$series" "$version" >"libmodevs$series/DEBIAN/shlibs"
overrides() { # PACKAGE TAG...: with the reason
	mkdir -p "$1/usr/share/lintian/overrides"
	package=$1
	shift
	{
		echo "# One file that needs nothing but the C library: it starts in milliseconds, where dozens of shared"
		echo "# libraries take longer to load than a small model to run."
		for tag in "$@"; do echo "$package: $tag"; done
	} >"$work/$package/usr/share/lintian/overrides/$package"
}
overrides modevs "embedded-library zlib *" "embedded-library expat *"
overrides "libmodevs$series" "embedded-library zlib *" "embedded-library expat *"

control modevs "$arch" science "Depends: $needs_program
Recommends: libmodevs-dev (= $version), gcc | c-compiler
Suggests: python3-modevs" "Modelica compiler and hybrid simulator
 Turns Modelica models into Parallel-DEVS models and runs them: physical
 plants as discrete-event components that can be coupled with networks,
 queues and controllers without losing an event.
 .
 This package has the program, its Modelica library and the documentation."
control "libmodevs$series" "$arch" libs "Depends: $needs_library
Recommends: modevs (= $version)" "Modelica compiler and hybrid simulator: shared library
 Turns Modelica models into Parallel-DEVS models and runs them, inside of
 other programs.
 .
 This package has the shared library."
control libmodevs-dev "$arch" libdevel "Depends: libmodevs$series (= $version)" \
	"Modelica compiler and hybrid simulator: for programs of one's own
 Turns Modelica models into Parallel-DEVS models and runs them, inside of
 other programs.
 .
 This package has the headers, the static libraries, and what CMake and
 pkg-config need; modevs build makes programs and FMUs with it."
control python3-modevs all python "Depends: python3 (>= 3.8), libmodevs$series (>= $version)
Recommends: python3-numpy, modevs
Suggests: python3-matplotlib, python3-pandas" "Modelica compiler and hybrid simulator: Python package
 Compiles, runs and sweeps Modelica models, and couples them with
 discrete-event models that are Python classes.
 .
 This package has the Python package."
