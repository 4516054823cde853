/* pscan list: algorithms, operators, formulas, types, schedules, timing rows. */
#include <string.h>

#include "base/elem_info.h"
#include "bench/rows.h"
#include "cli/cli.h"
#include "cli/table.h"

struct list_options {
    enum table_format format;
    int what; /* index into lists; -1: all */
};

/* Those that are right, or those that are wrong on purpose. */
static void list_some(struct table *table, bool broken)
{
    static const char *const right_names[] = {
        "algorithm", "alias", "title", "greatest n", "forms", "summary",
    };
    static const char *const broken_names[] = {
        "algorithm", "repaired", "title", "greatest n", "forms", "summary",
    };
    table_init(table, "lllrll", broken ? broken_names : right_names);
    for (int i = 0; i < run_algo_count(); i++) {
        const struct algo *algo = run_algo_at(i);
        if (broken != ((algo->flags & ALGO_BROKEN) != 0))
            continue;
        table_cell(table, "%s", algo->name);
        if (broken)
            table_cell(table, "%s", algo->twin ? algo->twin : "-");
        else
            table_cell(table, "%s", algo->alias ? algo->alias : "-");
        table_cell(table, "%s", algo->title);
        if (algo->max_n)
            table_cell(table, "%u", algo->max_n);
        else
            table_cell(table, "-");
        table_cell(table, "%s%s", algo->flags & ALGO_INCLUSIVE ? "inclusive " : "",
                   algo->flags & ALGO_EXCLUSIVE ? "exclusive" : "");
        table_cell(table, "%s", algo->summary);
    }
}

static void list_algorithms(struct table *table)
{
    list_some(table, false);
}

static void list_broken(struct table *table)
{
    list_some(table, true);
}

static void list_formulas(struct table *table)
{
    static const char *const names[] = { "algorithm", "figure", "formula" };
    static const char *const figures[] = { "adds", "moves", "depth", "rounds",
                                           "barriers", "shuffles", "words" };
    table_init(table, "lll", names);
    for (int i = 0; i < run_algo_count(); i++) {
        const struct algo_formulas *f = &run_algo_at(i)->formulas;
        const struct algo_formula *all[] = { &f->adds, &f->moves, &f->depth, &f->rounds,
                                             &f->barriers, &f->shuffles, &f->words };
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
            if (!all[k]->text)
                continue;
            table_cell(table, "%s", run_algo_at(i)->name);
            table_cell(table, "%s", figures[k]);
            table_cell(table, "%s", all[k]->text);
        }
    }
}

static void list_operators(struct table *table)
{
    static const char *const names[] = { "operator", "commutes", "types" };
    table_init(table, "lll", names);
    for (int op = 0; op < ELEM_OPS; op++) {
        struct buf types;
        buf_init(&types);
        for (int type = 0; type < ELEM_TYPES; type++)
            if (elem_pair_check((enum elem_op)op, (enum elem_type)type, NULL))
                buf_printf(&types, "%s%s", types.length ? " " : "",
                           elem_type_name((enum elem_type)type));
        table_cell(table, "%s", elem_op_name((enum elem_op)op));
        table_cell(table, elem_op_commutes((enum elem_op)op) ? "yes" : "no");
        table_cell(table, "%s", buf_text(&types));
        buf_finish(&types);
    }
}

static void list_types(struct table *table)
{
    static const char *const names[] = { "type", "bytes" };
    table_init(table, "lr", names);
    for (int type = 0; type < ELEM_TYPES; type++) {
        table_cell(table, "%s", elem_type_name((enum elem_type)type));
        table_cell(table, "%zu", elem_width(OP_ADD, (enum elem_type)type));
    }
}

static void list_schedules(struct table *table)
{
    static const char *const names[] = { "schedule", "meaning" };
    static const char *const rows[][2] = {
        { "in-order", "the lowest thread that can run, until it has to wait" },
        { "round-robin", "every thread one memory event in turn" },
        { "random:SEED", "by priorities that follow from the seed" },
        { "hold:BLOCK@PHASE", "one block is held back at a phase" },
        { "first:BLOCK.THREAD", "one thread goes on whenever it can" },
        { "last:BLOCK.THREAD", "one thread goes on when no other can" },
        { "adversarial[:SEED]", "searched: one that makes a hazard change a result" },
    };
    table_init(table, "ll", names);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int c = 0; c < 2; c++)
            table_cell(table, "%s", rows[i][c]);
}

static void list_timings(struct table *table)
{
    static const char *const names[] = { "timing row", "runs on", "threads", "problem",
                                         "what is timed" };
    struct bench_name rows[BENCH_ROWS_MAX];
    const int count = bench_rows(rows);
    table_init(table, "lllll", names);
    for (int i = 0; i < count; i++) {
        table_cell(table, "%s", rows[i].name);
        table_cell(table, rows[i].gpu ? "GPU" : "CPU");
        table_cell(table, rows[i].gpu ? "-" : rows[i].threads ? "one a core" : "1");
        table_cell(table, "%s", rows[i].every ? "each" : cli_problem_name(rows[i].result));
        table_cell(table, "%s", rows[i].title);
    }
}

static const struct {
    const char *name;
    void (*fill)(struct table *table);
} lists[] = {
    { "algorithms", list_algorithms }, { "broken", list_broken },
    { "operators", list_operators }, { "formulas", list_formulas },
    { "types", list_types }, { "schedules", list_schedules },
    { "timings", list_timings },
};

enum { LISTS = sizeof lists / sizeof *lists };

static bool take_what(void *user, const char *value, struct err *err)
{
    const char *names[LISTS];
    for (int i = 0; i < LISTS; i++)
        names[i] = lists[i].name;
    if (((struct list_options *)user)->what >= 0)
        return err_set(err, ERR_USAGE, "unexpected argument \"%.60s\": one list at a "
                       "time, or all without a name", value);
    return options_choice("list", value, names, LISTS,
                          &((struct list_options *)user)->what, err);
}

static bool take_format(void *user, const char *value, struct err *err)
{
    return table_format_parse(value, &((struct list_options *)user)->format, err);
}

static const struct option_def defs[] = {
    { "--format", "FORMAT", take_format, "text, csv, markdown or latex", NULL },
    { "", "WHAT", take_what, "one list only", NULL },
};

int cli_list(const struct cli_command *command, int argc, char **argv)
{
    struct list_options options = { .what = -1 };
    const struct option_group group = { defs, sizeof defs / sizeof *defs, &options };
    struct err err = { 0 };
    struct buf out;
    bool done, ok = true;
    if (!cli_parse(command, argc, argv, &group, 1, &done, &err))
        return cli_fail(&err);
    if (done)
        return ERR_NONE;
    buf_init(&out);
    for (int i = 0; ok && i < LISTS; i++) {
        struct table table;
        if (options.what >= 0 && options.what != i)
            continue;
        if (out.length)
            buf_puts(&out, "\n");
        lists[i].fill(&table);
        ok = table_write(&table, options.format, &out, &err);
        table_finish(&table);
    }
    if (ok)
        return cli_print(&out, ERR_NONE);
    buf_finish(&out);
    return cli_fail(&err);
}
