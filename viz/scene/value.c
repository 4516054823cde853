/* Cells and values as text: what a cell holds, where it lies, which inputs it
 * covers, and the sentence that says how it came about. */
#include <string.h>

#include "base/elem_info.h"
#include "scene/scene.h"

static const char *value_format(struct scene *sc,
                                const unsigned char value[ELEM_MAX])
{
    const struct trace_run *run = &sc->found->trace->run;
    struct buf buf;
    const char *text;

    buf_init(&buf);
    elem_format(&buf, (enum elem_op)run->op, (enum elem_type)run->type, value);
    text = pen_keep(sc, &buf);
    buf_finish(&buf);
    return text;
}

const struct cell *value_at(const struct scene *sc, uint32_t row,
                            uint32_t column)
{
    const struct board *board = &sc->found->board;

    return &board->cells[(size_t)row * board->columns + column];
}

const char *value_cell(struct scene *sc, uint32_t row, uint32_t column)
{
    unsigned char value[ELEM_MAX];

    if (!board_value(sc->found->trace, &sc->found->board, row, column, value))
        return "";
    return value_format(sc, value);
}

const char *value_event(struct scene *sc, uint32_t event)
{
    const struct trace *trace = sc->found->trace;
    const struct trace_seg *seg;
    unsigned char value[ELEM_MAX];

    if (event >= trace->event_count)
        return "";
    seg = trace_seg_of(trace, event);
    trace_value(trace, seg, (uint32_t)(event - seg->first), value);
    return value_format(sc, value);
}

const char *value_move(struct scene *sc, const struct move *move)
{
    const uint32_t columns = sc->found->board.columns;

    if (move->from_value != FLOW_NONE)
        return value_event(sc, move->from_value);
    if (move->row == 0 || move->from_column < 0 ||
        (uint32_t)move->from_column >= columns)
        return "";
    return value_cell(sc, move->row - 1, (uint32_t)move->from_column);
}

const char *value_sign(const struct scene *sc)
{
    return elem_op_sign((enum elem_op)sc->found->trace->run.op);
}

bool value_untold(const struct scene *sc, uint32_t row, uint32_t column)
{
    return (value_at(sc, row, column)->flags & FLOW_INT) != 0;
}

const struct cover *value_covered(const struct scene *sc, uint32_t row,
                                  uint32_t column, struct cover_run *own)
{
    static const struct cover none;
    const struct cell *cell = value_at(sc, row, column);

    if (cell->state == CELL_EMPTY || (cell->flags & FLOW_PADDING))
        return &none;
    if (cell->value != FLOW_NONE)
        return flow_cover(&sc->found->flow, cell->value);
    own->first = own->last = sc->found->board.first_input + column;
    return NULL;
}

static const char *value_input_name(const struct scene *sc)
{
    const int input = trace_array_by_role(sc->found->trace, ROLE_INPUT);

    return input < 0 ? "x" : sc->found->trace->arrays[input].name;
}

static void value_run(struct buf *buf, const struct cover_run *run, bool bare,
                      const char *name)
{
    if (!bare)
        buf_printf(buf, "%s[", name);
    buf_printf(buf, "%u", run->first);
    if (run->last != run->first)
        buf_printf(buf, "..%u", run->last);
    if (!bare)
        buf_puts(buf, "]");
}

const char *value_cover(struct scene *sc, uint32_t row, uint32_t column,
                        bool bare)
{
    struct cover_run own;
    const struct cover *cover = value_covered(sc, row, column, &own);
    const struct cover_run *run = cover ? cover->run : &own;
    const uint32_t count = cover ? cover->count : 1;
    const uint32_t shown = count > 3 ? 3 : count;
    const char *name = value_input_name(sc), *text;
    struct buf buf;

    buf_init(&buf);
    for (uint32_t i = 0; i < shown; i++) {
        if (i)
            buf_puts(&buf, " ");
        value_run(&buf, &run[i], bare, name);
    }
    if (shown < count)
        buf_puts(&buf, " …");
    text = pen_keep(sc, &buf);
    buf_finish(&buf);
    return text;
}

