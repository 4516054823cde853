/* Races: two accesses of one word by different threads, one of them a write,
 * with nothing that orders them.
 *
 * Every word remembers its last write and the reads since; a new access is
 * compared with these. That is enough: if an earlier access is not ordered
 * before this one, then either it or the write that took its place shows it.
 * Whether two accesses are ordered follows from barriers, meetings, kernel
 * boundaries and releases alone (clock.h), never from what happened first, so
 * that the finding is the same on every schedule. Between blocks, accesses made
 * to synchronise do not race with each other.
 *
 * On the way: reads of words nobody wrote, indices out of range, and lanes that
 * a mask does not fit. */
#include <stdlib.h>

#include "analysis/clock.h"
#include "analysis/report.h"
#include "base/say.h"

struct read { struct moment at; uint32_t next; /* 1 + index; 0: none */ };
struct word { struct moment write; bool written; uint32_t reads; };

struct racer {
    struct report *report;
    const struct trace *trace;
    struct clock *clock;
    struct word *word;        /* global words, then the launch's shared ones */
    uint64_t *base;           /* [array], modulo 2^64 */
    struct walk_windows windows; /* of global arrays */
    uint64_t globals, shared; /* words; shared: of one block */
    const struct walk_block *first_block; /* of the launch */
    struct read *read; uint32_t reads, room, spare;
};

static uint32_t moment_event(const struct racer *racer,
                             const struct moment *moment)
{
    return (uint32_t)racer->trace->segs[moment->seg].first + moment->ordinal;
}

/* ---- sentences ---------------------------------------------------------- */

static const char *race_part(const struct racer *racer, const struct moment *at,
                             bool write, struct report_words *words)
{
    const unsigned line = report_line(racer->report, moment_event(racer, at));
    struct report_words thread;
    report_thread(racer->report, at->seg, &thread);
    if (write)
        return say_make(words->text, sizeof words->text,
                        "%s writes it on line %u", thread.text, line);
    return say_make(words->text, sizeof words->text, "%s reads it on line %u",
                    thread.text, line);
}

static const char *race_lack(const struct racer *racer,
                             const struct moment *first,
                             const struct moment *second,
                             struct report_words *words)
{
    const struct trace_seg *a = &racer->trace->segs[first->seg];
    const struct trace_seg *b = &racer->trace->segs[second->seg];
    if (a->tile != b->tile)
        return say_make(words->text, sizeof words->text,
                        "nothing orders blocks of one launch");
    if (a->thread / WARP == b->thread / WARP)
        return say_make(words->text, sizeof words->text,
                        "no barrier or warp meeting lies between");
    return say_make(words->text, sizeof words->text, "no barrier lies between");
}

static void race_report(struct racer *racer, const struct moment *first,
                        bool first_writes, const struct moment *second,
                        bool second_writes)
{
    uint32_t event[2] = {moment_event(racer, first),
                         moment_event(racer, second)};
    const struct event *earlier = &racer->trace->events[event[0]];
    const struct event *later = &racer->trace->events[event[1]];
    bool both = first_writes && second_writes;
    bool swap = !both && first_writes;
    bool same = both && earlier->bits == later->bits;
    uint16_t lines[2] = {earlier->line, later->line};
    if (swap || (both && lines[0] > lines[1])) {
        lines[0] = later->line;
        lines[1] = earlier->line;
    }
    struct report_key key = {both ? HAZARD_WRITE_WRITE : HAZARD_READ_WRITE,
                             earlier->array, lines[0], lines[1]};
    struct hazard *hazard = report_add(racer->report, key, event[0], event[1]);
    if (!hazard)
        return;
    struct report_words word, one, two, lack;
    report_word(racer->report, later, &word);
    race_part(racer, first, first_writes, &one);
    race_part(racer, second, second_writes, &two);
    race_lack(racer, first, second, &lack);
    report_say(racer->report, hazard,
               same ? N_("Write/write race on %s: %s and %s; %s (both write the same "
                      "value).")
               : both ? N_("Write/write race on %s: %s and %s; %s.")
                      : N_("Read/write race on %s: %s and %s; %s."),
               word.text, one.text, two.text, lack.text);
}

