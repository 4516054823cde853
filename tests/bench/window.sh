#!/bin/sh
# What a person sees of the program as a whole: the time from its start to the
# first picture, its peak memory, and the processor time of a paused window.
#
# usage: window.sh PSCAN-VIZ
set -eu
viewer=$1
command -v Xvfb >/dev/null || { echo 'Xvfb is not installed'; exit 77; }
work=$(mktemp -d)
server='' player=''
finish() {
    [ -z "$player" ] || kill "$player" 2>/dev/null || true
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    wait
    rm -rf "$work"
}
trap finish EXIT
export HOME="$work" LC_ALL=C.UTF-8 PSCAN_LOG=info
unset WAYLAND_DISPLAY SDL_VIDEODRIVER

: >"$work/number"
Xvfb -displayfd 3 -screen 0 1920x1080x24 -nolisten tcp -noreset 3>"$work/number" \
    >/dev/null 2>&1 &
server=$!
for _ in $(seq 200); do
    [ "$(wc -l <"$work/number")" -eq 0 ] || break
    sleep 0.05
done
DISPLAY=:$(cat "$work/number")
export DISPLAY

ticks() { awk '{ sub(/.*\) /, ""); print $12 + $13 }' "/proc/$player/stat"; }

measure() { # N SIZE
    start=$(date +%s.%N)
    "$viewer" --n "$1" --algo hillis --size "$2" >/dev/null 2>"$work/log" &
    player=$!
    sleep 5
    first=$(sed -n 's/.*first picture at \([0-9.]*\).*/\1/p' "$work/log")
    awk -v what="start to first picture, n = $1, $2" -v a="$start" -v b="$first" \
        'BEGIN { printf "%-44s        %7.0f ms   limit 250 ms\n", what,
            (b - a) * 1000 }'
    before=$(ticks)
    sleep 5
    awk -v used=$(($(ticks) - before)) -v n="$1" -v hertz="$(getconf CLK_TCK)" \
        'BEGIN { printf "%-44s        %7.1f %%\n",
            "processor while paused, n = " n, used * 100 / hertz / 5 }'
    awk -v n="$1" '/^VmHWM/ { printf "%-44s        %7.0f MB   limit 150 MB\n",
        "peak memory, n = " n, $2 / 1024 }' "/proc/$player/status"
    kill "$player"
    wait "$player" 2>/dev/null || true
    player=''
}

measure 8 1280x720
measure 1024 1920x1080
