/* The costs of tracing as JSON. Figures that were not measured are left out. */
#include <cjson/cJSON.h>

#include "base/elem_info.h"
#include "bench/tracing.h"

static bool number(cJSON *node, const char *name, double value)
{
    return value <= 0 || cJSON_AddNumberToObject(node, name, value);
}

static bool row_add(cJSON *rows, const struct tracing_row *row)
{
    cJSON *node = cJSON_CreateObject();
    if (!node || !cJSON_AddItemToArray(rows, node)) {
        cJSON_Delete(node);
        return false;
    }
    return cJSON_AddStringToObject(node, "kernel", row->algo)
        && cJSON_AddNumberToObject(node, "n", row->n)
        && cJSON_AddStringToObject(node, "op", elem_op_name((enum elem_op)row->op))
        && cJSON_AddNumberToObject(node, "blocks", row->blocks)
        && cJSON_AddNumberToObject(node, "events", (double)row->events)
        && number(node, "gpu_plain_ns", row->plain_ns)
        && number(node, "gpu_traced_ns", row->traced_ns)
        && number(node, "gpu_traced_with_stamps_ns", row->stamped_ns)
        && number(node, "host_recording_ns", row->host_ns)
        && number(node, "cpu_loop_ns", row->loop_ns);
}

static bool root_fill(cJSON *root, const struct tracing *tracing)
{
    bool ok = cJSON_AddNumberToObject(root, "pscan-tracing", 1)
        && cJSON_AddStringToObject(root, "device", tracing->device)
        && cJSON_AddStringToObject(root, "driver", tracing->driver)
        && cJSON_AddStringToObject(root, "cuda", tracing->cuda)
        && cJSON_AddStringToObject(root, "cpu", tracing->cpu)
        && cJSON_AddStringToObject(root, "date", tracing->date);
    cJSON *rows = ok ? cJSON_AddArrayToObject(root, "rows") : NULL;
    ok = ok && rows;
    for (uint32_t i = 0; ok && i < tracing->count; i++)
        ok = row_add(rows, &tracing->row[i]);
    return ok;
}

bool tracing_json(const struct tracing *tracing, struct buf *out, struct err *err)
{
    cJSON *root = cJSON_CreateObject();
    char *text = root && root_fill(root, tracing) ? cJSON_Print(root) : NULL;
    if (text) {
        buf_puts(out, text);
        buf_puts(out, "\n");
    }
    cJSON_free(text);
    cJSON_Delete(root);
    return (text && buf_ok(out)) || err_set(err, ERR_FAILED, "out of memory");
}
