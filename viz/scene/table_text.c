/* All states of a run as a table to hand in: a row a step, a column a cell.
 * Never translated: what is copied reads the same everywhere. */
#include "base/cells.h"
#include "base/elem_info.h"
#include "scene/scene.h"

static const enum cells_format formats[SCENE_TABLES] = {
    [SCENE_TABLE_TABS] = CELLS_TABS, [SCENE_TABLE_CSV] = CELLS_CSV,
    [SCENE_TABLE_MARKDOWN] = CELLS_MARKDOWN, [SCENE_TABLE_LATEX] = CELLS_LATEX,
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
                      enum cells_format format, struct buf *out)
{
    const struct cells_marks *marks = cells_marks(format);
    struct buf cell;

    buf_puts(out, marks->begin);
    buf_init(&cell);
    if (row == 0)
        buf_puts(&cell, "input");
    else
        step_text(found, row - 1, &cell);
    cells_put(out, format, buf_text(&cell));
    buf_finish(&cell);
    for (uint32_t column = 0; column < found->board.columns; column++) {
        buf_init(&cell);
        table_value(found, row, column, &cell);
        buf_puts(out, marks->between);
        cells_put(out, format, buf_text(&cell));
        buf_finish(&cell);
    }
    buf_puts(out, marks->end);
}

static void table_head(const struct findings *found, enum cells_format format,
                       struct buf *out)
{
    const struct cells_marks *marks = cells_marks(format);
    const struct board *board = &found->board;

    buf_printf(out, "%sstep", marks->begin);
    for (uint32_t column = 0; column < board->columns; column++)
        buf_printf(out, "%s%u", marks->between, board->first_input + column);
    buf_puts(out, marks->end);
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
    const enum cells_format cells =
        formats[(unsigned)format < SCENE_TABLES ? format : SCENE_TABLE_TABS];
    const struct board *board = &found->board;

    table_open(board->columns, format, out);
    table_head(found, cells, out);
    table_rule(board->columns, format, out);
    for (uint32_t row = 0; row < board->rows; row++)
        table_row(found, row, cells, out);
    if (format == SCENE_TABLE_LATEX)
        buf_puts(out, "\\hline\n\\end{tabular}\n");
}
