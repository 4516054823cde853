/* Meetings: a barrier is a meeting of the block, a shuffle, a ballot or a
 * __syncwarp one of the lanes in its mask. Nobody leaves before all are there;
 * who comes last takes the values round. Warps have no lockstep.
 *
 * A block that cannot go on is reported from here: who waits, where, and who
 * is missing. A thread that has returned is missing too. */
#include "simt/words.h"
#include "trace/lanes.h"

/* ---- barrier -------------------------------------------------------------- */

static void barrier_report(struct simt_block *block)
{
    const struct simt_world *world = block->world;
    const struct simt_thread *waits = NULL, *gone = NULL, *elsewhere = NULL;
    for (uint32_t i = 0; i < world->threads; i++) {
        const struct simt_thread *thread = &block->threads[i];
        if (thread->state == THREAD_EXITED)
            gone = gone ? gone : thread;
        else if (!waits)
            waits = thread;
        else if (!elsewhere && thread->line != waits->line)
            elsewhere = thread;
    }
    const struct simt_thread *other = gone ? gone : elsewhere;
    struct trace_stop stop = world_stop_at(waits, STOP_BARRIER_DIVERGENCE);
    stop.other_thread = other ? other->linear : waits->linear;
    stop.other_line = other && !gone ? other->line : 0;
    world_stop(block->world, &stop);
}

/* All threads are here. Two barriers that meet are no barrier. */
static void barrier_open(struct simt_block *block)
{
    const uint32_t threads = block->world->threads;
    for (uint32_t i = 1; i < threads; i++) {
        if (block->threads[i].line != block->threads[0].line) {
            barrier_report(block);
            return;
        }
    }
    block->at_barrier = 0;
    block->live = threads;
    for (uint32_t i = 0; i < threads; i++)
        schedule_ready(&block->threads[i]);
}

void simt_barrier(int line)
{
    struct simt_thread *self = words_self(line);
    struct simt_block *block = self->block;
    words_emit(self, (struct event){ .kind = EV_BARRIER, .a = self->barriers++ });
    self->state = THREAD_AT_BARRIER;
    block->live--;
    block->world->progress++;
    if (++block->at_barrier == block->world->threads)
        barrier_open(block);
    world_switch(self);
}

/* ---- warp meetings -------------------------------------------------------- */

static uint32_t warp_lanes(const struct simt_thread *thread)
{
    const uint32_t first = thread->linear / WARP * WARP;
    const uint32_t left = thread_world(thread)->threads - first;
    return left >= WARP ? 0xffffffffu : (1u << left) - 1;
}

static struct simt_thread *warp_lane(const struct simt_thread *thread, uint32_t lane)
{
    return &thread->block->threads[thread->linear / WARP * WARP + lane];
}

/* Shuffles meet at one line; a __syncwarp meets any other. */
static bool meeting_same(const struct simt_thread *a, const struct simt_thread *b)
{
    return b->state == THREAD_AT_MEETING && a->meeting.kind == b->meeting.kind &&
           a->meeting.mask == b->meeting.mask &&
           (a->line == b->line || a->meeting.kind == MEET_SYNCWARP);
}

/* Lanes that self waits for. Lanes the block does not have never existed. */
static uint32_t meeting_missing(const struct simt_thread *self)
{
    uint32_t missing = 0;
    for (uint32_t mask = self->meeting.mask & warp_lanes(self); mask; mask &= mask - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(mask);
        if (!meeting_same(self, warp_lane(self, lane)))
            missing |= 1u << lane;
    }
    return missing;
}

static void meeting_receive(struct simt_thread *self)
{
    struct meeting *meeting = &self->meeting;
    const uint32_t source = lanes_source((int)meeting->kind, self->linear % WARP,
                                         (uint32_t)meeting->operand,
                                         (uint32_t)meeting->width);
    const uint32_t present = meeting->mask & warp_lanes(self);
    meeting->source = source;
    meeting->received = (val){ .id = EVENT_NO_VALUE };
    if (present >> source & 1)
        meeting->received = warp_lane(self, source)->meeting.offered;
}

