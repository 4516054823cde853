/* The recorder: where events go while a kernel runs.
 *
 * A segment is a list of chunks, each half as long as all before it, so that a
 * third of the room stays empty at most; chunks are cut from large slabs, so that
 * appending is a copy and now and then a few pointer moves. record_finish sorts
 * the segments, copies their chunks into the trace's one array and gives each
 * slab back as soon as its last chunk is copied. A handle of an event is (segment
 * number + 1, ordinal); only then is it turned into an index of the sorted
 * array. */
#include "trace/record.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/rules.h"

enum { LIMIT_DEFAULT = 1 << 22, CHUNK_FIRST = 16, CHUNK_LAST = 1024,
       SLAB_BYTES = 1 << 18 };

struct slab {
    size_t used;
    uint32_t chunks;  /* not yet released */
    bool open;        /* chunks are still cut from it */
    uint64_t *alive;  /* the recorder's count of slabs */
    uint64_t bytes[]; /* 8-byte units: all that chunks hold is aligned so */
};

/* Events, then sequence numbers and writer handles where they are recorded. */
struct chunk {
    struct chunk *next;
    struct slab *slab;
    struct event *events;
    uint64_t *sequence, *writer;
    uint32_t count, room;
};

struct record_seg {
    struct recorder *recorder;
    struct chunk *first, *last;
    uint32_t number;          /* in order of opening */
    uint32_t launch, block, tile, thread;
    uint32_t next;            /* ordinal of the next event, kept or not */
    uint32_t kept, dropped;
    uint32_t limit;
    uint32_t named;           /* ordinal record_last speaks of */
};

struct recorder {
    uint32_t limit;
    bool sequence, writer;
    uint64_t events;          /* kept, over all segments */
    struct arena arena;       /* the segments */
    struct record_seg **segs;
    uint32_t seg_count, seg_room;
    struct trace_stop *stops;
    uint32_t stop_count;
    struct slab *slab;        /* the open one */
    uint64_t slabs, slabs_most; /* alive; allowed */
};

/* Events may take a fifth of the machine's memory: a trace is copied once when
 * it is finished, and analysis needs about as much again. What does not fit is
 * dropped and counted, as in a full segment. */
static uint64_t slabs_allowed(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0)
        return UINT64_MAX;
    return (uint64_t)pages * (uint64_t)page / 5 / SLAB_BYTES + 1;
}

struct recorder *record_create(uint32_t limit, bool sequence, bool writer)
{
    struct recorder *recorder = calloc(1, sizeof *recorder);
    if (recorder == NULL)
        return NULL;
    recorder->limit = limit == 0 ? LIMIT_DEFAULT : limit;
    recorder->sequence = sequence || writer;
    recorder->writer = writer;
    recorder->slabs_most = slabs_allowed();
    arena_init(&recorder->arena, 0);
    return recorder;
}

/* ---- slabs and chunks ---------------------------------------------------- */

static void slab_release(struct slab *slab)
{
    if (slab == NULL || slab->open || slab->chunks > 0)
        return;
    --*slab->alive;
    free(slab);
}

static void slab_close(struct recorder *recorder)
{
    if (recorder->slab != NULL)
        recorder->slab->open = false;
    slab_release(recorder->slab);
    recorder->slab = NULL;
}

static void chunk_release(struct chunk *chunk)
{
    struct slab *slab = chunk->slab;
    slab->chunks--;
    slab_release(slab);
}

/* The open slab with at least size bytes left, or NULL out of memory. */
static struct slab *slab_with(struct recorder *recorder, size_t size)
{
    if (recorder->slab != NULL && SLAB_BYTES - recorder->slab->used >= size)
        return recorder->slab;
    if (recorder->slabs >= recorder->slabs_most)
        return NULL;
    struct slab *slab = malloc(sizeof *slab + SLAB_BYTES);
    if (slab == NULL)
        return NULL;
    slab_close(recorder);
    slab->alive = &recorder->slabs;
    recorder->slabs++;
    slab->used = 0;
    slab->chunks = 0;
    slab->open = true;
    recorder->slab = slab;
    return slab;
}

