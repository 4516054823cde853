/* A person's sentence about a step, from its moves: which threads act and what they
 * read; what it means narrate_means.c says. The algorithm's name is
 * never asked; only the step's own phase note names it. */
#include <stdlib.h>

#include "base/elem_info.h"
#include "scene/scene.h"

struct deed {
    uint32_t ops;       /* cells made by an operator */
    uint32_t hands;     /* cells that took a value from another column */
    int32_t op_way;     /* columns from the other operand to the cell, */
    int32_t hand_way;   /* and from the source; 0: they differ */
    const struct move *example; /* first operand of the last operator cell */
    uint32_t operands;  /* its operands */
    uint32_t written;   /* cells changed, */
    uint32_t filled;    /* of these not with padding */
    uint32_t threads;   /* that applied an operator for a cell of the board */
    int16_t array;      /* where; -1: registers */
};

static const char *const told[EVENT_PHASES] = {
    [PHASE_LOAD] = N_("Load"), [PHASE_STRIDE] = N_("Stride %d"),
    [PHASE_UP] = N_("Up-sweep, d = %d"), [PHASE_ROOT] = N_("Root"),
    [PHASE_DOWN] = N_("Down-sweep, d = %d"), [PHASE_SHUFFLE] = N_("Shuffle by %d"),
    [PHASE_ELEMENT] = N_("Element %d"), [PHASE_STORE] = N_("Store"),
    [PHASE_TOTAL] = N_("Total"), [PHASE_SHIFT] = N_("Shift"),
    [PHASE_BLOCK_SUMS] = N_("Block sums"), [PHASE_OFFSETS] = N_("Offsets"),
    [PHASE_LOOK_BACK] = N_("Look-back"), [PHASE_SCATTER] = N_("Scatter"),
    [PHASE_REDUCE] = N_("Reduction"),
};

static void narrate_way(int32_t *way, bool *first, int32_t now)
{
    if (*first)
        *way = now;
    else if (*way != now)
        *way = 0;
    *first = false;
}

static uint32_t narrate_threads(const struct board *b, uint32_t row)
{
    unsigned char seen[1024] = { 0 };
    uint32_t count = 0;

    for (uint32_t i = b->move_first[row]; i < b->move_first[row + 1]; i++)
        if (b->moves[i].op != FLOW_NONE && b->moves[i].thread < 1024 &&
            !seen[b->moves[i].thread]) {
            seen[b->moves[i].thread] = 1;
            count++;
        }
    return count;
}

/* Blocks (tiles) of the step's launch. */
static uint32_t narrate_blocks(const struct findings *found, const struct step *step)
{
    const struct trace *trace = found->trace;
    uint32_t blocks = 0;

    for (uint32_t i = 0; i < trace->seg_count; i++)
        if (trace->segs[i].launch == step->launch && trace->segs[i].tile >= blocks)
            blocks = trace->segs[i].tile + 1;
    return blocks;
}

/* One cell's moves. */
static void narrate_cell(struct deed *deed, const struct move *move,
                         uint32_t count, bool *first_op, bool *first_hand)
{
    int32_t way = 0;

    for (uint32_t i = 0; i < count; i++)
        if (move[i].from_column != move[i].to_column)
            way = move[i].to_column - move[i].from_column;
    if (move->op != FLOW_NONE) {
        deed->ops++;
        deed->example = move;
        deed->operands = count;
        narrate_way(&deed->op_way, first_op, way);
    } else if (way) {
        deed->hands++;
        narrate_way(&deed->hand_way, first_hand, way);
    }
}

static struct deed narrate_deed(const struct findings *found, uint32_t row)
{
    const struct board *b = &found->board;
    bool first_op = true, first_hand = true;
    struct deed deed = { .array = -1 };
    uint32_t count;

    for (uint32_t i = b->move_first[row]; i < b->move_first[row + 1]; i += count) {
        for (count = 1; i + count < b->move_first[row + 1] &&
             b->moves[i + count].to_column == b->moves[i].to_column; count++)
            ;
        narrate_cell(&deed, &b->moves[i], count, &first_op, &first_hand);
    }
    deed.threads = narrate_threads(b, row);
    for (uint32_t c = 0; c < b->columns; c++) {
        const struct cell *cell = &b->cells[(size_t)row * b->columns + c];

        if (cell->state != CELL_CHANGED)
            continue;
        deed.written++;
        deed.filled += (cell->flags & FLOW_PADDING) == 0;
        deed.array = cell->array;
    }
    return deed;
}

