/* SVG: a golden picture, well-formed whatever the text, whole or absent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backend/backend.h"
#include "backend/svg.h"
#include "base/buf.h"
#include "base/file.h"

static void draw_small(struct draw_list *list)
{
    static const float curve[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    static const float arrow[6] = {0, 0, 10, 0, 5, -7.5f};
    draw_begin(list, 200, 100, NULL);
    draw_group(list, "cell:%d,%d", 0, 1);
    draw_rect(list, 10, 20.5f, 92, 58, 8, paint_both(INK_PANEL, INK_RULE, 1.2f));
    draw_clip(list, 10, 20, 92, 58);
    draw_text(list, 56, 51, 20, FACE_MONO_BOLD, INK_TEXT, ANCHOR_MIDDLE, 0.5f, "a<b");
    draw_unclip(list);
    draw_ungroup(list);
    draw_curve(list, curve, paint_alpha(paint_stroke(INK_SOURCE, 2), 0.35f));
    draw_line(list, 0, 0, -1, 9, paint_dash(paint_stroke(INK_RULE, 1), 3, 5));
    draw_polygon(list, arrow, 3, paint_fill(INK_SOURCE));
    draw_circle(list, 9, 8, 11, paint_alpha(paint_fill(INK_OP), 0.5f));
    assert_true(draw_end(list));
}

static const char golden[] =
    "<rect width=\"100%\" height=\"100%\" fill=\"#fafaf7\"/>\n"
    "<g data-id=\"cell:0,1\">\n"
    "<rect x=\"10\" y=\"20.5\" width=\"92\" height=\"58\" rx=\"8\" fill=\"#ffffff\""
    " stroke=\"#d9dce1\" stroke-width=\"1.2\"/>\n"
    "<clipPath id=\"clip1\"><rect x=\"10\" y=\"20\" width=\"92\" height=\"58\"/>"
    "</clipPath>\n<g clip-path=\"url(#clip1)\">\n"
    "<text xml:space=\"preserve\" x=\"56\" y=\"51\" font-family=\"'DejaVu Sans Mono', "
    "'Noto Sans Mono', 'Noto Sans Mono CJK SC', monospace\" font-size=\"20\" "
    "font-weight=\"700\" fill=\"#1b1f24\" fill-opacity=\"0.5\" text-anchor=\"middle\" "
    "textLength=\"36\">a&lt;b</text>\n"
    "</g>\n</g>\n"
    "<path d=\"M1,2 C3,4 5,6 7,8\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2\""
    " stroke-opacity=\"0.35\"/>\n"
    "<path d=\"M0,0 L-1,9\" fill=\"none\" stroke=\"#d9dce1\" stroke-width=\"1\""
    " stroke-dasharray=\"3 5\"/>\n"
    "<polygon points=\"0,0 10,0 5,-7.5\" fill=\"#0072b2\"/>\n"
    "<circle cx=\"9\" cy=\"8\" r=\"11\" fill=\"#e69f00\" fill-opacity=\"0.5\"/>\n"
    "</svg>\n";

static void test_golden(void **state)
{
    (void)state;
    struct draw_list list;
    struct buf out;
    draw_init(&list);
    buf_init(&out);
    draw_small(&list);
    svg_put(&out, &list, THEME_LIGHT, 2);
    const char *body = strchr(buf_text(&out), '\n') + 1;
    assert_string_equal(body, golden);
    assert_non_null(strstr(buf_text(&out), "width=\"400\" height=\"200\" "
                                           "viewBox=\"0 0 200 100\""));
    buf_finish(&out);
    draw_finish(&list);
}

/* A reader of XML, strict in what this room writes: elements nest and close,
 * attributes are quoted, '&' starts one of the known entities, text holds no
 * forbidden byte. Returns what is wrong, or NULL. */
static const char *xml_attributes(const char **at)
{
    const char *s = *at;
    while (*s == ' ') {
        s += strcspn(s, "=>");
        if (*s != '=' || s[1] != '"')
            return "an attribute without a quoted value";
        const char *end = strchr(s + 2, '"');
        if (end == NULL || memchr(s + 2, '<', (size_t)(end - s - 2)) != NULL)
            return "a value that does not end";
        s = end + 1;
    }
    *at = s;
    return NULL;
}

