#!/bin/sh
# What `meson install` puts somewhere is found again there: programs, manual
# pages, recorded timings, translations.
#
# usage: install.sh BUILD-FOLDER PREFIX
set -eu
command -v meson >/dev/null || { echo 'meson is not on the path'; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work/home" LC_ALL=C.UTF-8
unset LANGUAGE XDG_DATA_HOME PSCAN_ASSETS || true
meson install -C "$1" --no-rebuild --quiet --destdir "$work/root" >"$work/log" \
    2>&1 || { cat "$work/log"; exit 1; }
there=$work/root$2
failed=0
for file in bin/pscan-viz bin/pscan share/man/man1/pscan-viz.1 \
    share/man/man1/pscan.1 share/applications/pscan-viz.desktop \
    share/icons/hicolor/scalable/apps/pscan-viz.svg; do
    [ -s "$there/$file" ] || { echo "$file was not installed"; failed=1; }
done

# The folder that assets are read from is named when a file in it is damaged.
mkdir -p "$there/share/pscan-viz/timings"
echo damaged >"$there/share/pscan-viz/timings/zz.json"
"$there/bin/pscan-viz" --n 8 --lang zh --render "$work/a.svg" 2>"$work/err"
grep -qF "$work/root" "$work/err" ||
    { echo 'installed timings are not read'; failed=1; }
if [ -d "$there/share/locale" ]; then
    grep -q '步' "$work/a.svg" || { echo 'translations not found'; failed=1; }
fi
exit $failed
