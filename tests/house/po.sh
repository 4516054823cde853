#!/bin/sh
# The window speaks Chinese throughout: every sentence that the sources named in
# po/POTFILES can say is translated, and every source that says one is named
# there. (Sentences that tables hold are asked for by tests/unit/app.)
#
# usage: po.sh ROOT. Exit status 77: skipped, gettext's tools are missing.
set -eu
cd "$1"
for tool in xgettext msgcmp msgfmt; do
    command -v $tool >/dev/null || { echo "$tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# What only ever speaks on the command line, which is never translated.
unseen=" viz/app/options.c viz/app/still.c viz/app/main.c viz/app/translate.c \
viz/scene/view.c viz/scene/pen.c src/run/run_options.c src/base/mo.c \
src/base/say.c src/run/record.c src/check/check_large.c \
src/check/check_tree.c "

keywords=$(grep -oE -- "--(from-code|keyword)=[A-Za-z0-9_:,-]+" po/meson.build)
calls='scene_trn?|view[.>-]+tr|tr|N_|err_set|say_print|say_make|report_say'
grep -lE "(^|[^A-Za-z_])($calls)\(" viz/app/*.c viz/scene/*.c src/analysis/*.c \
    src/run/*.c src/simt/*.c src/check/*.c src/base/*.c src/gpu/gpu*.c 2>/dev/null |
    while read -r file; do
        case $unseen in *" $file "*) continue ;; esac
        grep -qxF "$file" po/POTFILES || echo "$file is not named in po/POTFILES"
    done >"$work/files"
[ ! -s "$work/files" ] || { cat "$work/files"; failed=1; }

# shellcheck disable=SC2086 # a list of words
xgettext $keywords --files-from=po/POTFILES -o "$work/all.pot" 2>"$work/said" || {
    cat "$work/said"
    exit 1
}
for po in po/*.po; do
    msgfmt --check-format -o /dev/null "$po" || failed=1
    msgcmp "$po" "$work/all.pot" 2>&1 | grep 'all.pot' >"$work/missing" || true
    [ -s "$work/missing" ] || continue
    failed=1
    echo "$po lacks a translation of:"
    sed -n 's/.*all\.pot:\([0-9]*\):.*/\1/p' "$work/missing" | while read -r line; do
        awk -v line="$line" '/^$/ { if (NR > line) exit; text = "" }
            /^(msgid|")/ { text = text "  " $0 "\n" }
            END { printf "%s", text }' "$work/all.pot"
    done
done
[ "$failed" -eq 0 ] && echo 'every sentence is translated'
exit "$failed"
