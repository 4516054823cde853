#!/bin/sh
# The house rules are themselves tested: a small tree that keeps them passes,
# and each breach planted in it is found.
#
# usage: selftest.sh ROOT
set -eu
house="$1/tests/house"
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failed=0

plant() { # FILE TEXT: a fresh small tree with one more file in it
    rm -rf "${tree:?}"/*
    mkdir -p "$tree/kernels/fast" "$tree/src/base" "$tree/src/trace" \
        "$tree/src/analysis" "$tree/src/gpu" "$tree/src/cli" "$tree/viz/app" \
        "$tree/viz/scene" "$tree/tests/unit/base"
    echo 'licence' >"$tree/LICENSE"
    echo 'read me' >"$tree/README.md"
    echo "'unit/base'" >"$tree/tests/meson.build"
    : >"$tree/tests/unit/base/meson.build"
    printf '/* Words. */\n#include "simt/words_host.h"\n' >"$tree/kernels/words.h"
    printf '/* A. */\n#include "words.h"\n' >"$tree/kernels/a.cu"
    printf '/* T. */\n#include <stdio.h>\n#include "base/err.h"\n' \
        >"$tree/src/trace/t.c"
    printf '/* G. */\n#include <cuda_runtime.h>\n' >"$tree/src/gpu/g.cu"
    printf '/* P. */\n#include <SDL.h>\n#include "check/check.h"\n' \
        >"$tree/viz/app/p.c"
    [ -z "$1" ] || { mkdir -p "$tree/$(dirname "$1")"; printf '%b' "$2" >"$tree/$1"; }
}
expect() { # pass|fail SCRIPT WHAT
    if "$house/$2" "$tree" >/dev/null 2>&1; then got=pass; else got=fail; fi
    [ "$got" = "$1" ] || { echo "$2, $3: expected to $1"; failed=1; }
}

plant '' ''
expect pass includes.sh 'a tree that keeps the rules'
expect pass tree.sh 'a tree that keeps the rules'
expect pass folders.sh 'a tree that keeps the rules'

while IFS='|' read -r script file text; do
    plant "$file" "$text"
    expect fail "$script" "$file with $text"
done <<'TABLE'
includes.sh|src/base/b.c|/* B. */\n#include "trace/trace.h"\n
includes.sh|src/trace/u.c|/* U. */\n  #  include "simt/simt.h"\n
includes.sh|src/analysis/a.c|/* A. */\n#include "run/run.h"\n
includes.sh|viz/scene/s.c|/* S. */\n#include "backend/backend.h"\n
includes.sh|viz/scene/s.c|/* S. */\n#include <SDL2/SDL.h>\n
includes.sh|src/cli/c.c|/* C. */\n#include <cuda_runtime.h>\n
includes.sh|src/cli/c.c|/* C. */\n#include "../base/err.h"\n
includes.sh|src/cli/c.c|/* C. */\n#include "nowhere/n.h"\n
includes.sh|src/extra/e.c|/* E. */\nint e;\n
includes.sh|kernels/b.cu|/* B. */\n#include "base/elem.h"\n
includes.sh|kernels/b.cu|/* B. */\n#include <cuda_fp16.h>\n
tree.sh|src/base/b.c|int b;\n
tree.sh|src/base/b.c|/* B. */ // FIXME\n
tree.sh|src/base/b.c|/* B. */\nconst char *p = "/home/somebody/x";\n
tree.sh|LICENSE|
folders.sh|tests/unit/lost/meson.build|\n
TABLE
exit $failed
