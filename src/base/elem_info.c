/* Names, widths and text of elements.
 *
 * Text is stable and free of locale: numbers always use a point, reals have
 * the shortest form that reads back equal. What elem_format prints,
 * elem_parse reads. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "base/say.h"

/* ---- names ---------------------------------------------------------------- */

enum { ALIASES = 4 };

struct name_row {
    const char *name;
    const char *alias[ALIASES];
};

static const struct name_row type_rows[ELEM_TYPES] = {
    [ELEM_I32] = { "int32", { "int", "i32" } },
    [ELEM_I8] = { "int8", { "i8", "char" } },
    [ELEM_U32] = { "uint32", { "unsigned", "u32" } },
    [ELEM_I64] = { "int64", { "long", "i64" } },
    [ELEM_F32] = { "float", { "float32", "f32" } },
    [ELEM_F64] = { "double", { "float64", "f64" } },
    [ELEM_F16] = { "half", { "float16", "f16" } },
};

static const struct name_row op_rows[ELEM_OPS] = {
    [OP_ADD] = { "+", { "add", "sum", "plus" } },
    [OP_MUL] = { "*", { "mul", "product", "times", "×" } },
    [OP_MIN] = { "min", { "minimum" } },
    [OP_MAX] = { "max", { "maximum" } },
    [OP_AND] = { "and", { "&" } },
    [OP_OR] = { "or", { "|" } },
    [OP_XOR] = { "xor", { "^" } },
    [OP_MAT2] = { "mat2", { "matrix" } },
    [OP_AFFINE] = { "affine", { "linear" } },
    [OP_CARRY] = { "carry", { "gp" } },
    [OP_STRING] = { "string", { "concat" } },
    [OP_SEGADD] = { "segadd", { "segmented" } },
    [OP_ARGMAX] = { "argmax", { "maxloc" } },
};

static const char *const op_signs[ELEM_OPS] = {
    [OP_ADD] = "+", [OP_MUL] = "×", [OP_MIN] = "↓", [OP_MAX] = "↑",
    [OP_AND] = "&", [OP_OR] = "|", [OP_XOR] = "⊕", [OP_MAT2] = "×",
    [OP_AFFINE] = "∘", [OP_CARRY] = "∘", [OP_STRING] = "·",
    [OP_SEGADD] = "+", [OP_ARGMAX] = "↑",
};

const char *elem_type_name(enum elem_type type)
{
    return (unsigned)type < ELEM_TYPES ? type_rows[type].name : "?";
}

const char *elem_op_name(enum elem_op op)
{
    return (unsigned)op < ELEM_OPS ? op_rows[op].name : "?";
}

const char *elem_op_sign(enum elem_op op)
{
    return (unsigned)op < ELEM_OPS ? op_signs[op] : "?";
}

bool elem_op_commutes(enum elem_op op)
{
    return op != OP_MAT2 && op != OP_AFFINE && op != OP_CARRY
        && op != OP_STRING && op != OP_SEGADD;
}

static int names_find(const struct name_row *rows, int count, const char *text)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(text, rows[i].name) == 0)
            return i;
        for (int k = 0; k < ALIASES && rows[i].alias[k]; k++)
            if (strcmp(text, rows[i].alias[k]) == 0)
                return i;
    }
    return -1;
}

static bool names_fail(const struct name_row *rows, int count, const char *kind,
                       const char *text, struct err *err)
{
    enum { MAX_NAMES = 16 };
    const char *names[MAX_NAMES];
    char list[160] = "";
    for (int i = 0; i < count && i < MAX_NAMES; i++) {
        const size_t used = strlen(list);
        names[i] = rows[i].name;
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
    }
    const char *near = err_nearest(text, names, count);
    if (near)
        return err_set(err, ERR_USAGE, "no %s \"%.40s\"; did you mean \"%s\"? "
                       "allowed: %s", kind, text, near, list);
    return err_set(err, ERR_USAGE, "no %s \"%.40s\"; allowed: %s", kind, text, list);
}

