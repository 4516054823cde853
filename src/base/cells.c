/* A format is its punctuation and a function that escapes. */
#include <string.h>

#include "base/cells.h"

static void put_tabs(struct buf *out, const char *text)
{
    for (; *text; text++)
        buf_add(out, strchr("\t\r\n", *text) ? " " : text, 1);
}

static void put_csv(struct buf *out, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        buf_puts(out, text);
        return;
    }
    buf_puts(out, "\"");
    for (; *text; text++)
        buf_add(out, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    buf_puts(out, "\"");
}

static void put_markdown(struct buf *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("|*_\\`<", *text))
            buf_puts(out, "\\");
        buf_add(out, text, 1);
    }
}

static void put_latex(struct buf *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\\')
            buf_puts(out, "\\textbackslash{}");
        else if (*text == '^' || *text == '~')
            buf_printf(out, "\\%c{}", *text);
        else if (strchr("&%$#_{}", *text))
            buf_printf(out, "\\%c", *text);
        else
            buf_add(out, text, 1);
    }
}

static const struct form {
    void (*put)(struct buf *out, const char *text);
    struct cells_marks marks;
} forms[CELLS_FORMATS] = {
    [CELLS_TABS] = { put_tabs, { "", "\t", "\n" } },
    [CELLS_CSV] = { put_csv, { "", ",", "\n" } },
    [CELLS_MARKDOWN] = { put_markdown, { "| ", " | ", " |\n" } },
    [CELLS_LATEX] = { put_latex, { "", " & ", " \\\\\n" } },
};

const struct cells_marks *cells_marks(enum cells_format format)
{
    return &forms[format].marks;
}

void cells_put(struct buf *out, enum cells_format format, const char *text)
{
    forms[format].put(out, text);
}
