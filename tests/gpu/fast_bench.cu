/* Checks and times kernels/fast against CUB and a device-to-device copy, in one run.
 *
 *     fast_bench [check] [repeat] [time] [brief] [random] [few]
 *                                             no word: all but brief and few
 *
 * check   every type, operator, inclusive and exclusive, many n (odd ones, tile
 *         edges, both kernels), every kind of misalignment, in place; all n
 *         results against a CPU reference: exact for integers and max, within a
 *         bound for float sums (NaN fails); guard bytes around the result.
 *         Then run numbers wrapping around and calls that must be refused.
 * repeat  float sums must repeat bit for bit.
 * time    medians by CUDA events, buffers reused (a warm L2 cache where the data
 *         fits in it); every result is checked in full before its time counts.
 * brief   the same with fewer sizes, in a tenth of the time.
 * few     one n for each way a tile learns of the others, so few that
 *         compute-sanitizer comes to an end.
 * random  200 log-random n from 2^10 to 2^30, int32 +, CUB's time over ours; every
 *         result is checked in full before its time counts.
 *
 * Exit status 1 when anything is wrong. Build with the flags in tests/gpu/fast_build.sh. */
#include <cub/device/device_scan.cuh>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "base/splitmix.h"
#include "kernels/fast/fast.h"
#include <cuda_fp16.h>

#define CHECK(call)                                                                         \
    do {                                                                                    \
        cudaError_t e_ = (call);                                                            \
        if (e_ != cudaSuccess) {                                                            \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_));   \
            exit(1);                                                                        \
        }                                                                                   \
    } while (0)

static int failures;

/* ---- values ----------------------------------------------------------------- */

struct pair32 {
    uint32_t a, b;
};

struct plus_op {
    template <class T> __host__ __device__ T operator()(T l, T r) const { return l + r; }
};
struct max_op {
    template <class T> __host__ __device__ T operator()(T l, T r) const { return l > r ? l : r; }
};
struct min_op {
    template <class T> __host__ __device__ T operator()(T l, T r) const { return l < r ? l : r; }
};
struct mul_op {
    template <class T> __host__ __device__ T operator()(T l, T r) const { return l * r; }
};
struct and_op {
    template <class T> __host__ __device__ T operator()(T l, T r) const { return l & r; }
};
struct or_op {
    template <class T> __host__ __device__ T operator()(T l, T r) const { return l | r; }
};
struct xor_op {
    template <class T> __host__ __device__ T operator()(T l, T r) const { return l ^ r; }
};
struct affine_op {
    __host__ __device__ pair32 operator()(pair32 l, pair32 r) const {
        return {r.a * l.a, r.a * l.b + r.b};
    }
};

static double unit(uint64_t i) { return (double)(splitmix64_at(i) >> 11) * 0x1p-52 - 1.0; }

static void draw(uint64_t i, int8_t &v) { v = (int8_t)splitmix64_at(i); }
static void draw(uint64_t i, int32_t &v) { v = (int32_t)splitmix64_at(i); }
static void draw(uint64_t i, uint32_t &v) { v = (uint32_t)splitmix64_at(i); }
static void draw(uint64_t i, int64_t &v) { v = (int64_t)splitmix64_at(i); }
static void draw(uint64_t i, float &v) { v = (float)unit(i); }
static void draw(uint64_t i, double &v) { v = unit(i); }
static void draw(uint64_t i, __half &v) { v = __float2half_rn((float)unit(i)); }
static void draw(uint64_t i, pair32 &v) {
    v = {(uint32_t)splitmix64_at(i) | 1u, (uint32_t)(splitmix64_at(i) >> 32)};
}

/* Runs f(first, last) over [0, n) on all cores. */
template <class F> static void spread(size_t n, F f) {
    const size_t workers = n < 100000 ? 1 : std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::thread> crew;
    for (size_t w = 0; w < workers; w++)
        crew.emplace_back([=] { f(n * w / workers, n * (w + 1) / workers); });
    for (auto &t : crew) t.join();
}

