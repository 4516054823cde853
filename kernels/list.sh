#!/bin/sh
# The kernel files, one a line, in a fixed order: kernels, then broken ones.
# What lies in fast/ is CUDA alone and not listed.
set -eu
cd "$(dirname "$0")"
ls ./*.cu broken/*.cu 2>/dev/null | sed 's,^\./,,' | LC_ALL=C sort
