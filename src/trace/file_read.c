/* Reading a trace file, which may be anything: header, table and sums first,
 * then section by section into the trace, no count used before it is known to
 * fit into the bytes that are there; then the checks of file_check.c. */
#include "trace/file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc32.h"
#include "base/elem_info.h"
#include "base/file.h"
#include "base/utf8.h"
#include "trace/file_format.h"

/* ---- a section's bytes --------------------------------------------------- */

/* Takes from the front; what is not there reads as 0 and makes it bad. */
struct slice {
    const unsigned char *at;
    size_t left;
    bool bad;
};

static const unsigned char *slice_take(struct slice *slice, size_t length)
{
    if (slice->bad || length > slice->left) {
        slice->bad = true;
        return NULL;
    }
    const unsigned char *at = slice->at;
    slice->at += length;
    slice->left -= length;
    return at;
}

static uint32_t take_u32(struct slice *slice)
{
    const unsigned char *p = slice_take(slice, 4);
    if (p == NULL)
        return 0;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
           (uint32_t)p[3] << 24;
}

static uint64_t take_u64(struct slice *slice)
{
    uint64_t low = take_u32(slice);
    return low | (uint64_t)take_u32(slice) << 32;
}

/* A small number of an enumeration or flag. */
static uint8_t take_u8(struct slice *slice)
{
    uint32_t number = take_u32(slice);
    if (number > UINT8_MAX)
        slice->bad = true;
    return (uint8_t)number;
}

/* Text goes to terminals: no control characters but, where lines are allowed,
 * newline, return and tab. */
static bool text_plain(const unsigned char *text, size_t length, bool lines)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = text[i];
        bool space = c == '\n' || c == '\r' || c == '\t';
        if (c == 0x7f || (c < 0x20 && !(lines && space)))
            return false;
        if (c == 0xc2 && i + 1 < length && text[i + 1] < 0xa0)
            return false; /* U+0080 to U+009F are controls too */
    }
    return utf8_valid((const char *)text, length);
}

static void take_name(struct slice *slice, char *name, size_t room)
{
    uint32_t length = take_u32(slice);
    const unsigned char *text = slice_take(slice, length);
    if (text == NULL || length >= room || !text_plain(text, length, false)) {
        slice->bad = true;
        return;
    }
    memcpy(name, text, length);
    name[length] = '\0';
}

#define TAKE_NAME(slice, name) take_name((slice), (name), sizeof(name))

static struct trace_dim take_dim(struct slice *slice)
{
    struct trace_dim dim;
    dim.x = take_u32(slice);
    dim.y = take_u32(slice);
    dim.z = take_u32(slice);
    return dim;
}

/* A count of things of at least `least` bytes each that all lie in the rest
 * of the slice; 0 and bad when they do not. */
static uint32_t take_count(struct slice *slice, uint32_t most, size_t least)
{
    uint32_t count = take_u32(slice);
    if (count <= most && count <= slice->left / least)
        return count;
    slice->bad = true;
    return 0;
}

/* ---- the sections -------------------------------------------------------- */

struct reader {
    const char *name;
    struct trace *trace;
    struct err *err;
    struct slice section[SECTIONS];
    bool present[SECTIONS];
};

static const char *const section_names[SECTIONS] = {
    [SECTION_RUN] = "run", [SECTION_INPUT] = "input",
    [SECTION_ARRAYS] = "arrays", [SECTION_LAUNCHES] = "launches",
    [SECTION_SOURCES] = "sources", [SECTION_SEGS] = "segments",
    [SECTION_EVENTS] = "events", [SECTION_STOPS] = "stops",
    [SECTION_SEQUENCE] = "sequence", [SECTION_WRITER] = "writers",
    [SECTION_STAMPS] = "stamps"};

static bool damaged(struct reader *reader, const char *what)
{
    return err_set(reader->err, ERR_USAGE, "the trace file '%s' is damaged: %s",
                   reader->name, what);
}

static bool damaged_section(struct reader *reader, int id)
{
    return err_set(reader->err, ERR_USAGE,
                   "the trace file '%s' is damaged: its section '%s' is wrong",
                   reader->name, section_names[id]);
}

static bool no_memory(struct reader *reader)
{
    return err_set(reader->err, ERR_FAILED,
                   "out of memory for the trace file '%s'", reader->name);
}

