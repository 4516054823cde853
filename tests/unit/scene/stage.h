/* A run on the host, analysed, with a view of it: what scene tests look at. */
#ifndef TESTS_SCENE_STAGE_H
#define TESTS_SCENE_STAGE_H

#include "run/run.h"
#include "scene/view.h"

struct stage {
    struct trace trace;
    struct findings found;
    struct run_spec spec;
    struct view view;
    struct timing_set recorded, live;
    const struct timing_set *sets[2];
    char subtitle[96];
};

/* input may be NULL. Says why on stderr when it returns false. */
bool stage_open(struct stage *stage, const char *algo, uint32_t n,
                enum run_direction direction, const char *input);
/* The same for any run on the host; spec's algo is looked up by name. */
bool stage_open_spec(struct stage *stage, const char *algo,
                     const struct run_spec *spec);
/* A recorded run. */
bool stage_open_file(struct stage *stage, const char *path);
void stage_close(struct stage *stage);
/* Makes Chinese of the translations in folder ready; false: none there. */
bool stage_speak(const char *folder);
/* The stage's view speaks that language from now on. */
void stage_translate(struct stage *stage);
/* Two sets with made-up figures: a recorded one over many n, a live one. */
void stage_timings(struct stage *stage);
/* How many texts of the picture begin like this. */
int stage_says(const struct draw_list *list, const char *text);

#endif
