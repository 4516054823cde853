/* The arrows into a cell, from the operands of the value it got.
 *
 * The value is followed back through operators and shuffles made in this step.
 * A load ends the way at the column of the word it read. A value made in an
 * earlier step ends it at the column where it lies: its thread's register, or
 * the cell it was stored to; one that lies nowhere is followed further back.
 * Identities, constants and words outside the board give no arrow, but keep
 * their place in the numbering of operands. */
#include <stdlib.h>

#include "analysis/board.h"

enum { ARROW_DEPTH = 256 };

struct way {
    struct artist *artist;
    uint32_t column;         /* target */
    uint32_t operand;        /* next one's number */
    uint32_t store_ordinal;  /* of the target's store; 0 for registers */
    const struct trace_seg *target; /* thread that stored */
    uint32_t root;           /* value that the target got */
    const struct event *at;  /* last operator event on the way, or NULL */
    uint32_t op;
};

static void way_value(struct way *way, const struct trace_seg *seg,
                      uint32_t value, uint32_t depth);

static bool made_in_step(const struct way *way, const struct trace_seg *seg,
                         uint32_t value)
{
    const struct steps *steps = way->artist->steps;
    size_t s = (size_t)(seg - way->artist->trace->segs);
    const uint32_t *cut = steps->cuts + s * (steps->count + 1);
    uint32_t ordinal = value - (uint32_t)seg->first;
    return ordinal >= cut[way->artist->step]
           && ordinal < cut[way->artist->step + 1];
}

static enum move_stale way_stale(const struct way *way, const struct cell *source,
                                 uint32_t from)
{
    if (source->state != CELL_EMPTY && source->value == from)
        return 0;
    return from != FLOW_NONE && made_in_step(way, artist_seg(way->artist, from), from)
        ? MOVE_NEWER : MOVE_OLDER;
}

static void way_move(struct way *way, int32_t column, uint32_t from)
{
    struct artist *artist = way->artist;
    struct board *board = artist->board;
    uint32_t operand = way->operand++;
    if (column < 0 || (uint32_t)column >= board->columns
        || operand >= ARROW_OPERANDS)
        return;
    if (artist->moves == artist->room) {
        size_t room = artist->room ? artist->room * 2 : 1024;
        struct move *grown = realloc(artist->move, room * sizeof *grown);
        if (!grown) {
            artist->failed = true;
            return;
        }
        artist->move = grown;
        artist->room = room;
    }
    uint32_t row = artist->step + 1;
    const struct cell *to = artist_cell(artist, row, way->column);
    const struct cell *source =
        artist_cell(artist, row - 1, (uint32_t)column);
    const struct event *end = way->at;
    if (!end)
        end = &artist->trace->events[to->value];
    artist->move[artist->moves++] = (struct move){
        .row = row, .from_column = column, .to_column = (int32_t)way->column,
        .from_value = from, .to_value = to->value, .op = way->op,
        .operand = (uint8_t)operand,
        .stale = (uint8_t)way_stale(way, source, from),
        .line = end->line, .thread = way->target->thread};
}

/* The way ends at the word that was loaded. */
static void way_load(struct way *way, const struct trace_seg *seg,
                     uint32_t load)
{
    const struct event *event = &way->artist->trace->events[load];
    way_move(way, artist_column(way->artist, event, seg->launch),
             way->artist->flow->from[load]);
}

static void way_stored(struct way *way, uint32_t store)
{
    const struct trace *trace = way->artist->trace;
    const struct trace_seg *seg = artist_seg(way->artist, store);
    way_move(way,
             artist_column(way->artist, &trace->events[store], seg->launch),
             store);
}

/* Where a value of an earlier step, or a result that its thread has already put
 * down in this step, lies; true when the way ends there. */
static bool way_ends(struct way *way, const struct trace_seg *seg,
                     uint32_t value)
{
    const struct artist *artist = way->artist;
    uint32_t now = artist->now[value], home = artist->home[value];
    if (made_in_step(way, seg, value)) {
        bool result = event_kind(&artist->trace->events[value]) == EV_OP;
        if (!result || now == 0 || seg != way->target || value == way->root
            || now - 1 - (uint32_t)seg->first >= way->store_ordinal)
            return false;
        way_stored(way, now - 1);
        return true;
    }
    if (artist->board->registers && seg->thread < artist->board->columns) {
        const struct cell *cell =
            artist_cell(artist, artist->step, seg->thread);
        if (cell->state != CELL_EMPTY && cell->value == value
            && cell->array < 0) {
            way_move(way, (int32_t)seg->thread, value);
            return true;
        }
    }
    if (home == 0)
        return false;
    way_stored(way, home - 1);
    return true;
}

static void way_op(struct way *way, const struct trace_seg *seg,
                   uint32_t value, uint32_t depth)
{
    const struct event *event = &way->artist->trace->events[value];
    bool last = way->at == NULL;
    if (last) {
        way->at = event;
        way->op = value;
    }
    way_value(way, seg, walk_value(seg, event->a), depth);
    way_value(way, seg, walk_value(seg, event->b), depth);
    if (last) {
        way->at = NULL;
        way->op = FLOW_NONE;
    }
}

static void way_shuffle(struct way *way, uint32_t value, uint32_t depth)
{
    uint32_t source = way->artist->flow->from[value];
    if (source == FLOW_NONE)
        way->operand++;
    else
        way_value(way, artist_seg(way->artist, source), source,
                  depth);
}

static void way_value(struct way *way, const struct trace_seg *seg,
                      uint32_t value, uint32_t depth)
{
    if (value == FLOW_NONE || depth == ARROW_DEPTH
        || way->operand >= ARROW_OPERANDS) {
        way->operand++;
        return;
    }
    if (way_ends(way, seg, value))
        return;
    switch (event_kind(&way->artist->trace->events[value])) {
    case EV_LD:
        way_load(way, seg, value);
        break;
    case EV_OP:
        way_op(way, seg, value, depth + 1);
        break;
    case EV_SHFL:
        way_shuffle(way, value, depth + 1);
        break;
    default:
        way->operand++;
    }
}

void artist_arrows(struct artist *artist, uint32_t column)
{
    const struct trace *trace = artist->trace;
    const struct cell *cell = artist_cell(artist, artist->step + 1, column);
    if (cell->value == FLOW_NONE)
        return;
    const struct trace_seg *seg = artist_seg(artist, cell->value);
    const struct event *event = &trace->events[cell->value];
    struct way way = {.artist = artist, .column = column, .target = seg,
                      .op = FLOW_NONE, .root = cell->value};
    if (event_kind(event) == EV_ST) {
        way.root = walk_value(seg, event->a);
        way.store_ordinal = cell->value - (uint32_t)seg->first;
    }
    way_value(&way, seg, way.root, 0);
}
