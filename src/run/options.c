/* Walks argv once; every option is a row of a table. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/options.h"

enum { MAX_NAMES = 96 };

static bool name_matches(const struct option_def *def, const char *word,
                         size_t length)
{
    if (def->name[0] == 0)
        return false;
    if (strlen(def->name) == length && memcmp(def->name, word, length) == 0)
        return true;
    return def->alias && strlen(def->alias) == length
        && memcmp(def->alias, word, length) == 0;
}

/* The row for word[0..length), its group's user in *user; NULL if none. */
static const struct option_def *find(const struct option_group *groups,
                                     int group_count, const char *word,
                                     size_t length, void **user)
{
    for (int g = 0; g < group_count; g++)
        for (int i = 0; i < groups[g].count; i++)
            if (name_matches(&groups[g].defs[i], word, length)) {
                *user = groups[g].user;
                return &groups[g].defs[i];
            }
    return NULL;
}

static const struct option_def *find_positional(
    const struct option_group *groups, int group_count, void **user)
{
    for (int g = 0; g < group_count; g++)
        for (int i = 0; i < groups[g].count; i++)
            if (groups[g].defs[i].name[0] == 0) {
                *user = groups[g].user;
                return &groups[g].defs[i];
            }
    return NULL;
}

static bool unknown(const struct option_group *groups, int group_count,
                    const char *word, int length, struct err *err)
{
    const char *names[MAX_NAMES];
    char cut[64];
    int count = 0;
    for (int g = 0; g < group_count; g++)
        for (int i = 0; i < groups[g].count && count < MAX_NAMES; i++)
            if (groups[g].defs[i].name[0])
                names[count++] = groups[g].defs[i].name;
    snprintf(cut, sizeof cut, "%.*s", length, word);
    const char *near = err_nearest(cut, names, count);
    if (near)
        return err_set(err, ERR_USAGE, "unknown option %s; did you mean %s? "
                       "(--help lists all)", cut, near);
    return err_set(err, ERR_USAGE, "unknown option %s; --help lists all", cut);
}

/* "-3" and "-0.5" are values, "-o" and "--play" are options, "-" is a file. */
static bool looks_like_option(const char *word)
{
    return word[0] == '-' && word[1] != 0 && !strchr("0123456789.", word[1]);
}

/* Behind an option that takes one: "-inf" is a value too, "-o" is not. */
static bool is_value(const struct option_group *groups, int group_count,
                     const char *word)
{
    void *user;
    return strncmp(word, "--", 2) != 0
        && !find(groups, group_count, word, strlen(word), &user);
}

struct walk {
    int argc, at;
    char **argv;
    const struct option_group *groups;
    int group_count;
};

static bool take_option(struct walk *walk, struct err *err)
{
    const char *word = walk->argv[walk->at];
    const char *equals = strchr(word, '=');
    const size_t length = equals ? (size_t)(equals - word) : strlen(word);
    void *user = NULL;
    const struct option_def *def =
        find(walk->groups, walk->group_count, word, length, &user);
    if (!def)
        return unknown(walk->groups, walk->group_count, word, (int)length, err);
    if (!def->takes_value) {
        if (equals)
            return err_set(err, ERR_USAGE, "%s takes no value", def->name);
        return def->handler(user, NULL, err);
    }
    if (equals)
        return def->handler(user, equals + 1, err);
    if (walk->at + 1 >= walk->argc
        || !is_value(walk->groups, walk->group_count, walk->argv[walk->at + 1]))
        return err_set(err, ERR_USAGE, "%s needs a value: %s %s", def->name,
                       def->name, def->takes_value);
    walk->at++;
    return def->handler(user, walk->argv[walk->at], err);
}

static bool take_positional(struct walk *walk, struct err *err)
{
    const char *word = walk->argv[walk->at];
    void *user = NULL;
    const struct option_def *def =
        find_positional(walk->groups, walk->group_count, &user);
    if (!def)
        return err_set(err, ERR_USAGE, "unexpected argument \"%.60s\"; options "
                       "start with --, --help lists all", word);
    return def->handler(user, word, err);
}

bool options_parse_groups(int argc, char **argv,
                          const struct option_group *groups, int group_count,
                          struct err *err)
{
    struct walk walk = { argc, 1, argv, groups, group_count };
    bool only_positional = false;
    for (; walk.at < argc; walk.at++) {
        const char *word = argv[walk.at];
        if (!only_positional && strcmp(word, "--") == 0) {
            only_positional = true;
            continue;
        }
        const bool option = !only_positional && looks_like_option(word);
        if (!(option ? take_option(&walk, err) : take_positional(&walk, err)))
            return false;
    }
    return true;
}

