/* Rows of cells. The board is drawn up row by row: a step's stores, in the
 * order in which they happened, put their values into the columns they name;
 * where values move by shuffles, each thread's current value stands in the
 * thread's column. Everything else is carried over from the row before, but for
 * what board_launch.c takes away. */
#include <stdlib.h>
#include <string.h>

#include "analysis/board.h"
#include "analysis/steps.h"

#define CELLS_MAX (UINT64_C(1) << 23)

/* The tile's stores on the board, ordered by step, then as they happened. */
struct puts { uint32_t *event; uint32_t *first; /* [steps + 1] */ };

struct reg { uint32_t seek; uint32_t value; }; /* of a thread: the next event
                               to look at; current value, FLOW_NONE: none */

struct cell *artist_cell(const struct artist *artist, uint32_t row,
                         uint32_t column)
{
    return artist->board->cells + (size_t)row * artist->board->columns + column;
}

const struct trace_seg *artist_seg(struct artist *artist, uint32_t event)
{
    artist->hint = walk_seg_near(artist->trace, artist->hint, event);
    return &artist->trace->segs[artist->hint];
}

/* ---- columns ------------------------------------------------------------ */

bool artist_shows(const struct artist *artist, const struct trace_array *array)
{
    if (array->word != WORD_VALUE || array->role == ROLE_TOTAL)
        return false;
    if (array->space == SPACE_SHARED)
        return true;
    return array->role == ROLE_INPUT || array->role == ROLE_OUTPUT
           || array->count >= artist->trace->run.n;
}

int32_t artist_column(const struct artist *artist, const struct event *event,
                      uint32_t launch)
{
    const struct trace_array *array = walk_array(artist->trace, event, launch);
    if (!array || !walk_in_range(array, event)
        || !artist_shows(artist, array))
        return -1;
    if (array->space == SPACE_SHARED)
        return event->index;
    int64_t column = (int64_t)event->index - artist->board->first_input;
    bool others = column >= artist->share && artist->share < artist->trace->run.n;
    return column < 0 || others ? -1 : (int32_t)column;
}

/* The tile's first input and share, from the geometry of the first launch that
 * is given the input: its threads take the n inputs in equal parts, a whole
 * number of inputs a thread. */
static void artist_share(struct artist *artist)
{
    const struct trace *trace = artist->trace;
    int input = trace_array_by_role(trace, ROLE_INPUT);
    uint64_t n = trace->run.n, share = n, first;
    for (uint32_t l = 0; l < trace->launch_count; l++) {
        const struct trace_launch *launch = &trace->launches[l];
        uint64_t grid = launch->grid.x ? launch->grid.x : 1;
        uint64_t block = launch->block.x ? launch->block.x : 1;
        bool given = false;
        for (uint32_t a = 0; a < launch->array_count; a++)
            given = given || launch->array[a] == input;
        if (!given)
            continue;
        uint64_t each = (n + grid * block / 2) / (grid * block);
        if (grid > 1)
            share = block * (each ? each : 1);
        break;
    }
    first = artist->board->tile * share;
    first = first < n ? first : n;
    artist->board->first_input = (uint32_t)first;
    artist->share = (uint32_t)(n - first < share ? n - first : share);
}

/* What the tile's blocks do that decides about the board's shape. */
static void artist_survey(struct artist *artist)
{
    struct board *board = artist->board;
    uint64_t shuffled = 0, stored = 0;
    uint32_t columns = artist->share ? artist->share : 1, threads = 0;
    for (uint32_t b = 0; b < artist->walk.count; b++) {
        const struct walk_block *block = &artist->walk.block[b];
        for (uint32_t s = block->first;
             block->tile == board->tile && s < block->first + block->count;
             s++) {
            const struct trace_seg *seg = &artist->trace->segs[s];
            const struct event *event = artist->trace->events + seg->first;
            for (uint32_t i = 0; i < seg->count; i++, event++) {
                bool value = event_kind(event) == EV_LD
                             || event_kind(event) == EV_ST;
                int32_t column =
                    value ? artist_column(artist, event, seg->launch) : -1;
                if (column >= (int32_t)columns)
                    columns = (uint32_t)column + 1;
                shuffled += event_kind(event) == EV_SHFL;
                stored += event_kind(event) == EV_ST && column >= 0
                          && artist->trace->arrays[event->array].space
                                 == SPACE_SHARED;
            }
            threads = seg->thread + 1 > threads ? seg->thread + 1 : threads;
        }
    }
    board->registers = shuffled > 0 && shuffled >= stored;
    if (board->registers && threads > columns)
        columns = threads;
    board->columns = columns;
}

