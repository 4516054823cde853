/* Input text -> packed values. Errors name the value by its position. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "base/say.h"
#include "base/splitmix.h"
#include "run/input.h"
#include "run/options.h"
#include "run/run.h"

static const int default_input[8] = { 3, 1, 4, 1, 5, 9, 2, 6 };

/* Where the values go: width bytes each, room for max of them. */
struct sink {
    struct arena *arena;
    enum elem_op op;
    enum elem_type type;
    size_t width;
    unsigned char *values;
    uint32_t count, room, max;
    const char *name; /* of the input, for messages */
    unsigned char *heads; /* [room]; values with a bar before them */
    enum trace_result result;
};

int input_random_k(enum elem_op op, enum elem_type type, uint64_t draw)
{
    const uint64_t high = draw >> 32;
    switch (op) {
    case OP_ADD:
    case OP_SEGADD:
    case OP_AFFINE:
        if (type == ELEM_I8)
            return (int)(high % 3) - 1;
        return (int)(high % (type == ELEM_F16 ? 2 : 10));
    case OP_MUL:
        return high & 1 ? 3 : 1;
    case OP_AND:
    case OP_OR:
    case OP_XOR:
        return (int)(high % (type == ELEM_I8 ? 128 : 256));
    case OP_MAT2:
        return (int)(high % 3) + 1;
    case OP_CARRY:
        return (int)(high % 4);
    case OP_STRING:
        return (int)(high % 26);
    default:
        return (int)(high % 100);
    }
}

static void value_random(enum elem_op op, enum elem_type type, uint64_t draw,
                         unsigned char value[ELEM_MAX])
{
    static const double factors[3] = { 0.5, 1, 2 };
    if (op == OP_MUL && elem_is_real((int)type)) {
        memset(value, 0, ELEM_MAX);
        elem_put_real((int)type, value, factors[(draw >> 32) % 3]);
        return;
    }
    elem_from_int((int)op, (int)type, input_random_k(op, type, draw), value);
}

static void value_place(const struct sink *sink, uint32_t index,
                        unsigned char value[ELEM_MAX])
{
    memcpy(sink->values + sink->width * index, value, sink->width);
}

/* A pair made from a bare number learns its position. */
static void value_index(const struct sink *sink, uint32_t index,
                        unsigned char value[ELEM_MAX])
{
    if (sink->op == OP_ARGMAX)
        elem_put_int(ELEM_I32, value + elem_index_at((int)sink->type), index);
}

static bool sink_room(struct sink *sink, uint32_t room, struct err *err)
{
    if (room <= sink->room)
        return true;
    unsigned char *values = arena_alloc(sink->arena, room, sink->width);
    unsigned char *heads = ARENA_NEW(sink->arena, unsigned char, room);
    if (!values || !heads)
        return err_set(err, ERR_FAILED, "out of memory for %u input values", room);
    if (sink->count) {
        memcpy(values, sink->values, sink->width * sink->count);
        memcpy(heads, sink->heads, sink->count);
    }
    sink->values = values;
    sink->heads = heads;
    sink->room = room;
    return true;
}

static bool sink_add(struct sink *sink, unsigned char value[ELEM_MAX],
                     bool head, struct err *err)
{
    if (sink->count == sink->max)
        return err_set(err, ERR_USAGE, "%s has more than %u values", sink->name,
                       sink->max);
    if (sink->count == sink->room
        && !sink_room(sink, sink->room ? 2 * sink->room : 64, err))
        return false;
    sink->heads[sink->count] = head;
    value_place(sink, sink->count++, value);
    return true;
}

/* ---- lists ---------------------------------------------------------------- */

static bool bare_number(const char *text, enum elem_op op)
{
    return op > OP_XOR
        && (isdigit((unsigned char)*text) || *text == '-' || *text == '+');
}

static bool value_parse(const struct sink *sink, const char **text,
                        unsigned char value[ELEM_MAX], struct err *err)
{
    unsigned char number[ELEM_MAX];
    if (!bare_number(*text, sink->op))
        return elem_parse(text, sink->op, sink->type, value, err);
    if (!elem_parse(text, OP_ADD, ELEM_I32, number, err))
        return false;
    elem_from_int((int)sink->op, (int)sink->type,
                  elem_to_int(OP_ADD, ELEM_I32, number), value);
    if (sink->op == OP_SEGADD)
        value[0] = 0; /* bars begin segments */
    value_index(sink, sink->count, value);
    return true;
}

