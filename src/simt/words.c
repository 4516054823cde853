/* The words that one thread says alone: values, memory, notes.
 *
 * Each records its event and then does what it says, without a switch in
 * between; a switch may come before a memory event only. An index out of range
 * is recorded as the kernel gave it: the load gives zero bytes, the store is
 * not done, the run goes on. */
#include "simt/words.h"

#include <string.h>

_Thread_local const struct simt_place *simt_here;

struct simt_thread *words_self(int line)
{
    /* The place is the first member of the running thread. */
    struct simt_thread *self = (struct simt_thread *)(uintptr_t)simt_here;
    self->line = (uint32_t)line;
    return self;
}

static void words_endless(struct simt_thread *self)
{
    const struct trace_stop stop = world_stop_at(self, STOP_EVENT_LIMIT);
    world_stop(thread_world(self), &stop);
}

uint32_t words_record(struct simt_thread *self, const struct event *event,
                      uint64_t writer)
{
    return self->seg ? record_load(self->seg, event, writer) : self->left_out++;
}

/* The handle of the store that this thread just recorded. */
static uint64_t words_last(const struct simt_thread *self)
{
    return self->seg ? record_last(self->seg) : 0;
}

uint32_t words_emit(struct simt_thread *self, struct event event)
{
    event.line = (uint16_t)self->line;
    const uint32_t ordinal = words_record(self, &event, 0);
    if (ordinal >= thread_world(self)->event_stop)
        words_endless(self);
    return ordinal;
}

static uint32_t words_emit_load(struct simt_thread *self, struct event event,
                                const struct simt_cell *cell)
{
    event.line = (uint16_t)self->line;
    const uint32_t ordinal = words_record(self, &event, cell ? cell->writer : 0);
    if (ordinal >= thread_world(self)->event_stop)
        words_endless(self);
    return ordinal;
}

uint64_t words_bits(const unsigned char *bytes)
{
    uint64_t bits;
    memcpy(&bits, bytes, sizeof bits);
    return bits;
}

void words_emit_high(struct simt_thread *self, const unsigned char bytes[ELEM_MAX])
{
    if (thread_world(self)->width > 8)
        words_emit(self, (struct event){ .kind = EV_HIGH, .bits = words_bits(bytes + 8) });
}

val words_made(struct simt_thread *self, struct event event,
               const unsigned char bytes[ELEM_MAX])
{
    val made;
    memcpy(made.bytes, bytes, ELEM_MAX);
    event.bits = words_bits(bytes);
    made.id = words_emit(self, event);
    words_emit_high(self, bytes);
    return made;
}

/* ---- values --------------------------------------------------------------- */

val simt_op(int line, val left, val right)
{
    struct simt_thread *self = words_self(line);
    const struct simt_world *world = thread_world(self);
    unsigned char out[ELEM_MAX];
    elem_apply((int)world->op, (int)world->type, left.bytes, right.bytes, out);
    return words_made(self, (struct event){ .kind = EV_OP, .a = left.id,
                                            .b = right.id }, out);
}

val simt_identity(int line)
{
    struct simt_thread *self = words_self(line);
    const struct simt_world *world = thread_world(self);
    unsigned char out[ELEM_MAX];
    elem_identity((int)world->op, (int)world->type, out);
    return words_made(self, (struct event){ .kind = EV_IDENT }, out);
}

val simt_to_val(int line, int k)
{
    struct simt_thread *self = words_self(line);
    const struct simt_world *world = thread_world(self);
    unsigned char out[ELEM_MAX];
    elem_from_int((int)world->op, (int)world->type, k, out);
    return words_made(self, (struct event){ .kind = EV_CONST, .index = k }, out);
}

int simt_to_int(int line, val v)
{
    struct simt_thread *self = words_self(line);
    const struct simt_world *world = thread_world(self);
    const int k = elem_to_int((int)world->op, (int)world->type, v.bytes);
    words_emit(self, (struct event){ .kind = EV_TOINT, .index = k, .a = v.id });
    return k;
}

/* ---- memory --------------------------------------------------------------- */

static struct simt_cell *words_cell(const struct simt_array *array, int index)
{
    const bool inside = index >= 0 && (uint32_t)index < array->count;
    return inside ? &array->cells[index] : NULL;
}

/* Before a memory event. Ordered accesses let others go first. */
static void words_turn(struct simt_thread *self, const struct simt_array *array,
                       int index, bool yields)
{
    self->spin_array = array->id;
    self->spin_index = index;
    if (yields)
        schedule_yield(self);
    else if (--self->budget == 0)
        schedule_memory(self);
}

/* Writes the cell; whoever waits for a change is told of one. */
static void words_write(struct simt_thread *self, struct simt_cell *cell,
                        const void *bytes, size_t size, uint32_t state)
{
    const bool same = cell->state == state && memcmp(cell->bytes, bytes, size) == 0;
    memcpy(cell->bytes, bytes, size);
    cell->state = state;
    if (!same)
        schedule_changed(thread_world(self));
}

val simt_load(int line, const struct simt_array *array, int index, int order)
{
    static const unsigned char zero[ELEM_MAX];
    struct simt_thread *self = words_self(line);
    words_turn(self, array, index, order != SIMT_PLAIN);
    const struct simt_cell *cell = words_cell(array, index);
    val v;
    memcpy(v.bytes, cell ? cell->bytes : zero, ELEM_MAX);
    v.id = words_emit_load(self, (struct event){
        .kind = (uint8_t)(EV_LD | order), .array = array->id, .index = index,
        .bits = words_bits(v.bytes) }, cell);
    words_emit_high(self, v.bytes);
    return v;
}

