// figure.c - figures as SVG: axes, ticks, curves, bands, legend.               [host]
#include "num/base/fp.h"

#include "file/page/figure_axis.h"
#include "file/page/html.h"
#include "file/page/texts.h"
#include "num/base/elem.h"
#include "num/text/piece.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEFT = 62, RIGHT = 18, TOP = 34, BOTTOM = 50, LEGEND = 17, LOOKS = 6, MARKS = 100, DASH = 3 };

// Hundredths of a pixel: enough, and the same text everywhere.
static void put_coordinate(br_buffer *out, double v)
{
    long n = lround(100 * v);
    br_buffer_print(out, "%s%ld.%02ld", n < 0 ? "-" : "", labs(n) / 100, labs(n) % 100);
}

static void draw_line(br_buffer *out, const char *kind, double x1, double y1, double x2, double y2)
{
    br_buffer_print(out, "<path class=\"%s\" d=\"M", kind);
    put_coordinate(out, x1);
    br_buffer_put(out, " ");
    put_coordinate(out, y1);
    br_buffer_put(out, "L");
    put_coordinate(out, x2);
    br_buffer_put(out, " ");
    put_coordinate(out, y2);
    br_buffer_put(out, "\"/>\n");
}

static void draw_tick_label(br_buffer *out, double x, double y, const char *anchor, double value)
{
    br_buffer_print(out, "<text text-anchor=\"%s\" x=\"", anchor);
    put_coordinate(out, x);
    br_buffer_put(out, "\" y=\"");
    put_coordinate(out, y);
    br_buffer_put(out, "\">");
    if (value < 0)
        br_buffer_put(out, "\xe2\x88\x92");
    br_buffer_about(out, fabs(value), 6);
    br_buffer_put(out, "</text>\n");
}

static double tick_value(const br_figure_axis *a, int k)
{
    return a->logarithmic ? br_pow(10, k * a->step) / a->scale : k * a->step / a->scale;
}

// Letters of the longest label of the ticks from first to last, without its sign.
static size_t widest_label(br_buffer *out, const br_figure_axis *a, int first, int last)
{
    size_t widest = 0;
    for (int k = first; k <= last; k++) {
        br_buffer text = {0};
        br_buffer_about(&text, fabs(tick_value(a, k)), 6);
        widest = text.size > widest ? text.size : widest;
        br_buffer_free_into(&text, &out->status);
    }
    return widest;
}

// Left of the frame: the labels of y, and beside them its name.
static int left_margin(br_buffer *out, const br_figure_axis *y)
{
    int first = (int)ceil(y->low / y->step), last = (int)floor(y->high / y->step);
    int needs = 30 + 7 * ((int)widest_label(out, y, first, last) + (first < 0 && !y->logarithmic));
    return needs > LEFT ? needs : LEFT;
}

// Of the ticks from first to last every so many have room for a label beside the next one.
static int label_interval(br_buffer *out, const br_figure_axis *a, int first, int last)
{
    size_t widest = widest_label(out, a, first, last);
    double pixels = a->length * (a->step / (a->high - a->low)), needs = 7.0 * (double)widest + 12;
    return pixels >= needs ? 1 : 2 * pixels >= needs ? 2 : 5;
}