/* ---- the tile's stores -------------------------------------------------- */

static bool tile_has(const struct artist *artist, const struct trace_seg *seg)
{
    return seg->tile == artist->board->tile;
}

/* Whether the event puts a value on the board. */
static bool puts_here(const struct artist *artist, const struct event *event,
                      uint32_t launch)
{
    if (event_kind(event) != EV_ST)
        return false;
    int32_t column = artist_column(artist, event, launch);
    if (column < 0 || (uint32_t)column >= artist->board->columns)
        return false;
    bool shared = artist->trace->arrays[event->array].space == SPACE_SHARED;
    return !(shared && artist->board->registers);
}

/* One pass over the tile's events as they happened. fill: puts->first holds
 * where each step's next store goes; else counts them into first[step + 1]. */
static void puts_pass(struct artist *artist, struct puts *puts, bool fill)
{
    const struct trace *trace = artist->trace;
    for (uint32_t r = 0; r < artist->flow->order_count; r++) {
        const struct flow_run *run = &artist->flow->order[r];
        const struct trace_seg *seg = &trace->segs[run->seg];
        if (!tile_has(artist, seg))
            continue;
        for (uint32_t i = 0; i < run->count; i++) {
            uint32_t at = (uint32_t)seg->first + run->first + i;
            const struct event *event = &trace->events[at];
            const struct trace_array *array =
                event_kind(event) == EV_ST
                    ? walk_array(trace, event, seg->launch) : NULL;
            if (array && array->role == ROLE_TOTAL)
                artist->board->total_value = at;
            if (!puts_here(artist, event, seg->launch))
                continue;
            uint32_t step =
                steps_at(artist->steps, run->seg, run->first + i);
            if (fill)
                puts->event[puts->first[step]++] = at;
            else
                puts->first[step + 1]++;
        }
    }
}

static bool puts_gather(struct artist *artist, struct puts *puts)
{
    uint32_t count = artist->steps->count;
    puts->first = calloc((size_t)count + 2, sizeof *puts->first);
    if (!puts->first)
        return false;
    puts_pass(artist, puts, false);
    for (uint32_t k = 0; k < count; k++)
        puts->first[k + 1] += puts->first[k];
    puts->event = calloc((size_t)puts->first[count] + 1, sizeof *puts->event);
    if (!puts->event)
        return false;
    puts_pass(artist, puts, true);
    memmove(puts->first + 1, puts->first, count * sizeof *puts->first);
    puts->first[0] = 0;
    return true;
}

/* ---- rows --------------------------------------------------------------- */

static void artist_input(struct artist *artist)
{
    int input = trace_array_by_role(artist->trace, ROLE_INPUT);
    if (input < 0 || !artist->trace->input)
        return;
    for (uint32_t c = 0; c < artist->share && c < artist->board->columns; c++)
        *artist_cell(artist, 0, c) = (struct cell){
            .value = FLOW_NONE, .array = (int16_t)input, .state = CELL_SAME,
            .index = (int32_t)(artist->board->first_input + c)};
}

static void artist_set(struct artist *artist, uint32_t column, uint32_t value,
                       int16_t array, int32_t index)
{
    uint8_t flags = artist->flow->flags[value];
    if (column < artist->share)
        flags &= (uint8_t)~FLOW_PADDING; /* an identity, but no padding */
    *artist_cell(artist, artist->step + 1, column) = (struct cell){
        .value = value, .array = array, .state = CELL_CHANGED,
        .flags = flags, .index = index};
}

