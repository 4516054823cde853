/* Catalogues of gettext's, switched while the program runs: all are read at the
 * start and stay, so that what was translated stays good. They are found from
 * the build folder and from where the program is installed. */
#include "translate.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/mo.h"

#define DOMAIN "pscan-viz"

static const struct { const char *code, *locale, *name; } languages[] = {
    {"en", "en", "English"},
    {"zh", "zh_CN", "中文"},
};
enum { LANGUAGES = sizeof languages / sizeof *languages };

static int language_now;
static struct mo *catalogues[LANGUAGES]; /* NULL: English */

static bool catalogue_path(char path[PATH_MAX], const char *folder, int language)
{
    int length = snprintf(path, PATH_MAX, "%s/%s/LC_MESSAGES/" DOMAIN ".mo",
                          folder, languages[language].locale);

    return length > 0 && length < PATH_MAX && access(path, R_OK) == 0;
}

/* folder: beside the program, in the build (po/) or installed (share/locale). */
static bool find_catalogues(char folder[PATH_MAX])
{
    static const char *const beside[] = {"/../../po", "/../share/locale"};
    char program[PATH_MAX], path[PATH_MAX], *slash;
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);

    if (length <= 0)
        return false;
    program[length] = 0;
    slash = strrchr(program, '/');
    for (size_t i = 0; slash && i < sizeof beside / sizeof *beside; i++) {
        int size = snprintf(folder, PATH_MAX, "%.*s%s", (int)(slash - program),
                            program, beside[i]);

        if (size > 0 && size < PATH_MAX && catalogue_path(path, folder, 1))
            return true;
    }
    return false;
}

/* A catalogue that is damaged is told of once; the program then speaks English. */
static void read_catalogues(const char *folder)
{
    char path[PATH_MAX];
    struct err err = {0};

    for (int i = 0; i < LANGUAGES; i++)
        if (!catalogues[i] && catalogue_path(path, folder, i) &&
            !mo_open(path, &catalogues[i], &err))
            log_warn("%s", err.what);
}

static const char *first_set(const char *const *names)
{
    for (; *names; names++) {
        const char *value = getenv(*names);

        if (value && *value)
            return value;
    }
    return "C";
}

/* As gettext does, but also where the locale is not installed: LANGUAGE counts
 * unless the locale is C. */
static int language_of_environment(void)
{
    static const char *const locale[] = {"LC_ALL", "LC_MESSAGES", "LANG", NULL};
    static const char *const both[] = {"LANGUAGE", "LC_ALL", "LC_MESSAGES",
                                       "LANG", NULL};
    const char *wanted = first_set(locale);

    if (strcmp(wanted, "C") != 0 && strcmp(wanted, "POSIX") != 0)
        wanted = first_set(both);
    for (int i = 0; i < LANGUAGES; i++)
        if (strncmp(wanted, languages[i].code, 2) == 0)
            return i;
    return 0;
}

static bool language_parse(const char *text, int *language, struct err *err)
{
    for (int i = 0; i < LANGUAGES; i++)
        if (strncmp(text, languages[i].code, 2) == 0 &&
            (!text[2] || text[2] == '_' || text[2] == '-' || text[2] == '.')) {
            *language = i;
            return true;
        }
    return err_set(err, ERR_USAGE, "--lang %.40s: the languages are en and zh",
                   text);
}

bool translate_start(const char *language, struct err *err)
{
    int chosen = language_of_environment();
    char folder[PATH_MAX];

    if (language && !language_parse(language, &chosen, err))
        return false;
    if (find_catalogues(folder))
        read_catalogues(folder);
    language_now = chosen;
    return true;
}

void translate_finish(void)
{
    for (int i = 0; i < LANGUAGES; i++) {
        mo_close(catalogues[i]);
        catalogues[i] = NULL;
    }
}

const char *translate_next(void)
{
    language_now = (language_now + 1) % LANGUAGES;
    return languages[language_now].name;
}

const char *translate(const char *msgid)
{
    return mo_text(catalogues[language_now], msgid);
}

const char *translate_plural(const char *one, const char *many,
                             unsigned long n)
{
    return mo_plural(catalogues[language_now], one, many, n);
}
