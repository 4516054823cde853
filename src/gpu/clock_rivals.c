/* The rivals on the clock: a copy, CUB, the fastest scan of ours; and work that
 * comes from elsewhere. */
#include <stdio.h>

#include "base/elem_info.h"
#include "gpu/clock_parts.h"
#include "kernels/fast/fast.h"

static int work_copy(struct gpu_clock *clock, void *user)
{
    (void)user;
    return cudaMemcpyAsync(clock->y, clock->x, clock->problem.bytes / 2,
                           cudaMemcpyDeviceToDevice, 0);
}

/* CUB's way of giving the problem's result; scratch NULL asks for its size. */
static int cub(struct gpu_clock *clock, void *scratch, size_t *bytes)
{
    const struct gpu_problem *p = &clock->problem;
    switch (p->result) {
    case RESULT_COMPACT:
        return clock_cub_select(scratch, bytes, clock->x, clock->y, clock->total, p->n,
                                p->type);
    case RESULT_SPLIT:
        return clock_cub_split(scratch, bytes, clock->x, clock->y, p->n, p->type);
    case RESULT_SEGMENTS:
        return p->op != OP_ADD ? (int)cudaErrorNotSupported
            : clock_cub_by_key(scratch, bytes, clock->keys, clock->x, clock->y, p->n,
                               p->type, p->inclusive);
    case RESULT_SCAN:
        return clock_cub(scratch, bytes, clock->x, clock->y, p->n, p->type, p->op,
                         p->inclusive, NULL);
    default:
        return cudaErrorNotSupported;
    }
}

static int work_cub(struct gpu_clock *clock, void *user)
{
    return cub(clock, clock->scratch, user);
}

static int work_fast(struct gpu_clock *clock, void *user)
{
    const struct gpu_problem *p = &clock->problem;
    (void)user;
    return fast_scan(clock->fast, clock->x, clock->y, p->n, p->type, p->op,
                     p->inclusive, 0);
}

static bool rival_copy(struct gpu_clock *clock,
                       const struct gpu_clock_options *options,
                       struct timing *out, struct err *err)
{
    clock_timing(clock, out, gpu_clock_rival_row(GPU_COPY, RESULT_SCAN, true),
                 gpu_clock_rival_label(GPU_COPY, RESULT_SCAN));
    out->limit = true;
    return clock_measure(clock, work_copy, NULL, CLOCK_COPY, options, out, err);
}

static bool rival_cub(struct gpu_clock *clock,
                      const struct gpu_clock_options *options,
                      struct timing *out, struct err *err)
{
    const struct gpu_problem *p = &clock->problem;
    const enum clock_answer answer = p->result == RESULT_COMPACT ? CLOCK_ALL
                                                                 : CLOCK_RESULTS;
    size_t bytes = 0;
    const int error = cub(clock, NULL, &bytes);
    if (error == cudaErrorNotSupported)
        return err_set(err, ERR_USAGE, "no instance of CUB's %s for %s of %s is built",
                       gpu_clock_rival_label(GPU_CUB, p->result), elem_op_name(p->op),
                       elem_type_name(p->type));
    clock_timing(clock, out, gpu_clock_rival_row(GPU_CUB, p->result, p->inclusive),
                 gpu_clock_rival_label(GPU_CUB, p->result));
    return clock_ok(error, "asking CUB", err)
        && clock_room(&clock->scratch, &clock->scratch_size, bytes ? bytes : 1, err)
        && clock_measure(clock, work_cub, &bytes, answer, options, out, err);
}

static bool rival_fast(struct gpu_clock *clock,
                      const struct gpu_clock_options *options,
                      struct timing *out, struct err *err)
{
    const struct gpu_problem *p = &clock->problem;
    struct fast_launch launch;
    clock_timing(clock, out, gpu_clock_rival_row(GPU_FAST, RESULT_SCAN, true),
                 gpu_clock_rival_label(GPU_FAST, RESULT_SCAN));
    if (p->result != RESULT_SCAN || !fast_supports(p->type, p->op))
        return err_set(err, ERR_USAGE, "kernels/fast has no %s of %s",
                       elem_op_name(p->op), elem_type_name(p->type));
    if (!clock_ok(fast_describe(clock->fast, p->n, p->type, p->op, &launch),
                  "asking the fast scan", err))
        return false;
    snprintf(out->shape, sizeof out->shape, "%s, %u x %u, %zu KiB tiles%s",
             launch.path, launch.grid, launch.block, launch.tile_bytes >> 10,
             launch.cluster > 1 ? ", one cluster"
             : launch.cooperative ? ", cooperative" : "");
    return clock_measure(clock, work_fast, NULL, CLOCK_RESULTS, options, out, err);
}

bool gpu_clock_rival(struct gpu_clock *clock, enum gpu_rival rival,
                     const struct gpu_clock_options *options,
                     struct timing *out, struct err *err)
{
    switch (rival) {
    case GPU_COPY:
        return rival_copy(clock, options, out, err);
    case GPU_CUB:
        return rival_cub(clock, options, out, err);
    default:
        return rival_fast(clock, options, out, err);
    }
}

/* ---- other work ------------------------------------------------------------ */

static int work_other(struct gpu_clock *clock, void *user)
{
    const struct gpu_work *work = user;
    return work->do_work(work->user, clock->x, clock->y);
}

bool gpu_clock_work(struct gpu_clock *clock, const struct gpu_work *work,
                    const struct gpu_clock_options *options,
                    struct timing *out, struct err *err)
{
    struct gpu_work copy = *work;
    clock_timing(clock, out, work->row, work->label);
    snprintf(out->shape, sizeof out->shape, "%s", work->shape);
    return clock_measure(clock, work_other, &copy, CLOCK_RESULTS, options, out, err);
}
