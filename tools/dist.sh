#!/bin/sh
# The sources of the last commit as DESTINATION/modevs-VERSION.tar.gz; the same commit gives the same
# bytes. usage: tools/dist.sh DESTINATION
set -eu

if [ $# -ne 1 ]; then
	echo "usage: tools/dist.sh DESTINATION" >&2
	exit 2
fi
root=$(cd "$(dirname "$0")/.." && pwd)
to=$(cd "$1" && pwd)
version=$(sed -n 's/^project(modevs VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
git -C "$root" archive --format=tar --prefix="modevs-$version/" HEAD | gzip -9n >"$to/modevs-$version.tar.gz"
echo "$to/modevs-$version.tar.gz"