const char *value_place(struct scene *sc, uint32_t row, uint32_t column)
{
    const struct cell *cell = value_at(sc, row, column);
    const struct trace *trace = sc->found->trace;

    if (cell->state == CELL_EMPTY)
        return pen_print(sc, "[%u]", column);
    if (cell->array < 0)
        return pen_print(sc, scene_tr(sc, "lane %d"), (int)cell->index);
    if ((uint32_t)cell->array >= trace->array_count)
        return pen_print(sc, "[%d]", (int)cell->index);
    return pen_print(sc, "%s[%d]", trace->arrays[cell->array].name,
                     (int)cell->index);
}

/* Keeps the longest text of one row in *longest. */
static void value_longest(struct scene *sc, uint32_t row, const char **longest)
{
    for (uint32_t column = 0; column < sc->found->board.columns; column++) {
        const char *text = value_cell(sc, row, column);

        if (strlen(text) > strlen(*longest))
            *longest = text;
    }
}

float value_widest(struct scene *sc, float size)
{
    const struct board *board = &sc->found->board;
    const bool all = (uint64_t)board->rows * board->columns <= 2048;
    const char *longest = sc->longest ? sc->longest : "0";

    for (uint32_t row = 0; !sc->longest && row < board->rows; row++)
        if (all || row == 0 || row == sc->done || row + 1 == board->rows)
            value_longest(sc, row, &longest);
    sc->longest = longest;
    return pen_width(sc, FACE_MONO_BOLD, size, longest);
}

static bool value_exists(const struct scene *sc, int row, int column)
{
    const struct board *board = &sc->found->board;

    return row >= 0 && column >= 0 && (uint32_t)row <= sc->done &&
           (uint32_t)row < board->rows && (uint32_t)column < board->columns &&
           value_at(sc, (uint32_t)row, (uint32_t)column)->state != CELL_EMPTY;
}

bool value_focus(const struct scene *sc, uint32_t *row, uint32_t *column)
{
    const struct view *v = sc->view;
    const bool hover = value_exists(sc, v->hover_row, v->hover_column);

    if (!hover && !value_exists(sc, v->select_row, v->select_column))
        return false;
    *row = (uint32_t)(hover ? v->hover_row : v->select_row);
    *column = (uint32_t)(hover ? v->hover_column : v->select_column);
    return true;
}

/* The moves into one cell: a pointer to the first, their count. */
static const struct move *value_moves(const struct board *board, uint32_t row,
                                      uint32_t column, uint32_t *count)
{
    const struct move *found = NULL;

    *count = 0;
    for (uint32_t i = board->move_first[row]; i < board->move_first[row + 1]; i++)
        if (board->moves[i].to_column == (int32_t)column) {
            if (!found)
                found = &board->moves[i];
            ++*count;
        }
    return found;
}

/* "5 + 14 = " for an operator, "" for a plain move. */
static const char *value_sum(struct scene *sc, const struct move *move,
                             uint32_t count)
{
    struct buf buf;
    const char *text;

    if (!move || count < 2 || move->op == FLOW_NONE)
        return "";
    buf_init(&buf);
    for (uint32_t i = 0; i < count; i++)
        buf_printf(&buf, "%s%s%s", i ? " " : "", i ? value_sign(sc) : "",
                   i ? " " : ""), buf_puts(&buf, value_move(sc, &move[i]));
    buf_puts(&buf, " = ");
    text = pen_keep(sc, &buf);
    buf_finish(&buf);
    return text;
}

/* The word that a store wrote. */
static const char *value_word(struct scene *sc, uint32_t store)
{
    const struct trace *trace = sc->found->trace;
    const struct event *event = &trace->events[store];

    return pen_print(sc, "%s[%d]", trace->arrays[event->array].name,
                     (int)event->index);
}

static const char *value_read(struct scene *sc, const struct move *move)
{
    const struct trace *trace = sc->found->trace;

    if (move->from_column < 0 ||
        (uint32_t)move->from_column >= sc->found->board.columns)
        return scene_tr(sc, "a place outside the board");
    if (move->stale == MOVE_OLDER && move->from_value < trace->event_count &&
        event_kind(&trace->events[move->from_value]) == EV_ST)
        return value_word(sc, move->from_value);
    return value_place(sc, move->row - 1, (uint32_t)move->from_column);
}

