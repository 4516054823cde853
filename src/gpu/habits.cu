/* What a habit is worth, as kernels: from the plain way to the good one.
 *
 *   coalescing    whose words the lanes of a warp touch together
 *   width         4 or 16 bytes a load
 *   padding       a tree's strides in shared memory, banks met or avoided
 *   half, half2   one or two halves an instruction
 *   affine        work enough to hide a copy behind
 *
 * HABIT_WORD is also the kernel of the occupancy experiment: its launch asks
 * for shared memory that it does not use. */
#include <cuda_fp16.h>
#include <cuda_runtime_api.h>

#include "gpu/habits_device.h"

namespace {

enum { RUN = 32, PAIRS = HABIT_SECTION / 2 };

__device__ uint64_t thread_number()
{
    return (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void neighbours(const uint32_t *x, uint32_t *y)
{
    const uint64_t i = thread_number();
    y[i] = x[i] + 1;
}

__global__ void runs(const uint32_t *x, uint32_t *y)
{
    const uint64_t first = thread_number() * RUN;
    for (uint64_t i = first; i < first + RUN; i++)
        y[i] = x[i] + 1;
}

__global__ void apart(const uint32_t *x, uint32_t *y, uint64_t n)
{
    const uint64_t t = thread_number(), i = t % 32 * (n / 32) + t / 32;
    y[i] = x[i] + 1;
}

__global__ void word(const uint32_t *x, uint32_t *y, uint64_t n)
{
    const uint64_t step = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = thread_number(); i < n; i += step)
        y[i] = x[i] + 1;
}

__global__ void four(const uint4 *x, uint4 *y, uint64_t n)
{
    const uint64_t step = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = thread_number(); i < n / 4; i += step) {
        uint4 v = x[i];
        v.x++;
        v.y++;
        v.z++;
        v.w++;
        y[i] = v;
    }
}

template <bool padded> __device__ uint32_t place(uint32_t i)
{
    return padded ? i + i / 32 : i;
}

/* Blelloch's tree, a thread a pair, again and again over the same words. */
template <bool padded>
__global__ void tree(const uint32_t *x, uint32_t *y)
{
    __shared__ uint32_t s[HABIT_SECTION + HABIT_SECTION / 32];
    const uint32_t t = threadIdx.x;
    const uint64_t base = (uint64_t)blockIdx.x * HABIT_SECTION;
    const uint32_t left = x[base + t], right = x[base + t + PAIRS];
    for (int repeat = 0; repeat < HABIT_REPEATS; repeat++) {
        s[place<padded>(t)] = left;
        s[place<padded>(t + PAIRS)] = right;
        for (uint32_t d = 1; d < HABIT_SECTION; d *= 2) {
            __syncthreads();
            if (t < PAIRS / d)
                s[place<padded>(d * (2 * t + 2) - 1)] +=
                    s[place<padded>(d * (2 * t + 1) - 1)];
        }
        if (t == 0)
            s[place<padded>(HABIT_SECTION - 1)] = 0;
        for (uint32_t d = PAIRS; d > 0; d /= 2) {
            __syncthreads();
            if (t < PAIRS / d) {
                const uint32_t a = place<padded>(d * (2 * t + 1) - 1);
                const uint32_t b = place<padded>(d * (2 * t + 2) - 1);
                const uint32_t before = s[b];
                s[b] = before + s[a];
                s[a] = before;
            }
        }
        __syncthreads();
    }
    y[base + t] = s[place<padded>(t)];
    y[base + t + PAIRS] = s[place<padded>(t + PAIRS)];
}

__device__ __half one_more(__half v) { return __hadd(v, __float2half(1)); }
__device__ __half2 one_more(__half2 v) { return __hadd2(v, __float2half2_rn(1)); }

template <typename T, int adds>
__global__ void halves(const T *x, T *y)
{
    const uint64_t i = thread_number();
    T v = x[i];
#pragma unroll 64
    for (int k = 0; k < adds; k++)
        v = one_more(v);
    y[i] = v;
}

__global__ void affine(const uint32_t *x, uint32_t *y)
{
    const uint64_t i = thread_number();
    uint32_t v = x[i];
#pragma unroll 1
    for (int k = 0; k < HABIT_ROUNDS; k += 8)
#pragma unroll
        for (int j = 0; j < 8; j++)
            asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(v) : "r"(HABIT_A), "r"(HABIT_C));
    y[i] = v;
}

/* Elements of one thread; 0: as many as the grid leaves to it. */
uint32_t thread_items(enum habit_way way)
{
    static const uint32_t items[HABIT_WAYS] = { 1, RUN, 1, 0, 0, 2, 2, 1, 2, 1, 2, 1 };
    return items[way];
}

uint32_t block_threads(enum habit_way way)
{
    return way == HABIT_UNPADDED || way == HABIT_PADDED ? (uint32_t)PAIRS : (uint32_t)HABIT_BLOCK;
}

} // namespace

uint32_t habit_grid(const struct habit_launch *l)
{
    const uint32_t items = thread_items(l->way);
    return items ? (uint32_t)(l->n / items / block_threads(l->way)) : l->grid;
}

int habit_resident(uint32_t shared, int *blocks)
{
    const cudaError_t error = cudaFuncSetAttribute(
        word, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared);
    if (error != cudaSuccess)
        return error;
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, word, HABIT_BLOCK, shared);
}

int habit_run(const struct habit_launch *l)
{
    const uint32_t grid = habit_grid(l), block = block_threads(l->way);
    cudaStream_t stream = static_cast<cudaStream_t>(l->stream);
    const uint32_t *x = static_cast<const uint32_t *>(l->x);
    uint32_t *y = static_cast<uint32_t *>(l->y);
    const __half *h = static_cast<const __half *>(l->x);
    const __half2 *h2 = static_cast<const __half2 *>(l->x);
    __half *yh = static_cast<__half *>(l->y);
    __half2 *yh2 = static_cast<__half2 *>(l->y);
    switch (l->way) {
    case HABIT_NEIGHBOURS: neighbours<<<grid, block, 0, stream>>>(x, y); break;
    case HABIT_RUNS: runs<<<grid, block, 0, stream>>>(x, y); break;
    case HABIT_APART: apart<<<grid, block, 0, stream>>>(x, y, l->n); break;
    case HABIT_WORD: word<<<grid, block, l->shared, stream>>>(x, y, l->n); break;
    case HABIT_FOUR:
        four<<<grid, block, 0, stream>>>(static_cast<const uint4 *>(l->x),
                                         static_cast<uint4 *>(l->y), l->n);
        break;
    case HABIT_UNPADDED: tree<false><<<grid, block, 0, stream>>>(x, y); break;
    case HABIT_PADDED: tree<true><<<grid, block, 0, stream>>>(x, y); break;
    case HABIT_HALF: halves<__half, 1><<<grid, block, 0, stream>>>(h, yh); break;
    case HABIT_HALF2: halves<__half2, 1><<<grid, block, 0, stream>>>(h2, yh2); break;
    case HABIT_HALF_ADDS:
        halves<__half, HABIT_ADDS><<<grid, block, 0, stream>>>(h, yh);
        break;
    case HABIT_HALF2_ADDS:
        halves<__half2, HABIT_ADDS><<<grid, block, 0, stream>>>(h2, yh2);
        break;
    case HABIT_AFFINE: affine<<<grid, block, 0, stream>>>(x, y); break;
    default: return cudaErrorInvalidValue;
    }
    return cudaGetLastError();
}