/* What a result is compared with. Integers: the value in unsigned arithmetic.
 * Float sums: the value in a wider type and the sum of magnitudes. */
template <class T> struct wide { using type = T; };
template <> struct wide<int8_t> { using type = uint8_t; };
template <> struct wide<int32_t> { using type = uint32_t; };
template <> struct wide<int64_t> { using type = uint64_t; };
template <> struct wide<float> { using type = double; };
template <> struct wide<double> { using type = long double; };
template <> struct wide<__half> { using type = double; };

template <class T> static typename wide<T>::type widen(T v) { return (typename wide<T>::type)v; }
template <> double widen<__half>(__half v) { return (double)__half2float(v); }

/* ---- one subject: a type and an operator ------------------------------------------- */

template <class T, class Op, bool SUM> struct reference {
    using W = typename wide<T>::type;
    std::vector<T> x;
    std::vector<W> prefix;       /* inclusive */
    std::vector<double> weight;  /* float sums: sum of |x| */
    W first;                     /* identity */

    static constexpr bool rounds = SUM && !std::is_integral<T>::value;

    void make(size_t n, W identity) {
        first = identity;
        x.resize(n);
        prefix.resize(n);
        if (rounds) weight.resize(n);
        T *px = x.data();
        spread(n, [=](size_t a, size_t b) {
            for (size_t i = a; i < b; i++) draw(i, px[i]);
        });
        W w = identity;
        double m = 0;
        for (size_t i = 0; i < n; i++) {
            w = value(w, x[i]);
            prefix[i] = w;
            if constexpr (rounds) weight[i] = m += std::fabs((double)widen(x[i]));
        }
    }
    /* max and min must compare in the type itself, not in unsigned form */
    static W value(W l, T r) {
        if constexpr (SUM || !std::is_integral<T>::value) return Op()(l, widen(r));
        else return (W)Op()((T)l, r);
    }
    bool good(T got, size_t i, bool inclusive) const {
        const bool none = !inclusive && i == 0;
        const size_t at = inclusive ? i : i - 1;
        const W want = none ? first : prefix[at];
        if constexpr (rounds) {
            const double ulp = sizeof(T) == 8 ? 0x1p-52 : 0x1p-23;
            const double far = none ? 0 : 64 * ulp * weight[at];
            const double step = sizeof(T) == 2 ? 0x1p-11 * std::fabs((double)want) + 0x1p-25 : 0;
            return std::fabs((double)(widen(got) - want)) <= far + step;
        } else {
            const W w = widen(got);
            return memcmp(&w, &want, sizeof w) == 0;
        }
    }
};

struct subject {
    const char *name;
    enum elem_type type;
    enum elem_op op;
    size_t bytes;
    std::string note;
    virtual ~subject() {}
    virtual void make(size_t n) = 0;
    virtual const void *input() const = 0;
    virtual size_t wrong(const void *y, size_t n, bool inclusive, size_t &where) const = 0;
    virtual cudaError_t cub(void *t, size_t &tb, const void *x, void *y, size_t n,
                            bool inclusive) = 0;
    virtual void drop() = 0;
};