void simt_store(int line, const struct simt_array *array, int index, val v,
                int order)
{
    struct simt_thread *self = words_self(line);
    words_turn(self, array, index, false);
    struct simt_cell *cell = words_cell(array, index);
    words_emit(self, (struct event){
        .kind = (uint8_t)(EV_ST | order), .array = array->id, .index = index,
        .bits = words_bits(v.bytes), .a = v.id });
    if (cell) {
        cell->writer = words_last(self);
        words_write(self, cell, v.bytes, ELEM_MAX, cell->state);
    }
    words_emit_high(self, v.bytes);
}

int simt_load_int(int line, const struct simt_array *array, int index)
{
    struct simt_thread *self = words_self(line);
    words_turn(self, array, index, false);
    const struct simt_cell *cell = words_cell(array, index);
    uint32_t word = 0;
    if (cell)
        memcpy(&word, cell->bytes, sizeof word);
    words_emit_load(self, (struct event){ .kind = EV_LDW, .array = array->id,
                                          .index = index, .bits = word }, cell);
    return (int)word;
}

void simt_store_int(int line, const struct simt_array *array, int index, int k)
{
    struct simt_thread *self = words_self(line);
    const uint32_t word = (uint32_t)k;
    words_turn(self, array, index, false);
    struct simt_cell *cell = words_cell(array, index);
    words_emit(self, (struct event){ .kind = EV_STW, .array = array->id,
                                     .index = index, .bits = word });
    if (cell) {
        cell->writer = words_last(self);
        words_write(self, cell, &word, sizeof word, cell->state);
    }
}

int simt_add_int(int line, const struct simt_array *array, int index, int k)
{
    struct simt_thread *self = words_self(line);
    words_turn(self, array, index, true);
    struct simt_cell *cell = words_cell(array, index);
    uint32_t old = 0;
    if (cell)
        memcpy(&old, cell->bytes, sizeof old);
    words_emit_load(self, (struct event){ .kind = EV_ATOMIC, .array = array->id,
                                          .index = index, .bits = old,
                                          .a = (uint32_t)k }, cell);
    if (cell) {
        const uint32_t sum = old + (uint32_t)k;
        cell->writer = words_last(self);
        words_write(self, cell, &sum, sizeof sum, cell->state);
    }
    return (int)old;
}

/* ---- status words --------------------------------------------------------- */

void simt_publish(int line, const struct simt_array *array, int index,
                  int kind, val v)
{
    struct simt_thread *self = words_self(line);
    words_turn(self, array, index, false);
    struct simt_cell *cell = words_cell(array, index);
    words_emit(self, (struct event){
        .kind = EV_PUBLISH | EVENT_RELEASE, .array = array->id, .index = index,
        .bits = words_bits(v.bytes), .a = v.id, .b = (uint32_t)kind });
    if (cell) {
        cell->writer = words_last(self);
        words_write(self, cell, v.bytes, ELEM_MAX, (uint32_t)kind);
    }
    words_emit_high(self, v.bytes);
}

int simt_poll(int line, const struct simt_array *array, int index, val *v)
{
    struct simt_thread *self = words_self(line);
    words_turn(self, array, index, false);
    const struct simt_cell *cell = words_cell(array, index);
    uint32_t failed = 0;
    for (; cell && cell->state == INVALID; failed++)
        schedule_poll(self);
    const uint32_t state = cell ? cell->state : INVALID;
    *v = (val){ 0 };
    if (cell)
        memcpy(v->bytes, cell->bytes, ELEM_MAX);
    v->id = words_emit_load(self, (struct event){
        .kind = EV_POLL | EVENT_ACQUIRE, .array = array->id, .index = index,
        .bits = words_bits(v->bytes), .a = state, .b = failed }, cell);
    words_emit_high(self, v->bytes);
    return (int)state;
}

/* ---- notes and declarations ----------------------------------------------- */

void simt_fence(int line, int device)
{
    words_emit(words_self(line), (struct event){ .kind = EV_FENCE,
                                                 .array = (uint8_t)device });
}

void simt_tile(int line, int tile)
{
    struct simt_thread *self = words_self(line);
    words_emit(self, (struct event){ .kind = EV_TILE, .index = tile });
    if (self->seg)
        record_tile(self->seg, (uint32_t)tile);
    else
        self->block->tile = (uint32_t)tile;
}

void simt_phase(int line, enum event_phase phase, int number)
{
    struct simt_thread *self = words_self(line);
    words_emit(self, (struct event){ .kind = EV_PHASE, .array = (uint8_t)phase,
                                     .index = number });
    schedule_phase(self, phase, number);
}

/* The plan lists a launch's shared arrays in the order the kernel declares
 * them; where the two disagree neither can be believed. */
const struct simt_array *simt_shared(int line, const char *name,
                                     unsigned count, enum trace_word word)
{
    struct simt_thread *self = words_self(line);
    struct simt_world *world = thread_world(self);
    const uint32_t at = self->declared++;
    struct trace_stop stop = world_stop_at(self, STOP_ARRAY_MISMATCH);
    if (at >= world->shared_count) {
        world_stop(world, &stop);
    } else {
        const struct simt_array *array = &self->block->shared[at];
        const struct trace_array *plan = &world->trace->arrays[array->id];
        stop.array = array->id;
        stop.index = (int32_t)count;
        if (strcmp(plan->name, name) != 0 || plan->count != count || plan->word != word)
            world_stop(world, &stop);
        return array;
    }
    return NULL;
}
