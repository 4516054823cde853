/* Timing records: a round trip, the look-up, CSV, and a table of files that
 * are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "trace/timing.h"

static struct timing row_make(const char *name, uint64_t n)
{
    struct timing row = {
        .n = n, .op = OP_ADD, .type = ELEM_I32, .inclusive = 1, .runs = 101,
        .warmups = 3, .median_ns = 1234.5, .min_ns = 1000.25,
        .max_ns = 99999.75, .p25_ns = 1200, .p75_ns = 1300.125,
        .bytes = 8 * n, .checked = true};
    strcpy(row.row, name);
    strcpy(row.label, "serial loop, 1 core");
    strcpy(row.shape, "-O3 \"native\"");
    return row;
}

static void set_make(struct timing_set *set)
{
    struct err err = {0};
    timing_init(set);
    strcpy(set->device, "NVIDIA H200");
    strcpy(set->driver, "580.159.04");
    strcpy(set->cuda, "13.0");
    strcpy(set->date, "2025-01-31");
    strcpy(set->flags, "gcc -O3 ‘x’");
    for (uint64_t n = 1; n <= 1 << 20; n *= 4) {
        struct timing row = row_make("cpu-serial", n);
        assert_true(timing_add(set, &row, &err));
        row = row_make("copy", n);
        row.limit = row.warm = true;
        row.inclusive = 0;
        row.type = ELEM_F64;
        assert_true(timing_add(set, &row, &err));
        row = row_make("compact", n);
        row.result = RESULT_COMPACT;
        assert_true(timing_add(set, &row, &err));
    }
}

/* Field by field: what lies between them is nobody's. */
static void rows_are_equal(const struct timing *a, const struct timing *b)
{
    assert_string_equal(a->row, b->row);
    assert_string_equal(a->label, b->label);
    assert_string_equal(a->shape, b->shape);
    assert_true(a->n == b->n && a->bytes == b->bytes);
    assert_true(a->op == b->op && a->type == b->type && a->result == b->result &&
                a->inclusive == b->inclusive);
    assert_true(a->runs == b->runs && a->warmups == b->warmups);
    assert_true(a->median_ns == b->median_ns && a->min_ns == b->min_ns &&
                a->max_ns == b->max_ns && a->p25_ns == b->p25_ns &&
                a->p75_ns == b->p75_ns);
    assert_true(a->limit == b->limit && a->checked == b->checked &&
                a->warm == b->warm);
}

static void round_trip(void **state)
{
    (void)state;
    char path[] = "/tmp/pscan-timing-XXXXXX";
    struct timing_set set, back;
    struct err err = {0};
    close(mkstemp(path));
    set_make(&set);
    assert_true(timing_write(&set, path, &err));
    timing_init(&back);
    if (!timing_read(&back, path, &err))
        fail_msg("%s", err.what);
    assert_string_equal(back.device, set.device);
    assert_string_equal(back.driver, set.driver);
    assert_string_equal(back.cuda, set.cuda);
    assert_string_equal(back.date, set.date);
    assert_string_equal(back.flags, set.flags);
    assert_false(back.live);
    assert_int_equal(back.count, set.count);
    for (uint32_t i = 0; i < set.count; i++)
        rows_are_equal(&back.rows[i], &set.rows[i]);
    assert_int_equal(unlink(path), 0);
    timing_finish(&set);
    timing_finish(&back);
}

static void row_is_found(void **state)
{
    (void)state;
    struct timing_set set;
    set_make(&set);
    const struct timing *row =
        timing_find(&set, "cpu-serial", 1024, ELEM_I32, OP_ADD);
    assert_non_null(row);
    assert_int_equal(row->n, 1024);
    assert_string_equal(row->row, "cpu-serial");
    assert_null(timing_find(&set, "cpu-serial", 1025, ELEM_I32, OP_ADD));
    assert_null(timing_find(&set, "cpu-serial", 1024, ELEM_F32, OP_ADD));
    assert_null(timing_find(&set, "cpu-serial", 1024, ELEM_I32, OP_MAX));
    assert_null(timing_find(&set, "cpu", 1024, ELEM_I32, OP_ADD));
    timing_finish(&set);
}

