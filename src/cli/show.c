/* pscan show: a trace as text. */
#include <string.h>

#include "analysis/analysis.h"
#include "base/elem_info.h"
#include "base/file.h"
#include "cli/cli.h"
#include "scene/view.h"
#include "trace/dump.h"

enum form { FORM_STEPS = 0, FORM_DUMP, FORM_JSON, FORM_HEAD, FORM_TABLE, FORM_TREE,
            FORM_CHROME };

struct show_options {
    struct cli_files files;
    enum form form;
    const char *chrome; /* the file of --chrome */
    uint32_t index; /* of --tree */
    bool total;
    enum scene_table table;
    int step; /* -1: all */
};

static bool take_form(struct show_options *options, enum form form,
                      struct err *err)
{
    if (options->form != FORM_STEPS && options->form != form)
        return err_set(err, ERR_USAGE, "--dump, --json, --head, --format, --tree and "
                       "--chrome: one at a time");
    options->form = form;
    return true;
}

static bool take_dump(void *user, const char *value, struct err *err)
{
    (void)value;
    return take_form(user, FORM_DUMP, err);
}

static bool take_json(void *user, const char *value, struct err *err)
{
    (void)value;
    return take_form(user, FORM_JSON, err);
}

static bool take_head(void *user, const char *value, struct err *err)
{
    (void)value;
    return take_form(user, FORM_HEAD, err);
}

static bool take_format(void *user, const char *value, struct err *err)
{
    static const char *const names[] = { "csv", "markdown", "latex" };
    static const enum scene_table tables[] = {
        SCENE_TABLE_CSV, SCENE_TABLE_MARKDOWN, SCENE_TABLE_LATEX };
    struct show_options *options = user;
    int which;
    if (!options_choice("--format", value, names, 3, &which, err))
        return false;
    options->table = tables[which];
    return take_form(options, FORM_TABLE, err);
}

/* An index, or "total". */
static bool take_tree(void *user, const char *value, struct err *err)
{
    struct show_options *options = user;
    uint64_t index = 0;
    options->total = strcmp(value, "total") == 0;
    if (!options->total
        && !options_number("--tree", value, 0, UINT32_MAX, &index, err))
        return false;
    options->index = (uint32_t)index;
    return take_form(options, FORM_TREE, err);
}

static bool take_chrome(void *user, const char *value, struct err *err)
{
    struct show_options *options = user;
    if (!*value)
        return err_set(err, ERR_USAGE, "--chrome needs the name of a file");
    options->chrome = value;
    return take_form(options, FORM_CHROME, err);
}

static bool take_step(void *user, const char *value, struct err *err)
{
    uint64_t step;
    if (!options_number("--step", value, 0, 1u << 20, &step, err))
        return false;
    ((struct show_options *)user)->step = (int)step;
    return true;
}

static bool take_file(void *user, const char *value, struct err *err)
{
    return cli_take_file(&((struct show_options *)user)->files, value, err);
}

static const struct option_def defs[] = {
    { "--step", "K", take_step, "only row K (0: the input)", NULL },
    { "--dump", NULL, take_dump, "the canonical dump, an event a line", NULL },
    { "--json", NULL, take_json, "everything, as JSON", NULL },
    { "--head", NULL, take_head, "the run, its arrays, launches and blocks traced", NULL },
    { "--format", "FORMAT", take_format,
      "all states as a table: csv, markdown or latex", NULL },
    { "--tree", "I", take_tree,
      "how output I (or: total) was added up, with parentheses", NULL },
    { "--chrome", "OUT", take_chrome,
      "write when each warp did each step, as Chrome trace JSON for Perfetto", NULL },
    { "", "TRACE", take_file, "the file", NULL },
};

static bool show_steps(const struct trace *trace, int step, struct buf *out,
                       struct err *err)
{
    struct findings findings;
    if (!analyse(trace, &findings, err))
        return false;
    const bool there = step <= (int)findings.steps.count;
    if (there)
        scene_text(&findings, step, out);
    else
        err_set(err, ERR_USAGE, "--step %d: the trace has rows 0 to %u", step,
                findings.steps.count);
    analysis_finish(&findings);
    return there;
}