static const char *narrate_name(struct scene *sc, const struct step *step)
{
    if (step->phase < 0 || step->phase >= EVENT_PHASES)
        return step->number ? pen_print(sc, scene_tr(sc, "Step %u"), step->number)
                            : scene_tr(sc, "Step");
    return pen_print(sc, scene_tr(sc, told[step->phase]), step->phase_number);
}

static const char *narrate_array(struct scene *sc, int array)
{
    const struct trace *trace = sc->found->trace;

    return array >= 0 && (uint32_t)array < trace->array_count
        ? trace->arrays[array].name : "";
}

/* ---- rounds ------------------------------------------------------------------- */

/* How far to the left, for the sentences below. */
static const char *narrate_places(struct scene *sc, int way)
{
    return pen_print(sc, scene_trn(sc, "%d place", "%d places", (unsigned long)way),
                     way);
}

static void narrate_hand_down(struct scene *sc, const struct step *step,
                              const struct deed *deed, struct buf *out)
{
    const char *name = narrate_name(sc, step);
    const char *a = value_move(sc, &deed->example[0]);
    const char *b = value_move(sc, &deed->example[deed->operands - 1]);
    const char *sum = value_cell(sc, deed->example->row,
                                 (uint32_t)deed->example->to_column);

    buf_printf(out, scene_trn(sc,
        "%1$s: one thread hands its value %3$s to the left and combines it with "
        "what stood there (%4$s %5$s %6$s = %7$s).",
        "%1$s: %2$u threads each hand their value %3$s to the left and combine it "
        "with what stood there (%4$s %5$s %6$s = %7$s).", deed->ops),
        name, deed->ops, narrate_places(sc, abs(deed->hand_way)), a, value_sign(sc), b, sum);
}

/* On a way down that fills in prefixes: what is read is one. */
static void narrate_fill(struct scene *sc, const struct step *step,
                         const struct deed *deed, struct buf *out)
{
    const char *name = narrate_name(sc, step);
    const char *places = narrate_places(sc, deed->op_way);

    if (sc->found->trace->run.op == OP_ADD)
        buf_printf(out, scene_trn(sc,
            "%1$s: one thread adds the finished prefix %3$s to the left.",
            "%1$s: %2$u threads each add the finished prefix %3$s to the left.",
            deed->threads), name, deed->threads, places);
    else
        buf_printf(out, scene_trn(sc,
            "%1$s: one thread combines the finished prefix %3$s to the left with "
            "its own value.",
            "%1$s: %2$u threads each combine the finished prefix %3$s to the left "
            "with their own value.", deed->threads), name, deed->threads, places);
}

/* Sums that are gathered on the left. */
static void narrate_right(struct scene *sc, const char *name, const struct deed *deed,
                          uint32_t threads, struct buf *out)
{
    const char *places = narrate_places(sc, -deed->op_way);

    if (sc->found->trace->run.op == OP_ADD)
        buf_printf(out, scene_trn(sc,
            "%1$s: one thread adds the value %3$s to the right.",
            "%1$s: %2$u threads each add the value %3$s to the right.", threads),
            name, threads, places);
    else
        buf_printf(out, scene_trn(sc,
            "%1$s: one thread combines its value with the one %3$s to the right.",
            "%1$s: %2$u threads each combine their value with the one %3$s to the "
            "right.", threads), name, threads, places);
}

static void narrate_add(struct scene *sc, const struct step *step,
                        const struct deed *deed, struct buf *out)
{
    const char *name = narrate_name(sc, step);
    const bool add = sc->found->trace->run.op == OP_ADD;
    const uint32_t threads = narrate_blocks(sc->found, step) > 1 ? deed->threads
                                                                 : step->active;

    if (deed->op_way < 0)
        narrate_right(sc, name, deed, threads, out);
    else if (deed->op_way == 0)
        buf_printf(out, scene_trn(sc,
            "%1$s: one thread combines two values.",
            "%1$s: %2$u threads each combine two values.", threads),
            name, threads);
    else if (add)
        buf_printf(out, scene_trn(sc,
            "%1$s: one thread adds the value %3$s to the left.",
            "%1$s: %2$u threads each add the value %3$s to the left.",
            threads), name, threads, narrate_places(sc, deed->op_way));
    else
        buf_printf(out, scene_trn(sc,
            "%1$s: one thread combines its value with the one %3$s to the left.",
            "%1$s: %2$u threads each combine their value with the one %3$s to "
            "the left.", threads), name, threads,
            narrate_places(sc, deed->op_way));
}

