/* The switch between fibres, by hand and portably: what a call must preserve is
 * there when a fibre is come back to, whatever others did meanwhile, and a stack
 * begins as the machine's calls ask for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "simt/switch.h"

enum { FIBRES = 3, ROUNDS = 50, STACK = 256 * 1024 };

/* What a fibre has in its registers when it leaves: values of its own, read from
 * memory that the compiler may not think it knows, and so not made anew. */
struct live { volatile int64_t i[10]; volatile double r[8]; };

struct part {
    struct fibre fibre, *main;
    struct live live;
    int rounds, wrong;
    char text[32];
    size_t skew; /* of the first frame, from 16 bytes */
};

static void live_fill(struct live *live, int start)
{
    for (int k = 0; k < 10; k++)
        live->i[k] = start * 100 + k;
    for (int k = 0; k < 8; k++)
        live->r[k] = start * 100 + k + 0.5;
}

/* As many as machines have registers that a call preserves. Returns how many
 * are others afterwards. */
static int live_over_switch(struct fibre *from, struct fibre *to,
                            const struct live *live)
{
    const volatile int64_t *i = live->i;
    const volatile double *r = live->r;
    const int64_t a = i[0], b = i[1], c = i[2], d = i[3], e = i[4], f = i[5], g = i[6],
                  h = i[7], k = i[8], l = i[9];
    const double m = r[0], n = r[1], o = r[2], p = r[3], q = r[4], s = r[5], t = r[6],
                 u = r[7];
    switch_to(from, to);
    return (a != i[0]) + (b != i[1]) + (c != i[2]) + (d != i[3]) + (e != i[4])
        + (f != i[5]) + (g != i[6]) + (h != i[7]) + (k != i[8]) + (l != i[9])
        + (m != r[0]) + (n != r[1]) + (o != r[2]) + (p != r[3]) + (q != r[4])
        + (s != r[5]) + (t != r[6]) + (u != r[7]);
}

static void part_run(void *user)
{
    struct part *part = user;
    part->skew = (uintptr_t)__builtin_frame_address(0) % 16;
    /* Variable arguments of two sorts: moves that fault on a stack askew. */
    snprintf(part->text, sizeof part->text, "%d %.2f", 7, part->live.r[1]);
    for (; part->rounds < ROUNDS; part->rounds++)
        part->wrong += live_over_switch(&part->fibre, part->main, &part->live);
    switch_leave(&part->fibre, part->main);
}

static void test_preserves(void **state)
{
    (void)state;
    for (int portable = 0; portable < 2; portable++) {
        struct fibre main_fibre = { .portable = portable };
        struct part part[FIBRES] = { 0 };
        char *stacks = malloc(FIBRES * STACK), text[32];
        struct live live;
        int wrong = 0;
        assert_non_null(stacks);
        live_fill(&live, 9);
        for (int i = 0; i < FIBRES; i++) {
            part[i].main = &main_fibre;
            live_fill(&part[i].live, i);
            /* Not all tops are aligned alike. */
            switch_make(&part[i].fibre, stacks + i * STACK, (size_t)(STACK - 40 * i),
                        part_run, &part[i], portable);
        }
        for (int round = 0; round <= ROUNDS; round++)
            for (int i = 0; i < FIBRES; i++)
                wrong += live_over_switch(&main_fibre, &part[i].fibre, &live);
        assert_int_equal(wrong, 0);
        for (int i = 0; i < FIBRES; i++) {
            assert_int_equal(part[i].rounds, ROUNDS);
            assert_int_equal(part[i].wrong, 0);
            assert_int_equal(part[i].skew, 0);
            snprintf(text, sizeof text, "%d %.2f", 7, part[i].live.r[1]);
            assert_string_equal(part[i].text, text);
        }
        switch_forget(stacks, FIBRES * STACK);
        free(stacks);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_preserves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
