/* What a trace file must satisfy beyond its sums: every number of a kind that
 * exists, every index in range, every operand an earlier value, no value made
 * of itself. What a run may really contain passes: an element index out of
 * range, a tile number of any size, a lane that is none. */
#include "trace/file_format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/elem_info.h"
#include "trace/rules.h"

static bool wrong(struct err *err, const char *what)
{
    return err_set(err, ERR_USAGE, "%s", what);
}

static bool wrong_at(struct err *err, const struct trace_seg *seg,
                     uint32_t ordinal, const char *what)
{
    return err_set(err, ERR_USAGE, "event %" PRIu32 " of launch %" PRIu32
                   ", block %" PRIu32 ", thread %" PRIu32 ": %s", ordinal,
                   seg->launch, seg->block, seg->thread, what);
}

/* ---- head ---------------------------------------------------------------- */

static uint64_t volume(const struct trace_dim *dim)
{
    uint64_t area = (uint64_t)dim->x * dim->y;
    return dim->z != 0 && area > UINT64_MAX / dim->z ? UINT64_MAX
                                                     : area * dim->z;
}

static bool check_run(const struct trace_run *run, struct err *err)
{
    if (run->op >= ELEM_OPS || run->type >= ELEM_TYPES ||
        !elem_pair_check((enum elem_op)run->op, (enum elem_type)run->type,
                         NULL))
        return wrong(err, "its operator and type do not go together");
    if (run->n == 0 || run->inclusive > 1 || run->device > DEVICE_CUDA ||
        run->result >= TRACE_RESULTS ||
        run->block > FILE_MAX_THREADS)
        return wrong(err, "a number of its run is out of range");
    return true;
}

/* Readers keep a record an element: no array may be out of all proportion to
 * the input, whose values are in the file. */
static bool check_array(const struct trace *trace,
                        const struct trace_array *array, struct err *err)
{
    uint64_t most = ((uint64_t)trace->run.n + 4096) * 64;
    uint64_t end = array->offset + (uint64_t)array->count * array->width;
    bool shared = array->space == SPACE_SHARED;
    if (array->space > SPACE_SHARED || array->word > WORD_STATUS ||
        array->init > INIT_HEADS || array->role > ROLE_COUNTER ||
        array->name[0] == '\0')
        return wrong(err, "an array is of an unknown kind");
    if (array->width == 0 || array->width > FILE_MAX_WIDTH ||
        array->count > most || (shared && end > FILE_MAX_SHARED))
        return wrong(err, "an array's size is out of range");
    if (shared ? array->launch < 0 ||
                     (uint32_t)array->launch >= trace->launch_count
               : array->launch != -1)
        return wrong(err, "an array belongs to a launch that is none");
    return true;
}

static bool check_launch(const struct trace *trace,
                         const struct trace_launch *launch, struct err *err)
{
    uint64_t blocks = volume(&launch->grid), threads = volume(&launch->block);
    if (launch->kernel[0] == '\0' || launch->source >= trace->source_count)
        return wrong(err, "a launch has no kernel or source");
    if (blocks == 0 || blocks > INT32_MAX || threads == 0 ||
        threads > FILE_MAX_THREADS || launch->shared_bytes > FILE_MAX_SHARED)
        return wrong(err, "the size of a launch is out of range");
    for (uint32_t i = 0; i < launch->array_count; i++)
        if (launch->array[i] >= trace->array_count ||
            trace->arrays[launch->array[i]].space != SPACE_GLOBAL)
            return wrong(err, "a launch names an array that is none");
    return true;
}

/* Whether there is such a thread. */
static bool thread_exists(const struct trace *trace, uint32_t launch,
                          uint32_t block, uint32_t thread)
{
    return launch < trace->launch_count &&
           block < volume(&trace->launches[launch].grid) &&
           thread < volume(&trace->launches[launch].block);
}

static bool check_stop(const struct trace *trace,
                       const struct trace_stop *stop, struct err *err)
{
    if (stop->kind == 0 || stop->kind >= TRACE_STOP_KINDS ||
        !thread_exists(trace, stop->launch, stop->block, stop->thread))
        return wrong(err, "a stop is of an unknown kind or thread");
    if (stop->array < -1 || stop->array >= (int64_t)trace->array_count)
        return wrong(err, "a stop names an array that is none");
    return true;
}

bool file_check_head(const struct trace *trace, struct err *err)
{
    if (!check_run(&trace->run, err))
        return false;
    for (uint32_t i = 0; i < trace->array_count; i++)
        if (!check_array(trace, &trace->arrays[i], err))
            return false;
    for (uint32_t i = 0; i < trace->launch_count; i++)
        if (!check_launch(trace, &trace->launches[i], err))
            return false;
    for (uint32_t i = 0; i < trace->stop_count; i++)
        if (!check_stop(trace, &trace->stops[i], err))
            return false;
    return true;
}

