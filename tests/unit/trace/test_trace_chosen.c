/* Chosen blocks: ranges in any order, and the slots of what they name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "base/splitmix.h"
#include "trace/chosen.h"

enum { MOST = 6 };

static void ranges_are_joined(void **state)
{
    static const struct {
        uint32_t count; struct chosen_range given[MOST];
        uint32_t ranges; struct chosen_range closed[MOST];
        uint32_t blocks;
    } rows[] = {
        { 0, { { 0, 0, 0 } }, 0, { { 0, 0, 0 } }, 0 },
        { 1, { { 3, 3, 9 } }, 1, { { 3, 3, 0 } }, 1 },
        { 3, { { 0, 0, 0 }, { 1, 1, 0 }, { 65535, 65535, 0 } },
          2, { { 0, 1, 0 }, { 65535, 65535, 2 } }, 3 },
        { 3, { { 9, 9, 0 }, { 0, 0, 0 }, { 4, 6, 0 } },
          3, { { 0, 0, 0 }, { 4, 6, 1 }, { 9, 9, 4 } }, 5 },
        { 4, { { 2, 5, 0 }, { 2, 5, 0 }, { 3, 3, 0 }, { 5, 8, 0 } },
          1, { { 2, 8, 0 } }, 7 },
        { 3, { { 0, 9, 0 }, { 2, 3, 0 }, { 12, 12, 0 } },
          2, { { 0, 9, 0 }, { 12, 12, 10 } }, 11 },
        { 2, { { 0xfffffffe, 0xfffffffe, 0 }, { 0, 0xfffffffd, 0 } },
          1, { { 0, 0xfffffffe, 0 } }, 0xffffffff },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct chosen_range range[MOST];
        memcpy(range, rows[i].given, sizeof range);
        const struct chosen chosen = chosen_close(range, rows[i].count);
        assert_int_equal(chosen.ranges, rows[i].ranges);
        assert_int_equal(chosen.blocks, rows[i].blocks);
        for (uint32_t k = 0; k < chosen.ranges; k++)
            assert_memory_equal(&chosen.range[k], &rows[i].closed[k], sizeof *range);
    }
}

static void ends_of_ranges(void **state)
{
    struct chosen_range range[] = { { 4, 6, 0 }, { 9, 9, 0 }, { 0, 0, 0 } };
    const struct chosen chosen = chosen_close(range, 3);
    static const uint32_t slot[] = { 0, CHOSEN_NONE, CHOSEN_NONE, CHOSEN_NONE, 1, 2, 3,
                                     CHOSEN_NONE, CHOSEN_NONE, 4, CHOSEN_NONE };
    (void)state;
    for (uint32_t block = 0; block < sizeof slot / sizeof *slot; block++)
        assert_int_equal(chosen_slot(chosen.range, chosen.ranges, block), slot[block]);
    assert_int_equal(chosen_slot(chosen.range, chosen.ranges, 0xfffffffe), CHOSEN_NONE);
    assert_int_equal(chosen_slot(NULL, 0, 0), CHOSEN_NONE);
}

/* Slots count the chosen blocks, whatever was chosen how often. */
static void slots_count(void **state)
{
    enum { BLOCKS = 300, RANGES = 24, ROUNDS = 200 };
    (void)state;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        unsigned char wanted[BLOCKS] = { 0 };
        struct chosen_range range[RANGES];
        const uint32_t count = (uint32_t)(splitmix64_at(round) % (RANGES + 1));
        for (uint32_t k = 0; k < count; k++) {
            const uint64_t dice = splitmix64_at(round * 1000 + k);
            const uint32_t first = (uint32_t)(dice % BLOCKS);
            const uint32_t most = BLOCKS - first < 12 ? BLOCKS - first : 12;
            const uint32_t length = (uint32_t)(dice >> 32) % most;
            range[k] = (struct chosen_range){ first, first + length, 77 };
            memset(wanted + first, 1, length + 1);
        }
        const struct chosen chosen = chosen_close(range, count);
        uint32_t before = 0;
        for (uint32_t block = 0; block < BLOCKS; block++) {
            assert_int_equal(chosen_slot(chosen.range, chosen.ranges, block),
                             wanted[block] ? before : CHOSEN_NONE);
            before += wanted[block];
        }
        assert_int_equal(chosen.blocks, before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_are_joined),
        cmocka_unit_test(ends_of_ranges),
        cmocka_unit_test(slots_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