/* The last operator's result in begin..end-1. */
static uint32_t reg_made(const struct artist *artist,
                         const struct trace_seg *seg, uint32_t begin,
                         uint32_t end)
{
    for (uint32_t i = end; i > begin; i--)
        if (event_kind(&artist->trace->events[seg->first + i - 1]) == EV_OP)
            return walk_value(seg, i - 1);
    return FLOW_NONE;
}

/* The value a thread offers or stores next, if it has it by `end`. When it does
 * neither any more: what its operators made in this step. */
static uint32_t reg_next(const struct artist *artist,
                         const struct trace_seg *seg, uint32_t begin,
                         uint32_t end, struct reg *reg)
{
    const struct event *events = artist->trace->events + seg->first;
    if (reg->seek < end)
        reg->seek = end;
    for (; reg->seek < seg->count; reg->seek++) {
        const struct event *event = &events[reg->seek];
        bool offers = walk_shuffles(event) && event->a != EVENT_NO_VALUE;
        if (offers || puts_here(artist, event, seg->launch))
            return event->a < end ? walk_value(seg, event->a) : FLOW_NONE;
    }
    return reg_made(artist, seg, begin, end);
}

static void artist_registers(struct artist *artist, struct reg *regs)
{
    const struct walk_block *block = artist->block;
    size_t stride = (size_t)artist->steps->count + 1;
    for (uint32_t s = block->first; s < block->first + block->count; s++) {
        const struct trace_seg *seg = &artist->trace->segs[s];
        if (seg->thread >= artist->board->columns)
            continue;
        struct reg *reg = &regs[seg->thread];
        const uint32_t *cut = artist->steps->cuts + s * stride + artist->step;
        uint32_t value = reg_next(artist, seg, cut[0], cut[1], reg);
        if (value == FLOW_NONE || value == reg->value)
            continue;
        reg->value = value;
        artist_set(artist, seg->thread, value, -1, (int32_t)seg->thread);
    }
}

static void artist_stores(struct artist *artist, const struct puts *puts)
{
    const struct trace *trace = artist->trace;
    for (uint32_t i = puts->first[artist->step];
         i < puts->first[artist->step + 1]; i++) {
        uint32_t store = puts->event[i];
        const struct event *event = &trace->events[store];
        const struct trace_seg *seg = artist_seg(artist, store);
        uint32_t value = walk_value(seg, event->a);
        artist_set(artist,
                   (uint32_t)artist_column(artist, event, seg->launch), store,
                   event->array, event->index);
        if (value != FLOW_NONE)
            artist->now[value] = store + 1;
    }
}

/* What was put down in this step lies there for the steps to come. */
static void artist_settle(struct artist *artist, const struct puts *puts)
{
    const struct trace *trace = artist->trace;
    for (uint32_t i = puts->first[artist->step];
         i < puts->first[artist->step + 1]; i++) {
        uint32_t store = puts->event[i];
        uint32_t value = walk_value(artist_seg(artist, store),
                                    trace->events[store].a);
        if (value == FLOW_NONE)
            continue;
        artist->home[value] = store + 1;
        artist->now[value] = 0;
    }
}

/* Whether this step is the last of its launch in which the tile puts something
 * down. Asked at such steps alone, the way is as long as to the next of them. */
static bool puts_end(const struct artist *artist, const struct puts *puts)
{
    const struct steps *steps = artist->steps;
    const uint32_t launch = steps->step[artist->step].launch;
    if (puts->first[artist->step] == puts->first[artist->step + 1])
        return false;
    for (uint32_t k = artist->step + 1;
         k < steps->count && steps->step[k].launch == launch; k++)
        if (puts->first[k] < puts->first[k + 1])
            return false;
    return true;
}

