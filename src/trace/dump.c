/* The canonical dump as a stream: head, input, events by segment, stops. It is
 * handed on in pieces of some ten thousand bytes, so that its sum can be taken
 * without room for all of it. */
#include "trace/dump.h"

#include "base/elem_info.h"
#include "base/sha256.h"
#include "trace/dump_line.h"

enum { PIECE = 1 << 16 };

static void head_run(const struct trace_run *run, struct buf *out)
{
    buf_printf(out, "run %s n %u op %s type %s %s block %u", run->algo,
               run->n, elem_op_name((enum elem_op)run->op),
               elem_type_name((enum elem_type)run->type),
               run->inclusive ? "inclusive" : "exclusive", run->block);
    if (run->result != RESULT_SCAN)
        buf_printf(out, " result %s", dump_result_name(run->result));
    buf_puts(out, "\n");
}

static void head_array(const struct trace_array *array, uint32_t id,
                       struct buf *out)
{
    buf_printf(out, "array %u %s %s %s init %s role %s count %u width %u", id,
               array->name, dump_space_name(array->space),
               dump_word_name(array->word), dump_init_name(array->init),
               dump_role_name(array->role), array->count, array->width);
    if (array->space == SPACE_SHARED)
        buf_printf(out, " launch %d offset %u", (int)array->launch,
                   array->offset);
    buf_puts(out, "\n");
}

static void head_launch(const struct trace *trace, uint32_t id,
                        struct buf *out)
{
    const struct trace_launch *launch = &trace->launches[id];
    const char *source = launch->source < trace->source_count
                             ? trace->sources[launch->source].name : "?";
    buf_printf(out, "launch %u %s source %s grid %u %u %u block %u %u %u "
               "shared %u arrays", id, launch->kernel, source, launch->grid.x,
               launch->grid.y, launch->grid.z, launch->block.x,
               launch->block.y, launch->block.z, launch->shared_bytes);
    for (uint32_t i = 0; i < launch->array_count; i++)
        buf_printf(out, " %u", launch->array[i]);
    buf_puts(out, " numbers");
    for (uint32_t i = 0; i < launch->number_count; i++)
        buf_printf(out, " %d", (int)launch->number[i]);
    buf_puts(out, "\n");
}

void trace_dump_head(const struct trace *trace, struct buf *out)
{
    head_run(&trace->run, out);
    for (uint32_t i = 0; i < trace->array_count; i++)
        head_array(&trace->arrays[i], i, out);
    for (uint32_t i = 0; i < trace->launch_count; i++)
        head_launch(trace, i, out);
}

/* ---- the stream ---------------------------------------------------------- */

struct stream {
    struct buf buf;
    trace_dump_taker take;
    void *user;
};

/* Hands the piece on when it is large, or in any case. */
static bool stream_flush(struct stream *stream, bool all)
{
    struct buf *buf = &stream->buf;
    if (!buf_ok(buf))
        return false;
    if (buf->length == 0 || (!all && buf->length < PIECE))
        return true;
    if (!stream->take(stream->user, buf->text, buf->length))
        return false;
    buf->length = 0;
    return true;
}

static bool stream_seg(struct stream *stream, const struct dump *dump,
                       const struct trace_seg *seg)
{
    for (uint32_t i = 0; i < seg->count; i++) {
        dump_event(dump, seg, i, &stream->buf);
        if (!stream_flush(stream, false))
            return false;
    }
    dump_cut(seg, &stream->buf);
    return true;
}

static bool stream_all(struct stream *stream, const struct dump *dump)
{
    const struct trace *trace = dump->trace;
    trace_dump_head(trace, &stream->buf);
    for (uint32_t at = 0; at < trace->run.n;) {
        dump_input(trace, &at, &stream->buf);
        if (!stream_flush(stream, false))
            return false;
    }
    for (uint32_t i = 0; i < trace->seg_count; i++)
        if (!stream_seg(stream, dump, &trace->segs[i]))
            return false;
    dump_stops(dump, &stream->buf);
    return stream_flush(stream, true);
}

bool trace_dump_stream(const struct trace *trace, trace_dump_taker take,
                       void *user)
{
    struct stream stream = {.take = take, .user = user};
    struct dump dump;
    buf_init(&stream.buf);
    bool ok = dump_init(&dump, trace) && stream_all(&stream, &dump);
    dump_finish(&dump);
    buf_finish(&stream.buf);
    return ok;
}

static bool take_text(void *user, const char *text, size_t length)
{
    struct buf *out = user;
    buf_add(out, text, length);
    return buf_ok(out);
}

void trace_dump_text(const struct trace *trace, struct buf *out)
{
    if (!trace_dump_stream(trace, take_text, out))
        out->failed = true;
}

static bool take_sum(void *user, const char *text, size_t length)
{
    sha256_add(user, text, length);
    return true;
}

bool trace_dump_sha256(const struct trace *trace, char digest[65])
{
    struct sha256 sha;
    sha256_init(&sha);
    bool ok = trace_dump_stream(trace, take_sum, &sha);
    sha256_hex(&sha, digest);
    if (!ok)
        digest[0] = '\0';
    return ok;
}