static void range_report(struct racer *racer, uint32_t seg, uint32_t index,
                         const struct trace_array *array)
{
    const struct event *event = &racer->trace->events[index];
    struct report_key key = {HAZARD_RANGE, event->array, event->line, 0};
    struct hazard *hazard =
        report_add(racer->report, key, index, FLOW_NONE);
    if (!hazard)
        return;
    const bool writes = walk_writes(event);
    const unsigned line = event->line;
    struct report_words thread, word;
    report_thread(racer->report, seg, &thread);
    report_word(racer->report, event, &word);
    const bool one = array && array->count == 1;
    if (!array)
        report_say(racer->report, hazard,
                   writes ? N_("Index out of range: %s writes %s on line %u.")
                          : N_("Index out of range: %s reads %s on line %u."),
                   thread.text, word.text, line);
    else
        report_say(racer->report, hazard,
                   writes ? one ? N_("Index out of range: %s writes %s on line %u, but %s "
                                  "has %u element.")
                                : N_("Index out of range: %s writes %s on line %u, but %s "
                                  "has %u elements.")
                          : one ? N_("Index out of range: %s reads %s on line %u, but %s "
                                  "has %u element.")
                                : N_("Index out of range: %s reads %s on line %u, but %s "
                                  "has %u elements."),
                   thread.text, word.text, line, array->name,
                   (unsigned)array->count);
}

static void unwritten_report(struct racer *racer, uint32_t seg, uint32_t index)
{
    const struct event *event = &racer->trace->events[index];
    struct report_key key = {HAZARD_UNWRITTEN, event->array, event->line, 0};
    struct hazard *hazard =
        report_add(racer->report, key, index, FLOW_NONE);
    if (!hazard)
        return;
    struct report_words thread, word;
    report_say(racer->report, hazard, "Read of a word that nobody wrote: %s reads "
               "%s on line %u before anything was stored there.",
               report_thread(racer->report, seg, &thread),
               report_word(racer->report, event, &word), (unsigned)event->line);
}

/* A lane outside its own mask, or a value from a lane that did not take part. */
static void mask_check(struct racer *racer, uint32_t seg, uint32_t index)
{
    const struct event *event = &racer->trace->events[index];
    uint32_t lane = racer->trace->segs[seg].thread % WARP;
    bool meets = event_kind(event) == EV_MEET;
    if (meets ? (event->b >> lane & 1) != 0 : event->a != EVENT_NO_VALUE)
        return;
    struct report_key key = {HAZARD_MASK, meets, event->line, 0};
    struct hazard *hazard =
        report_add(racer->report, key, index, FLOW_NONE);
    if (!hazard)
        return;
    struct report_words thread;
    report_thread(racer->report, seg, &thread);
    if (meets)
        report_say(racer->report, hazard, "Mask and lanes disagree: %s (lane %u) "
                   "takes part on line %u, but the mask 0x%08x does not name it.",
                   thread.text, (unsigned)lane, (unsigned)event->line,
                   (unsigned)event->b);
    else
        report_say(racer->report, hazard, "Mask and lanes disagree: %s receives on "
                   "line %u from lane %d, which does not take part.", thread.text,
                   (unsigned)event->line, (int)event->index);
}

/* ---- words -------------------------------------------------------------- */

/* Whether the two may meet in one word without an order: atomics everywhere, and
 * in global memory all that is made to synchronise. */
static bool racer_pair(const struct racer *racer, const struct moment *before,
                       const struct event *event,
                       const struct trace_array *array)
{
    const struct event *other =
        &racer->trace->events[moment_event(racer, before)];
    if (event_kind(event) == EV_ATOMIC && event_kind(other) == EV_ATOMIC)
        return true;
    return array->space == SPACE_GLOBAL && clock_synchronises(event)
           && clock_synchronises(other)
           && event_kind(event) != EV_PUBLISH;
}

static void word_read(struct racer *racer, struct word *word,
                      const struct moment *now)
{
    uint32_t at = racer->spare;
    if (at != 0) {
        racer->spare = racer->read[at - 1].next;
    } else {
        if (racer->reads == racer->room) {
            uint32_t room = racer->room ? racer->room * 2 : 1024;
            struct read *grown =
                realloc(racer->read, room * sizeof *racer->read);
            if (!grown) {
                racer->report->failed = true;
                return;
            }
            racer->read = grown;
            racer->room = room;
        }
        at = ++racer->reads;
    }
    racer->read[at - 1] = (struct read){*now, word->reads};
    word->reads = at;
}

/* Compares a write with the reads before it and forgets these. */
static void word_write(struct racer *racer, struct word *word,
                       const struct moment *now, const struct event *event,
                       const struct trace_array *array)
{
    while (word->reads != 0) {
        struct read *read = &racer->read[word->reads - 1];
        uint32_t at = word->reads;
        if (!clock_ordered(racer->clock, &read->at, now->seg)
            && !racer_pair(racer, &read->at, event, array))
            race_report(racer, &read->at, false, now, true);
        word->reads = read->next;
        read->next = racer->spare;
        racer->spare = at;
    }
    word->write = *now;
    word->written = true;
}

