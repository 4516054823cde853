#!/bin/sh
# Everything that wants a real GPU, in one go: builds, compares traces, runs
# the sanitizers, times. Run from the project's folder on a machine with a GPU:
#
#     tests/gpu/h200.sh OUT WHAT...    WHAT: build traces blocks sanitize short
#                                     bench broken
#
# Results are written under OUT: traces.tar (hashes and whole traces, for
# tests/data/h200), h200-*.json (for assets/timings: short makes two of them,
# bench all), sanitize.txt, broken/sanitizer.tsv (for tests/data/h200).
set -u
out=$1
shift
build=${BUILD:-build-gpu}
mkdir -p "$out"

build() {
    [ -f $build/build.ninja ] || meson setup $build -Dcuda=enabled \
        -Dviewer=disabled -Dbuildtype=release >"$out/setup.log" 2>&1 || return 1
    ninja -C $build src/cli/pscan tests/gpu/gpu-record >"$out/build.log" 2>&1
}

traces() {
    rm -rf "$out/h200" && mkdir -p "$out/h200"
    $build/tests/gpu/gpu-record "$out/h200" >"$out/traces.txt" 2>&1
    tail -n 25 "$out/traces.txt"
    tar -C "$out" -cf "$out/traces.tar" h200 && rm -rf "$out/h200"
}

# Chosen blocks alone (--trace-blocks): as on the host; then what one of 2^24
# elements takes beside a whole one of 2^18.
blocks() {
    [ -x $build/tests/gpu/gpu-blocks ] ||
        ninja -C $build tests/gpu/gpu-blocks >>"$out/build.log" 2>&1 || return 1
    $build/tests/gpu/gpu-blocks >"$out/blocks.txt" 2>&1
    status=$?
    cat "$out/blocks.txt"
    takes "$out/blocks.txt" 2^18
    takes "$out/blocks.txt" 2^24 --trace-blocks 0,1,last
    return $status
}

# takes LOG N OPTION...: records; memory of the card, size of the file, seconds.
takes() {
    log=$1
    n=$2
    shift 2
    nvidia-smi --query-gpu=memory.used --format=csv,noheader,nounits -lms 100 \
        >"$out/memory.txt" &
    watch=$!
    start=$(date +%s)
    $build/src/cli/pscan record --device cuda --algo three-kernel --n "$n" "$@" \
        -o "$out/takes.pscan" | tee -a "$log"
    end=$(date +%s)
    kill $watch
    echo "n = $n $*: $((end - start)) s, at most $(sort -n "$out/memory.txt" | tail -n 1)" \
        "MiB of the card, file of $(wc -c <"$out/takes.pscan") bytes" | tee -a "$log"
    rm -f "$out/takes.pscan" "$out/memory.txt"
}

# One process a tool over all sound kernels at small n, plain and traced.
sanitize() {
    for tool in memcheck racecheck initcheck synccheck; do
        for kind in plain traced; do
            echo "== $tool, $kind kernels"
            if [ $kind = plain ]; then
                compute-sanitizer --tool $tool $build/src/cli/pscan bench \
                    --device cuda --n 32,256,1024,5000 --runs 1 2>&1 | tail -n 3
            else
                compute-sanitizer --tool $tool $build/src/cli/pscan check \
                    --device cuda --n 100 2>&1 | tail -n 3
            fi
        done
    done | tee "$out/sanitize.txt"
}

# One record: JSON under its name in assets/timings, and the table as CSV.
timings() {
    name=h200-$1
    shift
    $build/src/cli/pscan bench --device cuda --save "$out/$name.json" --format csv "$@" \
        >"$out/$name.csv" || { echo "$name failed"; return 1; }
    echo "$name: $(($(wc -l <"$out/$name.csv") - 1)) rows"
}

# Inputs that one block takes: every algorithm is in it, each up to its own most,
# with the copy and CUB beside it in the same run. Seconds.
short() {
    few=8,16,32,64,128,256,512,1024
    timings int32-small --n $few && timings int32-small-exclusive --n $few --exclusive
}

# All of assets/timings, anew, so that all is of one day: a few minutes.
bench() {
    all=2^10,2^11,2^12,2^13,2^14,2^15,2^16,2^17,2^18,2^19,2^20,2^21,2^22,2^23,2^24,2^25,2^26,2^27,2^28,2^29,2^30
    some=2^10,2^13,2^16,2^18,2^20,2^22,2^24,2^26,2^28
    short && timings int32 --n $all && timings int32-exclusive --n $some --exclusive &&
        timings int32-max --n $some --op max && timings int32-affine --n $some --op affine ||
        return 1
    for type in float uint32 int64 double int8 half; do
        timings $type --n $some,2^30 --type $type || return 1
    done
}

# The broken kernels, one process each.
broken() {
    ninja -C $build tests/gpu/broken-run >>"$out/build.log" 2>&1 || return 1
    tests/gpu/sanitize_broken.sh runs "$out/broken" $build/tests/gpu/broken-run &&
        tests/gpu/sanitize_broken.sh summary "$out/broken"
}

for what; do
    $what || { echo "$what failed"; tail -n 30 "$out/setup.log" "$out/build.log"; exit 1; }
done