static const char *xml_fault(const char *s)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    const char *open[64];
    int depth = 0;
    for (; *s != '\0'; s++) {
        if (*s == '&') {
            bool known = false;
            for (int i = 0; i < 4; i++)
                known |= strncmp(s, entities[i], strlen(entities[i])) == 0;
            if (!known)
                return "an unknown entity";
        } else if ((unsigned char)*s < ' ' && *s != '\n' && *s != '\t') {
            return "a control character";
        } else if (*s == '<' && s[1] == '/') {
            size_t length = strcspn(s + 2, ">");
            if (depth == 0 || strncmp(open[--depth], s + 2, length) != 0)
                return "an end that does not match";
            s += 2 + length;
        } else if (*s == '<' && s[1] != '?') {
            open[depth++] = ++s;
            s += strcspn(s, " />");
            const char *fault = xml_attributes(&s);
            if (fault != NULL)
                return fault;
            if (*s == '/' && *++s == '>')
                depth--;
            else if (*s != '>')
                return "a start that does not end";
        }
    }
    return depth == 0 ? NULL : "an element that does not end";
}

static void test_checker(void **state)
{
    (void)state;
    assert_null(xml_fault("<a x=\"1\"><b/>t&amp;</a>"));
    assert_non_null(xml_fault("<a><b></a>"));
    assert_non_null(xml_fault("<a>&</a>"));
    assert_non_null(xml_fault("<a x=1/>"));
    assert_non_null(xml_fault("<a x=\"<\"/>"));
    assert_non_null(xml_fault("<a"));
    assert_non_null(xml_fault("<a>\x01</a>"));
}

static void test_well_formed(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "plain", "<&>\"'", "中文 – ≥", "\x01\x1F\x7F", "\xFF\xC0\x80", "\xED\xA0\x80",
        "]]>", "&amp;", "\xEF\xBF\xBE", "-->",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct draw_list list;
        struct buf out;
        draw_init(&list);
        buf_init(&out);
        draw_small(&list);
        draw_group(&list, "%s", texts[i]);
        draw_text(&list, 1, 2, 14, FACE_UI, INK_TEXT, ANCHOR_END, 1, texts[i]);
        draw_ungroup(&list);
        svg_put(&out, &list, THEME_DARK, 1);
        assert_true(buf_ok(&out));
        const char *fault = xml_fault(buf_text(&out));
        if (fault != NULL)
            fail_msg("text %zu: %s:\n%s", i, fault, buf_text(&out));
        assert_null(strstr(buf_text(&out), "\xEF\xBF\xBE"));
        buf_finish(&out);
        draw_finish(&list);
    }
}

static void test_written(void **state)
{
    (void)state;
    static const struct backend *const backends[] = {&backend_svg, &backend_html};
    char folder[] = "/tmp/pscan-svg-XXXXXX";
    assert_non_null(mkdtemp(folder));
    struct draw_list list;
    draw_init(&list);
    draw_small(&list);
    for (int i = 0; i < 2; i++) {
        char path[64];
        unsigned char *bytes;
        size_t length;
        struct err err = {0};
        snprintf(path, sizeof path, "%s/a%s", folder, backends[i]->ending);
        assert_true(backends[i]->write(&list, THEME_LIGHT, 1, path, &err));
        assert_true(file_read_whole(path, 0, &bytes, &length, &err));
        assert_non_null(strstr((char *)bytes, golden));
        if (i == 0)
            assert_null(xml_fault((char *)bytes));
        else
            assert_memory_equal(bytes, "<!DOCTYPE html>", 15);
        free(bytes);
        unlink(path);
        assert_false(backends[i]->write(&list, THEME_LIGHT, 1, "/nowhere/at/a.svg",
                                        &err));
        assert_int_equal(err.code, ERR_FAILED);
        assert_non_null(strstr(err.what, "/nowhere/at/a.svg"));
        assert_null(strchr(err.what, '\n'));
    }
    assert_int_equal(rmdir(folder), 0); /* nothing was left behind */
    draw_finish(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden), cmocka_unit_test(test_checker),
        cmocka_unit_test(test_well_formed), cmocka_unit_test(test_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
