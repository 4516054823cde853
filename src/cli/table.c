/* Cells are kept as text and written in one go, when all widths are known. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cells.h"
#include "cli/table.h"
#include "run/options.h"

static bool cells_grow(struct table *table)
{
    if (table->count < table->room)
        return true;
    const int room = table->room ? 2 * table->room : 256;
    const char **cells = realloc(table->cells, (size_t)room * sizeof *cells);
    if (!cells)
        return false;
    table->cells = cells;
    table->room = room;
    return true;
}

static void cell_add(struct table *table, const char *text)
{
    const char *copy = arena_strdup(&table->arena, text, strlen(text));
    if (!copy || !cells_grow(table)) {
        table->failed = true;
        return;
    }
    table->cells[table->count++] = copy;
}

void table_init(struct table *table, const char *align,
                const char *const *names)
{
    memset(table, 0, sizeof *table);
    arena_init(&table->arena, 0);
    table->align = align;
    table->columns = (int)strlen(align);
    assert(table->columns <= TABLE_COLUMNS);
    for (int i = 0; i < table->columns; i++)
        cell_add(table, names[i]);
}

void table_finish(struct table *table)
{
    free(table->cells);
    arena_finish(&table->arena);
}

void table_cell(struct table *table, const char *fmt, ...)
{
    char text[512];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    cell_add(table, text);
}

/* Characters, not bytes: what does not continue one begins one. */
static int text_width(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static void write_text_row(const struct table *table, const int *widths,
                           const char *const *cells, struct buf *out)
{
    for (int c = 0; c < table->columns; c++) {
        const int pad = widths[c] - text_width(cells[c]);
        const bool last = c == table->columns - 1;
        if (c)
            buf_puts(out, "  ");
        if (table->align[c] == 'r')
            buf_printf(out, "%*s%s", pad, "", cells[c]);
        else
            buf_printf(out, "%s%*s", cells[c], last ? 0 : pad, "");
    }
    buf_puts(out, "\n");
}

static void write_text(const struct table *table, struct buf *out)
{
    int widths[TABLE_COLUMNS] = { 0 };
    for (int i = 0; i < table->count; i++) {
        const int width = text_width(table->cells[i]);
        if (width > widths[i % table->columns])
            widths[i % table->columns] = width;
    }
    for (int i = 0; i < table->count; i += table->columns)
        write_text_row(table, widths, table->cells + i, out);
}

/* Text is aligned and has no marks. */
static enum cells_format cells_of(enum table_format format)
{
    return format == TABLE_CSV ? CELLS_CSV
        : format == TABLE_MARKDOWN ? CELLS_MARKDOWN : CELLS_LATEX;
}

static void write_rows(const struct table *table, int first, int last,
                       enum cells_format format, struct buf *out)
{
    const struct cells_marks *marks = cells_marks(format);
    for (int i = first; i < last; i++) {
        const int column = i % table->columns;
        buf_puts(out, column ? marks->between : marks->begin);
        cells_put(out, format, table->cells[i]);
        if (column == table->columns - 1)
            buf_puts(out, marks->end);
    }
}

static void write_rule(const struct table *table, enum table_format format,
                       struct buf *out)
{
    if (format == TABLE_LATEX)
        buf_puts(out, "\\hline\n");
    if (format != TABLE_MARKDOWN)
        return;
    for (int c = 0; c < table->columns; c++)
        buf_puts(out, table->align[c] == 'r' ? "| ---: " : "| --- ");
    buf_puts(out, "|\n");
}

bool table_write(const struct table *table, enum table_format format,
                 struct buf *out, struct err *err)
{
    if (table->failed)
        return err_set(err, ERR_FAILED, "out of memory for the table");
    assert(table->count % table->columns == 0);
    if (format == TABLE_TEXT) {
        write_text(table, out);
        return true;
    }
    if (format == TABLE_LATEX)
        buf_printf(out, "\\begin{tabular}{%s}\n", table->align);
    write_rows(table, 0, table->columns, cells_of(format), out);
    write_rule(table, format, out);
    write_rows(table, table->columns, table->count, cells_of(format), out);
    if (format == TABLE_LATEX)
        buf_puts(out, "\\end{tabular}\n");
    return true;
}

bool table_format_parse(const char *text, enum table_format *format,
                        struct err *err)
{
    static const char *const names[] = { "text", "csv", "markdown", "latex" };
    int chosen;
    if (!options_choice("--format", text, names, TABLE_FORMATS, &chosen, err))
        return false;
    *format = (enum table_format)chosen;
    return true;
}