static void narrate_shuffle(struct scene *sc, const struct step *step,
                            const struct deed *deed, struct buf *out)
{
    const char *name = narrate_name(sc, step);
    const char *places = narrate_places(sc, deed->op_way);

    if (sc->found->trace->run.op == OP_ADD)
        buf_printf(out, scene_trn(sc,
            "%1$s: one lane adds the value that arrives from %3$s to the left.",
            "%1$s: %2$u lanes each add the value that arrives from %3$s to the "
            "left.", deed->ops), name, deed->ops, places);
    else
        buf_printf(out, scene_trn(sc,
        "%1$s: one lane combines its value with the one that arrives from "
        "%3$s to the left.",
        "%1$s: %2$u lanes each combine their value with the one that arrives "
        "from %3$s to the left.", deed->ops), name, deed->ops, places);
}

/* ---- ticks ---------------------------------------------------------------------- */

/* Whether a cell was cleared in this row: it covers no input any more. */
static bool narrate_cleared(struct scene *sc, uint32_t row, uint32_t column)
{
    return value_at(sc, row, column)->state == CELL_CHANGED &&
           !value_cover(sc, row, column, true)[0];
}

static void narrate_root(struct scene *sc, const struct step *step, uint32_t row,
                         struct buf *out)
{
    const struct board *b = &sc->found->board;
    const char *name = narrate_name(sc, step);
    const uint32_t saved = b->total_value == FLOW_NONE ? UINT32_MAX
        : steps_of_event(&sc->found->steps, sc->found->trace, b->total_value);
    const size_t before = out->length;

    for (uint32_t c = b->columns; c-- > 0;)
        if (narrate_cleared(sc, row, c)) {
            buf_printf(out, scene_tr(sc, "%1$s: %2$s becomes %3$s, the identity."),
                       name, value_place(sc, row, c), value_cell(sc, row, c));
            break;
        }
    if (saved == row - 1 && out->length == before)
        buf_printf(out, scene_tr(sc, "%1$s: the total %2$s is saved."), name,
                   value_event(sc, b->total_value));
    else if (saved < row) {
        buf_puts(out, out->length > before ? " " : "");
        buf_printf(out, saved == row - 1 ? scene_tr(sc, "The total %s is saved.")
                                         : scene_tr(sc, "The total %s was saved before."),
                   value_event(sc, b->total_value));
    }
}

static void narrate_copy(struct scene *sc, const struct step *step,
                         const struct deed *deed, struct buf *out)
{
    const char *name = narrate_name(sc, step);
    const char *array = narrate_array(sc, deed->array);

    if (step->kind == STEP_LOAD && deed->array < 0)
        buf_printf(out, scene_trn(sc,
            "%1$s: one thread reads its input value into a register.",
            "%1$s: %2$u threads each read one input value into a register.",
            deed->filled), name, deed->filled);
    else if (step->kind == STEP_LOAD)
        buf_printf(out, scene_trn(sc,
            "%1$s: one thread copies its input value into %3$s.",
            "%1$s: %2$u threads each copy one input value into %3$s.",
            deed->filled), name, deed->filled, array);
    else
        buf_printf(out, scene_trn(sc, "%1$s: one value is written to %3$s.",
                                  "%1$s: %2$u values are written to %3$s.",
                                  deed->written), name, deed->written,
                   deed->array < 0 ? scene_tr(sc, "registers") : array);
}

/* A store may save the total besides the results. */
static void narrate_total(struct scene *sc, const struct step *step, uint32_t row,
                          struct buf *out)
{
    const uint32_t total = sc->found->board.total_value;

    if (total == FLOW_NONE || step->kind != STEP_STORE ||
        steps_of_event(&sc->found->steps, sc->found->trace, total) != row - 1)
        return;
    buf_puts(out, out->length ? " " : "");
    buf_printf(out, scene_tr(sc, "The total %s is saved."), value_event(sc, total));
}

/* ---- the step ---------------------------------------------------------------------- */

/* Nothing on the board changes: the work is elsewhere, or out of sight. */
static void narrate_nothing(struct scene *sc, const struct step *step,
                            struct buf *out)
{
    const char *name = narrate_name(sc, step);

