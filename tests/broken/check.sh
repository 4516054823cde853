#!/bin/sh
# pscan check on broken kernels: exit status, text, JSON.
#
# usage: check.sh PSCAN
set -eu
pscan=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "$*"; failed=1; }

# expect STATUS ARGUMENTS...: what is printed lies in $work/out
expect() {
    status=$1
    shift
    got=0
    "$pscan" check "$@" >"$work/out" 2>"$work/err" </dev/null || got=$?
    [ "$got" -eq "$status" ] || complain "check $*: exit status $got, not $status"
    [ ! -s "$work/err" ] || complain "check $*: $(cat "$work/err")"
}
has() { grep -qF -- "$1" "$work/out" || complain "not printed: $1"; }

expect 3 --algo broken/missing-barrier --n 8
has "Read/write race on s[1]: thread 1 writes it on line 23 and thread 2 reads it"
has "    10 times in all, this is the first"
has "    repair: Put __syncthreads()"
expect 3 --algo broken/overflow --n 8
has "wraps to -1294967296."
expect 3 --algo broken/swapped-operands --n 8
has "these are not in order"
expect 3 --algo broken/blocks-from-the-end --n 16 --resident 2
has "tiles that wait: "
expect 3 --algo broken/missing-barrier --n 8 --schedule adversarial
expect 0 --algo broken/dead-padding --n 64
has "Padding without effect: s has 66 elements"
has "one word of padding after every 32 would make it 1."
expect 0 --algo hillis --n 8
expect 0 --algo hillis --n 8 --schedule adversarial

expect 3 --algo broken/missing-barrier --n 8 --inclusive --schedule in-order --json
for want in '"kind":	"read-write-race"' '"rank":	"error"' '"count":	10' \
    '"source":	"val u = ld(s, i - d);"' '"array":	"s"' '"index":	1' \
    '"happened":	"RAW"' '"hint":	"Put __syncthreads()' '"kind":	"wrong-result"' \
    '"wrong":	1'; do
    has "$want"
done
expect 0 --algo hillis --n 8 --json
has '"cases":'
! grep -q '"rank":	"error"' "$work/out" || complain "an error of a sound kernel"

[ "$failed" -eq 0 ] && echo "as told"
exit "$failed"
