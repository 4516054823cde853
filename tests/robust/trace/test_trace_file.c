/* Trace files: written and read back, and every way to spoil one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "forge.h"
#include "trace/dump.h"
#include "trace/file.h"

static bool read_copy(const unsigned char *bytes, size_t length,
                      struct err *err)
{
    struct trace trace;
    unsigned char *copy = malloc(length + (length == 0)); /* exact size */
    assert_non_null(copy);
    memcpy(copy, bytes, length);
    trace_init(&trace);
    bool ok = trace_read_bytes(&trace, copy, length, "f.trace", err);
    trace_finish(&trace);
    free(copy);
    return ok;
}

static void round_trip(void **state)
{
    (void)state;
    char path[64];
    snprintf(path, sizeof path, "/tmp/pscan-trip-%ld", (long)getpid());
    for (int shape = 0; shape < SAMPLE_SHAPES; shape++) {
        struct trace out, in;
        struct err err = {0};
        struct buf difference;
        buf_init(&difference);
        sample_make(&out, (enum sample_shape)shape, false);
        assert_true(trace_write(&out, path, &err));
        trace_init(&in);
        if (!trace_read(&in, path, &err))
            fail_msg("%s", err.what);
        assert_memory_equal(&in.run, &out.run, sizeof in.run);
        assert_true(trace_diff(&out, &in, &difference));
        assert_int_equal(in.seg_count, out.seg_count);
        assert_memory_equal(in.segs, out.segs,
                            in.seg_count * sizeof *in.segs);
        assert_int_equal(in.event_count, out.event_count);
        assert_memory_equal(in.events, out.events,
                            in.event_count * sizeof *in.events);
        assert_int_equal(in.dropped, out.dropped);
        assert_int_equal(in.stop_count, out.stop_count);
        assert_memory_equal(in.stops, out.stops,
                            in.stop_count * sizeof *in.stops);
        assert_int_equal(in.sequence != NULL, out.sequence != NULL);
        if (out.sequence != NULL)
            assert_memory_equal(in.sequence, out.sequence, 8 * in.event_count);
        assert_int_equal(in.writer != NULL, out.writer != NULL);
        if (out.writer != NULL)
            assert_memory_equal(in.writer, out.writer, 8 * in.event_count);
        assert_int_equal(in.stamps != NULL, out.stamps != NULL);
        if (out.stamps != NULL)
            assert_memory_equal(in.stamps, out.stamps, 24 * in.event_count);
        assert_memory_equal(in.arrays, out.arrays,
                            in.array_count * sizeof *in.arrays);
        assert_memory_equal(in.launches, out.launches,
                            in.launch_count * sizeof *in.launches);
        assert_string_equal(in.sources[0].text, out.sources[0].text);
        trace_finish(&in);
        trace_finish(&out);
        buf_finish(&difference);
    }
    assert_int_equal(unlink(path), 0);
}

static void every_flip_is_refused(void **state)
{
    (void)state;
    size_t length;
    unsigned char *bytes = forge_bytes(SAMPLE_PLAIN, &length);
    assert_true(read_copy(bytes, length, NULL));
    for (size_t i = 0; i < length; i++)
        for (int bit = 0; bit < 8; bit += i < 512 ? 1 : 7) {
            struct err err = {0};
            bytes[i] ^= (unsigned char)(1 << bit);
            if (read_copy(bytes, length, &err))
                fail_msg("byte %zu, bit %d", i, bit);
            assert_int_equal(err.code, ERR_USAGE);
            assert_non_null(strstr(err.what, "f.trace"));
            bytes[i] ^= (unsigned char)(1 << bit);
        }
    free(bytes);
}

static void every_truncation_is_refused(void **state)
{
    (void)state;
    for (int shape = 0; shape < SAMPLE_SHAPES; shape++) {
        size_t length;
        unsigned char *bytes = forge_bytes((enum sample_shape)shape, &length);
        for (size_t cut = 0; cut < length; cut++)
            assert_false(read_copy(bytes, cut, NULL));
        free(bytes);
    }
}

