/* Private to analysis: hazards while they are gathered, one for each kind and
 * pair of lines, with a count. races.c and outputs.c find them. */
#ifndef ANALYSIS_REPORT_H
#define ANALYSIS_REPORT_H

#include "analysis/analysis.h"
#include "analysis/walk.h"
#include "base/buf.h"

enum { REPORT_GROUPS = 512 }; /* more groups are not told apart */

/* What makes two hazards the same group. */
struct report_key { enum hazard_kind kind; uint32_t detail;
                    uint16_t first_line, second_line; };

struct report {
    const struct trace *trace;
    const struct steps *steps;
    const struct flow *flow;
    struct walk walk;
    struct arena *arena;   /* of sentences */
    struct hazard *hazard; /* malloc'd, [count] */
    struct report_key *key;
    uint32_t count, room, last;
    bool failed;           /* out of memory */
};

/* Counts one more of a known group and returns NULL, or makes a new group whose
 * sentence is still to be said. first, second: events, FLOW_NONE
 * for none; the hazard's step is that of the later one. */
struct hazard *report_add(struct report *report, struct report_key key,
                          uint32_t first, uint32_t second);
/* Gives the hazard its sentence, as say_print takes it, and its hint. */
void report_say(struct report *report, struct hazard *hazard,
                const char *msgid, ...)
    __attribute__((format(printf, 3, 4)));

/* Nouns and clauses within a sentence; each fills and returns its room. */
struct report_words { char text[192]; };
/* "thread 4", or "thread 4 of block 1" in a launch of several blocks. */
const char *report_thread(const struct report *report, uint32_t seg,
                          struct report_words *words);
/* "s[3]" */
const char *report_word(const struct report *report, const struct event *event,
                        struct report_words *words);
uint16_t report_line(const struct report *report, uint32_t event);

void races_find(struct report *report);    /* races, unwritten reads, ranges,
                                              masks */
void waits_find(struct report *report);    /* status words between blocks */
void outputs_check(struct report *report); /* covers, outputs nobody wrote */
void compaction_check(struct report *report); /* the same of a compaction */

/* outputs.c, for compaction.c: the last store of each word of the array, + 1;
 * 0: none. last has as many members as the array. */
void output_last_stores(const struct report *report, uint32_t array,
                        uint32_t *last);
void output_unwritten(struct report *report, uint32_t array, uint32_t index);

/* twice.c: why the value that was stored covers an input more than once. */
enum twice_cause { TWICE_UNKNOWN = 0,
                   TWICE_ITSELF,   /* a value was combined with itself */
                   TWICE_NEWER };  /* read what was written in the same interval */
enum twice_cause twice_cause(const struct report *report, uint32_t store);
/* hints.c: the repair for each cause; of a result that should not hold the input
 * of its own place. */
const char *twice_hint(enum twice_cause cause);
const char *exclusive_hint(void);
/* hints.c: how the hazard is usually repaired; its kind, detail and places are
 * known. */
const char *hint_for(const struct hazard *hazard);

/* Opens, and moves what was gathered into out, sorted; false: out of memory. */
bool report_open(struct report *report, struct arena *arena, struct err *err);
bool report_close(struct report *report, struct arena *arena,
                  struct hazards *out, struct err *err);

#endif
