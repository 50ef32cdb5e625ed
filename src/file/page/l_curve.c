// l_curve.c - the L-curve of a regularised problem as a plot.                      [host]
#include "num/base/fp.h"

#include "file/page/l_curve.h"
#include "num/base/elem.h"
#include "num/text/piece.h"

#include <stdio.h>

typedef struct tries { // as they are drawn
    double x[BR_L_CURVE_DRAWN], y[BR_L_CURVE_DRAWN];
    int from, count;
} tries;

// Those beside the corner and the likeliest: farther on inputs are noise alone, and would take all of the width.
static tries tries_of(const br_l_curve_tries *c)
{
    const int before = 3, behind = 2;
    int low = c->corner < c->likeliest ? c->corner : c->likeliest, high = c->corner + c->likeliest - low;
    tries t = {.from = low > before ? low - before : 0};
    int to = high + behind < c->tries ? high + behind + 1 : c->tries;
    for (int i = t.from; i < to && t.count < BR_L_CURVE_DRAWN; i++) {
        t.x[t.count] = br_log(c->input[i]) / br_log(10);
        t.y[t.count++] = br_log(c->error[i]) / br_log(10);
    }
    return t;
}

static void mark(br_plot *p, const br_l_curve_tries *c, const tries *t, const char *label, int which)
{
    char words[40];
    snprintf(words, sizeof words, "%g", c->Q[which]);
    br_draw_points(p, label, &t->x[which - t->from], &t->y[which - t->from], words, 1);
}

void br_draw_l_curve(br_plots *o, const br_l_curve_tries *c)
{
    tries t = tries_of(c);
    char caption[300];
    br_buffer words = {0};
    snprintf(caption, sizeof caption,
             "As Fig. 9 (left) of Adduci et al. 2021. Beside the points: Q_d per row. Tried were %g to %g; inputs walk "
             "by the corner, %g. The likeliest is %g.",
             c->Q[0], c->Q[c->tries - 1], c->Q[c->corner], c->Q[c->likeliest]);
    for (int i = 0; i < t.count; i++)
        br_buffer_print(&words, "%g\n", c->Q[t.from + i]);
    br_plot *p = br_draw(o, "L-curve", "log10 of the sum of inputs", "-", "log10 of the error norm", "-", caption);
    br_draw_curve(p, NULL, t.x, t.y, t.count);
    br_draw_points(p, "tries", t.x, t.y, words.text ? words.text : "", t.count);
    mark(p, c, &t, "corner", c->corner);
    if (c->likeliest != c->corner)
        mark(p, c, &t, "likeliest", c->likeliest);
    br_buffer_free_into(&words, &o->status);
}
