/* Cells of tables as text: what each format escapes, and what it puts around.
 *
 *   tabs      a tab or newline inside a cell becomes a blank
 *   CSV       quoted where a comma, a quote or a line's end asks for it (RFC 4180)
 *   Markdown  a backslash before | * _ ` < and itself
 *   LaTeX     its ten special characters */
#ifndef BASE_CELLS_H
#define BASE_CELLS_H

#include "base/buf.h"

enum cells_format { CELLS_TABS = 0, CELLS_CSV, CELLS_MARKDOWN, CELLS_LATEX,
                    CELLS_FORMATS };

/* What stands before a row, between its cells and behind it. */
struct cells_marks { const char *begin, *between, *end; };

const struct cells_marks *cells_marks(enum cells_format format);
void cells_put(struct buf *out, enum cells_format format, const char *text);

#endif