bool options_parse(int argc, char **argv, const struct option_def *defs,
                   int count, void *user, struct err *err)
{
    const struct option_group group = { defs, count, user };
    return options_parse_groups(argc, argv, &group, 1, err);
}

const struct option_def *options_next(struct options_line *line)
{
    while (++line->at < line->argc) {
        const char *word = line->argv[line->at];
        void *user;
        if (strcmp(word, "--") == 0)
            line->at = line->argc;
        else if (looks_like_option(word)) {
            const size_t length = strcspn(word, "=");
            const struct option_def *def =
                find(line->groups, line->group_count, word, length, &user);
            line->at += def && def->takes_value && word[length] == 0;
            return def;
        }
    }
    return NULL;
}

const struct option_def *options_first_of(struct options_line line,
                                          const struct option_group *group)
{
    const struct option_def *def;
    while ((def = options_next(&line)))
        if (def >= group->defs && def < group->defs + group->count)
            return def;
    return NULL;
}

/* ---- help ----------------------------------------------------------------- */

static void help_line(const struct option_def *def,
                      const char *(*translate)(const char *), struct buf *out)
{
    char left[80];
    snprintf(left, sizeof left, "%s%s%s%s%s", def->alias ? def->alias : "",
             def->alias ? ", " : "", def->name,
             def->takes_value && def->name[0] ? " " : "",
             def->takes_value ? def->takes_value : "");
    const char *help = def->help ? def->help : "";
    if (translate && help[0])
        help = translate(help);
    buf_printf(out, "  %-26s %s\n", left, help);
}

void options_help(const struct option_group *groups, int group_count,
                  const char *(*translate)(const char *msgid), struct buf *out)
{
    for (int g = 0; g < group_count; g++)
        for (int i = 0; i < groups[g].count; i++)
            help_line(&groups[g].defs[i], translate, out);
}

/* ---- values --------------------------------------------------------------- */

bool options_number(const char *name, const char *text, uint64_t low,
                    uint64_t high, uint64_t *out, struct err *err)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (value == 2 && *end == '^' && end[1] >= '0' && end[1] <= '9') {
        const unsigned long power = strtoul(end + 1, &end, 10);
        value = power < 64 ? 1ull << power : ULLONG_MAX;
        errno = power < 64 ? errno : ERANGE;
    }
    const bool digits = text[0] >= '0' && text[0] <= '9' && *end == 0;
    if (!digits || errno == ERANGE || value < low || value > high)
        return err_set(err, ERR_USAGE, "%s %.40s: not a whole number from %llu "
                       "to %llu", name, text[0] ? text : "\"\"",
                       (unsigned long long)low, (unsigned long long)high);
    *out = value;
    return true;
}

/* Digits with at most one point: strtod would follow the locale. */
static bool real_read(const char *text, double *out)
{
    double value = 0, scale = 1;
    bool point = false, digits = false;
    const bool minus = *text == '-';
    for (text += minus; *text; text++) {
        if (*text == '.' && !point) {
            point = true;
        } else if (*text >= '0' && *text <= '9') {
            digits = true;
            value = value * 10 + (*text - '0');
            scale *= point ? 10 : 1;
        } else {
            return false;
        }
    }
    *out = (minus ? -value : value) / scale;
    return digits;
}

bool options_real(const char *name, const char *text, double low, double high,
                  double *out, struct err *err)
{
    double value;
    if (!real_read(text, &value) || !(value >= low && value <= high))
        return err_set(err, ERR_USAGE, "%s %.40s: not a number from %g to %g",
                       name, text[0] ? text : "\"\"", low, high);
    *out = value;
    return true;
}

bool options_choice(const char *name, const char *text,
                    const char *const *names, int count, int *out,
                    struct err *err)
{
    char list[200] = "";
    for (int i = 0; i < count; i++) {
        if (strcmp(text, names[i]) == 0) {
            *out = i;
            return true;
        }
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
    }
    const char *near = err_nearest(text, names, count);
    if (near)
        return err_set(err, ERR_USAGE, "%s %.40s: did you mean %s? allowed: %s",
                       name, text, near, list);
    return err_set(err, ERR_USAGE, "%s %.40s: allowed: %s", name,
                   text[0] ? text : "\"\"", list);
}