static struct chunk *chunk_create(struct recorder *recorder, uint32_t room)
{
    size_t each = sizeof(struct event) +
                  (recorder->sequence ? sizeof(uint64_t) : 0) +
                  (recorder->writer ? sizeof(uint64_t) : 0);
    size_t size = sizeof(struct chunk) + room * each;
    assert(size <= SLAB_BYTES && sizeof(struct chunk) % 8 == 0);
    struct slab *slab = slab_with(recorder, size);
    if (slab == NULL)
        return NULL;
    struct chunk *chunk = (struct chunk *)(slab->bytes + slab->used / 8);
    slab->used += size;
    slab->chunks++;
    struct event *events = (struct event *)(chunk + 1);
    uint64_t *more = (uint64_t *)(events + room);
    *chunk = (struct chunk){.slab = slab, .events = events, .room = room};
    chunk->sequence = recorder->sequence ? more : NULL;
    chunk->writer = recorder->writer ? more + room : NULL;
    return chunk;
}

/* The chunk that takes seg's next event; NULL when it must be dropped. */
static struct chunk *chunk_for(struct record_seg *seg)
{
    struct chunk *last = seg->last;
    if (last != NULL && last->count < last->room)
        return seg->kept < seg->limit ? last : NULL;
    if (seg->kept >= seg->limit)
        return NULL;
    uint32_t room = seg->kept / 2;
    if (room < CHUNK_FIRST)
        room = CHUNK_FIRST;
    if (room > CHUNK_LAST)
        room = CHUNK_LAST;
    struct chunk *chunk = chunk_create(seg->recorder, room);
    if (chunk == NULL) {
        seg->limit = seg->kept; /* what follows is dropped too */
        return NULL;
    }
    if (last == NULL)
        seg->first = chunk;
    else
        last->next = chunk;
    seg->last = chunk;
    return chunk;
}

/* ---- while the kernel runs ----------------------------------------------- */

static bool segs_reserve(struct recorder *recorder)
{
    if (recorder->seg_count < recorder->seg_room)
        return true;
    uint32_t room = recorder->seg_room == 0 ? 256 : recorder->seg_room * 2;
    if (room < recorder->seg_room)
        return false;
    struct record_seg **segs =
        realloc(recorder->segs, room * sizeof(*segs));
    if (segs == NULL)
        return false;
    recorder->segs = segs;
    recorder->seg_room = room;
    return true;
}

struct record_seg *record_open(struct recorder *recorder, uint32_t launch,
                               uint32_t block, uint32_t thread)
{
    if (!segs_reserve(recorder))
        return NULL;
    struct record_seg *seg = ARENA_NEW(&recorder->arena, struct record_seg, 1);
    if (seg == NULL)
        return NULL;
    *seg = (struct record_seg){
        .recorder = recorder, .number = recorder->seg_count, .launch = launch,
        .block = block, .tile = block, .thread = thread,
        .limit = recorder->limit, .named = EVENT_NO_VALUE};
    recorder->segs[recorder->seg_count++] = seg;
    return seg;
}

static void count_dropped(struct record_seg *seg)
{
    if (seg->dropped < UINT32_MAX)
        seg->dropped++;
}

uint32_t record_load(struct record_seg *seg, const struct event *event,
                     uint64_t writer)
{
    uint32_t ordinal = seg->next;
    if (seg->next < EVENT_NO_VALUE - 1)
        seg->next++;
    if (event_kind(event) != EV_HIGH)
        seg->named = ordinal;
    struct chunk *chunk = chunk_for(seg);
    if (chunk == NULL) {
        count_dropped(seg);
        return ordinal;
    }
    uint32_t at = chunk->count++;
    chunk->events[at] = *event;
    if (chunk->sequence != NULL)
        chunk->sequence[at] = seg->recorder->events;
    if (chunk->writer != NULL)
        chunk->writer[at] = writer;
    seg->recorder->events++;
    seg->kept++;
    return ordinal;
}

