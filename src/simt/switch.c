/* See switch.h. The fibre that is being switched to finds the one it came from
 * in switch_from, which AddressSanitizer needs on arrival. */
#include "simt/switch.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#ifdef SWITCH_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

static _Thread_local struct fibre *switch_from, *switch_now;

/* ---- sanitizer ------------------------------------------------------------ */

static void switch_announce(struct fibre *from, const struct fibre *to, bool last)
{
#ifdef SWITCH_ASAN
    __sanitizer_start_switch_fiber(last ? NULL : &from->shadow, to->stack, to->size);
#else
    (void)from, (void)to, (void)last;
#endif
}

/* On arrival. The system's own stack is learnt from the first fibre it starts. */
static void switch_arrive(struct fibre *now)
{
#ifdef SWITCH_ASAN
    const void *stack;
    size_t size;
    __sanitizer_finish_switch_fiber(now->shadow, &stack, &size);
    if (!switch_from->stack) {
        switch_from->stack = (void *)(uintptr_t)stack;
        switch_from->size = size;
    }
#else
    (void)now;
#endif
}

void switch_forget(void *stack, size_t size)
{
#ifdef SWITCH_ASAN
    __asan_unpoison_memory_region(stack, size);
#else
    (void)stack, (void)size;
#endif
}

static void switch_enter(void)
{
    struct fibre *now = switch_now;
    switch_arrive(now);
    now->run(now->user);
    abort(); /* a fibre that returns is a bug: there is nobody to return to */
}

/* ---- by hand -------------------------------------------------------------- */

#if defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)
#define SWITCH_BY_HAND 1
enum { SWITCH_FRAME = 7 }; /* six registers and the return address */

/* void switch_registers(void **save, void *load) */
__asm__(".text\n"
        ".p2align 4\n"
        ".globl switch_registers\n"
        ".hidden switch_registers\n"
        ".type switch_registers, @function\n"
        "switch_registers:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size switch_registers, . - switch_registers\n");

/* Where switch_registers finds the return address in a fresh frame, and how
 * far the stack pointer is from 16-byte alignment when a function starts. */
enum { SWITCH_RETURN = 6, SWITCH_SKEW = 8 };

#elif defined(__aarch64__) && defined(__ELF__)
#define SWITCH_BY_HAND 1
enum { SWITCH_FRAME = 20 }; /* x19..x30 and d8..d15 */

__asm__(".text\n"
        ".p2align 4\n"
        ".globl switch_registers\n"
        ".hidden switch_registers\n"
        ".type switch_registers, %function\n"
        "switch_registers:\n"
        "    sub sp, sp, #160\n"
        "    stp x19, x20, [sp, #0]\n"
        "    stp x21, x22, [sp, #16]\n"
        "    stp x23, x24, [sp, #32]\n"
        "    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n"
        "    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mov x9, sp\n"
        "    str x9, [x0]\n"
        "    mov sp, x1\n"
        "    ldp x19, x20, [sp, #0]\n"
        "    ldp x21, x22, [sp, #16]\n"
        "    ldp x23, x24, [sp, #32]\n"
        "    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n"
        "    ldp x29, x30, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    add sp, sp, #160\n"
        "    ret\n"
        ".size switch_registers, . - switch_registers\n");

enum { SWITCH_RETURN = 11, SWITCH_SKEW = 0 };
#endif

#ifdef SWITCH_BY_HAND
void switch_registers(void **save, void *load) __asm__("switch_registers");

static void switch_frame(struct fibre *fibre)
{
    uintptr_t top = (uintptr_t)fibre->stack + fibre->size;
    top = (top & ~(uintptr_t)15) - 64 - SWITCH_SKEW;
    uintptr_t *frame = (uintptr_t *)top - SWITCH_FRAME;
    memset(frame, 0, (SWITCH_FRAME + 1) * sizeof *frame); /* 0: no caller */
    frame[SWITCH_RETURN] = (uintptr_t)switch_enter;
    fibre->top = frame;
}

static void switch_registers_to(struct fibre *from, struct fibre *to)
{
    switch_registers(&from->top, to->top);
}
#endif

/* ---- portably ------------------------------------------------------------- */

/* A fibre keeps its ucontext in its own stack, at the upper end; the system's
 * thread keeps it in the frame that switches away. */
static void switch_context(struct fibre *fibre)
{
    uintptr_t top = (uintptr_t)fibre->stack + fibre->size - sizeof(ucontext_t);
    ucontext_t *context = (ucontext_t *)(top & ~(uintptr_t)63);
    getcontext(context);
    context->uc_stack.ss_sp = fibre->stack;
    context->uc_stack.ss_size = (size_t)((char *)context - (char *)fibre->stack);
    context->uc_link = NULL;
    makecontext(context, switch_enter, 0);
    fibre->top = context;
}

static void switch_context_to(struct fibre *from, struct fibre *to)
{
    ucontext_t here;
    if (!from->run)
        from->top = &here;
    swapcontext(from->top, to->top);
}

/* ---- what others call ----------------------------------------------------- */

void switch_make(struct fibre *fibre, void *stack, size_t size,
                 void (*run)(void *), void *user, bool portable)
{
    *fibre = (struct fibre){ .stack = stack, .size = size, .run = run,
                             .user = user, .portable = portable };
    switch_forget(stack, size);
#ifdef SWITCH_BY_HAND
    if (!portable) {
        switch_frame(fibre);
        return;
    }
#endif
    switch_context(fibre);
}

static void switch_now_to(struct fibre *from, struct fibre *to)
{
    switch_from = from;
    switch_now = to;
#ifdef SWITCH_BY_HAND
    if (!to->portable) {
        switch_registers_to(from, to);
        return;
    }
#endif
    switch_context_to(from, to);
}

void switch_to(struct fibre *from, struct fibre *to)
{
    switch_announce(from, to, false);
    switch_now_to(from, to);
    switch_arrive(from);
}

void switch_leave(struct fibre *from, struct fibre *to)
{
    switch_announce(from, to, true);
    switch_now_to(from, to);
    abort(); /* somebody resumed a fibre that had left: a bug */
}
