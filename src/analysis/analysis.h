/* Findings: everything the viewer shows, derived from the trace alone.
 *
 * One pass a file, each pure: trace (and earlier passes) in, arrays in an
 * arena out. `analyse` runs them all in order. A pass never knows which
 * algorithm ran. Every pass carries `cut`: true when the trace it read was
 * cut, so that what it says may be incomplete.
 *
 * Value ids here are event indices into trace->events (u32; FLOW_NONE: none). */
#ifndef ANALYSIS_ANALYSIS_H
#define ANALYSIS_ANALYSIS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "trace/trace.h"

#define FLOW_NONE 0xffffffffu

/* ---- steps.c: where a run's steps begin and end ------------------------- */

enum step_kind {
    STEP_LOAD = 0,  /* named tick without a number */
    STEP_ROUND = 1, /* numbered K of N: a round of operators or shuffles */
    STEP_ROOT = 2,  /* named tick: clearing the root, saving the total */
    STEP_STORE = 3, /* named tick */
    STEP_OTHER = 4  /* named tick: a shift, or whatever fits none of these */
};
/* A phase note says which kind a step is: LOAD, STORE; ROOT and TOTAL are
 * STEP_ROOT; SHIFT and SCATTER are STEP_OTHER; STRIDE, UP, DOWN and SHUFFLE are
 * rounds; the others are rounds if they apply operators or shuffles, else
 * STEP_OTHER: a serial scan has n - 1 rounds, its element 0 is a tick. Without
 * notes a step that applies operators or shuffles is a round; one that stores to
 * global memory STORE; one that loads from it LOAD. Only what acts is a step: a
 * note with nothing after it makes none. Steps are aligned over the blocks of a
 * launch. */

struct step {
    enum step_kind kind;
    uint32_t number;        /* 1..rounds for STEP_ROUND, else 0 */
    uint32_t launch;
    int phase;              /* enum event_phase, -1 if the kernel said none */
    int32_t phase_number;
    uint32_t *lines; uint32_t line_count; /* kernel lines that acted (ops,
                               stores, shuffles), ascending, unique */
    /* measured in this step, all blocks together */
    uint32_t adds;          /* operator applications */
    uint32_t moves;         /* values that a thread loaded or received in this
                               step and stored unchanged */
    uint32_t loads, stores; /* shared */
    uint32_t gloads, gstores;
    uint32_t tickets;       /* of gstores: atomics on a counter, in a step that
                               does nothing else in global memory; else 0 */
    uint32_t shuffles;      /* lanes that received */
    uint32_t barriers;      /* barriers each block passed in it */
    uint32_t active, threads;      /* threads that applied an operator (in a
                               step without operators: stored or received;
                               without those too: loaded), of all */
    uint32_t warps_active, warps;  /* issued lanes = 32 * warps_active */
    uint32_t divergent;     /* warps with some but not all lanes active */
    uint32_t warps_least;   /* that would be active if in every block the active
                               lanes were neighbours, unless they are */
    bool by_data;           /* lanes of a block read different words that are no
                               values, or voted: who is active may follow from
                               the data, not from the threads' numbers alone */
};

struct steps {
    struct step *step; uint32_t count;
    uint32_t rounds;        /* N of "K / N" */
    /* cut[seg * (count + 1) + k]: ordinal where step k begins in segment seg;
     * [count]: its end. Segments of other launches have empty ranges. */
    uint32_t *cuts;
    bool cut;
};
bool analysis_steps(const struct trace *trace, struct arena *arena,
                    struct steps *out, struct err *err);
/* The step an event belongs to. */
uint32_t steps_of_event(const struct steps *steps, const struct trace *trace,
                        uint64_t event);

/* ---- flow.c: what every value is made of -------------------------------- */

struct cover_run { uint32_t first, last; }; /* inputs first..last, inclusive */

/* `count` events of segment seg, from ordinal first on, happened in a row. */
struct flow_run { uint32_t seg, first, count; };