static uint32_t meeting_ballot(const struct simt_thread *self, uint32_t present)
{
    uint32_t result = 0;
    for (; present; present &= present - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(present);
        if (warp_lane(self, lane)->meeting.operand)
            result |= 1u << lane;
    }
    return result;
}

/* All lanes are here: everybody receives before anybody goes on. */
static void meeting_hold(struct simt_thread *self)
{
    const uint32_t present = self->meeting.mask & warp_lanes(self);
    const uint32_t ballot = meeting_ballot(self, present);
    for (uint32_t mask = present; mask; mask &= mask - 1) {
        struct simt_thread *lane = warp_lane(self, (uint32_t)__builtin_ctz(mask));
        if (lane->meeting.kind == MEET_BALLOT)
            lane->meeting.source = ballot;
        else if (lane->meeting.kind != MEET_SYNCWARP)
            meeting_receive(lane);
        schedule_ready(lane);
        lane->block->live++;
    }
}

/* A lane that is not in its own mask, or a width that is no segment. */
static void meeting_check(struct simt_thread *self)
{
    const int width = self->meeting.width;
    const uint32_t lane = self->linear % WARP;
    if ((self->meeting.mask >> lane & 1) && width >= 1 && width <= WARP &&
        (width & (width - 1)) == 0)
        return;
    struct trace_stop stop = world_stop_at(self, STOP_LANE_RANGE);
    stop.mask = self->meeting.mask;
    stop.index = width;
    world_stop(thread_world(self), &stop);
}

static void meeting_attend(struct simt_thread *self, const struct meeting *meeting)
{
    self->meeting = *meeting;
    meeting_check(self);
    words_emit(self, (struct event){
        .kind = EV_MEET, .array = (uint8_t)meeting->kind,
        .index = (meeting->operand & 0xffff) | meeting->width << 16,
        .a = meeting->offered.id, .b = meeting->mask });
    self->state = THREAD_AT_MEETING;
    self->block->live--;
    thread_world(self)->progress++;
    if (meeting_missing(self) == 0)
        meeting_hold(self);
    world_switch(self);
}

void simt_syncwarp(int line, unsigned mask)
{
    const struct meeting meeting = { .kind = MEET_SYNCWARP, .mask = mask, .width = WARP,
                                     .offered.id = EVENT_NO_VALUE };
    meeting_attend(words_self(line), &meeting);
}

val simt_shuffle(int line, enum event_meet meet, unsigned mask, val v,
                 int operand, int width)
{
    struct simt_thread *self = words_self(line);
    const struct meeting meeting = { .kind = meet, .mask = mask, .operand = operand,
                                     .width = width, .offered = v };
    meeting_attend(self, &meeting);
    self->line = (uint32_t)line;
    return words_made(self, (struct event){
        .kind = EV_SHFL, .array = (uint8_t)meet, .index = (int32_t)self->meeting.source,
        .a = self->meeting.received.id, .b = mask }, self->meeting.received.bytes);
}

unsigned simt_ballot(int line, unsigned mask, int predicate)
{
    struct simt_thread *self = words_self(line);
    const struct meeting meeting = { .kind = MEET_BALLOT, .mask = mask,
                                     .operand = predicate, .width = WARP,
                                     .offered.id = EVENT_NO_VALUE };
    meeting_attend(self, &meeting);
    const uint32_t result = self->meeting.source;
    words_emit(self, (struct event){ .kind = EV_BALLOT, .bits = result, .b = mask });
    return result;
}

static void meeting_report(const struct simt_thread *waits)
{
    const uint32_t missing = meeting_missing(waits);
    const struct simt_thread *other =
        warp_lane(waits, (uint32_t)__builtin_ctz(missing));
    struct trace_stop stop = world_stop_at(waits, STOP_MASK_ABSENT);
    stop.other_thread = other->linear;
    stop.other_line = other->state == THREAD_EXITED ? 0 : other->line;
    stop.mask = missing;
    world_stop(thread_world(waits), &stop);
}

void meet_report(struct simt_block *block)
{
    for (uint32_t i = 0; i < block->world->threads; i++) {
        if (block->threads[i].state == THREAD_AT_MEETING) {
            meeting_report(&block->threads[i]);
            return;
        }
    }
    barrier_report(block);
}
