/* A session: from a request to the table of states, and the names under which
 * pictures are saved. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/picture.h"
#include "app/worker.h"
#include "base/file.h"
#include "trace/file.h"

static struct request make_request(const char *algo, uint32_t n)
{
    struct request request;

    request_init(&request);
    request.spec.algo = run_algo_find(algo, NULL);
    request.spec.n = n;
    request.spec.device = RUN_HOST;
    assert_non_null(request.spec.algo);
    return request;
}

static struct session *make_session(const char *algo, uint32_t n)
{
    struct request request = make_request(algo, n);
    struct err err = {0};
    struct session *session = session_create(&request, &err);

    if (!session)
        fail_msg("%s", err.what);
    return session;
}

/* The states that are worked out by hand for this input. */
static const char hillis_table[] =
    "step\t0\t1\t2\t3\t4\t5\t6\t7\n"
    "input\t3\t1\t4\t1\t5\t9\t2\t6\n"
    "load\t3\t1\t4\t1\t5\t9\t2\t6\n"
    "stride 1\t3\t4\t5\t5\t6\t14\t11\t8\n"
    "stride 2\t3\t4\t8\t9\t11\t19\t17\t22\n"
    "stride 4\t3\t4\t8\t9\t14\t23\t25\t31\n"
    "store\t3\t4\t8\t9\t14\t23\t25\t31\n";

static const char serial_markdown[] =
    "| step | 0 | 1 |\n"
    "|:---|---:|---:|\n"
    "| input | 3 | 1 |\n";

static void test_tables(void **state)
{
    struct session *session = make_session("hillis", 8);
    struct buf table;

    (void)state;
    buf_init(&table);
    session_table(session, SCENE_TABLE_TABS, &table);
    assert_string_equal(buf_text(&table), hillis_table);
    buf_finish(&table);
    session_destroy(session);
    session = make_session("serial", 2);
    session_table(session, SCENE_TABLE_MARKDOWN, &table);
    assert_int_equal(strncmp(buf_text(&table), serial_markdown,
                             sizeof serial_markdown - 1), 0);
    buf_finish(&table);
    session_destroy(session);
}

static const struct {
    const char *algo; uint32_t n; bool ok; const char *subtitle;
} shows[] = {
    {"hillis", 8, true, "inclusive scan · n = 8 · int32 · +"},
    {"blelloch", 7, true, "exclusive scan · n = 7 · int32 · +"},
    {"broken/below-stride", 8, false, "inclusive scan · n = 8 · int32 · +"},
};

static void test_shows(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shows / sizeof *shows; i++) {
        struct session *session = make_session(shows[i].algo, shows[i].n);
        struct view view;

        view_init(&view);
        session_show(session, &view);
        assert_string_equal(view.subtitle, shows[i].subtitle);
        assert_int_equal(view.check_ok, shows[i].ok);
        assert_string_equal(view.row_now, shows[i].algo);
        session_destroy(session);
    }
}

static void test_refusals(void **state)
{
    static const struct { const char *algo; uint32_t n; const char *input; } bad[] = {
        {"hillis", 1025, NULL}, {"warp", 33, NULL}, {"hillis", 0, "1 2 x"},
        {"hillis", 0, "@/nowhere"}, {"hillis", 8, "1 2 3"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct request request = make_request(bad[i].algo, bad[i].n);
        struct err err = {0};

        assert_true(request_set_input(&request, bad[i].input, &err));
        assert_false(request_check(&request, &err));
        assert_int_equal(err.code, ERR_USAGE);
        request_finish(&request);
    }
}

/* A schedule of what is not there. Blocks and threads are told from the plan; that a
 * phase is never come to, from the run: at: 1 the check, 2 the run, 0 neither. */
static const struct {
    const char *algo, *other, *schedule;
    int at;
    const char *what;
} schedules[] = {
    {"hillis", NULL, "hold:7@stride", 1,
     "--schedule hold:7@stride: hillis has 1 block here, 0 to 0"},
    {"hillis", NULL, "last:0.8", 1,
     "--schedule last:0.8: block 0 of hillis has 8 threads here, 0 to 7"},
    {"hillis", NULL, "hold:0@up", 2,
     "--schedule hold:0@up: block 0 of hillis never comes to that phase; it comes to "
     "load:0, stride:1, stride:2, stride:4, store:0"},
    {"blelloch", "hillis", "hold:0@up", 2,
     "--schedule hold:0@up: block 0 of hillis never comes to that phase; it comes to "
     "load:0, stride:1, stride:2, stride:4, store:0"},
    {"blelloch", NULL, "hold:0@up", 0, NULL},
    {"hillis", NULL, "last:0.7", 0, NULL},
    /* What a search found on one kernel was asked for by nobody. */
    {"broken/missing-barrier", "warp", "adversarial", 0, NULL},
};

static void test_schedules(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof schedules / sizeof *schedules; i++) {
        struct request request = make_request(schedules[i].algo, 8);
        struct session *session = NULL;
        struct err err = {0};
        bool can;

        request.spec.schedule = schedules[i].schedule;
        if (schedules[i].other)
            request.other = run_algo_find(schedules[i].other, NULL);
        can = request_check(&request, &err);
        assert_int_equal(can, schedules[i].at != 1);
        if (can)
            session = session_create(&request, &err);
        assert_int_equal(session != NULL, schedules[i].at == 0);
        assert_string_equal(err.what, schedules[i].what ? schedules[i].what : "");
        assert_int_equal(err.code, schedules[i].what ? ERR_USAGE : ERR_NONE);
        session_destroy(session);
    }
}

