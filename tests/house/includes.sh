#!/bin/sh
# The include rule: which room may see which (design of the rooms, README).
# A room sees itself and everything below it; the platform's libraries are seen
# where they are wrapped and nowhere else. Prints every breach and fails.
#
# usage: includes.sh ROOT
set -eu
cd "$1"

rooms_allowed() {
    cat <<'TABLE'
base      base
trace     trace base
kernels   kernels base
fast      kernels fast base
simt      simt kernels trace base
gpu       gpu kernels fast trace base
run       run simt gpu kernels trace base
analysis  analysis trace base
check     check run analysis simt gpu kernels trace base
bench     bench run simt gpu kernels trace base
draw      draw base
scene     scene draw analysis trace base
backend   backend draw base
lesson    lesson check scene draw run analysis simt gpu kernels trace base
cli       *
app       *
TABLE
}

# Libraries of the system: the start of their header's name, who may see it.
libraries_allowed() {
    cat <<'TABLE'
cuda                gpu kernels-cuh fast
cooperative_groups  gpu kernels-cuh fast
cub/                gpu kernels-cuh fast
thrust/             gpu kernels-cuh fast
nvrtc               gpu
nvml                gpu
SDL                 backend app
cairo               backend
fontconfig/         backend
ucontext.h          simt
sanitizer/          simt
cmark               lesson
TABLE
}

rules=$(mktemp)
trap 'rm -f "$rules"' EXIT
{
    rooms_allowed | sed 's/^/room /'
    libraries_allowed | sed 's/^/library /'
} >"$rules"

find kernels src viz -type f \
    \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' \) | sort |
while read -r file; do
    awk -v file="$file" '
    function room_of(path,    part) {
        split(path, part, "/")
        if (part[1] == "kernels")
            return part[2] == "fast" ? "fast" : "kernels"
        return part[2]
    }
    function breach(what) {
        printf "%s:%d: %s\n", file, FNR, what
    }
    function has(list, word) {
        return list == "*" || index(" " list " ", " " word " ") > 0
    }
    # The vocabulary header chooses a flavour: it alone looks up to them.
    function flavour(name) {
        return file == "kernels/words.h" &&
            (name == "simt/words_host.h" || name == "gpu/words_traced.cuh")
    }
    function check_own(name,    part, parts, seen) {
        parts = split(name, part, "/")
        if (name ~ /\.\.\//) {
            breach("includes by a way up: " name)
            return
        }
        if (parts == 1 || flavour(name))
            return
        seen = part[1]
        if (!(seen in room_allowed))
            breach("no room of this name: " name)
        else if (!has(room_allowed[room], seen))
            breach("room " room " may not see " name)
    }
    function check_library(name,    start) {
        for (start in library_allowed)
            if (index(name, start) == 1 &&
                !has(library_allowed[start], room) &&
                !(file ~ /^kernels\/[^\/]*\.cuh$/ &&
                  has(library_allowed[start], "kernels-cuh")))
                breach("room " room " may not see <" name ">")
    }
    FNR == NR {
        kind = $1; key = $2
        $1 = ""; $2 = ""
        sub(/^ +/, "")
        if (kind == "room")
            room_allowed[key] = $0
        else
            library_allowed[key] = $0
        next
    }
    FNR == 1 {
        room = room_of(file)
        if (!(room in room_allowed))
            breach("room without a rule: " room)
    }
    /^[ \t]*#[ \t]*include[ \t]*["<]/ {
        name = $0
        sub(/^[ \t]*#[ \t]*include[ \t]*["<]/, "", name)
        sub(/[">].*/, "", name)
        if ($0 ~ /include[ \t]*"/)
            check_own(name)
        else
            check_library(name)
    }
    room == "kernels" && file ~ /\.cu$/ && /#[ \t]*include/ && !/"words\.h"/ {
        breach("a kernel includes words.h and nothing else")
    }' "$rules" "$file"
done >"$rules.found"
trap 'rm -f "$rules" "$rules.found"' EXIT

if [ -s "$rules.found" ]; then
    cat "$rules.found"
    exit 1
fi
echo "include rule kept"
