/* The series of the timings view. Files that one device gave on one day with one
 * compiler are one group: they differ in sizes and in direction. Where a group
 * has the run's direction, it shows nothing else. A series is one row's name in a
 * group. Where there are more series than room, the copy, the shown algorithm
 * and the one compared with stay, then the fastest at the table's size, then those
 * measured at that size, those of the most sizes first. */
#include <math.h>
#include <string.h>

#include "scene/chart.h"

enum { ALL_MAX = 64, STYLES = 24 /* inks, solid and dashed, and marks */ };

struct pool { struct series series[ALL_MAX]; int count; };

double chart_speed(const struct timing *t)
{
    return (double)t->bytes / t->median_ns;
}

const struct point *chart_point(const struct series *s, uint64_t n)
{
    for (int i = 0; i < s->count; i++)
        if (s->point[i].time->n == n)
            return &s->point[i];
    return NULL;
}

const struct timing *chart_copy(const struct point *p)
{
    const struct timing *t = p->time;

    for (uint32_t i = 0; i < p->set->count; i++) {
        const struct timing *row = &p->set->rows[i];

        if (row->limit && timing_alike(row, t))
            return row;
    }
    return NULL;
}

static bool chart_alike(const struct timing_set *a, const struct timing_set *b)
{
    return a->live == b->live && strcmp(a->device, b->device) == 0 &&
           strcmp(a->date, b->date) == 0 && strcmp(a->flags, b->flags) == 0 &&
           strcmp(a->driver, b->driver) == 0 && strcmp(a->cuda, b->cuda) == 0;
}

/* A row of the algorithm compared with. */
static bool chart_compared(const struct scene *sc, const struct timing *row)
{
    return sc->view->other &&
           strcmp(sc->view->other->trace->run.algo, row->row) == 0;
}

static struct series *chart_find(const struct scene *sc, struct pool *pool,
                                 const struct timing *row)
{
    for (int i = 0; i < pool->count; i++)
        if (strcmp(pool->series[i].row, row->row) == 0)
            return &pool->series[i];
    if (pool->count == ALL_MAX)
        return NULL;
    pool->series[pool->count] = (struct series){
        .row = row->row, .label = row->label[0] ? row->label : row->row,
        .limit = row->limit, .now = timings_is_now(sc, row),
        .other = chart_compared(sc, row), .place = pool->count };
    return &pool->series[pool->count++];
}

static void chart_put(struct series *s, struct point p)
{
    int at = 0;

    while (at < s->count && s->point[at].time->n < p.time->n)
        at++;
    if ((at < s->count && s->point[at].time->n == p.time->n) || s->count == POINTS_MAX)
        return;
    memmove(&s->point[at + 1], &s->point[at],
            (size_t)(s->count - at) * sizeof(s->point[0]));
    s->point[at] = p;
    s->count++;
}

static bool chart_takes(const struct scene *sc, const struct timing *row)
{
    return row->bytes > 0 && timings_match(sc, row);
}

static bool chart_has_way(const struct scene *sc, const struct timing_set *like)
{
    for (int i = 0; i < sc->view->timing_count; i++)
        if (chart_alike(sc->view->timings[i], like) &&
            timings_has_way(sc, sc->view->timings[i]))
            return true;
    return false;
}

/* All series of the group that `like` belongs to. */
static void chart_fill(const struct scene *sc, struct pool *pool,
                       const struct timing_set *like)
{
    const bool way = chart_has_way(sc, like);

    pool->count = 0;
    for (int i = 0; i < sc->view->timing_count; i++) {
        const struct timing_set *set = sc->view->timings[i];

        for (uint32_t k = 0; chart_alike(set, like) && k < set->count; k++) {
            const struct timing *row = &set->rows[k];
            struct series *s = chart_takes(sc, row) && (!way || timings_same_way(sc, row))
                ? chart_find(sc, pool, row) : NULL;

            if (s)
                chart_put(s, (struct point){ &set->rows[k], set });
        }
    }
}

/* ---- the size of a table ----------------------------------------------------------- */

static bool chart_has(const struct pool *pool, uint64_t n, bool now)
{
    for (int i = 0; i < pool->count; i++)
        if ((!now || pool->series[i].now) && chart_point(&pool->series[i], n))
            return true;
    return false;
}

static bool chart_has_now(const struct pool *pool)
{
    for (int i = 0; i < pool->count; i++)
        if (pool->series[i].now)
            return true;
    return false;
}

/* The measured size nearest to the chosen one, or, where none is chosen, to the
 * run's among those of the shown algorithm. */
static uint64_t chart_size(const struct scene *sc, const struct pool *pool)
{
    const uint64_t chosen = sc->view->timing_n;
    const double n = chosen ? (double)chosen
        : sc->found ? sc->found->trace->run.n : 1024;
    const bool now = !chosen && chart_has_now(pool);
    uint64_t at = 0;
    double best = 1e9;

    for (int i = 0; i < pool->count; i++)
        for (int k = 0; k < pool->series[i].count; k++) {
            const uint64_t size = pool->series[i].point[k].time->n;
            const double far = fabs(log2((double)size + 1) - log2(n + 1));

            if (far < best && chart_has(pool, size, now)) {
                best = far;
                at = size;
            }
        }
    return at;
}

