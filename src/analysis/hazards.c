/* Hazards: gathers what races.c and outputs.c find and how the run was
 * stopped, groups it, and orders it by step. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report.h"
#include "base/say.h"

/* ---- groups ------------------------------------------------------------- */

static bool report_grow(struct report *report)
{
    uint32_t room = report->room ? report->room * 2 : 16;
    struct hazard *hazard =
        realloc(report->hazard, room * sizeof *report->hazard);
    if (hazard)
        report->hazard = hazard;
    struct report_key *key = realloc(report->key, room * sizeof *report->key);
    if (key)
        report->key = key;
    if (!hazard || !key)
        return false;
    report->room = room;
    return true;
}

static bool key_equal(const struct report_key *a, const struct report_key *b)
{
    return a->kind == b->kind && a->detail == b->detail
           && a->first_line == b->first_line
           && a->second_line == b->second_line;
}

static uint32_t report_find(const struct report *report,
                            const struct report_key *key)
{
    if (report->last < report->count
        && key_equal(&report->key[report->last], key))
        return report->last;
    uint32_t at = 0;
    while (at < report->count && !key_equal(&report->key[at], key))
        at++;
    return at;
}

static uint32_t report_step(const struct report *report, uint32_t event)
{
    if (event != FLOW_NONE)
        return steps_of_event(report->steps, report->trace, event);
    return report->steps->count ? report->steps->count - 1 : 0;
}

static struct hazard_place report_place(const struct report *report,
                                        uint32_t event)
{
    const struct trace_seg *seg = trace_seg_of(report->trace, event);
    return (struct hazard_place){seg->launch, seg->block, seg->tile,
                                 seg->thread,
                                 report->trace->events[event].line};
}

/* Threads, lines and word of the events. */
static void report_locate(const struct report *report, struct hazard *hazard)
{
    hazard->array = -1;
    hazard->happened = "";
    if (hazard->first == FLOW_NONE)
        return;
    const struct event *event = &report->trace->events[hazard->first];
    hazard->place[hazard->places++] = report_place(report, hazard->first);
    if (walk_reads(event) || walk_writes(event)) {
        hazard->array = event->array;
        hazard->index = event->index;
    }
    if (hazard->second != FLOW_NONE)
        hazard->place[hazard->places++] = report_place(report, hazard->second);
}

/* In which order the two of a race came to the word, where the trace knows. */
static const char *report_happened(const struct report *report,
                                   const struct hazard *hazard)
{
    const uint64_t *sequence = report->trace->sequence;
    if (hazard->kind == HAZARD_WRITE_WRITE)
        return "WAW";
    if (!sequence || hazard->kind != HAZARD_READ_WRITE)
        return "";
    bool swap = sequence[hazard->first] > sequence[hazard->second];
    uint32_t earlier = swap ? hazard->second : hazard->first;
    return walk_writes(&report->trace->events[earlier]) ? "RAW" : "WAR";
}

struct hazard *report_add(struct report *report, struct report_key key,
                          uint32_t first, uint32_t second)
{
    uint32_t at = report_find(report, &key);
    report->last = at;
    if (at < report->count) {
        report->hazard[at].count++;
        return NULL;
    }
    if (report->count == REPORT_GROUPS) {
        report->hazard[report->count - 1].count++;
        return NULL;
    }
    if (report->count == report->room && !report_grow(report)) {
        report->failed = true;
        return NULL;
    }
    report->key[at] = key;
    report->hazard[at] = (struct hazard){
        .kind = key.kind, .first = first, .second = second, .count = 1,
        .detail = key.detail,
        .step = report_step(report, second == FLOW_NONE ? first : second)};
    report_locate(report, &report->hazard[at]);
    report->hazard[at].happened = report_happened(report, &report->hazard[at]);
    report->count++;
    return &report->hazard[at];
}

void report_say(struct report *report, struct hazard *hazard,
                const char *msgid, ...)
{
    struct buf said, english;
    va_list args;
    buf_init(&said);
    buf_init(&english);
    va_start(args, msgid);
    say_vprint(&said, msgid, args);
    va_end(args);
    say_read(buf_text(&said), NULL, &english);
    snprintf(hazard->what, sizeof hazard->what, "%s", buf_text(&english));
    char *kept = arena_alloc(report->arena, said.length + 1, 1);
    if (kept)
        memcpy(kept, buf_text(&said), said.length + 1);
    hazard->said = kept;
    hazard->hint = hint_for(hazard);
    report->failed = report->failed || !buf_ok(&said) || !buf_ok(&english)
                     || !kept;
    buf_finish(&said);
    buf_finish(&english);
}

