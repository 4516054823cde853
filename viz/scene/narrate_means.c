/* What a step means: how far values reach when it is done. Told from what the cells
 * cover before and after it. */
#include "scene/scene.h"

struct windows { uint32_t most, bad, padding, own, all, inputs; bool upto, before; };

static struct windows means_windows(struct scene *sc, uint32_t row)
{
    const struct board *b = &sc->found->board;
    struct windows w = { .before = true };

    for (uint32_t c = 0; c < b->columns; c++) {
        const struct cell *cell = value_at(sc, row, c);
        const bool pad = (cell->flags & FLOW_PADDING) != 0;
        const uint32_t i = b->first_input + c;
        struct cover_run own;
        const struct cover *cover = value_covered(sc, row, c, &own);
        const struct cover_run *run = cover ? cover->run : &own;
        const uint32_t count = cover ? cover->count : 1;

        if (i >= sc->found->trace->run.n) {
            w.padding += cell->state != CELL_EMPTY;
            continue;
        }
        if (count > 0 && run->last - run->first + 1 > w.most)
            w.most = run->last - run->first + 1;
        w.bad += !pad && (cell->flags & (FLOW_DUPLICATE | FLOW_DISORDER)) != 0;
        w.inputs++;
        w.all += count == 1 && run->last - run->first + 1 == sc->found->trace->run.n;
        w.own += count == 1 && run->first == 0 && run->last == i;
        w.before = w.before && (i == 0 ? count == 0
                    : count == 1 && run->first == 0 && run->last == i - 1);
    }
    w.upto = w.own == w.inputs;
    return w;
}

static void means_reach(struct scene *sc, uint32_t row, bool combined,
                        struct buf *out)
{
    const struct windows now = means_windows(sc, row);
    const struct windows was = means_windows(sc, row - 1);

    if (now.bad)
        buf_printf(out, scene_trn(sc,
            "%u cell covers inputs twice or out of order: that is wrong.",
            "%u cells cover inputs twice or out of order: that is wrong.",
            now.bad), now.bad);
    else if (now.upto && !was.upto)
        buf_puts(out, scene_tr(sc, "Every cell now covers all inputs up to its "
                                   "own."));
    else if (now.before && !was.before)
        buf_puts(out, scene_tr(sc, "Every cell now covers all inputs before its "
                                   "own."));
    else if (now.inputs > 1 && now.all == now.inputs && was.all != was.inputs)
        buf_puts(out, scene_tr(sc, "Every cell now covers all inputs."));
    else if (now.most > was.most && was.most <= 1)
        buf_printf(out, scene_trn(sc, "A value now covers a window of up to %u input.",
                                  "A value now covers a window of up to %u inputs.",
                                  now.most), now.most);
    else if (now.most > was.most)
        buf_printf(out, scene_trn(sc, "Windows now cover up to %u input.",
                                  "Windows now cover up to %u inputs.", now.most),
                   now.most);
    else if (combined && now.own > was.own)
        buf_printf(out, scene_trn(sc,
            "%1$u of %2$u cells now covers all inputs up to its own.",
            "%1$u of %2$u cells now cover all inputs up to their own.", now.own),
            now.own, now.inputs);
}

static void means_padding(struct scene *sc, uint32_t row, struct buf *out)
{
    const struct windows w = means_windows(sc, row);

    if (w.padding == 0)
        return;
    buf_printf(out, scene_trn(sc, "%u cell beyond the input is padding.",
                              "%u cells beyond the input are padding.", w.padding),
               w.padding);
}

void narrate_means(struct scene *sc, uint32_t row, bool combined,
                   struct buf *out)
{
    const enum step_kind kind = sc->found->steps.step[row - 1].kind;
    struct buf second;

    buf_init(&second);
    if (combined || kind == STEP_STORE)
        means_reach(sc, row, combined, &second);
    else if (kind == STEP_LOAD)
        means_padding(sc, row, &second);
    if (second.length > 0)
        buf_printf(out, " %s", buf_text(&second));
    buf_finish(&second);
}
