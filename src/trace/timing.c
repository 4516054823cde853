/* Timing records and their JSON:
 *
 *     {"pscan-timings": 1, "device": ..., "driver": ..., "cuda": ...,
 *      "date": "YYYY-MM-DD", "flags": ...,
 *      "rows": [{"row": "hillis", "n": 1024, "op": "+", "median_ns": ...}]}
 *
 * The fields are those of struct timing, operators, types and results by name; a
 * row without a result is of a scan. A file
 * is read with distrust: what is missing, too long, out of range or out of
 * order (min <= p25 <= median <= p75 <= max) refuses the file. */
#include "trace/timing.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/cells.h"
#include "base/elem_info.h"
#include "base/file.h"
#include "base/utf8.h"
#include "trace/dump_line.h"

enum { FORMAT = 1, FILE_LIMIT = 16 << 20, ROWS_LIMIT = 1 << 16 };

/* Whole numbers up to here survive a double. */
static const double exact_limit = 9007199254740992.0;

/* No scan is done in a thousandth of a nanosecond. */
static const double median_least = 1e-3;

void timing_init(struct timing_set *set)
{
    *set = (struct timing_set){.live = false};
    arena_init(&set->arena, 0);
}

void timing_finish(struct timing_set *set)
{
    arena_finish(&set->arena);
    timing_init(set);
}

/* Room doubles at powers of two; old rows stay in the arena until the end. */
bool timing_add(struct timing_set *set, const struct timing *row,
                struct err *err)
{
    uint32_t count = set->count;
    if ((count & (count - 1)) == 0) {
        struct timing *rows = ARENA_NEW(&set->arena, struct timing,
                                        count == 0 ? 1 : (size_t)count * 2);
        if (rows == NULL)
            return err_set(err, ERR_FAILED, "out of memory for timings");
        if (count > 0)
            memcpy(rows, set->rows, count * sizeof *rows);
        set->rows = rows;
    }
    set->rows[set->count++] = *row;
    return true;
}

const struct timing *timing_find(const struct timing_set *set, const char *row,
                                 uint64_t n, enum elem_type type,
                                 enum elem_op op)
{
    for (uint32_t i = 0; i < set->count; i++) {
        const struct timing *timing = &set->rows[i];
        if (timing->n == n && timing->type == type && timing->op == op &&
            strcmp(timing->row, row) == 0)
            return timing;
    }
    return NULL;
}

bool timing_alike(const struct timing *a, const struct timing *b)
{
    return trace_problem(a->result) == trace_problem(b->result) && a->n == b->n &&
           a->op == b->op &&
           a->type == b->type && a->inclusive == b->inclusive &&
           a->bytes == b->bytes;
}

/* ---- reading ------------------------------------------------------------- */

/* Fields are taken one after the other; the first that is wrong is named. */
struct taker {
    const cJSON *from;
    const char *wrong; /* NULL while all is well */
};

static const cJSON *take(struct taker *taker, const char *name)
{
    if (taker->wrong != NULL)
        return NULL;
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(taker->from, name);
    if (item == NULL)
        taker->wrong = name;
    return item;
}

static bool text_plain(const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p != 0; p++)
        if (*p < 0x20 || *p == 0x7f || (*p == 0xc2 && p[1] < 0xa0))
            return false;
    return utf8_valid(text, strlen(text));
}

static void take_text(struct taker *taker, const char *name, char *out,
                      size_t room)
{
    const char *text = cJSON_GetStringValue(take(taker, name));
    if (text == NULL || strlen(text) >= room || !text_plain(text)) {
        taker->wrong = taker->wrong != NULL ? taker->wrong : name;
        return;
    }
    memcpy(out, text, strlen(text) + 1);
}

#define TAKE_TEXT(taker, name, out) \
    take_text((taker), (name), (out), sizeof(out))

/* A number from low to high; NaN is none. */
static double take_number(struct taker *taker, const char *name, double low,
                          double high)
{
    const cJSON *item = take(taker, name);
    if (cJSON_IsNumber(item) && item->valuedouble >= low &&
        item->valuedouble <= high)
        return item->valuedouble;
    if (taker->wrong == NULL)
        taker->wrong = name;
    return low;
}

