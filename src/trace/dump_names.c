/* The names of kinds as they stand in dumps: stable, never translated. */
#include "trace/dump_line.h"

static const char *const kind_names[EVENT_KINDS] = {
    [EV_NONE] = "none", [EV_LD] = "ld", [EV_OP] = "op",
    [EV_IDENT] = "identity", [EV_CONST] = "const", [EV_SHFL] = "shfl",
    [EV_POLL] = "poll", [EV_HIGH] = "high", [EV_TOINT] = "to-int",
    [EV_ATOMIC] = "atomic", [EV_BALLOT] = "ballot", [EV_LDW] = "ldw",
    [EV_ST] = "st", [EV_PUBLISH] = "publish", [EV_STW] = "stw",
    [EV_BARRIER] = "barrier", [EV_MEET] = "meet", [EV_FENCE] = "fence",
    [EV_PHASE] = "phase", [EV_TILE] = "tile", [EV_EXIT] = "exit"};

static const char *const meet_names[] = {
    [MEET_SYNCWARP] = "syncwarp", [MEET_SHFL_UP] = "shfl-up",
    [MEET_SHFL_DOWN] = "shfl-down", [MEET_SHFL_XOR] = "shfl-xor",
    [MEET_SHFL_IDX] = "shfl-idx", [MEET_BALLOT] = "ballot"};

static const char *const phase_names[EVENT_PHASES] = {
    [PHASE_LOAD] = "load", [PHASE_STRIDE] = "stride", [PHASE_UP] = "up",
    [PHASE_ROOT] = "root", [PHASE_DOWN] = "down",
    [PHASE_SHUFFLE] = "shuffle", [PHASE_ELEMENT] = "element",
    [PHASE_STORE] = "store", [PHASE_TOTAL] = "total",
    [PHASE_SHIFT] = "shift", [PHASE_BLOCK_SUMS] = "block-sums",
    [PHASE_OFFSETS] = "offsets", [PHASE_LOOK_BACK] = "look-back",
    [PHASE_SCATTER] = "scatter", [PHASE_REDUCE] = "reduce"};

static const char *const stop_names[TRACE_STOP_KINDS] = {
    [STOP_BARRIER_DIVERGENCE] = "barrier-divergence",
    [STOP_MASK_ABSENT] = "mask-absent", [STOP_SPIN] = "spin",
    [STOP_EVENT_LIMIT] = "event-limit",
    [STOP_ARRAY_MISMATCH] = "array-mismatch",
    [STOP_LANE_RANGE] = "lane-range"};

static const char *const space_names[] = {
    [SPACE_GLOBAL] = "global", [SPACE_SHARED] = "shared"};

static const char *const word_names[] = {
    [WORD_VALUE] = "value", [WORD_INT] = "int", [WORD_STATUS] = "status"};

static const char *const init_names[] = {
    [INIT_NONE] = "none", [INIT_INPUT] = "input", [INIT_ZERO] = "zero",
    [INIT_HEADS] = "heads"};

static const char *const role_names[] = {
    [ROLE_WORK] = "work", [ROLE_INPUT] = "input", [ROLE_OUTPUT] = "output",
    [ROLE_TOTAL] = "total", [ROLE_STATUS] = "status",
    [ROLE_COUNTER] = "counter"};

static const char *const result_names[] = {
    [RESULT_SCAN] = "scan", [RESULT_TOTAL] = "total",
    [RESULT_COMPACT] = "compact", [RESULT_SEGMENTS] = "segments",
    [RESULT_SPARSE] = "sparse", [RESULT_SPLIT] = "split",
    [RESULT_SUM] = "sum"};

static const char *name_of(const char *const *names, size_t count,
                           unsigned number)
{
    return number < count && names[number] != NULL ? names[number] : "?";
}

#define NAME_OF(names, number) \
    name_of((names), sizeof(names) / sizeof *(names), (number))

const char *dump_kind_name(enum event_kind kind)
{
    return NAME_OF(kind_names, (unsigned)kind);
}

const char *dump_meet_name(unsigned meet)
{
    return NAME_OF(meet_names, meet);
}

const char *dump_phase_name(unsigned phase)
{
    return NAME_OF(phase_names, phase);
}

const char *dump_stop_name(unsigned kind)
{
    return NAME_OF(stop_names, kind);
}

const char *dump_space_name(unsigned space)
{
    return NAME_OF(space_names, space);
}

const char *dump_word_name(unsigned word)
{
    return NAME_OF(word_names, word);
}

const char *dump_init_name(unsigned init)
{
    return NAME_OF(init_names, init);
}

const char *dump_role_name(unsigned role)
{
    return NAME_OF(role_names, role);
}

const char *dump_result_name(unsigned result)
{
    return NAME_OF(result_names, result);
}
