/* Findings as JSON, for `pscan check --json`: an object with "cases" (a row of
 * the table each) and "findings", in the order in which they were made. Stable
 * names; see `hazard_name`. */
#ifndef CLI_CHECK_JSON_H
#define CLI_CHECK_JSON_H

#include "analysis/analysis.h"
#include "base/buf.h"

struct check_json; /* NULL is fine everywhere: nothing is written */

/* NULL when out of memory. */
struct check_json *check_json_create(void);
void check_json_destroy(struct check_json *json);

/* All hazards of one analysed trace; schedule is its name for people. */
void check_json_findings(struct check_json *json, const struct trace *trace,
                         const char *schedule, const struct hazards *hazards);
/* A wrong result, which is no finding of analysis. */
void check_json_wrong(struct check_json *json, const struct trace *trace,
                      const char *schedule, const char *what);
void check_json_case(struct check_json *json, const struct trace_run *run,
                     int runs, int wrong, uint32_t findings, int differing);
/* False when memory ran out on the way. */
bool check_json_print(struct check_json *json, struct buf *out);

#endif