struct flow {
    /* Parallel to trace->events. */
    uint32_t *from;   /* loads, polls: event of the store read, FLOW_NONE:
                         initial contents (input or garbage); shuffles: the
                         value in the source lane; stores: the store that was
                         overwritten, FLOW_NONE: none */
    /* Of values, and of stores: those of the value stored. */
    uint32_t *depth;  /* longest chain of operator applications to this value */
    uint32_t *cover;  /* index into covers; 0: covers nothing */
    uint8_t *flags;   /* FLOW_* below */
    /* covers: ordered runs of input indices, neighbours merged when in order
     * ([0..1] then [2..3] is [0..3]; [2..3] then [0..1] stays two runs). */
    struct cover *covers; uint32_t cover_count;
    uint32_t ambiguous; /* loads whose store could not be told */
    /* All events in an order that the run's barriers, meetings, kernel
     * boundaries and reads allow; lower tiles and threads first where they
     * leave it open. The same for every schedule of a race-free kernel. */
    struct flow_run *order; uint32_t order_count;
    bool cut;
};
enum {
    FLOW_UNWRITTEN = 1,   /* read of a word nobody wrote (not input, not zeroed),
                             or made of one; never said of a cut trace */
    FLOW_AMBIGUOUS = 2,
    FLOW_DUPLICATE = 4,   /* covers an input more than once */
    FLOW_DISORDER = 8,    /* its runs do not ascend */
    FLOW_PADDING = 16,    /* covers nothing: identity or made from an int */
    FLOW_RANGE = 32,      /* index out of range, or made of such a read */
    FLOW_INT = 64         /* made from an int or from such a value: the inputs
                             behind it are not known, and covers lack them */
};
/* inputs: how many, repeated ones counted as often as they occur. flags:
 * FLOW_DUPLICATE, FLOW_DISORDER. A list longer than 65536 runs is cut to its
 * first runs, and flow->cut set. */
struct cover { const struct cover_run *run; uint32_t count; uint64_t inputs;
               uint8_t flags; };

bool analysis_flow(const struct trace *trace, struct arena *arena,
                   struct flow *out, struct err *err);
/* The cover of a value or store; the empty one for FLOW_NONE. */
const struct cover *flow_cover(const struct flow *flow, uint32_t value);

/* ---- workspan.c --------------------------------------------------------- */

struct workspan {
    uint64_t adds;              /* operator applications, all of them */
    uint64_t moves;             /* moves (struct step) inside rounds: down-sweep
                                   style copies */
    uint32_t depth;             /* longest chain of operator applications */
    uint32_t barriers;          /* the most that one thread passed */
    uint32_t shuffles_per_lane; /* the most that one lane did */
    uint64_t slots;             /* lanes issued in rounds: sum 32*warps_active */
    uint64_t thread_slots;      /* threads * rounds: n lg n for Hillis-Steele */
    uint64_t active;            /* lanes active in rounds */
    uint64_t shared_loads, shared_stores, global_loads, global_stores; /* words */
    uint64_t *adds_until;       /* [steps.count + 1]: adds before step k */
    uint32_t *depth_until;      /* [steps.count + 1] */
    uint32_t *barriers_until;   /* [steps.count + 1] */
    bool cut;
};
bool analysis_workspan(const struct trace *trace, const struct steps *steps,
                       const struct flow *flow, struct arena *arena,
                       struct workspan *out, struct err *err);

/* ---- board.c: rows of cells and the arrows between them ----------------- */

/* Column c of block (tile) b stands for position c of the block's working
 * set: the latest value at index c of any value array of the block, or, for
 * registers, thread c's current value (the one it offers in its next shuffle
 * or stores next). Column count = the widest of: threads that load input,
 * array counts that threads used (padding included), the block's share of n.
 * Shared memory and registers end with their launch: a launch begins with what
 * global memory holds of the arrays that the block is given (of all arrays, where
 * the launch has no such block). Where a launch's last outputs come to stand in
 * place of other values, shared memory beside them is shown no more. */
