/* The search: candidates in a fixed order, targeted ones first. */
#include <stdio.h>
#include <string.h>

#include "analysis/analysis.h"
#include "check/adversarial.h"
#include "check/check.h"
#include "run/options.h"

enum { TARGETS = 8 };

/* The two threads of a race, as physical block and thread. */
struct target { uint32_t block[2], thread[2]; };

struct search {
    struct run_spec spec;
    uint64_t seed;
    struct target target[TARGETS];
    uint32_t targets;
    struct adversarial *out;
};

bool adversarial_is(const char *text)
{
    static const char word[] = "adversarial";
    const size_t length = sizeof word - 1;
    return text && strncmp(text, word, length) == 0
        && (text[length] == 0 || text[length] == ':');
}

bool adversarial_parse(const char *text, uint64_t *seed, struct err *err)
{
    *seed = 0;
    const char *colon = strchr(text, ':');
    return !colon
        || options_number("--schedule adversarial:SEED, SEED", colon + 1, 0,
                          UINT64_MAX, seed, err);
}

/* ---- targets -------------------------------------------------------------- */

static void target_add(struct search *search, const struct trace *trace,
                       const struct hazard *hazard)
{
    const uint32_t event[2] = { hazard->first, hazard->second };
    struct target target;
    if (event[0] == FLOW_NONE || event[1] == FLOW_NONE)
        return;
    search->out->hazards++;
    if (search->targets == TARGETS)
        return;
    for (int i = 0; i < 2; i++) {
        const struct trace_seg *seg = trace_seg_of(trace, event[i]);
        target.block[i] = seg->block;
        target.thread[i] = seg->thread;
    }
    search->target[search->targets++] = target;
}

static bool record(struct search *search, const char *schedule,
                   struct trace *trace, struct err *err)
{
    search->spec.schedule = schedule;
    trace_init(trace);
    search->out->tries++;
    return run_record(&search->spec, trace, NULL, err);
}

/* The first run: what races are there. */
static bool find_targets(struct search *search, struct err *err)
{
    struct trace trace;
    struct findings findings;
    if (!record(search, "in-order", &trace, err))
        return false;
    const bool ok = analyse(&trace, &findings, err);
    for (uint32_t i = 0; ok && i < findings.hazards.count; i++)
        target_add(search, &trace, &findings.hazards.hazard[i]);
    if (ok)
        analysis_finish(&findings);
    trace_finish(&trace);
    return ok;
}

/* ---- candidates ----------------------------------------------------------- */

/* The text of candidate `number`; the seed turns the order of the targets and
 * chooses the random schedules. */
static void candidate(const struct search *search, uint32_t number,
                      char text[ADVERSARIAL_SCHEDULE])
{
    const uint32_t targeted = 4 * search->targets;
    if (number < targeted) {
        const uint64_t turned = number / 4 + search->seed;
        const struct target *target =
            &search->target[turned % search->targets];
        const int who = number & 1;
        snprintf(text, ADVERSARIAL_SCHEDULE, "%s:%u.%u",
                 number & 2 ? "last" : "first", target->block[who],
                 target->thread[who]);
    } else if (number == targeted) {
        snprintf(text, ADVERSARIAL_SCHEDULE, "round-robin");
    } else {
        snprintf(text, ADVERSARIAL_SCHEDULE, "random:%llu",
                 (unsigned long long)(search->seed + number - targeted));
    }
}

static bool try_one(struct search *search, const char *schedule, bool *wrong,
                    struct err *err)
{
    struct trace trace;
    struct check_result result;
    if (!record(search, schedule, &trace, err))
        return false;
    const bool ok = check_run(&trace, &result, err);
    trace_finish(&trace);
    *wrong = ok && !result.ok && !result.cut;
    if (*wrong)
        snprintf(search->out->what, sizeof search->out->what,
                 "schedule %s, found after %u runs: %s", schedule,
                 search->out->tries, result.what);
    return ok;
}

static bool search_run(struct search *search, struct err *err)
{
    struct adversarial *out = search->out;
    char schedule[ADVERSARIAL_SCHEDULE];
    bool wrong = false;
    for (uint32_t i = 0; out->tries < ADVERSARIAL_TRIES && !wrong; i++) {
        candidate(search, i, schedule);
        if (!try_one(search, schedule, &wrong, err))
            return false;
    }
    out->found = wrong;
    if (wrong)
        memcpy(out->schedule, schedule, sizeof schedule);
    else
        snprintf(out->what, sizeof out->what,
                 "%u hazard%s found, but none of %u schedules changes a result",
                 out->hazards, out->hazards == 1 ? "" : "s", out->tries);
    return true;
}

bool adversarial_search(const struct run_spec *spec, uint64_t seed,
                        struct adversarial *out, struct err *err)
{
    struct search search = { .spec = *spec, .seed = seed, .out = out };
    search.spec.device = RUN_HOST;
    search.spec.sequence = search.spec.writer = true;
    search.spec.trace_blocks = NULL;
    *out = (struct adversarial){ .schedule = "in-order" };
    if (!find_targets(&search, err))
        return false;
    if (out->hazards > 0)
        return search_run(&search, err);
    snprintf(out->what, sizeof out->what,
             "no two accesses race: no schedule can change the result");
    return true;
}

bool adversarial_resolve(struct run_spec *spec, struct adversarial *out,
                         struct err *err)
{
    uint64_t seed;
    out->tries = 0;
    if (!adversarial_is(spec->schedule))
        return true;
    if (spec->device == RUN_CUDA)
        return err_set(err, ERR_USAGE, "--schedule adversarial: a GPU keeps its own "
                       "order; allowed with --device host");
    if (!adversarial_parse(spec->schedule, &seed, err)
        || !adversarial_search(spec, seed, out, err))
        return false;
    spec->schedule = out->schedule;
    return true;
}
