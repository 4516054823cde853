/* What pscan-viz does without a window: steps as text, one picture, the list. */
#ifndef APP_STILL_H
#define APP_STILL_H

#include "base/err.h"
#include "options.h"
#include "session.h"

/* Each ends with the exit status of the program; what went wrong is printed
 * on stderr. */
int still_text(const struct app_options *options,
               const struct request *request);
int still_render(const struct app_options *options,
                 const struct request *request);
int still_list(void);
/* Prints text on stdout; the exit status. */
int still_print(const char *text);
int still_fail(const struct err *err);

#endif
