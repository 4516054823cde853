/* The list as SVG text; svg.c writes it to a file, html.c into a page. */
#ifndef BACKEND_SVG_H
#define BACKEND_SVG_H

#include "draw/draw.h"

void svg_put(struct buf *out, const struct draw_list *list, enum theme theme,
             float scale);
/* Text for XML: special characters escaped, what is no UTF-8 or not allowed in
 * XML replaced by U+FFFD. */
void svg_put_escaped(struct buf *out, const char *text);

#endif
