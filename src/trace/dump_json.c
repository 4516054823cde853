/* The trace as JSON: one object. cJSON makes the text; a segment's events are
 * built, printed and freed before the next one's, so that memory stays small.
 * 64-bit payloads are hexadecimal strings, since a JSON number is a double. */
#include "trace/dump.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/elem_info.h"
#include "trace/dump_line.h"
#include "trace/rules.h"

/* A tree under construction; ok turns false with the first lost node. */
struct maker { bool ok; };

static void add(struct maker *maker, cJSON *to, const char *name, cJSON *item)
{
    bool added = name != NULL ? cJSON_AddItemToObject(to, name, item)
                              : cJSON_AddItemToArray(to, item);
    if (added)
        return;
    cJSON_Delete(item);
    maker->ok = false;
}

static void add_text(struct maker *maker, cJSON *to, const char *name,
                     const char *text)
{
    add(maker, to, name, cJSON_CreateString(text));
}

static void add_number(struct maker *maker, cJSON *to, const char *name,
                       double number)
{
    add(maker, to, name, cJSON_CreateNumber(number));
}

static void add_dim(struct maker *maker, cJSON *to, const char *name,
                    const struct trace_dim *dim)
{
    cJSON *list = cJSON_CreateArray();
    add_number(maker, list, NULL, dim->x);
    add_number(maker, list, NULL, dim->y);
    add_number(maker, list, NULL, dim->z);
    add(maker, to, name, list);
}

static void add_value(struct maker *maker, cJSON *to, const char *name,
                      const struct trace_run *run,
                      const unsigned char value[ELEM_MAX])
{
    struct buf text;
    buf_init(&text);
    elem_format(&text, (enum elem_op)run->op, (enum elem_type)run->type,
                value);
    maker->ok = maker->ok && buf_ok(&text);
    add_text(maker, to, name, buf_text(&text));
    buf_finish(&text);
}

/* ---- the head ------------------------------------------------------------ */

static cJSON *run_node(struct maker *maker, const struct trace *trace)
{
    const struct trace_run *run = &trace->run;
    cJSON *node = cJSON_CreateObject();
    add_text(maker, node, "algorithm", run->algo);
    add_text(maker, node, "title", run->title);
    add_number(maker, node, "n", run->n);
    add_text(maker, node, "op", elem_op_name((enum elem_op)run->op));
    add_text(maker, node, "type", elem_type_name((enum elem_type)run->type));
    add(maker, node, "inclusive", cJSON_CreateBool(run->inclusive));
    add_text(maker, node, "result", dump_result_name(run->result));
    add_number(maker, node, "block", run->block);
    add_text(maker, node, "device",
             run->device == DEVICE_HOST ? "host" : "cuda");
    add_text(maker, node, "device_name", run->device_name);
    add_text(maker, node, "schedule", run->schedule);
    add_number(maker, node, "resident", run->resident);
    add_text(maker, node, "tool", run->tool);
    add_text(maker, node, "input_text", run->input_text);
    add_number(maker, node, "dropped", (double)trace->dropped);
    return node;
}

static cJSON *input_node(struct maker *maker, const struct trace *trace)
{
    cJSON *list = cJSON_CreateArray();
    size_t width = elem_width((enum elem_op)trace->run.op,
                              (enum elem_type)trace->run.type);
    for (uint32_t i = 0; i < trace->run.n && trace->input != NULL; i++) {
        unsigned char value[ELEM_MAX] = {0};
        memcpy(value, trace->input + i * width, width);
        add_value(maker, list, NULL, &trace->run, value);
    }
    return list;
}

