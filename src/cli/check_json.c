/* See check_json.h. Text is written as it stands in the trace. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check_json.h"

struct check_json { cJSON *cases, *findings; bool failed; };

struct check_json *check_json_create(void)
{
    struct check_json *json = calloc(1, sizeof *json);
    if (!json)
        return NULL;
    json->cases = cJSON_CreateArray();
    json->findings = cJSON_CreateArray();
    json->failed = !json->cases || !json->findings;
    return json;
}

void check_json_destroy(struct check_json *json)
{
    if (!json)
        return;
    cJSON_Delete(json->cases);
    cJSON_Delete(json->findings);
    free(json);
}

static void put_text(struct check_json *json, cJSON *into, const char *name,
                     const char *text)
{
    json->failed |= !cJSON_AddStringToObject(into, name, text);
}

static void put_number(struct check_json *json, cJSON *into, const char *name,
                       double number)
{
    json->failed |= !cJSON_AddNumberToObject(into, name, number);
}

static cJSON *put_new(struct check_json *json, cJSON *list)
{
    cJSON *node = cJSON_CreateObject();
    if (node && cJSON_AddItemToArray(list, node))
        return node;
    cJSON_Delete(node);
    json->failed = true;
    return NULL;
}

static void put_run(struct check_json *json, cJSON *node,
                    const struct trace_run *run)
{
    put_text(json, node, "algorithm", run->algo);
    put_number(json, node, "n", run->n);
    put_text(json, node, "form", run->inclusive ? "inclusive" : "exclusive");
}

/* ---- findings ------------------------------------------------------------- */

static void put_place(struct check_json *json, cJSON *list,
                      const struct trace *trace, const struct hazard_place *place)
{
    cJSON *node = put_new(json, list);
    size_t length = 0;
    char text[200];
    if (!node)
        return;
    put_number(json, node, "launch", place->launch);
    put_number(json, node, "block", place->block);
    put_number(json, node, "tile", place->tile);
    put_number(json, node, "thread", place->thread);
    put_number(json, node, "line", place->line);
    const uint32_t source = place->launch < trace->launch_count
        ? trace->launches[place->launch].source : 0;
    const char *line = trace_source_line(trace, source, place->line, &length);
    while (length > 0 && *line == ' ')
        line++, length--;
    if (length >= sizeof text)
        length = sizeof text - 1;
    if (length > 0)
        memcpy(text, line, length);
    text[length] = 0;
    put_text(json, node, "source", text);
}

static void put_hazard(struct check_json *json, const struct trace *trace,
                       const char *schedule, const struct hazard *hazard)
{
    cJSON *node = put_new(json, json->findings);
    if (!node)
        return;
    put_run(json, node, &trace->run);
    put_text(json, node, "schedule", schedule);
    put_text(json, node, "kind", hazard_name(hazard));
    put_text(json, node, "rank", hazard_rank_name(hazard->rank));
    put_number(json, node, "count", hazard->count);
    put_number(json, node, "step", hazard->step);
    cJSON *places = cJSON_AddArrayToObject(node, "places");
    json->failed |= !places;
    for (uint32_t i = 0; places && i < hazard->places; i++)
        put_place(json, places, trace, &hazard->place[i]);
    if (hazard->array >= 0 && (uint32_t)hazard->array < trace->array_count) {
        put_text(json, node, "array", trace->arrays[hazard->array].name);
        put_number(json, node, "index", hazard->index);
    }
    if (hazard->happened[0])
        put_text(json, node, "happened", hazard->happened);
    put_text(json, node, "what", hazard->what);
    put_text(json, node, "hint", hazard->hint);
}

void check_json_findings(struct check_json *json, const struct trace *trace,
                         const char *schedule, const struct hazards *hazards)
{
    for (uint32_t i = 0; json && i < hazards->count; i++)
        put_hazard(json, trace, schedule, &hazards->hazard[i]);
}

void check_json_wrong(struct check_json *json, const struct trace *trace,
                      const char *schedule, const char *what)
{
    cJSON *node = json ? put_new(json, json->findings) : NULL;
    if (!node)
        return;
    put_run(json, node, &trace->run);
    put_text(json, node, "schedule", schedule);
    put_text(json, node, "kind", "wrong-result");
    put_text(json, node, "rank", "error");
    put_text(json, node, "what", what);
}

void check_json_case(struct check_json *json, const struct trace_run *run,
                     int runs, int wrong, uint32_t findings, int differing)
{
    cJSON *node = json ? put_new(json, json->cases) : NULL;
    if (!node)
        return;
    put_run(json, node, run);
    put_number(json, node, "runs", runs);
    put_number(json, node, "wrong", wrong);
    put_number(json, node, "findings", findings);
    put_number(json, node, "differing", differing);
}

/* ---- the whole ------------------------------------------------------------ */

bool check_json_print(struct check_json *json, struct buf *out)
{
    cJSON *root = cJSON_CreateObject();
    char *text = NULL;
    bool ok = root && !json->failed;
    if (ok && cJSON_AddItemToObject(root, "cases", json->cases)) {
        json->cases = NULL;
        if (cJSON_AddItemToObject(root, "findings", json->findings)) {
            json->findings = NULL;
            text = cJSON_Print(root);
        }
    }
    if (text)
        buf_printf(out, "%s\n", text);
    cJSON_free(text);
    cJSON_Delete(root);
    return text != NULL;
}
