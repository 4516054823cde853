#!/bin/sh
# Writes the C file behind table.h: the entries that the kernel files declare
# with KERNEL(name, ...), and the text of the files.
#
# usage: table.sh FILE.cu... >table.c        (files below kernels/)
set -eu

names() {
    sed -n 's/^KERNEL(\([A-Za-z_0-9]*\),.*/\1/p' "$@"
}

echo '#include "kernels/table.h"'
echo '#include "simt/simt.h"'
for name in $(names "$@"); do
    echo "void simt_run_$name(const struct simt_args *args);"
done

echo 'static const struct simt_entry entries[] = {'
for name in $(names "$@"); do
    echo "    { \"$name\", simt_run_$name },"
done
echo '};'
echo 'const struct simt_entry *const kernels_table = entries;'
echo 'const int kernels_table_count = (int)(sizeof entries / sizeof entries[0]);'

count=0
for file in "$@"; do
    echo "static const unsigned char text_$count[] = {"
    od -An -v -tu1 "$file" | sed 's/[0-9][0-9]*/&,/g'
    echo '0 };'
    count=$((count + 1))
done

echo 'const struct kernels_text kernels_texts[] = {'
count=0
for file in "$@"; do
    name=kernels/${file##*/kernels/}
    echo "    { \"$name\", (const char *)text_$count, sizeof text_$count - 1 },"
    count=$((count + 1))
done
echo '};'
echo "const int kernels_text_count = $count;"
