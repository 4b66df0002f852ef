#!/bin/sh
# Prints how many lines of each folder of src/ the tests have run, and leaves a page for every file
# in BUILD/html. BUILD is made with MDV_COVER, and tests have run. usage: tools/cover.sh BUILD
set -eu

if [ $# -ne 1 ]; then
	echo "usage: tools/cover.sh BUILD" >&2
	exit 2
fi
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
mkdir -p "$build/html"
gcovr --root . --filter 'src/' --object-directory "$build" --exclude-unreachable-branches \
	--gcov-ignore-parse-errors --csv "$build/cover.csv" --html-details "$build/html/index.html" "$build"
# filename,line_total,line_covered,line_percent,...
awk -F, '
NR == 1 { next }
{
	folder = $1; sub(/\/[^\/]*$/, "", folder)
	total[folder] += $2; covered[folder] += $3
	all += $2; all_covered += $3
}
END {
	for (folder in total)
		printf "%-28s %6d of %6d lines %6.1f %%\n", folder, covered[folder], total[folder], 100 * covered[folder] / total[folder] | "sort"
	close("sort")
	printf "%-28s %6d of %6d lines %6.1f %%\n", "all", all_covered, all, 100 * all_covered / all
}' "$build/cover.csv"
echo "line by line: $build/html/index.html"