static struct word *racer_word(const struct racer *racer,
                               const struct event *event, uint32_t seg,
                               const struct trace_array *array)
{
    uint64_t index = racer->base[event->array] + (uint32_t)event->index;
    if (array->space == SPACE_SHARED) {
        const struct trace_seg *of = &racer->trace->segs[seg];
        const struct walk_block *block =
            walk_find(&racer->report->walk, of->launch, of->tile);
        index += racer->globals
                 + (uint64_t)(block - racer->first_block) * racer->shared;
    }
    return &racer->word[index];
}

static void racer_memory(struct racer *racer, const struct moment *now,
                         uint32_t index)
{
    const struct event *event = &racer->trace->events[index];
    const struct trace_array *array = walk_array(
        racer->trace, event, racer->trace->segs[now->seg].launch);
    const struct flow *flow = racer->report->flow;
    if (!array || !walk_in_range(array, event)) {
        range_report(racer, now->seg, index, array);
        return;
    }
    bool reads = walk_reads(event), writes = walk_writes(event);
    if (reads && flow->from[index] == FLOW_NONE
        && (flow->flags[index] & FLOW_UNWRITTEN) != 0)
        unwritten_report(racer, now->seg, index);
    struct word *word = racer_word(racer, event, now->seg, array);
    if (array->word == WORD_STATUS && !writes)
        return; /* polls are made for that */
    if (word->written && !clock_ordered(racer->clock, &word->write, now->seg)
        && !racer_pair(racer, &word->write, event, array))
        race_report(racer, &word->write, true, now, writes);
    if (writes)
        word_write(racer, word, now, event, array);
    else
        word_read(racer, word, now);
}

static void racer_event(struct racer *racer, uint32_t seg, uint32_t ordinal)
{
    uint32_t index = (uint32_t)racer->trace->segs[seg].first + ordinal;
    const struct event *event = &racer->trace->events[index];
    enum event_kind kind = event_kind(event);
    if (kind == EV_MEET || kind == EV_SHFL)
        mask_check(racer, seg, index);
    if (!clock_event(racer->clock, seg, ordinal))
        racer->report->failed = true;
    if (walk_reads(event) || walk_writes(event)) {
        struct moment now = clock_now(racer->clock, seg, ordinal);
        racer_memory(racer, &now, index);
    }
}

/* ---- launches ----------------------------------------------------------- */

/* Makes room for the shared words of the launch that seg is of; the global
 * words keep what they know. */
static bool racer_launch(struct racer *racer, uint32_t launch)
{
    const struct walk *walk = &racer->report->walk;
    uint32_t blocks = 0;
    racer->first_block = NULL;
    for (uint32_t b = 0; b < walk->count; b++) {
        if (walk->block[b].launch != launch)
            continue;
        if (!racer->first_block)
            racer->first_block = &walk->block[b];
        blocks++;
    }
    racer->globals = racer->shared = 0;
    for (uint32_t a = 0; a < racer->trace->array_count; a++) {
        const struct trace_array *array = &racer->trace->arrays[a];
        bool shared = array->space == SPACE_SHARED;
        if (shared && array->launch != (int32_t)launch)
            continue;
        uint64_t *words = shared ? &racer->shared : &racer->globals;
        racer->base[a] = *words - (shared ? 0 : racer->windows.first[a]);
        *words += shared ? array->count : racer->windows.count[a];
    }
    uint64_t all = racer->globals + blocks * racer->shared;
    struct word *word = realloc(racer->word, (all + 1) * sizeof *word);
    if (!word)
        return false;
    bool first = racer->word == NULL;
    racer->word = word;
    for (uint64_t w = first ? 0 : racer->globals; w < all; w++)
        word[w] = (struct word){.written = false};
    return true;
}

static bool racer_run(struct racer *racer)
{
    const struct flow *flow = racer->report->flow;
    int64_t launch = -1;
    for (uint32_t r = 0; r < flow->order_count; r++) {
        const struct flow_run *run = &flow->order[r];
        if (racer->trace->segs[run->seg].launch != launch) {
            launch = racer->trace->segs[run->seg].launch;
            if (!racer_launch(racer, (uint32_t)launch))
                return false;
        }
        for (uint32_t i = 0; i < run->count; i++)
            racer_event(racer, run->seg, run->first + i);
    }
    return true;
}

void races_find(struct report *report)
{
    struct racer racer = {.report = report, .trace = report->trace};
    walk_windows(report->trace, &racer.windows);
    racer.clock = clock_create(report->trace, report->flow, &report->walk);
    racer.base = calloc(report->trace->array_count + (size_t)1,
                        sizeof *racer.base);
    if (!racer.clock || !racer.base || !racer_run(&racer))
        report->failed = true;
    clock_destroy(racer.clock);
    free(racer.base);
    free(racer.word);
    free(racer.read);
}