/* A trace written and read again is the same session, from a file. */
static void test_file(void **state)
{
    char path[] = "session-XXXXXX";
    int file = mkstemp(path);
    struct session *first = make_session("blelloch", 8), *again;
    struct request request;
    struct err err = {0};
    struct view view;
    struct buf a, b;

    (void)state;
    view_init(&view);
    assert_true(file >= 0 && close(file) == 0);
    assert_true(trace_write(&first->trace, path, &err));
    request_init(&request);
    request.path = path;
    again = session_create(&request, &err);
    assert_non_null(again);
    buf_init(&a);
    buf_init(&b);
    session_table(first, SCENE_TABLE_TABS, &a);
    session_table(again, SCENE_TABLE_TABS, &b);
    assert_string_equal(buf_text(&a), buf_text(&b));
    session_show(again, &view);
    assert_non_null(strstr(view.badge, path));
    buf_finish(&a);
    buf_finish(&b);
    session_destroy(first);
    session_destroy(again);
    unlink(path);
}

static void test_picture_names(void **state)
{
    static struct app app;
    char folder[] = "pictures-XXXXXX", back[PATH_MAX], path[PATH_MAX];
    struct err err = {0};

    (void)state;
    assert_non_null(getcwd(back, sizeof back));
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
    app_init(&app);
    app_show(&app, make_session("broken/below-stride", 8), 0);
    motion_jump(&app.motion, 1.5, 0);
    assert_true(picture_name(&app, path, &err));
    assert_string_equal(path,
                        "./pscan-broken-below-stride-n8-lanes-step1.5.png");
    assert_true(file_write_whole(path, "x", 1, &err));
    assert_true(picture_name(&app, path, &err));
    assert_string_equal(path,
                        "./pscan-broken-below-stride-n8-lanes-step1.5-2.png");
    unlink("pscan-broken-below-stride-n8-lanes-step1.5.png");
    app_finish(&app);
    assert_int_equal(chdir(back), 0);
    rmdir(folder);
}

/* ---- the worker -------------------------------------------------------------- */

static void count(void *user)
{
    __atomic_add_fetch((int *)user, 1, __ATOMIC_SEQ_CST);
}

/* Of requests in quick succession the last one counts. */
static void test_worker(void **state)
{
    int notified = 0;
    struct err err = {0};
    struct worker *worker = worker_create(count, &notified, &err);
    struct session *session = NULL;
    struct request request;

    (void)state;
    assert_non_null(worker);
    assert_false(worker_fetch(worker, &session, &err));
    for (uint32_t n = 1; n <= 20; n++) {
        request = make_request("hillis", n);
        assert_true(worker_submit(worker, &request, &err));
    }
    for (int i = 0; i < 100 && !session; i++) {
        worker_wait(worker, 100);
        if (worker_fetch(worker, &session, &err) && session &&
            session->trace.run.n != 20) {
            session_destroy(session);
            session = NULL;
        }
    }
    assert_non_null(session);
    session_destroy(session);
    request = make_request("warp", 33);
    assert_true(worker_submit(worker, &request, &err));
    worker_wait(worker, 10000);
    assert_true(worker_fetch(worker, &session, &err));
    assert_null(session);
    assert_int_equal(err.code, ERR_USAGE);
    assert_true(__atomic_load_n(&notified, __ATOMIC_SEQ_CST) >= 2);
    request = make_request("hillis", 1024);
    assert_true(worker_submit(worker, &request, &err)); /* ends while it works */
    worker_destroy(worker);
}

/* Nobody waits for a recording that is in the middle of something: the window goes,
 * the thread frees what it has when it comes to that. Once it is over there is
 * nothing to leave. */
static void test_worker_is_left(void **state)
{
    int notified = 0;
    struct err err = {0};
    struct worker *worker = worker_create(count, &notified, &err);
    struct request request = make_request("hillis", 8);

    (void)state;
    assert_non_null(worker);
    assert_true(worker_submit(worker, &request, &err));
    worker_wait(worker, 10000);
    assert_true(worker_leave(worker, 10000));
    assert_true(worker_leave(NULL, 0));
    worker = worker_create(count, &notified, &err);
    request = make_request("serial", 1 << 18);
    assert_non_null(worker);
    notified = 0;
    assert_true(worker_submit(worker, &request, &err));
    usleep(20000);
    assert_false(worker_leave(worker, 0));
    usleep(100000);
    assert_int_equal(__atomic_load_n(&notified, __ATOMIC_SEQ_CST), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),  cmocka_unit_test(test_shows),
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_schedules), cmocka_unit_test(test_file),
        cmocka_unit_test(test_picture_names), cmocka_unit_test(test_worker),
        cmocka_unit_test(test_worker_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