static const char *skip_space(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* Moves behind a bar, if there is one. */
static bool bar_take(const struct sink *sink, const char **at, bool *bar,
                     struct err *err)
{
    *bar = **at == '|';
    if (!*bar)
        return true;
    *at = skip_space(*at + 1);
    return sink->op == OP_SEGADD || sink->result == RESULT_SEGMENTS
        || err_set(err, ERR_USAGE, "%s: value %u: a bar begins a segment; allowed "
                   "with --op segadd or --algo segmented-flags", sink->name,
                   sink->count + 1);
}

/* Values with white space, one comma or a bar between them. */
static bool list_parse(struct sink *sink, const char *text, struct err *err)
{
    bool bar;
    unsigned char value[ELEM_MAX];
    const char *at = skip_space(text);
    while (*at) {
        struct err inner = { 0 };
        if (!bar_take(sink, &at, &bar, err))
            return false;
        const char *start = at;
        if (!value_parse(sink, &at, value, &inner))
            return err_set(err, ERR_USAGE, "%s: value %u: %s", sink->name,
                           sink->count + 1, inner.said[0] ? inner.said : inner.what);
        if (*at && *at != ',' && *at != '|' && !isspace((unsigned char)*at))
            return err_set(err, ERR_USAGE, "%s: value %u: \"%.24s\" is not one "
                           "value; separate values by spaces or commas",
                           sink->name, sink->count + 1, start);
        if (bar && sink->op == OP_SEGADD)
            value[0] = 1;
        if (!sink_add(sink, value, bar, err))
            return false;
        at = skip_space(at);
        if (*at != ',')
            continue;
        at = skip_space(at + 1);
        if (*at == 0 || *at == ',')
            return err_set(err, ERR_USAGE, "%s: value %u is missing after a comma",
                           sink->name, sink->count + 1);
    }
    return sink->count > 0
        || err_set(err, ERR_USAGE, "%s holds no values; give some, as in \"3 1 4\"",
                   sink->name);
}

static bool file_parse(struct sink *sink, const char *path, struct err *err)
{
    unsigned char *bytes = NULL;
    size_t length = 0;
    if (*path == 0)
        return err_set(err, ERR_USAGE, "--input @: the name of a file is missing");
    if (!input_file(path, &bytes, &length, err))
        return false;
    const unsigned char *zero = memchr(bytes, 0, length);
    const bool ok = zero
        ? err_set(err, ERR_USAGE, "%s: byte %zu is not text", sink->name,
                  (size_t)(zero - bytes) + 1)
        : list_parse(sink, (const char *)bytes, err);
    free(bytes);
    return ok;
}

/* Two numbers to add, of at least n bits. */
static bool sum_parse(struct sink *sink, const char *text, uint32_t n,
                      struct err *err)
{
    if (!input_sum(text, sink->arena, n, sink->max, &sink->values, &sink->count, err))
        return false;
    sink->room = sink->count;
    sink->heads = ARENA_NEW(sink->arena, unsigned char, sink->room);
    return sink->heads || err_set(err, ERR_FAILED, "out of memory for the input");
}

/* ---- made values ---------------------------------------------------------- */

/* Of a sparse input: every second group of 32 is empty, and of the others all
 * but every fifth element. */
static bool hole(uint32_t i)
{
    return i / 32 % 2 == 1 || i % 5 != 0;
}

/* The list again and again, up to n. */
static bool sink_repeat(struct sink *sink, uint32_t n, struct err *err)
{
    const uint32_t once = sink->count;
    if (!sink_room(sink, n, err))
        return false;
    for (uint32_t i = once; i < n; i++) {
        memcpy(sink->values + sink->width * i,
               sink->values + sink->width * (i % once), sink->width);
        sink->heads[i] = sink->heads[i % once];
    }
    sink->count = n;
    return true;
}

static bool default_list(struct sink *sink, const char *text, uint32_t n,
                         struct err *err)
{
    if (sink->result == RESULT_SUM
        ? !sum_parse(sink, text, 0, err) : !list_parse(sink, text, err))
        return false;
    return n == 0 || sink_repeat(sink, n, err);
}

static bool default_make(struct sink *sink, uint32_t n, int fill,
                         struct err *err)
{
    unsigned char value[ELEM_MAX];
    if (!sink_room(sink, n, err))
        return false;
    for (sink->count = 0; sink->count < n; sink->count++) {
        elem_from_int((int)sink->op, (int)sink->type,
                      fill ? fill
                      : sink->result == RESULT_SPARSE && hole(sink->count) ? 0
                      : default_input[sink->count % 8], value);
        value_index(sink, sink->count, value);
        value_place(sink, sink->count, value);
    }
    return true;
}

static bool random_make(struct sink *sink, const char *seed, uint32_t n,
                        struct err *err)
{
    unsigned char value[ELEM_MAX];
    uint64_t state;
    bool empty = false; /* this group of a sparse input */
    if (!options_number("--input random:SEED, SEED", seed, 0, UINT64_MAX, &state, err)
        || !sink_room(sink, n, err))
        return false;
    for (sink->count = 0; sink->count < n; sink->count++) {
        const uint64_t draw = splitmix64(&state);
        value_random(sink->op, sink->type, draw, value);
        sink->heads[sink->count] = (draw & 3) == 0;
        if (sink->result == RESULT_SUM && value[0])
            value[1] = 0;
        if (sink->count % 32 == 0)
            empty = draw >> 8 & 1;
        if (sink->result == RESULT_SPARSE && (empty || (draw & 3)))
            memset(value, 0, sizeof value);
        value_index(sink, sink->count, value);
        value_place(sink, sink->count, value);
    }
    return true;
}

/* ---- the whole ------------------------------------------------------------ */

static bool count_check(const struct sink *sink, struct run_spec *spec,
                        struct err *err)
{
    if (spec->n == 0)
        spec->n = sink->count;
    return spec->n == sink->count
        || err_set(err, ERR_USAGE, "n is %u but %s has %u value%s; leave --n away "
                   "or let both agree", spec->n, sink->name, sink->count,
                   sink->count == 1 ? "" : "s");
}

/* The list that stands for no input at all; NULL: there is none. */
static const char *default_text(const struct run_spec *spec)
{
    if (spec->algo->input || spec->algo->fill)
        return spec->algo->input;
    return spec->op == OP_SEGADD ? "|1 2 3|4 5|6" : NULL;
}

/* Appends the head flags to the values, where the run has any. */
static bool heads_append(const struct sink *sink, unsigned char **values,
                         struct err *err)
{
    const size_t bytes = sink->width * sink->count;
    *values = sink->values;
    if (sink->result != RESULT_SEGMENTS)
        return true;
    unsigned char *all = arena_alloc(sink->arena, bytes + sink->count, 1);
    if (!all)
        return err_set(err, ERR_FAILED, "out of memory for the head flags");
    memcpy(all, sink->values, bytes);
    memcpy(all + bytes, sink->heads, sink->count);
    *values = all;
    return true;
}

bool run_input(struct run_spec *spec, struct arena *arena,
               unsigned char **values, char text[64], struct err *err)
{
    const char *input = spec->input;
    const bool random = input && strncmp(input, "random:", 7) == 0;
    const uint32_t usual = spec->algo->usual_n ? spec->algo->usual_n : INPUT_DEFAULT_N;
    const uint32_t n = spec->n ? spec->n : usual;
    const char *list = default_text(spec);
    char listed[16];
    struct sink sink = { .arena = arena, .op = spec->op, .type = spec->type,
                         .width = elem_width(spec->op, spec->type),
                         .max = spec->algo->max_n ? spec->algo->max_n : RUN_MAX_N,
                         .name = input && *input == '@' ? input + 1
                                 : say_msgid(listed, sizeof listed, N_("the list")),
                         .result = spec->algo->result };
    bool ok;
    if (!input || random) {
        ok = random ? random_make(&sink, input + 7, n, err)
                    : list ? default_list(&sink, list, spec->n, err)
                    : default_make(&sink, n, spec->algo->fill, err);
        snprintf(text, 64, "%.63s", random ? input : "default");
    } else {
        ok = *input == '@' ? file_parse(&sink, input + 1, err)
                           : sink.result == RESULT_SUM && input_is_sum(input)
                           ? sum_parse(&sink, input, spec->n, err)
                           : list_parse(&sink, input, err);
        snprintf(text, 64, "%s", *input == '@' ? "@file" : "list");
    }
    return ok && count_check(&sink, spec, err) && heads_append(&sink, values, err);
}
