/* Small traces made by hand through the recorder, with every kind of event,
 * for the tests of the room and those of damaged files. */
#ifndef TESTS_TRACE_SAMPLE_H
#define TESTS_TRACE_SAMPLE_H

#include <stdbool.h>

#include "trace/trace.h"

enum sample_shape {
    SAMPLE_PLAIN = 0, /* int32 +, order and writers recorded */
    SAMPLE_WIDE = 1,  /* 2x2 matrices: values of 16 bytes, EV_HIGH */
    SAMPLE_STAMPED = 2, /* as from a GPU: stamps, no order, no writers */
    SAMPLE_CUT = 3,   /* int32 +, segments of at most 5 events, a stop */
    SAMPLE_SHAPES = 4
};

/* trace need not be initialised. backwards: threads are opened and run in the
 * opposite order, as another schedule would. Aborts when out of memory. */
void sample_make(struct trace *trace, enum sample_shape shape, bool backwards);

/* An int32 payload of a plain sample. */
unsigned char *sample_value(int value, unsigned char bytes[ELEM_MAX]);

#endif
