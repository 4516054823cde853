/* Fibres and the switch between them: the only machine-dependent file.
 *
 * A switch saves the registers that a call must preserve on the stack of the
 * fibre that leaves and loads those of the one that comes: some ten
 * instructions on x86-64 and aarch64. Anywhere else, and where `portable` is
 * asked for, ucontext does it with two system calls. AddressSanitizer is told
 * of either. */
#ifndef SIMT_SWITCH_H
#define SIMT_SWITCH_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__SANITIZE_ADDRESS__)
#define SWITCH_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SWITCH_ASAN 1
#endif
#endif

struct fibre {
    void *top;            /* saved stack pointer, or the ucontext */
    void *stack;          /* lowest byte; NULL for the system's own thread */
    size_t size;
    void *shadow;         /* AddressSanitizer's fake stack */
    void (*run)(void *);  /* must end in switch_leave, never return */
    void *user;
    bool portable;
};

/* Makes a fibre that starts in run(user) when first switched to. The stack
 * belongs to the caller and must outlive it. */
void switch_make(struct fibre *fibre, void *stack, size_t size,
                 void (*run)(void *), void *user, bool portable);

/* From the running fibre to another; returns when somebody switches back.
 * A zeroed struct serves as `from` for the system's thread. Both have the same
 * `portable`. */
void switch_to(struct fibre *from, struct fibre *to);

/* Forgets what AddressSanitizer believes of a stack that fibres have left; to be
 * called before the memory serves anything else. */
void switch_forget(void *stack, size_t size);

/* As switch_to, and `from` is never resumed. */
_Noreturn void switch_leave(struct fibre *from, struct fibre *to);

#endif
