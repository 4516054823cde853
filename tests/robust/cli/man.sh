#!/bin/sh
# The manual pages against the programs: the options that --help prints are those
# behind .TP in the page, both ways, command by command; so are the synopses.
#
# usage: man.sh MAN-FOLDER PSCAN [PSCAN-VIZ]
set -eu
man=$1
pscan=$2
viz=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

complain() { echo "$*"; failed=1; }

# The page without the marks of its fonts.
plain() { sed -e 's/\\f[BIPR]//g' -e 's/\\-/-/g' -e 's/"//g' "$1"; }

# Options of a page's tags: all of .SH OPTIONS, or one .SS of it.
of_page() {
    plain "$1" | awk -v want="$2" '
        /^\.SH / { inside = $0 == ".SH OPTIONS" && want == ""; options = $0 == ".SH OPTIONS" }
        /^\.SS / { if (want != "") inside = options && substr($0, 5) == want }
        tag && inside { print }
        { tag = $0 == ".TP" }' | options
}

# Options of --help: the words before the gap.
of_help() { sed -n 's/^  \(-.*\)/\1/p' | sed 's/   *.*//' | options; }

options() {
    grep -oE '(^|[^a-z0-9-])--?[a-z][a-z-]*' | sed 's/^[^-]*//' |
        grep -vxE -e '-h|--help|--version' | sort -u || true
}

# same WHERE: $work/page and $work/help
same() {
    [ -s "$work/help" ] || [ "$1" = "pscan diff" ] || complain "$1: no options at all"
    for word in $(comm -13 "$work/page" "$work/help"); do
        complain "$1: $word is not in the manual page"
    done
    for word in $(comm -23 "$work/page" "$work/help"); do
        complain "$1: $word is in the manual page alone"
    done
}

# The synopsis of a command in one line.
synopsis() {
    plain "$man/pscan.1" | awk -v want=".B pscan $1" '
        /^\.SH / { inside = $0 == ".SH SYNOPSIS" }
        $0 == ".br" { found = 0 }
        found && inside { printf " %s", $0 }
        $0 == want && inside { found = 1; printf "%s", substr($0, 4) }'
}

of_page "$man/pscan.1" "Run options" >"$work/run"
[ "$(wc -l <"$work/run")" -ge 12 ] || complain "pscan.1: the run options are not found"
for command in record show diff check compare bench list; do
    "$pscan" "$command" --help >"$work/text"
    of_help <"$work/text" >"$work/help"
    of_page "$man/pscan.1" "$command" >"$work/page"
    case $command in
    record | check | compare)
        sort -u "$work/run" "$work/page" >"$work/both"
        mv "$work/both" "$work/page" ;;
    esac
    same "pscan $command"
    usage=$(sed -n '1s/^usage: //p' "$work/text")
    [ "$usage" = "$(synopsis "$command")" ] ||
        complain "pscan $command: --help says \"$usage\", the page \"$(synopsis "$command")\""
done
"$pscan" --help | sed -n 's/^  \([a-z][a-z]*\)  *.*/\1/p' >"$work/commands"
[ "$(wc -l <"$work/commands")" -eq 7 ] || complain "pscan: other commands than in this test"

if [ -n "$viz" ]; then
    "$viz" --help | of_help >"$work/help"
    of_page "$man/pscan-viz.1" "" >"$work/page"
    same pscan-viz
fi
[ "$failed" -eq 0 ] && echo "manual pages and --help agree"
exit "$failed"
