/* What is inside the host executor: the world of one run.
 *
 * A world holds the global arrays and up to `resident` blocks; a block holds
 * its shared arrays and its threads; a thread is a fibre and what it waits
 * for. The scheduler (schedule.c) picks a ready thread, the world (world.c)
 * switches to it, and it comes back when it blocks, parks or exits:
 *
 *   ready    may be picked
 *   parked   yielded at a poll, a volatile or acquire load, an atomic; ready
 *            again when memory changes or when nothing else is ready
 *   held     by the schedule, at a phase; ready when nothing else can go on
 *   waiting  at a barrier or a warp meeting
 *   exited
 *
 * Whatever cannot go on is found where it is cheap to find: a block whose
 * threads all wait or have exited is stuck, a world with nothing but parked
 * threads and no change in memory spins for ever. */
#ifndef SIMT_WORLD_H
#define SIMT_WORLD_H

#include "base/elem_ops.h"
#include "simt/calls.h"
#include "simt/simt.h"
#include "simt/stack.h"
#include "simt/switch.h"
#include "trace/record.h"

enum {
    WORLD_THREADS = 1024,      /* a block; CUDA's limit */
    WORLD_FIBRES = 30000,      /* at once: half the mappings Linux allows */
    WORLD_SHARED = 227 * 1024, /* bytes of shared memory a block may have */
    WORLD_RESIDENT = 4,        /* blocks, when nothing is asked */
    WARP = 32
};

struct simt_cell {
    unsigned char bytes[ELEM_MAX]; /* a value; an int word in the first four */
    uint64_t writer;               /* record_last of the store; 0: none */
    uint32_t state;                /* status words: INVALID, AGGREGATE, PREFIX */
};

struct simt_array {
    struct simt_cell *cells;
    uint32_t count;
    uint8_t id; /* in the trace */
};

enum thread_state {
    THREAD_READY, THREAD_RUNNING, THREAD_PARKED, THREAD_HELD,
    THREAD_AT_BARRIER, THREAD_AT_MEETING, THREAD_EXITED
};

/* What a thread brings to a warp meeting, and what it takes away. */
struct meeting {
    enum event_meet kind;
    uint32_t mask;
    int operand, width;
    val offered;
    val received;     /* id: ordinal in the source lane, or EVENT_NO_VALUE */
    uint32_t source;  /* lane; ballots: the result */
};

struct simt_thread {
    struct simt_place place;
    struct simt_block *block;
    struct record_seg *seg; /* NULL: its block is left out */
    uint32_t left_out;     /* its events then */
    enum thread_state state;
    uint32_t linear;       /* in the block */
    uint32_t budget;       /* memory events until the scheduler is asked */
    uint32_t line;         /* of the word it is in */
    uint32_t memory;       /* memory events so far */
    uint32_t barriers;     /* passed */
    uint32_t declared;     /* shared arrays */
    uint32_t spin_array;   /* parked: the word it looks at */
    int32_t spin_index;
    bool polls;            /* parked in a failing poll, not by courtesy */
    uint64_t seen;         /* changes of memory when it last yielded */
    uint64_t priority;     /* random: the greatest ready one runs */
    struct meeting meeting;
    struct fibre fibre;
};

struct simt_block {
    struct simt_world *world;
    uint32_t number;       /* in the grid, linear */
    bool active;
    bool left_out;         /* not to be recorded */
    uint32_t tile;         /* where it is left out: last EV_TILE, else number */
    uint32_t live;         /* threads that are neither waiting nor exited */
    uint32_t at_barrier, exited;
    struct simt_thread *threads;
    struct simt_array *shared;
    uint64_t *ready;       /* a bit a thread; in-order, round-robin, hold */
};

struct schedule {
    enum { SCHEDULE_IN_ORDER, SCHEDULE_ROUND_ROBIN, SCHEDULE_RANDOM,
           SCHEDULE_HOLD, SCHEDULE_FIRST, SCHEDULE_LAST } kind;
    uint64_t seed;
    uint32_t block;        /* hold: which, at which phase; number -1: any */
    uint32_t thread;       /* first, last: which one of the block */
    enum event_phase phase;
    int64_t number;
};