/* ---- words -------------------------------------------------------------- */

static bool has_blocks(const struct trace_launch *launch)
{
    return launch && launch->grid.x * launch->grid.y * launch->grid.z > 1;
}

const char *report_thread(const struct report *report, uint32_t seg,
                          struct report_words *words)
{
    const struct trace_seg *of = &report->trace->segs[seg];
    if (has_blocks(&report->trace->launches[of->launch]))
        return say_make(words->text, sizeof words->text, "thread %u of block %u",
                        (unsigned)of->thread, (unsigned)of->tile);
    return say_make(words->text, sizeof words->text, "thread %u",
                    (unsigned)of->thread);
}

const char *report_word(const struct report *report, const struct event *event,
                        struct report_words *words)
{
    const char *name = event->array < report->trace->array_count
                           ? report->trace->arrays[event->array].name : "?";
    snprintf(words->text, sizeof words->text, "%s[%d]", name, (int)event->index);
    return words->text;
}

uint16_t report_line(const struct report *report, uint32_t event)
{
    return report->trace->events[event].line;
}

/* ---- how the run was stopped -------------------------------------------- */

static const char *stop_who(const struct report *report,
                            const struct trace_stop *stop,
                            struct report_words *words)
{
    const struct trace_launch *launch = NULL;
    if (stop->launch < report->trace->launch_count)
        launch = &report->trace->launches[stop->launch];
    if (has_blocks(launch))
        return say_make(words->text, sizeof words->text, "Thread %u of block %u",
                        (unsigned)stop->thread, (unsigned)stop->block);
    return say_make(words->text, sizeof words->text, "Thread %u",
                    (unsigned)stop->thread);
}

static const char *stop_other(const struct trace_stop *stop,
                              struct report_words *words)
{
    if (stop->other_line == 0)
        return say_make(words->text, sizeof words->text,
                        "thread %u has left the kernel",
                        (unsigned)stop->other_thread);
    return say_make(words->text, sizeof words->text, "thread %u waits on line %u",
                    (unsigned)stop->other_thread, (unsigned)stop->other_line);
}

/* The tiles whose threads have not all come to their end: "3, 4, ...". */
static void stop_waiting(const struct report *report, struct buf *out,
                         const struct trace_stop *stop)
{
    enum { SHOWN = 6 };
    const struct walk *walk = &report->walk;
    uint32_t waiting = 0;
    for (uint32_t b = 0; b < walk->count && walk->count > 1; b++) {
        const struct walk_block *block = &walk->block[b];
        uint32_t s = block->first, end = s + block->count;
        if (block->launch != stop->launch)
            continue;
        while (s < end && report->trace->segs[s].count > 0
               && event_kind(&report->trace->events[
                      report->trace->segs[s].first
                      + report->trace->segs[s].count - 1]) == EV_EXIT)
            s++;
        if (s == end)
            continue;
        if (waiting < SHOWN)
            buf_printf(out, "%s%u", waiting ? ", " : "", (unsigned)block->tile);
        waiting++;
    }
    if (waiting > SHOWN)
        buf_puts(out, ", ...");
}

static void stop_spin(struct report *report, struct hazard *hazard,
                      const struct trace_stop *stop, const char *who)
{
    struct report_words where;
    struct buf tiles;
    buf_init(&tiles);
    stop_waiting(report, &tiles, stop);
    if (stop->array >= 0 && (uint32_t)stop->array < report->trace->array_count)
        say_make(where.text, sizeof where.text, "line %u on %s[%d]",
                 (unsigned)stop->line, report->trace->arrays[stop->array].name,
                 (int)stop->index);
    else
        say_make(where.text, sizeof where.text, "line %u", (unsigned)stop->line);
    if (tiles.length > 0)
        report_say(report, hazard, "%s spins on %s and nobody is left to end its "
                   "wait; tiles that wait: %s.", who, where.text,
                   buf_text(&tiles));
    else
        report_say(report, hazard, "%s spins on %s and nobody is left to end its "
                   "wait.", who, where.text);
    buf_finish(&tiles);
}

