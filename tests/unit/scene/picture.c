/* A run to be drawn; see picture.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "picture.h"

void picture_open(struct picture *p, const char *algo, const char *other,
                  enum view_kind kind, const struct run_spec *spec)
{
    assert_true(stage_open_spec(&p->stage, algo, spec));
    p->two = other != NULL;
    if (other) {
        assert_true(stage_open_spec(&p->other, other, spec));
        p->stage.view.other = &p->other.found;
    }
    p->stage.view.kind = kind;
    assert_true(view_shows(&p->stage.view, kind));
    draw_init(&p->list);
}

void picture_close(struct picture *p)
{
    draw_finish(&p->list);
    stage_close(&p->stage);
    if (p->two)
        stage_close(&p->other);
}