/* The same with the length and sums of what is left put right. */
static void no_truncation_crashes(void **state)
{
    (void)state;
    size_t length;
    unsigned char *bytes = forge_bytes(SAMPLE_CUT, &length);
    for (size_t cut = 0; cut < length; cut++) {
        unsigned char *copy = malloc(cut + 1);
        assert_non_null(copy);
        memcpy(copy, bytes, cut);
        forge_sums(copy, cut);
        assert_false(forge_use(copy, cut));
        free(copy);
    }
    free(bytes);
}

static void what_follows_is_refused(void **state)
{
    (void)state;
    size_t length;
    unsigned char *bytes = forge_bytes(SAMPLE_PLAIN, &length);
    unsigned char *more = calloc(1, length + 8);
    assert_non_null(more);
    memcpy(more, bytes, length);
    assert_false(read_copy(more, length + 1, NULL));
    assert_false(read_copy(more, length + 8, NULL));
    forge_sums(more, length + 8);
    assert_false(read_copy(more, length + 8, NULL));
    free(more);
    free(bytes);
}

static void foreign_files(void **state)
{
    (void)state;
    static const struct { const char *bytes; size_t length; const char *said; }
    rows[] = {
        {"", 0, "not a trace file"},
        {"\x8f", 1, "not a trace file"},
        {"\x8fPSCAN\n\n________________________", 32, "not a trace file"},
        {"\x89PNG\r\n\x1a\n_______________________", 31, "not a trace file"},
        {"{\"pscan-timings\": 1}", 20, "not a trace file"},
        {"\x8fPSCAN\r\n", 8, "ends too early"},
        {"\x8fPSCAN\r\n\x01\0\0\0", 12, "version 1"},
        {"\x8fPSCAN\r\n\xff\xff\xff\xff________", 20, "version 4294967295"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct err err = {0};
        assert_false(read_copy((const unsigned char *)rows[i].bytes,
                               rows[i].length, &err));
        assert_int_equal(err.code, ERR_USAGE);
        if (strstr(err.what, rows[i].said) == NULL)
            fail_msg("wanted \"%s\", got \"%s\"", rows[i].said, err.what);
    }
}

static void absent_and_strange_paths(void **state)
{
    (void)state;
    static const char *const paths[] = {"/nonexistent/x", "/tmp", "/dev/zero",
                                        "/dev/null", ""};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct trace trace;
        struct err err = {0};
        trace_init(&trace);
        assert_false(trace_read(&trace, paths[i], &err));
        assert_int_equal(err.code, ERR_USAGE);
    }
    struct trace trace;
    struct err err = {0};
    sample_make(&trace, SAMPLE_PLAIN, false);
    assert_false(trace_write(&trace, "/nonexistent/x", &err));
    assert_int_equal(err.code, ERR_FAILED);
    trace_finish(&trace);
}

/* ---- one lie at a time, sums right --------------------------------------- */

enum { RUN = 1, INPUT, ARRAYS, LAUNCHES, SOURCES, SEGS, EVENTS, STOPS,
       SEQUENCE, WRITER, STAMPS };

/* Puts `bytes` low bytes of number at offset `at` of a section; offsets below
 * zero count from its end. */
struct lie {
    const char *what;
    enum sample_shape shape;
    uint32_t section;
    long at;
    int bytes;
    uint64_t number;
    const char *said; /* NULL: it is no lie, and must be read */
};

/* Segment s of the plain sample has 10 events in the first launch (segments 0
 * to 7), 13 in the second; an event is 24 bytes: kind, array, line u16, index
 * u32, bits u64, a, b. A segment is 32 bytes: launch, block, tile, thread,
 * first u64, count, dropped. */
#define EVENT(seg, ordinal, field) (((seg) * 10 + (ordinal)) * 24 + (field))
#define SECOND(ordinal, field) ((80 + (ordinal)) * 24 + (field))
#define SEG(seg, field) ((seg) * 32 + (field))

