/* How KERNEL takes a launch's arguments apart, for all flavours: the two
 * parenthesised lists of a kernel are counted, and as many elements are taken
 * from an array. At most 8, at least 1. C and CUDA. */
#ifndef KERNELS_WORDS_ARGS_H
#define KERNELS_WORDS_ARGS_H

#define WORDS_PASTE(a, b) WORDS_PASTE_NOW(a, b)
#define WORDS_PASTE_NOW(a, b) a##b

/* (int n, int k) -> int n, int k */
#define WORDS_OPEN(...) __VA_ARGS__
/* WORDS_COUNT (int n, int k) -> 2 */
#define WORDS_COUNT(...) WORDS_NINTH(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define WORDS_NINTH(a, b, c, d, e, f, g, h, count, ...) count

/* WORDS_TAKE(2, from) -> from[0], from[1] */
#define WORDS_TAKE(count, from) WORDS_PASTE(WORDS_TAKE_, count)(from)
#define WORDS_TAKE_1(f) f[0]
#define WORDS_TAKE_2(f) f[0], f[1]
#define WORDS_TAKE_3(f) f[0], f[1], f[2]
#define WORDS_TAKE_4(f) f[0], f[1], f[2], f[3]
#define WORDS_TAKE_5(f) WORDS_TAKE_4(f), f[4]
#define WORDS_TAKE_6(f) WORDS_TAKE_4(f), f[4], f[5]
#define WORDS_TAKE_7(f) WORDS_TAKE_4(f), f[4], f[5], f[6]
#define WORDS_TAKE_8(f) WORDS_TAKE_4(f), f[4], f[5], f[6], f[7]

#endif