/* ---- segments ------------------------------------------------------------ */

bool file_check_segs(const struct trace *trace, struct err *err)
{
    uint64_t first = 0;
    for (uint32_t i = 0; i < trace->seg_count; i++) {
        const struct trace_seg *seg = &trace->segs[i];
        if (!thread_exists(trace, seg->launch, seg->block, seg->thread))
            return wrong(err, "a segment belongs to a thread that is none");
        if (i > 0 && rules_seg_compare(seg - 1, seg) >= 0)
            return wrong(err, "its segments are not in order");
        if (seg->first != first || seg->count == EVENT_NO_VALUE)
            return wrong(err, "its segments and events do not fit together");
        first += seg->count;
    }
    return first == trace->event_count ||
           wrong(err, "its segments and events do not fit together");
}

/* ---- events one by one --------------------------------------------------- */

static bool kind_known(enum event_kind kind)
{
    return (kind >= EV_LD && kind <= EV_LDW) ||
           (kind >= EV_ST && kind <= EV_EXIT);
}

static bool check_field(const struct trace *trace, const struct trace_seg *seg,
                        const struct event *event)
{
    enum event_kind kind = event_kind(event);
    if (rules_loads(kind) || rules_stores(kind)) {
        if (event->array >= trace->array_count)
            return false;
        int32_t launch = trace->arrays[event->array].launch;
        return launch == -1 || (uint32_t)launch == seg->launch;
    }
    switch (kind) {
    case EV_SHFL:
    case EV_MEET:
        return event->array <= MEET_BALLOT;
    case EV_FENCE:
        return event->array <= 1;
    case EV_PHASE:
        return event->array < EVENT_PHASES;
    default:
        return true;
    }
}

/* An EV_HIGH stands behind the value it belongs to and nowhere else. */
static bool check_high(const struct trace *trace, const struct trace_seg *seg,
                       uint32_t ordinal)
{
    if (ordinal == 0)
        return false;
    const struct event *owner = &trace->events[seg->first + ordinal - 1];
    enum event_kind kind = event_kind(owner);
    return event_makes_value(owner) || kind == EV_ST || kind == EV_PUBLISH;
}

static bool check_event(const struct trace *trace, const struct trace_seg *seg,
                        uint32_t ordinal, struct err *err)
{
    const struct event *event = &trace->events[seg->first + ordinal];
    enum event_kind kind = event_kind(event);
    int operands = rules_operands(kind);
    if (!kind_known(kind) || !check_field(trace, seg, event))
        return wrong_at(err, seg, ordinal, "it is of an unknown kind");
    if (kind == EV_HIGH && !check_high(trace, seg, ordinal))
        return wrong_at(err, seg, ordinal, "half a value without the other");
    if ((operands > 0 && !rules_operand_ok(trace, seg, ordinal, event->a)) ||
        (operands > 1 && !rules_operand_ok(trace, seg, ordinal, event->b)))
        return wrong_at(err, seg, ordinal, "its operand is no earlier value");
    return true;
}

static bool check_writer(const struct trace *trace,
                         const struct trace_seg *seg, uint32_t ordinal,
                         struct err *err)
{
    uint64_t at = seg->first + ordinal, writer = trace->writer[at];
    if (writer == 0)
        return true;
    if (!rules_loads(event_kind(&trace->events[at])) ||
        writer > trace->event_count ||
        !rules_stores(event_kind(&trace->events[writer - 1])) ||
        trace->sequence[writer - 1] >= trace->sequence[at])
        return wrong_at(err, seg, ordinal, "what it read was no earlier store");
    return true;
}

/* Order is a permutation that ascends in each segment. */
static bool check_sequence(const struct trace *trace, struct err *err)
{
    size_t bytes = (size_t)(trace->event_count / 8 + 1);
    unsigned char *seen = calloc(1, bytes);
    if (seen == NULL)
        return err_set(err, ERR_FAILED, "out of memory");
    bool ok = true;
    for (uint32_t s = 0; s < trace->seg_count && ok; s++) {
        const uint64_t *order = trace->sequence + trace->segs[s].first;
        for (uint32_t i = 0; i < trace->segs[s].count && ok; i++) {
            ok = order[i] < trace->event_count &&
                 (i == 0 || order[i - 1] < order[i]) &&
                 (seen[order[i] / 8] >> order[i] % 8 & 1) == 0;
            if (ok)
                seen[order[i] / 8] |= (unsigned char)(1 << order[i] % 8);
        }
    }
    free(seen);
    return ok || wrong(err, "its order of execution is none");
}

