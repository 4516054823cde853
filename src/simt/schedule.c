/* Who runs next.
 *
 *   in-order     the lowest ready thread of the lowest block, until it blocks
 *   round-robin  the next ready thread after every memory event
 *   random       the ready thread of greatest priority; a priority is a hash of
 *                seed, thread and epoch, an epoch a few memory events long, so
 *                that a kernel with one line more still meets the same order
 *   hold         in-order, but a block is stopped at a phase until nothing else
 *                can go on
 *   first, last  in-order, but one thread goes on whenever it can, or only when
 *                no other one can
 *
 * Ready threads are bits of their block; for random they are a heap. */
#include <stdio.h>
#include <string.h>

#include "base/splitmix.h"
#include "simt/world.h"

enum {
    IN_ORDER_BUDGET = 1 << 16, /* memory events before others get a chance */
    EPOCH_EVENTS = 4,
    SPIN_PATIENCE = 20000,     /* rounds of looking at unchanged memory */
    HOLD_PATIENCE = 4
};

/* ---- random: a heap ------------------------------------------------------- */

static uint64_t schedule_priority(const struct simt_thread *thread)
{
    const struct simt_world *world = thread_world(thread);
    const uint64_t epoch = thread->memory / EPOCH_EVENTS;
    const uint64_t who = (uint64_t)thread->block->number << 32 | thread->linear;
    return splitmix64_at(splitmix64_at(world->schedule.seed ^ splitmix64_at(who)) + epoch);
}

static void heap_swap(struct simt_thread **a, struct simt_thread **b)
{
    struct simt_thread *swap = *a;
    *a = *b;
    *b = swap;
}

static void heap_push(struct simt_world *world, struct simt_thread *thread)
{
    struct simt_thread **heap = world->heap;
    uint32_t at = world->heap_count++;
    heap[at] = thread;
    for (; at > 0; at = (at - 1) / 2) {
        if (heap[(at - 1) / 2]->priority >= heap[at]->priority)
            break;
        heap_swap(&heap[at], &heap[(at - 1) / 2]);
    }
}

static struct simt_thread *heap_pop(struct simt_world *world)
{
    struct simt_thread **heap = world->heap;
    if (world->heap_count == 0)
        return NULL;
    struct simt_thread *top = heap[0];
    const uint32_t count = --world->heap_count;
    heap[0] = heap[count];
    for (uint32_t at = 0, child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && heap[child + 1]->priority > heap[child]->priority)
            child++;
        if (heap[at]->priority >= heap[child]->priority)
            break;
        heap_swap(&heap[at], &heap[child]);
    }
    return top;
}

/* ---- the others: bits ----------------------------------------------------- */

/* The first ready thread of the block from `from` on, taken; NULL if none. */
static struct simt_thread *bits_take(struct simt_block *block, uint32_t from)
{
    const uint32_t words = block->world->ready_words;
    uint64_t mask = ~(uint64_t)0 << from % 64;
    for (uint32_t word = from / 64; word < words; word++) {
        const uint64_t bits = block->ready[word] & mask;
        if (bits) {
            block->ready[word] ^= bits & -bits;
            return &block->threads[64 * word + (uint32_t)__builtin_ctzll(bits)];
        }
        mask = ~(uint64_t)0;
    }
    return NULL;
}

static struct simt_thread *bits_take_lowest(struct simt_world *world)
{
    struct simt_thread *thread = NULL;
    for (uint32_t i = 0; i < world->active && !thread; i++)
        thread = bits_take(world->order[i], 0);
    return thread;
}

/* The thread that first and last are about; NULL while it is not there. */
static struct simt_thread *schedule_chosen(const struct simt_world *world)
{
    const struct schedule *schedule = &world->schedule;
    for (uint32_t i = 0; i < world->active; i++)
        if (world->order[i]->number == schedule->block
            && schedule->thread < world->threads)
            return &world->order[i]->threads[schedule->thread];
    return NULL;
}

/* The chosen one before all others, or behind them. */
static struct simt_thread *bits_take_chosen(struct simt_world *world)
{
    struct simt_thread *chosen = schedule_chosen(world);
    if (!chosen || chosen->state != THREAD_READY)
        return bits_take_lowest(world);
    uint64_t *word = &chosen->block->ready[chosen->linear / 64];
    *word &= ~((uint64_t)1 << chosen->linear % 64);
    if (world->schedule.kind == SCHEDULE_FIRST)
        return chosen;
    struct simt_thread *other = bits_take_lowest(world);
    if (!other)
        return chosen;
    *word |= (uint64_t)1 << chosen->linear % 64;
    return other;
}