static void stop_say(struct report *report, struct hazard *hazard,
                     const struct trace_stop *stop)
{
    struct report_words first, second;
    const char *who = stop_who(report, stop, &first);
    unsigned line = stop->line;
    switch (stop->kind) {
    case STOP_BARRIER_DIVERGENCE:
        report_say(report, hazard, "%s waits at the barrier on line %u, but %s: a "
                   "barrier must be reached by all threads of a block.", who, line,
                   stop_other(stop, &second));
        break;
    case STOP_MASK_ABSENT:
        report_say(report, hazard, "%s waits at the warp meeting on line %u for "
                   "the lanes in mask 0x%08x, which never come: %s.", who, line,
                   (unsigned)stop->mask, stop_other(stop, &second));
        break;
    case STOP_SPIN:
        stop_spin(report, hazard, stop, who);
        break;
    case STOP_EVENT_LIMIT:
        report_say(report, hazard, "%s did more than the trace can hold (line "
                   "%u): the run was stopped there.", who, line);
        break;
    case STOP_ARRAY_MISMATCH:
        report_say(report, hazard, "%s declares a shared array on line %u that "
                   "the plan does not know.", who, line);
        break;
    case STOP_LANE_RANGE:
        report_say(report, hazard, "%s names a lane out of range on line %u.",
                   who, line);
        break;
    default:
        report_say(report, hazard, "%s was stopped on line %u.", who, line);
    }
}

/* The last event of the thread that waits, FLOW_NONE if it has none. */
static uint32_t stop_event(const struct report *report,
                           const struct trace_stop *stop)
{
    for (uint32_t s = 0; s < report->trace->seg_count; s++) {
        const struct trace_seg *seg = &report->trace->segs[s];
        if (seg->launch == stop->launch && seg->block == stop->block
            && seg->thread == stop->thread && seg->count > 0)
            return (uint32_t)seg->first + seg->count - 1;
    }
    return FLOW_NONE;
}

static void stops_report(struct report *report)
{
    for (uint32_t i = 0; i < report->trace->stop_count; i++) {
        const struct trace_stop *stop = &report->trace->stops[i];
        bool mask = stop->kind == STOP_MASK_ABSENT
                    || stop->kind == STOP_LANE_RANGE;
        struct report_key key = {mask ? HAZARD_MASK : HAZARD_STOP, stop->kind,
                                 (uint16_t)stop->line,
                                 (uint16_t)stop->other_line};
        struct hazard *hazard =
            report_add(report, key, stop_event(report, stop), FLOW_NONE);
        if (!hazard)
            continue;
        hazard->place[0] = (struct hazard_place){
            stop->launch, stop->block, stop->block, stop->thread,
            (uint16_t)stop->line};
        hazard->place[1] = hazard->place[0];
        hazard->place[1].thread = stop->other_thread;
        hazard->place[1].line = (uint16_t)stop->other_line;
        bool other = stop->kind == STOP_BARRIER_DIVERGENCE
                     || stop->kind == STOP_MASK_ABSENT;
        hazard->places = other ? 2 : 1;
        hazard->array = stop->array;
        hazard->index = stop->index;
        stop_say(report, hazard, stop);
    }
}

/* ---- all ---------------------------------------------------------------- */

static int hazard_compare(const void *left, const void *right)
{
    const struct hazard *a = left, *b = right;
    if (a->step != b->step)
        return a->step < b->step ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return (a->second > b->second) - (a->second < b->second);
}

bool report_open(struct report *report, struct arena *arena, struct err *err)
{
    report->arena = arena;
    return walk_blocks(report->trace, arena, &report->walk, err);
}

bool report_close(struct report *report, struct arena *arena,
                  struct hazards *out, struct err *err)
{
    *out = (struct hazards){.cut = report->steps->cut || report->flow->cut};
    out->hazard = ARENA_NEW(arena, struct hazard, report->count + (size_t)1);
    bool ok = !report->failed && out->hazard;
    if (ok && report->count > 0) {
        qsort(report->hazard, report->count, sizeof *report->hazard,
              hazard_compare);
        memcpy(out->hazard, report->hazard,
               report->count * sizeof *report->hazard);
        out->count = report->count;
    }
    free(report->hazard);
    free(report->key);
    return ok || walk_memory(err);
}

bool analysis_hazards(const struct trace *trace, const struct steps *steps,
                      const struct flow *flow, struct arena *arena,
                      struct hazards *out, struct err *err)
{
    struct report report = {.trace = trace, .steps = steps, .flow = flow};
    if (!report_open(&report, arena, err))
        return false;
    races_find(&report);
    waits_find(&report);
    stops_report(&report);
    if (trace->dropped == 0 && trace->stop_count == 0)
        outputs_check(&report);
    return report_close(&report, arena, out, err);
}
