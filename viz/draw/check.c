/* The layout check: what a careful reader would object to, found on the list.
 *
 * Each text is looked at with its floor: the last opaque shape before it that
 * lies under all of it. What the floor hides cannot disturb the text, so only
 * what is drawn after the floor counts. Text boxes are those of capitals and
 * usual descenders, not the face's tallest glyphs: lines set tight are fine. */
#include "draw/draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw/shape.h"

static const float visible = 0.2f;  /* alpha below which a shape is a ghost */
static const float opaque = 0.98f;
static const float slack = 1;       /* pixels */
static const float need_contrast = 4.5f;

struct item {
    const struct draw_cmd *cmd;
    struct box clip;
    struct box box; /* of a text: its ink */
};

struct check {
    const struct draw_list *list;
    enum theme theme;
    float min_size;
    struct buf *out;
    struct item *items;
    int count, first; /* items before first lie under a veil */
    int faults;
};

static struct box ink_box(const struct draw_cmd *cmd,
                          const struct draw_metric *metric)
{
    struct box box = box_of(cmd, metric);
    float size = cmd->u.text.size, y = cmd->u.text.y;
    box.y0 = fmaxf(box.y0, y - 0.76f * size);
    box.y1 = fminf(box.y1, y + 0.2f * size);
    return box;
}

static struct box box_shrunk(struct box box, float by)
{
    return (struct box){box.x0 + by, box.y0 + by, box.x1 - by, box.y1 - by};
}

static void check_prepare(struct check *check)
{
    struct clips clips;
    clips_begin(&clips, check->list);
    for (int i = 0; i < check->list->count; i++) {
        const struct draw_cmd *cmd = &check->list->cmds[i];
        clips_step(&clips, cmd);
        bool text = cmd->type == DRAW_TEXT;
        struct box box = text ? ink_box(cmd, check->list->metric)
                              : box_of(cmd, check->list->metric);
        check->items[check->count++] = (struct item){cmd, clips.clip, box};
        struct box picture = {0, 0, check->list->w, check->list->h};
        if (cmd->type == DRAW_RECT && cmd->paint.fill == INK_SHADE &&
            box_within(picture, box_meet(box, clips.clip), slack))
            check->first = check->count;
    }
}

static bool item_fills(const struct item *item, float alpha)
{
    return item->cmd->type != DRAW_TEXT && item->cmd->paint.fill != INK_NONE &&
           item->cmd->paint.alpha >= alpha;
}

/* Index of the floor of item at; -1: the page. */
static int check_floor(const struct check *check, int at)
{
    struct box box = check->items[at].box;
    for (int i = at - 1; i >= 0; i--) {
        const struct item *item = &check->items[i];
        if (item_fills(item, opaque) && box_within(box, item->clip, 0) &&
            shape_covers(item->cmd, box))
            return i;
    }
    return -1;
}

static void check_fault(struct check *check, const char *kind,
                        const struct item *item, const char *why)
{
    check->faults++;
    buf_printf(check->out, "%s: \"%s\" at ", kind, item->cmd->u.text.text);
    draw_number(check->out, (double)item->cmd->u.text.x);
    buf_puts(check->out, ",");
    draw_number(check->out, (double)item->cmd->u.text.y);
    buf_printf(check->out, "%s\n", why);
}

static void check_fault_with(struct check *check, const char *kind,
                             const struct item *item, const struct item *other)
{
    char why[160];
    if (other->cmd->type == DRAW_TEXT)
        snprintf(why, sizeof why, " and \"%.120s\"", other->cmd->u.text.text);
    else
        snprintf(why, sizeof why, " by the shape over %.0f,%.0f to %.0f,%.0f",
                 (double)other->box.x0, (double)other->box.y0,
                 (double)other->box.x1, (double)other->box.y1);
    check_fault(check, kind, item, why);
}

static struct rgb colour_under(const struct check *check, int at, int floor,
                               float x, float y)
{
    struct rgb colour = theme_ink(check->theme, INK_BACK);
    for (int i = floor < 0 ? 0 : floor; i < at; i++) {
        const struct item *item = &check->items[i];
        if (item_fills(item, 0) && box_has(item->clip, x, y) &&
            (i == floor || shape_has(item->cmd, x, y)))
            colour = theme_mix(colour,
                               theme_ink(check->theme, (enum ink)item->cmd->paint.fill),
                               item->cmd->paint.alpha);
    }
    return colour;
}