bool elem_type_parse(const char *text, enum elem_type *type, struct err *err)
{
    const int found = names_find(type_rows, ELEM_TYPES, text);
    if (found < 0)
        return names_fail(type_rows, ELEM_TYPES, "type", text, err);
    *type = (enum elem_type)found;
    return true;
}

bool elem_op_parse(const char *text, enum elem_op *op, struct err *err)
{
    const int found = names_find(op_rows, ELEM_OPS, text);
    if (found < 0)
        return names_fail(op_rows, ELEM_OPS, "operator", text, err);
    *op = (enum elem_op)found;
    return true;
}

/* ---- pairs and widths ----------------------------------------------------- */

static const char *pair_reason(enum elem_op op, enum elem_type type)
{
    switch (op) {
    case OP_AND:
    case OP_OR:
    case OP_XOR:
        return elem_is_real(type) ? N_("bits of integers only; allowed: "
               "int32, int8, uint32, int64") : NULL;
    case OP_MAT2:
        return type != ELEM_I32 && type != ELEM_U32
            ? N_("matrices of four elements in 16 bytes; allowed: int32, uint32") : NULL;
    case OP_AFFINE:
        return type == ELEM_I8 || type == ELEM_F16
            ? N_("its products need room; allowed: int32, uint32, int64, float, double") : NULL;
    case OP_CARRY:
    case OP_STRING:
        return type != ELEM_I8 && type != ELEM_I32
            ? N_("it carries bytes of its own and needs no type; leave the type away") : NULL;
    default:
        return NULL;
    }
}

bool elem_pair_check(enum elem_op op, enum elem_type type, struct err *err)
{
    if ((unsigned)op >= ELEM_OPS || (unsigned)type >= ELEM_TYPES)
        return err_set(err, ERR_USAGE, "operator %u on type %u is unknown",
                       (unsigned)op, (unsigned)type);
    const char *reason = pair_reason(op, type);
    char said[160];
    if (!reason)
        return true;
    return err_set(err, ERR_USAGE, "operator %s does not work on type %s: %s",
                   elem_op_name(op), elem_type_name(type),
                   say_msgid(said, sizeof said, reason));
}

size_t elem_width(enum elem_op op, enum elem_type type)
{
    return (size_t)elem_bytes((int)op, (int)type);
}

/* ---- numbers as text ------------------------------------------------------ */

/* printf and strtod use the locale's decimal point; we always use '.'. */
static void point_swap(char *text, bool to_locale)
{
    const struct lconv *conv = localeconv();
    const char here = conv && conv->decimal_point[0] ? conv->decimal_point[0] : '.';
    char *at = strchr(text, to_locale ? '.' : here);
    if (at)
        *at = to_locale ? here : '.';
}

static double real_read(const char *text, enum elem_type type, char **end)
{
    return type == ELEM_F64 ? strtod(text, end) : (double)strtof(text, end);
}

static void real_format(struct buf *out, enum elem_type type,
                        const unsigned char *at)
{
    const double value = elem_get_real(type, at);
    char text[48];
    if (value != value) {
        buf_puts(out, "nan");
        return;
    }
    if (isinf(value)) {
        buf_puts(out, value < 0 ? "-inf" : "inf");
        return;
    }
    for (int digits = 1; digits <= 17; digits++) {
        unsigned char back[8] = { 0 };
        snprintf(text, sizeof text, "%.*g", digits, value);
        elem_put_real(type, back, real_read(text, type, NULL));
        if (memcmp(back, at, (size_t)elem_size(type)) == 0)
            break;
    }
    point_swap(text, false);
    buf_puts(out, text);
}

static void number_format(struct buf *out, enum elem_type type,
                          const unsigned char *at)
{
    if (elem_is_real(type))
        real_format(out, type, at);
    else
        buf_printf(out, "%" PRId64, elem_get_int(type, at));
}