uint32_t record_event(struct record_seg *seg, const struct event *event)
{
    return record_load(seg, event, 0);
}

uint64_t record_last(const struct record_seg *seg)
{
    if (seg->named == EVENT_NO_VALUE)
        return 0;
    return ((uint64_t)seg->number + 1) << 32 | seg->named;
}

void record_tile(struct record_seg *seg, uint32_t tile)
{
    seg->tile = tile;
}

bool record_left_out(struct recorder *recorder, uint32_t launch, uint32_t block,
                     uint32_t tile, uint64_t events)
{
    struct record_seg *seg = record_open(recorder, launch, block, 0);
    if (seg == NULL)
        return false;
    seg->tile = tile;
    seg->dropped = events < UINT32_MAX ? (uint32_t)events : UINT32_MAX;
    return true;
}

bool record_stop(struct recorder *recorder, const struct trace_stop *stop)
{
    struct trace_stop *stops = realloc(
        recorder->stops, (recorder->stop_count + 1) * sizeof *stops);
    if (stops == NULL)
        return false;
    stops[recorder->stop_count++] = *stop;
    recorder->stops = stops;
    return true;
}

/* ---- the end ------------------------------------------------------------- */

static void recorder_clear(struct recorder *recorder)
{
    for (uint32_t i = 0; i < recorder->seg_count; i++) {
        struct chunk *chunk = recorder->segs[i]->first;
        while (chunk != NULL) {
            struct chunk *next = chunk->next;
            chunk_release(chunk);
            chunk = next;
        }
    }
    slab_close(recorder);
    free(recorder->segs);
    free(recorder->stops);
    arena_finish(&recorder->arena);
    recorder->segs = NULL;
    recorder->stops = NULL;
    recorder->seg_count = recorder->seg_room = recorder->stop_count = 0;
    recorder->events = 0;
}

void record_destroy(struct recorder *recorder)
{
    if (recorder == NULL)
        return;
    recorder_clear(recorder);
    free(recorder);
}

static struct trace_seg seg_key(const struct record_seg *seg)
{
    return (struct trace_seg){.launch = seg->launch, .block = seg->block,
                              .tile = seg->tile, .thread = seg->thread,
                              .count = seg->kept, .dropped = seg->dropped};
}

static int seg_order(const void *a, const void *b)
{
    const struct record_seg *const *left = a, *const *right = b;
    struct trace_seg x = seg_key(*left), y = seg_key(*right);
    int order = rules_seg_compare(&x, &y);
    if (order == 0) /* keeps the sort stable */
        order = (*left)->number < (*right)->number ? -1 : 1;
    return order;
}

/* Mostly they are opened in order. */
static void segs_sort(struct record_seg **segs, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (seg_order(&segs[i - 1], &segs[i]) > 0) {
            qsort(segs, count, sizeof *segs, seg_order);
            return;
        }
}

/* Copies and releases seg's chunks, the first event to index at. */
static void seg_move(struct record_seg *seg, struct trace *trace, uint64_t at)
{
    struct chunk *chunk = seg->first;
    while (chunk != NULL) {
        struct chunk *next = chunk->next;
        memcpy(trace->events + at, chunk->events,
               chunk->count * sizeof *chunk->events);
        if (chunk->sequence != NULL)
            memcpy(trace->sequence + at, chunk->sequence,
                   chunk->count * sizeof(uint64_t));
        if (chunk->writer != NULL)
            memcpy(trace->writer + at, chunk->writer,
                   chunk->count * sizeof(uint64_t));
        at += chunk->count;
        chunk_release(chunk);
        chunk = next;
    }
    seg->first = seg->last = NULL;
}

/* place[number]: the sorted place of the segment opened as number. */
static void writers_resolve(struct trace *trace, const uint32_t *place,
                            uint32_t count)
{
    for (uint64_t i = 0; i < trace->event_count; i++) {
        uint64_t handle = trace->writer[i];
        uint64_t number = (handle >> 32) - 1;
        uint32_t ordinal = (uint32_t)handle;
        if (handle == 0 || number >= count)
            continue;
        const struct trace_seg *seg = &trace->segs[place[number]];
        const struct event *store = trace_event(trace, seg, ordinal);
        trace->writer[i] = 0;
        if (store != NULL && rules_stores(event_kind(store)) &&
            rules_loads(event_kind(&trace->events[i])))
            trace->writer[i] = seg->first + ordinal + 1;
    }
}

