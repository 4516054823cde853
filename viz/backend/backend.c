/* Which back end writes a path: told by its ending. */
#include "backend/backend.h"

#include <string.h>
#include <strings.h>

static const struct backend *const backends[] = {
#ifdef HAVE_VIEWER
    &backend_png, &backend_pdf,
#endif
    &backend_svg, &backend_html,
};

#ifdef HAVE_VIEWER
static const char allowed[] = "pictures end in .png, .svg, .pdf or .html";
#else
static const char allowed[] = "this build without viewer writes .svg and .html";
#endif

const struct backend *backend_for(const char *path, struct err *err)
{
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof backends / sizeof *backends; i++) {
        size_t ending = strlen(backends[i]->ending);
        if (length > ending &&
            strcasecmp(path + length - ending, backends[i]->ending) == 0)
            return backends[i];
    }
    err_set(err, ERR_USAGE, "cannot tell how to write '%s': %s", path, allowed);
    return NULL;
}
