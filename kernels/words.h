/* The words kernels are written in: one source, three flavours.
 *
 * A kernel file includes this header and nothing else. The flavour is chosen
 * by the build:
 *   (default under nvcc)   plain CUDA: words are ordinary CUDA at no cost;
 *                          ELEM_TYPE and ELEM_OP fix type and operator
 *   -DWORDS_TRACED (nvcc)  traced CUDA: every word also records an event
 *   a C compiler           traced on the host executor: a generated one-line
 *                          .c file includes the .cu
 *
 * CUDA's own names where CUDA has one: threadIdx.x, blockIdx.x, blockDim.x,
 * gridDim.x, __syncthreads(), __syncwarp(mask), __threadfence(),
 * __threadfence_block(), __shfl_up_sync(mask, v, delta[, width]) and its
 * siblings _down_, _xor_ and the indexed one, __ballot_sync(mask, p).
 *
 * Ours:
 *   KERNEL(name, (vals x, vals y, ...), (int n, ...)) { body }
 *       entry: global arrays first, then ints; at most 8 of each, none empty.
 *       Array types: vals (elements), ints (int words), stats (status words).
 *   SHARED(s, count)        declares shared array s of `count` elements; also
 *                           SHARED_INTS. In the order the plan lists them.
 *   val                     a value: plain, the element; traced, id and bytes
 *   ld(s, i)  st(s, i, v)   load and store in shared memory
 *   gld(x, i) gst(x, i, v)  in global memory
 *   ldi sti gldi gsti       the same for int words
 *   ld_volatile(s, i) st_volatile(s, i, v)
 *   gld_acquire(x, i) gst_release(x, i, v)
 *   op(a, b)                a is the earlier operand
 *   identity()              the neutral value
 *   to_val(k) to_int(v)     between a value and an int
 *   gadd(c, i, k)           atomicAdd on an int word in global memory; the old
 *                           word (sadd: in shared memory)
 *   tile(t)                 from here this block works on logical block t
 *   publish(w, i, KIND, v)  status word becomes (KIND, v), release
 *   poll(w, i, &v)          spins until the word is not INVALID, acquire; its
 *                           kind; v receives the value. AGGREGATE or PREFIX.
 *   phase(KIND, number)     PHASE_* of trace/event.h; nothing in plain builds
 *   FULL_MASK
 *
 * Rules that keep the three flavours equal: one word call stays on one source
 * line, and at most one call of a word a statement when words read memory
 * (`op(ld(s, a), ld(s, b))` gave another event order under another compiler).
 * A kernel that returns early does so with `return;`. */
#ifndef KERNELS_WORDS_H
#define KERNELS_WORDS_H

#if !defined(__CUDACC__)
#include "simt/words_host.h"
#elif defined(WORDS_TRACED)
#include "gpu/words_traced.cuh"
#else
#include "words_plain.cuh"
#endif

#endif
