/* The clock of a build without CUDA: none. */
#include "gpu/clock.h"

static bool none(struct err *err)
{
    return err_set(err, ERR_FAILED, "no GPU can be timed: this build has no CUDA part");
}

bool gpu_clock_create(struct gpu_clock **out, struct err *err)
{
    *out = NULL;
    return none(err);
}

void gpu_clock_destroy(struct gpu_clock *clock)
{
    (void)clock;
}

void gpu_clock_describe(const struct gpu_clock *clock, struct timing_set *set)
{
    (void)clock;
    (void)set;
}

uint64_t gpu_clock_room(const struct gpu_clock *clock, size_t width)
{
    (void)clock;
    (void)width;
    return 0;
}

bool gpu_clock_problem(struct gpu_clock *clock, const struct gpu_problem *problem,
                       struct err *err)
{
    (void)clock;
    (void)problem;
    return none(err);
}

bool gpu_clock_built(const struct trace *plan, struct err *err)
{
    (void)plan;
    return none(err);
}

bool gpu_clock_rival(struct gpu_clock *clock, enum gpu_rival rival,
                     const struct gpu_clock_options *options,
                     struct timing *out, struct err *err)
{
    (void)clock;
    (void)rival;
    (void)options;
    (void)out;
    return none(err);
}

bool gpu_clock_plan(struct gpu_clock *clock, const struct trace *plan,
                    const struct gpu_clock_options *options,
                    struct timing *out, struct err *err)
{
    (void)clock;
    (void)plan;
    (void)options;
    (void)out;
    return none(err);
}

bool gpu_clock_work(struct gpu_clock *clock, const struct gpu_work *work,
                    const struct gpu_clock_options *options,
                    struct timing *out, struct err *err)
{
    (void)clock;
    (void)work;
    (void)options;
    (void)out;
    return none(err);
}
