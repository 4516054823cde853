/* The first difference of two traces: their canonical dumps side by side, a
 * line at a time, segments joined by (launch, tile, thread). */
#include "trace/dump.h"

#include <string.h>

#include "trace/dump_line.h"

struct side {
    struct dump dump;
    struct buf line;
};

static bool same(const struct buf *left, const struct buf *right)
{
    return left->length == right->length &&
           (left->length == 0 ||
            memcmp(left->text, right->text, left->length) == 0);
}

/* The line without its newline, or a word for none. */
static void tell_line(struct buf *out, const char *mark, const char *line,
                      size_t length)
{
    if (length > 0 && line[length - 1] == '\n')
        length--;
    buf_puts(out, mark);
    if (length == 0)
        buf_puts(out, "(nothing)");
    else
        buf_add(out, line, length);
    buf_puts(out, "\n");
}

static void tell(struct buf *out, const char *left, size_t left_length,
                 const char *right, size_t right_length)
{
    tell_line(out, "< ", left, left_length);
    tell_line(out, "> ", right, right_length);
}

static void tell_sides(struct buf *out, const struct side *side)
{
    tell(out, buf_text(&side[0].line), side[0].line.length,
         buf_text(&side[1].line), side[1].line.length);
}

static size_t line_length(const char *text)
{
    const char *end = strchr(text, '\n');
    return end == NULL ? strlen(text) : (size_t)(end - text) + 1;
}

/* Compares what stands in both lines, a few lines perhaps. */
static bool texts_same(struct side *side, const char *where, struct buf *out)
{
    if (same(&side[0].line, &side[1].line))
        return true;
    const char *left = buf_text(&side[0].line);
    const char *right = buf_text(&side[1].line);
    size_t a = line_length(left), b = line_length(right);
    while (a == b && memcmp(left, right, a) == 0) {
        left += a;
        right += b;
        a = line_length(left);
        b = line_length(right);
    }
    buf_printf(out, "first difference: %s\n", where);
    tell(out, left, a, right, b);
    return false;
}

static void lines_clear(struct side *side)
{
    side[0].line.length = side[1].line.length = 0;
    if (side[0].line.text != NULL)
        side[0].line.text[0] = '\0';
    if (side[1].line.text != NULL)
        side[1].line.text[0] = '\0';
}

static bool heads_same(struct side *side, struct buf *out)
{
    lines_clear(side);
    for (int i = 0; i < 2; i++)
        trace_dump_head(side[i].dump.trace, &side[i].line);
    return texts_same(side, "the run", out);
}

static bool inputs_same(struct side *side, struct buf *out)
{
    const struct trace *left = side[0].dump.trace;
    const struct trace *right = side[1].dump.trace;
    uint32_t at[2] = {0, 0};
    while (at[0] < left->run.n && at[1] < right->run.n) {
        lines_clear(side);
        dump_input(left, &at[0], &side[0].line);
        dump_input(right, &at[1], &side[1].line);
        if (!texts_same(side, "the input", out))
            return false;
    }
    return true;
}

static bool stops_same(struct side *side, struct buf *out)
{
    lines_clear(side);
    for (int i = 0; i < 2; i++)
        dump_stops(&side[i].dump, &side[i].line);
    return texts_same(side, "how the run ended", out);
}

/* The line of ordinal, or of what cut the segment, or nothing behind it. */
static void line_of(struct side *side, const struct trace_seg *seg,
                    uint32_t ordinal)
{
    if (seg == NULL)
        return;
    if (ordinal < seg->count)
        dump_event(&side->dump, seg, ordinal, &side->line);
    else if (ordinal == seg->count)
        dump_cut(seg, &side->line);
}

static bool segs_same(struct side *side, const struct trace_seg *left,
                      const struct trace_seg *right, struct buf *out)
{
    const struct trace_seg *any = left != NULL ? left : right;
    uint32_t end = left != NULL ? left->count : 0;
    if (right != NULL && right->count > end)
        end = right->count;
    for (uint32_t i = 0; i <= end; i++) {
        lines_clear(side);
        line_of(&side[0], left, i);
        line_of(&side[1], right, i);
        if (same(&side[0].line, &side[1].line))
            continue;
        buf_printf(out, "first difference: launch %u, block %u, thread %u, "
                   "event %u\n", any->launch, any->tile, any->thread, i);
        tell_sides(out, side);
        return false;
    }
    return true;
}

/* By launch, tile and thread: what the dump is ordered by. */
static int seg_compare(const struct trace_seg *a, const struct trace_seg *b)
{
    if (a->launch != b->launch)
        return a->launch < b->launch ? -1 : 1;
    if (a->tile != b->tile)
        return a->tile < b->tile ? -1 : 1;
    return (a->thread > b->thread) - (a->thread < b->thread);
}

static bool events_same(struct side *side, struct buf *out)
{
    const struct trace *left = side[0].dump.trace;
    const struct trace *right = side[1].dump.trace;
    uint32_t i = 0, j = 0;
    while (i < left->seg_count || j < right->seg_count) {
        const struct trace_seg *a = i < left->seg_count ? &left->segs[i] : NULL;
        const struct trace_seg *b =
            j < right->seg_count ? &right->segs[j] : NULL;
        int order = a != NULL && b != NULL ? seg_compare(a, b)
                                           : a != NULL ? -1 : 1;
        if (!segs_same(side, order <= 0 ? a : NULL, order >= 0 ? b : NULL,
                       out))
            return false;
        i += order <= 0;
        j += order >= 0;
    }
    return true;
}

bool trace_diff(const struct trace *left, const struct trace *right,
                struct buf *out)
{
    struct side side[2];
    bool ready = true;
    for (int i = 0; i < 2; i++) {
        ready = dump_init(&side[i].dump, i == 0 ? left : right) && ready;
        buf_init(&side[i].line);
    }
    bool equal = ready && heads_same(side, out) && inputs_same(side, out) &&
                 events_same(side, out) && stops_same(side, out);
    if (!ready || !buf_ok(&side[0].line) || !buf_ok(&side[1].line)) {
        buf_puts(out, "out of memory: the traces were not compared\n");
        equal = false;
    }
    for (int i = 0; i < 2; i++) {
        buf_finish(&side[i].line);
        dump_finish(&side[i].dump);
    }
    return equal;
}