    if (narrate_blocks(sc->found, step) > 1 || sc->found->trace->launch_count > 1)
        buf_printf(out, scene_tr(sc, "%1$s: nothing changes in block %2$u, the one "
                                     "shown."), name, sc->found->board.tile);
    else if (step->adds > 0)
        buf_printf(out, scene_trn(sc,
            "%1$s: one thread combines values in registers; the board shows them "
            "once they are stored.",
            "%1$s: %2$u threads combine values in registers; the board shows them "
            "once they are stored.", step->active), name, step->active);
    else if (step->kind == STEP_LOAD && step->gloads > 0)
        buf_printf(out, scene_trn(sc,
            "%1$s: one thread reads inputs into registers; the board shows them once "
            "they are stored.",
            "%1$s: %2$u threads read inputs into registers; the board shows them once "
            "they are stored.", step->active), name, step->active);
    else
        buf_printf(out, scene_tr(sc, "%s: nothing on the board changes."), name);
}

/* Atomics on a counter, which number the tiles as they arrive. */
static void narrate_ticket(struct scene *sc, const struct step *step, struct buf *out)
{
    buf_printf(out, scene_trn(sc,
        "Ticket: one thread takes the number of its tile from a counter.",
        "Ticket: %u threads each take the number of their tile from a counter.",
        step->tickets), step->tickets);
}

/* Of several launches a sentence says in which it happens. */
static void narrate_launch(struct scene *sc, const struct step *step, struct buf *out)
{
    if (sc->found->trace->launch_count > 1)
        buf_printf(out, scene_tr(sc, "Launch %1$u of %2$u · "), step->launch + 1,
                   sc->found->trace->launch_count);
}

/* Of several blocks a sentence speaks of the one shown, and says so. */
static void narrate_block(struct scene *sc, const struct step *step, struct buf *out)
{
    const uint32_t blocks = narrate_blocks(sc->found, step);

    if (blocks > 1)
        buf_printf(out, scene_tr(sc, "Block %1$u of %2$u · "), sc->found->board.tile,
                   blocks);
}

static void narrate_step(struct scene *sc, uint32_t row, struct buf *out)
{
    const struct step *step = &sc->found->steps.step[row - 1];
    const struct deed deed = narrate_deed(sc->found, row);
    const uint32_t total = sc->found->board.total_value;

    narrate_launch(sc, step, out);
    if (deed.written > 0 || deed.ops > 0)
        narrate_block(sc, step, out);
    if (total != FLOW_NONE && deed.written == 0 && step->kind != STEP_STORE &&
        step->kind != STEP_ROOT &&
        steps_of_event(&sc->found->steps, sc->found->trace, total) == row - 1)
        buf_printf(out, scene_tr(sc, "%1$s: the total %2$s is saved."),
                   narrate_name(sc, step), value_event(sc, total));
    else if (deed.ops > 0 && deed.hands > 0 && deed.hand_way < 0)
        narrate_hand_down(sc, step, &deed, out);
    else if (deed.ops > 0 && sc->found->board.registers && deed.op_way > 0)
        narrate_shuffle(sc, step, &deed, out);
    else if (deed.ops > 0 && sc->found->board.fills > 0 &&
             row >= sc->found->board.fills && deed.op_way > 0)
        narrate_fill(sc, step, &deed, out);
    else if (deed.ops > 0)
        narrate_add(sc, step, &deed, out);
    else if (step->kind == STEP_ROOT)
        narrate_root(sc, step, row, out);
    else if (deed.written > 0)
        narrate_copy(sc, step, &deed, out);
    else if (step->tickets > 0)
        narrate_ticket(sc, step, out);
    else
        narrate_nothing(sc, step, out);
    narrate_total(sc, step, row, out);
    narrate_means(sc, row, deed.ops > 0, out);
}

void narrate_row(struct scene *sc, uint32_t row, struct buf *out)
{
    const uint32_t n = sc->found->trace->run.n;

    if (row == 0)
        buf_printf(out, scene_trn(sc,
            "The input: %u value, before any thread has run. Space plays, the "
            "arrow keys step.",
            "The input: %u values, before any thread has run. Space plays, the "
            "arrow keys step.", n), n);
    else if (row < sc->found->board.rows)
        narrate_step(sc, row, out);
}

void scene_narrate(const struct view *view, uint32_t row, struct buf *out)
{
    struct draw_list scratch;
    struct scene sc = { .view = view, .found = view->findings, .list = &scratch,
                        .scale = 1, .part = 1 };

    if (!sc.found)
        return;
    draw_init(&scratch);
    sc.done = sc.aim = row;
    narrate_row(&sc, row, out);
    draw_finish(&scratch);
}
