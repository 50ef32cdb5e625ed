// sketch.c - stick figures of a mechanism: some times of a run as stills, all of it for scripts to play.                   [host]
#include "num/base/fp.h"

#include "file/page/html.h"
#include "tool/mechanism/sketch.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 17 }; // points of a beam

br_status sketch_open(sketch *k, const br_mechanism *m)
{
    memset(k, 0, sizeof *k);
    k->points = br_mechanism_drawing_points(m) + br_mechanism_size(m, BR_MECHANISM_BODIES);
    k->x = calloc(2 * (size_t)k->points * SKETCH_FRAMES + 1, sizeof *k->x);
    k->y = k->x ? k->x + (ptrdiff_t)k->points * SKETCH_FRAMES : NULL;
    return k->x ? BR_OK : BR_NO_MEMORY;
}

void sketch_close(sketch *k)
{
    free(k->x);
    memset(k, 0, sizeof *k);
}

// ---------------------------------------------------------------- frames

// A place in space as one on paper.
static void project(const br_mechanism *m, const double *at, double *x, double *y)
{
    bool planar = br_mechanism_planar(m);
    *x = planar ? at[0] : at[0] + 0.5 * at[1];
    *y = planar ? at[1] : at[2] + 0.3 * at[1];
}

void sketch_add_frame(sketch *k, const br_mechanism *m, const double *drawing, double t)
{
    if (k->frames == SKETCH_FRAMES)
        return;
    double *x = k->x + (ptrdiff_t)k->frames * k->points, *y = k->y + (ptrdiff_t)k->frames * k->points;
    int points = br_mechanism_drawing_points(m);
    for (int i = 0; i < points; i++) {
        project(m, drawing + (ptrdiff_t)3 * i, x++, y++);
        if (br_mechanism_drawing_body(m, i + 1) != br_mechanism_drawing_body(m, i))
            *x++ = 0, *y++ = (double)NAN;
    }
    k->t[k->frames++] = t;
}

// ---------------------------------------------------------------- in a report

enum { WIDE = 460, EDGE = 30, LOW = 44 }; // pixels: of a frame, around it, and below for the scale

typedef struct paper { // x pixels = (x - left)*scale + EDGE, y pixels = (top - y)*scale + EDGE
    double left, top, scale;
    int height;
    br_buffer *out;
} paper;

static void reach(double *low, double *high, double v)
{
    *low = v < *low ? v : *low;
    *high = v > *high ? v : *high;
}

static bool on_ground(const br_mechanism *m, int i, br_mechanism_joint *j)
{
    *j = (br_mechanism_joint){.size = sizeof *j};
    return br_mechanism_joint_at(m, i, j) == BR_OK && strcmp(j->kind, "free") != 0 && (j->a < 0 || j->b < 0);
}

static paper open_paper(const sketch *k, const br_mechanism *m, br_buffer *out)
{
    double box[4] = {(double)INFINITY, -(double)INFINITY, (double)INFINITY, -(double)INFINITY};
    for (int i = 0; i < k->frames * k->points; i++)
        if (isfinite(k->y[i])) {
            reach(&box[0], &box[1], k->x[i]);
            reach(&box[2], &box[3], k->y[i]);
        }
    br_mechanism_joint joint;
    for (int j = 0; j < br_mechanism_size(m, BR_MECHANISM_JOINTS); j++)
        if (on_ground(m, j, &joint)) {
            double x, y;
            project(m, joint.at, &x, &y);
            reach(&box[0], &box[1], x);
            reach(&box[2], &box[3], y);
        }
    double wide = box[1] - box[0], high = box[3] - box[2], most = wide > high ? wide : high;
    paper p = {.scale = most > 0 ? (WIDE - 2 * EDGE) / most : 1, .out = out};
    p.left = (box[0] + box[1] - (WIDE - 2 * EDGE) / p.scale) / 2;
    p.top = box[3];
    p.height = (int)(high * p.scale) + EDGE + LOW;
    return p;
}

static double across(const paper *p, double x)
{
    return EDGE + (x - p->left) * p->scale;
}

static double down(const paper *p, double y)
{
    return EDGE + (p->top - y) * p->scale;
}

// The ground of a joint: a rail where it slides, a foot where it does not.
static void draw_ground(const paper *p, const br_mechanism *m, const br_mechanism_joint *j)
{
    double x, y, to[2], end[3];
    bool slides = strcmp(j->kind, "prismatic") == 0 || strcmp(j->kind, "cylindrical") == 0;
    project(m, j->at, &x, &y);
    for (int c = 0; c < 3; c++)
        end[c] = j->at[c] + j->axis[c] * WIDE / p->scale;
    project(m, end, &to[0], &to[1]);
    double u = across(p, x), v = down(p, y), du = across(p, to[0]) - u, dv = down(p, to[1]) - v;
    if (slides)
        br_buffer_print(p->out, "<path class=\"grid\" d=\"M%.2f %.2fL%.2f %.2f\"/>\n", u - du, v - dv, u + du, v + dv);
    else
        br_buffer_print(p->out, "<path class=\"frame\" d=\"M%.2f %.2fl-8 13h16z\"/>\n", u, v);
}

static bool short_line(const paper *p, const double *x, const double *y, int points)
{
    double most = 0;
    for (int i = 1; i < points; i++)
        most = fmax(most, p->scale * (fabs(x[i] - x[0]) + fabs(y[i] - y[0])));
    return most < 4;
}

