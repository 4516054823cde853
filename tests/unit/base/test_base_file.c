/* Files are whole or absent; nothing temporary stays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"

static char folder[64];

static const char *path_of(const char *name)
{
    static char path[2][PATH_MAX];
    static int turn;
    turn = !turn;
    snprintf(path[turn], PATH_MAX, "%s/%s", folder, name);
    return path[turn];
}

static int enter(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/pscan-test-XXXXXX");
    return mkdtemp(folder) == NULL;
}

static int entries(void)
{
    int count = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    while (readdir(dir) != NULL)
        count++;
    closedir(dir);
    return count - 2; /* itself and its parent */
}

static int leave(void **state)
{
    (void)state;
    DIR *dir = opendir(folder);
    struct dirent *entry;
    while (dir != NULL && (entry = readdir(dir)) != NULL)
        remove(path_of(entry->d_name));
    if (dir != NULL)
        closedir(dir);
    return rmdir(folder);
}

static void expect_file(const char *path, const char *text)
{
    unsigned char *bytes;
    size_t length;
    struct err err = {0};
    assert_true(file_read_whole(path, 0, &bytes, &length, &err));
    assert_int_equal(length, strlen(text));
    assert_string_equal((const char *)bytes, text);
    free(bytes);
}

static void write_and_read(void **state)
{
    (void)state;
    struct err err = {0};
    const char *path = path_of("a");
    assert_true(file_write_whole(path, "first", 5, &err));
    expect_file(path, "first");
    struct file_part parts[] = {{"se", 2}, {NULL, 0}, {"cond", 4}};
    assert_true(file_write_parts(path, parts, 3, &err));
    expect_file(path, "second");
    assert_true(file_write_whole(path, NULL, 0, &err));
    expect_file(path, "");
    assert_int_equal(entries(), 1);
    assert_int_equal(err.code, ERR_NONE);
}

static void limit_of_reading(void **state)
{
    (void)state;
    struct err err = {0};
    unsigned char *bytes;
    size_t length;
    const char *path = path_of("a");
    assert_true(file_write_whole(path, "12345678", 8, &err));
    assert_true(file_read_whole(path, 8, &bytes, &length, &err));
    assert_int_equal(length, 8);
    free(bytes);
    assert_false(file_read_whole(path, 7, &bytes, &length, &err));
    assert_null(bytes);
    assert_int_equal(err.code, ERR_USAGE);
    assert_non_null(strstr(err.what, "7 bytes"));
}

static void unreadable(void **state)
{
    (void)state;
    const char *const paths[] = {path_of("absent"), folder, "/dev/zero", ""};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct err err = {0};
        unsigned char *bytes;
        size_t length;
        assert_false(file_read_whole(paths[i], 0, &bytes, &length, &err));
        assert_int_equal(err.code, ERR_USAGE);
        assert_null(bytes);
    }
}

static void large_file_grows(void **state)
{
    (void)state;
    struct err err = {0};
    size_t size = 3 * 1000 * 1000 + 1, length;
    unsigned char *out = malloc(size), *in;
    assert_non_null(out);
    for (size_t i = 0; i < size; i++)
        out[i] = (unsigned char)(i % 251);
    assert_true(file_write_whole(path_of("big"), out, size, &err));
    assert_true(file_read_whole(path_of("big"), 0, &in, &length, &err));
    assert_int_equal(length, size);
    assert_memory_equal(in, out, size);
    free(in);
    free(out);
    /* A file whose size the system does not tell. */
    assert_true(file_read_whole("/proc/self/status", 0, &in, &length, &err));
    assert_true(length > 100);
    assert_int_equal(in[length], 0);
    free(in);
}

static void unwritable(void **state)
{
    (void)state;
    char deep[PATH_MAX], name[300];
    snprintf(deep, sizeof deep, "%s/no/such", folder);
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    const char *const paths[] = {deep, folder, path_of(name), ""};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct err err = {0};
        assert_false(file_write_whole(paths[i], "x", 1, &err));
        assert_int_equal(err.code, ERR_FAILED);
        assert_int_equal(entries(), 0);
        if (i == 2)
            continue; /* that a name is too long is only found by making it */
        struct err before = {0};
        assert_false(file_may_write(paths[i], &before));
        assert_string_equal(before.what, err.what);
    }
    struct err err = {0};
    assert_true(file_may_write(path_of("new"), &err));
    assert_true(file_may_write("/dev/null", &err));
    assert_int_equal(entries(), 0);
    assert_true(file_write_whole(path_of("new"), "x", 1, &err));
    assert_true(file_may_write(path_of("new"), &err));
}

