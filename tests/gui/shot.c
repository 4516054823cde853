/* Looks at screenshots: copies of the frame buffer that Xvfb keeps as an XWD
 * file. Answers are numbers on one line, so that a shell script can judge.
 *
 *   shot differ A B       pixels that differ by more than rounding
 *   shot colours A        distinct colours
 *   shot count A INK      pixels of the light theme's colour of that role
 *   shot middle A INK W   "x y" of the middle of those pixels' box, looking at
 *                         the first W columns only
 *   shot ppm A OUT        the picture for a person */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "draw/draw.h"

struct shot {
    unsigned char *bytes;      /* the file, owned */
    const unsigned char *rows; /* first pixel: blue, green, red, unused */
    uint32_t w, h, stride;
};

static uint32_t big_endian(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 |
        (uint32_t)at[2] << 8 | at[3];
}

static void die(const char *what)
{
    fprintf(stderr, "shot: %s\n", what);
    exit(2);
}

/* Words of the XWD header: 0 its size, 1 version, 4 width, 5 height, 11 bits a
 * pixel, 12 bytes a line, 19 colours of 12 bytes each behind the header. */
static struct shot shot_read(const char *path)
{
    struct err err = {0};
    struct shot shot = {0};
    size_t length, start;

    if (!file_read_whole(path, 0, &shot.bytes, &length, &err))
        die(err.what);
    if (length < 100 || big_endian(shot.bytes + 4) != 7 ||
        big_endian(shot.bytes + 44) != 32)
        die("no XWD file with 32 bits a pixel");
    shot.w = big_endian(shot.bytes + 16);
    shot.h = big_endian(shot.bytes + 20);
    shot.stride = big_endian(shot.bytes + 48);
    start = big_endian(shot.bytes) + 12 * (size_t)big_endian(shot.bytes + 76);
    if (start + (size_t)shot.stride * shot.h > length)
        die("file cut short");
    shot.rows = shot.bytes + start;
    return shot;
}

static uint32_t pixel(const struct shot *shot, uint32_t x, uint32_t y)
{
    const unsigned char *at = shot->rows + (size_t)y * shot->stride + 4 * x;

    return (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

/* A part that is drawn again rounds its edges anew: a level or two are nothing. */
static bool same_colour(uint32_t a, uint32_t b)
{
    for (int shift = 0; shift < 24; shift += 8)
        if (abs((int)(a >> shift & 255) - (int)(b >> shift & 255)) > 2)
            return false;
    return true;
}

static unsigned long differ(const struct shot *a, const struct shot *b)
{
    unsigned long count = 0;

    if (a->w != b->w || a->h != b->h)
        die("pictures of different size");
    for (uint32_t y = 0; y < a->h; y++)
        for (uint32_t x = 0; x < a->w; x++)
            count += !same_colour(pixel(a, x, y), pixel(b, x, y));
    return count;
}

static unsigned long colours(const struct shot *shot)
{
    unsigned char *seen = calloc(1 << 21, 1); /* one bit a colour */
    unsigned long count = 0;

    if (!seen)
        die("out of memory");
    for (uint32_t y = 0; y < shot->h; y++)
        for (uint32_t x = 0; x < shot->w; x++) {
            uint32_t colour = pixel(shot, x, y);
            unsigned char bit = (unsigned char)(1 << (colour & 7));

            count += !(seen[colour >> 3] & bit);
            seen[colour >> 3] |= bit;
        }
    free(seen);
    return count;
}

static uint32_t ink_colour(const char *name)
{
    static const struct { const char *name; enum ink ink; } inks[] = {
        {"back", INK_BACK}, {"source", INK_SOURCE}, {"op", INK_OP},
        {"changed", INK_CHANGED}, {"cover", INK_COVER},
        {"cover-face", INK_COVER_FACE}, {"bad", INK_BAD}, {"focus", INK_FOCUS},
    };

    for (size_t i = 0; i < sizeof inks / sizeof *inks; i++)
        if (strcmp(inks[i].name, name) == 0) {
            struct rgb rgb = theme_ink(THEME_LIGHT, inks[i].ink);

            return (uint32_t)rgb.r << 16 | (uint32_t)rgb.g << 8 | rgb.b;
        }
    die("unknown ink");
    return 0;
}

struct spread { unsigned long count; uint32_t x0, y0, x1, y1; };

static struct spread find(const struct shot *shot, uint32_t colour,
                          uint32_t columns)
{
    struct spread found = {0, shot->w, shot->h, 0, 0};

    for (uint32_t y = 0; y < shot->h; y++)
        for (uint32_t x = 0; x < shot->w && x < columns; x++) {
            if (pixel(shot, x, y) != colour)
                continue;
            found.count++;
            found.x0 = x < found.x0 ? x : found.x0;
            found.y0 = y < found.y0 ? y : found.y0;
            found.x1 = x > found.x1 ? x : found.x1;
            found.y1 = y > found.y1 ? y : found.y1;
        }
    return found;
}

static void write_ppm(const struct shot *shot, const char *path)
{
    FILE *file = fopen(path, "wb");

    if (!file)
        die("cannot write");
    fprintf(file, "P6\n%u %u\n255\n", shot->w, shot->h);
    for (uint32_t y = 0; y < shot->h; y++)
        for (uint32_t x = 0; x < shot->w; x++) {
            uint32_t colour = pixel(shot, x, y);

            fputc((int)(colour >> 16 & 255), file);
            fputc((int)(colour >> 8 & 255), file);
            fputc((int)(colour & 255), file);
        }
    if (fclose(file) != 0)
        die("cannot write");
}

static void answer(const char *question, const struct shot *shot,
                   const char *other, uint32_t columns)
{
    if (strcmp(question, "differ") == 0) {
        struct shot second = shot_read(other);

        printf("%lu\n", differ(shot, &second));
        free(second.bytes);
    } else if (strcmp(question, "colours") == 0) {
        printf("%lu\n", colours(shot));
    } else if (strcmp(question, "count") == 0) {
        printf("%lu\n", find(shot, ink_colour(other), columns).count);
    } else if (strcmp(question, "middle") == 0) {
        struct spread found = find(shot, ink_colour(other), columns);

        if (found.count == 0)
            die("no pixel of that colour");
        printf("%u %u\n", (found.x0 + found.x1) / 2, (found.y0 + found.y1) / 2);
    } else if (strcmp(question, "ppm") == 0) {
        write_ppm(shot, other);
    } else {
        die("unknown question");
    }
}

int main(int argc, char **argv)
{
    struct shot shot;

    if (argc < 3 || (argc < 4 && strcmp(argv[1], "colours") != 0))
        die("usage: shot differ|colours|count|middle|ppm FILE [WITH]");
    shot = shot_read(argv[2]);
    answer(argv[1], &shot, argc > 3 ? argv[3] : "",
           argc > 4 ? (uint32_t)atoi(argv[4]) : shot.w);
    free(shot.bytes);
    return 0;
}