template <class T, class Op, bool SUM> struct subject_of : subject {
    reference<T, Op, SUM> ref;
    T identity;
    subject_of(const char *name_, enum elem_type t, enum elem_op o, T id) {
        name = name_, type = t, op = o, bytes = sizeof(T), identity = id;
    }
    void make(size_t n) override {
        if (ref.x.size() < n) ref.make(n, widen(identity));
    }
    void drop() override { ref = {}; }
    const void *input() const override { return ref.x.data(); }
    size_t wrong(const void *y, size_t n, bool inclusive, size_t &where) const override {
        const T *got = (const T *)y;
        std::vector<size_t> bad(256, 0), at(256, 0);
        size_t *pb = bad.data(), *pa = at.data();
        const auto *r = &ref;
        std::vector<std::thread> crew;
        const size_t workers = n < 100000 ? 1 : 16;
        for (size_t w = 0; w < workers; w++)
            crew.emplace_back([=] {
                for (size_t i = n * w / workers; i < n * (w + 1) / workers; i++)
                    if (!r->good(got[i], i, inclusive) && pb[w]++ == 0) pa[w] = i;
            });
        for (auto &t : crew) t.join();
        size_t sum = 0;
        for (size_t w = workers; w-- > 0;)
            if (bad[w]) sum += bad[w], where = at[w];
        return sum;
    }
    cudaError_t cub(void *t, size_t &tb, const void *x, void *y, size_t n,
                    bool inclusive) override {
        const T *a = (const T *)x;
        T *b = (T *)y;
        if constexpr (SUM)
            return inclusive ? cub::DeviceScan::InclusiveSum(t, tb, a, b, n)
                             : cub::DeviceScan::ExclusiveSum(t, tb, a, b, n);
        else
            return inclusive ? cub::DeviceScan::InclusiveScan(t, tb, a, b, Op(), n)
                             : cub::DeviceScan::ExclusiveScan(t, tb, a, b, Op(), identity, n);
    }
};

/* Operators that are checked but not timed need no CUB code. */
template <class T, class Op> struct subject_checked : subject_of<T, Op, false> {
    using subject_of<T, Op, false>::subject_of;
    cudaError_t cub(void *, size_t &, const void *, void *, size_t, bool) override {
        return cudaErrorNotSupported;
    }
};

static std::vector<subject *> timed, checked;

static void list_subjects() {
    timed = {
        new subject_of<int32_t, plus_op, true>("int32 +", ELEM_I32, OP_ADD, 0),
        new subject_of<float, plus_op, true>("float +", ELEM_F32, OP_ADD, 0.0f),
        new subject_of<uint32_t, plus_op, true>("uint32 +", ELEM_U32, OP_ADD, 0u),
        new subject_of<int64_t, plus_op, true>("int64 +", ELEM_I64, OP_ADD, 0),
        new subject_of<double, plus_op, true>("double +", ELEM_F64, OP_ADD, 0.0),
        new subject_of<int8_t, plus_op, true>("int8 +", ELEM_I8, OP_ADD, 0),
        new subject_of<__half, plus_op, true>("half +", ELEM_F16, OP_ADD, __half(0.0f)),
        new subject_of<int32_t, max_op, false>("int32 max", ELEM_I32, OP_MAX, INT32_MIN),
        new subject_of<float, max_op, false>("float max", ELEM_F32, OP_MAX, -INFINITY),
        new subject_of<pair32, affine_op, false>("affine", ELEM_I32, OP_AFFINE, pair32{1, 0}),
    };
    const enum elem_type i32 = ELEM_I32;
    checked = timed;
    checked.push_back(new subject_checked<int32_t, min_op>("int32 min", i32, OP_MIN, INT32_MAX));
    checked.push_back(new subject_checked<uint32_t, mul_op>("int32 *", i32, OP_MUL, 1u));
    checked.push_back(new subject_checked<uint32_t, and_op>("int32 and", i32, OP_AND, ~0u));
    checked.push_back(new subject_checked<uint32_t, or_op>("int32 or", i32, OP_OR, 0u));
    checked.push_back(new subject_checked<uint32_t, xor_op>("int32 xor", i32, OP_XOR, 0u));
}

/* ---- device buffers ------------------------------------------------------------ */

enum { GUARD = 256, POISON = 0xa5 };

static unsigned char *dev_x, *dev_y, *host_y;
static size_t capacity;

static void buffers(size_t bytes) {
    if (bytes <= capacity) return;
    cudaFree(dev_x);
    cudaFree(dev_y);
    cudaFreeHost(host_y);
    capacity = bytes;
    CHECK(cudaMalloc(&dev_x, bytes + 2 * GUARD));
    CHECK(cudaMalloc(&dev_y, bytes + 2 * GUARD));
    CHECK(cudaMallocHost(&host_y, bytes + 2 * GUARD));
}

