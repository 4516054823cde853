/* See stage.h. */
#include "stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mo.h"
#include "trace/file.h"

static struct view_formula stage_formula(const struct stage *stage,
                                         const struct algo_formula *formula)
{
    struct view_formula out = { formula->text, 0, formula->value != NULL };

    if (out.known)
        out.value = formula->value(stage->trace.run.n, stage->trace.run.inclusive);
    return out;
}

static void stage_view(struct stage *stage)
{
    const struct algo_formulas *f = &stage->spec.algo->formulas;
    struct view *v = &stage->view;

    view_init(v);
    v->findings = &stage->found;
    v->kind = view_best(&stage->found);
    v->title = stage->spec.algo->title;
    snprintf(stage->subtitle, sizeof(stage->subtitle), "%s scan · n = %u · int32 · +",
             stage->trace.run.inclusive ? "inclusive" : "exclusive",
             stage->trace.run.n);
    v->subtitle = stage->subtitle;
    v->badge = "host executor · no GPU found";
    v->check_text = "right";
    v->check_ok = true;
    v->adds = stage_formula(stage, &f->adds);
    v->moves = stage_formula(stage, &f->moves);
    v->depth = stage_formula(stage, &f->depth);
    v->rounds = stage_formula(stage, &f->rounds);
    v->barriers = stage_formula(stage, &f->barriers);
    v->shuffles = stage_formula(stage, &f->shuffles);
    v->row_now = stage->spec.algo->name;
}

bool stage_open_spec(struct stage *stage, const char *algo,
                     const struct run_spec *spec)
{
    struct err err = { 0 };
    char fallback[256];

    memset(stage, 0, sizeof(*stage));
    trace_init(&stage->trace);
    timing_init(&stage->recorded);
    timing_init(&stage->live);
    stage->spec = *spec;
    stage->spec.algo = run_algo_find(algo, &err);
    stage->spec.device = RUN_HOST;
    if (!stage->spec.algo ||
        !run_record(&stage->spec, &stage->trace, fallback, &err) ||
        !analyse(&stage->trace, &stage->found, &err)) {
        fprintf(stderr, "%s n=%u: %s\n", algo, spec->n, err.what);
        return false;
    }
    stage_view(stage);
    return true;
}

bool stage_open_file(struct stage *stage, const char *path)
{
    struct err err = { 0 };

    memset(stage, 0, sizeof(*stage));
    trace_init(&stage->trace);
    timing_init(&stage->recorded);
    timing_init(&stage->live);
    if (trace_read(&stage->trace, path, &err))
        stage->spec.algo = run_algo_find(stage->trace.run.algo, &err);
    if (!stage->spec.algo || !analyse(&stage->trace, &stage->found, &err)) {
        fprintf(stderr, "%s: %s\n", path, err.what);
        return false;
    }
    stage_view(stage);
    return true;
}

bool stage_open(struct stage *stage, const char *algo, uint32_t n,
                enum run_direction direction, const char *input)
{
    const struct run_spec spec = { .n = n, .direction = direction, .input = input };

    return stage_open_spec(stage, algo, &spec);
}

void stage_close(struct stage *stage)
{
    analysis_finish(&stage->found);
    trace_finish(&stage->trace);
    timing_finish(&stage->recorded);
    timing_finish(&stage->live);
}

static void stage_row(struct timing_set *set, const char *row, const char *label,
                      uint64_t n, double ns, bool limit)
{
    struct timing t = { .n = n, .runs = 21, .warmups = 3, .median_ns = ns,
                        .p25_ns = 0.9 * ns, .p75_ns = 1.2 * ns, .bytes = 8 * n,
                        .limit = limit, .inclusive = 1 };
    struct err err = { 0 };

    if (!limit && !strstr(label, "CUB") && !strstr(label, "thread"))
        snprintf(t.shape, sizeof(t.shape), "%llu x 256, %u launch%s",
                 (unsigned long long)(n + 1023) / 1024, n > 1 << 18 ? 3 : 1,
                 n > 1 << 18 ? "es" : "");

    snprintf(t.row, sizeof(t.row), "%s", row);
    snprintf(t.label, sizeof(t.label), "%s", label);
    if (!timing_add(set, &t, &err))
        fprintf(stderr, "%s\n", err.what);
}

void stage_timings(struct stage *stage)
{
    struct timing_set *far = &stage->recorded, *here = &stage->live;

    snprintf(far->device, sizeof(far->device), "NVIDIA H200");
    snprintf(far->date, sizeof(far->date), "2026-01-31");
    snprintf(far->driver, sizeof(far->driver), "580.159.04");
    snprintf(far->cuda, sizeof(far->cuda), "13.0");
    for (int e = 10; e <= 28; e += 3) {
        const uint64_t n = 1ull << e;
        const double ns = 6000 + (double)n * 0.0019;

        stage_row(far, "copy", "copy of the same bytes", n, ns, true);
        stage_row(far, "cub-inclusive", "CUB DeviceScan", n, 1.4 * ns, false);
        stage_row(far, "hillis", "Hillis–Steele", n, 1.9 * ns, false);
    }
    snprintf(here->device, sizeof(here->device), "a processor, 1 of 2 cores");
    snprintf(here->flags, sizeof(here->flags), "gcc 12.2 -O3 -march=native");
    here->live = true;
    stage_row(here, "serial", "serial loop, 1 core", 1024, 310, false);
    stage_row(here, "hillis", "Hillis–Steele, vectorised, two buffers", 1024, 231,
              false);
    stage->sets[0] = far;
    stage->sets[1] = here;
    stage->view.timings = stage->sets;
    stage->view.timing_count = 2;
}

/* ---- languages ------------------------------------------------------------------ */

static struct mo *stage_words;

static const char *stage_tr(const char *msgid)
{
    return mo_text(stage_words, msgid);
}

static const char *stage_trn(const char *one, const char *many, unsigned long n)
{
    return mo_plural(stage_words, one, many, n);
}

static void stage_hush(void)
{
    mo_close(stage_words);
}

bool stage_speak(const char *folder)
{
    char path[4096];
    struct err err = {0};

    snprintf(path, sizeof path, "%s/zh_CN/LC_MESSAGES/pscan-viz.mo", folder);
    return mo_open(path, &stage_words, &err) && atexit(stage_hush) == 0;
}

void stage_translate(struct stage *stage)
{
    stage->view.tr = stage_tr;
    stage->view.trn = stage_trn;
}

/* ---- pictures ------------------------------------------------------------------- */

int stage_says(const struct draw_list *list, const char *text)
{
    int count = 0;

    for (int i = 0; i < list->count; i++)
        count += list->cmds[i].type == DRAW_TEXT &&
                 strncmp(list->cmds[i].u.text.text, text, strlen(text)) == 0;
    return count;
}