// Lines and labels of an axis, across the other one; a step of one decade has lines at 2 and 5 too, with labels where there are few.
static void draw_axis_ticks(br_buffer *out, const br_figure_axis *a, const br_figure_axis *across, bool y)
{
    double from = across->from, to = across->from + across->length;
    int first = (int)ceil(a->low / a->step), last = (int)floor(a->high / a->step);
    int every = y ? 1 : label_interval(out, a, first, last), parts = a->logarithmic && a->step < 2 ? 3 : 1;
    static const double part[] = {1, 2, 5};
    double decade = a->length / (a->high - a->low); // pixels
    bool few = parts > 1 && fabs(decade) > (y ? 60 : 3 * (7.0 * (double)widest_label(out, a, first, last) + 12));
    for (int k = first - (parts > 1); k <= last; k++)
        for (int i = 0; i < parts; i++) {
            double value = tick_value(a, k) * part[i];
            double at =
                a->logarithmic ? br_figure_axis_pixel(a, value * a->scale) : br_figure_axis_pixel(a, k * a->step);
            if (a->logarithmic && ((at - a->from) / a->length < 0 || (at - a->from) / a->length > 1))
                continue;
            const char *kind = k == 0 && !a->logarithmic ? "zero" : i == 0 ? "grid" : "grid fine";
            if (y)
                draw_line(out, kind, from, at, to, at);
            else
                draw_line(out, kind, at, to, at, from);
            if (k % every == 0 && (i == 0 || few)) {
                if (y)
                    draw_tick_label(out, from - 6, at + 4, "end", value);
                else
                    draw_tick_label(out, at, from + 16, "middle", value);
            }
        }
}

static void draw_ticks(br_buffer *out, const br_figure_axis *x, const br_figure_axis *y)
{
    draw_axis_ticks(out, x, y, false);
    draw_axis_ticks(out, y, x, true);
}

// "velocity in mm/s"
static void put_axis_title(br_buffer *out, const char *name, const br_figure_axis *a, const char *unit)
{
    br_html_text(out, name);
    if (strcmp(unit, "-") == 0 || !*unit)
        return;
    br_buffer_print(out, " in %s", a->prefix);
    for (; *unit; unit++)
        if (*unit == '*')
            br_buffer_put(out, "\xc2\xb7");
        else
            br_html_text_of(out, unit, 1);
}

// ---------------------------------------------------------------- figures

static void put_point(br_buffer *out, char command, double x, double y)
{
    br_buffer_add(out, &command, 1);
    put_coordinate(out, x);
    br_buffer_put(out, " ");
    put_coordinate(out, y);
}

// Within a column of pixels a long curve is drawn as its first, lowest, highest and last point.
typedef struct pen {
    bool down;
    double column, x, y, first_x, first_y; // the column, its last and its first point
    double low_x, low, high_x, high;
    bool low_first;
} pen;

static void draw_pixel_column(br_buffer *out, const pen *p)
{
    double least = p->y < p->first_y ? p->y : p->first_y, most = p->y > p->first_y ? p->y : p->first_y;
    bool low = p->low < least;
    bool high = p->high > most;
    if (low && (p->low_first || !high))
        put_point(out, 'L', p->low_x, p->low);
    if (high)
        put_point(out, 'L', p->high_x, p->high);
    if (low && !p->low_first && high)
        put_point(out, 'L', p->low_x, p->low);
    if (p->x != p->first_x || p->y != p->first_y)
        put_point(out, 'L', p->x, p->y);
}

static void draw_point(br_buffer *out, pen *p, double x, double y)
{
    double column = floor(2 * x);
    if (p->down && column == p->column) {
        if (y < p->low)
            p->low = y, p->low_x = x, p->low_first = false;
        if (y > p->high)
            p->high = y, p->high_x = x, p->low_first = true;
        p->x = x;
        p->y = y;
        return;
    }
    if (p->down)
        draw_pixel_column(out, p);
    put_point(out, p->down ? 'L' : 'M', x, y);
    *p = (pen){true, column, x, y, x, y, x, y, x, y, true};
}

static bool on_axes(const br_figure_axis *x, const br_figure_axis *y, double at_x, double at_y)
{
    return isfinite(br_figure_axis_place(x, at_x)) && isfinite(br_figure_axis_place(y, at_y));
}

// A point without neighbours would be no line, and no band: it is as wide as a letter's dash.
static void draw_lone(br_buffer *out, double x, double y, double to)
{
    put_point(out, 'M', x - DASH, y);
    put_point(out, 'L', x + DASH, y);
    if (to != y) {
        put_point(out, 'L', x + DASH, to);
        put_point(out, 'L', x - DASH, to);
        br_buffer_put(out, "Z");
    }
}

