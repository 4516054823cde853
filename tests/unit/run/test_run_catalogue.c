/* The catalogue: names, rows that are complete, formulas at the figures that
 * were worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "kernels/table.h"
#include "run/run.h"

static void found_by_name_and_alias(void **state)
{
    (void)state;
    for (int i = 0; i < run_algo_count(); i++) {
        const struct algo *algo = run_algo_at(i);
        assert_ptr_equal(run_algo_find(algo->name, NULL), algo);
        if (algo->alias)
            assert_ptr_equal(run_algo_find(algo->alias, NULL), algo);
    }
    assert_string_equal(run_algo_find("kogge-stone", NULL)->name, "hillis");
    assert_null(run_algo_at(-1));
    assert_null(run_algo_at(run_algo_count()));
}

static void unknown_names(void **state)
{
    static const struct { const char *name, *start; } rows[] = {
        { "hilis", "no algorithm \"hilis\"; did you mean hillis? allowed: serial, " },
        { "bleloch", "no algorithm \"bleloch\"; did you mean blelloch? allowed: " },
        { "kogge-ston", "no algorithm \"kogge-ston\"; did you mean kogge-stone? " },
        { "", "no algorithm \"\"; allowed: serial, hillis" },
        { "quicksort", "no algorithm \"quicksort\"; allowed: serial, hillis" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct err err = { 0 };
        assert_null(run_algo_find(rows[i].name, &err));
        assert_int_equal(err.code, ERR_USAGE);
        assert_memory_equal(err.what, rows[i].start, strlen(rows[i].start));
    }
}

static void rows_are_complete(void **state)
{
    (void)state;
    for (int i = 0; i < run_algo_count(); i++) {
        const struct algo *algo = run_algo_at(i);
        char name[80];
        assert_true(algo->title && algo->summary && algo->plan);
        assert_true(algo->flags & (ALGO_INCLUSIVE | ALGO_EXCLUSIVE));
        assert_int_equal(algo->max_n != 0, algo->max_reason != NULL);
        snprintf(name, sizeof name, "kernels/%s.cu", algo->name);
        assert_non_null(kernels_source(name));
    }
}

static int64_t value(const struct algo_formula *formula, uint32_t n, bool inclusive)
{
    assert_non_null(formula->value);
    assert_non_null(formula->text);
    return formula->value(n, inclusive);
}

static void formulas_of_the_figures(void **state)
{
    static const struct { uint32_t n; int64_t hillis, blelloch, moves, serial, lg; }
    rows[] = {
        { 8, 17, 14, 7, 7, 3 }, { 32, 129, 62, 31, 31, 5 },
        { 64, 321, 126, 63, 63, 6 }, { 256, 1793, 510, 255, 255, 8 },
        { 1024, 9217, 2046, 1023, 1023, 10 },
    };
    const struct algo_formulas *hillis = &run_algo_find("hillis", NULL)->formulas;
    const struct algo_formulas *blelloch = &run_algo_find("blelloch", NULL)->formulas;
    const struct algo_formulas *serial = &run_algo_find("serial", NULL)->formulas;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint32_t n = rows[i].n;
        assert_int_equal(value(&hillis->adds, n, true), rows[i].hillis);
        assert_int_equal(value(&hillis->rounds, n, true), rows[i].lg);
        assert_int_equal(value(&hillis->depth, n, true), rows[i].lg);
        assert_int_equal(value(&blelloch->adds, n, false), rows[i].blelloch);
        assert_int_equal(value(&blelloch->moves, n, false), rows[i].moves);
        assert_int_equal(value(&blelloch->rounds, n, false), 2 * rows[i].lg);
        assert_int_equal(value(&blelloch->depth, n, false), 2 * rows[i].lg - 1);
        assert_int_equal(value(&serial->adds, n, true), rows[i].serial);
    }
    const struct algo_formulas *warp = &run_algo_find("warp", NULL)->formulas;
    assert_int_equal(value(&warp->adds, 32, true), 129);
    assert_int_equal(value(&warp->shuffles, 32, true), 5);
    assert_int_equal(value(&hillis->adds, 5, true), 5 * 3 - 7);
    assert_int_equal(value(&hillis->adds, 1, true), 0);
    assert_int_equal(value(&blelloch->adds, 1, false), 0);
}

/* Networks, inclusive: the figures, and what the literature says of n = 2^k. */
static void networks(void **state)
{
    static const struct { const char *algo; uint32_t n; int64_t adds, rounds, depth; }
    rows[] = {
        { "kogge-stone", 8, 17, 3, 3 }, { "sklansky", 8, 12, 3, 3 },
        { "brent-kung", 8, 11, 5, 4 }, { "brent-kung", 16, 26, 7, 6 },
        { "brent-kung", 1024, 2 * 1024 - 2 - 10, 19, 18 },
        { "sklansky", 1024, 512 * 10, 10, 10 },
        { "han-carlson", 1024, 512 * 10, 11, 11 },
        { "ladner-fischer", 1024, 256 * 10 + 768 - 1, 11, 11 },
        { "brent-kung", 1, 0, 0, 0 }, { "han-carlson", 1, 0, 0, 0 },
        { "sklansky", 7, 9, 3, 3 }, { "ladner-fischer", 2, 1, 1, 1 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct algo_formulas *all = &run_algo_find(rows[i].algo, NULL)->formulas;
        assert_int_equal(value(&all->adds, rows[i].n, true), rows[i].adds);
        assert_int_equal(value(&all->rounds, rows[i].n, true), rows[i].rounds);
        assert_int_equal(value(&all->depth, rows[i].n, true), rows[i].depth);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(found_by_name_and_alias),
        cmocka_unit_test(unknown_names),
        cmocka_unit_test(rows_are_complete),
        cmocka_unit_test(formulas_of_the_figures),
        cmocka_unit_test(networks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