/* Downloads a result with its guards and compares all of it. */
static bool verify(const subject &s, const unsigned char *y, size_t n, bool inclusive,
                   const char *what) {
    const size_t bytes = n * s.bytes;
    CHECK(cudaMemcpy(host_y, y - GUARD, bytes + 2 * GUARD, cudaMemcpyDeviceToHost));
    size_t where = 0, bad = n ? s.wrong(host_y + GUARD, n, inclusive, where) : 0;
    bool guards = true;
    for (int i = 0; i < GUARD; i++)
        guards = guards && host_y[i] == POISON && host_y[GUARD + bytes + i] == POISON;
    if (!bad && guards) return true;
    printf("WRONG %s n %zu %s %s: %zu wrong, first at %zu%s\n", s.name, n,
           inclusive ? "inclusive" : "exclusive", what, bad, where, guards ? "" : ", guards hit");
    failures++;
    return false;
}

/* ---- check -------------------------------------------------------------------- */

struct layout {
    int x, y;      /* offset in elements */
    bool in_place;
};

static void check_one(fast_scanner *f, const subject &s, size_t n, bool inclusive, layout l) {
    const size_t bytes = n * s.bytes;
    unsigned char *x = dev_x + GUARD + l.x * s.bytes;
    unsigned char *y = l.in_place ? x : dev_y + GUARD + l.y * s.bytes;
    char what[64];
    snprintf(what, sizeof what, "x+%d y+%d%s", l.x, l.y, l.in_place ? " in place" : "");
    CHECK(cudaMemset(y - GUARD, POISON, bytes + 2 * GUARD));
    CHECK(cudaMemcpy(x, s.input(), bytes, cudaMemcpyHostToDevice));
    CHECK(fast_scan(f, x, y, n, s.type, s.op, inclusive, NULL));
    CHECK(cudaDeviceSynchronize());
    verify(s, y, n, inclusive, what);
}

static void check_subject(fast_scanner *f, subject &s) {
    const size_t tile = 16384 / s.bytes, wave = ((size_t)132 << 16) / s.bytes, ring = 2 * wave;
    std::vector<size_t> small = {0, 1, 2, 3, 5, 17, 31, 33, 255, 1000, tile / 2, tile - 1, tile,
                                 3 * tile / 2, 3 * tile + 7, 5 * tile - 1, 20 * tile + 11};
    for (size_t most : {1, 2, 4, 8, 16, 64, 256})  /* where one launch follows another */
        for (size_t n : {most * tile / 2, most * tile / 2 + 1, most * tile}) small.push_back(n);
    const std::vector<size_t> large = {140 * tile + 5, 700 * tile - 3, wave, wave + 1, ring - 1,
                                       ring + 1, ring + 15360 / s.bytes * 55 + 3, 2 * ring};
    const layout all[] = {{0, 0, false}, {1, 1, false}, {3, 3, false}, {0, 1, false},
                          {1, 0, false}, {3, 2, false}, {0, 0, true},  {1, 0, true}, {5, 0, true}};
    const size_t most = large.back();
    s.make(most);
    buffers((most + 64) * s.bytes);
    for (int inclusive = 0; inclusive < 2; inclusive++) {
        for (size_t n : small)
            for (layout l : all) check_one(f, s, n, inclusive, l);
        for (size_t i = 0; i < large.size(); i++)
            for (layout l : {all[0], all[1 + i % 5], all[6 + i % 3]})
                check_one(f, s, large[i], inclusive, l);
    }
    s.drop();
}

/* Alone, in a cluster, all resident, in the ring; partial tiles, off the grid. */
static void few() {
    fast_scanner *f;
    CHECK(fast_create(&f, (size_t)64 << 20));
    for (subject *s : {checked[0], checked[3], checked[5], checked[9]}) {
        const int before = failures;
        const size_t most = ((size_t)18 << 20) / s->bytes;
        s->make(most);
        buffers((most + 64) * s->bytes);
        for (size_t kb : {1, 30, 100, 200, 700, 3000, 7000, 18000})
            for (layout l : {layout{0, 0, false}, layout{1, 0, false}, layout{1, 1, true}}) {
                if (kb > 3000 && l.x != l.y) continue;
                check_one(f, *s, kb * 1024 / s->bytes - 3, l.in_place, l);
            }
        printf("few %-10s %s\n", s->name, failures == before ? "ok" : "WRONG");
        fflush(stdout);
        s->drop();
    }
    fast_destroy(f);
}

