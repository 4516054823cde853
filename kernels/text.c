/* Finding a kernel's source text; see table.h. */
#include "kernels/table.h"

#include <stddef.h>
#include <string.h>

const struct kernels_text *kernels_text_find(const char *name)
{
    for (int i = 0; i < kernels_text_count; i++) {
        if (strcmp(kernels_texts[i].name, name) == 0)
            return &kernels_texts[i];
    }
    return NULL;
}

const char *kernels_source(const char *name)
{
    const struct kernels_text *text = kernels_text_find(name);
    return text ? text->text : NULL;
}
