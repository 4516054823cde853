/* Arena and growing text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"

static void arena_gives_zeroed_and_aligned(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, 0);
    unsigned char *kept[200];
    size_t sizes[200];
    for (size_t i = 0; i < 200; i++) {
        sizes[i] = i * i * i % 9973; /* small and large in turn */
        kept[i] = arena_alloc(&arena, sizes[i], 1);
        assert_non_null(kept[i]);
        assert_int_equal((uintptr_t)kept[i] % alignof(max_align_t), 0);
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(kept[i][k], 0);
        memset(kept[i], (int)(i + 1), sizes[i]);
    }
    for (size_t i = 0; i < 200; i++) /* nothing overlaps, nothing moved */
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(kept[i][k], (i + 1) & 0xff);
    arena_finish(&arena);
    assert_int_equal(arena.used, 0);
    assert_non_null(arena_alloc(&arena, 3, 5));
    arena_finish(&arena);
}

static void arena_refuses(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, 4096);
    assert_null(arena_alloc(&arena, SIZE_MAX, 2));
    assert_null(arena_alloc(&arena, SIZE_MAX / 2, 2));
    assert_null(arena_alloc(&arena, SIZE_MAX, 1));
    assert_null(arena_alloc(&arena, 4097, 1));
    assert_non_null(arena_alloc(&arena, 4000, 1));
    assert_null(arena_alloc(&arena, 200, 1));
    assert_non_null(arena_alloc(&arena, 64, 1));
    assert_true(arena.used <= 4096);
    assert_null(arena_strdup(&arena, "x", SIZE_MAX));
    arena_finish(&arena);
    assert_int_equal(arena.limit, 4096);
}

static void arena_copies_text(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, 0);
    assert_string_equal(arena_strdup(&arena, "blelloch", 5), "blell");
    assert_string_equal(arena_strdup(&arena, "", 0), "");
    assert_string_equal(arena_strdup(&arena, NULL, 0), "");
    arena_finish(&arena);
}

static void buf_grows(void **state)
{
    (void)state;
    struct buf buf;
    char wanted[20001] = "";
    size_t length = 0;
    buf_init(&buf);
    assert_string_equal(buf_text(&buf), "");
    for (int i = 0; length < 20000 - 16; i++) {
        buf_printf(&buf, "%d,", i);
        length += (size_t)snprintf(wanted + length, 16, "%d,", i);
        assert_int_equal(buf.length, length);
    }
    assert_true(buf_ok(&buf));
    assert_string_equal(buf_text(&buf), wanted);
    buf_finish(&buf);
    assert_string_equal(buf_text(&buf), "");
}

/* A text of every length around the doublings of the room. */
static void buf_prints_any_length(void **state)
{
    (void)state;
    for (int width = 1; width < 300; width++) {
        struct buf buf;
        buf_init(&buf);
        buf_puts(&buf, "ab");
        buf_printf(&buf, "%*d", width, 7);
        buf_add(&buf, "z\0z", 3);
        assert_int_equal(buf.length, (size_t)width + 5);
        assert_int_equal(buf.text[width + 1], '7');
        assert_memory_equal(buf.text + width + 2, "z\0z", 4);
        buf_finish(&buf);
    }
}

static void buf_fails_for_good(void **state)
{
    (void)state;
    struct buf buf;
    buf_init(&buf);
    buf_puts(&buf, "kept");
    buf_add(&buf, "", SIZE_MAX / 2);
    assert_false(buf_ok(&buf));
    buf_puts(&buf, "lost");
    buf_printf(&buf, "lost %d", 1);
    assert_false(buf_ok(&buf));
    assert_string_equal(buf_text(&buf), "kept");
    buf_finish(&buf);
    assert_true(buf_ok(&buf));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_gives_zeroed_and_aligned),
        cmocka_unit_test(arena_refuses),
        cmocka_unit_test(arena_copies_text),
        cmocka_unit_test(buf_grows),
        cmocka_unit_test(buf_prints_any_length),
        cmocka_unit_test(buf_fails_for_good),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