static void csv_lines(void **state)
{
    (void)state;
    struct timing_set set;
    struct buf out;
    struct err err = {0};
    struct timing row = row_make("hillis", 8);
    timing_init(&set);
    buf_init(&out);
    strcpy(set.device, "One, Two");
    strcpy(set.date, "2025-01-31");
    assert_true(timing_add(&set, &row, &err));
    row.result = RESULT_SPLIT;
    assert_true(timing_add(&set, &row, &err));
    timing_csv(&set, &out);
    assert_string_equal(
        buf_text(&out),
        "row,label,shape,op,type,direction,kind,n,runs,warmups,median_ns,"
        "min_ns,p25_ns,p75_ns,max_ns,bytes,checked,warm,device,date\n"
        "hillis,\"serial loop, 1 core\",\"-O3 \"\"native\"\"\",+,int32,"
        "inclusive,scan,8,101,3,1234.5,1000.2,1200.0,1300.1,99999.7,64,yes,no,"
        "\"One, Two\",2025-01-31\n"
        "hillis,\"serial loop, 1 core\",\"-O3 \"\"native\"\"\",+,int32,"
        "inclusive,split,8,101,3,1234.5,1000.2,1200.0,1300.1,99999.7,64,yes,no,"
        "\"One, Two\",2025-01-31\n");
    buf_finish(&out);
    timing_finish(&set);
}

/* A file that is right but for one place. */
#define HEAD "{\"pscan-timings\":1,\"device\":\"d\",\"driver\":\"\"," \
             "\"cuda\":\"\",\"date\":\"2025-01-31\",\"flags\":\"\",\"rows\":["
#define ROW(label, n, op, type, min, median, runs) \
    "{\"row\":\"a\",\"label\":" label ",\"shape\":\"\",\"n\":" n \
    ",\"op\":\"" op "\",\"type\":\"" type "\",\"inclusive\":true," \
    "\"limit\":false,\"runs\":" runs ",\"warmups\":0,\"min_ns\":" min \
    ",\"p25_ns\":2,\"median_ns\":" median ",\"p75_ns\":4,\"max_ns\":5," \
    "\"bytes\":64,\"checked\":true,\"warm\":false}"
#define SHORT "{\"row\":\"a\",\"label\":\"l\",\"shape\":\"\",\"n\":8,\"op\":\"+\"," \
    "\"type\":\"int32\",\"inclusive\":true,\"limit\":false,\"runs\":9,\"warmups\":0," \
    "\"min_ns\":0,\"p25_ns\":0,\"median_ns\":1e-300,\"p75_ns\":4,\"max_ns\":5," \
    "\"bytes\":64,\"checked\":true,\"warm\":false}"
#define RESULT(result) \
    "{\"result\":" result ",\"row\":\"a\",\"label\":\"l\",\"shape\":\"\"," \
    "\"n\":8,\"op\":\"+\",\"type\":\"int32\",\"inclusive\":false," \
    "\"limit\":false,\"runs\":9,\"warmups\":0,\"min_ns\":1,\"p25_ns\":2," \
    "\"median_ns\":3,\"p75_ns\":4,\"max_ns\":5,\"bytes\":64," \
    "\"checked\":true,\"warm\":false}"
#define GOOD ROW("\"l\"", "8", "+", "int32", "1", "3", "9")
#define LONG "\"0123456789012345678901234567890123456789" \
             "0123456789012345678901234567890123456789\""

