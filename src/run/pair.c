/* Which operators and types an algorithm takes. One predicate decides; what a
 * refusal lists as allowed is asked of the same predicate. */
#include <stdio.h>
#include <string.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "base/say.h"
#include "run/run.h"

/* What the algorithm's kind of result asks of operator and type. */
static bool op_fits(enum trace_result result, enum elem_op op)
{
    switch (result) {
    case RESULT_COMPACT:
    case RESULT_SPLIT:
        return op == OP_ADD;
    case RESULT_SPARSE:
        return op == OP_ADD || op == OP_OR || op == OP_XOR;
    case RESULT_SUM:
        return op == OP_ADD || op == OP_CARRY;
    case RESULT_SEGMENTS:
        return op != OP_SEGADD;
    default:
        return true;
    }
}

static bool type_fits(enum trace_result result, enum elem_type type)
{
    switch (result) {
    case RESULT_COMPACT:
        return type != ELEM_I8;
    case RESULT_SPLIT:
        return type != ELEM_I8 && !elem_is_real((int)type);
    case RESULT_SPARSE:
        return type == ELEM_I8 || type == ELEM_I32 || type == ELEM_U32;
    case RESULT_SUM:
        return elem_pair_check(OP_CARRY, type, NULL);
    default:
        return true;
    }
}

static bool pair_fits(enum trace_result result, enum elem_op op, enum elem_type type)
{
    return op_fits(result, op) && type_fits(result, type)
        && elem_pair_check(op, type, NULL);
}

/* ---- why not -------------------------------------------------------------- */

static const char *op_reason(enum trace_result result)
{
    switch (result) {
    case RESULT_SPARSE:
        return N_("skips zeros, so its operator is one to which they add nothing");
    case RESULT_SUM:
        return N_("adds bits, so its operator is carry");
    case RESULT_SEGMENTS:
        return N_("has its flags in an array of their own; segadd carries a second one");
    default:
        return N_("counts, so its operator is +");
    }
}

static const char *type_reason(enum trace_result result)
{
    switch (result) {
    case RESULT_SPLIT:
        return N_("looks at bits of integers and counts up to n, which int8 cannot");
    case RESULT_SPARSE:
        return N_("takes an element for an int to see whether it is zero");
    case RESULT_SUM:
        return N_("carries bits of its own and needs no type");
    default:
        return N_("counts up to n, which int8 cannot");
    }
}

struct names { char text[160]; int count; };

static void names_add(struct names *names, const char *name)
{
    const size_t used = strlen(names->text);
    snprintf(names->text + used, sizeof names->text - used, "%s%s",
             names->count++ ? ", " : "", name);
}

/* The types that go with op. */
static struct names types_of(enum trace_result result, enum elem_op op)
{
    struct names names = { "", 0 };
    for (int type = 0; type < ELEM_TYPES; type++)
        if (pair_fits(result, op, (enum elem_type)type))
            names_add(&names, elem_type_name((enum elem_type)type));
    return names;
}

/* The operators that go with type. */
static struct names ops_of(enum trace_result result, enum elem_type type)
{
    struct names names = { "", 0 };
    for (int op = 0; op < ELEM_OPS; op++)
        if (pair_fits(result, (enum elem_op)op, type))
            names_add(&names, elem_op_name((enum elem_op)op));
    return names;
}

/* The operator that the algorithm does not take; with a type that none goes
 * with, both have to be changed. */
static bool op_refuse(const struct algo *algo, enum elem_type type, struct err *err)
{
    struct names names = ops_of(algo->result, type);
    char reason[160];
    say_msgid(reason, sizeof reason, op_reason(algo->result));
    if (names.count == 0)
        return err_set(err, ERR_USAGE, "%s %s, and it takes no %s; allowed: %s with %s",
                       algo->name, reason, elem_type_name(type),
                       elem_op_name(OP_ADD), types_of(algo->result, OP_ADD).text);
    return err_set(err, ERR_USAGE, "%s %s; allowed: %s", algo->name, reason,
                   names.text);
}

bool run_pair_check(const struct algo *algo, enum elem_op op,
                    enum elem_type type, struct err *err)
{
    const enum trace_result result = algo ? algo->result : RESULT_SCAN;
    char reason[160];
    if ((unsigned)op >= ELEM_OPS || (unsigned)type >= ELEM_TYPES)
        return elem_pair_check(op, type, err);
    if (!op_fits(result, op))
        return op_refuse(algo, type, err);
    if (!type_fits(result, type))
        return err_set(err, ERR_USAGE, "%s %s; allowed: %s", algo->name,
                       say_msgid(reason, sizeof reason, type_reason(result)),
                       types_of(result, op).text);
    return elem_pair_check(op, type, err);
}
