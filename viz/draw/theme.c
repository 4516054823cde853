/* The colours. Fills and strokes are Okabe and Ito's set, which stays apart for
 * colour-blind eyes ("Color Universal Design", 2008); text in a colour uses a
 * darker or lighter variant that reads with 4.5:1 on every face text lies on. */
#include "draw/draw.h"

#include <math.h>
#include <string.h>

#define RGB(hex) {(hex) >> 16, (hex) >> 8 & 0xFF, (hex) & 0xFF}

static const struct { const char *name; struct rgb rgb[THEMES]; } inks[INKS] = {
    /*                                     light          dark       projector */
    [INK_NONE]         = {"none",         {RGB(0x000000), RGB(0x000000), RGB(0x000000)}},
    [INK_BACK]         = {"back",         {RGB(0xFAFAF7), RGB(0x13161B), RGB(0xFFFFFF)}},
    [INK_PANEL]        = {"panel",        {RGB(0xFFFFFF), RGB(0x1C2128), RGB(0xFFFFFF)}},
    [INK_TEXT]         = {"text",         {RGB(0x1B1F24), RGB(0xE8EBF0), RGB(0x000000)}},
    [INK_MUTED]        = {"muted",        {RGB(0x596273), RGB(0xA7B0BD), RGB(0x353C47)}},
    [INK_RULE]         = {"rule",         {RGB(0xD9DCE1), RGB(0x39414D), RGB(0x8B94A1)}},
    [INK_IDLE]         = {"idle",         {RGB(0xEEF0F3), RGB(0x2A313B), RGB(0xE4E7EB)}},
    [INK_SOURCE]       = {"source",       {RGB(0x0072B2), RGB(0x56B4E9), RGB(0x005A9C)}},
    [INK_SOURCE_TEXT]  = {"source-text",  {RGB(0x00598C), RGB(0x7CC6F0), RGB(0x004A80)}},
    [INK_OP]           = {"op",           {RGB(0xE69F00), RGB(0xE69F00), RGB(0xE69F00)}},
    [INK_OP_TEXT]      = {"op-text",      {RGB(0x7A5200), RGB(0xF2B84B), RGB(0x5C3D00)}},
    [INK_ON_OP]        = {"on-op",        {RGB(0x1B1F24), RGB(0x13161B), RGB(0x000000)}},
    [INK_CHANGED]      = {"changed",      {RGB(0x009E73), RGB(0x009E73), RGB(0x007A58)}},
    [INK_CHANGED_TEXT] = {"changed-text", {RGB(0x00664A), RGB(0x4FD1A5), RGB(0x004D38)}},
    [INK_BAD]          = {"bad",          {RGB(0xD55E00), RGB(0xE8702A), RGB(0xB84E00)}},
    [INK_BAD_TEXT]     = {"bad-text",     {RGB(0x9E3F00), RGB(0xFFA066), RGB(0x7F3000)}},
    [INK_BAD_FACE]     = {"bad-face",     {RGB(0xFDEBE1), RGB(0x3A2218), RGB(0xFFE1D0)}},
    [INK_COVER]        = {"cover",        {RGB(0xCC79A7), RGB(0xCC79A7), RGB(0xA8447F)}},
    [INK_COVER_FACE]   = {"cover-face",   {RGB(0xF4E3EE), RGB(0x3B2735), RGB(0xF3D6E6)}},
    [INK_MARK]         = {"mark",         {RGB(0xFFF4D6), RGB(0x38301A), RGB(0xFFE9A8)}},
    [INK_ON_SOURCE]    = {"on-source",    {RGB(0xFFFFFF), RGB(0x13161B), RGB(0xFFFFFF)}},
    [INK_BAR]          = {"bar",          {RGB(0xB9C0CA), RGB(0x5A6472), RGB(0x9AA4B2)}},
    [INK_CODE_WORD]    = {"code-word",    {RGB(0x3B4CA8), RGB(0xA9B4FF), RGB(0x26348A)}},
    [INK_CODE_TYPE]    = {"code-type",    {RGB(0x0F6070), RGB(0x6FD0DC), RGB(0x00485A)}},
    [INK_CODE_NUMBER]  = {"code-number",  {RGB(0x824408), RGB(0xF0B67F), RGB(0x662F00)}},
    [INK_CODE_NOTE]    = {"code-note",    {RGB(0x5A6472), RGB(0x98A3B1), RGB(0x404853)}},
    [INK_SERIES_1]     = {"series-1",     {RGB(0x0072B2), RGB(0x56B4E9), RGB(0x005A9C)}},
    [INK_SERIES_2]     = {"series-2",     {RGB(0xD55E00), RGB(0xE8702A), RGB(0xB84E00)}},
    [INK_SERIES_3]     = {"series-3",     {RGB(0x009E73), RGB(0x2BB98B), RGB(0x007A58)}},
    [INK_SERIES_4]     = {"series-4",     {RGB(0xCC79A7), RGB(0xCC79A7), RGB(0xA8447F)}},
    [INK_SERIES_5]     = {"series-5",     {RGB(0x667085), RGB(0xA7B0BD), RGB(0x4A5260)}},
    [INK_SHADE]        = {"shade",        {RGB(0x1B1F24), RGB(0x000000), RGB(0x000000)}},
    [INK_FOCUS]        = {"focus",        {RGB(0x5B3FD6), RGB(0xB9A7FF), RGB(0x4326C4)}},
};

static const char *const names[THEMES] = {"light", "dark", "projector"};

struct rgb theme_ink(enum theme theme, enum ink ink)
{
    return inks[ink].rgb[theme];
}

const char *ink_name(enum ink ink)
{
    return inks[ink].name;
}

const char *theme_name(enum theme theme)
{
    return names[theme];
}

float theme_stroke(enum theme theme)
{
    return theme == THEME_PROJECTOR ? 1.35f : 1;
}

bool theme_parse(const char *text, enum theme *theme, struct err *err)
{
    for (int i = 0; i < THEMES; i++) {
        if (strcmp(text, names[i]) == 0) {
            *theme = (enum theme)i;
            return true;
        }
    }
    const char *near = err_nearest(text, names, THEMES);
    return err_set(err, ERR_USAGE,
                   "no theme is called '%s': light, dark or projector%s%s%s", text,
                   near != NULL ? "; did you mean '" : "", near != NULL ? near : "",
                   near != NULL ? "'?" : "");
}

/* Relative luminance and contrast as WCAG 2.1 defines them. */
static float channel(uint8_t value)
{
    float c = (float)value / 255;
    return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

static float luminance(struct rgb c)
{
    return 0.2126f * channel(c.r) + 0.7152f * channel(c.g) + 0.0722f * channel(c.b);
}

float theme_contrast(struct rgb a, struct rgb b)
{
    float la = luminance(a), lb = luminance(b);
    return (fmaxf(la, lb) + 0.05f) / (fminf(la, lb) + 0.05f);
}

static uint8_t mix(uint8_t under, uint8_t over, float alpha)
{
    return (uint8_t)lrintf((float)under + ((float)over - (float)under) * alpha);
}

struct rgb theme_mix(struct rgb under, struct rgb over, float alpha)
{
    alpha = fminf(fmaxf(alpha, 0), 1);
    return (struct rgb){mix(under.r, over.r, alpha), mix(under.g, over.g, alpha),
                        mix(under.b, over.b, alpha)};
}
