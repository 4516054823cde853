/* How far a real result may be from the serial one. */
#ifndef CHECK_REAL_H
#define CHECK_REAL_H

#include <stdbool.h>

#include "base/arena.h"
#include "trace/trace.h"

/* The result in double, number by number, how far each may be off by rounding,
 * and how much farther where a product underflowed (0: none can have).
 * `fields` numbers a value: affine has two, all others one. */
struct check_real {
    int fields;
    double *value, *allowed, *slack; /* [(n + 1) * fields]; the last row: the total */
};

/* False when out of memory. */
bool check_real_reference(const struct trace *trace, struct arena *arena,
                          struct check_real *out);

enum real_verdict {
    REAL_RIGHT = 0,  /* the same number, or within the bound */
    REAL_UNDER = 1,  /* beyond that bound, but a product may have underflowed */
    REAL_BEYOND = 2, /* not finite, here or there: no bound can tell */
    REAL_WRONG = 3
};
/* Judges got (a value of the run) by row `row`; *ulp receives the greatest
 * distance in units of the type's last place, if that is greater. */
enum real_verdict check_real_judge(const struct trace_run *run,
                                   const struct check_real *real, uint32_t row,
                                   const unsigned char *got, double *ulp);

/* Whether two values of the run are the same, NaN and NaN too. */
bool check_real_same(const struct trace_run *run, const unsigned char *left,
                     const unsigned char *right);

#endif