/* A section of records taken one by one must be used up. */
static bool section_done(struct reader *reader, int id)
{
    struct slice *slice = &reader->section[id];
    return (!slice->bad && slice->left == 0) || damaged_section(reader, id);
}

static bool read_run(struct reader *reader)
{
    struct slice *slice = &reader->section[SECTION_RUN];
    struct trace_run *run = &reader->trace->run;
    TAKE_NAME(slice, run->algo);
    TAKE_NAME(slice, run->title);
    TAKE_NAME(slice, run->schedule);
    TAKE_NAME(slice, run->device_name);
    TAKE_NAME(slice, run->tool);
    TAKE_NAME(slice, run->input_text);
    run->n = take_u32(slice);
    run->block = take_u32(slice);
    run->resident = take_u32(slice);
    run->op = take_u8(slice);
    run->type = take_u8(slice);
    run->inclusive = take_u8(slice);
    run->device = take_u8(slice);
    run->result = take_u8(slice);
    return section_done(reader, SECTION_RUN);
}

static bool read_arrays(struct reader *reader)
{
    struct slice *slice = &reader->section[SECTION_ARRAYS];
    struct trace *trace = reader->trace;
    uint32_t count = take_count(slice, TRACE_MAX_ARRAYS, 9 * 4);
    trace->arrays = ARENA_NEW(&trace->arena, struct trace_array, count);
    if (trace->arrays == NULL)
        return no_memory(reader);
    trace->array_count = count;
    for (uint32_t i = 0; i < count; i++) {
        struct trace_array *array = &trace->arrays[i];
        TAKE_NAME(slice, array->name);
        array->space = take_u8(slice);
        array->word = take_u8(slice);
        array->init = take_u8(slice);
        array->role = take_u8(slice);
        array->launch = (int32_t)take_u32(slice);
        array->count = take_u32(slice);
        array->width = take_u32(slice);
        array->offset = take_u32(slice);
    }
    return section_done(reader, SECTION_ARRAYS);
}

static void read_launch(struct slice *slice, struct trace_launch *launch)
{
    TAKE_NAME(slice, launch->kernel);
    launch->source = take_u32(slice);
    launch->grid = take_dim(slice);
    launch->block = take_dim(slice);
    launch->shared_bytes = take_u32(slice);
    launch->array_count = take_count(slice, TRACE_MAX_ARGS, 4);
    for (uint32_t i = 0; i < launch->array_count; i++)
        launch->array[i] = take_u8(slice);
    launch->number_count = take_count(slice, TRACE_MAX_ARGS, 4);
    for (uint32_t i = 0; i < launch->number_count; i++)
        launch->number[i] = (int32_t)take_u32(slice);
}

static bool read_launches(struct reader *reader)
{
    struct slice *slice = &reader->section[SECTION_LAUNCHES];
    struct trace *trace = reader->trace;
    uint32_t count = take_count(slice, FILE_MAX_LAUNCHES, 11 * 4);
    trace->launches = ARENA_NEW(&trace->arena, struct trace_launch, count);
    if (trace->launches == NULL)
        return no_memory(reader);
    trace->launch_count = count;
    for (uint32_t i = 0; i < count; i++)
        read_launch(slice, &trace->launches[i]);
    return section_done(reader, SECTION_LAUNCHES);
}

static bool read_sources(struct reader *reader)
{
    struct slice *slice = &reader->section[SECTION_SOURCES];
    struct trace *trace = reader->trace;
    uint32_t count = take_count(slice, FILE_MAX_SOURCES, 2 * 4);
    trace->sources = ARENA_NEW(&trace->arena, struct trace_source, count);
    if (trace->sources == NULL)
        return no_memory(reader);
    trace->source_count = count;
    for (uint32_t i = 0; i < count; i++) {
        struct trace_source *source = &trace->sources[i];
        TAKE_NAME(slice, source->name);
        source->length = take_u32(slice);
        const unsigned char *text = slice_take(slice, source->length);
        if (text == NULL || !text_plain(text, source->length, true))
            return damaged_section(reader, SECTION_SOURCES);
        source->text = arena_strdup(&trace->arena, (const char *)text,
                                    source->length);
        if (source->text == NULL)
            return no_memory(reader);
    }
    return section_done(reader, SECTION_SOURCES);
}

