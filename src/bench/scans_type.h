/* The scans of one element type: a template, included once a type with ELEM,
 * WIDTH (its bytes), NAME(what) and VECTOR_BYTES defined. No guard on purpose. */

static void NAME(serial)(const void *from, void *to, void *scratch, size_t n)
{
    const ELEM *restrict x = from;
    ELEM *restrict y = to;
    ELEM sum = 0;
    (void)scratch;
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
        y[i] = sum;
    }
}

/* One round: what lies d to the left is added. */
static void NAME(hillis_round)(const ELEM *restrict from, ELEM *restrict to,
                               size_t d, size_t n)
{
    memcpy(to, from, d * sizeof *to);
    for (size_t i = d; i < n; i++)
        to[i] = from[i - d] + from[i];
}

/* The buffers take turns so that the last round ends in y. */
static void NAME(hillis)(const void *from, void *to, void *scratch, size_t n)
{
    int rounds = 0;
    for (size_t d = 1; d < n; d *= 2)
        rounds++;
    const ELEM *source = from;
    if (rounds == 0)
        memcpy(to, from, n * sizeof *source);
    for (size_t d = 1; d < n; d *= 2, rounds--) {
        ELEM *target = rounds % 2 ? to : scratch;
        NAME(hillis_round)(source, target, d, n);
        source = target;
    }
}

/* The vector a moved up d lanes, zeros moving in: lane i takes lane LANES + i - d
 * of (zeros, a), which is a zero for i < d. */
typedef ELEM NAME(vec) __attribute__((vector_size(VECTOR_BYTES)));
#define ZERO ((NAME(vec)){ 0 })
#define LANES (VECTOR_BYTES / WIDTH)
#if LANES == 8
#define UP1(a) __builtin_shufflevector(ZERO, a, 7, 8, 9, 10, 11, 12, 13, 14)
#define UP2(a) __builtin_shufflevector(ZERO, a, 6, 7, 8, 9, 10, 11, 12, 13)
#define UP4(a) __builtin_shufflevector(ZERO, a, 4, 5, 6, 7, 8, 9, 10, 11)
#define LAST(a) __builtin_shufflevector(a, a, 7, 7, 7, 7, 7, 7, 7, 7)
#define DOUBLE(v) do { v += UP1(v); v += UP2(v); v += UP4(v); } while (0)
#elif LANES == 4
#define UP1(a) __builtin_shufflevector(ZERO, a, 3, 4, 5, 6)
#define UP2(a) __builtin_shufflevector(ZERO, a, 2, 3, 4, 5)
#define LAST(a) __builtin_shufflevector(a, a, 3, 3, 3, 3)
#define DOUBLE(v) do { v += UP1(v); v += UP2(v); } while (0)
#else
#define UP1(a) __builtin_shufflevector(ZERO, a, 1, 2)
#define LAST(a) __builtin_shufflevector(a, a, 1, 1)
#define DOUBLE(v) do { v += UP1(v); } while (0)
#endif

/* Sums inside each vector by doubling; the sum of all vectors before is added
 * last, so that from one vector to the next only one addition waits. */
static ELEM NAME(simd_from)(const ELEM *restrict x, ELEM *restrict y, size_t n,
                            ELEM start)
{
    NAME(vec) carry = start - ZERO;
    size_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        NAME(vec) v;
        memcpy(&v, x + i, sizeof v);
        DOUBLE(v);
        const NAME(vec) sums = v + carry;
        carry += LAST(v);
        memcpy(y + i, &sums, sizeof sums);
    }
    ELEM sum = carry[0];
    for (; i < n; i++) {
        sum += x[i];
        y[i] = sum;
    }
    return sum;
}

static void NAME(simd)(const void *from, void *to, void *scratch, size_t n)
{
    (void)scratch;
    NAME(simd_from)(from, to, n, 0);
}

static void NAME(scan_from)(const void *from, void *to, size_t n,
                            const void *start)
{
    ELEM first;
    memcpy(&first, start, sizeof first);
    NAME(simd_from)(from, to, n, first);
}

/* Two vectors of partial sums, so that additions do not wait for each other. */
static void NAME(reduce)(const void *from, size_t n, void *sum)
{
    const ELEM *restrict x = from;
    NAME(vec) even = ZERO, odd = ZERO, v;
    size_t i = 0;
    for (; i + 2 * LANES <= n; i += 2 * LANES) {
        memcpy(&v, x + i, sizeof v);
        even += v;
        memcpy(&v, x + i + LANES, sizeof v);
        odd += v;
    }
    even += odd;
    ELEM total = 0;
    for (int lane = 0; lane < LANES; lane++)
        total += even[lane];
    for (; i < n; i++)
        total += x[i];
    memcpy(sum, &total, sizeof total);
}

static void NAME(add)(void *sum, const void *value)
{
    ELEM a, b;
    memcpy(&a, sum, sizeof a);
    memcpy(&b, value, sizeof b);
    a += b;
    memcpy(sum, &a, sizeof a);
}

#undef ZERO
#undef LANES
#undef UP1
#undef UP2
#undef UP4
#undef LAST
#undef DOUBLE
#undef ELEM
#undef WIDTH
#undef NAME
