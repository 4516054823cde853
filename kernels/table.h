/* What the folder of kernels holds: entries and source texts.
 *
 * Both are gathered by table.sh when the project is built, so that a new
 * kernel is a new file and nothing else (a new file is seen when Meson is
 * configured again). */
#ifndef KERNELS_TABLE_H
#define KERNELS_TABLE_H

#include <stdint.h>

/* Every KERNEL of every file, for simt_run. */
struct simt_entry;
extern const struct simt_entry *const kernels_table;
extern const int kernels_table_count;

struct kernels_text {
    const char *name; /* "kernels/hillis.cu" */
    const char *text; /* zero-terminated */
    uint32_t length;
};
extern const struct kernels_text kernels_texts[];
extern const int kernels_text_count;

/* By name as above; NULL when there is none. */
const struct kernels_text *kernels_text_find(const char *name);
/* The text alone; NULL when there is none. */
const char *kernels_source(const char *name);

#endif