static void string_format(struct buf *out, const unsigned char *value)
{
    buf_puts(out, "\"");
    for (int i = 0; i < elem_text_length(value); i++) {
        const unsigned char c = value[i];
        if (c == '"' || c == '\\')
            buf_printf(out, "\\%c", c);
        else if (c < 32 || c > 126)
            buf_printf(out, "\\x%02x", c);
        else
            buf_printf(out, "%c", c);
    }
    buf_puts(out, "\"");
}

static void pair_format(struct buf *out, enum elem_type first_type,
                        const unsigned char *first, enum elem_type second_type,
                        const unsigned char *second)
{
    buf_puts(out, "(");
    number_format(out, first_type, first);
    buf_puts(out, ",");
    number_format(out, second_type, second);
    buf_puts(out, ")");
}

void elem_format(struct buf *out, enum elem_op op, enum elem_type type,
                 const unsigned char value[ELEM_MAX])
{
    const int size = elem_size((int)type);
    switch (op) {
    case OP_MAT2:
        for (int i = 0; i < 4; i++) {
            buf_puts(out, i == 0 ? "[" : i == 2 ? "; " : " ");
            number_format(out, type, value + 4 * i);
        }
        buf_puts(out, "]");
        break;
    case OP_AFFINE:
        pair_format(out, type, value, type, value + size);
        break;
    case OP_CARRY:
        pair_format(out, ELEM_I8, value, ELEM_I8, value + 1);
        break;
    case OP_STRING:
        string_format(out, value);
        break;
    case OP_SEGADD:
        pair_format(out, ELEM_I8, value, type, value + size);
        break;
    case OP_ARGMAX:
        pair_format(out, type, value, ELEM_I32, value + elem_index_at((int)type));
        break;
    default:
        number_format(out, type, value);
    }
}

/* ---- text as numbers ------------------------------------------------------ */

static void skip_space(const char **text)
{
    while (isspace((unsigned char)**text))
        ++*text;
}

/* The number at text as a word of its own; its length, 0 if there is none. */
static size_t number_word(const char *text, char word[64])
{
    size_t length = 0;
    while (length < 63 && (isalnum((unsigned char)text[length])
                           || (text[length] && strchr("+-.", text[length])))) {
        word[length] = text[length];
        length++;
    }
    word[length] = 0;
    return length;
}

static bool int_parse(const char *word, enum elem_type type, unsigned char *at,
                      struct err *err)
{
    char *end;
    errno = 0;
    const long long value = strtoll(word, &end, 10);
    if (end == word || *end)
        return err_set(err, ERR_USAGE, "\"%.40s\" is not an integer (%s)", word,
                       elem_type_name(type));
    elem_put_int(type, at, (uint64_t)value);
    if (errno == ERANGE || elem_get_int(type, at) != value)
        return err_set(err, ERR_USAGE, "%.40s is out of range for %s", word,
                       elem_type_name(type));
    return true;
}

static bool real_parse(char *word, enum elem_type type, unsigned char *at,
                       struct err *err)
{
    char *end, typed[64];
    memcpy(typed, word, sizeof typed);
    point_swap(word, true);
    const double value = real_read(word, type, &end);
    if (end == word || *end)
        return err_set(err, ERR_USAGE, "\"%.40s\" is not a number (%s)", typed,
                       elem_type_name(type));
    elem_put_real(type, at, value);
    const bool asked = strpbrk(typed, "iI") != NULL; /* "inf" was typed */
    if (isinf(elem_get_real(type, at)) && !asked)
        return err_set(err, ERR_USAGE, "%.40s is out of range for %s", typed,
                       elem_type_name(type));
    return true;
}

static bool number_parse(const char **text, enum elem_type type,
                         unsigned char *at, struct err *err)
{
    char word[64];
    skip_space(text);
    const size_t length = number_word(*text, word);
    if (length == 0)
        return err_set(err, ERR_USAGE, "expected a number (%s) at \"%.20s\"",
                       elem_type_name(type), *text);
    if (elem_is_real(type) ? !real_parse(word, type, at, err)
                           : !int_parse(word, type, at, err))
        return false;
    *text += length;
    return true;
}

