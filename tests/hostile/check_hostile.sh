#!/bin/sh
# Each of the models of a folder ends in time, with a documented status that is no internal error.
# usage: tests/hostile/check_hostile.sh MODEVS [FOLDER | few | all] [SECONDS]
set -u
modevs=$1
set=${2:-few}
seconds=${3:-1}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
case $set in
few | all) python3 "$here/make_models.py" "$work/models" "$set" && set=$work/models || exit 2 ;;
esac
bad=0
n=0
for model in "$set"/*.mo; do
	n=$((n + 1))
	begin=$(date +%s%N)
	timeout -s KILL $((seconds + 30)) "$modevs" run "$model" -o x.csv --force --timeout "$seconds" --memory 2G >log 2>&1 </dev/null
	status=$?
	took=$((($(date +%s%N) - begin) / 1000000))
	case $status in
	0 | 1 | 3 | 4) ;;
	*)
		echo "$(basename "$model"): status $status after $took ms: $(tail -c 300 log | tail -1)" >&2
		bad=1
		;;
	esac
	if [ $took -gt $((seconds * 1000 + ${SLACK:-1000})) ]; then
		echo "$(basename "$model"): took $took ms, status $status: $(tail -c 300 log | tail -1)" >&2
		bad=1
	fi
	[ $status -ne 4 ] || grep -q -e "out of time" -e "out of memory" -e "memory ended" -e "stack ended" log || {
		echo "$(basename "$model"): does not say why it ended: $(tail -c 300 log | tail -1)" >&2
		bad=1
	}
	[ -n "${LIST:-}" ] && echo "$status $took $(basename "$model"): $(tail -c 200 log | tail -1)"
	rm -f x.csv
done
echo "$n models"
exit $bad
