/* The file: a head of 32-bit words in either byte order, then two tables of
 * (length, offset), originals in strcmp's order and their translations. Of a
 * sentence with plurals both hold several strings, each ended by a zero byte.
 * The rule that chooses among them is an expression of C in one variable. */
#include "base/mo.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/say.h"

#define MO_MAGIC 0x950412deu

enum { MO_HEAD = 20, MO_MOST = 1 << 24, RULE_DEPTH = 32 };

struct mo {
    unsigned char *bytes;
    size_t length;
    bool swapped;
    uint32_t count, from, to; /* strings; offsets of the tables */
    const char *rule;         /* behind "plural=", NULL: none */
};

static uint32_t mo_word(const struct mo *mo, size_t at)
{
    uint32_t word;

    memcpy(&word, mo->bytes + at, sizeof word);
    return mo->swapped ? __builtin_bswap32(word) : word;
}

/* String i of a table; *length without the zero byte behind it. */
static const char *mo_string(const struct mo *mo, uint32_t table, uint32_t i,
                             size_t *length)
{
    *length = mo_word(mo, table + 8 * (size_t)i);
    return (const char *)mo->bytes + mo_word(mo, table + 8 * (size_t)i + 4);
}

/* ---- reading the file -------------------------------------------------------- */

static bool mo_table_sound(const struct mo *mo, uint32_t table)
{
    if (table < MO_HEAD || table > mo->length ||
        mo->count > (mo->length - table) / 8)
        return false;
    for (uint32_t i = 0; i < mo->count; i++) {
        const size_t length = mo_word(mo, table + 8 * (size_t)i);
        const size_t at = mo_word(mo, table + 8 * (size_t)i + 4);

        if (at >= mo->length || length >= mo->length - at ||
            mo->bytes[at + length] != 0)
            return false;
    }
    return true;
}

static bool mo_sound(struct mo *mo)
{
    if (mo->length < MO_HEAD)
        return false;
    mo->swapped = mo_word(mo, 0) == __builtin_bswap32(MO_MAGIC);
    if (mo_word(mo, 0) != MO_MAGIC || mo_word(mo, 4) >> 16 > 1)
        return false;
    mo->count = mo_word(mo, 8);
    mo->from = mo_word(mo, 12);
    mo->to = mo_word(mo, 16);
    return mo_table_sound(mo, mo->from) && mo_table_sound(mo, mo->to);
}

