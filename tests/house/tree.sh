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

for file in $(sources); do
    head -c 2 "$file" | grep -qF '/*' || head -c 2 "$file" | grep -qF '//' ||
        echo "$file: does not begin with a comment that says its idea"
    lines=$(wc -l <"$file")
    [ "$lines" -le 600 ] || echo "$file: $lines lines, more than one idea?"
    awk -v file="$file" 'length($0) > 120 {
        printf "%s:%d: a line of %d columns\n", file, FNR, length($0) }' "$file"
    case $file in
    tests/*) ;;
    *) grep -nwE 'TODO|FIXME|XXX' "$file" /dev/null || true ;;
    esac
done >>"$found"

# Home folders and absolute build folders; /usr, /etc, /tmp, /dev are the same
# on every machine. A test may make up a home.
marks='/(home|root|work|Users|build|mnt)/[A-Za-z0-9_.-]+'
made_up='/home/(ada|somebody)'
files -size -300k | while read -r file; do
    case $file in
    *.png|*.pstrace|*.gz|tests/house/*) continue ;;
    esac
    grep -nE "(^|[\"' =(:])$marks" "$file" /dev/null |
        grep -vE "^tests/.*$made_up" | head -5 || true
done >>"$found"

if [ -s "$found" ]; then
    cat "$found"
    exit 1
fi
echo "tree rules kept"
