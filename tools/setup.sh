#!/bin/sh
# Installs the Debian packages that a purpose needs and this machine lacks.
# usage: tools/setup.sh build|fuzz|cover|browser|lint|deb|bare|cluster
set -eu

libraries="libsundials-dev libsuitesparse-dev libblas-dev liblapack-dev libffi-dev zlib1g-dev libexpat1-dev"
build="cmake ninja-build locales python3 python3-numpy python3-venv libjs-dygraphs $libraries"
case "${1:-build}" in
build) wanted="$build" ;;
fuzz)  wanted="$build clang libclang-rt-dev" ;;
cover) wanted="$build gcovr" ;;
browser) wanted="$build chromium" ;;
lint)  wanted="$build clang-tidy cppcheck" ;;
deb)   wanted="$build dpkg-dev" ;;
bare)  wanted="$build dpkg-dev lintian debootstrap" ;;
cluster) wanted="$build openmpi-bin slurm-wlm" ;;
*)     echo "usage: tools/setup.sh build|fuzz|cover|browser|lint|deb|bare|cluster" >&2; exit 2 ;;
esac

missing=""
for package in $wanted; do
	state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
	[ "$state" = installed ] || missing="$missing $package"
done
if [ -z "$missing" ]; then
	echo "setup: nothing to install"
	exit 0
fi

as_root=""
if [ "$(id -u)" -ne 0 ]; then
	command -v sudo >/dev/null || {
		echo "setup: these packages are missing and need root:$missing" >&2
		exit 1
	}
	as_root=sudo
fi

# One log for both steps, shown only when something goes wrong.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "setup: installing$missing"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086  # $missing is a list
if ! { $as_root apt-get update && $as_root apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1
then
	cat "$log" >&2
	exit 1
fi