static void expect(const char *what, cudaError_t got, cudaError_t want) {
    if (got == want) return;
    printf("WRONG %s: %s instead of %s\n", what, cudaGetErrorName(got), cudaGetErrorName(want));
    failures++;
}

static void check_edges(subject &s) {
    fast_scanner *f;
    cudaStream_t stream;
    cudaGraph_t graph;
    const size_t n = 7000000;
    const size_t long_n = 34000000;  /* more tiles than a new scanner has room for */
    CHECK(fast_create(&f, 0));
    s.make(long_n);
    buffers((long_n + 64) * s.bytes);
    fast_set_run(f, UINT32_MAX - 2);
    for (int i = 0; i < 6; i++) check_one(f, s, i % 2 ? n : n / 7, true, {0, 0, false});
    check_one(f, s, long_n, true, {0, 0, false});
    unsigned char *x = dev_x + GUARD, *y = dev_y + GUARD;
    expect("no kernel", fast_scan(f, x, y, 9, ELEM_F16, OP_XOR, true, 0), cudaErrorNotSupported);
    expect("null", fast_scan(f, NULL, y, 9, ELEM_I32, OP_ADD, true, 0), cudaErrorInvalidValue);
    expect("between", fast_scan(f, x + 2, y, 9, ELEM_I32, OP_ADD, true, 0), cudaErrorInvalidValue);
    expect("overlap", fast_scan(f, x, x + 4, 9, ELEM_I32, OP_ADD, true, 0), cudaErrorInvalidValue);
    expect("none", fast_scan(f, NULL, NULL, 0, ELEM_I32, OP_ADD, true, 0), cudaSuccess);
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    expect("capture", fast_scan(f, x, y, 9, ELEM_I32, OP_ADD, true, stream),
           cudaErrorStreamCaptureUnsupported);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
    fast_destroy(f);
    fast_destroy(NULL);
}

static void check() {
    fast_scanner *f;
    CHECK(fast_create(&f, (size_t)64 << 20));
    for (subject *s : checked) {
        const int before = failures;
        check_subject(f, *s);
        printf("check %-10s %s\n", s->name, failures == before ? "ok" : "WRONG");
        fflush(stdout);
    }
    check_edges(*checked[0]);
    fast_destroy(f);
    printf("check: %d wrong\n", failures);
}

/* ---- repeat -------------------------------------------------------------------- */

static void repeat() {
    fast_scanner *f;
    CHECK(fast_create(&f, (size_t)512 << 20));
    for (subject *s : {timed[1], timed[4], timed[6]})
        for (size_t n : {(size_t)100000, (size_t)1 << 20, ((size_t)1 << 25) + 5}) {
            s->make(n);
            buffers((n + 64) * s->bytes);
            std::vector<unsigned char> first(n * s->bytes);
            CHECK(cudaMemcpy(dev_x, s->input(), n * s->bytes, cudaMemcpyHostToDevice));
            int differ = 0;
            for (int i = 0; i < 10; i++) {
                CHECK(fast_scan(f, dev_x, dev_y, n, s->type, s->op, true, NULL));
                CHECK(cudaMemcpy(host_y, dev_y, n * s->bytes, cudaMemcpyDeviceToHost));
                if (!i) memcpy(first.data(), host_y, n * s->bytes);
                else differ += memcmp(first.data(), host_y, n * s->bytes) != 0;
            }
            printf("repeat %-9s n %9zu: %s\n", s->name, n,
                   differ ? "DIFFERS" : "same bits 10 times");
            failures += differ;
            if (n > (1u << 24)) s->drop();
        }
    fast_destroy(f);
}

