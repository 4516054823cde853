/* What steps are called, from their phase notes: for people (translated) and
 * for --text (stable). */
#include <stdlib.h>

#include "base/elem_info.h"
#include "scene/scene.h"

struct step_word { const char *stable; const char *shown; bool number; };

static const struct step_word words[EVENT_PHASES] = {
    [PHASE_LOAD] = { "load", N_("load"), false },
    [PHASE_STRIDE] = { "stride %d", N_("stride %d"), true },
    [PHASE_UP] = { "up d=%d", N_("up %d"), true },
    [PHASE_ROOT] = { "root", N_("root"), false },
    [PHASE_DOWN] = { "down d=%d", N_("down %d"), true },
    [PHASE_SHUFFLE] = { "shuffle %d", N_("by %d"), true },
    [PHASE_ELEMENT] = { "element %d", N_("element %d"), true },
    [PHASE_STORE] = { "store", N_("store"), false },
    [PHASE_TOTAL] = { "total", N_("total"), false },
    [PHASE_SHIFT] = { "shift", N_("shift"), false },
    [PHASE_BLOCK_SUMS] = { "block sums", N_("block sums"), false },
    [PHASE_OFFSETS] = { "offsets", N_("offsets"), false },
    [PHASE_LOOK_BACK] = { "look back", N_("look back"), false },
    [PHASE_SCATTER] = { "scatter", N_("scatter"), false },
    [PHASE_REDUCE] = { "reduce", N_("reduce"), false },
};

static const struct step_word reduce_words[] = {
    { "reduce %d", N_("reduce %d"), true }, { "product %d", N_("product %d"), true },
};

/* Whether every operator of the step took a value from `distance` away. */
static bool step_strides(const struct board *board, uint32_t row, int32_t distance)
{
    bool any = false;

    for (uint32_t i = board->move_first[row]; i < board->move_first[row + 1]; i++) {
        const struct move *move = &board->moves[i];
        const int32_t way = abs(move->from_column - move->to_column);

        if (way != 0 && way != distance)
            return false;
        any = any || way != 0;
    }
    return any;
}

/* Whether the launch reduces in several numbered steps. */
static bool step_several(const struct steps *steps, const struct step *step)
{
    for (uint32_t k = 0; k < steps->count; k++)
        if (steps->step[k].phase == PHASE_REDUCE && &steps->step[k] != step &&
            steps->step[k].launch == step->launch &&
            steps->step[k].phase_number != step->phase_number)
            return true;
    return false;
}

/* A reduction's number is a stride where every thread combines two values that lie
 * so far apart, that of a product where each sums several; else it tells nothing. */
static const struct step_word *step_reduce(const struct findings *found,
                                           const struct step *step)
{
    const uint32_t row = (uint32_t)(step - found->steps.step) + 1;

    if (step->phase_number <= 0 || step->adds == 0)
        return &words[PHASE_REDUCE];
    if (step->adds == step->active)
        return step_strides(&found->board, row, step->phase_number)
            ? &reduce_words[0] : &words[PHASE_REDUCE];
    return step_several(&found->steps, step) ? &reduce_words[1] : &words[PHASE_REDUCE];
}

static const struct step_word *step_word(const struct findings *found,
                                         const struct step *step)
{
    if (step->phase == PHASE_REDUCE)
        return step_reduce(found, step);
    return step->phase >= 0 && step->phase < EVENT_PHASES ? &words[step->phase]
                                                          : NULL;
}

static void step_put(struct buf *out, const char *fmt, bool number, int value)
{
    if (number)
        buf_printf(out, fmt, value);
    else
        buf_puts(out, fmt);
}

static void step_unnamed(const struct step *step, uint32_t index,
                         const char *(*tr)(const char *), struct buf *out)
{
    if (step->tickets > 0)
        buf_puts(out, tr("ticket"));
    else if (step->kind == STEP_LOAD)
        buf_puts(out, tr("load"));
    else if (step->kind == STEP_STORE)
        buf_puts(out, tr("store"));
    else
        buf_printf(out, tr("step %u"), step->number ? step->number : index + 1);
}

/* The value a root step writes: "root 0". */
static void step_root(const struct findings *found, uint32_t index, struct buf *out)
{
    const struct board *board = &found->board;
    const struct trace_run *run = &found->trace->run;
    unsigned char value[ELEM_MAX];

    for (uint32_t c = board->columns; c-- > 0;) {
        const struct cell *cell =
            &board->cells[(size_t)(index + 1) * board->columns + c];

        if (cell->state != CELL_CHANGED ||
            !board_value(found->trace, board, index + 1, c, value))
            continue;
        buf_puts(out, " ");
        elem_format(out, (enum elem_op)run->op, (enum elem_type)run->type, value);
        return;
    }
}

void step_text(const struct findings *found, uint32_t index, struct buf *out)
{
    const struct step *step = &found->steps.step[index];
    const struct step_word *word = step_word(found, step);

    if (!word) {
        buf_puts(out, step->tickets > 0 ? "ticket"
                      : step->kind == STEP_LOAD ? "load"
                      : step->kind == STEP_STORE ? "store" : "step");
        return;
    }
    step_put(out, word->stable, word->number, step->phase_number);
    if (step->phase == PHASE_ROOT)
        step_root(found, index, out);
}

void scene_step_name(const struct view *view, uint32_t index, struct buf *out)
{
    const struct findings *found = view->findings;
    const struct step *step = &found->steps.step[index];
    const struct step_word *word = step_word(found, step);

    if (!word) {
        step_unnamed(step, index, view->tr, out);
        return;
    }
    step_put(out, view->tr(word->shown), word->number, step->phase_number);
    if (step->phase == PHASE_ROOT)
        step_root(found, index, out);
}

const char *step_label(struct scene *sc, uint32_t step)
{
    struct buf buf;
    const char *text;

    buf_init(&buf);
    scene_step_name(sc->view, step, &buf);
    text = pen_keep(sc, &buf);
    buf_finish(&buf);
    return text;
}

const char *step_row_label(struct scene *sc, uint32_t row)
{
    return row == 0 ? scene_tr(sc, "input") : step_label(sc, row - 1);
}
