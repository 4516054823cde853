/* The timing records at hand: those that come with the program, those the user
 * saved, and the ones being measured now. */
#ifndef APP_TIMINGS_H
#define APP_TIMINGS_H

#include <stdbool.h>

#include "trace/timing.h"

enum { TIMINGS_MAX = 64 };

struct timings {
    struct timing_set *set[TIMINGS_MAX]; /* owned; a live one comes last */
    int count;
};

/* Reads timings/ of the assets and of the user's data folder. A file that
 * cannot be read is passed over with a warning on stderr. */
void timings_load(struct timings *timings);
/* Takes over a set measured just now; replaces the one before. */
void timings_set_live(struct timings *timings, struct timing_set *live);
void timings_finish(struct timings *timings);

#endif
