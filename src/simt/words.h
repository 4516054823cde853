/* What the words of one thread (words.c) and the meetings (meet.c) share. */
#ifndef SIMT_WORDS_H
#define SIMT_WORDS_H

#include "simt/world.h"

/* The running thread, now in the word of this line. */
struct simt_thread *words_self(int line);

/* Records the event as it is, or counts it where the thread's block is left
 * out; the ordinal. writer as of record_load. */
uint32_t words_record(struct simt_thread *self, const struct event *event,
                      uint64_t writer);
/* Record an event at the thread's line; the ordinal. */
uint32_t words_emit(struct simt_thread *self, struct event event);
/* The second half of a value wider than eight bytes, where there is one. */
void words_emit_high(struct simt_thread *self, const unsigned char bytes[ELEM_MAX]);
/* Records the event that makes a value, and gives the value. */
val words_made(struct simt_thread *self, struct event event,
               const unsigned char bytes[ELEM_MAX]);
/* Eight bytes as an event carries them. */
uint64_t words_bits(const unsigned char *bytes);

#endif