static const struct lie lies[] = {
    {"nothing", 0, EVENTS, EVENT(0, 1, 8), 1, 3, NULL},
    {"another value", 0, EVENTS, EVENT(0, 1, 8), 8, UINT64_MAX, NULL},
    {"line that is none", 0, EVENTS, EVENT(0, 1, 2), 2, 0xffff, NULL},
    {"index out of range", 0, EVENTS, EVENT(0, 1, 4), 4, 0x80000000, NULL},
    {"operand unknown", 0, EVENTS, EVENT(1, 4, 16), 4, 0xffffffff, NULL},
    {"tile of any size", 0, SEGS, SEG(15, 8), 4, 0xffffffff, NULL},
    {"title unchanged", 0, RUN, 0, 1, 6, NULL},
    {"kind 0", 0, EVENTS, EVENT(0, 1, 0), 1, 0, "unknown kind"},
    {"kind 12", 0, EVENTS, EVENT(0, 1, 0), 1, 12, "unknown kind"},
    {"kind 63", 0, EVENTS, EVENT(0, 1, 0), 1, 63, "unknown kind"},
    {"array of a load", 0, EVENTS, EVENT(0, 1, 1), 1, 5, "unknown kind"},
    {"array of another launch", 0, EVENTS, SECOND(12, 1), 1, 4,
     "unknown kind"},
    {"phase", 0, EVENTS, EVENT(0, 0, 1), 1, 15, "unknown kind"},
    {"meeting", 0, EVENTS, EVENT(0, 2, 1), 1, 6, "unknown kind"},
    {"fence", 0, EVENTS, SECOND(10, 1), 1, 2, "unknown kind"},
    {"operand forward", 0, EVENTS, EVENT(1, 4, 16), 4, 5, "earlier value"},
    {"operand itself", 0, EVENTS, EVENT(1, 4, 20), 4, 4, "earlier value"},
    {"operand a barrier", 0, EVENTS, EVENT(1, 8, 16), 4, 6, "earlier value"},
    {"operand far away", 0, EVENTS, EVENT(1, 4, 16), 4, 0xfffffffe,
     "earlier value"},
    {"half a value", 0, EVENTS, EVENT(0, 0, 0), 1, 7, "half a value"},
    {"half a value behind a barrier", 0, EVENTS, EVENT(0, 7, 0), 1, 7,
     "half a value"},
    {"shuffle from lane 32", 0, EVENTS, EVENT(1, 3, 4), 4, 32, "of a lane"},
    {"shuffle from lane -1", 0, EVENTS, EVENT(1, 3, 4), 4, 0xffffffff,
     "of a lane"},
    {"shuffle from absent lane", 0, EVENTS, EVENT(1, 3, 4), 4, 9,
     "of a lane"},
    {"shuffle of a later value", 0, EVENTS, EVENT(0, 3, 16), 4, 7,
     "of a lane"},
    {"shuffle past the end", 0, EVENTS, EVENT(1, 3, 16), 4, 10, "of a lane"},
    {"order twice", 0, SEQUENCE, 8, 8, 0, "order of execution"},
    {"order too large", 0, SEQUENCE, 9 * 8, 8, 1000, "order of execution"},
    {"order backwards", 0, SEQUENCE, 9 * 8, 8, 1, "order of execution"},
    {"writer too large", 0, WRITER, 7 * 8, 8, 185, "earlier store"},
    {"writer far away", 0, WRITER, 7 * 8, 8, UINT64_MAX, "earlier store"},
    {"writer no store", 0, WRITER, 7 * 8, 8, 5, "earlier store"},
    {"writer later", 0, WRITER, 7 * 8, 8, 9, "earlier store"},
    {"writer of a store", 0, WRITER, 8 * 8, 8, 6, "earlier store"},
    {"writer unknown", 0, WRITER, 7 * 8, 8, 0, NULL},
    {"seg launch", 0, SEGS, SEG(15, 0), 4, 2, "thread that is none"},
    {"seg block", 0, SEGS, SEG(15, 4), 4, 2, "thread that is none"},
    {"seg thread", 0, SEGS, SEG(15, 12), 4, 4, "thread that is none"},
    {"seg twice", 0, SEGS, SEG(1, 12), 4, 0, "not in order"},
    {"two segs of a thread", 0, SEGS, SEG(3, 12), 4, 2, "not in order"},
    {"seg order", 0, SEGS, SEG(0, 8), 4, 1, "not in order"},
    {"seg first", 0, SEGS, SEG(3, 16), 8, 31, "do not fit"},
    {"seg first far away", 0, SEGS, SEG(3, 16), 8, UINT64_MAX, "do not fit"},
    {"seg count", 0, SEGS, SEG(15, 24), 4, 14, "do not fit"},
    {"seg count huge", 0, SEGS, SEG(15, 24), 4, 0xffffffff, "do not fit"},
    {"dropped", 0, SEGS, SEG(15, 28), 4, 0xffffffff, NULL},
    {"n", 0, RUN, -32, 4, 9, "'input'"},
    {"n huge", 0, RUN, -32, 4, 0xffffffff, "'input'"},
    {"n zero", 0, RUN, -32, 4, 0, "out of range"},
    {"block", 0, RUN, -28, 4, 1025, "out of range"},
    {"op", 0, RUN, -20, 4, 13, "do not go together"},
    {"op past a byte", 0, RUN, -20, 4, 256, "'run'"},
    {"type", 0, RUN, -16, 4, 7, "do not go together"},
    {"type of matrices", 1, RUN, -16, 4, 4, "do not go together"},
    {"width of values", 0, RUN, -16, 4, 3, "'input'"},
    {"direction", 0, RUN, -12, 4, 2, "out of range"},
    {"device", 0, RUN, -8, 4, 2, "out of range"},
    {"result", 0, RUN, -4, 4, 7, "out of range"},
    {"result past a byte", 0, RUN, -4, 4, 256, "'run'"},
    {"name length", 0, RUN, 0, 4, 0xffffffff, "'run'"},
    {"name too long", 0, RUN, 0, 4, 48, "'run'"},
    {"name with escape", 0, RUN, 4, 1, 0x1b, "'run'"},
    {"name with zero", 0, RUN, 4, 1, 0, "'run'"},
    {"name no UTF-8", 0, RUN, 4, 1, 0xff, "'run'"},
    {"name with C1 control", 0, RUN, 4, 2, 0x9bc2, "'run'"},
    {"array count", 0, ARRAYS, 0, 4, 201, "'arrays'"},
    {"array count huge", 0, ARRAYS, 0, 4, 0xffffffff, "'arrays'"},
    {"array count small", 0, ARRAYS, 0, 4, 4, "'arrays'"},
    {"array name empty", 0, ARRAYS, 4, 4, 0, "'arrays'"},
    {"array space", 0, ARRAYS, 9, 4, 2, "unknown kind"},
    {"array word", 0, ARRAYS, 13, 4, 3, "unknown kind"},
    {"array init", 0, ARRAYS, 17, 4, 4, "unknown kind"},
    {"array role", 0, ARRAYS, 21, 4, 6, "unknown kind"},
    {"global array of a launch", 0, ARRAYS, 25, 4, 0, "launch that is none"},
    {"array elements", 0, ARRAYS, 29, 4, 0xffffffff, "size is out of range"},
    {"array width", 0, ARRAYS, 33, 4, 65, "size is out of range"},
    {"array width 0", 0, ARRAYS, 33, 4, 0, "size is out of range"},
    {"shared array of no launch", 0, ARRAYS, -16, 4, 2, "launch that is none"},
    {"shared array of all", 0, ARRAYS, -16, 4, 0xffffffff,
     "launch that is none"},
    {"shared array offset", 0, ARRAYS, -4, 4, 0xffffffff,
     "size is out of range"},
    {"launch count", 0, LAUNCHES, 0, 4, 0xffff, "'launches'"},
    {"launch source", 0, LAUNCHES, 13, 4, 1, "no kernel or source"},
    {"grid", 0, LAUNCHES, 17, 4, 0, "size of a launch"},
    {"grid huge", 0, LAUNCHES, 21, 8, UINT64_MAX, "size of a launch"},
    {"block size", 0, LAUNCHES, 29, 4, 1025, "size of a launch"},
    {"block size wraps", 0, LAUNCHES, 29, 8, 0x8000000080000000,
     "size of a launch"},
    {"shared bytes", 0, LAUNCHES, 41, 4, 0xffffffff, "size of a launch"},
    {"launch arrays", 0, LAUNCHES, 45, 4, 9, "'launches'"},
    {"launch array", 0, LAUNCHES, 49, 4, 5, "array that is none"},
    {"launch array shared", 0, LAUNCHES, 49, 4, 4, "array that is none"},
    {"launch array past a byte", 0, LAUNCHES, 49, 4, 256, "'launches'"},
    {"source count", 0, SOURCES, 0, 4, 2, "'sources'"},
    {"source length", 0, SOURCES, 25, 4, 0xfffffff0, "'sources'"},
    {"source with escape", 0, SOURCES, 40, 1, 0x1b, "'sources'"},
    {"source with tab", 0, SOURCES, 40, 1, '\t', NULL},
    {"source no UTF-8", 0, SOURCES, 40, 1, 0xc0, "'sources'"},
    {"stop count", 3, STOPS, 0, 4, 2, "'stops'"},
    {"stop kind", 3, STOPS, 4, 4, 7, "stop is of an unknown"},
    {"stop kind 0", 3, STOPS, 4, 4, 0, "stop is of an unknown"},
    {"stop launch", 3, STOPS, 8, 4, 2, "stop is of an unknown"},
    {"stop block", 3, STOPS, 12, 4, 2, "stop is of an unknown"},
    {"stop thread", 3, STOPS, 16, 4, 4, "stop is of an unknown"},
    {"stop line", 3, STOPS, 20, 4, 0xffffffff, NULL},
    {"stop array", 3, STOPS, 36, 4, 5, "array that is none"},
    {"stop array below", 3, STOPS, 36, 4, 0xfffffffe, "array that is none"},
    {"stamp", 2, STAMPS, 0, 8, UINT64_MAX, NULL},
    {"circle of shuffles", 2, EVENTS, EVENT(0, 3, 4), 4, 1, NULL},
};