static bool expect(const char **text, char wanted, const char *form,
                   struct err *err)
{
    skip_space(text);
    if (**text != wanted)
        return err_set(err, ERR_USAGE, "expected '%c' at \"%.20s\"; the form is %s",
                       wanted, *text, form);
    ++*text;
    return true;
}

static bool pair_parse(const char **text, const char *form,
                       enum elem_type first_type, unsigned char *first,
                       enum elem_type second_type, unsigned char *second,
                       struct err *err)
{
    return expect(text, '(', form, err)
        && number_parse(text, first_type, first, err)
        && expect(text, ',', form, err)
        && number_parse(text, second_type, second, err)
        && expect(text, ')', form, err);
}

static bool mat2_parse(const char **text, enum elem_type type,
                       unsigned char *value, struct err *err)
{
    static const char form[] = "[1 2; 3 4]";
    return expect(text, '[', form, err)
        && number_parse(text, type, value, err)
        && number_parse(text, type, value + 4, err)
        && expect(text, ';', form, err)
        && number_parse(text, type, value + 8, err)
        && number_parse(text, type, value + 12, err)
        && expect(text, ']', form, err);
}

/* One character behind a backslash; -1 when it is none. */
static int escape_parse(const char **text)
{
    char digits[3] = { 0 };
    const char c = *(*text)++;
    if (c == '"' || c == '\\')
        return c;
    if (c != 'x' || !isxdigit((unsigned char)(*text)[0])
        || !isxdigit((unsigned char)(*text)[1]))
        return -1;
    memcpy(digits, *text, 2);
    *text += 2;
    return (int)strtol(digits, NULL, 16);
}

static bool string_parse(const char **text, unsigned char *value, struct err *err)
{
    const char *at = *text;
    int length = 0;
    if (!expect(&at, '"', "\"abc\"", err))
        return false;
    while (*at && *at != '"') {
        int c = (unsigned char)*at++;
        if (c == '\\' && (*at == 0 || (c = escape_parse(&at)) < 0))
            return err_set(err, ERR_USAGE, "unknown escape in a string; allowed: "
                           "\\\", \\\\ and \\x41");
        if (length == ELEM_TEXT)
            return err_set(err, ERR_USAGE, "a string has up to %d bytes", ELEM_TEXT);
        value[length++] = (unsigned char)c;
    }
    if (!expect(&at, '"', "\"abc\"", err))
        return false;
    value[ELEM_TEXT] = (unsigned char)length;
    *text = at;
    return true;
}

/* Flags are 0 or 1, whatever the byte could hold. */
static bool flags_check(const unsigned char *value, int count, struct err *err)
{
    for (int i = 0; i < count; i++)
        if (value[i] > 1)
            return err_set(err, ERR_USAGE, "a flag is 0 or 1, not %d",
                           (int)elem_get_int(ELEM_I8, value + i));
    return true;
}

bool elem_parse(const char **text, enum elem_op op, enum elem_type type,
                unsigned char value[ELEM_MAX], struct err *err)
{
    const int size = elem_size((int)type);
    memset(value, 0, ELEM_MAX);
    skip_space(text);
    switch (op) {
    case OP_MAT2:
        return mat2_parse(text, type, value, err);
    case OP_AFFINE:
        return pair_parse(text, "(a,b)", type, value, type, value + size, err);
    case OP_CARRY:
        return pair_parse(text, "(generate,propagate)", ELEM_I8, value,
                          ELEM_I8, value + 1, err)
            && flags_check(value, 2, err);
    case OP_STRING:
        return string_parse(text, value, err);
    case OP_SEGADD: {
        unsigned char flag[ELEM_MAX] = { 0 };
        if (!pair_parse(text, "(flag,value)", ELEM_I8, flag, type, value + size, err)
            || !flags_check(flag, 1, err))
            return false;
        value[0] = flag[0];
        return true;
    }
    case OP_ARGMAX:
        return pair_parse(text, "(value,index)", type, value, ELEM_I32,
                          value + elem_index_at((int)type), err);
    default:
        return number_parse(text, type, value, err);
    }
}