/* Operands that name no value become EVENT_NO_VALUE. */
static void operands_mend(struct trace *trace, const struct trace_seg *seg)
{
    for (uint32_t i = 0; i < seg->count; i++) {
        struct event *event = &trace->events[seg->first + i];
        enum event_kind kind = event_kind(event);
        int operands = rules_operands(kind);
        if (operands > 0 && !rules_operand_ok(trace, seg, i, event->a))
            event->a = EVENT_NO_VALUE;
        if (operands > 1 && !rules_operand_ok(trace, seg, i, event->b))
            event->b = EVENT_NO_VALUE;
        if (kind == EV_SHFL && event->a != EVENT_NO_VALUE) {
            const struct trace_seg *source =
                trace_seg_lane(trace, seg, (uint32_t)event->index);
            if (!rules_shuffle_ok(trace, seg, i, source, event->a))
                event->a = EVENT_NO_VALUE;
        }
    }
}

static bool trace_reserve(struct recorder *recorder, struct trace *trace)
{
    uint64_t events = recorder->events;
    struct arena *arena = &trace->arena;
    trace->segs = ARENA_NEW(arena, struct trace_seg, recorder->seg_count);
    trace->events = ARENA_NEW(arena, struct event, events);
    trace->stops = ARENA_NEW(arena, struct trace_stop, recorder->stop_count);
    if (recorder->sequence)
        trace->sequence = ARENA_NEW(arena, uint64_t, events);
    if (recorder->writer)
        trace->writer = ARENA_NEW(arena, uint64_t, events);
    return trace->segs != NULL && trace->events != NULL &&
           trace->stops != NULL &&
           recorder->sequence == (trace->sequence != NULL) &&
           recorder->writer == (trace->writer != NULL);
}

static void trace_fill(struct recorder *recorder, struct trace *trace,
                       uint32_t *place)
{
    segs_sort(recorder->segs, recorder->seg_count);
    trace->seg_count = recorder->seg_count;
    trace->event_count = recorder->events;
    trace->stop_count = recorder->stop_count;
    uint64_t at = 0;
    for (uint32_t i = 0; i < recorder->seg_count; i++) {
        struct record_seg *seg = recorder->segs[i];
        place[seg->number] = i;
        trace->segs[i] = seg_key(seg);
        trace->segs[i].first = at;
        trace->dropped += seg->dropped;
        seg_move(seg, trace, at);
        at += seg->kept;
    }
    for (uint32_t i = 0; i < recorder->seg_count; i++)
        operands_mend(trace, &trace->segs[i]);
    if (trace->writer != NULL)
        writers_resolve(trace, place, recorder->seg_count);
    if (recorder->stop_count > 0)
        memcpy(trace->stops, recorder->stops,
               recorder->stop_count * sizeof *trace->stops);
}

bool record_finish(struct recorder *recorder, struct trace *trace,
                   struct err *err)
{
    uint64_t events = recorder->events;
    uint32_t *place = calloc((size_t)recorder->seg_count + 1, sizeof *place);
    bool fits = events < UINT32_MAX;
    bool ok = fits && place != NULL && trace_reserve(recorder, trace);
    if (ok) {
        trace->dropped = 0;
        trace_fill(recorder, trace, place);
    } else {
        trace->segs = NULL;
        trace->events = NULL;
        trace->stops = NULL;
        trace->sequence = trace->writer = NULL;
        err_set(err, ERR_FAILED,
                fits ? "out of memory for a trace of %" PRIu64 " events"
                     : "a trace of %" PRIu64 " events is more than this "
                       "program can number", events);
    }
    free(place);
    recorder_clear(recorder);
    return ok;
}