static cJSON *arrays_node(struct maker *maker, const struct trace *trace)
{
    cJSON *list = cJSON_CreateArray();
    for (uint32_t i = 0; i < trace->array_count; i++) {
        const struct trace_array *array = &trace->arrays[i];
        cJSON *node = cJSON_CreateObject();
        add_text(maker, node, "name", array->name);
        add_text(maker, node, "space", dump_space_name(array->space));
        add_text(maker, node, "word", dump_word_name(array->word));
        add_text(maker, node, "init", dump_init_name(array->init));
        add_text(maker, node, "role", dump_role_name(array->role));
        add_number(maker, node, "launch", array->launch);
        add_number(maker, node, "count", array->count);
        add_number(maker, node, "width", array->width);
        add_number(maker, node, "offset", array->offset);
        add(maker, list, NULL, node);
    }
    return list;
}

static cJSON *launches_node(struct maker *maker, const struct trace *trace)
{
    cJSON *list = cJSON_CreateArray();
    for (uint32_t i = 0; i < trace->launch_count; i++) {
        const struct trace_launch *launch = &trace->launches[i];
        cJSON *node = cJSON_CreateObject();
        cJSON *arrays = cJSON_CreateArray(), *numbers = cJSON_CreateArray();
        add_text(maker, node, "kernel", launch->kernel);
        add_number(maker, node, "source", launch->source);
        add_dim(maker, node, "grid", &launch->grid);
        add_dim(maker, node, "block", &launch->block);
        add_number(maker, node, "shared_bytes", launch->shared_bytes);
        for (uint32_t k = 0; k < launch->array_count; k++)
            add_number(maker, arrays, NULL, launch->array[k]);
        for (uint32_t k = 0; k < launch->number_count; k++)
            add_number(maker, numbers, NULL, launch->number[k]);
        add(maker, node, "arrays", arrays);
        add(maker, node, "numbers", numbers);
        add(maker, list, NULL, node);
    }
    return list;
}

static cJSON *sources_node(struct maker *maker, const struct trace *trace)
{
    cJSON *list = cJSON_CreateArray();
    for (uint32_t i = 0; i < trace->source_count; i++) {
        struct buf text;
        buf_init(&text);
        buf_add(&text, trace->sources[i].text, trace->sources[i].length);
        maker->ok = maker->ok && buf_ok(&text);
        cJSON *node = cJSON_CreateObject();
        add_text(maker, node, "name", trace->sources[i].name);
        add_text(maker, node, "text", buf_text(&text));
        add(maker, list, NULL, node);
        buf_finish(&text);
    }
    return list;
}

static cJSON *stops_node(struct maker *maker, const struct trace *trace)
{
    cJSON *list = cJSON_CreateArray();
    for (uint32_t i = 0; i < trace->stop_count; i++) {
        const struct trace_stop *stop = &trace->stops[i];
        cJSON *node = cJSON_CreateObject();
        add_text(maker, node, "kind", dump_stop_name(stop->kind));
        add_number(maker, node, "launch", stop->launch);
        add_number(maker, node, "block", stop->block);
        add_number(maker, node, "thread", stop->thread);
        add_number(maker, node, "line", stop->line);
        add_number(maker, node, "other_thread", stop->other_thread);
        add_number(maker, node, "other_line", stop->other_line);
        add_number(maker, node, "mask", stop->mask);
        add_number(maker, node, "array", stop->array);
        add_number(maker, node, "index", stop->index);
        add(maker, list, NULL, node);
    }
    return list;
}

/* ---- segments ------------------------------------------------------------ */

static void add_operand(struct maker *maker, cJSON *node, const char *name,
                        uint32_t operand)
{
    add(maker, node, name, operand == EVENT_NO_VALUE
                               ? cJSON_CreateNull()
                               : cJSON_CreateNumber(operand));
}

/* The fields that this kind fills, by their names in trace/event.h; a value
 * also as text. */
