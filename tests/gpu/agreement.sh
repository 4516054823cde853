#!/bin/sh
# The table of kernels/broken/README.md, from what was recorded and what we
# find: agreement.tsv and tests/data/h200/sanitizer.tsv.
#
# usage: agreement.sh ROOT          writes the README to standard output
#        agreement.sh ROOT check    compares it with the one that is there
set -eu
root=$1

write() {
    awk -F '\t' -f "$root/tests/gpu/agreement.awk" \
        "$root/tests/data/h200/sanitizer.tsv" "$root/tests/gpu/agreement.tsv"
}

if [ "${2:-}" = check ]; then
    write | cmp - "$root/kernels/broken/README.md"
else
    write
fi
