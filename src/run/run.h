/* Runs: catalogue, plans, inputs, references; plan x executor -> trace. */
#ifndef RUN_RUN_H
#define RUN_RUN_H

#include "base/err.h"
#include "trace/trace.h"

enum algo_flags {
    ALGO_INCLUSIVE = 1,    /* can do inclusive */
    ALGO_EXCLUSIVE = 2,    /* can do exclusive */
    ALGO_EXCLUSIVE_FIRST = 4, /* does exclusive when nothing is asked */
    ALGO_ONE_BLOCK = 8,
    ALGO_BROKEN = 16,      /* wrong on purpose */
    ALGO_POLLS = 32        /* traces differ by schedule: compare by stores */
};

/* A formula of the literature beside a measured figure: value for n, and how
 * it is written. NULL members: none known. Plain ASCII-free maths is fine
 * ("n·lg n − (n−1)"). */
struct algo_formula { const char *text; int64_t (*value)(uint32_t n, bool inclusive); };

struct algo_formulas {
    struct algo_formula adds, moves, depth, rounds, barriers, shuffles;
    struct algo_formula words; /* of global memory, loaded and stored; many
                                  blocks need a little more for their totals */
};

struct run_spec;
struct plan_shape; /* plan.h: what a generic plan needs to know */
struct algo {
    const char *name;        /* catalogue name = kernel = file without .cu */
    const char *alias;       /* "kogge-stone" or NULL */
    const char *title;       /* "Hillis–Steele" (msgid for translation) */
    const char *summary;     /* one sentence for --list (msgid) */
    unsigned flags;
    uint32_t max_n;          /* 0: no limit of its own */
    const char *max_reason;  /* "a warp has 32 lanes" */
    /* Fills arrays, launches of head for spec (pure). */
    bool (*plan)(const struct algo *algo, const struct run_spec *spec,
                 struct trace *head, struct err *err);
    struct algo_formulas formulas;
    const char *twin;        /* broken: its repaired twin */
    enum trace_result result; /* what the outputs are */
    int fill;                /* default input: this number n times; 0: as
                                `input` says */
    const char *input;       /* default input, a list as of run_spec, repeated
                                to n values; its length is the default n. NULL:
                                3 1 4 1 5 9 2 6 */
    uint32_t usual_n;        /* default n; 0: the length of the default input */
    enum elem_op op;         /* the operator meant when + is asked for */
    const struct plan_shape *shape; /* for the generic plan functions */
};

int run_algo_count(void);
const struct algo *run_algo_at(int index);
/* By name or alias; else ERR_USAGE naming the nearest and all allowed. */
const struct algo *run_algo_find(const char *name, struct err *err);

/* Whether op and type make sense together and for algo, which may be NULL; the
 * reason otherwise, as ERR_USAGE. */
bool run_pair_check(const struct algo *algo, enum elem_op op,
                    enum elem_type type, struct err *err);

enum run_direction { RUN_DEFAULT = 0, RUN_INCLUSIVE, RUN_EXCLUSIVE };

struct run_spec {
    const struct algo *algo;
    uint32_t n;               /* 0: length of the input, 8 if none is given */
    enum elem_op op;
    enum elem_type type;
    enum run_direction direction;
    const char *input;        /* "3 1 4", "3,1,4", "@file", "random:SEED",
                                 NULL: the algorithm's default.
                                 A list holds values as elem_parse reads them;
                                 a bare number k stands for elem_from_int(k),
                                 for argmax with its position as index; a bar
                                 before a value, "1 2|3", begins a segment (its
                                 flag, with segadd, or its head flag). For
                                 RESULT_SUM also two numbers: "0b1011+6" */
    uint32_t block;           /* threads a block; 0: the algorithm's choice */
    enum { RUN_AUTO = 0, RUN_HOST, RUN_CUDA } device;
    const char *schedule;     /* NULL: in-order */
    uint32_t resident;        /* 0: default */
    const char *trace_blocks; /* "0,2-5,last": keep the events of these alone, in
                                 every launch; NULL: of all */
    bool sequence, writer;
    bool (*progress)(void *user, uint64_t done, uint64_t of);
    void *user; /* of progress, and of run_record_parts's part */
};

/* Checks and completes spec (n, direction), reads the input, fills trace's
 * head. trace must be freshly initialised; finished again on failure. */
bool run_prepare(struct run_spec *spec, struct trace *trace, struct err *err);

/* The values that "random:SEED" stands for are documented in input.h. */

/* Reads spec's input (its n checked or completed) into width-packed values
 * (and head flags behind them, see struct trace), arena-owned; describes it in
 * text ("list", "@file", "random:7", "default"). */
bool run_input(struct run_spec *spec, struct arena *arena,
               unsigned char **values, char text[64], struct err *err);

/* Prepares and runs on the chosen executor. Where the device is auto and no
 * GPU can be used, runs on the host and puts the reason (base/say.h) into
 * fallback (may be NULL), else "". */
bool run_record(struct run_spec *spec, struct trace *trace,
                char fallback[256], struct err *err);

/* As run_record on the host, for large runs: every block is handed to `part` as
 * soon as it ended (simt_options.block) and then forgotten; `trace` keeps the
 * head. spec->device and trace_blocks are not looked at. */
bool run_record_parts(struct run_spec *spec, struct trace *trace,
                      bool (*part)(void *user, const struct trace *part,
                                   struct err *err),
                      struct err *err);

/* The serial reference over the trace's input: packed values of elem_width
 * bytes, run_reference_count of them, by the run's result and direction, and
 * the total. Arena-owned. NULL when out of memory. */
unsigned char *run_reference(const struct trace *trace, struct arena *arena,
                             unsigned char total[ELEM_MAX]);
/* How many outputs the run has to write: run.n, or as many elements as are
 * kept. */
uint32_t run_reference_count(const struct trace *trace);

#endif
