/* How far a real result may be from the serial one. */
#ifndef CHECK_REAL_H
#define CHECK_REAL_H

#include <stdbool.h>

#include "base/arena.h"
#include "trace/trace.h"

/* The result in double, number by number, and how far each may be off.
 * `fields` numbers a value: affine has two, all others one. */
struct check_real {
    int fields;
    double *value, *allowed; /* [(n + 1) * fields]; the last row: the total */
};

/* False when out of memory. */
bool check_real_reference(const struct trace *trace, struct arena *arena,
                          struct check_real *out);

/* Whether got (a value of the run) agrees with row `row`; *ulp receives the
 * greatest distance in units of the type's last place, if that is greater. */
bool check_real_agrees(const struct trace_run *run,
                       const struct check_real *real, uint32_t row,
                       const unsigned char *got, double *ulp);

#endif
