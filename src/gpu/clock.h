/* Real timings on a GPU: plain kernels, CUB, our fastest scan, a copy.
 *
 * A clock holds one problem at a time: input x, room for the result y and its
 * total, and what is expected of both, all on the device. Every way of solving
 * it is run once and its whole result compared with the expected one (a total
 * too, where it has one to give); only then is it timed, by
 * CUDA events, on the same buffers again and again (caches warm) or with the
 * L2 cache overwritten between runs (cold). Traced kernels are never timed
 * here. Not thread-safe; belongs to the device that was current when made. */
#ifndef GPU_CLOCK_H
#define GPU_CLOCK_H

#include "base/elem.h"
#include "base/err.h"
#include "trace/timing.h"
#include "trace/trace.h"

struct gpu_clock;

/* Fails with one clear line where there is no usable GPU or no CUDA in the
 * build. destroy takes NULL. */
bool gpu_clock_create(struct gpu_clock **out, struct err *err);
void gpu_clock_destroy(struct gpu_clock *clock);

/* Device, driver, CUDA version and date of a set of such timings. */
void gpu_clock_describe(const struct gpu_clock *clock, struct timing_set *set);

/* The greatest n of values of `width` bytes that fits, with room to spare. */
uint64_t gpu_clock_room(const struct gpu_clock *clock, size_t width);

/* What y is filled with before it is checked. */
enum { GPU_CLOCK_UNTOUCHED = 0xa5 };

struct gpu_problem {
    enum trace_result result;
    const void *input;     /* n packed values, host memory */
    const int32_t *heads;  /* RESULT_SEGMENTS: n head flags, host memory */
    const void *expected;  /* exact: n packed values; else n doubles; host memory */
    const void *total;     /* one value more of that kind; NULL: not looked at */
    uint64_t n;
    enum elem_type type;
    enum elem_op op;
    bool inclusive;
    bool exact;            /* float, double and half are compared byte by byte as
                              all other types are */
    double bound;          /* else: allowed |y - expected| over max(1, |expected|) */
    uint64_t bytes;        /* to read and write; even; 0: n values each */
};

/* Uploads a problem; the host memory may be freed afterwards. */
bool gpu_clock_problem(struct gpu_clock *clock, const struct gpu_problem *problem,
                       struct err *err);

struct gpu_clock_options {
    uint32_t runs;     /* timed runs at most; 0: 101 */
    uint32_t warmups;  /* 0: 3 */
    bool cold;         /* overwrite the L2 cache before every run */
    double patience_s; /* fewer runs (at least 9) if they take longer; 0: 1 */
};

/* The copy moves as many bytes as the problem reads and writes. CUB is what it has
 * for just this result: DeviceScan; DeviceSelect::If (COMPACT); DeviceRadixSort of
 * bit 0, which gives no count (SPLIT); DeviceScan by key, whose keys are the
 * segments' numbers in place of flags (SEGMENTS). Its reduction tells the total
 * once, ours every thread: unlike, so none. The fast scan is for scans. */
enum gpu_rival { GPU_COPY = 0, GPU_CUB = 1, GPU_FAST = 2 };

/* "cub-inclusive", "copy", ...; NULL: the rival does not solve such problems. */
const char *gpu_clock_rival_row(enum gpu_rival rival, enum trace_result result,
                                bool inclusive);
/* What that row times, "CUB DeviceScan" (msgid). */
const char *gpu_clock_rival_label(enum gpu_rival rival, enum trace_result result);

/* Times a rival on the present problem. Fills all of *out but label texts for
 * plans. False with ERR_FAILED: a CUDA call failed or the result was wrong
 * (first index said); ERR_USAGE: no such instance. */
bool gpu_clock_rival(struct gpu_clock *clock, enum gpu_rival rival,
                     const struct gpu_clock_options *options,
                     struct timing *out, struct err *err);

/* Whether the plan's kernels are built plain for its operator and type; the reason
 * otherwise, as ERR_USAGE. */
bool gpu_clock_built(const struct trace *plan, struct err *err);

/* Times a plan of src/run (its arrays and launches; x, y by role) with plain
 * kernels. Arrays that start as zeros are cleared within the timed region, as
 * a user of the algorithm would have to. */
bool gpu_clock_plan(struct gpu_clock *clock, const struct trace *plan,
                    const struct gpu_clock_options *options,
                    struct timing *out, struct err *err);

/* Times any other work on the present problem: do_work puts all of it on the
 * default stream, or on streams that wait for that one as it waits for them,
 * and returns a cudaError_t. */
struct gpu_work {
    int (*do_work)(void *user, void *x, void *y); /* device memory */
    void *user;
    const char *row, *label, *shape;
};
bool gpu_clock_work(struct gpu_clock *clock, const struct gpu_work *work,
                    const struct gpu_clock_options *options,
                    struct timing *out, struct err *err);

#endif
