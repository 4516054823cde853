/* Which commands may be drawn into a kept picture, and where it is out of date.
 *
 * Drawing the kept picture first and the rest over it must look as if all had
 * been drawn in order. So a still command is kept unless it lies over a command
 * drawn anew before it. "Lies over" is asked of a coarse grid of tiles, where
 * every command drawn anew leaves its bounds.
 *
 * Each tile has a sum over the kept commands that touch it, in their order: where
 * it stays, so do the pixels. */
#include "backend/still.h"

#include <string.h>

#include "draw/bounds.h"

int still_pick(const struct draw_list *list, uint8_t *pick, struct grid *anew)
{
    struct clips clips;
    int count = 0;
    *anew = (struct grid){0};
    clips_begin(&clips, list);
    for (int i = 0; i < list->count; i++) {
        const struct draw_cmd *cmd = &list->cmds[i];
        clips_step(&clips, cmd);
        pick[i] = PICK_STILL;
        struct box box = box_meet(box_of(cmd, list->metric), clips.clip);
        if (box_empty(box) && cmd->type >= DRAW_CLIP)
            continue;
        struct tiles tiles = grid_tiles(list->w, list->h, box);
        if (cmd->layer == LAYER_STILL && (count == 0 || !grid_get(anew, tiles)))
            continue;
        pick[i] = PICK_ANEW;
        count++;
        grid_set(anew, tiles);
    }
    return count;
}

/* ---- the sum: 64-bit words mixed in one by one ---- */

static uint64_t sum_word(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
    return sum ^ sum >> 29;
}

static uint64_t sum_bytes(uint64_t sum, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    for (; length > 0; ) {
        uint64_t word = 0;
        size_t take = length < 8 ? length : 8;
        memcpy(&word, at, take);
        sum = sum_word(sum, word);
        at += take;
        length -= take;
    }
    return sum;
}

static uint64_t sum_text(uint64_t sum, const struct draw_cmd *cmd)
{
    const float numbers[] = {cmd->u.text.x, cmd->u.text.y, cmd->u.text.size,
                             cmd->u.text.width};
    const uint8_t kinds[] = {cmd->u.text.face, cmd->u.text.anchor, cmd->u.text.ink};
    size_t length = strlen(cmd->u.text.text);
    sum = sum_bytes(sum, numbers, sizeof numbers);
    sum = sum_bytes(sum, kinds, sizeof kinds);
    sum = sum_word(sum, length);
    return sum_bytes(sum, cmd->u.text.text, length);
}

/* Commands are zeroed before they are filled in, so that the bytes between
 * fields are equal as well; what they point to is summed in their place. */
static uint64_t sum_cmd(uint64_t sum, const struct draw_cmd *cmd)
{
    sum = sum_word(sum, cmd->type);
    switch ((enum draw_type)cmd->type) {
    case DRAW_TEXT:
        sum = sum_word(sum, 0);
        sum = sum_bytes(sum, &cmd->paint.alpha, sizeof cmd->paint.alpha);
        return sum_text(sum, cmd);
    case DRAW_POLYGON:
        sum = sum_word(sum, (uint64_t)cmd->u.polygon.count);
        sum = sum_bytes(sum, cmd->u.polygon.xy,
                        (size_t)cmd->u.polygon.count * 2 * sizeof(float));
        break;
    case DRAW_GROUP: case DRAW_UNGROUP:
        return sum;
    default:
        sum = sum_bytes(sum, &cmd->u.curve, sizeof cmd->u.curve);
        break;
    }
    const float numbers[] = {cmd->paint.width, cmd->paint.alpha, cmd->paint.dash,
                             cmd->paint.gap};
    sum = sum_word(sum, (uint64_t)cmd->paint.fill << 8 | cmd->paint.stroke);
    return sum_bytes(sum, numbers, sizeof numbers);
}

/* A command's sum with the clip that it is drawn in. */
static uint64_t sum_drawn(uint64_t seed, const struct draw_cmd *cmd, struct box clip)
{
    return sum_cmd(sum_bytes(seed, &clip, sizeof clip), cmd);
}

void still_sums(const struct draw_list *list, const uint8_t *pick, enum theme theme,
                float scale, struct still_sums *sums)
{
    const float numbers[] = {list->w, list->h, scale};
    uint64_t seed = sum_bytes(sum_word(1, (uint64_t)theme), numbers, sizeof numbers);
    struct clips clips;
    clips_begin(&clips, list);
    for (int y = 0; y < GRID_H; y++)
        for (int x = 0; x < GRID_W; x++)
            sums->tile[y][x] = seed;
    for (int i = 0; i < list->count; i++) {
        const struct draw_cmd *cmd = &list->cmds[i];
        clips_step(&clips, cmd);
        if (pick[i] != PICK_STILL || cmd->type >= DRAW_CLIP)
            continue;
        struct box box = box_meet(box_of(cmd, list->metric), clips.clip);
        if (box_empty(box))
            continue;
        struct tiles t = grid_tiles(list->w, list->h, box);
        uint64_t sum = sum_drawn(seed, cmd, clips.clip);
        for (int y = t.y0; y <= t.y1; y++)
            for (int x = t.x0; x <= t.x1; x++)
                sums->tile[y][x] = sum_word(sums->tile[y][x], sum);
    }
}

void still_changed(const struct still_sums *was, const struct still_sums *is,
                   struct grid *changed)
{
    *changed = (struct grid){0};
    for (int y = 0; y < GRID_H; y++)
        for (int x = 0; x < GRID_W; x++)
            if (was->tile[y][x] != is->tile[y][x])
                grid_set(changed, (struct tiles){x, y, x, y});
}
