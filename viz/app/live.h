/* Timings of this machine's CPU, measured in a thread of their own while the
 * window goes on. One target (n, type) at a time; a new one cancels the old. */
#ifndef APP_LIVE_H
#define APP_LIVE_H

#include "base/elem.h"
#include "trace/timing.h"

struct live;

/* notify is called from the thread when there is something to fetch or what is
 * being measured changes. NULL when no thread can be had: then there are no
 * live timings, and all functions below take NULL. */
struct live *live_create(void (*notify)(void *user), void *user);
void live_destroy(struct live *live); /* cancels and waits */

/* What to measure from now on (n = 0: nothing); no change if it is that already. */
void live_measure(struct live *live, uint64_t n, enum elem_type type);
/* The rows measured so far for the target, if any came since the last call;
 * a set of the caller's. NULL: nothing new. */
struct timing_set *live_fetch(struct live *live);
/* The title of the row being measured (msgid); NULL: none is. */
const char *live_waits(struct live *live);

#endif