static void draw_bodies(const paper *p, const double *x, const double *y, int points)
{
    int body = 0;
    for (int i = 0; i < points;) {
        int first = i;
        br_buffer_print(p->out, "<path class=\"curve body c%d\" d=\"", body % 3 == 0 ? 0 : 3 + body % 3);
        for (; i < points && isfinite(y[i]); i++)
            br_buffer_print(p->out, "%c%.2f %.2f", i == first ? 'M' : 'L', across(p, x[i]), down(p, y[i]));
        if (short_line(p, x + first, y + first, i - first))
            br_buffer_put(p->out, "m-8 -5h16v10h-16z"); // a block
        br_buffer_put(p->out, "\"/>\n");
        for (int k = first; k < i; k += i - first < LINE ? 1 : LINE - 1) // of a beam its ends
            br_buffer_print(p->out, "<circle class=\"frame\" cx=\"%.2f\" cy=\"%.2f\" r=\"4\"/>\n", across(p, x[k]),
                            down(p, y[k]));
        while (i < points && !isfinite(y[i]))
            i++;
        body++;
    }
}

// A round length that fits below the drawing: 1, 2 or 5 times a power of ten.
static void draw_scale(const paper *p)
{
    const double most = 120 / p->scale;
    double ten = 1;
    for (int i = 0; i < 300 && 10 * ten <= most; i++)
        ten *= 10;
    for (int i = 0; i < 300 && ten > most; i++)
        ten /= 10;
    double length = 5 * ten <= most ? 5 * ten : 2 * ten <= most ? 2 * ten : ten;
    int y = p->height - 8;
    br_buffer_print(p->out, "<path class=\"frame\" d=\"M%d %dv6h%.2fv-6\"/>\n<text x=\"%.2f\" y=\"%d\">%g m</text>\n",
                    EDGE, y - 6, length * p->scale, EDGE + length * p->scale + 6, y, length);
}

static void draw_frame(const sketch *k, const br_mechanism *m, int frame, const paper *p)
{
    ptrdiff_t first = (ptrdiff_t)frame * k->points;
    br_buffer_print(p->out,
                    "<figure class=\"still\">\n<svg class=\"figure\" viewBox=\"0 0 %d %d\" role=\"img\" "
                    "aria-label=\"the mechanism at %.4g "
                    "s\">\n<text class=\"title\" x=\"%d\" y=\"16\">%.4g s</text>\n",
                    WIDE, p->height, k->t[frame], EDGE, k->t[frame]);
    br_mechanism_joint joint;
    for (int j = 0; j < br_mechanism_size(m, BR_MECHANISM_JOINTS); j++)
        if (on_ground(m, j, &joint))
            draw_ground(p, m, &joint);
    draw_bodies(p, k->x + first, k->y + first, k->points);
    draw_scale(p);
    br_buffer_put(p->out, "</svg>\n</figure>\n");
}

// ---------------------------------------------------------------- for scripts

static void put_points(const paper *p, const double *x, const double *y, int count)
{
    br_buffer_put(p->out, "[");
    for (int i = 0; i < count; i++)
        br_buffer_print(p->out, "%s%.1f,%.1f", i > 0 ? "," : "", across(p, x[i]), down(p, y[i]));
    br_buffer_put(p->out, "]");
}

// {"t":[0,0.1],"bodies":[{"block":false,"ends":1,"at":[[x,y,x,y],[x,y,x,y]]}]}: of every body its points in pixels at every time;
// a joint at every so many of them.
static void write_movie(const sketch *k, const paper *p)
{
    br_buffer_put(p->out, "{\"t\":[");
    for (int f = 0; f < k->frames; f++)
        br_buffer_print(p->out, "%s%.6g", f > 0 ? "," : "", k->t[f]);
    br_buffer_put(p->out, "],\n\"bodies\":[");
    for (int i = 0, body = 0; i < k->points; body++) {
        int first = i;
        while (i < k->points && isfinite(k->y[i]))
            i++;
        br_buffer_print(p->out, "%s{\"block\":%s,\"ends\":%d,\"at\":[", body > 0 ? ",\n" : "",
                        short_line(p, k->x + first, k->y + first, i - first) ? "true" : "false",
                        i - first < LINE ? 1 : LINE - 1);
        for (int f = 0; f < k->frames; f++) {
            ptrdiff_t at = (ptrdiff_t)f * k->points + first;
            br_buffer_put(p->out, f > 0 ? ",\n" : "");
            put_points(p, k->x + at, k->y + at, i - first);
        }
        br_buffer_put(p->out, "]}");
        while (i < k->points && !isfinite(k->y[i]))
            i++;
    }
    br_buffer_put(p->out, "]}");
}

void sketch_report(const sketch *k, const br_mechanism *m, br_buffer *out)
{
    br_buffer movie = {0};
    paper p = open_paper(k, m, out), film = p;
    br_buffer_put(out, "<section>\n<h2>The mechanism</h2>\n");
    film.out = &movie;
    if (k->frames > 1) {
        write_movie(k, &film);
        br_buffer_put(out, "<div class=\"movie\">\n");
        br_html_data(out, &movie);
        br_buffer_put(out, "</div>\n");
    }
    br_buffer_put(out, "<div class=\"pair\">\n");
    int stills = k->frames < SKETCH_STILLS ? k->frames : SKETCH_STILLS;
    for (int i = 0; i < stills; i++)
        draw_frame(k, m, stills > 1 ? i * (k->frames - 1) / (stills - 1) : 0, &p);
    br_buffer_print(out, "</div>\n<p class=\"dim\">Stick figure: bodies and joints%s.</p>\n</section>\n",
                    br_mechanism_planar(m) ? "" : "; x to the right, z up, y back");
    br_buffer_free(&movie);
}