static uint64_t take_whole(struct taker *taker, const char *name, double low,
                           double high)
{
    double number = take_number(taker, name, low, high);
    uint64_t whole = (uint64_t)number;
    if ((double)whole != number && taker->wrong == NULL)
        taker->wrong = name;
    return whole;
}

static bool take_bool(struct taker *taker, const char *name)
{
    const cJSON *item = take(taker, name);
    if (!cJSON_IsBool(item) && taker->wrong == NULL)
        taker->wrong = name;
    return cJSON_IsTrue(item);
}

static void take_pair(struct taker *taker, struct timing *row)
{
    char op[16] = "", type[16] = "";
    enum elem_op op_number = OP_ADD;
    enum elem_type type_number = ELEM_I32;
    TAKE_TEXT(taker, "op", op);
    TAKE_TEXT(taker, "type", type);
    if (taker->wrong != NULL)
        return;
    if (!elem_op_parse(op, &op_number, NULL))
        taker->wrong = "op";
    else if (!elem_type_parse(type, &type_number, NULL) ||
             !elem_pair_check(op_number, type_number, NULL))
        taker->wrong = "type";
    row->op = (uint8_t)op_number;
    row->type = (uint8_t)type_number;
}

static void take_result(struct taker *taker, struct timing *row)
{
    char name[16] = "";
    unsigned result = 0;
    if (cJSON_GetObjectItemCaseSensitive(taker->from, "result") == NULL)
        return;
    TAKE_TEXT(taker, "result", name);
    while (result < TRACE_RESULTS && strcmp(dump_result_name(result), name) != 0)
        result++;
    if (result == TRACE_RESULTS && taker->wrong == NULL)
        taker->wrong = "result";
    row->result = (uint8_t)result;
}

/* NULL, or the field that is wrong. */
static const char *row_read(const cJSON *node, struct timing *row)
{
    struct taker taker = {node, cJSON_IsObject(node) ? NULL : "rows"};
    *row = (struct timing){.n = 0};
    TAKE_TEXT(&taker, "row", row->row);
    TAKE_TEXT(&taker, "label", row->label);
    TAKE_TEXT(&taker, "shape", row->shape);
    row->n = take_whole(&taker, "n", 1, exact_limit);
    take_pair(&taker, row);
    take_result(&taker, row);
    row->inclusive = take_bool(&taker, "inclusive");
    row->limit = take_bool(&taker, "limit");
    row->runs = (uint32_t)take_whole(&taker, "runs", 1, UINT32_MAX);
    row->warmups = (uint32_t)take_whole(&taker, "warmups", 0, UINT32_MAX);
    row->min_ns = take_number(&taker, "min_ns", 0, 1e18);
    row->p25_ns = take_number(&taker, "p25_ns", row->min_ns, 1e18);
    row->median_ns = take_number(&taker, "median_ns", row->p25_ns, 1e18);
    row->p75_ns = take_number(&taker, "p75_ns", row->median_ns, 1e18);
    row->max_ns = take_number(&taker, "max_ns", row->p75_ns, 1e18);
    row->bytes = take_whole(&taker, "bytes", 0, exact_limit);
    row->checked = take_bool(&taker, "checked");
    row->warm = take_bool(&taker, "warm");
    if (taker.wrong == NULL && row->median_ns < median_least)
        taker.wrong = "median_ns";
    return taker.wrong;
}

static bool date_valid(const char *date)
{
    static const char form[] = "dddd-dd-dd";
    for (int i = 0; form[i] != '\0'; i++)
        if (form[i] == 'd' ? !isdigit((unsigned char)date[i])
                           : date[i] != form[i])
            return false;
    return date[sizeof form - 1] == '\0';
}

