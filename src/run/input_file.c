/* The text of an input file. A run may be prepared and recorded several times; a
 * pipe can be read but once. What is no regular file is therefore kept as it was
 * read, under the name it was read by, until the program ends. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "run/input.h"

struct kept {
    struct kept *next;
    char *path;
    unsigned char *bytes;
    size_t length;
};

static struct kept *kept_all;
static pthread_mutex_t kept_lock = PTHREAD_MUTEX_INITIALIZER;

static const struct kept *kept_find(const char *path)
{
    const struct kept *kept = kept_all;
    while (kept && strcmp(kept->path, path) != 0)
        kept = kept->next;
    return kept;
}

static bool copy_out(const struct kept *kept, unsigned char **bytes, size_t *length,
                     struct err *err)
{
    *bytes = malloc(kept->length + 1);
    if (!*bytes)
        return err_set(err, ERR_FAILED, "out of memory for the input");
    memcpy(*bytes, kept->bytes, kept->length + 1);
    *length = kept->length;
    return true;
}

/* Reads a pipe and puts it before the others; NULL on failure. */
static const struct kept *kept_read(const char *path, struct err *err)
{
    struct kept *kept = calloc(1, sizeof *kept);
    char *name = strdup(path);
    if (!kept || !name)
        err_set(err, ERR_FAILED, "out of memory for the input");
    else if (file_read_whole(path, INPUT_MAX_FILE, &kept->bytes, &kept->length, err)) {
        kept->path = name;
        kept->next = kept_all;
        return kept_all = kept;
    }
    free(name);
    free(kept);
    return NULL;
}

bool input_file(const char *path, unsigned char **bytes, size_t *length,
                struct err *err)
{
    struct stat there;
    if (stat(path, &there) != 0 || S_ISREG(there.st_mode) || S_ISDIR(there.st_mode))
        return file_read_whole(path, INPUT_MAX_FILE, bytes, length, err);
    pthread_mutex_lock(&kept_lock);
    const struct kept *kept = kept_find(path);
    if (!kept)
        kept = kept_read(path, err);
    pthread_mutex_unlock(&kept_lock); /* what is kept stays as it is */
    return kept && copy_out(kept, bytes, length, err);
}