enum cell_state {
    CELL_EMPTY = 0,    /* nothing yet */
    CELL_SAME = 1,     /* carried over from the row before */
    CELL_CHANGED = 2   /* written in this step */
};
struct cell {
    uint32_t value;    /* event that made or stored it, FLOW_NONE: initial input */
    int16_t array;     /* array id it lies in; -1: a register */
    uint8_t state;     /* enum cell_state */
    uint8_t flags;     /* FLOW_* of the value; FLOW_PADDING drawn as padding, and
                          set only in columns beyond the tile's inputs */
    int32_t index;     /* index in the array, thread for registers */
};
/* Why a source is not what its column showed: the column shows another value by
 * now, and a thread had kept the older one; or it was written in the very step of
 * the move, which is how races show. */
enum move_stale { MOVE_OLDER = 1, MOVE_NEWER = 2 };

/* One operand's way into a cell. Moves of one cell are consecutive, operands
 * left to right. */
struct move {
    uint32_t row;      /* target row (= step + 1) */
    int32_t from_column, to_column;
    uint32_t from_value, to_value; /* events; from_value FLOW_NONE: initial */
    uint32_t op;       /* the last operator event on the way; FLOW_NONE: a
                          plain move */
    uint8_t operand;   /* 0 left, 1 right, ... */
    uint8_t stale;     /* enum move_stale: 0 when the source is what its column
                          showed in the row before */
    uint16_t line;     /* kernel line of the operator, else of the store */
    uint32_t thread;
};
/* Operands without a place on the board have no move: identities, constants,
 * status words, words of another tile or out of range. Arrays of ROLE_TOTAL are
 * not on the board. In a run whose rounds move values by shuffles, shared arrays
 * are not either: rows are registers, and outputs once they are stored. A board
 * of more than 2^23 cells keeps its first columns only, and cut is set. */
struct board {
    uint32_t tile;       /* which logical block (launch: see row's step) */
    uint32_t columns;
    uint32_t rows;       /* steps.count + 1; row 0: the input before any step */
    struct cell *cells;  /* [row * columns + column] */
    struct move *moves; uint32_t move_count;
    uint32_t *move_first; /* [rows + 1]: moves into row r are
                             move_first[r] .. move_first[r + 1] - 1 */
    uint32_t first_input; /* global index of column 0 */
    bool registers;      /* rows are registers (lanes view fits) */
    bool tree;           /* dataflow is tree-shaped (tree view fits): from round
                            to round half as many cells made, down to one, no
                            cell an operand twice; then perhaps twice as many,
                            each with a plain copy beside it; or, see fills */
    uint32_t fills;      /* of a tree on whose way down a finished prefix, all
                            inputs of the tile up to its column, and a node of
                            the way up, what lies between it and the cell,
                            make the next finished prefix, until all are: first
                            row of that way; 0: none. Its way up has two levels
                            at least, else it is a chain. */
    uint32_t total_value; /* event of the store of the total, FLOW_NONE */
    bool cut;
};
bool analysis_board(const struct trace *trace, const struct steps *steps,
                    const struct flow *flow, uint32_t tile,
                    struct arena *arena, struct board *out, struct err *err);
/* The value a cell shows, as bytes; false for an empty cell. */
bool board_value(const struct trace *trace, const struct board *board,
                 uint32_t row, uint32_t column, unsigned char value[ELEM_MAX]);
/* Marks into cone[rows * columns] (0/1) all cells that cell (row, column) is
 * made of, itself included. */
void board_cone(const struct board *board, uint32_t row, uint32_t column,
                unsigned char *cone);

/* ---- banks.c, coalescing.c, hazards.c ----------------------------------- */

/* Per request of a warp: degree, the most distinct words in one bank; excess,
 * the sum of degree - 1 over the step's requests. */
struct bank_step { uint32_t load_degree, store_degree; /* worst, 1: none */
                   uint64_t load_excess, store_excess; };
struct banks { struct bank_step *step; /* [steps.count] */
               struct bank_step total; bool cut; };
bool analysis_banks(const struct trace *trace, const struct steps *steps,
                    struct arena *arena, struct banks *out, struct err *err);

/* Requests: one for each warp, line and occurrence. sectors: 32-byte sectors
 * they touched; least: sectors that their distinct bytes would fill if packed. */
struct sector_count { uint64_t requests, sectors, least; };
struct sector_step { struct sector_count load, store; };
struct coalescing { struct sector_step *step; /* [steps.count] */
                    struct sector_step total; bool cut; };
