#!/bin/sh
# Makes the Debian packages of a build, asks lintian about them, installs them into a bare Debian (debootstrap's
# smallest, taken from the network once and kept beside the packages) that has no network, and runs the demo there.
# Needs root. usage: tools/check_bare.sh BUILD
set -eu

if [ $# -ne 1 ]; then
	echo "usage: tools/check_bare.sh BUILD" >&2
	exit 2
fi
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
bare=$build/bare
"$root/tools/deb.sh" "$build" "$build/deb" >/dev/null
lintian --fail-on error "$build"/deb/*.deb
if [ ! -e "$bare/made" ]; then
	rm -rf "$bare"
	debootstrap --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$bare" >"$build/bare.log"
	touch "$bare/made"
fi
mkdir -p "$bare/packages"
cp "$build"/deb/*.deb "$bare/packages/"
cat >"$bare/packages/try.sh" <<'END'
set -eu
dpkg -i /packages/modevs_*.deb /packages/libmodevs0*.deb /packages/libmodevs-dev_*.deb
cd /tmp
model=/usr/share/doc/modevs/examples/motor/MotorDrive.mo
modevs run $model -o MotorDrive.csv --stats --plot speed.w --plot reference.y,speed.w=MotorDrive.svg --report MotorDrive.html
[ -s MotorDrive.svg ] && [ -s MotorDrive.html ]
modevs run /usr/share/doc/modevs/examples/devs/two_tanks/TwoTanks.mo --model TwoTanks.Atomic --stop 30 -o TwoTanks.csv --report TwoTanks.html
[ -s TwoTanks.html ]
modevs sweep $model --vary load.J=0.02:0.1:3 --measure 'max(speed.w)' -o sweep.csv --report sweep.html
[ "$(wc -l <sweep.csv)" = 4 ]
dpkg -P modevs libmodevs-dev libmodevs0.1
END
# A network of its own, without anything in it; its mounts end with it.
unshare --net --mount sh -c "mount -t proc proc '$bare/proc' && mount -t tmpfs tmpfs '$bare/tmp' && exec chroot '$bare' /bin/sh /packages/try.sh"
echo "lintian has no error; the packages install in a bare Debian without network, and the demo runs there"
