/* Chips: values on their way from one row into the next.
 *
 * A chip that would lie on another one is left out of this frame; a value that
 * goes to many cells so starts as one chip and parts into many. */
#include <math.h>

#include "scene/scene.h"

static bool chips_free(const struct chips *chips, struct box box)
{
    for (int i = 0; i < chips->count; i++) {
        const struct box *o = &chips->taken[i];

        if (box.x < o->x + o->w + 2 && o->x < box.x + box.w + 2 &&
            box.y < o->y + o->h + 1 && o->y < box.y + box.h + 1)
            return false;
    }
    if (chips->clip.w > 0 &&
        (box.x < chips->clip.x || box.y < chips->clip.y ||
         box.x + box.w > chips->clip.x + chips->clip.w ||
         box.y + box.h > chips->clip.y + chips->clip.h))
        return false;
    return chips->count < CHIPS_MAX;
}

void chips_keep_off(struct chips *chips, struct box box)
{
    if (chips->count < CHIPS_MAX)
        chips->taken[chips->count++] = box;
}

void chips_add(struct scene *sc, struct chips *chips, struct spot at,
               const char *text)
{
    const float size = TEXT_SMALL;
    const float w = pen_width(sc, FACE_MONO_BOLD, size, text) + 8;
    const struct box box = { at.x - w / 2, at.y - 10, w, 20 };

    if (!chips_free(chips, box))
        return;
    chips->taken[chips->count++] = box;
    pen_rect(sc, box, 6, paint_both(INK_PANEL, INK_SOURCE, 1.8f));
    pen_text(sc, at.x, pen_middle(sc, at.y, size), size, FACE_MONO_BOLD,
             INK_SOURCE_TEXT, ANCHOR_MIDDLE, text);
}

float chips_pace(float part, int32_t from_column, int32_t to_column)
{
    const float eased = part * part * (3 - 2 * part);

    return from_column <= to_column ? powf(eased, 0.7f) : powf(eased, 1.5f);
}
