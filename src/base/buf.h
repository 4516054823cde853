/* Growing text: printf into it, take it away. After the first failed
 * allocation every call is a no-op and buf_ok says so, so that callers check
 * once, at the end. Text is always zero-terminated. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>

struct buf {
    char *text;      /* NULL while empty */
    size_t length, room;
    bool failed;
};

void buf_init(struct buf *buf);
void buf_finish(struct buf *buf);
void buf_add(struct buf *buf, const char *bytes, size_t length);
void buf_puts(struct buf *buf, const char *text);
void buf_printf(struct buf *buf, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
bool buf_ok(const struct buf *buf);
const char *buf_text(const struct buf *buf); /* "" while empty */

#endif
