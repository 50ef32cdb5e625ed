// figure_data.c - the numbers behind a figure, for the scripts of a page.        [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "file/page/figure_axis.h"
#include "file/page/html.h"
#include "file/page/thin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 3000, PIECES = MOST / 4, X_DIGITS = 12, Y_DIGITS = 7 };

// Which points are kept: all, or of each piece the first, least, largest and last. Returns how many.
static int keep_points(const br_curve *c, int kept[MOST + 4])
{
    int n = 0;
    for (int i = 0; i < c->count && c->count <= MOST; i++)
        kept[n++] = i;
    for (long long p = 0; p < PIECES && c->count > MOST; p++) {
        long long at[4], from = p * c->count / PIECES, to = (p + 1) * c->count / PIECES;
        br_thin(c->y, from, to, at);
        for (int i = 0; i < 4; i++)
            if (n == 0 || at[i] > kept[n - 1])
                kept[n++] = (int)at[i];
    }
    return n;
}

// The ends of a band are two curves: of a long one each piece has the least and the largest of both.
static double end_of_band(const br_curve *c, const int *kept, int n, int i, bool high)
{
    const double *v = high ? c->to : c->y;
    double most = v[kept[i]];
    for (int k = kept[i] + 1; k < (i + 1 < n ? kept[i + 1] : c->count); k++)
        most = (high ? v[k] > most : v[k] < most) ? v[k] : most;
    return most;
}

static void put_number(br_buffer *out, double v, int digits, bool first)
{
    br_buffer_put(out, first ? "" : ",");
    if (isfinite(v))
        br_buffer_about(out, v, digits);
    else
        br_buffer_put(out, "null");
}

static void put_numbers(br_buffer *out, const char *key, const double *v, const int *kept, int n, int digits)
{
    br_buffer_print(out, ",\n\"%s\":[", key);
    for (int i = 0; i < n; i++)
        put_number(out, v[kept[i]], digits, i == 0);
    br_buffer_put(out, "]");
}

static void put_text(br_buffer *out, const char *key, const char *text, size_t size)
{
    br_json j = {.out = out};
    br_buffer_print(out, "\"%s\":", key);
    br_json_text_of(&j, text, size);
}

static void put_marks(br_buffer *out, const char *marks)
{
    br_buffer_put(out, ",\n\"marks\":[");
    for (const char *at = marks; *at;) {
        size_t size = strcspn(at, "\n");
        br_json j = {.out = out};
        br_buffer_put(out, at == marks ? "" : ",");
        br_json_text_of(&j, at, size);
        at += size + (at[size] == '\n');
    }
    br_buffer_put(out, "]");
}

static bool same_x(const br_curve *a, const br_curve *b)
{
    return a->count == b->count && a->count <= MOST && memcmp(a->x, b->x, (size_t)a->count * sizeof *a->x) == 0;
}

static void put_curve(br_buffer *out, const br_figure *f, int number, int kept[MOST + 4])
{
    const br_curve *c = &f->curve[number];
    int n = keep_points(c, kept);
    br_buffer_put(out, number > 0 ? ",\n{" : "\n{");
    put_text(out, "label", c->label ? c->label : "", strlen(c->label ? c->label : ""));
    br_buffer_print(out, ",\"look\":%d,\"count\":%d", br_figure_look(f, number), c->count);
    if (number == 0 || !same_x(c - 1, c)) // else that of the curve before
        put_numbers(out, "x", c->x, kept, n, X_DIGITS);
    if (!c->to)
        put_numbers(out, "y", c->y, kept, n, Y_DIGITS);
    for (int high = 0; high < 2 && c->to; high++) {
        br_buffer_put(out, high ? "],\n\"to\":[" : ",\n\"y\":[");
        for (int i = 0; i < n; i++)
            put_number(out, end_of_band(c, kept, n, i, high), Y_DIGITS, i == 0);
    }
    br_buffer_put(out, c->to ? "]" : "");
    if (c->marks)
        put_marks(out, c->marks);
    br_buffer_put(out, "}");
}

static void put_axis(br_buffer *out, const char *key, const br_figure *f, bool y)
{
    br_figure_axis a = br_figure_axis_make(f, y, 0, 1);
    const char *name = y ? f->y_name : f->x_name, *unit = y ? f->y_unit : f->x_unit;
    br_buffer_print(out, ",\n\"%s\":{", key);
    put_text(out, "name", name, strlen(name));
    br_buffer_put(out, ",");
    put_text(out, "unit", strcmp(unit, "-") == 0 ? "" : unit, strcmp(unit, "-") == 0 ? 0 : strlen(unit));
    br_buffer_put(out, ",");
    put_text(out, "prefix", a.prefix, strlen(a.prefix));
    br_buffer_print(out, ",\"scale\":%g,\"log\":%s", a.scale, a.logarithmic ? "true" : "false");
    if (y && f->y_low < f->y_high && !a.logarithmic) {
        br_buffer_put(out, ",\"low\":");
        put_number(out, a.low, Y_DIGITS, true);
        br_buffer_put(out, ",\"high\":");
        put_number(out, a.high, Y_DIGITS, true);
    }
    br_buffer_put(out, "}");
}

void br_figure_data(br_buffer *out, const br_figure *f)
{
    br_buffer json = {0};
    int *kept = malloc((MOST + 4) * sizeof *kept);
    if (!kept) {
        out->status = out->status == BR_OK ? BR_NO_MEMORY : out->status;
        return;
    }
    br_buffer_put(&json, "{");
    put_text(&json, "title", f->title, strlen(f->title));
    put_axis(&json, "x", f, false);
    put_axis(&json, "y", f, true);
    br_buffer_put(&json, ",\n\"curves\":[");
    for (int c = 0; c < f->curves; c++)
        put_curve(&json, f, c, kept);
    br_buffer_put(&json, "]}");
    br_html_data(out, &json);
    br_buffer_free(&json);
    free(kept);
}