/* The disk is "full" in the middle: the old file stays, no other appears. */
static void failure_leaves_old_file(void **state)
{
    (void)state;
    struct err err = {0};
    const char *path = path_of("a");
    static const char large[100000];
    assert_true(file_write_whole(path, "old", 3, &err));
    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 5000;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    bool written = file_write_whole(path, large, sizeof large, &err);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_DFL);
    assert_false(written);
    assert_int_equal(err.code, ERR_FAILED);
    assert_non_null(strstr(err.what, path));
    assert_int_equal(entries(), 1);
    expect_file(path, "old");
}

static void mode_and_link_are_kept(void **state)
{
    (void)state;
    struct err err = {0};
    struct stat at;
    char link[PATH_MAX];
    snprintf(link, sizeof link, "%s/link", folder);
    const char *path = path_of("a");
    assert_true(file_write_whole(path, "1", 1, &err));
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(symlink("a", link), 0);
    assert_true(file_write_whole(link, "2", 1, &err));
    assert_int_equal(lstat(link, &at), 0);
    assert_true(S_ISLNK(at.st_mode));
    assert_int_equal(stat(path, &at), 0);
    assert_int_equal(at.st_mode & 0777, 0640);
    expect_file(path, "2");
}

static void device_is_not_replaced(void **state)
{
    (void)state;
    struct err err = {0};
    struct stat at;
    assert_true(file_write_whole("/dev/null", "x", 1, &err));
    assert_int_equal(stat("/dev/null", &at), 0);
    assert_true(S_ISCHR(at.st_mode));
}

static void folders_are_made(void **state)
{
    (void)state;
    struct err err = {0};
    struct stat at;
    char deep[PATH_MAX], upper[PATH_MAX];
    snprintf(upper, sizeof upper, "%s/x", folder);
    snprintf(deep, sizeof deep, "%s/x/y/", folder);
    assert_true(file_make_folder(deep, &err));
    assert_true(file_make_folder(deep, &err));
    assert_int_equal(stat(upper, &at), 0);
    assert_int_equal(at.st_mode & 0777, 0700);
    assert_int_equal(rmdir(deep), 0);
    assert_int_equal(rmdir(upper), 0);
    assert_true(file_write_whole(upper, "", 0, &err));
    assert_false(file_make_folder(deep, &err));
    assert_int_equal(err.code, ERR_FAILED);
    err = (struct err){0};
    assert_false(file_make_folder(upper, &err));
    assert_int_equal(err.code, ERR_FAILED);
}

/* A process that is killed while it writes leaves nothing and spoils nothing. */
static void killed_leaves_nothing(void **state)
{
    (void)state;
    struct err err = {0};
#ifdef O_TMPFILE
    int fd = open(folder, O_TMPFILE | O_WRONLY, 0600);
#else
    int fd = -1;
#endif
    if (fd < 0) {
        print_message("no files without a name in /tmp here\n");
        skip();
    }
    close(fd);
    assert_true(file_write_whole(path_of("old"), "old", 3, &err));
    for (int turn = 0; turn < 2; turn++) {
        pid_t child = fork();
        if (child == 0) {
            static const char much[1 << 16];
            struct rlimit little = {4096, 4096}, none = {0, 0};
            signal(SIGXFSZ, SIG_DFL);
            setrlimit(RLIMIT_CORE, &none);
            setrlimit(RLIMIT_FSIZE, &little);
            file_write_whole(path_of(turn ? "new" : "old"), much, sizeof much, &err);
            _exit(0);
        }
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(entries(), 1);
        expect_file(path_of("old"), "old");
    }
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(write_and_read),
        IN_FOLDER(limit_of_reading),
        IN_FOLDER(unreadable),
        IN_FOLDER(large_file_grows),
        IN_FOLDER(unwritable),
        IN_FOLDER(failure_leaves_old_file),
        IN_FOLDER(mode_and_link_are_kept),
        IN_FOLDER(device_is_not_replaced),
        IN_FOLDER(folders_are_made),
        IN_FOLDER(killed_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