static bool read_stops(struct reader *reader)
{
    struct slice *slice = &reader->section[SECTION_STOPS];
    struct trace *trace = reader->trace;
    uint32_t count = take_count(slice, FILE_MAX_STOPS, 10 * 4);
    trace->stops = ARENA_NEW(&trace->arena, struct trace_stop, count);
    if (trace->stops == NULL)
        return no_memory(reader);
    trace->stop_count = count;
    for (uint32_t i = 0; i < count; i++) {
        struct trace_stop *stop = &trace->stops[i];
        stop->kind = take_u32(slice);
        stop->launch = take_u32(slice);
        stop->block = take_u32(slice);
        stop->thread = take_u32(slice);
        stop->line = take_u32(slice);
        stop->other_thread = take_u32(slice);
        stop->other_line = take_u32(slice);
        stop->mask = take_u32(slice);
        stop->array = (int32_t)take_u32(slice);
        stop->index = (int32_t)take_u32(slice);
    }
    return section_done(reader, SECTION_STOPS);
}

/* A section of records as they lie in memory: how many, and a copy. want: the
 * count that it must have, UINT64_MAX for any. NULL after an error. */
static void *read_raw(struct reader *reader, int id, size_t size, uint64_t want,
                      uint64_t *count)
{
    const struct slice *slice = &reader->section[id];
    uint64_t got = slice->left / size;
    if (slice->left % size != 0 || got >= UINT32_MAX ||
        (want != UINT64_MAX && got != want)) {
        damaged_section(reader, id);
        return NULL;
    }
    void *copy = arena_alloc(&reader->trace->arena, (size_t)got, size);
    if (copy == NULL) {
        no_memory(reader);
        return NULL;
    }
    if (slice->left > 0)
        memcpy(copy, slice->at, slice->left);
    *count = got;
    return copy;
}

static bool read_optional(struct reader *reader)
{
    struct trace *trace = reader->trace;
    uint64_t events = trace->event_count, count;
    if (reader->present[SECTION_SEQUENCE] &&
        (trace->sequence = read_raw(reader, SECTION_SEQUENCE,
                                    sizeof *trace->sequence, events,
                                    &count)) == NULL)
        return false;
    if (reader->present[SECTION_WRITER] &&
        (trace->writer = read_raw(reader, SECTION_WRITER,
                                  sizeof *trace->writer, events,
                                  &count)) == NULL)
        return false;
    if (reader->present[SECTION_STAMPS] &&
        (trace->stamps = read_raw(reader, SECTION_STAMPS,
                                  sizeof *trace->stamps, events,
                                  &count)) == NULL)
        return false;
    return true;
}

static bool read_events(struct reader *reader)
{
    struct trace *trace = reader->trace;
    uint64_t segs = 0;
    trace->segs = read_raw(reader, SECTION_SEGS, sizeof *trace->segs,
                           UINT64_MAX, &segs);
    if (trace->segs == NULL)
        return false;
    trace->seg_count = (uint32_t)segs;
    trace->events = read_raw(reader, SECTION_EVENTS, sizeof *trace->events,
                             UINT64_MAX, &trace->event_count);
    return trace->events != NULL && read_optional(reader);
}

static bool read_input(struct reader *reader)
{
    struct trace *trace = reader->trace;
    uint64_t count;
    size_t width = elem_width((enum elem_op)trace->run.op,
                              (enum elem_type)trace->run.type);
    uint64_t bytes = trace->run.n * (uint64_t)width;
    if (trace->run.result == RESULT_SEGMENTS)
        bytes += trace->run.n; /* head flags lie behind the values */
    trace->input = read_raw(reader, SECTION_INPUT, 1, bytes, &count);
    return trace->input != NULL;
}

/* ---- header and table ---------------------------------------------------- */

static bool read_header(struct reader *reader, struct slice *file,
                        uint32_t *count)
{
    const unsigned char *start = file->at;
    size_t length = file->left;
    const unsigned char *magic = slice_take(file, FILE_MAGIC_BYTES);
    if (magic == NULL || memcmp(magic, FILE_MAGIC, FILE_MAGIC_BYTES) != 0)
        return err_set(reader->err, ERR_USAGE, "'%s' is not a trace file",
                       reader->name);
    uint32_t version = take_u32(file);
    if (!file->bad && version != FILE_VERSION)
        return err_set(reader->err, ERR_USAGE,
                       "the trace file '%s' has version %" PRIu32
                       "; this program reads version %d", reader->name,
                       version, FILE_VERSION);
    *count = take_u32(file);
    uint64_t claimed = take_u64(file);
    uint32_t sum = take_u32(file), zero = take_u32(file);
    if (file->bad || claimed > length)
        return damaged(reader, "it ends too early");
    if (claimed < length)
        return damaged(reader, "it is longer than it says");
    if (zero != 0 || *count >= SECTIONS || *count > file->left / FILE_ENTRY)
        return damaged(reader, "its header is wrong");
    unsigned char head[FILE_HEADER + SECTIONS * FILE_ENTRY];
    size_t bytes = FILE_HEADER + *count * (size_t)FILE_ENTRY;
    memcpy(head, start, bytes);
    memset(head + FILE_CRC_AT, 0, 4);
    return crc32_of(0, head, bytes) == sum ||
           damaged(reader, "the checksum of its header differs");
}