bool analysis_coalescing(const struct trace *trace, const struct steps *steps,
                         struct arena *arena, struct coalescing *out,
                         struct err *err);

enum hazard_kind { HAZARD_READ_WRITE = 1, HAZARD_WRITE_WRITE = 2,
                   HAZARD_UNWRITTEN = 3, HAZARD_RANGE = 4, HAZARD_STOP = 5,
                   HAZARD_MASK = 6, HAZARD_COVER = 7, HAZARD_OUTPUT = 8,
                   HAZARD_STALE = 9,     /* status word of an earlier launch */
                   HAZARD_WAIT = 10,     /* for a block that may not have started */
                   HAZARD_OVERFLOW = 11, /* from here on in findings.advice */
                   HAZARD_BANKS = 12, HAZARD_PADDING = 13,
                   HAZARD_DIVERGENCE = 14, HAZARD_KINDS = 15 };
/* An error; a value that left its type (a signed integer that wrapped, a real
 * that is no longer finite), wrong or not; slow, not wrong. */
enum hazard_rank { RANK_ERROR = 0, RANK_OVERFLOW = 1, RANK_PERFORMANCE = 2 };

/* Who did it: a thread and the line it was on. */
struct hazard_place { uint32_t launch, block, tile, thread; uint16_t line; };

struct hazard {
    enum hazard_kind kind;
    enum hazard_rank rank;
    uint32_t detail;        /* STOP, MASK: enum trace_stop_kind, 0 if the executor
                               did not stop; COVER: enum cover_fault << 8 */
    struct hazard_place place[2]; uint32_t places; /* of first and second; a
                               stop's: who waits, and who is missing (line 0: it
                               has left) */
    int32_t array, index;   /* the word; array -1: none */
    const char *happened;   /* in this run's order: "RAW", "WAR", "WAW"; "": no
                               race, or order not recorded */
    const char *hint;       /* how it is usually repaired, one sentence (msgid) */
    uint32_t step;
    uint32_t first, second; /* events; FLOW_NONE if only one. STOP: the last
                               event of the thread that waits */
    uint32_t count;         /* of this kind at these lines; first is an example */
    char what[240];         /* one sentence in English, complete */
    const char *said;       /* the same as data, whole (base/say.h); for those
                               who speak another language */
};
/* Ordered by step; at most 512 groups. Race-free runs have the same findings on
 * every schedule, and so has every race: whether two accesses are ordered is
 * told from barriers, meetings, releases and kernel boundaries alone.
 *   COVER, OUTPUT: the last store of every output against the prefix a scan has
 *   to put there, and of the only total; not looked at when the run was stopped
 *   or the trace is cut, nor COVER of values that are FLOW_INT.
 *   STOP, MASK: as the executor reported, and lanes outside their own mask. */
struct hazards { struct hazard *hazard; uint32_t count; bool cut; };
enum cover_fault { FAULT_NONE = 0, FAULT_TWICE, FAULT_MISSING, FAULT_EXTRA,
                   FAULT_ORDER };
/* outputs.c: what is wrong with the inputs that the store of an output or total
 * covers; FAULT_NONE too where they are not known (FLOW_INT). */
enum cover_fault analysis_output_fault(const struct trace *trace,
                                       const struct flow *flow, uint32_t store);
/* "read-write-race", "barrier-divergence", ...: stable, one for each kind of
 * finding that a person tells apart. */
const char *hazard_name(const struct hazard *hazard);
const char *hazard_rank_name(enum hazard_rank rank); /* "error", ... */

/* advice.c: what is no error. The first operator application that left the
 * range of a signed or real type; shared accesses that meet in one bank, line by line,
 * and whether one word of padding after every 32 would cure it; padding that no
 * index ever skips; rounds without shuffles whose active lanes, were they neighbours,
 * would fill fewer warps, unless they may be active by the data. */
bool analysis_advice(const struct trace *trace, const struct steps *steps,
                     const struct flow *flow, struct arena *arena,
                     struct hazards *out, struct err *err);

bool analysis_hazards(const struct trace *trace, const struct steps *steps,
                      const struct flow *flow, struct arena *arena,
                      struct hazards *out, struct err *err);

