/* The text field behind N, I and the algorithm list. The caret moves by whole
 * characters: the bytes 10xxxxxx continue one. */
#include "edit.h"

#include <string.h>

#include "base/utf8.h"

static bool continues(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

static size_t before(const struct edit *edit, size_t at)
{
    while (at > 0 && continues(edit->text[--at]))
        ;
    return at;
}

static size_t after(const struct edit *edit, size_t at)
{
    if (at < edit->length)
        at++;
    while (at < edit->length && continues(edit->text[at]))
        at++;
    return at;
}

static void erase(struct edit *edit, size_t from, size_t to)
{
    memmove(edit->text + from, edit->text + to, edit->length - to + 1);
    edit->length -= to - from;
    edit->caret = from;
}

void edit_set(struct edit *edit, const char *text, bool fresh)
{
    edit->length = edit->caret = 0;
    edit->text[0] = 0;
    edit->fresh = false;
    edit_insert(edit, text);
    edit->fresh = fresh;
}

static bool insert_one(struct edit *edit, const char *bytes, size_t size)
{
    char *at = edit->text + edit->caret;

    if (edit->length + size >= EDIT_MAX)
        return false;
    memmove(at + size, at, edit->length - edit->caret + 1);
    memcpy(at, bytes, size);
    edit->length += size;
    edit->caret += size;
    return true;
}

bool edit_insert(struct edit *edit, const char *text)
{
    size_t left = strlen(text);
    bool fits = true;

    if (edit->fresh)
        erase(edit, 0, edit->length);
    edit->fresh = false;
    while (left > 0) {
        size_t size = utf8_char(text, left);
        unsigned char first = (unsigned char)*text;

        if (first == '\n' || first == '\t')
            fits = insert_one(edit, " ", 1) && fits;
        else if (size > 0 && first >= ' ' && first != 0x7f)
            fits = insert_one(edit, text, size) && fits;
        text += size > 0 ? size : 1;
        left -= size > 0 ? size : 1;
    }
    return fits;
}

void edit_erase_back(struct edit *edit)
{
    if (edit->fresh)
        erase(edit, 0, edit->length);
    else
        erase(edit, before(edit, edit->caret), edit->caret);
    edit->fresh = false;
}

void edit_erase_forward(struct edit *edit)
{
    if (edit->fresh)
        erase(edit, 0, edit->length);
    else
        erase(edit, edit->caret, after(edit, edit->caret));
    edit->fresh = false;
}

void edit_move(struct edit *edit, int characters)
{
    edit->fresh = false;
    for (; characters < 0; characters++)
        edit->caret = before(edit, edit->caret);
    for (; characters > 0; characters--)
        edit->caret = after(edit, edit->caret);
}

void edit_home(struct edit *edit)
{
    edit->fresh = false;
    edit->caret = 0;
}

void edit_end(struct edit *edit)
{
    edit->fresh = false;
    edit->caret = edit->length;
}
