/* Whole files: read with a limit, written so that they are whole or absent.
 *
 * Writing goes to a file beside the target, without a name where the system has
 * such files, is flushed to the disk and renamed; on failure, or when the process
 * is killed, nothing of it stays and an older file of that name is untouched. A
 * link is followed, an existing file keeps its mode; what is no regular file (a
 * pipe, a terminal, /dev/null) is written as it is. Messages name the path and
 * the system's reason. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct file_part { const void *bytes; size_t length; };

/* Whether such a file could be begun now: asked before long work for it. False
 * with ERR_FAILED and what writing would say. */
bool file_may_write(const char *path, struct err *err);
/* ERR_FAILED when it cannot be written. */
bool file_write_whole(const char *path, const void *bytes, size_t length,
                      struct err *err);
/* The parts, one behind the other. */
bool file_write_parts(const char *path, const struct file_part *parts,
                      size_t count, struct err *err);

/* Reads the whole file into memory for the caller to free(); a zero byte
 * follows its `*length` bytes. ERR_USAGE when it cannot be read, is a folder
 * or a device, or holds more than limit bytes (0: no limit); ERR_FAILED when
 * out of memory. */
bool file_read_whole(const char *path, size_t limit, unsigned char **bytes,
                     size_t *length, struct err *err);

/* Makes the folder and those above it that are missing, mode 0700. */
bool file_make_folder(const char *path, struct err *err);

#endif