/* ---- requests.c: what a warp asks of memory in one step ------------------ */

/* One instruction of one warp; arrays by lane, valid where its bit is set. */
struct warp_request {
    uint32_t warp, line, nth;  /* nth time that warp came by this line in the
                                  step, from 0 */
    uint8_t space, store;      /* enum trace_space; 0 load, 1 store */
    uint32_t lanes;            /* bit a lane that takes part */
    uint32_t event[32];
    uint64_t address[32];      /* bytes: shared: in the block's arena; global:
                                  from the array's first element */
    uint8_t array[32], width[32];
    uint32_t degree; uint64_t excess;  /* shared, as in struct bank_step */
    uint32_t sectors, least;           /* global, as in struct sector_count */
};
struct requests {
    struct warp_request *request; uint32_t count; /* by warp, shared before global */
    uint32_t worst;            /* index of the one to show first: shared before
                                  global, then degree, wasted sectors, lanes */
    bool cut;
};
/* The requests of one tile in one step; on demand, not part of findings. */
bool analysis_requests(const struct trace *trace, const struct steps *steps,
                       uint32_t step, uint32_t tile, struct arena *arena,
                       struct requests *out, struct err *err);

/* Which 4-byte words of a block's shared memory any of its threads touched. */
struct words_used { uint8_t *used; uint32_t count; };
bool analysis_words(const struct trace *trace, uint32_t launch, uint32_t tile,
                    struct arena *arena, struct words_used *out,
                    struct err *err);

/* ---- blocks.c: values that pass from block to block ---------------------- */

struct block_info {
    uint32_t launch, tile;
    uint32_t until;         /* tile; of blocks that were left out: the last, for
                               those side by side are one */
    bool traced;            /* false: left out, and nothing is known of them */
    uint32_t first, last;   /* inputs it loaded, else outputs it stored */
    bool owns;              /* whether there are any; else first = last = 0 */
    uint32_t total;         /* event: where it first tells the sum of
                               first..last; FLOW_NONE: nowhere */
    uint32_t prefix;        /* event: its first value of all inputs before
                               `first`; FLOW_NONE: none */
    uint32_t in, ins;       /* links into it: link[in .. in + ins - 1] */
    uint32_t outs;          /* links out of it */
};
struct block_link {
    uint32_t from, to;      /* indices into block */
    uint32_t values;        /* different stores of `from` that `to` read */
    uint32_t store, load;   /* the first of them, and who read it */
    uint32_t made, read;    /* steps: of the first store, of the last read */
    bool status;            /* by way of status words */
};
struct blocks {
    struct block_info *block; uint32_t count; /* by launch, then tile */
    struct block_link *link; uint32_t link_count; /* by `to`, then by the order
                                                     in which they were read */
    uint32_t tiles, traced; /* all there are; those not left out */
    bool cut;
};
bool analysis_blocks(const struct trace *trace, const struct steps *steps,
                     const struct flow *flow, struct arena *arena,
                     struct blocks *out, struct err *err);

/* ---- tiles.c: status words over time ------------------------------------- */

enum tile_clock { TILE_ORDER = 0, /* an order that the run allows */
                  TILE_EXECUTION = 1, /* the order in which the host ran it */
                  TILE_NS = 2 };
struct tile_state { /* a publication */
    uint32_t event, life; uint8_t kind; uint64_t at;
};
struct tile_read {  /* a poll that was answered */
    uint32_t event, life;
    uint32_t of;        /* index of the status word */
    uint32_t publish;   /* event it read, FLOW_NONE: not known */
    uint32_t failed;    /* polls before it that met an invalid word */
    uint8_t kind;
    uint64_t since, at; /* from the thread's event before to the answer */
};
struct tile_life {
    uint32_t launch, tile;
    uint32_t until;         /* as in struct block_info */
    bool traced;            /* false: left out, no moment of it is known */
    uint64_t begin, end;
    uint32_t state, states; /* state[state .. + states - 1], in time */
    uint32_t read, reads;   /* read[read .. + reads - 1], in time */
    uint32_t failed;        /* polls in vain, all its threads */
};
struct tiles {
    struct tile_life *life; uint32_t count; /* 0: no status words */
    struct tile_state *state; uint32_t state_count;
    struct tile_read *read; uint32_t read_count;
    enum tile_clock clock;
    uint64_t begin, end;
    uint64_t *step_at;  /* [count * (steps.count + 1)]: when a tile had done
                           step k - 1; [0]: its begin */
    uint64_t failed;    /* in all */
    uint32_t tiles, traced; /* all there are; those not left out */
    bool cut;
};
bool analysis_tiles(const struct trace *trace, const struct steps *steps,
                    const struct flow *flow, struct arena *arena,
                    struct tiles *out, struct err *err);

