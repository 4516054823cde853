#!/bin/sh
# Writes the one CUDA file of all traced kernels and their table.
#
# usage: traced.sh FILE.cu... >traced.cu     (files below kernels/)
set -eu

# Macros of one kernel file must not meet those of the next.
undefine() {
    sed -n 's/^# *define \([A-Za-z_0-9]*\).*/#undef \1/p' "$1"
}

names() {
    sed -n 's/^KERNEL(\([A-Za-z_0-9]*\),.*/\1/p' "$@"
}

echo '#define WORDS_TRACED 1'
for file in "$@"; do
    echo "#include \"${file##*/kernels/}\""
    undefine "$file"
done

cat <<'END'
extern "C" int traced_set_world(const struct device_world *world)
{
    return (int)cudaMemcpyToSymbol(traced_world, world, sizeof *world);
}
END

echo 'extern "C" const struct traced_entry traced_table[] = {'
for name in $(names "$@"); do
    echo "    { \"$name\", (const void *)traced_$name },"
done
echo '};'
echo 'extern "C" const int traced_table_count ='
echo '    (int)(sizeof traced_table / sizeof traced_table[0]);'
