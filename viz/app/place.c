/* One line of text: "window 100 80 1280 720 plain". What it says is checked as
 * anybody may have written it, and fitted to the displays that are there now. */
#include "place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/log.h"
#include "base/xdg.h"

enum { MOST = 16384, FARTHEST = 100000 };

static bool within(int value, int least, int most)
{
    return value >= least && value <= most;
}

static bool place_parse(const char *text, struct place *place)
{
    struct place read = {.known = true};
    char how[16];

    if (sscanf(text, "window %7d %7d %7d %7d %15s", &read.x, &read.y, &read.w,
               &read.h, how) != 5 ||
        !within(read.x, -FARTHEST, FARTHEST) || !within(read.y, -FARTHEST, FARTHEST) ||
        !within(read.w, PLACE_LEAST_W, MOST) ||
        !within(read.h, PLACE_LEAST_H, MOST))
        return false;
    read.maximized = strcmp(how, "maximized") == 0;
    *place = read;
    return true;
}

bool place_read(struct place *place)
{
    char path[PATH_MAX];
    unsigned char *text = NULL;
    size_t length;
    bool ok;

    if (!xdg_file(XDG_STATE, "window", path, NULL) ||
        !file_read_whole(path, 4096, &text, &length, NULL))
        return false;
    ok = place_parse((const char *)text, place);
    free(text);
    return ok;
}

bool place_write(const struct place *place, struct err *err)
{
    char path[PATH_MAX], text[80];
    int length = snprintf(text, sizeof text, "window %d %d %d %d %s\n", place->x,
                          place->y, place->w, place->h,
                          place->maximized ? "maximized" : "plain");

    return xdg_file(XDG_STATE, "window", path, err) &&
        file_write_whole(path, text, (size_t)length, err);
}

static int at_least(int size, int least)
{
    return size > least ? size : least;
}

void place_keep(const struct place *place, int w, int h)
{
    const bool asked = w > 0 && place->w == at_least(w, PLACE_LEAST_W) &&
        place->h == at_least(h, PLACE_LEAST_H);
    struct err err = {0};

    if (!place->known || asked)
        return;
    if (!place_write(place, &err))
        log_print(LOG_INFO, "%s", err.what);
}

/* ---- displays --------------------------------------------------------------- */

static int overlap(int a, int a_size, int b, int b_size)
{
    const int from = a > b ? a : b;
    const int end = a + a_size < b + b_size ? a + a_size : b + b_size;

    return end > from ? end - from : 0;
}

static long seen(const struct place *place, const struct place_area *area)
{
    return (long)overlap(place->x, place->w, area->x, area->w) *
        overlap(place->y, place->h, area->y, area->h);
}

/* Into [from, from + room], shrunk where it is larger. */
static void fit(int *at, int *size, int from, int room)
{
    if (*size > room)
        *size = room;
    if (*at + *size > from + room)
        *at = from + room - *size;
    if (*at < from)
        *at = from;
}

void place_fit(struct place *place, const struct place_area *areas, int count)
{
    int best = 0;

    if (count < 1)
        return;
    for (int i = 1; place->known && i < count; i++)
        if (seen(place, &areas[i]) > seen(place, &areas[best]))
            best = i;
    fit(&place->x, &place->w, areas[best].x, areas[best].w);
    fit(&place->y, &place->h, areas[best].y, areas[best].h);
}
