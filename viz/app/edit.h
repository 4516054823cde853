/* One line of editable text: UTF-8, a caret in bytes, a fixed limit. */
#ifndef APP_EDIT_H
#define APP_EDIT_H

#include <stdbool.h>
#include <stddef.h>

enum { EDIT_MAX = 16384 };

struct edit {
    char text[EDIT_MAX];
    size_t length, caret; /* bytes; caret never within a character */
    bool fresh;           /* all is selected: what is typed or erased next replaces it */
};

void edit_set(struct edit *edit, const char *text, bool fresh);
/* Inserts at the caret what is printable of text, whole characters, as much as
 * fits. Line ends and tabs become blanks; bytes that are no UTF-8 are left out. */
bool edit_insert(struct edit *edit, const char *text); /* false: not all fitted */
void edit_erase_back(struct edit *edit);
void edit_erase_forward(struct edit *edit);
void edit_move(struct edit *edit, int characters); /* negative: left */
void edit_home(struct edit *edit);
void edit_end(struct edit *edit);

#endif
