/* Tables: filled cell by cell, written as aligned text, CSV, Markdown or
 * LaTeX. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"

enum table_format { TABLE_TEXT = 0, TABLE_CSV, TABLE_MARKDOWN, TABLE_LATEX,
                    TABLE_FORMATS };

enum { TABLE_COLUMNS = 32 };

struct table {
    struct arena arena;
    const char *align;   /* 'l' or 'r' a column */
    int columns;
    const char **cells;  /* row by row, the header first */
    int count, room;
    bool failed;         /* out of memory; table_write says so */
};

/* align: one letter a column, its length the number of columns. Both borrowed
 * until table_finish; names has as many members. */
void table_init(struct table *table, const char *align,
                const char *const *names);
void table_finish(struct table *table);
/* The next cell, left to right, row by row. */
void table_cell(struct table *table, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* Rows must be complete. */
bool table_write(const struct table *table, enum table_format format,
                 struct buf *out, struct err *err);

/* "text", "csv", "markdown", "latex". */
bool table_format_parse(const char *text, enum table_format *format,
                        struct err *err);

#endif
