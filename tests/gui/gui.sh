#!/bin/sh
# Drives the real window under Xvfb by keys and mouse and looks at the picture.
#
# usage: gui.sh CASE PSCAN-VIZ SHOT
# A case is a function case_NAME below. Exit status 77: skipped, says why.
set -eu
name=$1 viewer=$2 shot=$3

for tool in Xvfb xdotool; do
    command -v $tool >/dev/null || { echo "$tool is not installed"; exit 77; }
done

work=$(mktemp -d)
server='' player='' manager=''
finish() {
    [ -z "$player" ] || kill "$player" 2>/dev/null || true
    [ -z "$manager" ] || kill "$manager" 2>/dev/null || true
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    wait
    rm -rf "$work"
}
trap finish EXIT

export PSCAN_LOG=debug
# Settings and pictures of whoever runs the tests stay out of it.
export HOME="$work/home" XDG_CONFIG_HOME="$work/home/.config" \
    XDG_DATA_HOME="$work/home/.local/share" SDL_AUDIODRIVER=dummy LC_ALL=C.UTF-8
export XDG_STATE_HOME="$work/home/.local/state"
mkdir -p "$HOME" "$work/run" # where it is started
unset WAYLAND_DISPLAY SDL_VIDEODRIVER SDL_RENDER_DRIVER LANGUAGE
screen=$work/Xvfb_screen0

fail() {
    echo "$name: $*"
    if [ -n "${GUI_KEEP:-}" ] && [ -f "$screen" ]; then
        cp "$screen" "$GUI_KEEP/$name.xwd"
    fi
    exit 1
}

# Two servers that start at the same time may take the same number: another try.
# One that resets when its last client leaves refuses those that come meanwhile.
start_server() {
    for _ in 1 2 3 4 5; do
        : >"$work/number"
        Xvfb -displayfd 3 -screen 0 1600x1000x24 -fbdir "$work" -nolisten tcp -noreset \
            3>"$work/number" >/dev/null 2>&1 &
        server=$!
        for _ in $(seq 200); do
            [ "$(wc -l <"$work/number")" -eq 0 ] || break
            kill -0 "$server" 2>/dev/null || break
            sleep 0.05
        done
        DISPLAY=:$(cat "$work/number")
        export DISPLAY
        if kill -0 "$server" 2>/dev/null &&
            xdotool getmouselocation >/dev/null 2>&1; then
            return 0
        fi
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
    done
    fail 'no X server starts'
}

# Starts the player and waits for its window, which gets the keys.
open_player() { # ARGUMENTS
    (cd "$work/run" && exec "$viewer" "$@") >"$work/out" 2>"$work/err" &
    player=$!
    window=''
    for _ in $(seq 400); do
        window=$(xdotool search --onlyvisible --class pscan-viz 2>/dev/null |
            head -n 1) || true
        [ -z "$window" ] || break
        kill -0 "$player" 2>/dev/null || fail "ended at once: $(cat "$work/err")"
        sleep 0.05
    done
    [ -n "$window" ] || fail 'no window'
    xdotool windowfocus "$window" mousemove 1500 900
    settle
}
start_player() { # the same, in the upper left corner
    open_player "$@"
    xdotool windowmove "$window" 0 0
    settle
}

# Waits until the player has caught up with all keys and the mouse, moves no
# more, records nothing and measures nothing: it says so (PSCAN_LOG=debug) after a
# key that does nothing.
catch_up() {
    for _ in 1 2 3 4 5 6; do
        seen=$(grep -c 'debug: key F12' "$work/err" || true)
        xdotool key F12
        for _ in $(seq 100); do
            kill -0 "$player" 2>/dev/null || fail "ended: $(cat "$work/err")"
            if [ "$(grep -c 'debug: key F12' "$work/err" || true)" -gt "$seen" ]; then
                break
            fi
            sleep 0.05
        done
        for _ in $(seq 600); do
            case $(tail -n 1 "$work/err") in *'at rest') return 0 ;; esac
            kill -0 "$player" 2>/dev/null || fail "ended: $(cat "$work/err")"
            sleep 0.05
        done
    done
    fail 'the player does not come to rest'
}

