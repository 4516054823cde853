# Writes C for the mutants of one kernel file: copies of its kernels, each with
# one fault of a kind that people make, and a table of them. Mutant 0 is the
# kernel as it is.
#
# usage: awk -v name=hillis -f mutate.awk kernels/hillis.cu >mutants-hillis.c
#
# Kinds: barrier   a __syncthreads() is left out
#        swap      the operands of op are swapped
#        index     an index of a load or store is one too high, or too low
#        stride    a stride starts or grows differently
#        guard     the condition of an if is dropped
#        bound     < becomes <=, >= becomes >, == n - 1 becomes == n
#        mask      a shuffle's mask names fewer lanes
#        delta     a shuffle reaches one lane further
#        shrink    a shared array is one element short
#        total     the total is taken after the root has been cleared

function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    sub(/^ +/, "", text)
    return "\"" text "\""
}

# Position of the parenthesis that closes the one at `open`; 0: another line.
function closing(text, open,    depth, at, c) {
    depth = 0
    for (at = open; at <= length(text); at++) {
        c = substr(text, at, 1)
        if (c == "(")
            depth++
        else if (c == ")" && --depth == 0)
            return at
    }
    return 0
}

# Splits what stands between `open` and `close` at its outer commas.
function arguments(text, open, close_at, out,    depth, at, c, count, start) {
    count = 0
    depth = 0
    start = open + 1
    for (at = open + 1; at <= close_at; at++) {
        c = substr(text, at, 1)
        if (at == close_at || (c == "," && depth == 0)) {
            out[++count] = substr(text, start, at - start)
            sub(/^ +/, "", out[count])
            start = at + 1
        } else if (c == "(")
            depth++
        else if (c == ")")
            depth--
    }
    return count
}

function mutant(kind, line, text, array) {
    if (text == source[line])
        return
    mutants++
    kind_of[mutants] = kind
    line_of[mutants] = line
    text_of[mutants] = text
    array_of[mutants] = array
}

# Replaces source[line] from `from`, `length_` characters, by `by`.
function mutant_at(kind, line, from, length_, by, array) {
    mutant(kind, line, substr(source[line], 1, from - 1) by \
           substr(source[line], from + length_), array)
}

# Calls of `word` on the line, as a whole word.
function calls(word, line,    text, at, from, before, open, close_at, arg, count) {
    text = source[line]
    from = 1
    while ((at = index(substr(text, from), word "(")) > 0) {
        at += from - 1
        from = at + 1
        before = at > 1 ? substr(text, at - 1, 1) : " "
        if (before ~ /[A-Za-z_0-9]/)
            continue
        open = at + length(word)
        close_at = closing(text, open)
        if (close_at == 0)
            continue
        count = arguments(text, open, close_at, arg)
        call(word, line, at, close_at, arg, count)
    }
}

function call(word, line, at, close_at, arg, count,    span, rest) {
    span = close_at - at + 1
    rest = count > 2 ? ", " arg[3] : ""
    if (word == "op" && arg[1] != arg[2])
        mutant_at("swap", line, at, span, "op(" arg[2] ", " arg[1] ")")
    else if (word == "if")
        mutant_at("guard", line, at, span, "if (1)")
    else if (word == "SHARED")
        mutant_at("shrink", line, at, span,
                  "SHARED(" arg[1] ", (" arg[2] ") - 1)", arg[1])
    else if (word ~ /^__shfl/) {
        mutant_at("mask", line, at, span, word "(0x0000ffffu, " arg[2] ", " arg[3] \
                  (count > 3 ? ", " arg[4] : "") ")")
        mutant_at("delta", line, at, span, word "(" arg[1] ", " arg[2] ", (" arg[3] \
                  ") + 1" (count > 3 ? ", " arg[4] : "") ")")
    } else if (word ~ /^(g?ld|g?st)$/ && arg[2] != "0") {
        mutant_at("index", line, at, span, word "(" arg[1] ", (" arg[2] ") + 1" rest ")")
        mutant_at("index", line, at, span, word "(" arg[1] ", (" arg[2] ") - 1" rest ")")
    }
}

