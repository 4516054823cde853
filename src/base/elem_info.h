/* Names, widths and text of elements. The arithmetic itself is elem_ops.h. */
#ifndef BASE_ELEM_INFO_H
#define BASE_ELEM_INFO_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/elem.h"
#include "base/err.h"

const char *elem_type_name(enum elem_type type); /* "int32", "half", ... */
const char *elem_op_name(enum elem_op op);       /* "+", "max", "mat2", ... */
const char *elem_op_sign(enum elem_op op);       /* one glyph for a node: "+" "×" "∘" ... */
bool elem_op_commutes(enum elem_op op);

/* "add", "sum" and "+" name the same operator. On failure *err lists what is
 * allowed and the nearest name meant (ERR_USAGE). */
bool elem_type_parse(const char *text, enum elem_type *type, struct err *err);
bool elem_op_parse(const char *text, enum elem_op *op, struct err *err);

/* Whether the pair makes sense; the reason otherwise, as ERR_USAGE. */
bool elem_pair_check(enum elem_op op, enum elem_type type, struct err *err);

/* Bytes of one value in memory, for bank and sector arithmetic: 1 to 16. */
size_t elem_width(enum elem_op op, enum elem_type type);

/* One value as text ("19", "1.5", "nan", "[1 2; 3 4]", "(1,0)", "\"abc\"").
 * Stable: float by shortest form that reads back equal. */
void elem_format(struct buf *out, enum elem_op op, enum elem_type type,
                 const unsigned char value[ELEM_MAX]);

/* Reads one value as elem_format prints it (spaces around allowed) from *text,
 * moves *text behind it. Out of range is an error, never a wrap. */
bool elem_parse(const char **text, enum elem_op op, enum elem_type type,
                unsigned char value[ELEM_MAX], struct err *err);

#endif
