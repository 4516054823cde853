/* Writing a trace file: the head into small buffers, the large sections
 * straight from the trace; see file_format.h. */
#include "trace/file.h"

#include <string.h>

#include "base/buf.h"
#include "base/crc32.h"
#include "base/elem_info.h"
#include "base/file.h"
#include "trace/file_format.h"

static void put_u32(struct buf *out, uint32_t number)
{
    unsigned char bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(number >> 8 * i);
    buf_add(out, (const char *)bytes, sizeof bytes);
}

static void put_u64(struct buf *out, uint64_t number)
{
    put_u32(out, (uint32_t)number);
    put_u32(out, (uint32_t)(number >> 32));
}

static void put_text(struct buf *out, const char *text, size_t length)
{
    put_u32(out, (uint32_t)length);
    buf_add(out, text, length);
}

#define PUT_NAME(out, name) \
    put_text((out), (name), strnlen((name), sizeof(name) - 1))

static void put_dim(struct buf *out, const struct trace_dim *dim)
{
    put_u32(out, dim->x);
    put_u32(out, dim->y);
    put_u32(out, dim->z);
}

static void put_run(struct buf *out, const struct trace_run *run)
{
    PUT_NAME(out, run->algo);
    PUT_NAME(out, run->title);
    PUT_NAME(out, run->schedule);
    PUT_NAME(out, run->device_name);
    PUT_NAME(out, run->tool);
    PUT_NAME(out, run->input_text);
    put_u32(out, run->n);
    put_u32(out, run->block);
    put_u32(out, run->resident);
    put_u32(out, run->op);
    put_u32(out, run->type);
    put_u32(out, run->inclusive);
    put_u32(out, run->device);
    put_u32(out, run->result);
}

static void put_arrays(struct buf *out, const struct trace *trace)
{
    put_u32(out, trace->array_count);
    for (uint32_t i = 0; i < trace->array_count; i++) {
        const struct trace_array *array = &trace->arrays[i];
        PUT_NAME(out, array->name);
        put_u32(out, array->space);
        put_u32(out, array->word);
        put_u32(out, array->init);
        put_u32(out, array->role);
        put_u32(out, (uint32_t)array->launch);
        put_u32(out, array->count);
        put_u32(out, array->width);
        put_u32(out, array->offset);
    }
}

static void put_launches(struct buf *out, const struct trace *trace)
{
    put_u32(out, trace->launch_count);
    for (uint32_t i = 0; i < trace->launch_count; i++) {
        const struct trace_launch *launch = &trace->launches[i];
        PUT_NAME(out, launch->kernel);
        put_u32(out, launch->source);
        put_dim(out, &launch->grid);
        put_dim(out, &launch->block);
        put_u32(out, launch->shared_bytes);
        put_u32(out, launch->array_count);
        for (uint32_t k = 0; k < launch->array_count; k++)
            put_u32(out, launch->array[k]);
        put_u32(out, launch->number_count);
        for (uint32_t k = 0; k < launch->number_count; k++)
            put_u32(out, (uint32_t)launch->number[k]);
    }
}

static void put_sources(struct buf *out, const struct trace *trace)
{
    put_u32(out, trace->source_count);
    for (uint32_t i = 0; i < trace->source_count; i++) {
        PUT_NAME(out, trace->sources[i].name);
        put_text(out, trace->sources[i].text, trace->sources[i].length);
    }
}

static void put_stops(struct buf *out, const struct trace *trace)
{
    put_u32(out, trace->stop_count);
    for (uint32_t i = 0; i < trace->stop_count; i++) {
        const struct trace_stop *stop = &trace->stops[i];
        put_u32(out, stop->kind);
        put_u32(out, stop->launch);
        put_u32(out, stop->block);
        put_u32(out, stop->thread);
        put_u32(out, stop->line);
        put_u32(out, stop->other_thread);
        put_u32(out, stop->other_line);
        put_u32(out, stop->mask);
        put_u32(out, (uint32_t)stop->array);
        put_u32(out, (uint32_t)stop->index);
    }
}

/* The sections of a file: text holds those made here. */
struct writer {
    struct buf made[SECTIONS];
    struct file_part section[SECTIONS]; /* bytes NULL: absent */
};

static void writer_raw(struct writer *writer, enum file_section id,
                       const void *bytes, uint64_t count, size_t size)
{
    static const uint64_t nothing;
    writer->section[id] = (struct file_part){
        bytes != NULL ? bytes : &nothing, (size_t)count * size};
}