static const char *head_read(const cJSON *root, struct timing_set *set)
{
    struct taker taker = {root, NULL};
    TAKE_TEXT(&taker, "device", set->device);
    TAKE_TEXT(&taker, "driver", set->driver);
    TAKE_TEXT(&taker, "cuda", set->cuda);
    TAKE_TEXT(&taker, "date", set->date);
    TAKE_TEXT(&taker, "flags", set->flags);
    if (taker.wrong == NULL && !date_valid(set->date))
        taker.wrong = "date";
    return taker.wrong;
}

static bool wrong_field(const char *path, int row, const char *field,
                        struct err *err)
{
    if (row < 0)
        return err_set(err, ERR_USAGE, "the timings in '%s' are damaged: "
                       "field '%s' is missing or wrong", path, field);
    return err_set(err, ERR_USAGE, "the timings in '%s' are damaged: field "
                   "'%s' of row %d is missing or wrong", path, field, row + 1);
}

static bool root_read(const cJSON *root, struct timing_set *set,
                      const char *path, struct err *err)
{
    const cJSON *format =
        cJSON_GetObjectItemCaseSensitive(root, "pscan-timings");
    if (!cJSON_IsNumber(format))
        return err_set(err, ERR_USAGE, "'%s' is not a file of timings", path);
    if (format->valuedouble != FORMAT)
        return err_set(err, ERR_USAGE, "the timings in '%s' have version %g; "
                       "this program reads version %d", path,
                       format->valuedouble, FORMAT);
    const char *wrong = head_read(root, set);
    const cJSON *rows = cJSON_GetObjectItemCaseSensitive(root, "rows");
    if (wrong == NULL && (!cJSON_IsArray(rows) ||
                          cJSON_GetArraySize(rows) > ROWS_LIMIT))
        wrong = "rows";
    if (wrong != NULL)
        return wrong_field(path, -1, wrong, err);
    const cJSON *node;
    int number = 0;
    cJSON_ArrayForEach(node, rows)
    {
        struct timing row;
        wrong = row_read(node, &row);
        if (wrong != NULL)
            return wrong_field(path, number, wrong, err);
        if (!timing_add(set, &row, err))
            return false;
        number++;
    }
    return true;
}

bool timing_read_bytes(struct timing_set *set, const void *bytes,
                       size_t length, const char *name, struct err *err)
{
    const char *end = NULL;
    cJSON *root = cJSON_ParseWithLengthOpts(bytes, length, &end, false);
    size_t used = root != NULL ? (size_t)(end - (const char *)bytes) : 0;
    while (root != NULL && used < length &&
           isspace(((const unsigned char *)bytes)[used]))
        used++;
    bool ok = root != NULL && used == length;
    if (!ok)
        err_set(err, ERR_USAGE, "'%s' is not a file of timings", name);
    ok = ok && root_read(root, set, name, err);
    cJSON_Delete(root);
    if (!ok)
        timing_finish(set);
    return ok;
}

bool timing_read(struct timing_set *set, const char *path, struct err *err)
{
    unsigned char *bytes;
    size_t length;
    if (!file_read_whole(path, FILE_LIMIT, &bytes, &length, err)) {
        timing_finish(set);
        return false;
    }
    bool ok = timing_read_bytes(set, bytes, length, path, err);
    free(bytes);
    return ok;
}

/* ---- writing ------------------------------------------------------------- */

