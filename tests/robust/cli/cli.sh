#!/bin/sh
# The program pscan under bad arguments, bad files, a full disk and readers that
# go away: exit status, one line on stderr, nothing half-written.
#
# usage: cli.sh PSCAN ARGUMENTS-TABLE
set -eu
pscan=$1
table=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/run"
cd "$work/run"
failed=0

complain() { echo "$*"; failed=1; }

# status of a run, stdout and stderr in $work/out and $work/err
run() {
    got=0
    "$pscan" "$@" >"$work/out" 2>"$work/err" </dev/null || got=$?
}

# expect STATUS LINE ARGUMENTS...: the line is the start of all of stderr
expect() {
    status=$1 line=$2
    shift 2
    run "$@"
    [ "$got" -eq "$status" ] || complain "$*: exit status $got, not $status"
    [ "$(wc -l <"$work/err")" -eq 1 ] || complain "$*: stderr is not one line"
    case $(cat "$work/err") in
    "pscan: $line"*) ;;
    *) complain "$*: $(cat "$work/err")" ;;
    esac
    [ ! -s "$work/out" ] || complain "$*: something on stdout"
    [ -z "$(ls -A)" ] || { complain "$*: left $(ls -A)"; rm -rf ./*; }
}

lines=0
while IFS='|' read -r status arguments line; do
    case $status in
    '#'* | '') continue ;;
    esac
    lines=$((lines + 1))
    set -f
    set --
    for word in $arguments; do
        set -- "$@" "$(printf '%s' "$word" | tr _ ' ')"
    done
    set +f
    expect "$status" "$line" "$@"
done <"$table"
[ "$lines" -gt 40 ] || complain "only $lines lines in the table"

# Files.
expect 2 "cannot" show missing.pscan
expect 2 "cannot" record -o t --input @missing
expect 1 "cannot" record -o no/such/folder/t.pscan
cd ..
"$pscan" record --algo hillis --n 8 -o good.pscan >"$work/out"
"$pscan" record --algo hillis --n 8 -o same.pscan --schedule random:4 >"$work/out"
"$pscan" record --algo hillis --n 7 -o other.pscan >"$work/out"
head -c 100 good.pscan >short.pscan
echo "not a trace" >text.pscan
printf '3 1\n4 oops\n' >list
cd run
expect 2 "" show ../short.pscan
expect 2 "" show ../text.pscan
expect 2 "" check ../short.pscan
expect 2 "" diff ../good.pscan ../text.pscan
expect 2 "../list: value 4: \"oops\" is not an integer (int32)" \
    record -o t --input @../list
expect 2 "--step 99: the trace has rows 0 to" show --step 99 ../good.pscan

# Pipes: read once however often the run is made, and bounded.
piped() {
    got=0
    "$pscan" "$@" >"$work/out" 2>"$work/err" || got=$?
    [ "$got" -eq 0 ] || complain "pipe: $*: exit status $got: $(cat "$work/err")"
}
echo 3 1 4 | piped record -o ../piped.pscan --input @/dev/stdin
echo 3 1 4 | piped check --algo hillis,blelloch --input @/dev/stdin
mkfifo ../fifo
echo 5 6 7 >../fifo &
piped compare --algo hillis,blelloch --input @../fifo
wait
got=$( { yes 1 2>/dev/null || true; } |
       { "$pscan" record -o t --input @/dev/stdin 2>"$work/err" || echo $?; } )
[ "$got" -eq 2 ] || complain "endless pipe: exit status $got"
grep -q "larger than" "$work/err" || complain "endless pipe: $(cat "$work/err")"

# What works says so by its status.
works() {
    status=$1
    shift
    run "$@"
    [ "$got" -eq "$status" ] || complain "$*: exit status $got, not $status"
    [ ! -s "$work/err" ] || complain "$*: $(cat "$work/err")"
    [ -s "$work/out" ] || [ "$1" = diff ] || complain "$*: says nothing"
}
works 0 --help
works 0 --version
for command in record show diff check compare bench list; do
    works 0 "$command" --help
done
for form in --dump --json --head "--step=0" "--step=3"; do
    works 0 show "$form" ../good.pscan
done
works 0 diff ../good.pscan ../same.pscan
works 4 diff ../good.pscan ../other.pscan
works 0 check ../good.pscan
works 0 check --algo hillis,blelloch --n 33
works 0 check --algo three-kernel --n 2^15
works 1 check --algo broken/grid-rounded-down --n 20001
works 0 check --algo adder --input 0b1011+6
works 0 check --algo hillis --type float --input -inf
works 0 check --algo hillis --input -3,4
works 0 check --algo hillis --n 2^4 --schedule hold:0@stride:8
works 3 check --algo broken/missing-barrier --n 8
works 0 compare --algo hillis,blelloch --n 8 --format markdown
works 0 bench --row cpu-serial --n 64 --runs 3 --format csv
works 0 bench --tracing --device host --n 16 --runs 1 --save ../tracing.json
works 0 show --chrome ../timeline.json ../good.pscan
works 0 list
works 0 list operators --format latex
run compare --algo hillis,adder,sparse
grep -q '^adder .* addition ' "$work/out" || complain "compare: no problem named"
grep -q '^sparse  *8 ' "$work/out" || complain "compare: another length than the first"
grep -q 'different problems' "$work/out" || complain "compare: problems are mixed"
run compare --algo hillis,blelloch
! grep -q 'different problems' "$work/out" || complain "compare: one problem, not two"
grep -q '^The scan of hillis is inclusive, that of blelloch exclusive' "$work/out" ||
    complain "compare: two forms, and no word of it"
run compare --algo hillis,blelloch --inclusive
! grep -q 'exclusive' "$work/out" || complain "compare: one form, not two"
run compare --inclusive --n 8
[ "$got" -eq 0 ] && ! grep -q 'excl' "$work/out" || complain "compare: all inclusive"
run list timings
for word in 'cpu-serial  *CPU' 'hillis  *GPU' 'cub-inclusive  *GPU' 'fast  *GPU'; do
    grep -q "^$word " "$work/out" || complain "list timings: no $word"
done
run show ../good.pscan
grep -q '^step 2/3  stride 2  line [0-9,]*  adds 6  active 6/8$' "$work/out" ||
    complain "show: the line of the second step is missing"
grep -q '^s: 3 4 8 9 11 19 17 22$' "$work/out" || complain "show: cells are missing"

run show --tree 3 ../good.pscan
[ "$(cat "$work/out")" = 'y[3] = ((x0 + x1) + (x2 + x3)) = 9' ] ||
    complain "show --tree: $(cat "$work/out")"
expect 2 "--tree 8: outputs have indices 0 to 7" show --tree 8 ../good.pscan
expect 2 "--dump, --json, --head, --format" \
    show --tree 1 --dump ../good.pscan

# Where output goes: a full disk fails, a reader that leaves does not.
if [ -w /dev/full ]; then
    got=0
    "$pscan" show ../good.pscan >/dev/full 2>"$work/err" || got=$?
    [ "$got" -eq 1 ] || complain "full disk: exit status $got"
    [ "$(wc -l <"$work/err")" -eq 1 ] || complain "full disk: no line on stderr"
fi
got=$( { "$pscan" list 2>"$work/err"; echo $? >"$work/status"; } | true
       cat "$work/status")
[ "$got" -eq 0 ] || complain "reader gone: exit status $got"
[ ! -s "$work/err" ] || complain "reader gone: $(cat "$work/err")"

# On a terminal long work tells how far it is, short work says nothing.
on_terminal() {
    timeout 6 script -qefc "$pscan record --algo three-kernel --device host --n $1 \
        --trace-blocks 0,last -o ../t.pscan" ../said </dev/null >/dev/null 2>&1 || true
}
if command -v script >/dev/null; then
    on_terminal 2^20
    grep -q 'three-kernel, n = 1048576: block [0-9]* of [0-9]*, [0-9]*%' ../said ||
        complain "record: no line of progress"
    on_terminal 2^6
    ! grep -q 'block [0-9]* of' ../said || complain "record: progress of short work"
fi

# A file is replaced whole or not at all.
cp ../good.pscan keep
run record -o keep --n 2000
cmp -s keep ../good.pscan || complain "a failed record touched the old file"
[ "$(ls -A)" = keep ] || complain "left $(ls -A)"

[ "$failed" -eq 0 ] && echo "$lines bad arguments and more: as told"
exit "$failed"