static void regs_reset(struct reg *regs, uint32_t count)
{
    for (uint32_t c = 0; c < count; c++)
        regs[c] = (struct reg){.value = FLOW_NONE};
}

static void artist_row(struct artist *artist, const struct puts *puts,
                       struct reg *regs)
{
    struct board *board = artist->board;
    uint32_t row = artist->step + 1;
    for (uint32_t c = 0; c < board->columns; c++) {
        struct cell *cell = artist_cell(artist, row, c);
        *cell = *artist_cell(artist, row - 1, c);
        if (cell->state == CELL_CHANGED)
            cell->state = CELL_SAME;
    }
    artist->block = walk_find(&artist->walk,
                              artist->steps->step[artist->step].launch,
                              board->tile);
    if (artist_launched(artist)) {
        artist_launch(artist);
        regs_reset(regs, board->columns);
    }
    if (artist->block && board->registers)
        artist_registers(artist, regs);
    artist_stores(artist, puts);
    board->move_first[row] = (uint32_t)artist->moves;
    for (uint32_t c = 0; c < board->columns; c++)
        if (artist_cell(artist, row, c)->state == CELL_CHANGED)
            artist_arrows(artist, c);
    if (!board->registers && puts_end(artist, puts))
        artist_clear(artist);
    artist_settle(artist, puts);
}

/* ---- the whole board ---------------------------------------------------- */

static bool artist_open(struct artist *artist, struct arena *arena)
{
    struct board *board = artist->board;
    size_t events = artist->trace->event_count + 1;
    uint64_t fits;
    artist_share(artist);
    artist_survey(artist);
    board->rows = artist->steps->count + 1;
    fits = CELLS_MAX / board->rows;
    if (board->columns > fits) {
        board->columns = fits ? (uint32_t)fits : 1;
        board->cut = true;
    }
    board->cells = ARENA_NEW(arena, struct cell,
                             (size_t)board->rows * board->columns);
    board->move_first = ARENA_NEW(arena, uint32_t, board->rows + (size_t)1);
    artist->home = calloc(events, sizeof *artist->home);
    artist->now = calloc(events, sizeof *artist->now);
    return board->cells && board->move_first && artist->home && artist->now;
}

static bool artist_close(struct artist *artist, struct arena *arena)
{
    struct board *board = artist->board;
    board->move_count = (uint32_t)artist->moves;
    board->move_first[board->rows] = board->move_count;
    board->moves = ARENA_NEW(arena, struct move, artist->moves + 1);
    if (!board->moves || artist->failed)
        return false;
    if (artist->moves > 0)
        memcpy(board->moves, artist->move, artist->moves * sizeof(struct move));
    return artist_tree(artist);
}

static bool artist_draw(struct artist *artist, struct arena *arena)
{
    struct puts puts = {0};
    if (!artist_open(artist, arena))
        return false;
    struct reg *regs = calloc(artist->board->columns, sizeof *regs);
    bool ok = regs && puts_gather(artist, &puts);
    if (ok) {
        regs_reset(regs, artist->board->columns);
        artist_input(artist);
    }
    for (uint32_t k = 0; ok && k < artist->steps->count; k++) {
        artist->step = k;
        artist_row(artist, &puts, regs);
    }
    free(regs);
    free(puts.event);
    free(puts.first);
    return ok && artist_close(artist, arena);
}

bool analysis_board(const struct trace *trace, const struct steps *steps,
                    const struct flow *flow, uint32_t tile,
                    struct arena *arena, struct board *out, struct err *err)
{
    struct artist artist = {.trace = trace, .steps = steps, .flow = flow,
                            .board = out};
    *out = (struct board){.tile = tile, .total_value = FLOW_NONE,
                          .cut = steps->cut || flow->cut};
    if (!walk_blocks(trace, arena, &artist.walk, err))
        return false;
    bool ok = artist_draw(&artist, arena);
    free(artist.home);
    free(artist.now);
    free(artist.move);
    return ok || walk_memory(err);
}