static cJSON *row_node(const struct timing *row)
{
    cJSON *node = cJSON_CreateObject();
    bool ok =
        cJSON_AddStringToObject(node, "row", row->row) &&
        cJSON_AddStringToObject(node, "label", row->label) &&
        cJSON_AddStringToObject(node, "shape", row->shape) &&
        cJSON_AddNumberToObject(node, "n", (double)row->n) &&
        cJSON_AddStringToObject(node, "op",
                                elem_op_name((enum elem_op)row->op)) &&
        cJSON_AddStringToObject(node, "type",
                                elem_type_name((enum elem_type)row->type)) &&
        (row->result == RESULT_SCAN ||
         cJSON_AddStringToObject(node, "result",
                                 dump_result_name(row->result))) &&
        cJSON_AddBoolToObject(node, "inclusive", row->inclusive) &&
        cJSON_AddBoolToObject(node, "limit", row->limit) &&
        cJSON_AddNumberToObject(node, "runs", row->runs) &&
        cJSON_AddNumberToObject(node, "warmups", row->warmups) &&
        cJSON_AddNumberToObject(node, "min_ns", row->min_ns) &&
        cJSON_AddNumberToObject(node, "p25_ns", row->p25_ns) &&
        cJSON_AddNumberToObject(node, "median_ns", row->median_ns) &&
        cJSON_AddNumberToObject(node, "p75_ns", row->p75_ns) &&
        cJSON_AddNumberToObject(node, "max_ns", row->max_ns) &&
        cJSON_AddNumberToObject(node, "bytes", (double)row->bytes) &&
        cJSON_AddBoolToObject(node, "checked", row->checked) &&
        cJSON_AddBoolToObject(node, "warm", row->warm);
    if (ok)
        return node;
    cJSON_Delete(node);
    return NULL;
}

static bool root_fill(cJSON *root, const struct timing_set *set)
{
    if (!cJSON_AddNumberToObject(root, "pscan-timings", FORMAT) ||
        !cJSON_AddStringToObject(root, "device", set->device) ||
        !cJSON_AddStringToObject(root, "driver", set->driver) ||
        !cJSON_AddStringToObject(root, "cuda", set->cuda) ||
        !cJSON_AddStringToObject(root, "date", set->date) ||
        !cJSON_AddStringToObject(root, "flags", set->flags))
        return false;
    cJSON *rows = cJSON_AddArrayToObject(root, "rows");
    for (uint32_t i = 0; i < set->count && rows != NULL; i++) {
        cJSON *node = row_node(&set->rows[i]);
        if (!cJSON_AddItemToArray(rows, node))
            return false;
    }
    return rows != NULL;
}

bool timing_write(const struct timing_set *set, const char *path,
                  struct err *err)
{
    cJSON *root = cJSON_CreateObject();
    char *text = root_fill(root, set) ? cJSON_Print(root) : NULL;
    cJSON_Delete(root);
    if (text == NULL)
        return err_set(err, ERR_FAILED, "cannot write '%s': out of memory",
                       path);
    struct file_part parts[] = {{text, strlen(text)}, {"\n", 1}};
    bool ok = file_write_parts(path, parts, 2, err);
    cJSON_free(text);
    return ok;
}

/* ---- CSV ----------------------------------------------------------------- */

static void csv_row(struct buf *out, const struct timing_set *set,
                    const struct timing *row)
{
    const char *texts[] = {row->row, row->label, row->shape,
                           elem_op_name((enum elem_op)row->op),
                           elem_type_name((enum elem_type)row->type)};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cells_put(out, CELLS_CSV, texts[i]);
        buf_puts(out, ",");
    }
    buf_printf(out, "%s,%s,%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",",
               row->inclusive ? "inclusive" : "exclusive",
               row->limit ? "limit" : dump_result_name(row->result), row->n, row->runs, row->warmups);
    const double times[] = {row->median_ns, row->min_ns, row->p25_ns,
                            row->p75_ns, row->max_ns};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        buf_printf(out, "%" PRIu64 ".%d,", (uint64_t)times[i],
                   (int)((times[i] - (double)(uint64_t)times[i]) * 10));
    buf_printf(out, "%" PRIu64 ",%s,%s,", row->bytes,
               row->checked ? "yes" : "no", row->warm ? "yes" : "no");
    cells_put(out, CELLS_CSV, set->device);
    buf_puts(out, ",");
    cells_put(out, CELLS_CSV, set->date);
    buf_puts(out, "\n");
}

void timing_csv(const struct timing_set *set, struct buf *out)
{
    buf_puts(out, "row,label,shape,op,type,direction,kind,n,runs,warmups,"
             "median_ns,min_ns,p25_ns,p75_ns,max_ns,bytes,checked,warm,"
             "device,date\n");
    for (uint32_t i = 0; i < set->count; i++)
        csv_row(out, set, &set->rows[i]);
}
