/* Error values: what went wrong, where, and what would have been right, in one
 * line for a person. A function that can fail returns bool and takes a
 * struct err *; it sets it exactly when it returns false. The first error wins:
 * err_set on an error that is already set keeps the first one. */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stdbool.h>

/* The exit statuses of the programs (design, section 8). */
enum err_code {
    ERR_NONE = 0,
    ERR_FAILED = 1,   /* the run failed or its result is wrong */
    ERR_USAGE = 2,    /* wrong arguments */
    ERR_FINDING = 3,  /* pscan check found an error */
    ERR_DIFFER = 4    /* pscan diff found a difference */
};

struct err {
    enum err_code code;
    char what[512]; /* one line, no newline, UTF-8 */
};

/* Sets *err (which may be NULL) and returns false, so that
 * `return err_set(err, ...)` is the way to fail. */
bool err_set(struct err *err, enum err_code code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The member of names[0..count) nearest to what (edit distance), or NULL when
 * none is near enough to be meant. */
const char *err_nearest(const char *what, const char *const *names, int count);

#endif
