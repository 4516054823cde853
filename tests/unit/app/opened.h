/* An app that shows a recorded run, without its window. */
#ifndef TESTS_APP_OPENED_H
#define TESTS_APP_OPENED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/app.h"

/* Records what app->wanted asks for and shows it, as the window does. */
static inline void show_wanted(struct app *app)
{
    struct err err = {0};
    struct session *session = session_create(&app->wanted, &err);

    if (!session)
        fail_msg("%s", err.what);
    app_show(app, session, 0);
}

/* block: threads a block, 0 for what suits. */
static inline void open_blocks(struct app *app, const char *algo, uint32_t n,
                               uint32_t block)
{
    struct err err = {0};

    app_init(app);
    app->wanted.spec.algo = run_algo_find(algo, &err);
    app->wanted.spec.n = n;
    app->wanted.spec.block = block;
    app->wanted.spec.device = RUN_HOST;
    assert_non_null(app->wanted.spec.algo);
    show_wanted(app);
}

static inline void open_app(struct app *app, const char *algo, uint32_t n)
{
    open_blocks(app, algo, n, 0);
}

#endif