static bool bits_any(const struct simt_world *world)
{
    for (uint32_t i = 0; i < world->active; i++)
        for (uint32_t w = 0; w < world->ready_words; w++)
            if (world->order[i]->ready[w])
                return true;
    return false;
}

static struct simt_thread *bits_take_next(struct simt_world *world)
{
    const uint32_t slots = world->resident, first = world->turn / world->threads;
    for (uint32_t k = 0; k <= slots; k++) {
        const uint32_t slot = (first + k) % slots;
        const uint32_t from = k == 0 ? world->turn % world->threads : 0;
        struct simt_thread *thread = bits_take(&world->blocks[slot], from);
        if (thread) {
            world->turn = (slot * world->threads + thread->linear + 1) %
                          (slots * world->threads);
            return thread;
        }
    }
    return NULL;
}

/* ---- ready, parked, held -------------------------------------------------- */

void schedule_launch(struct simt_world *world)
{
    world->heap_count = world->turn = 0;
    world->parked_count = world->held_count = 0;
    world->idle_rounds = 0;
}

void schedule_ready(struct simt_thread *thread)
{
    struct simt_world *world = thread_world(thread);
    thread->state = THREAD_READY;
    if (world->schedule.kind == SCHEDULE_RANDOM) {
        thread->priority = schedule_priority(thread);
        heap_push(world, thread);
    } else {
        thread->block->ready[thread->linear / 64] |= (uint64_t)1 << thread->linear % 64;
    }
}

static void schedule_park(struct simt_thread *thread, bool polls)
{
    struct simt_world *world = thread_world(thread);
    thread->state = THREAD_PARKED;
    thread->polls = polls;
    world->parked[world->parked_count++] = thread;
    world_switch(thread);
}

/* Wakes the parked threads, those in a failing poll only if `all`. */
static bool schedule_wake(struct simt_world *world, bool all)
{
    const uint32_t count = world->parked_count;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct simt_thread *thread = world->parked[i];
        if (thread->polls && !all)
            world->parked[kept++] = thread;
        else
            schedule_ready(thread);
    }
    world->parked_count = kept;
    return kept < count;
}

static void schedule_release(struct simt_world *world)
{
    for (uint32_t i = 0; i < world->active; i++) {
        for (uint32_t t = 0; t < world->threads; t++) {
            struct simt_thread *thread = &world->order[i]->threads[t];
            if (thread->state == THREAD_HELD)
                schedule_ready(thread);
        }
    }
    world->held_count = 0;
    world->hold_over = true;
}

/* ---- nothing is ready ----------------------------------------------------- */

static bool spin_before(const struct simt_thread *a, const struct simt_thread *b)
{
    if (a->polls != b->polls)
        return a->polls;
    if (a->block != b->block)
        return a->block->number < b->block->number;
    return a->linear < b->linear;
}

static void schedule_report_spin(struct simt_world *world)
{
    const struct simt_thread *first = world->parked[0];
    for (uint32_t i = 1; i < world->parked_count; i++) {
        if (spin_before(world->parked[i], first))
            first = world->parked[i];
    }
    struct trace_stop stop = world_stop_at(first, STOP_SPIN);
    stop.array = (int32_t)first->spin_array;
    stop.index = first->spin_index;
    world_stop(world, &stop);
}

/* Makes somebody ready, or says that nobody ever will be. */
static bool schedule_idle(struct simt_world *world)
{
    if (world->parked_count == 0 && world->held_count == 0)
        return false;
    const bool moved = world->changes != world->idle_changes ||
                       world->progress != world->idle_progress;
    world->idle_rounds = moved ? 0 : world->idle_rounds + 1;
    world->idle_changes = world->changes;
    world->idle_progress = world->progress;
    const uint32_t patience = world->held_count ? HOLD_PATIENCE : SPIN_PATIENCE;
    if (world->idle_rounds < patience && schedule_wake(world, false))
        return true;
    if (world->held_count) {
        schedule_release(world);
        return true;
    }
    schedule_report_spin(world);
    return false;
}

