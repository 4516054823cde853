/* View state: defaults, names, and which view suits a run. */
#include <string.h>

#include "scene/scene.h"

static const char *const view_names[VIEW_KINDS] = { "network", "tree", "lanes",
                                                    "timings", "memory",
                                                    "look-back", "blocks", "table",
                                                    "compare", "timeline",
                                                    "hazard" };

static const char *view_same(const char *msgid)
{
    return msgid;
}

static const char *view_same_n(const char *one, const char *many, unsigned long n)
{
    return n == 1 ? one : many;
}

void view_init(struct view *view)
{
    memset(view, 0, sizeof(*view));
    view->w = 1280;
    view->h = 720;
    view->text_scale = 1;
    view->speed = 1;
    view->zoom = 1;
    view->hover_row = view->hover_column = -1;
    view->select_row = view->select_column = -1;
    view->lens_column = -1;
    view->hover_lane = view->pick_line = view->pick_half = view->half_at = -1;
    view->tile = view->launch = view->hover_tile = view->hover_launch = -1;
    view->hover_time = -1;
    view->half_tile[0] = view->half_tile[1] = -1;
    view->hazard = -1;
    view->focus = -1;
    view->tr = view_same;
    view->trn = view_same_n;
}

bool view_fits(const struct findings *findings, enum view_kind kind)
{
    switch (kind) {
    case VIEW_NETWORK:
        return findings && findings->board.columns > 0;
    case VIEW_TREE:
        return findings && findings->board.tree && tree_fits(findings);
    case VIEW_LANES:
        return findings && findings->board.registers &&
               findings->board.columns <= 32;
    case VIEW_TIMINGS:
        return true;
    case VIEW_MEMORY:
        return findings && memory_fits(findings);
    case VIEW_LOOK_BACK:
        return findings && lookback_fits(findings);
    case VIEW_BLOCKS:
        return findings && blocks_fits(findings);
    case VIEW_TIMELINE:
        return findings && spans_fits(findings);
    case VIEW_HAZARD:
        return findings && hazard_fits(findings);
    case VIEW_TABLE:
    case VIEW_COMPARE:
        return findings && findings->board.columns > 0;
    default:
        return false;
    }
}

bool view_shows(const struct view *view, enum view_kind kind)
{
    return view_fits(view->findings, kind) &&
           (kind != VIEW_COMPARE || view_fits(view->other, kind));
}

uint32_t view_last(const struct view *view)
{
    const uint32_t one = view->findings ? view->findings->steps.count : 0;

    if (view->kind != VIEW_COMPARE || !view->other || view->other->steps.count < one)
        return one;
    return view->other->steps.count;
}

enum view_kind view_best(const struct findings *findings)
{
    if (findings && findings->tiles.count > 1)
        return VIEW_LOOK_BACK;
    if (view_fits(findings, VIEW_BLOCKS))
        return VIEW_BLOCKS;
    if (view_fits(findings, VIEW_LANES))
        return VIEW_LANES;
    if (view_fits(findings, VIEW_TREE))
        return VIEW_TREE;
    return VIEW_NETWORK;
}

const char *view_name(enum view_kind kind)
{
    return (unsigned)kind < VIEW_KINDS ? view_names[kind] : "network";
}

bool view_parse(const char *text, enum view_kind *kind, struct err *err)
{
    const char *near = err_nearest(text, view_names, VIEW_KINDS);
    struct buf names;

    for (int i = 0; i < VIEW_KINDS; i++)
        if (strcmp(text, view_names[i]) == 0) {
            *kind = (enum view_kind)i;
            return true;
        }
    buf_init(&names);
    for (int i = 0; i < VIEW_KINDS; i++)
        buf_printf(&names, "%s%s", i == 0 ? "" : i + 1 < VIEW_KINDS ? ", " : " or ",
                   view_names[i]);
    err_set(err, ERR_USAGE, "unknown view '%s': %s%s%s%s", text, buf_text(&names),
            near ? "; nearest: '" : "", near ? near : "", near ? "'" : "");
    buf_finish(&names);
    return false;
}

static const char *const controls[] = {
    "button:first", "button:prev", "button:play", "button:next", "button:last",
    "timeline", "button:speed", "button:list", "button:length", "button:input",
    "half:0", "half:1",
    "view:0", "view:1", "view:2", "view:3", "view:4", "view:5", "view:6",
    "view:7", "view:8", "view:9", "view:10",
    "button:help" };

const char *scene_control(int focus)
{
    const int count = (int)(sizeof(controls) / sizeof(controls[0]));

    return focus >= 0 && focus < count ? controls[focus] : NULL;
}