static cJSON *event_node(struct maker *maker, const struct trace *trace,
                         const struct trace_seg *seg, uint32_t ordinal)
{
    const struct event *event = &trace->events[seg->first + ordinal];
    enum event_kind kind = event_kind(event);
    cJSON *node = cJSON_CreateObject();
    char bits[24];
    add_text(maker, node, "kind", dump_kind_name(kind));
    add_number(maker, node, "flags", event->kind & ~EVENT_KIND_MASK);
    add_number(maker, node, "line", event->line);
    add_number(maker, node, "array", event->array);
    add_number(maker, node, "index", event->index);
    snprintf(bits, sizeof bits, "%016" PRIx64, event->bits);
    add_text(maker, node, "bits", bits);
    if (event_makes_value(event) || kind == EV_ST || kind == EV_PUBLISH) {
        unsigned char value[ELEM_MAX];
        trace_value(trace, seg, ordinal, value);
        add_value(maker, node, "value", &trace->run, value);
    }
    if (rules_operands(kind) > 0 || kind == EV_SHFL)
        add_operand(maker, node, "a", event->a);
    else
        add_number(maker, node, "a", event->a);
    if (rules_operands(kind) > 1)
        add_operand(maker, node, "b", event->b);
    else
        add_number(maker, node, "b", event->b);
    uint64_t at = seg->first + ordinal;
    if (trace->sequence != NULL)
        add_number(maker, node, "sequence", (double)trace->sequence[at]);
    if (trace->writer != NULL && rules_loads(kind))
        add_number(maker, node, "writer", (double)trace->writer[at]);
    if (trace->stamps != NULL) {
        snprintf(bits, sizeof bits, "%" PRIu64, trace->stamps[at].ns);
        add_text(maker, node, "ns", bits);
        snprintf(bits, sizeof bits, "%" PRIu64, trace->stamps[at].cycle);
        add_text(maker, node, "cycle", bits);
        add_number(maker, node, "sm", trace->stamps[at].sm);
    }
    return node;
}

static cJSON *seg_node(struct maker *maker, const struct trace *trace,
                       const struct trace_seg *seg)
{
    cJSON *node = cJSON_CreateObject(), *events = cJSON_CreateArray();
    add_number(maker, node, "launch", seg->launch);
    add_number(maker, node, "block", seg->block);
    add_number(maker, node, "tile", seg->tile);
    add_number(maker, node, "thread", seg->thread);
    add_number(maker, node, "first", (double)seg->first);
    add_number(maker, node, "dropped", seg->dropped);
    for (uint32_t i = 0; i < seg->count && maker->ok; i++)
        add(maker, events, NULL, event_node(maker, trace, seg, i));
    add(maker, node, "events", events);
    return node;
}

/* Prints the node behind name (which may be empty) and frees it. */
static bool print(struct maker *maker, const char *name, cJSON *node,
                  struct buf *out)
{
    char *text = maker->ok ? cJSON_PrintUnformatted(node) : NULL;
    cJSON_Delete(node);
    if (text == NULL)
        return false;
    buf_puts(out, name);
    buf_puts(out, text);
    cJSON_free(text);
    return buf_ok(out);
}

static bool print_all(const struct trace *trace, struct buf *out)
{
    struct maker maker = {true};
    bool ok =
        print(&maker, "{\"run\":", run_node(&maker, trace), out) &&
        print(&maker, ",\n\"input\":", input_node(&maker, trace), out) &&
        print(&maker, ",\n\"arrays\":", arrays_node(&maker, trace), out) &&
        print(&maker, ",\n\"launches\":", launches_node(&maker, trace), out) &&
        print(&maker, ",\n\"sources\":", sources_node(&maker, trace), out) &&
        print(&maker, ",\n\"stops\":", stops_node(&maker, trace), out);
    buf_puts(out, ",\n\"segments\":[");
    for (uint32_t i = 0; i < trace->seg_count && ok; i++)
        ok = print(&maker, i == 0 ? "\n" : ",\n",
                   seg_node(&maker, trace, &trace->segs[i]), out);
    buf_puts(out, "]}\n");
    return ok && buf_ok(out);
}

bool trace_dump_json(const struct trace *trace, struct buf *out,
                     struct err *err)
{
    return print_all(trace, out) ||
           err_set(err, ERR_FAILED, "out of memory for the JSON of the trace");
}