static void writer_fill(struct writer *writer, const struct trace *trace)
{
    size_t width = elem_width((enum elem_op)trace->run.op,
                              (enum elem_type)trace->run.type);
    put_run(&writer->made[SECTION_RUN], &trace->run);
    put_arrays(&writer->made[SECTION_ARRAYS], trace);
    put_launches(&writer->made[SECTION_LAUNCHES], trace);
    put_sources(&writer->made[SECTION_SOURCES], trace);
    put_stops(&writer->made[SECTION_STOPS], trace);
    for (int id = 0; id < SECTIONS; id++)
        if (writer->made[id].length > 0)
            writer->section[id] = (struct file_part){
                writer->made[id].text, writer->made[id].length};
    /* Head flags lie behind the values. */
    const uint64_t heads = trace_heads(trace) ? trace->run.n : 0;
    writer_raw(writer, SECTION_INPUT, trace->input, trace->run.n * width + heads, 1);
    writer_raw(writer, SECTION_SEGS, trace->segs, trace->seg_count,
               sizeof *trace->segs);
    writer_raw(writer, SECTION_EVENTS, trace->events, trace->event_count,
               sizeof *trace->events);
    if (trace->sequence != NULL)
        writer_raw(writer, SECTION_SEQUENCE, trace->sequence,
                   trace->event_count, sizeof *trace->sequence);
    if (trace->writer != NULL)
        writer_raw(writer, SECTION_WRITER, trace->writer, trace->event_count,
                   sizeof *trace->writer);
    if (trace->stamps != NULL)
        writer_raw(writer, SECTION_STAMPS, trace->stamps, trace->event_count,
                   sizeof *trace->stamps);
}

static size_t padding(size_t length)
{
    return (8 - length % 8) % 8;
}

/* Header and table, the sum put in last. */
static void put_header(const struct writer *writer, struct buf *out)
{
    uint32_t count = 0;
    uint64_t length = FILE_HEADER;
    for (int id = 1; id < SECTIONS; id++)
        if (writer->section[id].bytes != NULL) {
            size_t bytes = writer->section[id].length;
            count++;
            length += FILE_ENTRY + bytes + padding(bytes);
        }
    buf_add(out, FILE_MAGIC, FILE_MAGIC_BYTES);
    put_u32(out, FILE_VERSION);
    put_u32(out, count);
    put_u64(out, length);
    put_u64(out, 0);
    for (int id = 1; id < SECTIONS; id++) {
        const struct file_part *part = &writer->section[id];
        if (part->bytes == NULL)
            continue;
        put_u32(out, (uint32_t)id);
        put_u32(out, crc32_of(0, part->bytes, part->length));
        put_u64(out, part->length);
    }
    if (!buf_ok(out))
        return;
    uint32_t sum = crc32_of(0, out->text, out->length);
    for (int i = 0; i < 4; i++)
        out->text[FILE_CRC_AT + i] = (char)(sum >> 8 * i);
}

static bool write_sections(const struct writer *writer, struct buf *header,
                           const char *path, struct err *err)
{
    static const unsigned char zeros[8];
    struct file_part parts[1 + 2 * SECTIONS];
    size_t count = 0;
    put_header(writer, header);
    bool ok = buf_ok(header);
    for (int id = 0; id < SECTIONS; id++)
        ok = ok && buf_ok(&writer->made[id]);
    if (!ok)
        return err_set(err, ERR_FAILED, "cannot write '%s': out of memory",
                       path);
    parts[count++] = (struct file_part){header->text, header->length};
    for (int id = 1; id < SECTIONS; id++) {
        const struct file_part *part = &writer->section[id];
        if (part->bytes == NULL)
            continue;
        parts[count++] = *part;
        parts[count++] = (struct file_part){zeros, padding(part->length)};
    }
    return file_write_parts(path, parts, count, err);
}

bool trace_write(const struct trace *trace, const char *path, struct err *err)
{
    struct writer writer = {0};
    struct buf header;
    buf_init(&header);
    for (int id = 0; id < SECTIONS; id++)
        buf_init(&writer.made[id]);
    writer_fill(&writer, trace);
    bool ok = write_sections(&writer, &header, path, err);
    for (int id = 0; id < SECTIONS; id++)
        buf_finish(&writer.made[id]);
    buf_finish(&header);
    return ok;
}