/* Cuts the section and its padding off the file. */
static bool read_section(struct reader *reader, struct slice *file, int id,
                         uint64_t length)
{
    if (length > file->left)
        return damaged(reader, "a section reaches past its end");
    const unsigned char *at = slice_take(file, (size_t)length);
    const unsigned char *pad = slice_take(file, (8 - length % 8) % 8);
    if (at == NULL || pad == NULL)
        return damaged(reader, "a section reaches past its end");
    for (; pad < file->at; pad++)
        if (*pad != 0)
            return damaged(reader, "its padding is not empty");
    reader->section[id] = (struct slice){at, (size_t)length, false};
    reader->present[id] = true;
    return true;
}

static bool read_table(struct reader *reader, struct slice *file)
{
    uint32_t count = 0, last = 0;
    if (!read_header(reader, file, &count))
        return false;
    struct slice table = {file->at, count * (size_t)FILE_ENTRY, false};
    slice_take(file, table.left);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t id = take_u32(&table), sum = take_u32(&table);
        uint64_t length = take_u64(&table);
        if (id <= last || id >= SECTIONS)
            return damaged(reader, "it has a section that is unknown or twice");
        if (!read_section(reader, file, (int)id, length))
            return false;
        const struct slice *section = &reader->section[id];
        if (crc32_of(0, section->at, section->left) != sum)
            return err_set(reader->err, ERR_USAGE,
                           "the trace file '%s' is damaged: the checksum of "
                           "its section '%s' differs", reader->name,
                           section_names[id]);
        last = id;
    }
    for (int id = SECTION_RUN; id <= SECTION_STOPS; id++)
        if (!reader->present[id])
            return err_set(reader->err, ERR_USAGE, "the trace file '%s' is "
                           "damaged: it has no section '%s'", reader->name,
                           section_names[id]);
    return file->left == 0 || damaged(reader, "something follows its end");
}

/* ---- all ----------------------------------------------------------------- */

/* Puts the file's name in front of what a check found. */
static bool checked(struct reader *reader, bool ok, const struct err *found)
{
    if (!ok && found->code == ERR_FAILED)
        return no_memory(reader);
    return ok || damaged(reader, found->what);
}

static bool read_all(struct reader *reader, struct slice *file)
{
    struct trace *trace = reader->trace;
    struct err found = {0};
    if (!read_table(reader, file) || !read_run(reader) ||
        !read_arrays(reader) || !read_launches(reader) ||
        !read_sources(reader) || !read_stops(reader))
        return false;
    if (!checked(reader, file_check_head(trace, &found), &found))
        return false;
    if (!read_input(reader) || !read_events(reader))
        return false;
    if (!checked(reader, file_check_segs(trace, &found), &found) ||
        !checked(reader, file_check_events(trace, &found), &found))
        return false;
    for (uint32_t i = 0; i < trace->seg_count; i++)
        trace->dropped += trace->segs[i].dropped;
    return true;
}

bool trace_read_bytes(struct trace *trace, const void *bytes, size_t length,
                      const char *name, struct err *err)
{
    struct reader reader = {.name = name, .trace = trace, .err = err};
    struct slice file = {bytes, length, false};
    if (read_all(&reader, &file))
        return true;
    trace_finish(trace);
    return false;
}

bool trace_read(struct trace *trace, const char *path, struct err *err)
{
    unsigned char *bytes;
    size_t length;
    if (!file_read_whole(path, 0, &bytes, &length, err)) {
        trace_finish(trace);
        return false;
    }
    bool ok = trace_read_bytes(trace, bytes, length, path, err);
    free(bytes);
    return ok;
}
