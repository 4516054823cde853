#!/bin/sh
# What bootstrap says and does, with stand-ins for all programs that it calls: no
# package is installed and nothing is built.
#
# usage: bootstrap.sh ROOT
# shellcheck disable=SC2016 # stand-ins expand it, not this script
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
mkdir "$work/bin" "$work/tree" "$work/home"
cp "$1/bootstrap" "$work/tree"

# A few of the system's programs by name, so that others are surely missing.
for tool in sh cat chmod dirname env grep head ln mkdir sed tail tr rm; do
    ln -s "$(command -v $tool)" "$work/bin/$tool"
done
stand_in() { # NAME TEXT
    rm -f "$work/bin/$1"
    printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
slept=$(command -v sleep)
stand_in sleep "exec $slept 0.02" # a second is soon over
stand_in find 'echo a-font'
stand_in dpkg ''
stand_in true ''
stand_in gcc ''
stand_in msgfmt ''
stand_in pkg-config '[ "$2" != libunibreak ] || [ -n "${THERE:-}" ]'
stand_in apt-get 'echo "apt-get $*" >>"$NOTES"; [ "$1" != install ] || [ -z "${BROKEN:-}" ]'
stand_in meson 'for last; do dir=$now now=$last; done; mkdir -p "$dir"; : >"$dir/build.ninja"'
stand_in ninja '
echo "ninja ${NINJA_STATUS:-}" >>"$NOTES"
[ -z "${BROKEN:-}" ] || { echo "FAILED: a.o"; exit 1; }
[ -n "${THERE:-}" ] || {
    echo "[120/400] part"
    tries=0 # until it was told
    while [ $((tries += 1)) -lt 200 ] && ! grep -q "built 120 of 400" "$ERR"; do
        '"$slept"' 0.1
    done
}
mkdir -p "$2/viz/app"
ln -sf "$VIEWER" "$2/viz/app/pscan-viz"'
stand_in viewer 'echo "shown: $*"; exit 7'

user() { stand_in id "echo $1"; }
boot() { # STATUS VARIABLE=VALUE... -- ARGUMENTS
    want=$1 status=0
    shift
    : >"$work/notes"
    set -- "$@" ''
    (
        while [ "$1" != -- ]; do
            export "${1?}"
            shift
        done
        shift
        PATH=$work/bin HOME=$work/home NOTES=$work/notes ERR=$work/err VIEWER=$work/bin/viewer
        export PATH HOME NOTES ERR VIEWER
        exec "$work/tree/bootstrap" "$1" ${2:+--n 8 "$2"}
    ) >"$work/out" 2>"$work/err" </dev/null || status=$?
    [ "$status" -eq "$want" ] || {
        echo "$*: status $status in place of $want: $(cat "$work/err")"
        failed=1
    }
}
lines() { # FILE COUNT PATTERN WHAT
    [ "$(grep -c -- "$3" "$work/$1" || true)" -eq "$2" ] || {
        echo "$4: $2 of '$3' expected in $1:"
        cat "$work/$1"
        failed=1
    }
}

user 1000 # neither root nor sudo: one line that can be copied, and the end
boot 1 -- build
lines err 1 '^bootstrap: please install as root: apt-get install libunibreak-dev *$' 'no sudo'
lines err 1 . 'no sudo'
lines notes 0 . 'no sudo'

stand_in sudo 'echo "sudo: not allowed" >&2; exit 1' # nor may it: asked once
boot 1 -- build
lines err 1 '^bootstrap: please install as root: apt-get install libunibreak-dev *$' 'no right'
lines err 2 . 'no right'
lines notes 0 . 'no right'

stand_in sudo 'echo "sudo $*" >>"$NOTES"; exec "$@"'
boot 0 -- build
lines notes 1 '^sudo env DEBIAN_FRONTEND=noninteractive apt-get update' sudo
lines notes 1 '^sudo env .* apt-get install .* libunibreak-dev *$' sudo
lines notes 1 '^ninja \[%f/%t\]' 'how far it is, in the form that is read'
lines err 1 'installing with apt-get: libunibreak-dev' sudo
lines err 1 'the first time takes' 'the first build'
grep -q '^bootstrap: built 120 of 400$' "$work/err" || { echo 'how far is not told'; failed=1; }
lines err 1 'built: build/viz/app' 'the end'

boot 7 THERE=1 -- run 'two words' # nothing to install, nothing to do
lines err 0 . 'nothing to do'
lines notes 0 apt-get 'nothing to do'
lines out 1 '^shown: --n 8 two words$' 'arguments go through'

user 0
stand_in sudo 'echo "sudo $*" >>"$NOTES"; exit 1'
boot 0 -- build
lines notes 0 sudo 'root needs no sudo'
boot 1 BROKEN=1 -- build
lines err 1 'apt-get could not install: libunibreak-dev' 'apt-get fails'
boot 1 BROKEN=1 THERE=1 -- build
lines err 1 'FAILED: a.o' 'a build that fails is shown'
lines err 1 '^bootstrap: the build failed' 'a build that fails'
lines err 0 'built:' 'a build that fails'

rm "$work/bin/apt-get" # another distribution
boot 1 -- build
lines err 1 '^bootstrap: please install: libunibreak-dev' 'no apt-get'
lines err 1 'Fedora: dnf install' 'no apt-get'
boot 2 -- rnu
lines err 1 "unknown command 'rnu'" 'a word that is no command'
exit $failed
