/* Findings of real runs as text, compared with committed files.
 *
 *   test_golden_analysis DIR           compares; a difference is printed
 *   test_golden_analysis --write DIR   writes the files anew
 *
 * Every run is analysed on several schedules, and with and without the
 * recorded writers: all must give the same text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "base/buf.h"
#include "base/elem_info.h"
#include "run/run.h"

static const struct { const char *algo; uint32_t n; enum run_direction way; }
runs[] = {
    {"serial", 5, RUN_INCLUSIVE},        {"serial", 5, RUN_EXCLUSIVE},
    {"hillis", 1, RUN_INCLUSIVE},        {"hillis", 8, RUN_INCLUSIVE},
    {"hillis", 8, RUN_EXCLUSIVE},        {"hillis", 7, RUN_INCLUSIVE},
    {"hillis-double", 8, RUN_INCLUSIVE}, {"blelloch", 8, RUN_EXCLUSIVE},
    {"blelloch", 8, RUN_INCLUSIVE},      {"blelloch", 5, RUN_EXCLUSIVE},
    {"warp", 32, RUN_INCLUSIVE},         {"warp", 8, RUN_EXCLUSIVE},
};

/* ---- text ---------------------------------------------------------------------- */

static void say_cover(struct buf *out, const struct cover *cover)
{
    for (uint32_t i = 0; i < cover->count; i++) {
        const struct cover_run *run = &cover->run[i];
        if (run->first == run->last)
            buf_printf(out, "[%u]", (unsigned)run->first);
        else
            buf_printf(out, "[%u..%u]", (unsigned)run->first,
                       (unsigned)run->last);
    }
}

static void say_step(struct buf *out, const struct findings *f, uint32_t k)
{
    static const char *const kinds[] = {"load", "round", "root", "store",
                                        "other"};
    const struct step *s = &f->steps.step[k];
    buf_printf(out, "step %u %s %u phase %d %d adds %u moves %u active %u/%u "
               "warps %u/%u divergent %u barriers %u shuffles %u "
               "shared %u/%u global %u/%u\n",
               (unsigned)k, kinds[s->kind], (unsigned)s->number, s->phase,
               (int)s->phase_number, (unsigned)s->adds, (unsigned)s->moves,
               (unsigned)s->active, (unsigned)s->threads,
               (unsigned)s->warps_active, (unsigned)s->warps,
               (unsigned)s->divergent, (unsigned)s->barriers,
               (unsigned)s->shuffles, (unsigned)s->loads, (unsigned)s->stores,
               (unsigned)s->gloads, (unsigned)s->gstores);
}

static void say_row(struct buf *out, const struct findings *f, uint32_t row)
{
    const struct board *board = &f->board;
    const struct trace_run *run = &f->trace->run;
    buf_puts(out, "row");
    for (uint32_t c = 0; c < board->columns; c++) {
        const struct cell *cell = &board->cells[row * board->columns + c];
        unsigned char value[ELEM_MAX];
        buf_puts(out, " ");
        if (!board_value(f->trace, board, row, c, value)) {
            buf_puts(out, "-");
            continue;
        }
        elem_format(out, run->op, run->type, value);
        if (cell->value != FLOW_NONE)
            say_cover(out, flow_cover(&f->flow, cell->value));
        buf_puts(out, cell->state == CELL_CHANGED ? "*" : "");
        buf_puts(out, cell->flags & FLOW_PADDING ? "p" : "");
    }
    buf_puts(out, "\n");
}

static void say_moves(struct buf *out, const struct board *board, uint32_t row)
{
    if (board->move_first[row] == board->move_first[row + 1])
        return;
    buf_puts(out, "moves");
    for (uint32_t m = board->move_first[row]; m < board->move_first[row + 1];
         m++) {
        const struct move *move = &board->moves[m];
        buf_printf(out, " %d%s%d%s", (int)move->from_column,
                   move->op == FLOW_NONE ? "-" : "+", (int)move->to_column,
                   move->stale ? "!" : "");
    }
    buf_puts(out, "\n");
}