/* ---- time ---------------------------------------------------------------------- */

struct clock_pair {
    cudaEvent_t a, b;
};

template <class F>
static void sample(std::vector<float> &t, int warm, int reps, clock_pair c, F f) {
    for (int i = 0; i < warm; i++) f();
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < reps; i++) {
        float ms;
        CHECK(cudaEventRecord(c.a));
        f();
        CHECK(cudaEventRecord(c.b));
        CHECK(cudaEventSynchronize(c.b));
        CHECK(cudaEventElapsedTime(&ms, c.a, c.b));
        t.push_back(ms);
    }
}

static float median(std::vector<float> &t) {
    std::sort(t.begin(), t.end());
    return t[t.size() / 2];
}

static double spread_of(const std::vector<float> &t) {
    return (t[t.size() * 3 / 4] - t[t.size() / 4]) / t[t.size() / 2] * 100;
}

static void *cub_storage;
static size_t cub_bytes;

static void cub_prepare(subject &s, size_t n) {
    size_t need = 0;
    for (int i = 0; i < 2; i++) {
        CHECK(s.cub(NULL, need, dev_x, dev_y, n, i));
        if (need <= cub_bytes) continue;
        cudaFree(cub_storage);
        CHECK(cudaMalloc(&cub_storage, cub_bytes = need));
    }
}

struct times {
    float ours, cub, copy;
    double spread;
};

/* Rounds of all three in turn, so that drift meets each alike. */
static times measure(fast_scanner *f, subject &s, size_t n, bool inclusive, int rounds, int reps) {
    cub_prepare(s, n);
    unsigned char *x = dev_x + GUARD, *y = dev_y + GUARD;
    clock_pair c;
    CHECK(cudaEventCreate(&c.a));
    CHECK(cudaEventCreate(&c.b));
    std::vector<float> a, b, d;
    for (int r = 0; r < rounds; r++) {
        sample(a, 3, reps, c, [&] { CHECK(fast_scan(f, x, y, n, s.type, s.op, inclusive, NULL)); });
        sample(b, 3, reps, c, [&] { CHECK(s.cub(cub_storage, cub_bytes, x, y, n, inclusive)); });
        sample(d, 3, reps, c,
               [&] { CHECK(cudaMemcpyAsync(y, x, n * s.bytes, cudaMemcpyDeviceToDevice)); });
    }
    CHECK(cudaEventDestroy(c.a));
    CHECK(cudaEventDestroy(c.b));
    times t = {median(a), median(b), median(d), 0};
    t.spread = spread_of(a);
    return t;
}

static bool right_first(fast_scanner *f, subject &s, size_t n, bool inclusive) {
    unsigned char *y = dev_y + GUARD;
    CHECK(cudaMemset(y - GUARD, POISON, n * s.bytes + 2 * GUARD));
    CHECK(fast_scan(f, dev_x + GUARD, y, n, s.type, s.op, inclusive, NULL));
    CHECK(cudaDeviceSynchronize());
    return verify(s, y, n, inclusive, "before timing");
}

static void time_row(fast_scanner *f, subject &s, size_t n, bool inclusive) {
    if (!right_first(f, s, n, inclusive)) return;
    const size_t bytes = n * s.bytes;
    const int reps = bytes < ((size_t)8 << 20) ? 40 : bytes < ((size_t)1 << 28) ? 15 : 6;
    const times t = measure(f, s, n, inclusive, 5, reps);
    fast_launch l;
    CHECK(fast_describe(f, n, s.type, s.op, &l));
    char power[32];
    if (n & (n - 1)) snprintf(power, sizeof power, "%zu", n);
    else snprintf(power, sizeof power, "2^%d", (int)std::log2((double)n));
    printf("%-9s %s %-10s %9.4f ms %5.0f GB/s  iqr %4.1f%%  cub %9.4f  copy %9.4f  x cub %5.2f  "
           "of copy %4.2f  %s %ux%u\n",
           s.name, inclusive ? "incl" : "excl", power, t.ours, 2e-6 * bytes / t.ours, t.spread,
           t.cub, t.copy, t.cub / t.ours, t.copy / t.ours, l.path, l.grid, l.block);
    fflush(stdout);
}

