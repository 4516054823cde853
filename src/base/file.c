/* Whole files; see file.h. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_FIRST = 1 << 16, TEMP_TRIES = 100 };

static bool write_fails(const char *path, struct err *err)
{
    char reason[ERR_REASON];
    return err_set(err, ERR_FAILED, "cannot write '%s': %s", path,
                   err_reason(errno, reason));
}

static bool write_all(int fd, const void *bytes, size_t length)
{
    const unsigned char *p = bytes;
    while (length > 0) {
        ssize_t done = write(fd, p, length < 1 << 30 ? length : 1 << 30);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        p += done;
        length -= (size_t)done;
    }
    return true;
}

static bool write_parts(int fd, const struct file_part *parts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!write_all(fd, parts[i].bytes, parts[i].length))
            return false;
    return true;
}

/* A name beside path that nothing has yet, the i-th try; false: too long. */
static bool temp_name(const char *path, int i, char temp[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    int folder = slash == NULL ? 0 : (int)(slash - path) + 1;
    int length = snprintf(temp, PATH_MAX, "%.*s.pscan-%ld-%d.tmp", folder, path,
                          (long)getpid(), i);
    errno = ENAMETOOLONG;
    return length < PATH_MAX;
}

/* Creates a file that was not there beside path; its name into temp. */
static int temp_open(const char *path, mode_t mode, char temp[PATH_MAX])
{
    for (int i = 0; i < TEMP_TRIES; i++) {
        if (!temp_name(path, i, temp))
            return -1;
        int fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

static bool folder_of(const char *path, char folder[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    int length = slash == NULL || slash == path ? 1 : (int)(slash - path);
    errno = ENAMETOOLONG;
    return snprintf(folder, PATH_MAX, "%.*s", length, slash == NULL ? "." : path) < PATH_MAX;
}

/* Opens a file without a name in path's folder: whoever is stopped while it is
 * written leaves nothing behind. -1 where there are no such files. */
static int nameless_open(const char *path, mode_t mode)
{
#ifdef O_TMPFILE
    char folder[PATH_MAX];
    return folder_of(path, folder)
        ? open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode) : -1;
#else
    (void)path, (void)mode;
    return -1;
#endif
}

/* Gives the whole file a name beside path; the name into temp. */
static bool nameless_name(int fd, const char *path, char temp[PATH_MAX])
{
    char self[64];
    snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    for (int i = 0; i < TEMP_TRIES; i++) {
        if (!temp_name(path, i, temp))
            return false;
        if (linkat(AT_FDCWD, self, AT_FDCWD, temp, AT_SYMLINK_FOLLOW) == 0)
            return true;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

/* Fills an open file; old: what target is now, NULL if absent. */
static bool write_open(int fd, const struct stat *old,
                       const struct file_part *parts, size_t count)
{
    return write_parts(fd, parts, count) &&
           (old == NULL || fchmod(fd, old->st_mode & 0777) == 0) &&
           fsync(fd) == 0;
}

/* Writes beside target and renames. False with errno set and nothing left behind;
 * stopped in the middle, nothing is left either where a file needs no name. */
static bool write_renamed(const char *target, const struct stat *old,
                          const struct file_part *parts, size_t count)
{
    char temp[PATH_MAX];
    int fd = access("/proc/self/fd", X_OK) == 0 ? nameless_open(target, 0666) : -1;
    bool nameless = fd >= 0;
    if (!nameless)
        fd = temp_open(target, 0666, temp);
    if (fd < 0)
        return false;
    bool ok = write_open(fd, old, parts, count);
    bool named = !nameless || (ok && nameless_name(fd, target, temp));
    ok = ok && named;
    int reason = errno;
    if (close(fd) != 0 && ok) {
        ok = false;
        reason = errno;
    }
    if (ok && rename(temp, target) != 0) {
        ok = false;
        reason = errno;
    }
    if (!ok && named)
        unlink(temp);
    errno = reason;
    return ok;
}

static bool write_direct(const char *path, const struct file_part *parts,
                         size_t count)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool ok = write_parts(fd, parts, count);
    int reason = errno;
    if (close(fd) != 0 && ok) {
        ok = false;
        reason = errno;
    }
    errno = reason;
    return ok;
}

bool file_may_write(const char *path, struct err *err)
{
    struct stat there;
    char folder[PATH_MAX];
    char *real = realpath(path, NULL);
    bool old = stat(path, &there) == 0, ok = path[0] != '\0';
    if (old && S_ISDIR(there.st_mode)) {
        errno = EISDIR;
        ok = false;
    } else if (old && !S_ISREG(there.st_mode)) {
        ok = access(path, W_OK) == 0;
    } else if (ok) {
        ok = folder_of(real != NULL ? real : path, folder) &&
             access(folder, W_OK | X_OK) == 0;
    } else {
        errno = ENOENT;
    }
    int reason = errno;
    free(real);
    errno = reason;
    return ok || write_fails(path, err);
}

bool file_write_parts(const char *path, const struct file_part *parts,
                      size_t count, struct err *err)
{
    struct stat old;
    bool there = stat(path, &old) == 0;
    if (there && S_ISDIR(old.st_mode)) {
        errno = EISDIR;
        return write_fails(path, err);
    }
    if (there && !S_ISREG(old.st_mode))
        return write_direct(path, parts, count) || write_fails(path, err);
    char *real = there ? realpath(path, NULL) : NULL;
    bool ok = write_renamed(real != NULL ? real : path, there ? &old : NULL,
                            parts, count) ||
              write_fails(path, err);
    free(real);
    return ok;
}

bool file_write_whole(const char *path, const void *bytes, size_t length,
                      struct err *err)
{
    struct file_part part = {bytes, length};
    return file_write_parts(path, &part, 1, err);
}

/* Reads to the end or to one byte more than limit, growing. 0 or an errno. */
static int read_all(int fd, size_t limit, unsigned char **bytes,
                    size_t *length)
{
    struct stat stat;
    size_t room = READ_FIRST;
    if (fstat(fd, &stat) != 0)
        return errno;
    if (S_ISCHR(stat.st_mode) || S_ISBLK(stat.st_mode))
        return ENXIO; /* /dev/zero never ends */
    if (S_ISREG(stat.st_mode) && stat.st_size > 0 &&
        (uintmax_t)stat.st_size < SIZE_MAX / 4)
        room = (size_t)stat.st_size + 2;
    if (limit != 0 && room > limit + 2)
        room = limit + 2;
    *length = 0;
    for (;; room *= 2) {
        unsigned char *more = realloc(*bytes, room);
        if (more == NULL)
            return ENOMEM;
        *bytes = more;
        while (*length < room - 1) {
            ssize_t got = read(fd, more + *length, room - 1 - *length);
            if (got < 0 && errno == EINTR)
                continue;
            if (got < 0)
                return errno;
            *length += (size_t)got;
            if (got == 0 || (limit != 0 && *length > limit))
                return 0;
        }
        if (room > SIZE_MAX / 2)
            return ENOMEM;
    }
}

bool file_read_whole(const char *path, size_t limit, unsigned char **bytes,
                     size_t *length, struct err *err)
{
    *bytes = NULL;
    *length = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    int reason = fd < 0 ? errno : read_all(fd, limit, bytes, length);
    if (fd >= 0)
        close(fd);
    bool large = reason == 0 && limit != 0 && *length > limit;
    if (reason == 0 && !large) {
        (*bytes)[*length] = '\0';
        return true;
    }
    free(*bytes);
    *bytes = NULL;
    *length = 0;
    if (large)
        return err_set(err, ERR_USAGE,
                       "'%s' is larger than the %zu bytes allowed", path,
                       limit);
    char room[ERR_REASON];
    return err_set(err, reason == ENOMEM ? ERR_FAILED : ERR_USAGE,
                   "cannot read '%s': %s", path, err_reason(reason, room));
}

static bool is_folder(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0 && S_ISDIR(there.st_mode);
}

bool file_make_folder(const char *path, struct err *err)
{
    char part[PATH_MAX], reason[ERR_REASON];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof part)
        return err_set(err, ERR_FAILED, "cannot make the folder '%s': %s",
                       path,
                       err_reason(length == 0 ? ENOENT : ENAMETOOLONG, reason));
    memcpy(part, path, length + 1);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        part[i] = '\0';
        if (!is_folder(part) && mkdir(part, 0700) != 0 && errno != EEXIST)
            return err_set(err, ERR_FAILED, "cannot make the folder '%s': %s",
                           part, err_reason(errno, reason));
        part[i] = path[i];
    }
    return is_folder(path) ||
           err_set(err, ERR_FAILED, "'%s' is not a folder", path);
}
