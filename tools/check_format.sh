#!/bin/sh
# Checks that the C sources are in the house format. Versions of clang-format differ in details, so
# another one than ours, or none, skips the check (status 77). usage: tools/check_format.sh [ROOT]
set -eu
cd "${1:-.}"

case "$(clang-format --version 2>/dev/null || true)" in
*"version 14."*) ;;
*) echo "clang-format 14 is not here: not checked"; exit 77 ;;
esac
find include src bench examples tests -name '*.[ch]' | sort | xargs clang-format --dry-run --Werror
