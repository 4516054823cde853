/* The trace event format: complete events (ph X) and names (ph M). */
#include "trace/chrome.h"

#include <inttypes.h>

static void chrome_text(struct buf *out, const char *text)
{
    buf_puts(out, "\"");
    for (const char *c = text; *c; c++)
        if (*c == '"' || *c == '\\')
            buf_printf(out, "\\%c", *c);
        else if ((unsigned char)*c < 0x20)
            buf_printf(out, "\\u%04x", (unsigned)*c);
        else
            buf_printf(out, "%c", *c);
    buf_puts(out, "\"");
}

/* Microseconds; written by hand, as a decimal point is not everyone's. */
static void chrome_time(struct buf *out, const char *key, uint64_t ns)
{
    buf_printf(out, ",\"%s\":%" PRIu64 ".%03u", key, ns / 1000,
               (unsigned)(ns % 1000));
}

static void chrome_next(struct chrome *chrome)
{
    buf_puts(chrome->out, chrome->more ? ",\n" : "\n");
    chrome->more = true;
}

static void chrome_name(struct chrome *chrome, const char *what, uint32_t process,
                        uint32_t thread, const char *name)
{
    chrome_next(chrome);
    buf_printf(chrome->out, "{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%u,\"tid\":%u,"
               "\"args\":{\"name\":", what, process, thread);
    chrome_text(chrome->out, name);
    buf_puts(chrome->out, "}}");
}

void chrome_begin(struct chrome *chrome, struct buf *out)
{
    *chrome = (struct chrome){ .out = out };
    buf_puts(out, "{\"traceEvents\":[");
}

void chrome_process(struct chrome *chrome, uint32_t process, const char *name)
{
    chrome_name(chrome, "process_name", process, 0, name);
}

void chrome_thread(struct chrome *chrome, uint32_t process, uint32_t thread,
                   const char *name)
{
    chrome_name(chrome, "thread_name", process, thread, name);
}

void chrome_span(struct chrome *chrome, const struct chrome_span *span)
{
    struct buf *out = chrome->out;

    chrome_next(chrome);
    buf_puts(out, "{\"ph\":\"X\",\"name\":");
    chrome_text(out, span->name);
    buf_puts(out, ",\"cat\":");
    chrome_text(out, span->category);
    buf_printf(out, ",\"pid\":%u,\"tid\":%u", span->process, span->thread);
    chrome_time(out, "ts", span->begin_ns);
    chrome_time(out, "dur", span->end_ns - span->begin_ns);
    buf_puts(out, "}");
}

void chrome_end(struct chrome *chrome, const char *note)
{
    buf_puts(chrome->out, "\n],\n\"displayTimeUnit\":\"ns\",\n\"otherData\":{\"note\":");
    chrome_text(chrome->out, note);
    buf_puts(chrome->out, "}}\n");
}
