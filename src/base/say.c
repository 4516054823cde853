/* Said texts; see say.h. A format is taken apart into directives: each is formed
 * by itself, so that reading only has to put finished strings in their places. */
#include "base/say.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPEN = '\1', NEXT = '\2', CLOSE = '\3', DEEPEST = 6, SPEC = 32 };

/* ---- formats ------------------------------------------------------------- */

/* "%-5.2lf" or "%2$s": arg counts from 1; conv '%': a percent sign. */
struct directive { int arg, stars; char spec[SPEC], size, conv; };

static const char *skip(const char *at, const char *set)
{
    return at + strspn(at, set);
}

/* Reads the directive at `at`, a percent sign; *next counts those without a
 * number of their own. Returns its end. */
static const char *directive_read(const char *at, int *next, struct directive *d)
{
    const char *from = at + 1, *end = skip(from, "0123456789");

    *d = (struct directive){0};
    if (*end == '$' && end > from) {
        d->arg = atoi(from);
        from = end + 1;
    }
    at = skip(skip(from, "-+ #0123456789.*'"), "hlzjt");
    if (at > from && strchr("hlzjt", at[-1]))
        d->size = at - from > 1 && at[-1] == 'l' && at[-2] == 'l' ? 'L' : at[-1];
    for (const char *c = from; c < at; c++)
        d->stars += *c == '*';
    d->conv = *at;
    if (*at)
        at++;
    if (d->conv != '%' && d->arg == 0)
        d->arg = ++*next;
    snprintf(d->spec, sizeof d->spec, "%%%.*s", (int)(at - from), from);
    return at;
}

static void form_number(struct buf *out, const struct directive *d, va_list *args)
{
    if (d->size == 0 || d->size == 'h')
        buf_printf(out, d->spec, va_arg(*args, int));
    else if (d->size == 'l')
        buf_printf(out, d->spec, va_arg(*args, long));
    else if (d->size == 'L')
        buf_printf(out, d->spec, va_arg(*args, long long));
    else if (d->size == 'j')
        buf_printf(out, d->spec, va_arg(*args, intmax_t));
    else
        buf_printf(out, d->spec, va_arg(*args, size_t));
}

/* A star stands before text alone: how much of it. */
static void form_text(struct buf *out, const struct directive *d, va_list *args)
{
    const int most = d->stars ? va_arg(*args, int) : 0;
    const char *text = va_arg(*args, const char *);

    if (d->stars)
        buf_printf(out, d->spec, most, text);
    else
        buf_printf(out, d->spec, text);
}

static void form(struct buf *out, const struct directive *d, va_list *args)
{
    if (d->conv == 's')
        form_text(out, d, args);
    else if (strchr("fFeEgGaA", d->conv))
        buf_printf(out, d->spec, va_arg(*args, double));
    else if (d->conv == 'p')
        buf_printf(out, d->spec, va_arg(*args, void *));
    else
        form_number(out, d, args);
}

/* ---- saying ---------------------------------------------------------------- */

/* Directives in the order of their arguments. */
static int directives_find(const char *msgid, struct directive all[SAY_ARGS])
{
    int next = 0, count = 0;
    struct directive d;

    for (const char *at = strchr(msgid, '%'); at; at = strchr(at, '%')) {
        at = directive_read(at, &next, &d);
        if (d.conv == '%' || d.conv == 0 || d.arg > SAY_ARGS)
            continue;
        all[d.arg - 1] = d;
        count = d.arg > count ? d.arg : count;
    }
    return count;
}

/* Every letter after a percent sign counts: "%n" writes. */
static bool is_directive(const struct directive *d)
{
    return (d->conv >= 'a' && d->conv <= 'z') || (d->conv >= 'A' && d->conv <= 'Z');
}

/* The same argument in the same shape, or without a shape of its own. */
static bool takes_same(const struct directive *d, const struct directive *wanted)
{
    const bool plain = strspn(d->spec + 1, "hlzjt") + 2 == strlen(d->spec);

    return d->conv == wanted->conv && d->size == wanted->size &&
        d->stars == wanted->stars && (plain || strcmp(d->spec, wanted->spec) == 0);
}