static void say_findings(struct buf *out, const struct findings *f)
{
    const struct workspan *w = &f->workspan;
    buf_printf(out, "rounds %u adds %llu moves %llu depth %u barriers %u "
               "shuffles %u slots %llu threads %llu active %llu\n",
               (unsigned)f->steps.rounds, (unsigned long long)w->adds,
               (unsigned long long)w->moves, (unsigned)w->depth,
               (unsigned)w->barriers, (unsigned)w->shuffles_per_lane,
               (unsigned long long)w->slots,
               (unsigned long long)w->thread_slots,
               (unsigned long long)w->active);
    buf_printf(out, "banks %u/%u tree %d registers %d ambiguous %u cut %d\n",
               (unsigned)f->banks.total.load_degree,
               (unsigned)f->banks.total.store_degree, f->board.tree,
               f->board.registers, (unsigned)f->flow.ambiguous, f->board.cut);
    say_row(out, f, 0);
    for (uint32_t k = 0; k < f->steps.count; k++) {
        say_step(out, f, k);
        say_moves(out, &f->board, k + 1);
        say_row(out, f, k + 1);
    }
    for (uint32_t h = 0; h < f->hazards.count; h++)
        buf_printf(out, "hazard %s\n", f->hazards.hazard[h].what);
}

/* ---- comparing -------------------------------------------------------------------- */

static bool run_text(size_t r, const char *schedule, bool writer,
                     struct buf *out, struct err *err)
{
    struct run_spec spec = {
        .algo = run_algo_find(runs[r].algo, err), .n = runs[r].n,
        .direction = runs[r].way, .device = RUN_HOST, .schedule = schedule,
        .writer = writer};
    struct trace trace;
    struct findings findings;
    trace_init(&trace);
    if (!spec.algo || !run_record(&spec, &trace, NULL, err))
        return false;
    bool ok = analyse(&trace, &findings, err);
    if (ok) {
        say_findings(out, &findings);
        analysis_finish(&findings);
    }
    trace_finish(&trace);
    return ok;
}

static void run_path(size_t r, const char *folder, char path[512])
{
    snprintf(path, 512, "%s/%s-%u-%s.txt", folder, runs[r].algo,
             (unsigned)runs[r].n,
             runs[r].way == RUN_INCLUSIVE ? "inclusive" : "exclusive");
}

static bool run_write(const char *path, const struct buf *text)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    bool ok = fputs(buf_text(text), file) >= 0;
    return fclose(file) == 0 && ok;
}

static bool run_compare(const char *path, const struct buf *text)
{
    FILE *file = fopen(path, "r");
    struct buf want;
    char chunk[4096];
    size_t got;
    buf_init(&want);
    while (file && (got = fread(chunk, 1, sizeof chunk, file)) > 0)
        buf_add(&want, chunk, got);
    bool same = file && buf_ok(text) && want.length == text->length
                && strcmp(buf_text(&want), buf_text(text)) == 0;
    if (file)
        fclose(file);
    buf_finish(&want);
    return same;
}

int main(int argc, char **argv)
{
    static const char *const schedules[] = {"in-order", "round-robin",
                                            "random:7"};
    bool write = argc == 3 && strcmp(argv[1], "--write") == 0;
    int failed = 0;
    if (argc != 2 && !write)
        return 2;
    for (size_t r = 0; r < sizeof runs / sizeof *runs; r++) {
        char path[512];
        run_path(r, argv[argc - 1], path);
        for (int turn = 0; turn < 6; turn++) {
            const char *schedule = schedules[turn / 2];
            struct err err = {0};
            struct buf text;
            buf_init(&text);
            bool ok = run_text(r, schedule, turn % 2 == 0, &text, &err);
            if (ok && write && turn == 0)
                ok = run_write(path, &text);
            ok = ok && run_compare(path, &text);
            if (!ok)
                printf("%s differs under %s, writers %s: %s\n%s", path,
                       schedule, turn % 2 ? "unknown" : "known", err.what,
                       buf_text(&text));
            failed += !ok;
            buf_finish(&text);
        }
    }
    return failed ? 1 : 0;
}
