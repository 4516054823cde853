# One log of compute-sanitizer -> one line: kernel, n, tool, verdict, count,
# lines, message.
#
# verdict: without a tool right, wrong, failed or hang; with one reports, clean,
# hang, or failed: CUDA ended the run and the tool had nothing to say, or the tool
# did not come to its summary. count:
# reports, as the tool sums them up. lines: of the kernel, in the first report.
# message: its first sentence, without addresses and function names.
BEGIN { OFS = "\t"; kernel_file = kernel ".cu"; sub(/.*\//, "", kernel_file) }

function keep(text) {
    sub(/^=+ +/, "", text)
    sub(/ at [^(]*\(.*\)\+0x[0-9a-f]+ in /, " in ", text)
    sub(/ at host access to 0x[0-9a-f]+/, "", text)
    message = text
}

function note_line(text, number) {
    if (!match(text, / in [^ ]*\.cu:[0-9]+/) || !index(text, " " kernel_file ":"))
        return
    number = substr(text, RSTART, RLENGTH)
    sub(/.*:/, "", number)
    if (index("," lines ",", "," number ",") == 0)
        lines = lines == "" ? number : lines "," number
}

/^exit / { status = $2; next }
tool == "none" { if ($0 ~ /^(right|wrong|failed)/) message = $0; next }

/^=+ (ERROR|RACECHECK) SUMMARY/ { count = $4; summed = 1; next }
/Target application returned an error/ { next }
/^=+ *$/ { if (message != "") ended = 1; next }
/^=+ +[^ ]/ && message == "" && !/COMPUTE-SANITIZER/ { keep($0) }
message != "" && !ended && !/Device Frame/ { note_line($0) }

END {
    if (status == 124 || status == 137)
        verdict = "hang"
    else if (tool == "none")
        verdict = status == 0 ? "right" : status == 1 ? "wrong" : "failed"
    else
        verdict = message != "" ? "reports" : status == 3 || !summed ? "failed" : "clean"
    print kernel, n, tool, verdict, count + 0, lines == "" ? "-" : lines,
          message == "" ? "-" : message
}
