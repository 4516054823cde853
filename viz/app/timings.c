/* Collects timing records: every .json file of two folders, in the order of
 * their names so that a picture is the same from run to run. */
#include "timings.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/log.h"
#include "base/xdg.h"

static void add_set(struct timings *timings, struct timing_set *set)
{
    if (timings->count < TIMINGS_MAX) {
        timings->set[timings->count++] = set;
        return;
    }
    timing_finish(set);
    free(set);
}

static void load_file(struct timings *timings, const char *path)
{
    struct timing_set *set;
    struct stat there;
    struct err err = {0};

    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode)) {
        log_warn("'%s' is no file of timings: not a regular file", path);
        return; /* a pipe without a writer would never answer */
    }
    set = calloc(1, sizeof *set);
    if (!set)
        return;
    timing_init(set);
    if (timing_read(set, path, &err)) {
        set->live = false;
        add_set(timings, set);
    } else {
        log_warn("%s", err.what);
        free(set);
    }
}

static int is_record(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');

    return dot && dot != entry->d_name && strcmp(dot, ".json") == 0;
}

static void load_folder(struct timings *timings, const char *folder)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_record, alphasort);
    char path[PATH_MAX], reason[ERR_REASON];

    if (count < 0 && errno != ENOENT)
        log_warn("cannot read the folder '%s': %s", folder, err_reason(errno, reason));

    for (int i = 0; i < count; i++) {
        int length = snprintf(path, sizeof path, "%s/%s", folder,
                              entries[i]->d_name);

        if (length > 0 && (size_t)length < sizeof path)
            load_file(timings, path);
        free(entries[i]);
    }
    free(entries);
}

void timings_load(struct timings *timings)
{
    char folder[PATH_MAX], user[PATH_MAX];

    if (asset_find("timings", folder))
        load_folder(timings, folder);
    if (xdg_folder(XDG_DATA, user, NULL) &&
        strlen(user) + sizeof "/timings" <= sizeof user) {
        strcat(user, "/timings");
        load_folder(timings, user);
    }
}

void timings_set_live(struct timings *timings, struct timing_set *live)
{
    int last = timings->count - 1;

    live->live = true;
    if (last >= 0 && timings->set[last]->live) {
        timing_finish(timings->set[last]);
        free(timings->set[last]);
        timings->count--;
    }
    add_set(timings, live);
}

void timings_finish(struct timings *timings)
{
    for (int i = 0; i < timings->count; i++) {
        timing_finish(timings->set[i]);
        free(timings->set[i]);
    }
    timings->count = 0;
}