static void files_are_refused(void **state)
{
    (void)state;
    static const struct { const char *text, *said; } rows[] = {
        {HEAD GOOD "]}", NULL},
        {HEAD "]}", NULL},
        {HEAD GOOD "," GOOD "]}\n ", NULL},
        {"", "not a file of timings"},
        {"[]", "not a file of timings"},
        {"7", "not a file of timings"},
        {"{\"pscan-timings\":2}", "version 2"},
        {"{\"pscan-timings\":\"1\"}", "not a file of timings"},
        {"{\"pscan-timings\":1}", "'device'"},
        {HEAD GOOD "]", "not a file of timings"},
        {HEAD GOOD "]} more", "not a file of timings"},
        {HEAD "7]}", "row 1"},
        {HEAD GOOD ",{}]}", "'row' of row 2"},
        {HEAD ROW("7", "8", "+", "int32", "1", "3", "9") "]}", "'label'"},
        {HEAD ROW(LONG, "8", "+", "int32", "1", "3", "9") "]}", "'label'"},
        {HEAD ROW("\"\\u001b\"", "8", "+", "int32", "1", "3", "9") "]}",
         "'label'"},
        {HEAD ROW("\"\xff\"", "8", "+", "int32", "1", "3", "9") "]}",
         "'label'"},
        {HEAD ROW("\"l\"", "0", "+", "int32", "1", "3", "9") "]}", "'n'"},
        {HEAD ROW("\"l\"", "-8", "+", "int32", "1", "3", "9") "]}", "'n'"},
        {HEAD ROW("\"l\"", "8.5", "+", "int32", "1", "3", "9") "]}", "'n'"},
        {HEAD ROW("\"l\"", "1e300", "+", "int32", "1", "3", "9") "]}", "'n'"},
        {HEAD ROW("\"l\"", "8", "plus?", "int32", "1", "3", "9") "]}", "'op'"},
        {HEAD ROW("\"l\"", "8", "+", "int33", "1", "3", "9") "]}", "'type'"},
        {HEAD ROW("\"l\"", "8", "xor", "float", "1", "3", "9") "]}", "'type'"},
        {HEAD ROW("\"l\"", "8", "+", "int32", "2.5", "3", "9") "]}",
         "'p25_ns'"},
        {HEAD ROW("\"l\"", "8", "+", "int32", "null", "3", "9") "]}",
         "'min_ns'"},
        {HEAD ROW("\"l\"", "8", "+", "int32", "1", "4.5", "9") "]}",
         "'p75_ns'"},
        {HEAD ROW("\"l\"", "8", "+", "int32", "1", "3", "0") "]}", "'runs'"},
        {HEAD SHORT "]}", "'median_ns'"},
        {HEAD RESULT("\"split\"") "]}", NULL},
        {HEAD RESULT("\"sorted\"") "]}", "'result'"},
        {HEAD RESULT("5") "]}", "'result'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct timing_set set;
        struct err err = {0};
        timing_init(&set);
        bool ok = timing_read_bytes(&set, rows[i].text, strlen(rows[i].text),
                                    "file.json", &err);
        if (rows[i].said == NULL) {
            if (!ok)
                fail_msg("%s", err.what);
        } else if (ok || err.code != ERR_USAGE ||
                   strstr(err.what, rows[i].said) == NULL ||
                   strstr(err.what, "file.json") == NULL) {
            fail_msg("row %zu: wanted \"%s\", got \"%s\"", i, rows[i].said,
                     err.what);
        }
        timing_finish(&set);
    }
}

static void dates_are_dates(void **state)
{
    (void)state;
    static const struct { const char *date; bool good; } rows[] = {
        {"2025-01-31", true}, {"2025-1-31", false}, {"", false},
        {"2025-01-311", false}, {"2025/01/31", false}, {"202x-01-31", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "{\"pscan-timings\":1,\"device\":\"d\",\"driver\":\"\","
                 "\"cuda\":\"\",\"date\":\"%s\",\"flags\":\"\",\"rows\":[]}",
                 rows[i].date);
        struct timing_set set;
        timing_init(&set);
        assert_int_equal(timing_read_bytes(&set, text, strlen(text), "f", NULL),
                         rows[i].good);
        timing_finish(&set);
    }
}

/* What may stand in a ratio. */
static void alike(void **state)
{
    (void)state;
    const struct timing scan = row_make("hillis", 8);
    static const struct { struct timing other; bool alike; } rows[] = {
        {{.n = 8, .op = OP_ADD, .inclusive = 1, .bytes = 64}, true},
        {{.n = 8, .op = OP_ADD, .inclusive = 1, .bytes = 64, .limit = true}, true},
        {{.n = 8, .inclusive = 1, .bytes = 64, .result = RESULT_SPARSE}, true},
        {{.n = 8, .inclusive = 1, .bytes = 64, .result = RESULT_TOTAL}, false},
        {{.n = 9, .inclusive = 1, .bytes = 64}, false},
        {{.n = 8, .inclusive = 0, .bytes = 64}, false},
        {{.n = 8, .inclusive = 1, .bytes = 65}, false},
        {{.n = 8, .inclusive = 1, .bytes = 64, .op = OP_MAX}, false},
        {{.n = 8, .inclusive = 1, .bytes = 64, .type = ELEM_F32}, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (timing_alike(&scan, &rows[i].other) != rows[i].alike)
            fail_msg("row %zu", i);
}

/* Every start of a good file is no good file. */
static void truncated(void **state)
{
    (void)state;
    static const char text[] = HEAD GOOD "]}";
    for (size_t length = 0; length < sizeof text - 1; length++) {
        struct timing_set set;
        char *copy = malloc(length + 1); /* exact, for the sanitizer */
        assert_non_null(copy);
        memcpy(copy, text, length);
        timing_init(&set);
        assert_false(timing_read_bytes(&set, copy, length, "f", NULL));
        timing_finish(&set);
        free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),
        cmocka_unit_test(alike),
        cmocka_unit_test(row_is_found),
        cmocka_unit_test(csv_lines),
        cmocka_unit_test(files_are_refused),
        cmocka_unit_test(dates_are_dates),
        cmocka_unit_test(truncated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
