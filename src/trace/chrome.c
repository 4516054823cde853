/* The trace event format: begins and ends (ph B and E), names and places (ph M).
 * An end is written when the next span of its thread does not lie within it. */
#include "trace/chrome.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"

static void chrome_text(struct buf *out, const char *text)
{
    buf_puts(out, "\"");
    for (const char *c = text; *c; c++)
        if (*c == '"' || *c == '\\')
            buf_printf(out, "\\%c", *c);
        else if ((unsigned char)*c < 0x20 || *c == 0x7f)
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

/* {"ph":"B","name":"stride 1","pid":1,"tid":2,"ts":0.500 */
static void chrome_edge(struct chrome *chrome, const char *phase,
                        const struct chrome_open *span, uint64_t ns)
{
    struct buf *out = chrome->out;

    chrome_next(chrome);
    buf_printf(out, "{\"ph\":\"%s\",\"name\":", phase);
    chrome_text(out, span->name);
    buf_printf(out, ",\"pid\":%u,\"tid\":%u", chrome->pid, span->tid);
    chrome_time(out, "ts", ns);
}

/* Ends the open spans that do not reach beyond ns, the innermost first. */
static void chrome_close(struct chrome *chrome, uint64_t ns)
{
    while (chrome->depth > 0 && chrome->open[chrome->depth - 1].end_ns <= ns) {
        const struct chrome_open *span = &chrome->open[--chrome->depth];
        chrome_edge(chrome, "E", span, span->end_ns);
        buf_puts(chrome->out, "}");
    }
}

/* "process" or "thread": {"ph":"M","name":"process_name",..."args":{"name":"p"}}
 * and {..."args":{"sort_index":1}}. */
static void chrome_name(struct chrome *chrome, const char *what, uint32_t tid,
                        const char *name)
{
    static const char head[] = "{\"ph\":\"M\",\"name\":\"%s_%s\",\"pid\":%u,\"tid\":%u,"
                               "\"args\":{\"%s\":";

    chrome_close(chrome, UINT64_MAX);
    chrome_next(chrome);
    buf_printf(chrome->out, head, what, "name", chrome->pid, tid, "name");
    chrome_text(chrome->out, name);
    buf_puts(chrome->out, "}}");
    chrome_next(chrome);
    buf_printf(chrome->out, head, what, "sort_index", chrome->pid, tid, "sort_index");
    buf_printf(chrome->out, "%u}}", tid);
}

void chrome_begin(struct chrome *chrome, struct buf *out)
{
    *chrome = (struct chrome){ .out = out };
    buf_puts(out, "{\"traceEvents\":[");
}

void chrome_process(struct chrome *chrome, uint32_t process, const char *name)
{
    chrome_close(chrome, UINT64_MAX);
    chrome->process = process;
    chrome->pid = ++chrome->last;
    chrome_name(chrome, "process", chrome->pid, name);
}

void chrome_thread(struct chrome *chrome, uint32_t process, uint32_t thread,
                   const char *name)
{
    const uint32_t tid = chrome->pid + thread - 1;

    assert(process == chrome->process && thread > 0);
    (void)process;
    chrome->last = tid > chrome->last ? tid : chrome->last;
    chrome_name(chrome, "thread", tid, name);
}

void chrome_span(struct chrome *chrome, const struct chrome_span *span)
{
    const uint32_t tid = chrome->pid + span->thread - 1;
    const bool same = chrome->depth > 0 && chrome->open[0].tid == tid;

    assert(span->process == chrome->process && tid <= chrome->last);
    chrome_close(chrome, same ? span->begin_ns : UINT64_MAX);
    assert(chrome->depth < CHROME_DEPTH);
    struct chrome_open *open = &chrome->open[chrome->depth++];
    *open = (struct chrome_open){ tid, span->end_ns, "" };
    const size_t length = strnlen(span->name, CHROME_NAME - 1);
    memcpy(open->name, span->name, utf8_fit(span->name, length));
    chrome_edge(chrome, "B", open, span->begin_ns);
    buf_puts(chrome->out, ",\"cat\":");
    chrome_text(chrome->out, span->category);
    buf_puts(chrome->out, "}");
}

void chrome_end(struct chrome *chrome, const char *note)
{
    chrome_close(chrome, UINT64_MAX);
    buf_puts(chrome->out, "\n],\n\"displayTimeUnit\":\"ns\",\n\"otherData\":{\"note\":");
    chrome_text(chrome->out, note);
    buf_puts(chrome->out, "}}\n");
}