bool say_fits(const char *msgid, const char *text)
{
    struct directive wanted[SAY_ARGS] = {{0}}, d;
    const int count = directives_find(msgid, wanted);
    int next = 0;

    for (const char *at = strchr(text, '%'); at; at = strchr(at, '%')) {
        at = directive_read(at, &next, &d);
        if (is_directive(&d) && (d.arg < 1 || d.arg > count ||
                                 !takes_same(&d, &wanted[d.arg - 1])))
            return false;
    }
    return true;
}

void say_vprint(struct buf *out, const char *msgid, va_list args)
{
    struct directive all[SAY_ARGS] = {{0}};
    const int count = directives_find(msgid, all);
    const bool bare = strcmp(msgid, "%s") == 0;
    va_list left;

    va_copy(left, args);
    if (!bare) {
        buf_add(out, (char[]){OPEN}, 1);
        buf_puts(out, msgid);
    }
    for (int i = 0; i < count && all[i].conv; i++) {
        if (!bare)
            buf_add(out, (char[]){NEXT}, 1);
        form(out, &all[i], &left);
    }
    if (!bare)
        buf_add(out, (char[]){CLOSE}, 1);
    va_end(left);
}

void say_print(struct buf *out, const char *msgid, ...)
{
    va_list args;

    va_start(args, msgid);
    say_vprint(out, msgid, args);
    va_end(args);
}

const char *say_make(char *room, size_t size, const char *msgid, ...)
{
    struct buf said;
    va_list args;

    buf_init(&said);
    va_start(args, msgid);
    say_vprint(&said, msgid, args);
    va_end(args);
    snprintf(room, size, "%s", buf_text(&said));
    buf_finish(&said);
    return room;
}

const char *say_msgid(char *room, size_t size, const char *msgid)
{
    snprintf(room, size, "%c%s%c", OPEN, msgid, CLOSE);
    return room;
}

/* ---- reading --------------------------------------------------------------- */

struct reading { const char *(*tr)(const char *msgid); int depth; };

static const char *read_until(const struct reading *r, const char *at,
                              struct buf *out);

static void put_sentence(const char *format, const struct buf *args, int count,
                         struct buf *out)
{
    int next = 0;

    while (*format) {
        const size_t plain = strcspn(format, "%");
        struct directive d;

        buf_add(out, format, plain);
        format += plain;
        if (!*format)
            break;
        format = directive_read(format, &next, &d);
        if (d.conv == '%')
            buf_puts(out, "%");
        else if (d.arg >= 1 && d.arg <= count)
            buf_puts(out, buf_text(&args[d.arg - 1]));
    }
}

/* at stands behind the opening byte; returns what follows the closing one. */
static const char *read_sentence(const struct reading *r, const char *at,
                                 struct buf *out)
{
    const struct reading deeper = {r->tr, r->depth + 1};
    const size_t length = strcspn(at, (char[]){NEXT, CLOSE, 0});
    struct buf msgid, args[SAY_ARGS], rest;
    int count = 0;

    buf_init(&msgid);
    buf_init(&rest);
    buf_add(&msgid, at, length);
    for (at += length; *at == NEXT;) {
        if (count < SAY_ARGS)
            buf_init(&args[count]);
        at = read_until(&deeper, at + 1,
                        count < SAY_ARGS ? &args[count++] : &rest);
    }
    put_sentence(r->tr && msgid.length ? r->tr(buf_text(&msgid)) : buf_text(&msgid),
                 args, count, out);
    buf_finish(&msgid);
    buf_finish(&rest);
    while (count > 0)
        buf_finish(&args[--count]);
    return *at == CLOSE ? at + 1 : at;
}

/* Up to the end of an argument, which is not passed. */
static const char *read_until(const struct reading *r, const char *at,
                              struct buf *out)
{
    while (*at && *at != NEXT && *at != CLOSE) {
        const size_t plain = strcspn(at, (char[]){OPEN, NEXT, CLOSE, 0});

        buf_add(out, at, plain);
        at += plain;
        if (*at == OPEN && r->depth < DEEPEST)
            at = read_sentence(r, at + 1, out);
        else if (*at == OPEN)
            at++; /* nobody speaks as deep as that */
    }
    return at;
}

void say_read(const char *said, const char *(*tr)(const char *msgid),
              struct buf *out)
{
    const struct reading r = {tr, 0};

    while (*said) {
        said = read_until(&r, said, out);
        if (*said)
            said++; /* an argument outside of a sentence */
    }
}
