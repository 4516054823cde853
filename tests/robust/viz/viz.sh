#!/bin/sh
# Wrong arguments, lists, files, fonts and displays: each gets its exit status,
# one line that names what is wrong, and leaves nothing behind.
#
# usage: viz.sh PSCAN-VIZ
set -eu
viewer=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work/home" XDG_DATA_HOME="$work/home/data" LC_ALL=C.UTF-8
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER LANGUAGE
mkdir -p "$work/home" "$work/run" "$work/files"
cd "$work/run"
failed=0

complain() { echo "$*"; failed=1; }

# Runs with ARGUMENTS, expects STATUS and one line of stderr with TEXT in it.
expect() { # STATUS TEXT ARGUMENTS...
    status=$1 text=$2
    shift 2
    got=0
    "$viewer" "$@" >"$work/out" 2>"$work/err" </dev/null || got=$?
    [ "$got" -eq "$status" ] ||
        complain "$*: exit status $got, not $status: $(head -c 300 "$work/err")"
    [ "$(wc -l <"$work/err")" -eq 1 ] ||
        complain "$*: not one line: $(head -c 300 "$work/err")"
    grep -qF -e "$text" "$work/err" ||
        complain "$*: '$text' is not in: $(cat "$work/err")"
    [ -z "$(ls -A "$work/run")" ] ||
        { complain "$*: left $(ls -A "$work/run")"; rm -rf "$work/run/"*; }
}

# Words without blanks or with "_" for one.
while IFS='|' read -r status text arguments; do
    [ -n "$status" ] || continue
    set -f
    set --
    for word in $arguments; do
        set -- "$@" "$(printf '%s' "$word" | tr '_' ' ')"
    done
    set +f
    expect "$status" "$text" "$@"
done <<'TABLE'
2|--n|--n 0 --text
2|--n|--n -3 --text
2|--n|--n 8x --text
2|--n|--n 1e3 --text
2|--n|--n 99999999999999999999 --text
2|1024|--n 1025 --algo hillis --text
2|32|--n 33 --algo warp --text
2|hillis|--algo hilis --text
2|algo|--algo
2|network|--view netwrk --text
2|tree|--view tree --algo hillis --render x.png
2|two algorithms|--view compare --algo hillis --render x.png
2|two algorithms|--halves tree --algo blelloch --render x.png
2|two algorithms|--halves tree --view memory --algo hillis,blelloch --render x.png
2|network|--halves tre,table --algo hillis,blelloch --render x.png
2|a half shows|--halves network,timings --algo hillis,blelloch --render x.png
2|two to be compared|--algo hillis,blelloch --text
2|32|--algo hillis,warp --n 64 --render x.png
2|dark|--theme drak --text
2|--size|--size 10x10 --text
2|--size|--size 1280 --text
2|--size|--size 1280x720x2 --text
2|--size|--size 99999x99999 --text
2|--step|--step x --text
2|--step|--step -1 --text
2|--step|--step nan --text
2|steps 0 to|--step 99 --text
2|steps 0 to|--step 99 --render x.png
2|whole|--step 1.5 --text
2|en and zh|--lang fr --text
2|--speed|--speed 0 --text
2|--speed|--speed inf --text
2|x|--input 1,2,x --text
2|4|--input 1_2_4000000000 --text
2|n|--input 1_2_3 --n 8 --text
2|missing|--input @missing --text
2|random|--input random:z --text
2|.png|--render x.xyz
2|--render|--render
2|one at a time|--render x.png --text
1|nowhere|--render nowhere/x.png
2|missing|--trace missing
2|--algo does not go with it|--trace missing --algo hillis
2|--op does not go with it|--trace missing --op max
2|--schedule does not go with it|--schedule random:3 --trace missing --text
2|has 1 block here|--schedule hold:7@stride --text
2|never comes to that phase|--schedule hold:0@up --render x.png
2|has 1 block here|--schedule hold:7@stride
2|hillis never comes to that phase|--algo blelloch,hillis --schedule hold:0@up --render x.png
2|nonsense|--nonsense
2|stray|stray
2|schedule|--schedule sometimes --text
2|int32|--type int33 --text
2|op|--op plus-or-minus --text
TABLE

# Files that are no traces.
printf 'not a trace\n' >"$work/files/text"
: >"$work/files/empty"
head -c 4096 /dev/zero >"$work/files/zeros"
for file in text empty zeros; do
    expect 2 "$file" --trace "$work/files/$file"
    expect 2 "$file" --trace "$work/files/$file" --text
    expect 2 "$file" --trace "$work/files/$file" --render x.png
done
expect 2 files --trace "$work/files"

# Standard output that takes nothing.
got=0
"$viewer" --text >/dev/full 2>"$work/err" || got=$?
[ "$got" -eq 1 ] || complain "--text >/dev/full: exit status $got"

# In the folder of timings: a pipe nobody writes to, and then no folder at all.
mkdir -p "$XDG_DATA_HOME/pscan-viz/timings"
mkfifo "$XDG_DATA_HOME/pscan-viz/timings/x.json"
timeout 60 "$viewer" --n 8 --render x.png 2>"$work/err" || complain 'a pipe among the timings'
grep -q 'x.json.*not a regular file' "$work/err" || complain "a pipe: $(cat "$work/err")"
rm -r x.png "$XDG_DATA_HOME/pscan-viz/timings"
: >"$XDG_DATA_HOME/pscan-viz/timings"
"$viewer" --n 8 --render x.png 2>"$work/err" || complain 'a file in place of the timings'
grep -q 'cannot read the folder .*timings' "$work/err" || complain "no folder: $(cat "$work/err")"
rm x.png "$XDG_DATA_HOME/pscan-viz/timings"

# No fonts at all.
echo '<fontconfig></fontconfig>' >"$work/files/fonts.conf"
(export FONTCONFIG_FILE="$work/files/fonts.conf"
    expect 1 font --render x.png
    exit $failed) || failed=1

# No display: says so, and plays the steps as text.
got=0
"$viewer" --n 8 --algo hillis >"$work/out" 2>"$work/err" || got=$?
[ "$got" -eq 0 ] || complain "no display: exit status $got"
grep -q 'no display' "$work/err" || complain "no display: $(cat "$work/err")"
"$viewer" --n 8 --algo hillis --text >"$work/text"
cmp "$work/out" "$work/text" || complain 'no display: not the text of --text'

# The same command gives the same bytes; --step halves are pictures of their own.
for ending in png svg; do
    for step in 2 2.5; do
        "$viewer" --n 8 --step $step --render one.$ending
        "$viewer" --n 8 --step $step --render two.$ending
        cmp one.$ending two.$ending || complain "$ending differs from run to run"
        mv one.$ending "$work/at$step.$ending"
        rm two.$ending
    done
    ! cmp -s "$work/at2.$ending" "$work/at2.5.$ending" ||
        complain "$ending: steps 2 and 2.5 look alike"
done
# Another language changes the picture, and never --text.
"$viewer" --n 8 --lang zh --render zh.svg
! cmp -s zh.svg "$work/at2.svg" || complain '--lang zh changes nothing'
grep -q '步' zh.svg || complain '--lang zh: no Chinese in the picture'
"$viewer" --n 8 --algo hillis --lang zh --text >"$work/out"
cmp "$work/out" "$work/text" || complain '--lang zh changes --text'
exit $failed
