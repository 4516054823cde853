#!/bin/sh
# The table of all sets of mutants.
#
# usage: table.sh NAME... >mutants-table.c
set -eu
ids=$(for name in "$@"; do echo "$name" | tr -c 'A-Za-z0-9\n' _; done)
echo '#include "mutants.h"'
for id in $ids; do
    echo "extern const struct mutant_set mutants_$id;"
done
echo 'const struct mutant_set *const mutant_sets[] = {'
for id in $ids; do
    echo "    &mutants_$id,"
done
echo '};'
echo 'const int mutant_set_count = sizeof mutant_sets / sizeof *mutant_sets;'