// Along y and back along `to`, piece by piece.
static void draw_band(br_buffer *out, const br_curve *c, const br_figure_axis *x, const br_figure_axis *y, int number)
{
    br_buffer_print(out, "<path class=\"band b%d\" d=\"", number % LOOKS);
    for (int i = 0, from; i < c->count; i++) {
        pen p = {0};
        for (from = i; i < c->count && on_axes(x, y, c->x[i], c->y[i]) && on_axes(x, y, c->x[i], c->to[i]); i++)
            draw_point(out, &p, br_figure_axis_pixel(x, c->x[i]), br_figure_axis_pixel(y, c->y[i]));
        if (i == from + 1)
            draw_lone(out, p.x, p.y, br_figure_axis_pixel(y, c->to[from]));
        for (int k = i - 1; k >= from; k--)
            draw_point(out, &p, br_figure_axis_pixel(x, c->x[k]), br_figure_axis_pixel(y, c->to[k]));
        if (p.down) {
            draw_pixel_column(out, &p);
            br_buffer_put(out, "Z");
        }
    }
    br_buffer_put(out, "\"/>\n");
}

static void draw_curve(br_buffer *out, const br_curve *c, const br_figure_axis *x, const br_figure_axis *y, int number)
{
    pen p = {0};
    br_buffer_print(out, "<path class=\"curve c%d\" d=\"", number % LOOKS);
    for (int i = 0, from; i < c->count; i++) {
        p.down = false;
        for (from = i; i < c->count && on_axes(x, y, c->x[i], c->y[i]); i++)
            draw_point(out, &p, br_figure_axis_pixel(x, c->x[i]), br_figure_axis_pixel(y, c->y[i]));
        if (i == from + 1)
            draw_lone(out, p.x, p.y, p.y);
        else if (p.down)
            draw_pixel_column(out, &p);
    }
    br_buffer_put(out, "\"/>\n");
}

static int letter_count(const char *text, size_t bytes)
{
    int n = 0;
    for (size_t i = 0; i < bytes; i++)
        n += ((unsigned char)text[i] & 0xC0) != 0x80; // characters, not bytes
    return n;
}

static int text_width(const char *text)
{
    return 34 + 7 * letter_count(text, strlen(text));
}

static void draw_dot(br_buffer *out, double x, double y, int number)
{
    br_buffer_print(out, "<circle class=\"dot b%d\" cx=\"", number % LOOKS);
    put_coordinate(out, x);
    br_buffer_put(out, "\" cy=\"");
    put_coordinate(out, y);
    br_buffer_put(out, "\" r=\"3.5\"/>\n");
}

typedef struct beside { // beside points, as far as they do not lie on each other
    struct {
        double x, y, wide;
    } at[MARKS];
    int count;
} beside;

static bool has_room(const beside *w, double x, double y, double wide)
{
    const double high = 12;
    bool room = w->count < MARKS;
    for (int i = 0; i < w->count; i++)
        room = room && (fabs(y - w->at[i].y) >= high || x >= w->at[i].x + w->at[i].wide || w->at[i].x >= x + wide);
    return room;
}

// Right above the point, or left above it at the right edge.
static void draw_mark_label(br_buffer *out, beside *w, double x, double y, double right, const char *text, size_t bytes)
{
    double wide = 6.5 * letter_count(text, bytes);
    x = x + 5 + wide > right ? x - 5 - wide : x + 5;
    y -= 6;
    if (bytes == 0 || !has_room(w, x, y, wide))
        return;
    w->at[w->count].x = x;
    w->at[w->count].y = y;
    w->at[w->count++].wide = wide;
    br_buffer_put(out, "<text class=\"mark\" x=\"");
    put_coordinate(out, x);
    br_buffer_put(out, "\" y=\"");
    put_coordinate(out, y);
    br_buffer_put(out, "\">");
    br_html_text_of(out, text, bytes);
    br_buffer_put(out, "</text>\n");
}

