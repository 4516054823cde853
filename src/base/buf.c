/* Growing text. Room doubles; the first refusal of memory freezes the buffer
 * in the failed state until buf_finish. */
#include "base/buf.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void buf_init(struct buf *buf)
{
    *buf = (struct buf){0};
}

void buf_finish(struct buf *buf)
{
    free(buf->text);
    buf_init(buf);
}

/* Makes room for more bytes and the zero behind them. */
static bool reserve(struct buf *buf, size_t more)
{
    if (buf->failed)
        return false;
    if (more < buf->room - buf->length)
        return true;
    if (more > SIZE_MAX / 2 - 1 - buf->length) {
        buf->failed = true;
        return false;
    }
    size_t room = buf->room == 0 ? 64 : buf->room;
    while (room < buf->length + more + 1)
        room *= 2;
    char *text = realloc(buf->text, room);
    if (text == NULL) {
        buf->failed = true;
        return false;
    }
    buf->text = text;
    buf->room = room;
    return true;
}

void buf_add(struct buf *buf, const char *bytes, size_t length)
{
    if (!reserve(buf, length))
        return;
    if (length > 0)
        memcpy(buf->text + buf->length, bytes, length);
    buf->length += length;
    buf->text[buf->length] = '\0';
}

void buf_puts(struct buf *buf, const char *text)
{
    buf_add(buf, text, strlen(text));
}

void buf_printf(struct buf *buf, const char *fmt, ...)
{
    if (!reserve(buf, 1))
        return;
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    size_t left = buf->room - buf->length;
    int length = vsnprintf(buf->text + buf->length, left, fmt, args);
    if (length < 0) {
        buf->failed = true;
    } else if ((size_t)length < left) {
        buf->length += (size_t)length;
    } else {
        buf->text[buf->length] = '\0';
        if (reserve(buf, (size_t)length)) {
            vsnprintf(buf->text + buf->length, (size_t)length + 1, fmt, again);
            buf->length += (size_t)length;
        }
    }
    if (buf->failed)
        buf->text[buf->length] = '\0';
    va_end(again);
    va_end(args);
}

bool buf_ok(const struct buf *buf)
{
    return !buf->failed;
}

const char *buf_text(const struct buf *buf)
{
    return buf->text == NULL ? "" : buf->text;
}
