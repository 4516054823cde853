/* All states of a run as a table to hand in: a row a step, a column a cell.
 * Never translated: what is copied reads the same everywhere. */
#include <string.h>

#include "base/elem_info.h"
#include "scene/scene.h"

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

static void put_csv(struct buf *out, const char *text)
{
    if (!strpbrk(text, ",\"\n")) {
        buf_puts(out, text);
        return;
    }
    buf_puts(out, "\"");
    for (; *text; text++)
        buf_printf(out, *text == '"' ? "\"%c" : "%c", *text);
    buf_puts(out, "\"");
}

static void put_tabs(struct buf *out, const char *text)
{
    for (; *text; text++)
        buf_puts(out, (char[2]){ *text == '\t' ? ' ' : *text, 0 });
}

/* How a row is written: what stands before it, between cells, after it. */
static const struct form {
    void (*put)(struct buf *out, const char *text);
    const char *begin, *between, *end;
} forms[SCENE_TABLES] = {
    [SCENE_TABLE_TABS] = { put_tabs, "", "\t", "\n" },
    [SCENE_TABLE_CSV] = { put_csv, "", ",", "\n" },
    [SCENE_TABLE_MARKDOWN] = { put_markdown, "| ", " | ", " |\n" },
    [SCENE_TABLE_LATEX] = { put_latex, "", " & ", " \\\\\n" },
};

static void table_value(const struct findings *found, uint32_t row, uint32_t column,
                        struct buf *out)
{
    const struct trace_run *run = &found->trace->run;
    unsigned char value[ELEM_MAX];

    if (board_value(found->trace, &found->board, row, column, value))
        elem_format(out, (enum elem_op)run->op, (enum elem_type)run->type, value);
}

static void table_row(const struct findings *found, uint32_t row,
                      const struct form *form, struct buf *out)
{
    struct buf cell;

    buf_puts(out, form->begin);
    buf_init(&cell);
    if (row == 0)
        buf_puts(&cell, "input");
    else
        step_text(found, row - 1, &cell);
    form->put(out, buf_text(&cell));
    buf_finish(&cell);
    for (uint32_t column = 0; column < found->board.columns; column++) {
        buf_init(&cell);
        table_value(found, row, column, &cell);
        buf_puts(out, form->between);
        form->put(out, buf_text(&cell));
        buf_finish(&cell);
    }
    buf_puts(out, form->end);
}

static void table_head(const struct findings *found, const struct form *form,
                       struct buf *out)
{
    const struct board *board = &found->board;

    buf_printf(out, "%sstep", form->begin);
    for (uint32_t column = 0; column < board->columns; column++)
        buf_printf(out, "%s%u", form->between, board->first_input + column);
    buf_puts(out, form->end);
}

/* What a format wants around its rows. */
static void table_open(uint32_t columns, enum scene_table format, struct buf *out)
{
    if (format == SCENE_TABLE_LATEX) {
        buf_puts(out, "\\begin{tabular}{l");
        for (uint32_t i = 0; i < columns; i++)
            buf_puts(out, "r");
        buf_puts(out, "}\n\\hline\n");
    }
}

static void table_rule(uint32_t columns, enum scene_table format, struct buf *out)
{
    if (format == SCENE_TABLE_LATEX)
        buf_puts(out, "\\hline\n");
    if (format != SCENE_TABLE_MARKDOWN)
        return;
    buf_puts(out, "|:---");
    for (uint32_t i = 0; i < columns; i++)
        buf_puts(out, "|---:");
    buf_puts(out, "|\n");
}

void scene_table(const struct findings *found, enum scene_table format,
                 struct buf *out)
{
    const struct form *form = &forms[(unsigned)format < SCENE_TABLES ? format : 0];
    const struct board *board = &found->board;

    table_open(board->columns, format, out);
    table_head(found, form, out);
    table_rule(board->columns, format, out);
    for (uint32_t row = 0; row < board->rows; row++)
        table_row(found, row, form, out);
    if (format == SCENE_TABLE_LATEX)
        buf_puts(out, "\\hline\n\\end{tabular}\n");
}
