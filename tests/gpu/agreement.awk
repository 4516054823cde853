# sanitizer.tsv, then agreement.tsv -> the README of the broken kernels. Lengths
# of which everybody says the same share a row.
BEGIN {
    tools = split("memcheck racecheck initcheck synccheck", tool, " ")
    rows = 0
}

FNR == 1 { files++ }
files == 1 && FNR == 1 { machine = substr($0, 3) }
/^#/ { next }

files == 1 {
    said[$1, $2, $3] = $4
    at[$1, $2, $3] = $6
    word[$1, $2, $3] = $7
    next
}

function cell(kernel, n, tool,    verdict, lines) {
    verdict = said[kernel, n, tool]
    if (verdict != "reports")
        return verdict == "clean" ? "" : verdict
    if (word[kernel, n, tool] ~ /^Host API/)
        return "at the copy"
    lines = at[kernel, n, tool]
    gsub(/,/, ", ", lines)
    return lines == "-" ? "reports" : (lines ~ /,/ ? "lines " : "line ") lines
}

function add(kernel, n, ours, why,    k, text) {
    gsub(/,/, ", ", ours)
    for (k = 1; k <= tools; k++)
        text = text " | " cell(kernel, n, tool[k])
    text = text " | " ours " | " why " |"
    if (rows && name[rows] == kernel && rest[rows] == text) {
        length_of[rows] = length_of[rows] ", " n
        result[rows] = result[rows] ", " said[kernel, n, "none"]
        return
    }
    rows++
    name[rows] = kernel
    length_of[rows] = n
    result[rows] = said[kernel, n, "none"]
    rest[rows] = text
}

{ why = $6 == "\"" ? why : $6 }

$1 !~ /^broken\// {
    sound++
    kernels_sound[$1]
    next
}
{
    add($1, $2, $5, why)
    ours_all[$1]
    for (k = 1; k <= tools; k++)
        if (said[$1, $2, tool[k]] == "reports")
            theirs[$1]
}

function size(array,    key, count) {
    for (key in array)
        count++
    return count + 0
}

END {
    print "# Broken on purpose"
    print ""
    print "Each file has one fault that people really make; its first comment says which,"
    print "and which kernel is the repaired twin. `pscan check --algo broken/NAME` reports it."
    print ""
    print "The table sets what we find beside what NVIDIA's compute-sanitizer says of the same"
    print "source as plain CUDA, one process for each kernel, length and tool"
    print "(" machine ")."
    printf "Of %d kernels its four tools report %d; we report all. Their %d sound twins, at\n", \
        size(ours_all), size(theirs), size(kernels_sound)
    print sound " lengths in all, are reported by nobody."
    print ""
    print "- memcheck looks at the bounds of every access, racecheck at races over shared"
    print "  memory, initcheck at reads of global memory that nobody wrote, synccheck at the use"
    print "  of barriers. An empty cell: it ran and said nothing; failed: CUDA ended the run and"
    print "  it said nothing; hang: it was ended after 8 s."
    print "- \"GPU\" is the result without a tool, for each n: right or wrong, with + over int32,"
    print "  on the one schedule that happened."
    print "- Ours come from a run on the host and do not depend on its schedule. Wrong sums that"
    print "  only follow from a finding are left out."
    print ""
    print "| kernel | n | GPU | memcheck | racecheck | initcheck | synccheck | ours | why |"
    print "|---|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= rows; i++)
        print "| " substr(name[i], 8) " | " length_of[i] " | " result[i] rest[i]
    print ""
    print "Written by `tests/gpu/agreement.sh` from `tests/gpu/agreement.tsv` and"
    print "`tests/data/h200/sanitizer.tsv`; `tests/gpu/sanitize_broken.sh` makes the latter."
}
