/* What the words of a kernel call on the host: values, and one function a word.
 *
 * The macros of words_host.h hand the source line over. All of them work on
 * the running thread and are called on its fibre only. */
#ifndef SIMT_CALLS_H
#define SIMT_CALLS_H

#include <stdint.h>

#include "simt/simt.h"
#include "trace/event.h"

/* A value in a register: its bytes, and the ordinal of the event that made it. */
typedef struct {
    unsigned char bytes[ELEM_MAX];
    uint32_t id;
} val;
typedef const struct simt_array *vals; /* elements */
typedef const struct simt_array *ints; /* int words */
typedef const struct simt_array *stats; /* status words */

struct simt_dim { unsigned x, y, z; };
struct simt_place { struct simt_dim thread, block, block_dim, grid_dim; };

/* The running thread's place. One executor a system thread. */
extern _Thread_local const struct simt_place *simt_here;

/* ---- what the words call; line is the word's line in the kernel file ----- */

enum { SIMT_PLAIN = 0 }; /* ordering of an access, else EVENT_ACQUIRE and kin */
enum { INVALID = 0, AGGREGATE = 1, PREFIX = 2 }; /* kinds of a status word */

const struct simt_array *simt_shared(int line, const char *name,
                                     unsigned count, enum trace_word word);
val simt_load(int line, const struct simt_array *array, int index, int order);
void simt_store(int line, const struct simt_array *array, int index, val v,
                int order);
int simt_load_int(int line, const struct simt_array *array, int index);
void simt_store_int(int line, const struct simt_array *array, int index, int k);
int simt_add_int(int line, const struct simt_array *array, int index, int k);
val simt_op(int line, val left, val right);
val simt_identity(int line);
val simt_to_val(int line, int k);
int simt_to_int(int line, val v);
void simt_barrier(int line);
void simt_syncwarp(int line, unsigned mask);
void simt_fence(int line, int device);
val simt_shuffle(int line, enum event_meet meet, unsigned mask, val v,
                 int operand, int width);
unsigned simt_ballot(int line, unsigned mask, int predicate);
void simt_publish(int line, const struct simt_array *array, int index,
                  int kind, val v);
int simt_poll(int line, const struct simt_array *array, int index, val *v);
void simt_tile(int line, int tile);
void simt_phase(int line, enum event_phase phase, int number);

#endif
