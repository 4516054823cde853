/* The rows: buffers, input, check in full, time.
 *
 * Inputs are whole numbers from -4 to 4 whose sums over any range stay below
 * 2^24 (tested when they are made), so every type holds every sum of any
 * association exactly, and results are compared for equality. */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "base/elem_info.h"
#include "base/splitmix.h"
#include "bench/bench.h"
#include "bench/crew.h"
#include "bench/machine.h"
#include "bench/measure.h"
#include "bench/scans.h"

enum { ROW_SERIAL, ROW_HILLIS, ROW_SIMD, ROW_PARALLEL, ROWS };
enum { DEFAULT_RUNS = 31, DEFAULT_WARMUPS = 3 };
static const int64_t EXACT_LIMIT = 1 << 24; /* float holds whole numbers to here */

static const struct bench_row rows[ROWS] = {
    [ROW_SERIAL] = { "cpu-serial", "serial loop", false },
    [ROW_HILLIS] = { "cpu-hillis", "Hillis–Steele, two buffers", false },
    [ROW_SIMD] = { "cpu-simd", "scan in SIMD registers", false },
    [ROW_PARALLEL] = { "cpu-parallel", "two passes", true },
};

int bench_cpu_rows(void)
{
    return ROWS;
}

const struct bench_row *bench_cpu_row(int index)
{
    return index >= 0 && index < ROWS ? &rows[index] : NULL;
}

int bench_cpu_find(const char *name, struct err *err)
{
    const char *names[ROWS];
    for (int i = 0; i < ROWS; i++) {
        names[i] = rows[i].name;
        if (strcmp(name, names[i]) == 0)
            return i;
    }
    const char *near = err_nearest(name, names, ROWS);
    err_set(err, ERR_USAGE, "no timing row \"%.40s\"%s%s; allowed: cpu-serial, "
            "cpu-hillis, cpu-simd, cpu-parallel", name,
            near ? "; did you mean " : "", near ? near : "");
    return -1;
}

static int scan_type_of(enum elem_type type)
{
    switch (type) {
    case ELEM_I32:
    case ELEM_U32:
        return SCAN_32;
    case ELEM_I64:
        return SCAN_64;
    case ELEM_F32:
        return SCAN_FLOAT;
    case ELEM_F64:
        return SCAN_DOUBLE;
    default:
        return -1;
    }
}

bool bench_cpu_type_check(enum elem_type type, struct err *err)
{
    return scan_type_of(type) >= 0
        || err_set(err, ERR_USAGE, "no CPU timing for type %s; allowed: int32, "
                   "uint32, int64, float, double", elem_type_name(type));
}

/* ---- one measurement ------------------------------------------------------ */

struct job {
    const struct scan_set *set;
    int scan_type, row;
    size_t n;
    void *x, *y, *scratch;
    struct crew *crew; /* parallel row */
};

static void job_work(void *user)
{
    const struct job *job = user;
    switch (job->row) {
    case ROW_SERIAL:
        job->set->serial(job->x, job->y, job->scratch, job->n);
        break;
    case ROW_HILLIS:
        job->set->hillis(job->x, job->y, job->scratch, job->n);
        break;
    case ROW_SIMD:
        job->set->simd(job->x, job->y, job->scratch, job->n);
        break;
    default:
        crew_scan(job->crew, job->x, job->y, job->n);
    }
}

static void put(const struct job *job, size_t i, int64_t value)
{
    const uint64_t bits = (uint64_t)value;
    if (job->scan_type == SCAN_32)
        ((uint32_t *)job->x)[i] = (uint32_t)bits;
    else if (job->scan_type == SCAN_64)
        ((uint64_t *)job->x)[i] = bits;
    else if (job->scan_type == SCAN_FLOAT)
        ((float *)job->x)[i] = (float)value;
    else
        ((double *)job->x)[i] = (double)value;
}

static bool got_equals(const struct job *job, size_t i, int64_t value)
{
    if (job->scan_type == SCAN_32)
        return ((uint32_t *)job->y)[i] == (uint32_t)(uint64_t)value;
    if (job->scan_type == SCAN_64)
        return ((uint64_t *)job->y)[i] == (uint64_t)value;
    if (job->scan_type == SCAN_FLOAT)
        return ((float *)job->y)[i] == (float)value;
    return ((double *)job->y)[i] == (double)value;
}

/* The i-th input: -4 to 4, by a hash of the index. */
static int64_t input_at(size_t i)
{
    return (int64_t)((splitmix64_at(i) >> 32) % 9) - 4;
}

static bool input_make(const struct job *job, struct err *err)
{
    int64_t sum = 0, least = 0, greatest = 0;
    for (size_t i = 0; i < job->n; i++) {
        put(job, i, input_at(i));
        sum += input_at(i);
        least = sum < least ? sum : least;
        greatest = sum > greatest ? sum : greatest;
    }
    return greatest - least < EXACT_LIMIT
        || err_set(err, ERR_FAILED, "the sums of the timing input are too great");
}