struct simt_thread *schedule_pick(struct simt_world *world)
{
    do {
        struct simt_thread *thread;
        if (world->schedule.kind == SCHEDULE_RANDOM)
            thread = heap_pop(world);
        else if (world->schedule.kind == SCHEDULE_ROUND_ROBIN)
            thread = bits_take_next(world);
        else if (world->schedule.kind == SCHEDULE_FIRST ||
                 world->schedule.kind == SCHEDULE_LAST)
            thread = bits_take_chosen(world);
        else
            thread = bits_take_lowest(world);
        if (thread) {
            const bool often = world->schedule.kind != SCHEDULE_IN_ORDER &&
                               world->schedule.kind != SCHEDULE_HOLD;
            thread->budget = often ? 1 : IN_ORDER_BUDGET;
            return thread;
        }
    } while (schedule_idle(world));
    return NULL;
}

/* ---- what words call ------------------------------------------------------ */

/* first, last: whether another thread has to go on now. */
static bool schedule_gives_way(struct simt_thread *thread)
{
    struct simt_world *world = thread_world(thread);
    const struct simt_thread *chosen = schedule_chosen(world);
    if (world->schedule.kind == SCHEDULE_LAST)
        return thread == chosen && bits_any(world);
    return chosen && thread != chosen && chosen->state == THREAD_READY;
}

void schedule_memory(struct simt_thread *thread)
{
    struct simt_world *world = thread_world(thread);
    switch (world->schedule.kind) {
    case SCHEDULE_RANDOM:
        thread->budget = 1;
        if (++thread->memory % EPOCH_EVENTS == 0)
            thread->priority = schedule_priority(thread);
        if (world->heap_count == 0 || world->heap[0]->priority < thread->priority)
            return;
        break;
    case SCHEDULE_ROUND_ROBIN:
        break;
    case SCHEDULE_FIRST:
    case SCHEDULE_LAST:
        if (++thread->memory % IN_ORDER_BUDGET == 0) {
            schedule_park(thread, false);
            return;
        }
        thread->budget = 1;
        if (!schedule_gives_way(thread))
            return;
        break;
    default:
        schedule_park(thread, false);
        return;
    }
    schedule_ready(thread);
    world_switch(thread);
}

void schedule_yield(struct simt_thread *thread)
{
    const struct simt_world *world = thread_world(thread);
    const bool orderly = world->schedule.kind != SCHEDULE_RANDOM &&
                         world->schedule.kind != SCHEDULE_ROUND_ROBIN;
    const bool spins = thread->seen == world->changes;
    thread->seen = world->changes;
    if (orderly || spins)
        schedule_park(thread, false);
    else
        schedule_memory(thread);
}

void schedule_poll(struct simt_thread *thread)
{
    schedule_park(thread, true);
}

void schedule_changed(struct simt_world *world)
{
    world->changes++;
    if (world->parked_count)
        schedule_wake(world, true);
}

void schedule_phase(struct simt_thread *thread, enum event_phase phase, int number)
{
    struct simt_world *world = thread_world(thread);
    const struct schedule *schedule = &world->schedule;
    if (schedule->kind != SCHEDULE_HOLD || world->hold_over ||
        schedule->block != thread->block->number || schedule->phase != phase ||
        (schedule->number >= 0 && schedule->number != number))
        return;
    thread->state = THREAD_HELD;
    world->held_count++;
    world_switch(thread);
}

/* ---- the text of a schedule ----------------------------------------------- */

static const char *const phase_names[EVENT_PHASES] = {
    [PHASE_LOAD] = "load", [PHASE_STRIDE] = "stride", [PHASE_UP] = "up",
    [PHASE_ROOT] = "root", [PHASE_DOWN] = "down", [PHASE_SHUFFLE] = "shuffle",
    [PHASE_ELEMENT] = "element", [PHASE_STORE] = "store", [PHASE_TOTAL] = "total",
    [PHASE_SHIFT] = "shift", [PHASE_BLOCK_SUMS] = "block-sums",
    [PHASE_OFFSETS] = "offsets", [PHASE_LOOK_BACK] = "look-back",
    [PHASE_SCATTER] = "scatter", [PHASE_REDUCE] = "reduce",
};

const char *schedule_phase_name(enum event_phase phase)
{
    return phase_names[phase];
}

