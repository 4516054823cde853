/* Folders of the user and of the program; see xdg.h. */
#include "base/xdg.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/file.h"
#include "base_paths.h" /* made by meson: PSCAN_*_DIR */

static const struct { const char *variable, *below_home; } folders[] = {
    [XDG_DATA] = {"XDG_DATA_HOME", ".local/share"},
    [XDG_CONFIG] = {"XDG_CONFIG_HOME", ".config"},
    [XDG_STATE] = {"XDG_STATE_HOME", ".local/state"},
    [XDG_CACHE] = {"XDG_CACHE_HOME", ".cache"},
};

static const char *home_folder(void)
{
    const char *home = getenv("HOME");
    if (home != NULL && home[0] == '/')
        return home;
    const struct passwd *user = getpwuid(getuid());
    return user != NULL && user->pw_dir != NULL && user->pw_dir[0] == '/'
               ? user->pw_dir : NULL;
}

static bool fits(int length, struct err *err)
{
    return (length > 0 && length < PATH_MAX) ||
           err_set(err, ERR_FAILED, "a path of the user's folders is too long");
}

bool xdg_folder(enum xdg_kind kind, char path[PATH_MAX], struct err *err)
{
    const char *set = getenv(folders[kind].variable);
    if (set != NULL && set[0] == '/')
        return fits(snprintf(path, PATH_MAX, "%s/pscan-viz", set), err);
    const char *home = home_folder();
    if (home == NULL)
        return err_set(err, ERR_FAILED, "no home folder: set HOME or %s",
                       folders[kind].variable);
    return fits(snprintf(path, PATH_MAX, "%s/%s/pscan-viz", home,
                         folders[kind].below_home), err);
}

bool xdg_file(enum xdg_kind kind, const char *name, char path[PATH_MAX],
              struct err *err)
{
    char folder[PATH_MAX];
    return xdg_folder(kind, folder, err) && file_make_folder(folder, err) &&
           fits(snprintf(path, PATH_MAX, "%s/%s", folder, name), err);
}

/* The folder of the running program, without a slash at its end; "" where
 * the system does not tell. */
static void program_folder(char path[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (slash != NULL)
        *slash = '\0';
}

static bool lies_in(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return length > 0 && strncmp(path, folder, length) == 0 &&
           (path[length] == '/' || path[length] == '\0');
}

static bool try(const char *folder, const char *middle, const char *relative,
                char path[PATH_MAX])
{
    int length = snprintf(path, PATH_MAX, "%s/%s%s", folder, middle, relative);
    if (length > 0 && length < PATH_MAX && access(path, R_OK) == 0)
        return true;
    path[0] = '\0';
    return false;
}

bool asset_find(const char *relative, char path[PATH_MAX])
{
    const char *set = getenv("PSCAN_ASSETS");
    if (set != NULL && set[0] != '\0' && try(set, "", relative, path))
        return true;
    char program[PATH_MAX];
    program_folder(program);
    if (lies_in(program, PSCAN_BUILD_DIR) &&
        try(PSCAN_SOURCE_DIR, "assets/", relative, path))
        return true;
    return (program[0] != '\0' &&
            try(program, "../share/pscan-viz/", relative, path)) ||
           try(PSCAN_DATA_DIR, "", relative, path);
}
