/* The panel of real timings: bars of what was measured, on what, when.
 *
 * For every set a heading says at which n, on what device, when and whether
 * live or recorded; a bar for each algorithm of the run's problem (a compaction is
 * not held against scans) at the size nearest to the run's.
 * Bars of one set share a scale, which stands over them: sets of different
 * machines and sizes are not compared by length. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene/scene.h"

enum { BAR_LINE = 20, BARS_HEAD = 34, BARS_MAX = 64 };

struct bars { const struct timing *bar[BARS_MAX]; int count; };

/* A row of the run's problem, operator and type; without a run, of a scan. */
bool timings_match(const struct scene *sc, const struct timing *row)
{
    const unsigned problem = sc->found ? sc->found->trace->run.result : RESULT_SCAN;

    if (row->median_ns <= 0 || trace_problem(row->result) != trace_problem(problem))
        return false;
    if (!sc->found)
        return true;
    return row->op == sc->found->trace->run.op &&
           row->type == sc->found->trace->run.type;
}

/* Totals, selections and sorts have no direction. */
bool timings_same_way(const struct scene *sc, const struct timing *row)
{
    return !sc->found || !trace_problem_directed(row->result) ||
           row->inclusive == sc->found->trace->run.inclusive;
}

bool timings_has_way(const struct scene *sc, const struct timing_set *set)
{
    for (uint32_t i = 0; i < set->count; i++)
        if (timings_match(sc, &set->rows[i]) && timings_same_way(sc, &set->rows[i]))
            return true;
    return false;
}

const char *timings_way(struct scene *sc, const struct timing *row, const char *text)
{
    if (timings_same_way(sc, row))
        return text;
    return row->inclusive ? pen_print(sc, scene_tr(sc, "%s, inclusive"), text)
                          : pen_print(sc, scene_tr(sc, "%s, exclusive"), text);
}

static double timings_far(const struct scene *sc, const struct timing *row)
{
    const double n = sc->found ? sc->found->trace->run.n : 1024;

    return fabs(log2((double)row->n + 1) - log2(n + 1));
}

/* Each name once, at the size nearest to the run's, in the run's direction where
 * the set has it. */
static void timings_pick(const struct scene *sc, const struct timing_set *set,
                         struct bars *bars)
{
    const bool way = timings_has_way(sc, set);

    bars->count = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        const struct timing *row = &set->rows[i];
        int at = 0;

        if (!timings_match(sc, row) || (way && !timings_same_way(sc, row)))
            continue;
        while (at < bars->count && strcmp(bars->bar[at]->row, row->row) != 0)
            at++;
        if (at == BARS_MAX)
            continue;
        if (at == bars->count)
            bars->bar[bars->count++] = row;
        else if (timings_far(sc, row) < timings_far(sc, bars->bar[at]))
            bars->bar[at] = row;
    }
}

bool timings_is_now(const struct scene *sc, const struct timing *row)
{
    return sc->view->row_now && strcmp(sc->view->row_now, row->row) == 0;
}

/* Only what was measured at one size is compared: that of the shown algorithm,
 * else the nearest. */
static void timings_same(const struct scene *sc, struct bars *bars)
{
    const struct timing *like = NULL;
    int kept = 0;

    for (int i = 0; i < bars->count && !(like && timings_is_now(sc, like)); i++)
        if (!like || timings_is_now(sc, bars->bar[i]) ||
            timings_far(sc, bars->bar[i]) < timings_far(sc, like))
            like = bars->bar[i];
    for (int i = 0; i < bars->count; i++)
        if (bars->bar[i]->n == like->n)
            bars->bar[kept++] = bars->bar[i];
    bars->count = kept;
}

/* Fastest first, but the shown algorithm always among the first `room`. */
static void timings_order(const struct scene *sc, struct bars *bars, int room)
{
    for (int i = 1; i < bars->count; i++)
        for (int k = i; k > 0 && bars->bar[k]->median_ns <
                                 bars->bar[k - 1]->median_ns; k--) {
            const struct timing *swap = bars->bar[k];

            bars->bar[k] = bars->bar[k - 1];
            bars->bar[k - 1] = swap;
        }
    for (int i = room; room > 0 && i < bars->count; i++)
        if (timings_is_now(sc, bars->bar[i]))
            bars->bar[room - 1] = bars->bar[i];
    if (bars->count > room)
        bars->count = room;
}

/* Records speak English; what they call algorithms are titles of the catalogue,
 * with how many took part behind a comma: "two passes, 64 threads of 256". */
const char *timings_label(struct scene *sc, const struct timing *row)
{
    const char *comma = strrchr(row->label, ','), *name;
    unsigned count = 0, of = 0;
    char unit[8];
    const int got = comma ? sscanf(comma, ", %5u %7[a-z] of %5u", &count, unit, &of)
                          : 0;

    if (got < 2 || strncmp(unit, "thread", 6) != 0)
        return row->label[0] ? scene_tr(sc, row->label) : row->row;
    name = scene_tr(sc, pen_print(sc, "%.*s", (int)(comma - row->label),
                                  row->label));
    if (got == 3)
        return pen_print(sc, scene_tr(sc, "%1$s, %2$u threads of %3$u"), name, count,
                         of);
    return pen_print(sc, scene_trn(sc, "%1$s, %2$u thread", "%1$s, %2$u threads",
                                   count), name, count);
}

