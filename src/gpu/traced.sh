#!/bin/sh
# Writes the CUDA files of the traced flavour and the C file of their table.
# A file holds a handful of kernel files: fewer runs of nvcc than one each, and
# a GPU this build has no code for translates only that handful. Each lies in a
# namespace of its own, so that their helpers cannot meet.
#
# usage: traced.sh group NUMBER FILE.cu... >traced_NUMBER.cu   (files below kernels/)
#        traced.sh table COUNT >traced_table.c
set -eu

names() {
    sed -n 's/^KERNEL(\([A-Za-z_0-9]*\),.*/\1/p' "$@"
}

undefine() {
    sed -n 's/^# *define \([A-Za-z_0-9]*\).*/#undef \1/p' "$@"
}

# /path/kernels/broken/x-y.cu -> file_broken_x_y
space() {
    name=${1##*/kernels/}
    echo "file_${name%.cu}" | tr '/-' '__'
}

write_group() {
    number=$1
    shift
    echo '#define WORDS_TRACED 1'
    echo '#include "words.h"'
    for file in "$@"; do
        echo "namespace $(space "$file") {"
        echo "#include \"${file##*/kernels/}\""
        echo '}'
        undefine "$file"
    done
    echo "extern \"C\" const struct traced_entry traced_group_$number[] = {"
    for file in "$@"; do
        for name in $(names "$file"); do
            echo "    { \"$name\", (const void *)$(space "$file")::traced_$name,"
            echo '      traced_set_world },'
        done
    done
    echo '    { nullptr, nullptr, nullptr } };'
}

write_table() {
    groups=$(seq 0 $(($1 - 1)))
    echo '#include "gpu/device.h"'
    echo '#include <stddef.h>'
    for number in $groups; do
        echo "extern const struct traced_entry traced_group_$number[];"
    done
    echo 'const struct traced_entry *const traced_table[] = {'
    for number in $groups; do
        echo "    traced_group_$number,"
    done
    echo '    NULL };'
}

what=$1
shift
case $what in
group) write_group "$@" ;;
table) write_table "$@" ;;
*)
    echo "traced.sh: group or table, not $what" >&2
    exit 2
    ;;
esac
