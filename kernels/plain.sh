#!/bin/sh
# Writes CUDA and C files of the plain flavour.
#
# usage: plain.sh instance TYPE OP FILE.cu... >instance.cu
#            all kernels of the files for one type and operator, and their table
#        plain.sh table INSTANCES >table.c
#            the table of tables; INSTANCES has a type and an operator a line,
#            and may name the kernels it is for
#
# PLAIN_PREFIX in the environment, `plain` if unset, begins the names of the
# tables and of the function that finds an entry: the broken kernels have their
# own.
set -eu
prefix=${PLAIN_PREFIX:-plain}

# Macros of one kernel file must not meet those of the next.
undefine() {
    sed -n 's/^# *define \([A-Za-z_0-9]*\).*/#undef \1/p' "$1"
}

names() {
    sed -n 's/^KERNEL(\([A-Za-z_0-9]*\),.*/\1/p' "$@"
}

instances() {
    sed 's/#.*//' "$1" | awk 'NF >= 2 { print $1 "_" $2 }'
}

write_instance() {
    type=$1 op=$2
    shift 2
    echo "#define ELEM_TYPE $type"
    echo "#define ELEM_OP $op"
    for file in "$@"; do
        echo "#include \"${file##*/}\""
        undefine "$file"
    done
    echo "extern \"C\" const struct plain_entry ${prefix}_${type}_${op}[] = {"
    for name in $(names "$@"); do
        echo "    PLAIN_ENTRY($name),"
    done
    echo '};'
    echo "extern \"C\" const int ${prefix}_${type}_${op}_count ="
    echo "    (int)(sizeof ${prefix}_${type}_${op} / sizeof ${prefix}_${type}_${op}[0]);"
}

write_table() {
    echo '#include "kernels/plain.h"'
    echo '#include <stddef.h>'
    echo '#include <string.h>'
    for instance in $(instances "$1"); do
        echo "extern const struct plain_entry ${prefix}_${instance}[];"
        echo "extern const int ${prefix}_${instance}_count;"
    done
    echo 'static const struct {'
    echo '    const struct plain_entry *entries;'
    echo '    const int *count;'
    echo '} instances[] = {'
    for instance in $(instances "$1"); do
        echo "    { ${prefix}_$instance, &${prefix}_${instance}_count },"
    done
    echo '};'
    echo "const struct plain_entry *${prefix}_find(const char *kernel, int op, int type)"
    cat <<'END'
{
    for (size_t i = 0; i < sizeof instances / sizeof instances[0]; i++) {
        const struct plain_entry *entry = instances[i].entries;
        for (int k = 0; k < *instances[i].count; k++) {
            if (entry[k].op == op && entry[k].type == type &&
                strcmp(entry[k].kernel, kernel) == 0)
                return &entry[k];
        }
    }
    return NULL;
}
END
}

what=$1
shift
case $what in
instance) write_instance "$@" ;;
table) write_table "$@" ;;
*)
    echo "plain.sh: instance or table, not $what" >&2
    exit 2
    ;;
esac
