/* "pscan-hillis-n8-network-step2.png", then -2, -3, ... in the folder that the
 * desktop's user-dirs.dirs calls pictures. */
#include "picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backend/backend.h"
#include "base/file.h"

/* The value of XDG_PICTURES_DIR="$HOME/..." in text, with $HOME put in. */
static bool pictures_in(const char *text, const char *home,
                        char folder[PATH_MAX])
{
    const char *at = strstr(text, "XDG_PICTURES_DIR=\""), *end;
    int length;

    if (!at || (at != text && at[-1] != '\n'))
        return false;
    at += strlen("XDG_PICTURES_DIR=\"");
    end = strchr(at, '"');
    if (!end)
        return false;
    if (strncmp(at, "$HOME", 5) == 0)
        length = snprintf(folder, PATH_MAX, "%s%.*s", home,
                          (int)(end - at - 5), at + 5);
    else
        length = snprintf(folder, PATH_MAX, "%.*s", (int)(end - at), at);
    return length > 0 && length < PATH_MAX && folder[0] == '/';
}

static bool is_folder(const char *path)
{
    struct stat found;

    return stat(path, &found) == 0 && S_ISDIR(found.st_mode) &&
        access(path, W_OK) == 0;
}

static void picture_folder(char folder[PATH_MAX])
{
    const char *home = getenv("HOME"), *config = getenv("XDG_CONFIG_HOME");
    char path[PATH_MAX];
    unsigned char *text = NULL;
    size_t length;
    bool found = false;

    if (config && config[0] == '/')
        snprintf(path, sizeof path, "%s/user-dirs.dirs", config);
    else
        snprintf(path, sizeof path, "%s/.config/user-dirs.dirs",
                 home ? home : "");
    if (home && file_read_whole(path, 65536, &text, &length, NULL))
        found = pictures_in((const char *)text, home, folder) &&
            is_folder(folder);
    free(text);
    if (!found)
        strcpy(folder, ".");
}

/* "broken/swapped-operands" is no part of a path here. */
static void flat_name(const char *algo, char name[TRACE_NAME])
{
    snprintf(name, TRACE_NAME, "%s", algo);
    for (char *at = name; *at; at++)
        if (*at == '/')
            *at = '-';
}

bool picture_name(const struct app *app, char path[PATH_MAX], struct err *err)
{
    const struct trace_run *run = &app->session->trace.run;
    char folder[PATH_MAX], name[TRACE_NAME], number[16] = "";

    picture_folder(folder);
    flat_name(run->algo, name);
    for (int i = 2; i < 10000; i++) {
        int length = snprintf(path, PATH_MAX, "%s/pscan-%s-n%u-%s-step%g%s.png",
                              folder, name, run->n,
                              view_name(app->view.kind), app->motion.step,
                              number);

        if (length < 0 || length >= PATH_MAX)
            break;
        if (access(path, F_OK) != 0)
            return true;
        snprintf(number, sizeof number, "-%d", i);
    }
    return err_set(err, ERR_FAILED, "no free name for a picture in %s", folder);
}

bool picture_save(const struct app *app, const struct draw_list *list,
                  float scale, char path[PATH_MAX], struct err *err)
{
    return picture_name(app, path, err) &&
        backend_png.write(list, app->theme, scale, path, err);
}
