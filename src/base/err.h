/* Error values: what went wrong, where, and what would have been right, in one
 * line for a person. A function that can fail returns bool and takes a
 * struct err *; it sets it exactly when it returns false. The first error wins:
 * err_set on an error that is already set keeps the first one. */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stdbool.h>

#include "base/buf.h"

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
    char said[768]; /* the same as data (base/say.h); "": too long for that */
};

/* Sets *err (which may be NULL) and returns false, so that
 * `return err_set(err, ...)` is the way to fail. fmt is a msgid; arguments may be
 * said texts themselves. */
bool err_set(struct err *err, enum err_code code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Why the system refused (an errno), as said text in room: the common reasons can
 * be told in any language, of others the C library's words stand. */
enum { ERR_REASON = 128 };
const char *err_reason(int number, char room[ERR_REASON]);

/* Appends what went wrong in the language of tr; NULL: in English. One line. */
void err_tell(const struct err *err, const char *(*tr)(const char *msgid),
              struct buf *out);

/* The member of names[0..count) nearest to what (edit distance), or NULL when
 * none is near enough to be meant. */
const char *err_nearest(const char *what, const char *const *names, int count);

#endif
