#!/bin/sh
# Rules of the whole tree: a licence, a first comment in every source file that
# says its idea, no path of somebody's machine, no unfinished work, no file that
# has outgrown one idea. Prints every breach and fails.
#
# usage: tree.sh ROOT
set -eu
cd "$1"
found=$(mktemp)
trap 'rm -f "$found"' EXIT

files() { # names as find takes them -> files of the project
    find bootstrap meson.build meson_options.txt README.md .ci kernels src viz \
        lessons po assets tests -type f "$@" 2>/dev/null | sort
}
sources() {
    files \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' \)
}

[ -s LICENSE ] || echo "LICENSE: missing or empty" >>"$found"
[ -s README.md ] || echo "README.md: missing or empty" >>"$found"

sources | xargs awk '
    FNR == 1 && !/^\/[*\/]/ {
        print FILENAME ": does not begin with a comment that says its idea"
    }
    length($0) > 120 {
        printf "%s:%d: a line of %d columns\n", FILENAME, FNR, length($0)
    }
    FNR == 601 { print FILENAME ": more than 600 lines, more than one idea?" }
    FILENAME !~ /^tests\// && /(^|[^A-Za-z_])(TODO|FIXME|XXX)([^A-Za-z_]|$)/ {
        printf "%s:%d: unfinished: %s\n", FILENAME, FNR, $0
    }' >>"$found"

# Home folders and absolute build folders; /usr, /etc, /tmp, /dev are the same
# on every machine. A test may make up a home.
marks='/(home|root|work|Users|build|mnt)/[A-Za-z0-9_.-]+'
made_up='/home/(ada|somebody)'
files -size -300k | grep -vE '\.(png|pstrace|gz)$|^tests/house/' |
    xargs grep -nE "(^|[\"' =(:])$marks" /dev/null |
    grep -vE "^tests/.*$made_up" >>"$found" || true

if [ -s "$found" ]; then
    cat "$found"
    exit 1
fi
echo "tree rules kept"
