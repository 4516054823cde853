#!/bin/sh
# Builds tests/gpu/fast_bench.cu with the kernels it checks: fast_build.sh OUT [nvcc flags]
# Without flags it builds for compute capability 9.0. Run from anywhere.
set -eu
out=$1
shift
[ $# -gt 0 ] || set -- -gencode arch=compute_90,code=sm_90
cd "$(dirname "$0")/../.."
exec nvcc -O3 -std=c++17 -I. -Isrc "$@" -o "$out" \
    tests/gpu/fast_bench.cu kernels/fast/fast.cu kernels/fast/fast_plus.cu kernels/fast/fast_rest.cu
