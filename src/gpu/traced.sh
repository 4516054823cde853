#!/bin/sh
# Writes the CUDA files of the traced flavour, one for each kernel file, so that
# a GPU this build has no code for translates only the kernel that runs; and
# the C file of their table.
#
# usage: traced.sh kernel FILE.cu >traced-FILE.cu     (files below kernels/)
#        traced.sh table FILE.cu... >traced_table.c
set -eu

names() {
    sed -n 's/^KERNEL(\([A-Za-z_0-9]*\),.*/\1/p' "$@"
}

# /path/kernels/broken/x-y.cu -> broken_x_y
symbol() {
    name=${1##*/kernels/}
    echo "${name%.cu}" | tr '/-' '__'
}

write_kernel() {
    echo '#define WORDS_TRACED 1'
    echo "#include \"${1##*/kernels/}\""
    echo "extern \"C\" const struct traced_entry traced_file_$(symbol "$1")[] = {"
    for name in $(names "$1"); do
        echo "    { \"$name\", (const void *)traced_$name, traced_set_world },"
    done
    echo '    { nullptr, nullptr, nullptr } };'
}

write_table() {
    echo '#include "gpu/device.h"'
    echo '#include <stddef.h>'
    for file in "$@"; do
        echo "extern const struct traced_entry traced_file_$(symbol "$file")[];"
    done
    echo 'const struct traced_entry *const traced_table[] = {'
    for file in "$@"; do
        echo "    traced_file_$(symbol "$file"),"
    done
    echo '    NULL };'
}

what=$1
shift
case $what in
kernel) write_kernel "$@" ;;
table) write_table "$@" ;;
*)
    echo "traced.sh: kernel or table, not $what" >&2
    exit 2
    ;;
esac
