/* Mutants: copies of the sound kernels, each with one fault, as mutate.awk
 * writes them. */
#ifndef TESTS_MUTANTS_H
#define TESTS_MUTANTS_H

#include "simt/simt.h"

struct mutant {
    const char *kind;      /* "none": the kernel as it is */
    int line;              /* of the kernel file */
    const char *was, *is;  /* the line without its indentation */
    const char *shrunk;    /* the shared array that is one short, or "" */
};

/* All of one kernel. Mutant k's entries are named "m<k>_" and the kernel's. */
struct mutant_set {
    const char *name;      /* in the catalogue */
    const struct simt_entry *entries; int entry_count;
    const struct mutant *mutant; int count;
};

extern const struct mutant_set *const mutant_sets[];
extern const int mutant_set_count;

#endif
