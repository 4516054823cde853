/* HTML: one page that holds the picture as SVG and needs nothing else. Groups
 * keep their names, so that the page can be searched and scripted. */
#include "backend/backend.h"
#include "backend/svg.h"
#include "base/buf.h"
#include "base/file.h"

static bool html_write(const struct draw_list *list, enum theme theme, float scale,
                       const char *path, struct err *err)
{
    struct rgb back = theme_ink(theme, INK_BACK);
    struct buf out;
    buf_init(&out);
    buf_printf(&out, "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n"
               "<title>pscan-viz</title>\n<style>body{margin:0;background:#%02x%02x%02x}"
               "svg{display:block;margin:auto;max-width:100%%;height:auto}</style>\n"
               "</head>\n<body>\n", back.r, back.g, back.b);
    svg_put(&out, list, theme, scale);
    buf_puts(&out, "</body>\n</html>\n");
    bool good = buf_ok(&out)
        ? file_write_whole(path, out.text, out.length, err)
        : err_set(err, ERR_FAILED, "cannot write %s: out of memory", path);
    buf_finish(&out);
    return good;
}

const struct backend backend_html = {"html", ".html", html_write};
