/* Private to the room: the outputs of a run as its stores left them. */
#ifndef CHECK_OUTPUTS_H
#define CHECK_OUTPUTS_H

#include "base/arena.h"
#include "check/check.h"
#include "check/check_real.h"
#include "check/check_tree.h"

/* When the store came that a word ended with; part 0: nobody wrote it. */
struct outputs_last { uint32_t part, launch; uint64_t sequence, event; };

struct check_outputs {
    const struct trace *head;
    struct arena arena;
    struct outputs_last *last;  /* [n + 1]; [n]: the total. NULL: all came from
                                   check_outputs_results */
    unsigned char *got;         /* [n + 1] values of ELEM_MAX bytes */
    uint32_t count;             /* outputs to write, n but for compaction */
    uint32_t parts;             /* taken so far */
    int output, total;          /* array ids; total -1: none */
    uint32_t out_of_range;      /* stores beside the output */
    bool stopped;               /* the run did not come to its end */
    bool part;                  /* of some blocks: what is unwritten is not known */
    uint64_t traced, blocks;    /* of such a run; of all its launches */
    const unsigned char *wanted; /* packed; exact comparison */
    unsigned char wanted_total[ELEM_MAX];
    struct check_real real;
    bool is_real;
    struct check_tree *tree;    /* for what no bound can judge; NULL: a run in
                                   parts or cut, which has none */
    bool overflows;             /* an operator left the type, or the reference */
};

/* head: a trace's head; it must outlive out. Fails without an output array or
 * memory; then there is nothing to close. */
bool check_outputs_open(struct check_outputs *out, const struct trace *head,
                        struct err *err);
void check_outputs_close(struct check_outputs *out);
/* Takes the stores of a trace, or of its next part. */
void check_outputs_take(struct check_outputs *out, const struct trace *part);
/* Instead, for a trace that has some blocks only: the stores that none of the
 * others can have written over. False: out of memory. */
bool check_outputs_part(struct check_outputs *out, const struct trace *trace);
/* Instead, for a trace that was cut: what it says memory held in the end. */
void check_outputs_results(struct check_outputs *out, const struct trace *trace);
/* Whether a row of those written is beyond every bound. */
bool check_outputs_beyond(const struct check_outputs *out);
/* Compares; says what it found in result, whose fields about wrapping are
 * filled already. tree: of the same trace, NULL for a run in parts: there,
 * what overflowed is counted, not judged. */
void check_outputs_judge(struct check_outputs *out, struct check_tree *tree,
                         bool stopped, struct check_result *result);

#endif
