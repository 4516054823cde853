/* See forge.h. */
#include "forge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/crc32.h"
#include "base/file.h"
#include "trace/dump.h"
#include "trace/file.h"

/* As src/trace/file_format.h says; written out again, so that a change of the
 * format by mistake fails here. */
enum { HEADER = 32, ENTRY = 16, COUNT_AT = 12, LENGTH_AT = 16, SUM_AT = 24 };

static uint64_t get(const unsigned char *at, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

static void put(unsigned char *at, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (unsigned char)(number >> 8 * i);
}

static void must(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "does not hold: %s\n", what);
    abort();
}

static const char *scratch(void)
{
    static char path[64];
    snprintf(path, sizeof path, "/tmp/pscan-forge-%ld", (long)getpid());
    return path;
}

unsigned char *forge_bytes(enum sample_shape shape, size_t *length)
{
    struct trace trace;
    struct err err = {0};
    unsigned char *bytes;
    sample_make(&trace, shape, false);
    must(trace_write(&trace, scratch(), &err), "a sample is written");
    must(file_read_whole(scratch(), 0, &bytes, length, &err), "and read");
    unlink(scratch());
    trace_finish(&trace);
    return bytes;
}

bool forge_section(const unsigned char *bytes, size_t length, uint32_t id,
                   size_t *at, size_t *size)
{
    if (length < HEADER)
        return false;
    uint64_t count = get(bytes + COUNT_AT, 4);
    if (count > (length - HEADER) / ENTRY)
        return false;
    uint64_t place = HEADER + count * ENTRY;
    for (uint64_t i = 0; i < count; i++) {
        const unsigned char *entry = bytes + HEADER + i * ENTRY;
        uint64_t bytes_here = get(entry + 8, 8);
        if (place > length || bytes_here > length - place)
            return false;
        if (get(entry, 4) == id) {
            *at = (size_t)place;
            *size = (size_t)bytes_here;
            return true;
        }
        place += (bytes_here + 7) / 8 * 8;
    }
    return false;
}

void forge_sums(unsigned char *bytes, size_t length)
{
    if (length < HEADER)
        return;
    uint64_t count = get(bytes + COUNT_AT, 4);
    if (count > (length - HEADER) / ENTRY)
        return;
    for (uint64_t i = 0; i < count; i++) {
        unsigned char *entry = bytes + HEADER + i * ENTRY;
        size_t at, size;
        if (forge_section(bytes, length, (uint32_t)get(entry, 4), &at, &size))
            put(entry + 4, crc32_of(0, bytes + at, size), 4);
    }
    put(bytes + LENGTH_AT, length, 8);
    put(bytes + SUM_AT, 0, 8);
    put(bytes + SUM_AT, crc32_of(0, bytes, HEADER + count * ENTRY), 4);
}

void (*forge_more)(const struct trace *trace);

/* Reading a byte is the test; what it is goes here. */
volatile unsigned char forge_sink;

/* Touches what the look-ups give out. */
static void look_up_all(const struct trace *trace)
{
    unsigned char value[ELEM_MAX];
    for (uint32_t s = 0; s < trace->seg_count; s++) {
        const struct trace_seg *seg = &trace->segs[s];
        for (uint32_t i = 0; i < seg->count; i++) {
            const struct event *event = trace_event(trace, seg, i);
            must(event != NULL && trace_seg_of(trace, seg->first + i) == seg,
                 "an event lies in its segment");
            trace_value(trace, seg, i, value);
            forge_sink = value[15];
            if (event_kind(event) == EV_SHFL && event->a != EVENT_NO_VALUE) {
                const struct trace_seg *source =
                    trace_seg_lane(trace, seg, (uint32_t)event->index);
                must(source != NULL &&
                         trace_event(trace, source, event->a) != NULL,
                     "a shuffle's source exists");
            }
            if (event_kind(event) == EV_OP)
                must((event->a == EVENT_NO_VALUE || event->a < i) &&
                         (event->b == EVENT_NO_VALUE || event->b < i),
                     "operands are earlier");
            if (trace->writer != NULL && trace->writer[seg->first + i] != 0)
                forge_sink =
                    trace->events[trace->writer[seg->first + i] - 1].kind;
            size_t length;
            const char *line =
                trace_source_line(trace, trace->launches[seg->launch].source,
                                  event->line, &length);
            forge_sink = length > 0 ? (unsigned char)line[length - 1] : 0;
        }
    }
}

static void write_again(const struct trace *trace, const char *digest)
{
    struct trace back;
    struct err err = {0};
    char again[65];
    trace_init(&back);
    must(trace_write(trace, scratch(), &err), "what was read can be written");
    if (!trace_read(&back, scratch(), &err))
        must(false, err.what);
    unlink(scratch());
    must(trace_dump_sha256(&back, again), "and dumped");
    must(strcmp(again, digest) == 0, "and is the same");
    trace_finish(&back);
}

bool forge_use(const unsigned char *bytes, size_t length)
{
    struct trace trace;
    struct err err = {0};
    struct buf text, json, difference;
    char digest[65];
    trace_init(&trace);
    if (!trace_read_bytes(&trace, bytes, length, "forged", &err)) {
        must(err.code == ERR_USAGE && err.what[0] != '\0',
             "a refusal says why");
        must(trace.arena.chunk == NULL, "nothing is left of a refused file");
        return false;
    }
    must(err.code == ERR_NONE, "no message on success");
    buf_init(&text);
    buf_init(&json);
    buf_init(&difference);
    trace_dump_text(&trace, &text);
    must(buf_ok(&text) && text.length > 0, "it can be dumped");
    must(trace_dump_json(&trace, &json, &err), "and as JSON");
    must(trace_dump_sha256(&trace, digest), "and summed");
    must(trace_diff(&trace, &trace, &difference), "and equals itself");
    look_up_all(&trace);
    write_again(&trace, digest);
    if (forge_more != NULL)
        forge_more(&trace);
    buf_finish(&difference);
    buf_finish(&json);
    buf_finish(&text);
    trace_finish(&trace);
    return true;
}
