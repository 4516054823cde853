/* The catalogue's kernels, played thread by thread on the tiny executor. */
#include "build.h"

static void play_phase(struct build *b, bool notes, enum event_phase phase,
                       int32_t number)
{
    if (notes)
        build_phase(b, phase, number);
}

/* One block, one thread an element. in_place: one barrier a round only, and
 * threads in ascending order, so that they read what was just written. */
void build_hillis(struct build *b, bool notes, bool in_place)
{
    uint32_t n = b->threads, own[BUILD_THREADS], left[BUILD_THREADS];
    int s = build_array(b, "s", SPACE_SHARED, n);
    play_phase(b, notes, PHASE_LOAD, 0);
    for (uint32_t t = 0; t < n; t++) {
        b->line = 10;
        own[t] = build_ld(b, t, 0, (int32_t)t);
        b->line = 11;
        build_st(b, t, s, (int32_t)t, own[t]);
    }
    build_barrier(b);
    for (uint32_t d = 1; d < n; d *= 2) {
        play_phase(b, notes, PHASE_STRIDE, (int32_t)d);
        for (uint32_t t = 0; t < n; t++) {
            b->line = 20;
            own[t] = build_ld(b, t, s, (int32_t)t);
            b->line = 21;
            if (t >= d)
                left[t] = build_ld(b, t, s, (int32_t)(t - d));
            b->line = 22;
            if (in_place && t >= d)
                build_st(b, t, s, (int32_t)t,
                         build_op(b, t, left[t], own[t]));
        }
        if (!in_place)
            build_barrier(b);
        for (uint32_t t = d; t < n && !in_place; t++)
            build_st(b, t, s, (int32_t)t, build_op(b, t, left[t], own[t]));
        build_barrier(b);
    }
    play_phase(b, notes, PHASE_STORE, 0);
    for (uint32_t t = 0; t < n; t++) {
        b->line = 30;
        own[t] = build_ld(b, t, s, (int32_t)t);
        b->line = 31;
        build_st(b, t, 1, (int32_t)t, own[t]);
    }
    build_st(b, n - 1, 2, 0, own[n - 1]);
}

static void play_up(struct build *b, int s, uint32_t d)
{
    build_phase(b, PHASE_UP, (int32_t)d);
    for (uint32_t t = 2 * d - 1; t < b->threads; t += 2 * d) {
        b->line = 20;
        uint32_t left = build_ld(b, t, s, (int32_t)(t - d));
        b->line = 21;
        uint32_t right = build_ld(b, t, s, (int32_t)t);
        b->line = 22;
        build_st(b, t, s, (int32_t)t, build_op(b, t, left, right));
    }
    build_barrier(b);
}

static void play_down(struct build *b, int s, uint32_t d)
{
    build_phase(b, PHASE_DOWN, (int32_t)d);
    for (uint32_t t = 2 * d - 1; t < b->threads; t += 2 * d) {
        b->line = 40;
        uint32_t left = build_ld(b, t, s, (int32_t)(t - d));
        b->line = 41;
        uint32_t before = build_ld(b, t, s, (int32_t)t);
        b->line = 42;
        build_st(b, t, s, (int32_t)(t - d), before);
        b->line = 43;
        build_st(b, t, s, (int32_t)t, build_op(b, t, before, left));
    }
    build_barrier(b);
}

/* One block of a power of two of threads; cells beyond n hold the identity. */
void build_blelloch(struct build *b, bool inclusive)
{
    uint32_t m = b->threads, n = b->trace.run.n, own[BUILD_THREADS];
    int s = build_array(b, "s", SPACE_SHARED, m);
    build_phase(b, PHASE_LOAD, 0);
    for (uint32_t t = 0; t < m; t++) {
        b->line = 10;
        own[t] = t < n ? build_ld(b, t, 0, (int32_t)t) : build_identity(b, t);
        b->line = 11;
        build_st(b, t, s, (int32_t)t, own[t]);
    }
    build_barrier(b);
    for (uint32_t d = 1; d < m; d *= 2)
        play_up(b, s, d);
    build_phase(b, PHASE_ROOT, 0);
    b->line = 30;
    build_st(b, m - 1, 2, 0, build_ld(b, m - 1, s, (int32_t)m - 1));
    build_st(b, m - 1, s, (int32_t)m - 1, build_identity(b, m - 1));
    build_barrier(b);
    for (uint32_t d = m / 2; d > 0; d /= 2)
        play_down(b, s, d);
    build_phase(b, PHASE_STORE, 0);
    b->line = 50;
    for (uint32_t t = 0; t < n; t++) {
        uint32_t v = build_ld(b, t, s, (int32_t)t);
        if (inclusive)
            v = build_op(b, t, v, own[t]);
        build_st(b, t, 1, (int32_t)t, v);
    }
}

void build_warp(struct build *b, bool notes, bool inclusive)
{
    uint32_t v[32], u[32], n = b->trace.run.n;
    play_phase(b, notes, PHASE_LOAD, 0);
    b->line = 10;
    for (uint32_t t = 0; t < 32; t++)
        v[t] = t < n ? build_ld(b, t, 0, (int32_t)t) : build_identity(b, t);
    for (uint32_t d = 1; d < 32; d *= 2) {
        play_phase(b, notes, PHASE_SHUFFLE, (int32_t)d);
        for (uint32_t t = 0; t < 32; t++)
            u[t] = v[t];
        b->line = 20;
        build_shuffle_up(b, 0, d, u);
        b->line = 22;
        for (uint32_t t = d; t < 32; t++)
            v[t] = build_op(b, t, u[t], v[t]);
    }
    if (!inclusive) {
        play_phase(b, notes, PHASE_SHIFT, 1);
        b->line = 25;
        build_shuffle_up(b, 0, 1, v);
        v[0] = build_identity(b, 0);
    }
    play_phase(b, notes, PHASE_STORE, 0);
    b->line = 30;
    for (uint32_t t = 0; t < n; t++)
        build_st(b, t, 1, (int32_t)t, v[t]);
}

/* One block of one thread. */
void build_serial(struct build *b, bool inclusive)
{
    uint32_t n = b->trace.run.n, sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        build_phase(b, PHASE_ELEMENT, (int32_t)i);
        b->line = 20;
        if (!inclusive)
            build_st(b, 0, 1, (int32_t)i, i ? sum : build_identity(b, 0));
        b->line = 22;
        uint32_t v = build_ld(b, 0, 0, (int32_t)i);
        sum = i ? build_op(b, 0, sum, v) : v;
        if (inclusive)
            build_st(b, 0, 1, (int32_t)i, sum);
    }
    build_st(b, 0, 2, 0, sum);
}