/* ---- expression.c: a value's addition tree -------------------------------- */

/* Appends what the last store of array[index] holds, in terms of the inputs:
 * "((x0 + x1) + (x2 + x3))"; `identity` and numbers made from ints stand for
 * themselves, `garbage` for words nobody wrote. Fails when nothing was stored
 * there, or when the text would be longer than 2^20 bytes. *store: the event. */
bool analysis_expression(const struct trace *trace, const struct flow *flow,
                         uint32_t array, uint32_t index, struct buf *out,
                         uint32_t *store, struct err *err);

/* ---- spans.c: when each warp executed each step --------------------------- */

enum span_kind { SPAN_WORK = 0,    /* from a step's first event in the warp to its
                                      last; lanes that run ahead begin the next
                                      step only when the others are done */
                 SPAN_BARRIER = 1, /* all lanes have arrived, none goes on yet */
                 SPAN_POLL = 2 };  /* a lane polls in vain */
struct warp_span { uint8_t kind; uint32_t step; uint64_t begin, end; };
struct warp_row {
    uint32_t launch, tile, block, warp;
    uint32_t sm;              /* multiprocessor; only of a clock in ns */
    uint32_t work, works;     /* span[work .. + works - 1]: its steps in time, one
                                 behind the other */
    uint32_t wait, waits;     /* span[wait .. + waits - 1]: its waits in time; each
                                 within one of its steps or between two */
    uint64_t begin, end;
    uint64_t waited;          /* sum of its waits */
};
struct spans {
    struct warp_row *warp; uint32_t count; /* by launch, tile, warp */
    struct warp_span *span; uint32_t span_count;
    enum tile_clock clock;
    uint64_t begin, end;      /* of all */
    uint32_t blocks, multiprocessors; /* multiprocessors: 0 without stamps */
    bool cut;
};
bool analysis_spans(const struct trace *trace, const struct steps *steps,
                    const struct flow *flow, struct arena *arena,
                    struct spans *out, struct err *err);
/* The span of a step in a warp; NULL: it has no part in it. */
const struct warp_span *spans_step(const struct spans *spans,
                              const struct warp_row *warp, uint32_t step);

/* ---- all ---------------------------------------------------------------- */

struct findings {
    struct arena arena;
    const struct trace *trace; /* borrowed */
    struct steps steps;
    struct flow flow;
    struct workspan workspan;
    struct board board;        /* of the first tile traced until asked for another */
    struct banks banks;
    struct coalescing coalescing;
    struct hazards hazards;
    struct hazards advice;     /* of lower rank */
    struct blocks blocks;
    struct tiles tiles;
    struct spans spans;
    struct arena board_arena;  /* of a board asked for later */
};
/* Puts overflow among the errors, in the order of steps, for those who show both
 * as one list. */
bool findings_raise(struct findings *findings, struct err *err);
/* The first tile of which there are events; 0 where there is none. */
uint32_t findings_first_tile(const struct trace *trace);
/* Whether any launch has events of a tile. */
bool findings_tile_traced(const struct findings *findings, uint32_t tile);
/* Puts the board of another tile in place of the one there is; on failure that
 * one stays. Pointers into the old board are void afterwards. */
bool findings_show_tile(struct findings *findings, uint32_t tile,
                        struct err *err);
/* findings is filled; analysis_finish frees it. The trace must outlive it. */
bool analyse(const struct trace *trace, struct findings *findings,
             struct err *err);
void analysis_finish(struct findings *findings);

#endif