# Copies the screen once the player rests and the server shows what it drew.
settle() { # [FILE]
    catch_up
    cp "$screen" "$work/a"
    for _ in $(seq 100); do
        sleep 0.1
        cp "$screen" "$work/b"
        if cmp -s "$work/a" "$work/b"; then
            [ -z "${1:-}" ] || cp "$work/a" "$work/$1"
            return 0
        fi
        cp "$work/b" "$work/a"
    done
    fail 'the picture does not come to rest'
}

key() { xdotool key --delay 40 "$@"; }
differ() { "$shot" differ "$work/$1" "$work/$2"; }
count() { "$shot" count "$work/$1" "$2"; }
expect_changed() { # A B AT-LEAST WHAT
    [ "$(differ "$1" "$2")" -ge "$3" ] || fail "$4: the picture did not change"
}
wait_changed() { # A AT-LEAST WHAT: while it moves
    for _ in $(seq 200); do
        cp "$screen" "$work/now"
        [ "$(differ "$1" now)" -lt "$2" ] || return 0
        sleep 0.05
    done
    fail "$3: the picture did not change"
}
expect_same() { # A B WHAT
    [ "$(differ "$1" "$2")" -eq 0 ] ||
        fail "$3: $(differ "$1" "$2") pixels differ"
}
expect_title() { # TEXT
    for _ in $(seq 100); do
        case $(xdotool getwindowname "$window") in *"$1"*) return 0 ;; esac
        sleep 0.05
    done
    fail "title is $(xdotool getwindowname "$window"), not $1"
}
expect_end() { # STATUS
    for _ in $(seq 200); do
        kill -0 "$player" 2>/dev/null || break
        sleep 0.05
    done
    ! kill -0 "$player" 2>/dev/null || fail 'the player did not end'
    status=0
    wait "$player" || status=$?
    player=''
    [ "$status" -eq "$1" ] || fail "exit status $status: $(cat "$work/err")"
}

# ---- cases -----------------------------------------------------------------

case_open() { # a picture, not blank, closed by Ctrl+Q
    start_player --n 8 --algo hillis
    settle first
    [ "$("$shot" colours "$work/first")" -gt 50 ] || fail 'the picture is blank'
    [ "$(count first back)" -gt 100000 ] || fail 'not the light theme'
    expect_title 'n = 8'
    key ctrl+q
    expect_end 0
    ! grep -v ' debug: \| info: ' "$work/err" || fail 'words on standard error'
}

case_refuse() { # a schedule of what is not there: no window, one line, status 2
    for schedule in hold:7@stride last:0.8 hold:0@up; do
        status=0
        (cd "$work/run" && PSCAN_LOG='' exec timeout 20 "$viewer" --n 8 --algo hillis \
            --schedule $schedule) >"$work/out" 2>"$work/err" || status=$?
        [ "$status" -eq 2 ] || fail "$schedule: exit status $status"
        grep -q "^pscan-viz: --schedule $schedule: .*hillis" "$work/err" ||
            fail "$schedule: $(cat "$work/err")"
        [ "$(wc -l <"$work/err")" -eq 1 ] || fail "$schedule: $(cat "$work/err")"
    done
}

