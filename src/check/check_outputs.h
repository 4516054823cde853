/* Private to the room: the outputs of a run as its stores left them. */
#ifndef CHECK_OUTPUTS_H
#define CHECK_OUTPUTS_H

#include "base/arena.h"
#include "check/check.h"
#include "check/check_real.h"

/* When the store came that a word ended with; part 0: nobody wrote it. */
struct outputs_last { uint32_t part, launch; uint64_t sequence; };

struct check_outputs {
    const struct trace *head;
    struct arena arena;
    struct outputs_last *last;  /* [n + 1]; [n]: the total */
    unsigned char *got;         /* [n + 1] values of ELEM_MAX bytes */
    uint32_t count;             /* outputs to write, n but for compaction */
    uint32_t parts;             /* taken so far */
    int output, total;          /* array ids; total -1: none */
    uint32_t out_of_range;      /* stores beside the output */
    bool stopped;               /* the run did not come to its end */
    const unsigned char *wanted; /* packed; exact comparison */
    unsigned char wanted_total[ELEM_MAX];
    struct check_real real;
    bool is_real;
};

/* head: a trace's head; it must outlive out. Fails without an output array or
 * memory; then there is nothing to close. */
bool check_outputs_open(struct check_outputs *out, const struct trace *head,
                        struct err *err);
void check_outputs_close(struct check_outputs *out);
/* Takes the stores of a trace, or of its next part. */
void check_outputs_take(struct check_outputs *out, const struct trace *part);
/* Compares; says what it found in result, whose fields about wrapping are
 * filled already. */
void check_outputs_judge(struct check_outputs *out, bool stopped,
                         struct check_result *result);

#endif