/* "Thread 5 read s[3] and s[5], then wrote s[5]." */
static const char *value_deed(struct scene *sc, const struct move *move,
                              uint32_t count, const char *place)
{
    if (!move)
        return "";
    if (sc->found->board.registers && count >= 2)
        return pen_print(sc, scene_tr(sc, "It combines the value of %1$s with "
                                          "that of %2$s."),
                         value_read(sc, &move[0]), value_read(sc, &move[1]));
    if (sc->found->board.registers)
        return pen_print(sc, scene_tr(sc, "It came from %s."),
                         value_read(sc, &move[0]));
    if (count == 1)
        return pen_print(sc, scene_tr(sc, "Thread %1$u read %2$s, then wrote "
                                          "%3$s."),
                         move->thread, value_read(sc, move), place);
    return pen_print(sc, scene_tr(sc, "Thread %1$u read %2$s and %3$s, then "
                                      "wrote %4$s."),
                     move->thread, value_read(sc, &move[0]),
                     value_read(sc, &move[count - 1]), place);
}

/* The row in which a cell shown in `row` came about; rows of another launch may
 * show another value in between. */
static uint32_t value_born(const struct scene *sc, uint32_t row, uint32_t column)
{
    const struct cell *cell = value_at(sc, row, column);
    uint32_t born = row;

    if (cell->state != CELL_SAME)
        return row;
    while (row-- > 0) {
        const struct cell *above = value_at(sc, row, column);

        if (above->state == CELL_EMPTY || above->value != cell->value ||
            above->array != cell->array)
            continue;
        born = row;
        if (above->state == CELL_CHANGED)
            break;
    }
    return born;
}

/* Whether an operand was written in the step that read it. */
static bool value_newer(const struct move *move, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (move[i].stale == MOVE_NEWER)
            return true;
    return false;
}

static const char *value_covers(struct scene *sc, uint32_t row, uint32_t column,
                                const char *sum)
{
    const struct cell *cell = value_at(sc, row, column);
    const char *place = value_place(sc, row, column);
    const char *value = value_cell(sc, row, column);
    const char *cover = value_cover(sc, row, column, false);
    const char *fmt = scene_tr(sc, "%1$s = %2$s%3$s covers %4$s.");

    if (!cover[0] && value_untold(sc, row, column))
        return pen_print(sc, scene_tr(sc, "%1$s = %2$s%3$s is made of numbers whose "
                                          "inputs the trace does not tell."),
                         place, sum, value);
    if ((cell->flags & FLOW_PADDING) || !cover[0])
        return pen_print(sc, scene_tr(sc, "%1$s = %2$s%3$s covers no input."),
                         place, sum, value);
    if (cell->flags & FLOW_DUPLICATE)
        fmt = scene_tr(sc, "%1$s = %2$s%3$s covers %4$s, an input more than once.");
    else if (cell->flags & FLOW_DISORDER)
        fmt = scene_tr(sc, "%1$s = %2$s%3$s covers %4$s, out of order.");
    return pen_print(sc, fmt, place, sum, value, cover);
}

const char *value_story(struct scene *sc, uint32_t row, uint32_t column)
{
    const uint32_t born = value_born(sc, row, column);
    const struct move *move = NULL;
    uint32_t count = 0;

    if (born > 0)
        move = value_moves(&sc->found->board, born, column, &count);
    return value_covers(sc, row, column, value_sum(sc, move, count));
}

/* " The repaired kernel has 5 here." */
static const char *value_repaired(struct scene *sc, uint32_t row, uint32_t column)
{
    const char *right = twin_right(sc, row, column);

    return right[0] ? pen_print(sc, " %s",
                                pen_print(sc, scene_tr(sc, "The repaired kernel has %s "
                                                           "here."), right)) : "";
}

const char *value_sentence(struct scene *sc, uint32_t row, uint32_t column)
{
    const uint32_t born = value_born(sc, row, column);
    const char *place = value_place(sc, row, column);
    const struct move *move;
    const char *deed;
    uint32_t count;

    if (born == 0)
        return pen_print(sc, scene_tr(sc, "%1$s = %2$s is an input that no "
                                          "thread has written over."),
                         place, value_cell(sc, row, column));
    move = value_moves(&sc->found->board, born, column, &count);
    deed = value_deed(sc, move, count, place);
    return pen_print(sc, "%s%s%s%s%s%s",
                     value_covers(sc, row, column, value_sum(sc, move, count)),
                     value_repaired(sc, row, column),
                     deed[0] ? " " : "", deed,
                     value_newer(move, count) ? " " : "",
                     value_newer(move, count)
                     ? scene_tr(sc, "A value it read was written in this very "
                                    "step.") : "");
}