/* "a processor, 2 cores" */
const char *timings_device(struct scene *sc, const struct timing_set *set)
{
    const char *comma = strrchr(set->device, ',');
    unsigned count = 0;
    int end = 0;

    if (!comma || sscanf(comma, ", %5u core%n", &count, &end) != 1 || end == 0)
        return set->device;
    return pen_print(sc, scene_trn(sc, "%1$s, %2$u core", "%1$s, %2$u cores", count),
                     pen_print(sc, "%.*s", (int)(comma - set->device), set->device),
                     count);
}

/* Three figures, zeros kept: times stand one below the other. */
const char *timings_time(struct scene *sc, double ns)
{
    static const char *const units[] = { "ns", "µs", "ms", "s" };
    int unit = 0;

    while (unit < 3 && ns >= 999.5) {
        ns /= 1e3;
        unit++;
    }
    return pen_print(sc, "%.*f %s", ns < 9.995 ? 2 : ns < 99.95 ? 1 : 0, ns,
                     units[unit]);
}

const char *timings_origin(struct scene *sc, const struct timing_set *set)
{
    if (set->live)
        return pen_print(sc, scene_tr(sc, "%s, measured now"),
                         timings_device(sc, set));
    return pen_print(sc, scene_tr(sc, "%1$s, recorded %2$s"),
                     timings_device(sc, set), set->date);
}

static float timings_number(const struct scene *sc)
{
    return pen_width(sc, FACE_MONO, TEXT_SMALL, "0.000 µs") + 6;
}

static void timings_bar(struct scene *sc, const struct timing *row, float y,
                        double most)
{
    const struct box p = sc->timings;
    const bool now = timings_is_now(sc, row);
    const char *time = timings_time(sc, row->median_ns);
    const float number = timings_number(sc);
    const float name = (p.w - 28 - number) * 0.62f;
    const float room = p.w - 28 - number - name - 8;
    float bar = room * (float)(row->median_ns / most);

    pen_fit(sc, p.x + 14, y, TEXT_SMALL, now ? FACE_UI_BOLD : FACE_UI, INK_TEXT,
            ANCHOR_START, name - 4, timings_label(sc, row));
    pen_rect(sc, (struct box){ p.x + 14 + name, y - 11, bar < 2 ? 2 : bar, 13 }, 2,
             paint_fill(now ? INK_CHANGED : INK_BAR));
    pen_text(sc, p.x + p.w - 14, y, TEXT_SMALL, now ? FACE_MONO_BOLD : FACE_MONO,
             INK_TEXT, ANCHOR_END, time);
}

/* "recorded 2026-05-01, median of 21, -O3", as much as there is room for. */
static const char *timings_note(struct scene *sc, const struct timing_set *set,
                                const struct timing *row, float room)
{
    const char *when = set->live ? scene_tr(sc, "measured now")
        : pen_print(sc, scene_tr(sc, "recorded %s"), set->date);
    const char *runs = pen_print(sc, scene_tr(sc, "%1$s, median of %2$u"), when,
                                 row->runs);
    const char *all = set->flags[0]
        ? pen_print(sc, scene_tr(sc, "%1$s, %2$s"), runs, scene_tr(sc, set->flags))
        : runs;

    if (pen_width(sc, FACE_UI, TEXT_SMALL, all) <= room)
        return all;
    return pen_width(sc, FACE_UI, TEXT_SMALL, runs) <= room ? runs : when;
}

/* The size comes first: another than the run's is told as such. */
static const char *timings_size(struct scene *sc, const struct timing_set *set,
                                const struct timing *row)
{
    const bool same = sc->found && sc->found->trace->run.n == row->n;

    return timings_way(sc, row,
                       pen_print(sc, same ? scene_tr(sc, "n = %1$llu: %2$s")
                                          : scene_tr(sc, "measured at n = %1$llu: %2$s"),
                                 (unsigned long long)row->n, timings_device(sc, set)));
}

/* What was measured, how, and how long the longest bar is: two lines. Where there
 * is no room for both, the day stays: bars have their numbers. */
