#!/bin/sh
# The plain build holds no trace of tracing. All plain kernels of one instance
# are translated again, as the build does it, and looked at: as PTX, and as
# machine code where cuobjdump is at hand.
#
#   - no name of the recorder occurs in them, nor a clock or a multiprocessor's
#     number, nor a call or a word of constant memory of their own
#   - `warp` stores to global memory as often as its source says: y and total
#
# The traced flavour of the same kernels must fail on every count, or the
# check would see nothing.
#
# usage: plain_clean.sh ROOT NVCC PLAIN.cu TRACED.cu
set -eu
if [ $# -lt 4 ]; then
    echo "skipped: this build has no CUDA part, so there is no plain build"
    exit 77
fi
root=$1 nvcc=$2 plain=$3 traced=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
recorder='traced_|device_world|%globaltimer|%clock64|%smid|\.const|call\.uni'

fault() {
    echo "$1"
    status=1
}

translate() {
    "$nvcc" -O3 -std=c++17 -arch=compute_90 -I "$root/kernels" -I "$root" \
        -I "$root/src" -ptx "$1" -o "$2"
}

# The text of one kernel in PTX.
entry() {
    awk -v name="$2" '
        /\.entry/ { inside = index($0, " " name "(") > 0 }
        inside { print }
        /^}/ { inside = 0 }' "$1"
}

count() {
    grep -Ec "$1" || true
}

translate "$plain" "$work/plain.ptx"
translate "$traced" "$work/traced.ptx"

found=$(count "$recorder" <"$work/plain.ptx")
[ "$found" -eq 0 ] || fault "the plain PTX names the recorder $found times"
kernels=$(count '\.entry' <"$work/plain.ptx")
[ "$kernels" -gt 10 ] || fault "only $kernels plain kernels were looked at"
for name in traced_world %globaltimer %clock64 %smid; do
    [ "$(count "$name" <"$work/traced.ptx")" -gt 0 ] ||
        fault "the traced PTX has no $name: this check is blind"
done

stores=$(entry "$work/plain.ptx" warp_i32_add | count 'st\.global')
wanted=$(grep -c 'gst(' "$root/kernels/warp.cu")
[ "$stores" -eq "$wanted" ] ||
    fault "plain warp stores $stores times to global memory, its source $wanted times"
echo "PTX: $kernels plain kernels, nothing of the recorder; warp has $stores global stores"

if command -v cuobjdump >/dev/null 2>&1; then
    "$nvcc" -O3 -std=c++17 -arch=sm_90 -I "$root/kernels" -I "$root" \
        -I "$root/src" -cubin "$plain" -o "$work/plain.cubin"
    cuobjdump -sass "$work/plain.cubin" >"$work/plain.sass"
    stores=$(awk '/Function :/ { inside = $3 == "warp_i32_add" } inside' \
        "$work/plain.sass" | count '[^A-Z]STG')
    [ "$stores" -eq "$wanted" ] ||
        fault "machine code of plain warp has $stores STG, its source $wanted stores"
    found=$(count 'CS2R.*(CLOCK|GLOBALTIMER)|SR_(CLOCK|GLOBALTIMER|VIRTUALSMID)' \
        <"$work/plain.sass")
    [ "$found" -eq 0 ] || fault "plain machine code reads clocks $found times"
    echo "machine code: warp has $stores STG, no kernel reads a clock"
else
    echo "machine code not looked at: no cuobjdump here"
fi
exit $status
