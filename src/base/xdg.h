/* Where things lie: the user's folders (XDG base directories) and the
 * program's own assets. */
#ifndef BASE_XDG_H
#define BASE_XDG_H

#include <limits.h>
#include <stdbool.h>

#include "base/err.h"

enum xdg_kind {
    XDG_DATA = 0,   /* saved timings, traces    ~/.local/share/pscan-viz */
    XDG_CONFIG = 1, /* settings                 ~/.config/pscan-viz */
    XDG_STATE = 2,  /* progress, window place   ~/.local/state/pscan-viz */
    XDG_CACHE = 3,  /*                          ~/.cache/pscan-viz */
    XDG_KINDS = 4
};

/* The folder, without making it; ERR_FAILED when there is no home. As the
 * standard asks, a variable that is no absolute path is ignored. */
bool xdg_folder(enum xdg_kind kind, char path[PATH_MAX], struct err *err);

/* folder/name, the folder made with mode 0700 where missing. */
bool xdg_file(enum xdg_kind kind, const char *name, char path[PATH_MAX],
              struct err *err);

/* A file or folder of assets/ by its relative name ("timings/h200.json").
 * Looked for in $PSCAN_ASSETS; then, for a program that lies in its build
 * folder, in the source tree's assets/; then in ../share/pscan-viz beside the
 * program's folder and in the installed data folder. False, with path empty,
 * when none has it. */
bool asset_find(const char *relative, char path[PATH_MAX]);

#endif