static void timings_heading(struct scene *sc, const struct timing_set *set,
                           const struct timing *row, double most, float y)
{
    const struct box p = sc->timings;
    const char *scale = pen_print(sc, "0 … %s", timings_time(sc, most));
    const float bars = p.x + 14 + (p.w - 28 - timings_number(sc)) * 0.62f;
    const float w = pen_width(sc, FACE_MONO, TEXT_SMALL, scale);
    const float x = fminf(bars, p.x + p.w - 14 - w);
    const char *note = timings_note(sc, set, row, x - p.x - 22);
    const bool both = pen_width(sc, FACE_UI, TEXT_SMALL, note) <= x - p.x - 22;

    pen_fit(sc, p.x + 14, y, TEXT_SMALL, FACE_UI_BOLD, INK_TEXT, ANCHOR_START,
            p.w - 28, timings_size(sc, set, row));
    pen_fit(sc, p.x + 14, y + BAR_LINE, TEXT_SMALL, FACE_UI, INK_MUTED, ANCHOR_START,
            p.w - 28, note);
    if (both)
        pen_text(sc, x, y + BAR_LINE, TEXT_SMALL, FACE_MONO, INK_MUTED,
                 ANCHOR_START, scale);
}

/* One set from y on, in at most `room` lines; returns the lines it took. */
static int timings_set(struct scene *sc, const struct timing_set *set, float y,
                       int room)
{
    struct bars bars;
    double most = 0;
    int lines = 2;

    timings_pick(sc, set, &bars);
    if (bars.count == 0 || room < 3)
        return 0;
    timings_same(sc, &bars);
    timings_order(sc, &bars, room - lines);
    for (int i = 0; i < bars.count; i++)
        most = fmax(most, bars.bar[i]->median_ns);
    timings_heading(sc, set, bars.bar[0], most, y);
    for (int i = 0; i < bars.count; i++, lines++)
        timings_bar(sc, bars.bar[i], y + BAR_LINE * (float)lines, most);
    return lines;
}

/* A little further for the other direction: only that decides between sets of
 * the same sizes. */
static double timings_distance(const struct scene *sc, const struct timing *row)
{
    return timings_far(sc, row) + (timings_same_way(sc, row) ? 0 : 0.01);
}

/* How well a set suits the run: the distance of its sizes, and much further
 * when the shown algorithm is not in it; negative: it has nothing. */
static double timings_suits(const struct scene *sc, const struct timing_set *set)
{
    double far = 1000;
    struct bars bars;

    timings_pick(sc, set, &bars);
    for (int i = 0; i < bars.count; i++)
        if (timings_is_now(sc, bars.bar[i]))
            return timings_distance(sc, bars.bar[i]);
    for (int i = 0; i < bars.count; i++)
        far = fmin(far, 100 + timings_distance(sc, bars.bar[i]));
    return bars.count > 0 ? far : -1;
}

/* Of several sets of one device the panel shows the one that suits best, of two
 * that suit alike the live one. */
static bool timings_shown(const struct scene *sc, int index)
{
    const struct timing_set *set = sc->view->timings[index];
    const double suits = timings_suits(sc, set);

    for (int i = 0; suits >= 0 && i < sc->view->timing_count; i++) {
        const struct timing_set *other = sc->view->timings[i];
        const double better = timings_suits(sc, other);

        if (i != index && better >= 0 && strcmp(other->device, set->device) == 0 &&
            (better < suits ||
             (better == suits &&
              (other->live != set->live ? other->live : i < index))))
            return false;
    }
    return suits >= 0;
}

static int timings_sets(const struct scene *sc)
{
    int sets = 0;

    for (int i = 0; i < sc->view->timing_count; i++)
        sets += timings_shown(sc, i);
    return sets;
}

float timings_height(const struct scene *sc)
{
    const int sets = timings_sets(sc);

    if (!sc->found)
        return 0;
    if (sc->view->timings_hidden || sets == 0)
        return BARS_HEAD + BAR_LINE + 8;
    return BARS_HEAD + BAR_LINE * (sets == 1 ? 6 : 8) + 8;
}

static void timings_line(struct scene *sc, const char *text)
{
    const struct box p = sc->timings;

    pen_fit(sc, p.x + 14, p.y + BARS_HEAD + 12, TEXT_SMALL, FACE_UI, INK_MUTED,
            ANCHOR_START, p.w - 28, text);
}

void timings_draw(struct scene *sc)
{
    const struct box p = sc->timings;
    const int sets = timings_sets(sc);
    const char *wait = sc->view->timing_wait;
    int lines = (int)((p.h - BARS_HEAD - 4) / BAR_LINE), left = sets;
    float y = p.y + BARS_HEAD + 12;

    draw_group(sc->list, "timings");
    pen_panel(sc, p, scene_tr(sc, "REAL TIMINGS"), wait ? wait : "");
    if (sc->view->timings_hidden)
        timings_line(sc, scene_tr(sc, "T shows them"));
    else if (sets == 0)
        timings_line(sc, wait ? wait : scene_tr(sc, "none for this run yet"));
    else
        for (int i = 0; i < sc->view->timing_count; i++) {
            const int room = left > 1 && lines >= 6 ? lines / 2 : lines;
            const int took = timings_shown(sc, i)
                ? timings_set(sc, sc->view->timings[i], y, room) : 0;

            y += BAR_LINE * (float)took;
            lines -= took;
            left -= took > 0;
        }
    draw_ungroup(sc->list);
}
