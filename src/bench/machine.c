/* CPU name, cores, compiler. */
#include <ctype.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/machine.h"
#include "bench/scans.h"

unsigned machine_cores(void)
{
#ifdef CPU_COUNT
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return (unsigned)CPU_COUNT(&set);
#endif
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

/* The text behind "key : " of a line, or NULL. */
static char *value_of(char *line, const char *key)
{
    const size_t length = strlen(key);
    char *colon = strchr(line, ':');
    if (strncmp(line, key, length) != 0 || !colon)
        return NULL;
    for (colon++; isspace((unsigned char)*colon); colon++)
        ;
    colon[strcspn(colon, "\n")] = 0;
    return *colon ? colon : NULL;
}

void machine_cpu_name(char *text, size_t room)
{
    struct utsname system;
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(text, room, "%s", uname(&system) == 0 ? system.machine : "CPU");
    while (file && fgets(line, sizeof line, file)) {
        const char *name = value_of(line, "model name");
        if (name) {
            snprintf(text, room, "%s", name);
            break;
        }
    }
    if (file)
        fclose(file);
}

void machine_flags(char *text, size_t room)
{
#ifdef __clang__
    snprintf(text, room, "clang %d.%d.%d %s", __clang_major__, __clang_minor__,
             __clang_patchlevel__, scans_choose()->flags);
#else
    snprintf(text, room, "gcc %d.%d.%d %s", __GNUC__, __GNUC_MINOR__,
             __GNUC_PATCHLEVEL__, scans_choose()->flags);
#endif
}

void bench_cpu_describe(struct timing_set *set)
{
    char name[72];
    const unsigned cores = machine_cores();
    const time_t now = time(NULL);
    struct tm day;
    machine_cpu_name(name, sizeof name);
    snprintf(set->device, sizeof set->device, "%s, %u core%s", name, cores,
             cores == 1 ? "" : "s");
    machine_flags(set->flags, sizeof set->flags);
    if (localtime_r(&now, &day))
        strftime(set->date, sizeof set->date, "%Y-%m-%d", &day);
    set->live = true;
}