/* The worst of five places of the text: middle and towards the corners. */
static void check_contrast(struct check *check, int at, int floor)
{
    static const float places[5][2] = {{0.5f, 0.5f}, {0.02f, 0.1f}, {0.98f, 0.1f},
                                       {0.02f, 0.9f}, {0.98f, 0.9f}};
    const struct item *item = &check->items[at];
    struct box box = item->box;
    float worst = 21;
    for (int i = 0; i < 5; i++) {
        struct rgb under = colour_under(check, at, floor,
                                        box.x0 + (box.x1 - box.x0) * places[i][0],
                                        box.y0 + (box.y1 - box.y0) * places[i][1]);
        struct rgb ink = theme_ink(check->theme, (enum ink)item->cmd->u.text.ink);
        struct rgb seen = theme_mix(under, ink, item->cmd->paint.alpha);
        worst = fminf(worst, theme_contrast(seen, under));
    }
    char why[48];
    snprintf(why, sizeof why, ", %.2f:1 in theme %s", (double)worst,
             theme_name(check->theme));
    if (worst < need_contrast)
        check_fault(check, "contrast", item, why);
}

static bool box_touches(struct box a, struct box b)
{
    return !box_empty(box_meet(box_shrunk(a, slack / 2), box_shrunk(b, slack / 2)));
}

/* A rectangle with an edge to be seen that holds only a part of the text.
 * Rules and carets have no inside. */
static bool pokes_out(const struct item *text, const struct item *rect)
{
    const struct draw_paint *paint = &rect->cmd->paint;
    return (paint->stroke != INK_NONE || paint->fill != INK_NONE) &&
           paint->alpha >= visible && rect->cmd->u.rect.w > 4 &&
           rect->cmd->u.rect.h > 4 && box_touches(text->box, rect->box) &&
           !box_within(text->box, rect->box, slack);
}

/* Text `at` against another command after its floor. */
static void check_pair(struct check *check, int at, int other)
{
    const struct item *text = &check->items[at], *item = &check->items[other];
    struct box core = box_shrunk(text->box, slack);
    struct box seen = box_meet(core, item->clip);
    uint8_t type = item->cmd->type;
    if (box_empty(seen))
        return;
    if (type == DRAW_TEXT) {
        if (other < at && box_touches(text->box, item->box))
            check_fault_with(check, "overlap", item, text);
    } else if (type == DRAW_LINE || type == DRAW_CURVE) {
        if (item->cmd->paint.alpha >= visible && stroke_crosses(item->cmd, seen))
            check_fault_with(check, "crossed", text, item);
    } else if (other > at && item_fills(item, visible)) {
        if (shape_touches(item->cmd, seen))
            check_fault_with(check, "covered", text, item);
    } else if (type == DRAW_RECT && pokes_out(text, item)) {
        check_fault_with(check, "border", text, item);
    }
}

static void check_text(struct check *check, int at)
{
    const struct item *item = &check->items[at];
    struct box picture = {0, 0, check->list->w, check->list->h};
    bool clipped = !box_within(picture, item->clip, 0);
    if (clipped && box_empty(box_meet(box_shrunk(item->box, slack / 2), item->clip)))
        return; /* scrolled away */
    if (!box_within(item->box, item->clip, slack / 2))
        check_fault(check, "clipped", item, "");
    if (item->cmd->u.text.size < check->min_size - 0.01f)
        check_fault(check, "small", item, "");
    int floor = check_floor(check, at);
    check_contrast(check, at, floor);
    for (int i = floor + 1; i < check->count; i++)
        if (i != at && i >= check->first)
            check_pair(check, at, i);
}

int draw_check(const struct draw_list *list, enum theme theme, float min_size,
               struct buf *out)
{
    struct check check = {.list = list, .theme = theme, .min_size = min_size,
                          .out = out};
    check.items = malloc(((size_t)list->count + 1) * sizeof *check.items);
    if (check.items == NULL || list->failed) {
        free(check.items);
        buf_puts(out, "out of memory\n");
        return 1;
    }
    check_prepare(&check);
    for (int i = check.first; i < check.count; i++)
        if (check.items[i].cmd->type == DRAW_TEXT)
            check_text(&check, i);
    free(check.items);
    return check.faults;
}