static const char *mo_find(const struct mo *mo, const char *msgid, size_t *length)
{
    uint32_t low = 0, high = mo->count;
    size_t ignored;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = strcmp(msgid, mo_string(mo, mo->from, middle, &ignored));

        if (order == 0)
            return mo_string(mo, mo->to, middle, length);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* A translation takes the arguments of its sentence, each form of one with
 * plurals those of the last original. */
static bool mo_formats_sound(const struct mo *mo)
{
    for (uint32_t i = 0; i < mo->count; i++) {
        size_t size, length;
        const char *one = mo_string(mo, mo->from, i, &size);
        const char *text = mo_string(mo, mo->to, i, &length), *end = text + length;
        const char *many = strlen(one) < size ? one + strlen(one) + 1 : one;

        for (; size > 0 && text <= end; text += strlen(text) + 1)
            if (!say_fits(many, text))
                return false;
    }
    return true;
}

bool mo_open(const char *path, struct mo **out, struct err *err)
{
    struct mo *mo = calloc(1, sizeof *mo);
    const char *head;
    size_t length;

    *out = NULL;
    if (!mo)
        return err_set(err, ERR_FAILED, "out of memory");
    if (!file_read_whole(path, MO_MOST, &mo->bytes, &mo->length, err)) {
        free(mo);
        return false;
    }
    if (!mo_sound(mo) || !mo_formats_sound(mo)) {
        mo_close(mo);
        return err_set(err, ERR_USAGE, "%.200s: no catalogue of translations", path);
    }
    head = mo_find(mo, "", &length);
    mo->rule = head ? strstr(head, "plural=") : NULL;
    /* "nplurals=" does not end in the word looked for. */
    mo->rule = mo->rule ? mo->rule + strlen("plural=") : NULL;
    *out = mo;
    return true;
}

void mo_close(struct mo *mo)
{
    if (!mo)
        return;
    free(mo->bytes);
    free(mo);
}

/* ---- the rule for plurals ------------------------------------------------------ */

struct rule { const char *at; unsigned long n; int depth; bool wrong; };

static unsigned long rule_choice(struct rule *rule);

static bool rule_takes(struct rule *rule, const char *sign)
{
    const size_t length = strlen(sign);

    while (*rule->at == ' ' || *rule->at == '\t')
        rule->at++;
    if (strncmp(rule->at, sign, length) != 0)
        return false;
    rule->at += length;
    return true;
}

static unsigned long rule_inner(struct rule *rule)
{
    const unsigned long value = rule_choice(rule);

    rule->wrong |= !rule_takes(rule, ")");
    return value;
}

static unsigned long rule_single(struct rule *rule)
{
    char *end;
    unsigned long value = 0;

    if (++rule->depth > RULE_DEPTH)
        rule->wrong = true;
    else if (rule_takes(rule, "("))
        value = rule_inner(rule);
    else if (rule_takes(rule, "!"))
        value = !rule_single(rule);
    else if (rule_takes(rule, "n"))
        value = rule->n;
    else {
        value = strtoul(rule->at, &end, 10);
        rule->wrong |= end == rule->at;
        rule->at = end;
    }
    rule->depth--;
    return value;
}

/* Longer signs come before those they begin with; a higher level binds more. */
static const struct { const char *sign; int level; } signs[] = {
    { "||", 1 }, { "&&", 2 }, { "==", 3 }, { "!=", 3 }, { "<=", 4 }, { ">=", 4 },
    { "<", 4 }, { ">", 4 }, { "+", 5 }, { "-", 5 }, { "*", 6 }, { "/", 6 },
    { "%", 6 },
};
enum { SIGNS = sizeof signs / sizeof *signs, LEVELS = 7 };

static unsigned long rule_apply(struct rule *rule, int sign, unsigned long a,
                                unsigned long b)
{
    if (sign >= 11 && b == 0) {
        rule->wrong = true;
        return 0;
    }
    switch (sign) {
    case 0: return a || b;
    case 1: return a && b;
    case 2: return a == b;
    case 3: return a != b;
    case 4: return a <= b;
    case 5: return a >= b;
    case 6: return a < b;
    case 7: return a > b;
    case 8: return a + b;
    case 9: return a - b;
    case 10: return a * b;
    case 11: return a / b;
    default: return a % b;
    }
}

static int rule_sign(struct rule *rule, int level)
{
    for (int i = 0; i < SIGNS; i++)
        if (signs[i].level == level && rule_takes(rule, signs[i].sign))
            return i;
    return -1;
}

/* A chain of signs of this level, from left to right. */
static unsigned long rule_chain(struct rule *rule, int level)
{
    unsigned long value;
    int sign;

    if (level == LEVELS)
        return rule_single(rule);
    value = rule_chain(rule, level + 1);
    while (!rule->wrong && (sign = rule_sign(rule, level)) >= 0)
        value = rule_apply(rule, sign, value, rule_chain(rule, level + 1));
    return value;
}

static unsigned long rule_choice(struct rule *rule)
{
    const unsigned long value = rule_chain(rule, 1);
    unsigned long yes, no;

    if (rule->wrong || !rule_takes(rule, "?"))
        return value;
    if (++rule->depth > RULE_DEPTH) {
        rule->wrong = true;
        return 0;
    }
    yes = rule_choice(rule);
    rule->wrong |= !rule_takes(rule, ":");
    no = rule->wrong ? 0 : rule_choice(rule);
    rule->depth--;
    return value ? yes : no;
}

/* Form 0 where the rule is missing or makes no sense. */
static unsigned long mo_form(const struct mo *mo, unsigned long n)
{
    struct rule rule = { .at = mo->rule, .n = n };
    unsigned long form;

    if (!mo->rule)
        return 0;
    form = rule_choice(&rule);
    return rule.wrong ? 0 : form;
}

/* ---- asking ---------------------------------------------------------------------- */

const char *mo_text(const struct mo *mo, const char *msgid)
{
    size_t length;
    const char *text = mo && *msgid ? mo_find(mo, msgid, &length) : NULL;

    return text && length > 0 ? text : msgid;
}

const char *mo_plural(const struct mo *mo, const char *one, const char *many,
                      unsigned long n)
{
    size_t length = 0;
    const char *text = mo && *one ? mo_find(mo, one, &length) : NULL, *end;

    if (!text || length == 0)
        return n == 1 ? one : many;
    end = text + length;
    for (unsigned long form = mo_form(mo, n); form > 0; form--) {
        const char *next = text + strlen(text) + 1;

        if (next > end)
            break;
        text = next;
    }
    return text;
}