// w NULL: the points; else the labels beside them
static void draw_marks(br_buffer *out, const br_curve *c, const br_figure_axis *x, const br_figure_axis *y, int number,
                       beside *w)
{
    const char *text = c->marks;
    for (int i = 0; i < c->count; i++) {
        size_t bytes = strcspn(text, "\n");
        double at_x = br_figure_axis_pixel(x, c->x[i]), at_y = br_figure_axis_pixel(y, c->y[i]);
        bool there = isfinite(at_x) && isfinite(at_y);
        if (there && !w)
            draw_dot(out, at_x, at_y, number);
        else if (there)
            draw_mark_label(out, w, at_x, at_y, x->from + x->length, text, bytes);
        text += bytes + (text[bytes] == '\n');
    }
}

int br_figure_look(const br_figure *f, int curve)
{
    int lines = -1;
    for (int c = 0; c <= curve; c++)
        lines += !f->curve[c].to;
    return lines < 0 ? 0 : lines % LOOKS;
}

// The labels in rows between title and frame; answers how high they stand. out NULL: only that.
static int draw_legend(br_buffer *out, const br_figure *f)
{
    int x = LEFT, rows = 0;
    for (int c = 0; c < f->curves; c++) {
        if (!f->curve[c].label)
            continue;
        int wide = text_width(f->curve[c].label);
        if (rows == 0 || x + wide > BR_FIGURE_WIDTH) {
            rows++;
            x = LEFT;
        }
        int y = TOP - 10 + LEGEND * rows;
        if (out) {
            if (f->curve[c].to)
                br_buffer_print(out, "<path class=\"band b%d\" d=\"M%d %dh20v-9h-20Z\"/>\n", br_figure_look(f, c), x,
                                y);
            else if (f->curve[c].marks)
                draw_dot(out, x + 10, y - 4, br_figure_look(f, c));
            else
                br_buffer_print(out, "<path class=\"curve c%d\" d=\"M%d %dL%d %d\"/>\n", br_figure_look(f, c), x, y - 4,
                                x + 20, y - 4);
            br_buffer_print(out, "<text x=\"%d\" y=\"%d\">", x + 25, y);
            br_html_text(out, f->curve[c].label);
            br_buffer_put(out, "</text>\n");
        }
        x += wide;
    }
    return LEGEND * rows;
}

static void draw_curves(br_buffer *out, const br_figure *f, const br_figure_axis *x, const br_figure_axis *y)
{
    for (int c = 0; c < f->curves; c++)
        if (f->curve[c].to)
            draw_band(out, &f->curve[c], x, y, br_figure_look(f, c));
    for (int c = 0; c < f->curves; c++)
        if (!f->curve[c].to && !f->curve[c].marks)
            draw_curve(out, &f->curve[c], x, y, br_figure_look(f, c));
    beside w = {.count = 0};
    for (int c = 0; c < f->curves; c++)
        if (f->curve[c].marks)
            draw_marks(out, &f->curve[c], x, y, br_figure_look(f, c), NULL);
    for (int c = f->curves - 1; c >= 0; c--) // what lies on top has its labels first
        if (f->curve[c].marks)
            draw_marks(out, &f->curve[c], x, y, br_figure_look(f, c), &w);
}

static void draw_figure(br_buffer *out, const br_figure *f)
{
    int top = TOP + draw_legend(NULL, f);
    br_figure_axis y = br_figure_axis_make(f, true, BR_FIGURE_HEIGHT - BOTTOM, -(BR_FIGURE_HEIGHT - top - BOTTOM));
    int left = left_margin(out, &y);
    br_figure_axis x = br_figure_axis_make(f, false, left, BR_FIGURE_WIDTH - left - RIGHT);
    br_buffer_print(out, "<text class=\"title\" x=\"%d\" y=\"20\">", LEFT);
    br_html_text(out, f->title);
    br_buffer_put(out, "</text>\n");
    draw_legend(out, f);
    draw_ticks(out, &x, &y);
    br_buffer_print(out, "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", x.from, top,
                    x.length, -y.length);
    bool cut = f->y_low < f->y_high; // an <svg> inside shows nothing beyond its edges
    if (cut)
        br_buffer_print(out, "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" viewBox=\"%d %d %d %d\">\n", x.from,
                        top, x.length, -y.length, x.from, top, x.length, -y.length);
    draw_curves(out, f, &x, &y);
    br_buffer_put(out, cut ? "</svg>\n" : "");
    br_buffer_print(out, "<text text-anchor=\"middle\" x=\"%d\" y=\"%d\">", x.from + x.length / 2,
                    BR_FIGURE_HEIGHT - 12);
    put_axis_title(out, f->x_name, &x, f->x_unit);
    br_buffer_print(out, "</text>\n<text text-anchor=\"middle\" transform=\"translate(14 %d) rotate(-90)\">",
                    top - y.length / 2);
    put_axis_title(out, f->y_name, &y, f->y_unit);
    br_buffer_put(out, "</text>\n");
}