/* Whether y holds all n sums. */
static bool result_check(const struct job *job, struct err *err)
{
    int64_t sum = 0;
    for (size_t i = 0; i < job->n; i++) {
        sum += input_at(i);
        if (!got_equals(job, i, sum))
            return err_set(err, ERR_FAILED, "%s gives a wrong sum at index %zu "
                           "of %zu", rows[job->row].name, i, job->n);
    }
    return true;
}

static bool job_start(struct job *job, unsigned threads, struct err *err)
{
    const size_t bytes = (job->n * job->set->width + 63) / 64 * 64;
    job->x = aligned_alloc(64, bytes);
    job->y = aligned_alloc(64, bytes);
    job->scratch = job->row == ROW_HILLIS ? aligned_alloc(64, bytes) : NULL;
    if (!job->x || !job->y || (job->row == ROW_HILLIS && !job->scratch))
        return err_set(err, ERR_FAILED, "out of memory for %zu elements", job->n);
    if (job->row == ROW_PARALLEL)
        job->crew = crew_create(job->set, threads, err);
    if (job->row == ROW_PARALLEL && !job->crew)
        return false;
    memset(job->y, 0xa5, bytes); /* nothing may be right by luck */
    if (job->scratch)
        memset(job->scratch, 0xa5, bytes);
    return input_make(job, err);
}

static void job_end(struct job *job)
{
    crew_destroy(job->crew);
    free(job->x);
    free(job->y);
    free(job->scratch);
}

static unsigned threads_for(const struct bench_options *options, uint64_t n)
{
    const uint64_t grain = options->grain ? options->grain : BENCH_GRAIN;
    const uint64_t cores = machine_cores();
    const uint64_t most = options->threads ? options->threads
        : cores < BENCH_MAX_THREADS ? cores : BENCH_MAX_THREADS;
    const uint64_t worth = n / grain ? n / grain : 1;
    return (unsigned)(worth < most ? worth : most);
}

/* "two passes, 64 threads of 256": fewer than were asked for. */
static void describe_threads(const struct bench_row *row, unsigned threads,
                             unsigned asked, struct timing *out)
{
    char of[24] = "";
    threads = row->threads ? threads : 1;
    if (row->threads && asked > threads)
        snprintf(of, sizeof of, " of %u", asked);
    snprintf(out->label, sizeof out->label, "%s, %u thread%s%s", row->title, threads,
             threads == 1 ? "" : "s", of);
}

static void describe(const struct job *job, enum elem_type type, unsigned threads,
                     unsigned asked, struct timing *out)
{
    memset(out, 0, sizeof *out);
    snprintf(out->row, sizeof out->row, "%s", rows[job->row].name);
    describe_threads(&rows[job->row], threads, asked, out);
    machine_flags(out->shape, sizeof out->shape);
    out->n = job->n;
    out->op = OP_ADD;
    out->type = (uint8_t)type;
    out->inclusive = 1;
    out->bytes = 2 * (uint64_t)job->n * job->set->width;
    out->warm = true;
}

/* Right before, timed, and still right after. */
static bool job_measure(struct job *job, const struct bench_options *options,
                        struct timing *out, struct err *err)
{
    const struct measure measure = {
        .work = job_work, .user = job, .cancel = options->cancel,
        .runs = options->runs ? options->runs : DEFAULT_RUNS,
        .warmups = options->warmups ? options->warmups : DEFAULT_WARMUPS,
    };
    job_work(job);
    out->checked = result_check(job, err) && measure_run(&measure, out, err)
        && result_check(job, err);
    return out->checked;
}

bool bench_cpu_run(int row, uint64_t n, enum elem_type type,
                   const struct bench_options *options, struct timing *out,
                   struct err *err)
{
    static const struct bench_options defaults = { .runs = 0 };
    if (!options)
        options = &defaults;
    if (!bench_cpu_row(row) || !bench_cpu_type_check(type, err))
        return err_set(err, ERR_USAGE, "no timing row %d", row);
    if (n < 1 || n > (uint64_t)1 << BENCH_MAX_LOG_N)
        return err_set(err, ERR_USAGE, "n is %llu but timings take 1 to 2^%d",
                       (unsigned long long)n, BENCH_MAX_LOG_N);
    if (options->threads > BENCH_MAX_THREADS)
        return err_set(err, ERR_USAGE, "%u threads, but timings take 1 to %d",
                       options->threads, BENCH_MAX_THREADS);
    const unsigned threads = threads_for(options, n);
    struct job job = { .row = row, .n = (size_t)n,
                       .scan_type = scan_type_of(type) };
    job.set = &scans_choose()->set[job.scan_type];
    describe(&job, type, threads, options->threads, out);
    const bool ok = job_start(&job, threads, err)
        && job_measure(&job, options, out, err);
    job_end(&job);
    return ok;
}