function replaced(kind, line, old, new,    at) {
    at = index(source[line], old)
    if (at > 0)
        mutant_at(kind, line, at, length(old), new)
}

function mutate(line,    text) {
    text = source[line]
    if (text ~ /^ *(\/\*|\*)/ || text ~ /^ ?\*/)
        return
    if (text ~ /^ *__syncthreads\(\);/)
        mutant("barrier", line, "    ;")
    calls("op", line)
    calls("SHARED", line)
    calls("__shfl_up_sync", line)
    calls("__shfl_down_sync", line)
    calls("ld", line)
    calls("st", line)
    calls("gld", line)
    calls("gst", line)
    if (text ~ /^ *if \(/) {
        sub(/if \(/, "if(", source[line])
        calls("if", line)
        source[line] = text
        replaced("bound", line, " < ", " <= ")
        replaced("bound", line, " >= ", " > ")
        replaced("bound", line, "== n - 1", "== n")
    }
    if (text ~ /^ *for \(/) {
        if (text !~ /COARSE/) # an array of C, not of the kernel
            replaced("bound", line, " < ", " <= ")
        replaced("stride", line, "d = 1;", "d = 2;")
        replaced("stride", line, "d *= 2", "d *= 4")
        replaced("stride", line, "d /= 2", "d /= 4")
        replaced("stride", line, "m / 2;", "m / 4;")
    }
}

# The lines of PHASE_TOTAL, up to PHASE_ROOT, move behind the barrier-free part
# of PHASE_ROOT.
function mutate_total(    line, total, root, end, text) {
    for (line = first; line <= lines; line++) {
        if (source[line] ~ /phase\(PHASE_TOTAL/)
            total = line
        if (source[line] ~ /phase\(PHASE_ROOT/)
            root = line
        if (root && !end && source[line] ~ /__syncthreads/)
            end = line
    }
    if (!total || total > root || !end)
        return
    mutants++
    kind_of[mutants] = "total"
    line_of[mutants] = total
    text_of[mutants] = ""
    moved_first[mutants] = total
    moved_last[mutants] = root - 1
    moved_to[mutants] = end
}

function emit(number, line,    text) {
    text = source[line]
    if (line == line_of[number] && kind_of[number] != "total")
        text = text_of[number]
    if (text ~ /^KERNEL\(/)
        sub(/^KERNEL\(/, "KERNEL(m" number "_", text)
    print text
}

function write_mutant(number,    line, k) {
    print "#line " first " \"" FILENAME "\""
    for (line = first; line <= lines; line++) {
        if (moved_to[number] == line)
            for (k = moved_first[number]; k <= moved_last[number]; k++)
                emit(number, k)
        if (moved_first[number] && line >= moved_first[number] &&
            line <= moved_last[number])
            print ""
        else
            emit(number, line)
    }
}

{ source[NR] = $0 }
/^KERNEL\(/ {
    if (!first)
        first = NR
    entry[++entries] = $0
    sub(/^KERNEL\(/, "", entry[entries])
    sub(/,.*/, "", entry[entries])
}

END {
    lines = NR
    mutants = 0
    kind_of[0] = "none"
    line_of[0] = 0
    for (line = first; line <= lines; line++)
        mutate(line)
    mutate_total()
    for (line = 1; line < first; line++)
        print source[line]
    for (number = 0; number <= mutants; number++)
        write_mutant(number)
    id = name
    gsub(/[^A-Za-z0-9]/, "_", id)
    print "#include \"mutants.h\""
    print "static const struct simt_entry entries_[] = {"
    for (number = 0; number <= mutants; number++)
        for (k = 1; k <= entries; k++)
            print "    { \"m" number "_" entry[k] "\", simt_run_m" number "_" \
                  entry[k] " },"
    print "};"
    print "static const struct mutant mutant_[] = {"
    for (number = 0; number <= mutants; number++)
        print "    { \"" kind_of[number] "\", " line_of[number] ", " \
              quoted(source[line_of[number]]) ", " quoted(text_of[number]) ", \"" \
              array_of[number] "\" },"
    print "};"
    print "const struct mutant_set mutants_" id " = { \"" name "\", entries_, " \
          (mutants + 1) * entries ", mutant_, " mutants + 1 " };"
}