/* ---- which series are shown ---------------------------------------------------------- */

static const char *chart_fastest(const struct pool *pool, uint64_t n)
{
    const struct point *best = NULL;

    for (int i = 0; i < pool->count; i++) {
        const struct point *p = chart_point(&pool->series[i], n);

        if (p && !pool->series[i].limit &&
            (!best || p->time->median_ns < best->time->median_ns))
            best = p;
    }
    return best ? best->time->row : "";
}

static int chart_worth(const struct series *s, uint64_t n, const char *fastest)
{
    if (s->limit)
        return 6 * POINTS_MAX;
    if (s->now || s->other)
        return s->now ? 5 * POINTS_MAX : 4 * POINTS_MAX;
    if (strcmp(s->row, fastest) == 0)
        return 3 * POINTS_MAX;
    return s->count + (chart_point(s, n) ? POINTS_MAX : 0);
}

static void chart_sort(struct pool *pool, uint64_t n)
{
    const char *fastest = chart_fastest(pool, n);

    for (int i = 1; i < pool->count; i++)
        for (int k = i; k > 0 && chart_worth(&pool->series[k], n, fastest) >
                                 chart_worth(&pool->series[k - 1], n, fastest); k--) {
            const struct series swap = pool->series[k];

            pool->series[k] = pool->series[k - 1];
            pool->series[k - 1] = swap;
        }
}

/* The copy and the shown algorithm look like no other (0), the two scans that
 * have every size come next; -1: the rest, see chart_apart. A name keeps its style
 * in later groups. */
static int chart_style(const struct chart *c, const struct series *s)
{
    if (s->limit || s->now)
        return 0;
    for (int i = 0; i < c->count; i++)
        if (!c->series[i].now && (strcmp(c->series[i].row, s->row) == 0 ||
                                  strcmp(c->series[i].label, s->label) == 0))
            return c->series[i].style;
    if (strcmp(s->row, "fast") == 0)
        return 1;
    return strncmp(s->row, "cub", 3) == 0 ? 2 : -1;
}

static bool chart_taken(const struct chart *c, const struct series *but, int style)
{
    for (int i = 0; i < c->count; i++)
        if (&c->series[i] != but && c->series[i].style == style)
            return true;
    return false;
}

/* Those without a style take free ones: those of many sizes, which are always
 * there, first, then by their place. */
static void chart_apart(struct chart *c, int first)
{
    for (;;) {
        struct series *next = NULL;

        for (int i = first; i < c->count; i++)
            if (c->series[i].style < 0 &&
                (!next || c->series[i].count > next->count ||
                 (c->series[i].count == next->count && c->series[i].place < next->place)))
                next = &c->series[i];
        if (!next)
            return;
        next->style = 3;
        while (next->style < STYLES && chart_taken(c, next, next->style))
            next->style++;
    }
}

/* ---- groups -------------------------------------------------------------------------- */

/* The first set of its group that has something to show. */
static bool chart_opens(const struct scene *sc, int index)
{
    const struct timing_set *set = sc->view->timings[index];

    for (int i = 0; i < sc->view->timing_count; i++) {
        const struct timing_set *other = sc->view->timings[i];

        for (uint32_t k = 0; chart_alike(other, set) && k < other->count; k++)
            if (chart_takes(sc, &other->rows[k]))
                return i == index;
    }
    return false;
}

static void chart_group(const struct scene *sc, struct chart *c, struct pool *pool,
                        const struct timing_set *set, int room)
{
    struct group *group = &c->group[c->groups];

    chart_fill(sc, pool, set);
    *group = (struct group){ .set = set, .at = chart_size(sc, pool),
                             .first = c->count };
    chart_sort(pool, group->at);
    for (int i = 0; i < pool->count && i < room; i++) {
        struct series *s = &pool->series[i];

        s->style = chart_style(c, s);
        s->later = c->groups > 0;
        c->series[c->count++] = *s;
    }
    group->end = c->count;
    chart_apart(c, group->first);
    c->groups++;
}

void chart_collect(const struct scene *sc, struct chart *c)
{
    static const int most = 8; /* more lines than that nobody tells apart */
    struct pool pool;
    int left = 0;

    memset(c, 0, sizeof(*c));
    for (int i = 0; i < sc->view->timing_count; i++)
        left += chart_opens(sc, i);
    for (int i = 0; left > 0 && i < sc->view->timing_count; i++) {
        const int fair = (SERIES_MAX - c->count) / left;

        if (!chart_opens(sc, i) || fair == 0)
            continue;
        chart_group(sc, c, &pool, sc->view->timings[i], fair < most ? fair : most);
        left--;
    }
}