static void one_lie_at_a_time(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        const struct lie *lie = &lies[i];
        size_t length, at, size;
        struct err err = {0};
        unsigned char *bytes = forge_bytes(lie->shape, &length);
        assert_true(forge_section(bytes, length, lie->section, &at, &size));
        at += lie->at < 0 ? size - (size_t)-lie->at : (size_t)lie->at;
        for (int k = 0; k < lie->bytes; k++)
            bytes[at + (size_t)k] = (unsigned char)(lie->number >> 8 * k);
        forge_sums(bytes, length);
        bool ok = read_copy(bytes, length, &err);
        if (ok != (lie->said == NULL) ||
            (!ok && strstr(err.what, lie->said) == NULL))
            fail_msg("%s: wanted \"%s\", got \"%s\"", lie->what,
                     lie->said != NULL ? lie->said : "to be read", err.what);
        if (ok)
            assert_true(forge_use(bytes, length));
        free(bytes);
    }
}

/* Two lanes, each of which receives what the other makes of it: nothing that
 * a machine can have done. Without an order of execution only the shuffles
 * themselves tell. */
static void shuffles_in_a_circle(void **state)
{
    (void)state;
    size_t length, at, size;
    struct err err = {0};
    unsigned char *bytes = forge_bytes(SAMPLE_STAMPED, &length);
    assert_true(forge_section(bytes, length, EVENTS, &at, &size));
    static const struct { long at; unsigned char byte; } changes[] = {
        {EVENT(0, 3, 4), 1}, {EVENT(0, 3, 16), 4}, /* lane 1's op of it */
        {EVENT(1, 3, 4), 0}, {EVENT(1, 3, 16), 4}, /* lane 0's op of it */
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        bytes[at + (size_t)changes[i].at] = changes[i].byte;
    forge_sums(bytes, length);
    assert_false(read_copy(bytes, length, &err));
    assert_non_null(strstr(err.what, "in a circle"));
    free(bytes);
}

/* Sections left out, twice, unknown, in another order. */
static void table_of_sections(void **state)
{
    (void)state;
    size_t length;
    unsigned char *bytes = forge_bytes(SAMPLE_PLAIN, &length);
    for (int entry = 0; entry < 10; entry++)
        for (unsigned id = 0; id < 14; id++) {
            unsigned char *at = bytes + 32 + entry * 16, old = *at;
            if (id == old)
                continue;
            *at = (unsigned char)id;
            forge_sums(bytes, length);
            if (read_copy(bytes, length, NULL))
                fail_msg("section %u as %u", old, id);
            *at = old;
        }
    forge_sums(bytes, length);
    assert_true(read_copy(bytes, length, NULL));
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),
        cmocka_unit_test(every_flip_is_refused),
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(no_truncation_crashes),
        cmocka_unit_test(what_follows_is_refused),
        cmocka_unit_test(foreign_files),
        cmocka_unit_test(absent_and_strange_paths),
        cmocka_unit_test(one_lie_at_a_time),
        cmocka_unit_test(shuffles_in_a_circle),
        cmocka_unit_test(table_of_sections),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