/* Digits up to max, nothing before or after but `end`. */
static bool parse_number(const char *text, const char **end, uint64_t max,
                         uint64_t *number)
{
    *number = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        const uint64_t digit = (uint64_t)(*at - '0');
        if (*number > (max - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    *end = at;
    return at != text;
}

static bool parse_phase(const char *text, struct schedule *schedule,
                        struct err *err)
{
    const size_t length = strcspn(text, ":");
    char name[32];
    uint64_t number;
    for (int i = 0; i < EVENT_PHASES; i++) {
        if (strlen(phase_names[i]) != length ||
            memcmp(phase_names[i], text, length) != 0)
            continue;
        schedule->phase = (enum event_phase)i;
        schedule->number = -1;
        if (text[length] == '\0')
            return true;
        if (parse_number(text + length + 1, &text, INT32_MAX, &number) && !*text) {
            schedule->number = (int64_t)number;
            return true;
        }
        return err_set(err, ERR_USAGE, "--schedule hold: the number of a phase is "
                       "digits, as in hold:1@stride:2");
    }
    snprintf(name, sizeof name, "%.*s", (int)(length < 31 ? length : 31), text);
    const char *near = err_nearest(name, phase_names, EVENT_PHASES);
    return err_set(err, ERR_USAGE, "--schedule hold: no phase is called \"%s\"%s%s%s; "
                   "there are load, stride, up, root, down, shuffle, element, store, "
                   "total, shift, block-sums, offsets, look-back, scatter, reduce",
                   name, near ? " (nearest: " : "", near ? near : "", near ? ")" : "");
}

static bool parse_random(const char *text, struct schedule *schedule,
                         struct err *err)
{
    schedule->kind = SCHEDULE_RANDOM;
    if (parse_number(text, &text, UINT64_MAX, &schedule->seed) && !*text)
        return true;
    return err_set(err, ERR_USAGE, "--schedule random: a seed is a number from 0 to "
                   "2^64 - 1, as in random:7");
}

static bool parse_hold(const char *text, struct schedule *schedule, struct err *err)
{
    uint64_t number;
    schedule->kind = SCHEDULE_HOLD;
    if (!parse_number(text, &text, UINT32_MAX, &number) || *text != '@')
        return err_set(err, ERR_USAGE, "--schedule hold: give a block and a phase, "
                       "as in hold:1@stride:2");
    schedule->block = (uint32_t)number;
    return parse_phase(text + 1, schedule, err);
}

static bool parse_chosen(const char *text, const char *word,
                         struct schedule *schedule, struct err *err)
{
    uint64_t block, thread;
    if (!parse_number(text, &text, UINT32_MAX, &block) || *text != '.' ||
        !parse_number(text + 1, &text, WORLD_THREADS - 1, &thread) || *text)
        return err_set(err, ERR_USAGE, "--schedule %s: give a block and one of its "
                       "threads, as in %s:0.3", word, word);
    schedule->block = (uint32_t)block;
    schedule->thread = (uint32_t)thread;
    return true;
}

bool schedule_parse(const char *text, struct schedule *schedule, struct err *err)
{
    static const char *const names[] = { "in-order", "round-robin", "random:SEED",
                                         "hold:BLOCK@PHASE", "first:BLOCK.THREAD",
                                         "last:BLOCK.THREAD", "adversarial" };
    *schedule = (struct schedule){ .kind = SCHEDULE_IN_ORDER };
    if (!text || strcmp(text, "in-order") == 0)
        return true;
    if (strcmp(text, "round-robin") == 0) {
        schedule->kind = SCHEDULE_ROUND_ROBIN;
        return true;
    }
    if (strncmp(text, "random:", 7) == 0)
        return parse_random(text + 7, schedule, err);
    if (strncmp(text, "hold:", 5) == 0)
        return parse_hold(text + 5, schedule, err);
    if (strncmp(text, "first:", 6) == 0) {
        schedule->kind = SCHEDULE_FIRST;
        return parse_chosen(text + 6, "first", schedule, err);
    }
    if (strncmp(text, "last:", 5) == 0) {
        schedule->kind = SCHEDULE_LAST;
        return parse_chosen(text + 5, "last", schedule, err);
    }
    if (strncmp(text, "adversarial", 11) == 0)
        return err_set(err, ERR_USAGE, "--schedule %.40s is searched by pscan record, "
                       "pscan check and pscan-viz, which store what they find; "
                       "a seed goes behind it, as in adversarial:7", text);
    const char *near = err_nearest(text, names, 7);
    return err_set(err, ERR_USAGE, "unknown schedule \"%s\"%s%s%s; there are in-order, "
                   "round-robin, random:SEED, hold:BLOCK@PHASE[:NUMBER], "
                   "first:BLOCK.THREAD, last:BLOCK.THREAD and adversarial", text,
                   near ? " (nearest: " : "", near ? near : "", near ? ")" : "");
}

bool simt_schedule_check(const char *text, struct err *err)
{
    struct schedule schedule;
    return schedule_parse(text, &schedule, err);
}
