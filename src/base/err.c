/* Errors as text, and the name somebody probably meant.
 *
 * Distance is optimal string alignment (Damerau's with no second edit of a
 * swapped pair): insertion, deletion, substitution and a swap of neighbours
 * cost one each; case is ignored. */
#include "base/err.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/say.h"
#include "base/utf8.h"

enum { NAME_ROOM = 64 }; /* names as long as this are never "near" */

/* One line of valid UTF-8, whatever a file name or argument brought in. */
static void what_clean(char *what)
{
    size_t left = strlen(what);
    while (left > 0) {
        size_t size = utf8_char(what, left);
        if (size == 0 && left < 4 && (unsigned char)*what >= 0xc2) {
            *what = '\0'; /* a character cut in two by the room */
            return;
        }
        if (size == 0)
            *what = '?';
        else if ((unsigned char)*what < 0x20 || *what == 0x7f)
            *what = ' ';
        what += size == 0 ? 1 : size;
        left -= size == 0 ? 1 : size;
    }
}

bool err_set(struct err *err, enum err_code code, const char *fmt, ...)
{
    if (err == NULL || err->code != ERR_NONE)
        return false;
    struct buf said, english;
    va_list args;
    buf_init(&said);
    buf_init(&english);
    va_start(args, fmt);
    say_vprint(&said, fmt, args);
    va_end(args);
    say_read(buf_text(&said), NULL, &english);
    bool ok = buf_ok(&said) && buf_ok(&english);
    snprintf(err->what, sizeof err->what, "%s", ok ? buf_text(&english) : fmt);
    what_clean(err->what);
    bool fits = ok && said.length < sizeof err->said;
    snprintf(err->said, sizeof err->said, "%s", fits ? buf_text(&said) : "");
    buf_finish(&said);
    buf_finish(&english);
    err->code = code;
    return false;
}

const char *err_reason(int number, char room[ERR_REASON])
{
    const size_t size = ERR_REASON;
    switch (number) {
    case ENOENT: return say_make(room, size, "No such file or directory");
    case EACCES: return say_make(room, size, "Permission denied");
    case EPERM: return say_make(room, size, "Operation not permitted");
    case EISDIR: return say_make(room, size, "Is a directory");
    case ENOTDIR: return say_make(room, size, "Not a directory");
    case ENAMETOOLONG: return say_make(room, size, "File name too long");
    case ENOSPC: return say_make(room, size, "No space left on device");
    case EROFS: return say_make(room, size, "Read-only file system");
    case ENXIO: return say_make(room, size, "it is a device");
    case ENOMEM: return say_make(room, size, "out of memory");
    case EIO: return say_make(room, size, "Input/output error");
    default: return say_make(room, size, "%s", strerror(number));
    }
}

void err_tell(const struct err *err, const char *(*tr)(const char *msgid),
              struct buf *out)
{
    struct buf line;
    buf_init(&line);
    say_read(err->said[0] ? err->said : err->what, tr, &line);
    if (line.text)
        what_clean(line.text);
    buf_puts(out, buf_text(&line));
    buf_finish(&line);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static bool same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Both shorter than NAME_ROOM. Three rows: this one and the two before. */
static int distance(const char *a, const char *b)
{
    int rows[3][NAME_ROOM];
    int width = (int)strlen(b);
    for (int j = 0; j <= width; j++)
        rows[0][j] = j;
    int i = 0;
    for (; a[i] != '\0'; i++) {
        int *row = rows[(i + 1) % 3];
        const int *above = rows[i % 3], *above2 = rows[(i + 2) % 3];
        row[0] = i + 1;
        for (int j = 0; j < width; j++) {
            int best = above[j] + !same(a[i], b[j]);
            best = least(best, least(above[j + 1], row[j]) + 1);
            if (i > 0 && j > 0 && same(a[i], b[j - 1]) &&
                same(a[i - 1], b[j]))
                best = least(best, above2[j - 1] + 1);
            row[j + 1] = best;
        }
    }
    return rows[i % 3][width];
}

static bool starts_with(const char *text, const char *start)
{
    while (*start != '\0')
        if (!same(*text++, *start++))
            return false;
    return true;
}

const char *err_nearest(const char *what, const char *const *names, int count)
{
    size_t length = strlen(what);
    if (length == 0 || length >= NAME_ROOM)
        return NULL;
    /* A third of the letters may be wrong, but never all of them. */
    int bound = length < 3 ? (int)length - 1 : (int)(length + 2) / 3;
    const char *nearest = NULL;
    for (int i = 0; i < count; i++) {
        if (names[i] == NULL || strlen(names[i]) >= NAME_ROOM)
            continue;
        int far = distance(what, names[i]);
        if (length >= 3 && far > 1 && starts_with(names[i], what))
            far = 1; /* begun and not finished */
        if (far <= bound && (nearest == NULL || far < bound)) {
            nearest = names[i];
            bound = far;
        }
    }
    return nearest;
}
