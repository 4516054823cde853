#!/bin/sh
# Every folder under tests that has a meson.build is listed in
# tests/meson.build: a test that nobody runs is worse than none.
#
# usage: folders.sh ROOT
set -eu
cd "$1/tests"
status=0
for build in $(find . -mindepth 2 -name meson.build | sort); do
    folder=$(dirname "${build#./}")
    if ! grep -q "'$folder'" meson.build; then
        echo "tests/$folder is not listed in tests/meson.build"
        status=1
    fi
done
exit $status
