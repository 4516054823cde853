/* The fuzz entry of the trace reader. Built with
 *     clang -fsanitize=fuzzer,address,undefined -DFUZZ_ENGINE
 * it is a libFuzzer target whose mutator puts the sums right; otherwise a
 * program that reads the files named, or, without names, a number of random
 * mutations of the samples, always the same ones. What was read is also
 * analysed: whatever passes the reader must be fit for every pass. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "base/file.h"
#include "forge.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void analyse_all(const struct trace *trace)
{
    struct findings findings;
    struct err err = {0};
    if (analyse(trace, &findings, &err))
        analysis_finish(&findings);
    else if (err.code == ERR_NONE)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    forge_more = analyse_all;
    forge_use(bytes, length);
    return 0;
}

#ifdef FUZZ_ENGINE

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t length, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t length, size_t most,
                               unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t length, size_t most,
                               unsigned seed)
{
    length = LLVMFuzzerMutate(bytes, length, most);
    if (seed % 8 != 0)
        forge_sums(bytes, length);
    return length;
}

#else

static uint64_t random_state = 0x9e3779b97f4a7c15u;

/* xorshift64 (Marsaglia 2003): repeatable on every machine. */
static uint64_t random_next(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static size_t random_below(size_t bound)
{
    return bound == 0 ? 0 : (size_t)(random_next() % bound);
}

/* One change of one of the kinds that damage and malice make. */
static void change_one(unsigned char *bytes, size_t *length)
{
    static const uint32_t edges[] = {0, 1, 0x7f, 0xff, 0x7fffffff, 0x80000000,
                                     0xfffffffe, 0xffffffff};
    size_t at = random_below(*length), to = random_below(*length);
    size_t most = *length - (at > to ? at : to);
    size_t size = random_below(most < 64 ? most : 64);
    switch (random_below(6)) {
    case 0:
        bytes[at] ^= (unsigned char)(1 << random_below(8));
        break;
    case 1:
        bytes[at] = (unsigned char)random_next();
        break;
    case 2: /* a number on its edge, aligned as most are */
        at -= at % 4;
        if (at + 4 <= *length)
            memcpy(bytes + at, &edges[random_below(8)], 4);
        break;
    case 3: /* a piece of the file over another */
        memmove(bytes + at, bytes + to, size);
        break;
    case 4: /* a small number more or less */
        bytes[at] = (unsigned char)(bytes[at] + random_below(9) - 4);
        break;
    default: /* an event over another */
        at -= at % 8;
        to -= to % 8;
        if (at + 24 <= *length && to + 24 <= *length)
            memmove(bytes + at, bytes + to, 24);
        break;
    }
}

static bool mutant_use(const unsigned char *bytes, size_t length)
{
    unsigned char *copy = malloc(length);
    if (copy == NULL)
        abort();
    memcpy(copy, bytes, length);
    for (size_t left = 1 + random_below(4); left > 0; left--)
        change_one(copy, &length);
    if (random_below(16) == 0)
        length = random_below(length);
    forge_sums(copy, length);
    forge_more = analyse_all;
    /* The exact size, so that the sanitizer sees a byte too far. */
    unsigned char *exact = malloc(length + (length == 0));
    if (exact == NULL)
        abort();
    memcpy(exact, copy, length);
    bool read = forge_use(exact, length);
    free(exact);
    free(copy);
    return read;
}

static int use_random(long rounds)
{
    long read = 0;
    for (int shape = 0; shape < SAMPLE_SHAPES; shape++) {
        size_t length;
        unsigned char *bytes = forge_bytes((enum sample_shape)shape, &length);
        for (long i = 0; i < rounds; i++)
            read += mutant_use(bytes, length);
        free(bytes);
    }
    long all = rounds * SAMPLE_SHAPES;
    printf("%ld mutants, %ld read and used, %ld refused\n", all, read,
           all - read);
    /* Both must happen, or the sums were wrong or nothing was checked. */
    return read == 0 || read == all;
}

static int use_file(const char *path)
{
    unsigned char *bytes;
    size_t length;
    struct err err = {0};
    if (!file_read_whole(path, 0, &bytes, &length, &err)) {
        fprintf(stderr, "%s\n", err.what);
        return 1;
    }
    LLVMFuzzerTestOneInput(bytes, length);
    free(bytes);
    return 0;
}

/* usage: fuzz_trace [ROUNDS | FILE...] */
int main(int argc, char **argv)
{
    char *end = NULL;
    long rounds = argc == 2 ? strtol(argv[1], &end, 10) : 1000;
    if (argc < 2 || (rounds > 0 && *end == '\0'))
        return use_random(rounds);
    int status = 0;
    for (int i = 1; i < argc; i++)
        status |= use_file(argv[i]);
    return status;
}

#endif
