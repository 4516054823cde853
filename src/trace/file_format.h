/* The bytes of a trace file; private to the room. All numbers are little
 * endian.
 *
 *     header    magic[8], version u32, sections u32, length of the file u64,
 *               crc u32 of header and table (this field as 0), zero u32
 *     table     for each section, ids ascending: id u32, crc u32, length u64
 *     sections  in the order of the table, each padded with zeros to 8 bytes
 *
 * Segments, events, sequence, writers and stamps are stored as they lie in
 * memory; the head is stored field by field, text as a u32 length and bytes.
 * A change of any of this is a new version. */
#ifndef TRACE_FILE_FORMAT_H
#define TRACE_FILE_FORMAT_H

#include "base/err.h"
#include "trace/trace.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "events are stored as they lie in memory: little endian machines only"
#endif

/* The first byte is no text, the line ends show a file that was "repaired" by
 * a transfer as text. */
#define FILE_MAGIC "\x8fPSCAN\r\n"

enum { FILE_VERSION = 2, FILE_MAGIC_BYTES = 8, FILE_HEADER = 32,
       FILE_ENTRY = 16, FILE_CRC_AT = 24 };

enum file_section {
    SECTION_RUN = 1, SECTION_INPUT = 2, SECTION_ARRAYS = 3,
    SECTION_LAUNCHES = 4, SECTION_SOURCES = 5, SECTION_SEGS = 6,
    SECTION_EVENTS = 7, SECTION_STOPS = 8,
    /* optional */
    SECTION_SEQUENCE = 9, SECTION_WRITER = 10, SECTION_STAMPS = 11,
    SECTIONS = 12
};

_Static_assert(sizeof(struct trace_seg) == 32,
               "segment layout is a file format");
_Static_assert(sizeof(struct trace_stamp) == 24,
               "stamp layout is a file format");

/* What a file may claim; the recorder stays far below. */
enum { FILE_MAX_LAUNCHES = 1 << 16, FILE_MAX_SOURCES = 1 << 10,
       FILE_MAX_STOPS = 1 << 20, FILE_MAX_SHARED = 1 << 20,
       FILE_MAX_WIDTH = 64, FILE_MAX_THREADS = 1024 };

/* The file's own checks of what the sections hold (file_check.c): every index
 * in range, every operand earlier, order acyclic. The message says what is
 * wrong; the caller names the file. */
bool file_check_head(const struct trace *trace, struct err *err);
bool file_check_segs(const struct trace *trace, struct err *err);
bool file_check_events(const struct trace *trace, struct err *err);

#endif