struct simt_world {
    struct trace *trace;
    const struct simt_options *options;
    const struct simt_entry *table;
    int entries;
    struct err *err;
    struct recorder *recorder;
    struct schedule schedule;
    enum elem_op op;
    enum elem_type type;
    uint32_t width;            /* bytes of a value */
    uint32_t event_stop;       /* ordinal at which a thread is taken for endless */

    struct arena memory;       /* of the run */
    struct arena launch_memory;
    struct simt_array *arrays; /* global ones, by trace id */

    /* The launch that runs. */
    uint32_t launch;
    simt_kernel kernel;
    struct simt_args args;
    uint32_t threads, grid;    /* threads a block, blocks */
    uint32_t ready_words;      /* of a block's ready bits */
    uint32_t shared_count;
    uint8_t shared_id[TRACE_MAX_ARRAYS];
    struct simt_block *blocks; /* `resident` of them, by slot */
    struct simt_block **order; /* the active ones, by block number */
    uint32_t resident, active;
    uint32_t next_block;

    /* Scheduler. */
    struct simt_thread **heap; /* random: ready ones, greatest priority first */
    uint32_t heap_count;
    uint32_t turn;             /* round-robin: where to look first */
    bool hold_over;
    struct simt_thread **parked;
    uint32_t parked_count, held_count;
    uint64_t changes;          /* of memory, by anyone */
    uint64_t progress;         /* barriers, exits and the like */
    uint64_t idle_changes, idle_progress;
    uint32_t idle_rounds;

    struct fibre main;
    struct stack_pool stacks;
    struct simt_thread *running;
    bool stopped;              /* a trace_stop was recorded, or err is set */
    bool failed;               /* err is set */
    uint64_t blocks_done, blocks_all, picks;
};

/* world.c: the running thread gives up the processor; comes back when picked. */
void world_switch(struct simt_thread *thread);
/* Ends the run with a finding about thread; does not return on a fibre. */
void world_stop(struct simt_world *world, const struct trace_stop *stop);
/* Tells how far the run is; false: it was cancelled, and that is set as its error. */
bool world_goes_on(struct simt_world *world);
/* A finding about thread where it stands, other fields empty. */
struct trace_stop world_stop_at(const struct simt_thread *thread,
                                enum trace_stop_kind kind);

/* memory.c */
bool memory_make(struct simt_world *world);
bool memory_launch(struct simt_world *world);
void memory_start_block(struct simt_block *block);
/* After the run: fills trace->results where events were dropped; false when out
 * of memory. */
bool memory_results(struct simt_world *world);

/* meet.c: the block has nothing that can run and is not done: says why. */
void meet_report(struct simt_block *block);

/* schedule.c */
const char *schedule_phase_name(enum event_phase phase);
bool schedule_parse(const char *text, struct schedule *schedule, struct err *err);
void schedule_launch(struct simt_world *world);
void schedule_ready(struct simt_thread *thread);
/* The next thread, taken from the ready ones; NULL: none can go on, and the
 * world is stopped with a finding if it is not done. */
struct simt_thread *schedule_pick(struct simt_world *world);
/* Before a memory event: maybe somebody else goes first. */
void schedule_memory(struct simt_thread *thread);
/* At a volatile or acquire load or an atomic: others go first. */
void schedule_yield(struct simt_thread *thread);
/* At a poll that failed: sleeps until memory changes. */
void schedule_poll(struct simt_thread *thread);
/* Memory changed: whoever looked at it may look again. */
void schedule_changed(struct simt_world *world);
/* After a phase note. */
void schedule_phase(struct simt_thread *thread, enum event_phase phase, int number);

static inline struct simt_world *thread_world(const struct simt_thread *thread)
{
    return thread->block->world;
}

#endif
