/* A clock that has no GPU, in place of src/gpu's: kernels run on the host executor and
 * their whole result goes through the same reference and the same rule. Which plain
 * kernels are built it reads in kernels/instances. */
#ifndef TEST_BENCH_HOST_CLOCK_H
#define TEST_BENCH_HOST_CLOCK_H

/* What every plan and rival takes here. */
enum { HOST_CLOCK_NS = 1 };

extern int host_clock_refused; /* changed results that were noticed */
extern const char *host_clock_spoil; /* an algorithm whose result is changed before it
                                        counts; NULL: none */
extern const char *host_clock_unbuilt; /* one that has no plain build; NULL: none */

/* Group set-up and tear-down of cmocka. */
int host_clock_begin(void **state);
int host_clock_end(void **state);

#endif