case_quit() { # in the middle of a recording that would take a minute
    limit=2000 # ms; sanitizers look at all memory in the end
    ! grep -q __asan_init "$viewer" || limit=20000
    for delay in 0.1 1; do
        (cd "$work/run" && exec "$viewer" --n 2^24 --algo three-kernel) \
            >"$work/out" 2>"$work/err" &
        player=$!
        window=$(xdotool search --sync --onlyvisible --class pscan-viz | head -n 1)
        xdotool windowfocus --sync "$window"
        sleep $delay
        begin=$(date +%s%N)
        xdotool key ctrl+q
        expect_end 0
        took=$((($(date +%s%N) - begin) / 1000000))
        echo "closed in $took ms"
        [ "$took" -lt $limit ] || fail "it took $took ms to close"
        ! grep -v ' debug: \| info: ' "$work/err" || fail 'words on standard error'
        set -- "$work"/run/*
        [ ! -e "$1" ] || fail "it left $*"
    done
}

case_keys() { # step, back, phases, ends
    start_player --n 8 --algo hillis
    settle first
    key Right; settle one
    expect_changed first one 500 'Right'
    key Right; settle two
    expect_changed one two 500 'Right again'
    key Left; settle back
    expect_same one back 'Left undoes Right'
    key Home; settle start
    expect_same first start 'Home is the first picture'
    key End; settle end
    expect_changed first end 2000 'End'
    key shift+Left; settle phase
    expect_changed end phase 500 'Shift+Left'
    key Next; settle end2
    expect_same end end2 'PageDown is a step forward'
    key b period; settle dead
    expect_same end2 dead 'B and full stop do nothing'
    key alt+Left; settle half
    expect_changed end half 200 'Alt+Left'
    key Escape ctrl+q
    expect_end 0
}

case_play() { # Space plays to the end by itself
    start_player --n 8 --algo hillis --speed 8
    key End; settle end
    key Home; settle
    key space; settle played
    expect_same end played 'played to the end'
    key ctrl+q
    expect_end 0
}

case_cone() { # pointing at a cell and clicking it lights what it covers
    start_player --n 8 --algo hillis
    key Right Right Right; settle plain
    before=$(count plain cover)
    # Of the cells written in this step, not of a bar beside them.
    # shellcheck disable=SC2046 # two numbers
    xdotool mousemove $("$shot" middle "$work/plain" changed 860)
    xdotool mousemove_relative -- 30 0
    settle hovered
    [ "$(count hovered cover)" -gt $((before + 200)) ] ||
        fail 'hovering lights nothing'
    xdotool click 1 mousemove 1500 900
    settle clicked
    [ "$(count clicked cover)" -gt $((before + 200)) ] ||
        fail 'a click does not keep it lit'
    key Escape; settle after
    [ "$(count after cover)" -le "$before" ] || fail 'Esc does not let go'
    key ctrl+q
    expect_end 0
}

case_mouse() { # play button and timeline, where they lie at 1280x720
    start_player --n 8 --algo hillis
    settle first
    xdotool mousemove 114 676 click 1 mousemove 1500 900
    wait_changed first 500 'the play button plays'
    xdotool mousemove 700 676 mousedown 1 mousemove 650 676 mousemove 600 676 \
        mouseup 1 mousemove 1500 900
    settle scrubbed
    expect_changed first scrubbed 500 'dragging along the timeline'
    xdotool mousemove 400 300 click 4 click 4 click 4 mousemove 1500 900
    settle zoomed
    expect_changed scrubbed zoomed 2000 'the wheel zooms'
    key Escape; settle fitted
    expect_same scrubbed fitted 'Esc fits the picture again'
    key ctrl+q
    expect_end 0
}

case_timings() { # a row of the table, where it lies at 1280x720; a size of the chart
    start_player --n 64 --algo look-back --view timings
    settle plain
    xdotool mousemove 1000 193
    settle pointed
    expect_changed plain pointed 500 'pointing at a row tells more of it'
    [ "$(differ plain pointed)" -lt 40000 ] || fail 'much else changed'
    xdotool mousemove 500 300 click 1
    settle larger
    expect_changed pointed larger 500 'a click on a size chooses it'
    xdotool click 1 mousemove 1500 900
    settle after
    expect_same plain after 'a second click gives the size of the run'
    key ctrl+q
    expect_end 0
}

case_length() { # N, a wrong one, a right one
    start_player --n 8 --algo hillis
    settle first
    key n; settle field
    expect_changed first field 500 'N opens a field'
    xdotool type --delay 40 'q0'
    key Return; settle wrong
    expect_title 'n = 8'
    expect_changed field wrong 50 'a wrong length is said'
    key Escape n
    xdotool type --delay 40 '16'
    key Return
    expect_title 'n = 16'
    settle sixteen
    expect_changed first sixteen 2000 'sixteen columns'
    key i; settle
    key --repeat 60 BackSpace
    xdotool type --delay 40 '5 6 7'
    key Return
    expect_title 'n = 3'
    key ctrl+q
    expect_end 0
}

case_list() { # A, type to filter, Enter; then another view
    start_player --n 8 --algo hillis
    settle first
    key a; settle list
    expect_changed first list 2000 'A opens the list'
    xdotool type --delay 40 'blell'
    key Return
    expect_title 'Blelloch'
    settle tree
    key v; settle other
    expect_changed tree other 2000 'V shows another view'
    key F1; settle help
    expect_changed other help 2000 'F1 shows help'
    key Escape; settle closed
    expect_same other closed 'Esc closes help'
    key ctrl+q
    expect_end 0
}

case_repair() { # F shows a finding, R the repaired kernel, R again the broken one
    start_player --n 8 --algo broken/missing-barrier --schedule random:3 --view hazard
    key f; settle found
    [ "$(count found bad)" -gt 500 ] || fail 'the finding is not marked'
    key r; settle repaired
    [ "$(count repaired bad)" -lt 100 ] || fail 'the repaired kernel shows errors'
    key r; settle again
    expect_same found again 'R brings the broken one back, in its view'
    key ctrl+q
    expect_end 0
}

case_field() { # a long list stays in its field; keys of the window reach through
    start_player --n 900 --algo hillis
    key i; settle all
    key Home; settle begin
    expect_changed all begin 500 'Home shows the beginning'
    key End; settle end
    key ctrl+plus; settle larger
    expect_changed end larger 2000 'Ctrl + enlarges text under a field'
    key ctrl+0; settle normal
    expect_same end normal 'Ctrl 0 is the normal size'
    key ctrl+c ctrl+a BackSpace ctrl+v; settle pasted
    expect_same end pasted 'what was copied comes back'
    key n ctrl+q # types an n, then quits
    expect_end 0
}

case_record() { # a long recording says so, and Esc goes back
    start_player --n 8 --algo serial
    settle first
    key n
    xdotool type --delay 40 '2^18'
    key Return
    wait_changed first 500 'the recording is told'
    key Escape
    settle stopped
    expect_title 'n = 8'
    key Right; settle next # clears what was said
    key n
    xdotool type --delay 40 '2^5'
    key Return
    expect_title 'n = 32'
    key ctrl+q
    expect_end 0
}

case_copy() { # the table of all states; one that no clipboard takes is refused
    start_player --n 8 --algo hillis
    settle first
    key ctrl+c; settle told
    expect_changed first told 500 'it is told'
    key i ctrl+v; settle pasted # into a field, to see it
    key Escape ctrl+shift+c i ctrl+v; settle markdown
    expect_changed pasted markdown 500 'Markdown is another text'
    key Escape a
    xdotool type --delay 40 'serial'
    key Return
    expect_title 'Serial'
    key n
    xdotool type --delay 40 '2^17'
    key Return
    expect_title 'n = 131072'
    settle large
    key ctrl+c; settle refused
    expect_changed large refused 500 'that it is too large is told'
    key ctrl+q
    expect_end 0
}

case_place() { # the window opens where and as large as it was left
    start_player --n 8 --algo hillis
    xdotool windowsize --sync "$window" 900 600
    xdotool windowmove --sync "$window" 50 60
    settle
    key ctrl+q
    expect_end 0
    open_player --n 8 --algo hillis
    xdotool getwindowgeometry "$window" >"$work/where"
    case $(tr '\n' ' ' <"$work/where") in
        *50,60*900x600*) ;;
        *) fail "opened at $(cat "$work/where")" ;;
    esac
    key ctrl+q
    expect_end 0
    echo 'window 9000 -700 900 600 plain' >"$XDG_STATE_HOME/pscan-viz/window"
    open_player --n 8 --algo hillis
    xdotool getwindowgeometry "$window" >"$work/where"
    grep -q '700,0 ' "$work/where" || fail "not on the display: $(cat "$work/where")"
    key ctrl+q
    expect_end 0
}

case_resize() {
    start_player --n 8 --algo hillis
    settle before
    xdotool windowsize --sync "$window" 900 600
    settle small
    expect_changed before small 2000 'a smaller window'
    xdotool windowsize --sync "$window" 1280 720
    settle after
    expect_same before after 'back to the first size'
    key ctrl+q
    expect_end 0
}

where() { xdotool getwindowgeometry "$window" | tail -n 2 | tr -s ' \n' ' '; }
expect_where() { # PATTERN WHAT
    for _ in $(seq 100); do
        # shellcheck disable=SC2254 # a pattern
        case $(where) in $1) return 0 ;; esac
        sleep 0.05
    done
    fail "$2: the window is at $(where), not $1"
}

turn() { # KEY PATTERN WHAT: once the player knows of the change before
    settle
    key "$1"
    expect_where "$2" "$3"
}

# F11 and the window manager's own ways to fill the display, also mixed; then the
# window opens where it was, by its frame.
case_full() {
    command -v openbox >/dev/null || { echo 'openbox is not installed'; exit 77; }
    full='*1600x1000*'
    cat >"$work/openbox.xml" <<'TEXT'
<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc"><keyboard>
<keybind key="F8"><action name="ToggleFullscreen"/></keybind>
<keybind key="F9"><action name="ToggleMaximize"/></keybind>
</keyboard></openbox_config>
TEXT
    openbox --config-file "$work/openbox.xml" >/dev/null 2>&1 &
    manager=$!
    for _ in $(seq 200); do
        ! xdotool get_desktop >/dev/null 2>&1 || break
        sleep 0.05
    done
    open_player --n 8 --algo hillis
    xdotool windowsize --sync "$window" 900 600
    settle small
    was=$(where)
    turn F11 "$full" 'F11'
    settle full
    [ "$(count full back)" -gt 500000 ] || fail 'the picture does not fill the display'
    turn F11 "$was" 'F11 again'
    settle back
    [ "$(differ small back)" -lt 500 ] || fail 'not the same picture' # but the pointer
    turn F9 '*1600x9*' 'maximized'
    maximized=$(where)
    turn F11 "$full" 'F11 when maximized'
    turn F11 "$maximized" 'F11 again gives a maximized window back'
    turn F9 "$was" 'no longer maximized'
    turn F8 "$full" 'filled by the window manager'
    turn F11 "$was" 'F11 ends that'
    turn F11 "$full" 'F11'
    turn F8 "$was" 'ended by the window manager'
    turn F11 "$full" 'F11 after that'
    turn F11 "$was" 'F11 again'
    key ctrl+q
    expect_end 0
    open_player --n 8 --algo hillis
    expect_where "$was" 'opened again'
    turn F11 "$full" 'F11'
    key ctrl+q
    expect_end 0
    open_player --n 8 --algo hillis
    expect_where "$was" 'opened after it was left in full screen'
    key ctrl+q
    expect_end 0
}

case_looks() { # theme, text size, source, language
    start_player --n 8 --algo hillis
    settle light
    key d; settle dark
    [ "$(count dark back)" -lt 5000 ] || fail 'D does not darken'
    key d d; settle again
    expect_same light again 'three themes in a circle'
    key ctrl+plus; settle larger
    expect_changed light larger 2000 'Ctrl + enlarges text'
    key ctrl+0; settle normal
    expect_same light normal 'Ctrl 0 is the normal size'
    key s; settle bare
    expect_changed light bare 500 'S hides the source'
    key s l; settle chinese
    expect_changed light chinese 1000 'L speaks Chinese'
    key l Escape; settle english
    expect_same light english 'and English again'
    key Tab; settle focus
    [ "$(count focus focus)" -gt 50 ] || fail 'Tab shows no focus'
    key ctrl+q
    expect_end 0
}

case_save() { # pictures get names of their own
    start_player --n 8 --algo hillis
    key End; settle
    key ctrl+s; settle
    key ctrl+s; settle
    set -- "$work"/run/pscan-hillis-n8-*.png
    [ $# -eq 2 ] || fail "$# pictures saved: $*"
    for file in "$@"; do
        [ "$(head -c 4 "$file" | tail -c 3)" = PNG ] || fail "$file is no PNG"
        [ "$(wc -c <"$file")" -gt 5000 ] || fail "$file is too small"
    done
    key ctrl+q
    expect_end 0
}

case_idle() { # paused costs nothing
    start_player --n 1024 --algo hillis
    key Right
    settle # live timings are over
    ticks() { awk '{ sub(/.*\) /, ""); print $12 + $13 }' "/proc/$player/stat"; }
    before=$(ticks)
    sleep 3
    used=$(($(ticks) - before))
    echo "paused: $used clock ticks in 3 s"
    [ "$used" -le 6 ] || fail "$used clock ticks in 3 s while paused"
    key ctrl+q
    expect_end 0
}

start_server
"case_$name"
