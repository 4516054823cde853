/* A run, another beside it where one is named, and a list to draw a view of them
 * into. */
#ifndef TESTS_SCENE_PICTURE_H
#define TESTS_SCENE_PICTURE_H

#include "stage.h"

struct picture { struct stage stage, other; struct draw_list list; bool two; };

/* other may be NULL. Fails the test where the run or the view is not to be had. */
void picture_open(struct picture *p, const char *algo, const char *other,
                  enum view_kind kind, const struct run_spec *spec);
void picture_close(struct picture *p);

#endif