void br_figure_inline(br_buffer *out, const br_figure *f)
{
    br_buffer_print(out, "<svg class=\"figure\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", BR_FIGURE_WIDTH,
                    BR_FIGURE_HEIGHT);
    br_html_text(out, f->title);
    br_buffer_put(out, "\">\n");
    draw_figure(out, f);
    br_buffer_put(out, "</svg>\n");
}

// Words in lines of at most so many bytes, below each other; answers how high they stand. out NULL: only that.
static int draw_paragraph(br_buffer *out, const char *text, int y)
{
    enum { LONGEST = 66, APART = 15 };
    int lines = 0;
    while (text && *text) {
        size_t n = strlen(text), cut = n;
        for (size_t i = 0; n > LONGEST && i <= LONGEST; i++)
            cut = text[i] == ' ' ? i : cut;
        if (out) {
            br_buffer_print(out, "<text class=\"caption\" x=\"%d\" y=\"%d\">", LEFT, y + APART * lines);
            br_html_text_of(out, text, cut);
            br_buffer_put(out, "</text>\n");
        }
        lines++;
        text += cut + (text[cut] == ' ');
    }
    return APART * lines;
}

void br_figure_file(br_buffer *out, const br_figure *f, const char *const *caption, int count, const char *heading)
{
    enum { HEAD = 34 };
    int width = count * BR_FIGURE_WIDTH, below = 0;
    for (int i = 0; caption && i < count; i++) {
        int lines = draw_paragraph(NULL, caption[i], 0);
        below = lines > below ? lines : below;
    }
    int height = HEAD + BR_FIGURE_HEIGHT + (below ? below + 8 : 0);
    br_buffer_print(out,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                    "height=\"%d\" role=\"img\">\n<title>",
                    width, height, width, height);
    br_html_text(out, heading);
    br_buffer_print(
        out,
        "</title>\n<style>\n"
        ".figure{--ink:#1d2733;--paper:#fff;--faint:#d9dfe6;--curve:#0b62b8;--two:#c2410c;--three:#15803d}\n"
        "@media(prefers-color-scheme:dark){.figure{--ink:#dfe6ee;--paper:#12181f;--faint:#313b46;--curve:#5db0ff;"
        "--two:#ff9f5a;--three:#5fd08a}}\n"
        "%s.figure .heading{font-weight:600;font-size:15px}\n.figure .caption{font-size:11px;opacity:.8}\n</style>\n"
        "<rect width=\"%d\" height=\"%d\" rx=\"6\" fill=\"var(--paper)\"/>\n"
        "<text class=\"heading\" x=\"%d\" y=\"24\">",
        br_figure_style, width, height, LEFT);
    br_html_text(out, heading);
    br_buffer_put(out, "</text>\n");
    for (int i = 0; i < count; i++) {
        br_buffer_print(out, "<g transform=\"translate(%d %d)\">\n", i * BR_FIGURE_WIDTH, HEAD);
        draw_figure(out, &f[i]);
        draw_paragraph(out, caption ? caption[i] : NULL, BR_FIGURE_HEIGHT + 6);
        br_buffer_put(out, "</g>\n");
    }
    br_buffer_put(out, "</svg>\n");
}
