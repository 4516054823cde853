#!/bin/sh
# What compute-sanitizer says about every broken kernel and its sound twin: one
# process for each kernel, length and tool, with a limit of time, since some
# never end. On a machine with a GPU, with the program broken-run:
#
#     tests/gpu/sanitize_broken.sh runs OUT RUN     OUT/logs, all that was said
#     tests/gpu/sanitize_broken.sh summary OUT      OUT/sanitizer.tsv, for
#                                                   tests/data/h200
#
# Which kernels and lengths: the first two columns of agreement.tsv, of those
# that match the expression ONLY if it is set. Kernels that hang without a tool
# come last, so that they do not slow the others down.
set -u
what=$1 out=$2 run=${3:-}
here=$(cd "$(dirname "$0")" && pwd)
tab=$(printf '\t')
tools='memcheck racecheck initcheck synccheck'

log_of() { # KERNEL N TOOL
    echo "$out/logs/$(echo "$1" | tr / _)-$2-$3.log"
}

# One run; its log ends with a line `exit STATUS`, 124 or 137 after the limit.
one() { # KERNEL N TOOL
    log=$(log_of "$1" "$2" "$3")
    limit="timeout -k 1 ${LIMIT:-20}"
    watch="$limit compute-sanitizer --print-limit 20"
    case $3 in
    none) $limit "$run" --poison "$1" "$2" ;;
    racecheck) $watch --tool "$3" --racecheck-detect-level info "$run" "$1" "$2" ;;
    *) $watch --tool "$3" "$run" "$1" "$2" ;;
    esac >"$log" 2>&1
    echo "exit $?" >>"$log"
}

# The lines `KERNEL N TOOL` of standard input, several at a time.
several() {
    xargs -r -P "${JOBS:-12}" -n 3 sh "$0" one "$out" "$run"
}

pairs() {
    grep -v '^#' "$here/agreement.tsv" | cut -f1,2 | grep -E "${ONLY:-.}" |
        LC_ALL=C sort -u
}

runs() {
    mkdir -p "$out/logs"
    printf '%s, driver %s, compute-sanitizer %s\n' \
        "$(nvidia-smi --query-gpu=name --format=csv,noheader)" \
        "$(nvidia-smi --query-gpu=driver_version --format=csv,noheader)" \
        "$(compute-sanitizer --version | sed -n 's/^Version \([0-9.]*\).*/\1/p')" \
        >"$out/logs/machine"
    pairs | sed 's/$/ none/' | LIMIT=8 several
    : >"$out/quick" && : >"$out/hanging"
    pairs | while read -r kernel n; do
        list=quick
        grep -qE '^exit (124|137)$' "$(log_of "$kernel" "$n" none)" && list=hanging
        for tool in $tools; do echo "$kernel $n $tool" >>"$out/$list"; done
    done
    several <"$out/quick"
    LIMIT=8 several <"$out/hanging"
    rm -f "$out/quick" "$out/hanging"
}

summary() {
    {
        echo "# $(cat "$out/logs/machine")"
        echo "# kernel${tab}n${tab}tool${tab}verdict${tab}count${tab}line${tab}message"
        pairs | while read -r kernel n; do
            for tool in none $tools; do
                log=$(log_of "$kernel" "$n" "$tool")
                [ -f "$log" ] && awk -v kernel="$kernel" -v n="$n" -v tool="$tool" \
                    -f "$here/sanitize_broken.awk" "$log"
            done
        done
    } >"$out/sanitizer.tsv"
}

case $what in
one)
    shift 3
    one "$@"
    ;;
runs | summary) $what ;;
*)
    echo "sanitize_broken.sh: runs or summary, not $what" >&2
    exit 2
    ;;
esac