/* "hillis.json: 8 warps, 40 steps of theirs, 24 waits, times in ns" */
static bool show_chrome(const struct trace *trace, const char *path, struct buf *out,
                        struct err *err)
{
    struct findings findings;
    struct buf json;
    uint32_t waits = 0;
    if (!analyse(trace, &findings, err))
        return false;
    buf_init(&json);
    scene_chrome(&findings, &json);
    const bool ok = (buf_ok(&json) || err_set(err, ERR_FAILED, "out of memory"))
        && file_write_whole(path, buf_text(&json), strlen(buf_text(&json)), err);
    for (uint32_t i = 0; i < findings.spans.count; i++)
        waits += findings.spans.warp[i].waits;
    if (ok)
        buf_printf(out, "%s: %u warps, %u of their steps, %u waits, %s\n", path,
                   findings.spans.count, findings.spans.span_count - waits, waits,
                   findings.spans.clock == TILE_NS
                       ? "times in ns" : "in execution order, no times");
    buf_finish(&json);
    analysis_finish(&findings);
    return ok;
}

/* y[3] = ((x0 + x1) + (x2 + x3)) = 9 */
static bool write_tree(const struct trace *trace, const struct flow *flow,
                       uint32_t array, uint32_t index, struct buf *out,
                       struct err *err)
{
    unsigned char value[ELEM_MAX];
    uint32_t store;
    buf_printf(out, "%s[%u] = ", trace->arrays[array].name, index);
    if (!analysis_expression(trace, flow, array, index, out, &store, err))
        return false;
    const struct trace_seg *seg = trace_seg_of(trace, store);
    trace_value(trace, seg, store - (uint32_t)seg->first, value);
    buf_puts(out, " = ");
    elem_format(out, (enum elem_op)trace->run.op, (enum elem_type)trace->run.type, value);
    buf_puts(out, "\n");
    return true;
}

static bool show_tree(const struct trace *trace, const struct show_options *options,
                      struct buf *out, struct err *err)
{
    const int array = trace_array_by_role(trace, options->total ? ROLE_TOTAL
                                                                : ROLE_OUTPUT);
    struct arena arena;
    struct flow flow;
    if (array < 0)
        return err_set(err, ERR_USAGE, "--tree: the run has no %s",
                       options->total ? "total" : "output");
    if (options->index >= trace->arrays[array].count)
        return err_set(err, ERR_USAGE, "--tree %u: outputs have indices 0 to %u",
                       options->index, trace->arrays[array].count - 1);
    arena_init(&arena, 0);
    const bool ok = analysis_flow(trace, &arena, &flow, err)
        && write_tree(trace, &flow, (uint32_t)array, options->index, out, err);
    arena_finish(&arena);
    return ok;
}

static bool show_table(const struct trace *trace, enum scene_table table,
                       struct buf *out, struct err *err)
{
    struct findings findings;
    if (!analyse(trace, &findings, err))
        return false;
    scene_table(&findings, table, out);
    analysis_finish(&findings);
    return true;
}

static bool show(const struct trace *trace, const struct show_options *options,
                 struct buf *out, struct err *err)
{
    switch (options->form) {
    case FORM_DUMP:
        trace_dump_text(trace, out);
        return true;
    case FORM_JSON:
        return trace_dump_json(trace, out, err);
    case FORM_HEAD:
        trace_dump_head(trace, out);
        run_blocks_say(trace, out);
        return true;
    case FORM_TABLE:
        return show_table(trace, options->table, out, err);
    case FORM_TREE:
        return show_tree(trace, options, out, err);
    case FORM_CHROME:
        return show_chrome(trace, options->chrome, out, err);
    default:
        return show_steps(trace, options->step, out, err);
    }
}

int cli_show(const struct cli_command *command, int argc, char **argv)
{
    struct show_options options = { .files = { .room = 1 }, .step = -1 };
    const struct option_group group = { defs, sizeof defs / sizeof *defs, &options };
    struct trace trace;
    struct err err = { 0 };
    struct buf out;
    bool done;
    if (!cli_parse(command, argc, argv, &group, 1, &done, &err))
        return cli_fail(&err);
    if (done)
        return ERR_NONE;
    if (options.files.count == 0)
        err_set(&err, ERR_USAGE, "show needs a trace file; pscan record writes one");
    else if (options.step >= 0 && options.form != FORM_STEPS)
        err_set(&err, ERR_USAGE, "--step goes with the steps, not with --dump, "
                "--json, --head, --format or --tree");
    if (err.code != ERR_NONE || !cli_read(&trace, options.files.path[0], &err))
        return cli_fail(&err);
    buf_init(&out);
    const bool ok = show(&trace, &options, &out, &err);
    trace_finish(&trace);
    if (ok)
        return cli_print(&out, ERR_NONE);
    buf_finish(&out);
    return cli_fail(&err);
}
