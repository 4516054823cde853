/* The options that describe a run, and lists of blocks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/elem_info.h"
#include "run/options.h"
#include "simt/simt.h"

static bool take_algo(void *user, const char *value, struct err *err)
{
    struct run_options *options = user;
    int count = 0;
    for (const char *at = value;; at++) {
        char name[TRACE_NAME];
        const size_t length = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)(length > 60 ? 60 : length), at);
        if (count == RUN_OPTIONS_ALGOS)
            return err_set(err, ERR_USAGE, "--algo takes up to %d names",
                           RUN_OPTIONS_ALGOS);
        options->algos[count] = run_algo_find(name, err);
        if (!options->algos[count++])
            return false;
        at += length;
        if (*at == 0)
            break;
    }
    options->algo_count = count;
    options->spec.algo = options->algos[0];
    options->algo_given = true;
    return true;
}

bool run_n_parse(const char *name, const char *text, uint32_t *n,
                 struct err *err)
{
    uint64_t number;
    if (!options_number(name, text, 1, RUN_MAX_N, &number, err))
        return false;
    *n = (uint32_t)number;
    return true;
}

static bool take_n(void *user, const char *value, struct err *err)
{
    struct run_options *options = user;
    options->n_given = true;
    return run_n_parse("--n", value, &options->spec.n, err);
}

static bool take_op(void *user, const char *value, struct err *err)
{
    return elem_op_parse(value, &((struct run_options *)user)->spec.op, err);
}

static bool take_type(void *user, const char *value, struct err *err)
{
    return elem_type_parse(value, &((struct run_options *)user)->spec.type, err);
}

static bool take_input(void *user, const char *value, struct err *err)
{
    struct run_options *options = user;
    (void)err;
    options->spec.input = value;
    options->input_given = true;
    return true;
}

static bool take_direction(struct run_options *options,
                           enum run_direction direction, struct err *err)
{
    if (options->spec.direction != RUN_DEFAULT
        && options->spec.direction != direction)
        return err_set(err, ERR_USAGE, "--inclusive and --exclusive exclude "
                       "each other");
    options->spec.direction = direction;
    return true;
}

static bool take_inclusive(void *user, const char *value, struct err *err)
{
    (void)value;
    return take_direction(user, RUN_INCLUSIVE, err);
}

static bool take_exclusive(void *user, const char *value, struct err *err)
{
    (void)value;
    return take_direction(user, RUN_EXCLUSIVE, err);
}

static bool take_block(void *user, const char *value, struct err *err)
{
    uint64_t block;
    if (!options_number("--block", value, 1, 1024, &block, err))
        return false;
    ((struct run_options *)user)->spec.block = (uint32_t)block;
    return true;
}

static bool take_device(void *user, const char *value, struct err *err)
{
    static const char *const names[] = { "auto", "host", "cuda" };
    static const int devices[] = { RUN_AUTO, RUN_HOST, RUN_CUDA };
    struct run_options *options = user;
    int chosen;
    if (!options_choice("--device", value, names, 3, &chosen, err))
        return false;
    options->spec.device = devices[chosen];
    return true;
}

/* "adversarial" or "adversarial:SEED" */
static bool searched(const char *text)
{
    const size_t length = strlen("adversarial");
    return strncmp(text, "adversarial", length) == 0
        && (text[length] == 0 || text[length] == ':');
}

bool run_schedule_check(const char *text, struct err *err)
{
    uint64_t seed;
    if (!searched(text))
        return simt_schedule_check(text, err);
    const char *colon = strchr(text, ':');
    return !colon
        || options_number("--schedule adversarial:SEED, SEED", colon + 1, 0,
                          UINT64_MAX, &seed, err);
}

static bool take_schedule(void *user, const char *value, struct err *err)
{
    struct run_options *options = user;
    options->spec.schedule = value;
    options->schedule_given = true;
    return run_schedule_check(value, err);
}

static bool take_resident(void *user, const char *value, struct err *err)
{
    uint64_t resident;
    if (!options_number("--resident", value, 1, 1024, &resident, err))
        return false;
    ((struct run_options *)user)->spec.resident = (uint32_t)resident;
    return true;
}

static bool take_blocks(void *user, const char *value, struct err *err)
{
    ((struct run_options *)user)->spec.trace_blocks = value;
    return run_blocks_check(value, 0, err);
}

static const struct option_def defs[] = {
    { "--algo", "NAME[,NAME]", take_algo, "algorithm (pscan list names them)", NULL },
    { "--n", "N", take_n, "number of elements, as 1000 or 2^20", NULL },
    { "--op", "OP", take_op, "operator: + * min max and or xor mat2 ...", NULL },
    { "--type", "TYPE", take_type, "int32, int8, uint32, int64, float, ...", NULL },
    { "--input", "LIST", take_input,
      "\"3 1 4\", \"1 2|3\", 0b1011+6, @FILE or random:SEED", NULL },
    { "--inclusive", NULL, take_inclusive, "sums with the element itself", NULL },
    { "--exclusive", NULL, take_exclusive, "sums of what lies before", NULL },
    { "--block", "B", take_block, "threads a block", NULL },
    { "--device", "DEVICE", take_device, "auto, host or cuda", NULL },
    { "--schedule", "S", take_schedule,
      "in-order, round-robin, random:SEED, adversarial, hold:BLOCK@PHASE, ...", NULL },
    { "--resident", "R", take_resident, "blocks resident at once", NULL },
    { "--trace-blocks", "LIST", take_blocks, "blocks to trace: 0,2-5,last", NULL },
};

void run_options_init(struct run_options *options)
{
    memset(options, 0, sizeof *options);
    options->algos[0] = run_algo_find("hillis", NULL);
    options->algo_count = 1;
    options->spec.algo = options->algos[0];
}

struct option_group run_options_group(struct run_options *options)
{
    return (struct option_group){ defs, sizeof defs / sizeof *defs, options };
}