/* ---- events across the lanes of a warp ----------------------------------- */

/* A segment by the thread that made it: the lanes of a warp lie together. */
struct place { uint32_t launch, block, thread, seg; };

static int place_compare(const void *a, const void *b)
{
    const struct place *left = a, *right = b;
    if (left->launch != right->launch)
        return left->launch < right->launch ? -1 : 1;
    if (left->block != right->block)
        return left->block < right->block ? -1 : 1;
    return (left->thread > right->thread) - (left->thread < right->thread);
}

struct warp {
    const struct trace_seg *lane[32]; /* NULL: never started */
    uint32_t cursor[32];
};

/* Plays lane on until it ends or waits for a value that another lane has not
 * made yet; true when it moved. */
static bool lane_advance(const struct trace *trace, struct warp *warp, int lane)
{
    const struct trace_seg *seg = warp->lane[lane];
    uint32_t from = warp->cursor[lane];
    while (warp->cursor[lane] < seg->count) {
        const struct event *event =
            &trace->events[seg->first + warp->cursor[lane]];
        if (event_kind(event) == EV_SHFL && event->a != EVENT_NO_VALUE &&
            warp->cursor[event->index] <= event->a)
            break;
        warp->cursor[lane]++;
    }
    return warp->cursor[lane] > from;
}

/* Whether the lanes can be played to their ends: no shuffle waits for a value
 * that is made of it. */
static bool warp_plays(const struct trace *trace, struct warp *warp)
{
    bool moved = true, done = false;
    while (moved && !done) {
        moved = false;
        done = true;
        for (int lane = 0; lane < 32; lane++) {
            if (warp->lane[lane] == NULL)
                continue;
            moved = lane_advance(trace, warp, lane) || moved;
            done = done && warp->cursor[lane] == warp->lane[lane]->count;
        }
    }
    return done;
}

static bool check_warp(const struct trace *trace, struct warp *warp,
                       struct err *err)
{
    bool shuffles = false;
    for (int lane = 0; lane < 32; lane++) {
        const struct trace_seg *seg = warp->lane[lane];
        for (uint32_t i = 0; seg != NULL && i < seg->count; i++) {
            const struct event *event = &trace->events[seg->first + i];
            if (event_kind(event) != EV_SHFL || event->a == EVENT_NO_VALUE)
                continue;
            shuffles = true;
            bool in = event->index >= 0 && event->index < 32;
            if (!in || !rules_shuffle_ok(trace, seg, i,
                                         warp->lane[event->index], event->a))
                return wrong_at(err, seg, i, "it received no value of a lane");
        }
    }
    if (shuffles && trace->sequence == NULL && !warp_plays(trace, warp))
        return wrong(err, "its shuffles wait for each other in a circle");
    return true;
}

static bool check_warps(const struct trace *trace, const struct place *places,
                        struct err *err)
{
    uint32_t count = trace->seg_count;
    for (uint32_t i = 0, next; i < count; i = next) {
        struct warp warp = {0};
        const struct place *head = &places[i];
        for (next = i; next < count; next++) {
            const struct place *place = &places[next];
            if (place->launch != head->launch ||
                place->block != head->block ||
                place->thread / 32 != head->thread / 32)
                break;
            if (warp.lane[place->thread % 32] != NULL)
                return wrong(err, "a thread has two segments");
            warp.lane[place->thread % 32] = &trace->segs[place->seg];
        }
        if (!check_warp(trace, &warp, err))
            return false;
    }
    return true;
}

static bool check_shuffles(const struct trace *trace, struct err *err)
{
    struct place *places = calloc((size_t)trace->seg_count + 1,
                                  sizeof *places);
    if (places == NULL)
        return err_set(err, ERR_FAILED, "out of memory");
    for (uint32_t i = 0; i < trace->seg_count; i++) {
        const struct trace_seg *seg = &trace->segs[i];
        places[i] = (struct place){seg->launch, seg->block, seg->thread, i};
    }
    qsort(places, trace->seg_count, sizeof *places, place_compare);
    bool ok = check_warps(trace, places, err);
    free(places);
    return ok;
}

bool file_check_events(const struct trace *trace, struct err *err)
{
    if (trace->sequence != NULL && !check_sequence(trace, err))
        return false;
    if (trace->writer != NULL && trace->sequence == NULL)
        return wrong(err, "it has writers without an order of execution");
    for (uint32_t s = 0; s < trace->seg_count; s++) {
        const struct trace_seg *seg = &trace->segs[s];
        for (uint32_t i = 0; i < seg->count; i++)
            if (!check_event(trace, seg, i, err) ||
                (trace->writer != NULL && !check_writer(trace, seg, i, err)))
                return false;
    }
    return check_shuffles(trace, err);
}
