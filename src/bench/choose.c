/* Which of the compiled tables this CPU can run. */
#include "bench/scans.h"

const struct scan_table *scans_choose(void)
{
#ifdef HAVE_SCANS_AVX2
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2"))
        return &scans_avx2;
#endif
    return &scans_base;
}