static void time_subject(fast_scanner *f, subject &s, const std::vector<int> &powers, bool both) {
    const size_t most = (size_t)1 << powers.back();
    s.make(most);
    buffers((most + 64) * s.bytes);
    CHECK(cudaMemcpy(dev_x + GUARD, s.input(), most * s.bytes, cudaMemcpyHostToDevice));
    for (int p : powers) {
        time_row(f, s, (size_t)1 << p, true);
        if (both || p == powers.back() - 2) time_row(f, s, (size_t)1 << p, false);
    }
    s.drop();
}

static void time_all(bool brief) {
    fast_scanner *f;
    CHECK(fast_create(&f, brief ? (size_t)1 << 30 : (size_t)9 << 30));
    std::vector<int> first = {10, 12, 14, 16, 18, 20, 22, 23, 24, 25, 26, 28}, rest = {16, 20, 24};
    if (!brief) {
        first.push_back(30);
        rest.insert(rest.end(), {26, 28});
    }
    time_subject(f, *timed[0], first, false);
    for (size_t i = 1; i < timed.size(); i++) time_subject(f, *timed[i], rest, i == 1 && !brief);
    fast_destroy(f);
}

/* ---- random -------------------------------------------------------------------- */

static void random_sizes() {
    fast_scanner *f;
    subject &s = *timed[0];
    const size_t most = (size_t)1 << 30;
    CHECK(fast_create(&f, most * 4));
    s.make(most);
    buffers((most + 64) * s.bytes);
    CHECK(cudaMemcpy(dev_x + GUARD, s.input(), most * s.bytes, cudaMemcpyHostToDevice));
    std::vector<float> ratio;
    int slower = 0;
    for (int i = 0; i < 200; i++) {
        const double u = (double)(splitmix64_at(777 + i) >> 11) * 0x1p-53;
        const size_t n = (size_t)std::exp2(10 + 20 * u);
        if (!right_first(f, s, n, i % 2)) continue;
        const times t = measure(f, s, n, i % 2, 3, n < ((size_t)1 << 22) ? 25 : 5);
        ratio.push_back(t.cub / t.ours);
        slower += t.ours > 1.03f * t.cub;
        printf("random n %10zu %s %.4f ms x cub %.3f of copy %.3f\n", n, i % 2 ? "incl" : "excl",
               t.ours, t.cub / t.ours, t.copy / t.ours);
    }
    s.drop();
    if (!ratio.empty()) {
        std::sort(ratio.begin(), ratio.end());
        printf("random: %zu n right, x cub: least %.3f, median %.3f, greatest %.3f; "
               "3 %% slower: %d\n", ratio.size(), ratio.front(), ratio[ratio.size() / 2],
               ratio.back(), slower);
    }
    failures += slower;
    fast_destroy(f);
}

int main(int argc, char **argv) {
    const auto wanted = [&](const char *word) {
        for (int i = 1; i < argc; i++)
            if (!strcmp(argv[i], word)) return true;
        return argc == 1;
    };
    cudaDeviceProp p;
    int driver = 0, runtime = 0;
    CHECK(cudaGetDeviceProperties(&p, 0));
    CHECK(cudaDriverGetVersion(&driver));
    CHECK(cudaRuntimeGetVersion(&runtime));
    printf("%s, %d multiprocessors, driver API %d, CUDA runtime %d, CUB %d\n", p.name,
           p.multiProcessorCount, driver, runtime, CUB_VERSION);
    list_subjects();
    if (wanted("check")) check();
    if (argc > 1 && wanted("few")) few();
    if (wanted("repeat")) repeat();
    if (wanted("time")) time_all(false);
    if (argc > 1 && wanted("brief")) time_all(true);
    if (wanted("random")) random_sizes();
    printf("%s\n", failures ? "FAILED" : "all right");
    return failures != 0;
}
