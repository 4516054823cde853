/* Adversarial schedules: an interleaving in which a found hazard changes a
 * result.
 *
 * The run is recorded once, in order, and analysed. For every race found there
 * are two threads whose order nothing fixes; the search lets one of them go
 * ahead of all others, then holds it back behind all others ("first:BLOCK.
 * THREAD", "last:BLOCK.THREAD" of the host executor), and checks the result.
 * After these come round-robin and seeded random schedules. It ends with the
 * first schedule whose result is wrong, or after ADVERSARIAL_TRIES runs.
 * What was found is the text of a schedule like any other: it stands in the
 * trace and can be replayed, on the repaired twin too. */
#ifndef CHECK_ADVERSARIAL_H
#define CHECK_ADVERSARIAL_H

#include "run/run.h"

enum { ADVERSARIAL_TRIES = 64, ADVERSARIAL_SCHEDULE = 64 };

struct adversarial {
    bool found;            /* a schedule with a wrong result */
    uint32_t hazards;      /* races found in the first run */
    uint32_t tries;        /* runs made */
    char schedule[ADVERSARIAL_SCHEDULE]; /* the one found, else "in-order" */
    char what[400];        /* one line for a person */
};

/* Whether text is "adversarial" or "adversarial:SEED"; *seed receives 0 or
 * SEED. Fails (ERR_USAGE) when the seed is no number. */
bool adversarial_is(const char *text);
bool adversarial_parse(const char *text, uint64_t *seed, struct err *err);

/* Searches for spec, whose schedule is not looked at; the same seed gives the
 * same answer. Fails where the run itself cannot be made. */
bool adversarial_search(const struct run_spec *spec, uint64_t seed,
                        struct adversarial *out, struct err *err);

/* For programs: where spec asks for an adversarial schedule, searches, and puts
 * what was found into its place. *out is filled then, and schedule (out->schedule)
 * must live as long as the spec; tries 0: nothing was asked. */
bool adversarial_resolve(struct run_spec *spec, struct adversarial *out,
                         struct err *err);

#endif
