/* The experiments of a build without CUDA: none. */
#include "gpu/habits.h"

bool gpu_habits_run(struct gpu_clock *clock, const struct gpu_habits_options *options,
                    struct timing_set *set, struct buf *timeline, struct err *err)
{
    (void)clock;
    (void)options;
    (void)set;
    (void)timeline;
    return err_set(err, ERR_FAILED, "no GPU can be timed: this build has no CUDA part");
}
