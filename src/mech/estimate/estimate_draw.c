// estimate_draw.c - the L-curve of unknown inputs as a picture.                        [host]
#include "num/base/fp.h"

#include "mech/estimate/estimate.h"
#include "num/base/elem.h"

#include <stdio.h>

typedef struct tries { // as they are drawn
    double x[BR_L_CURVE_TRIES], y[BR_L_CURVE_TRIES];
    int from, count;
} tries;

// Those beside the corner and the likeliest: farther on inputs are noise alone, and would take all of the width.
static tries tries_of(const br_mech_l_curve *c)
{
    const int before = 3, behind = 2;
    int low = c->corner < c->likeliest ? c->corner : c->likeliest, high = c->corner + c->likeliest - low;
    tries t = {.from = low > before ? low - before : 0};
    int to = high + behind < BR_L_CURVE_TRIES ? high + behind + 1 : BR_L_CURVE_TRIES;
    for (int i = t.from; i < to; i++) {
        t.x[t.count] = br_log(c->input[i]) / br_log(10);
        t.y[t.count++] = br_log(c->error[i]) / br_log(10);
    }
    return t;
}

static void mark(br_plot *p, const br_mech_l_curve *c, const tries *t, const char *label, int which)
{
    char words[40];
    snprintf(words, sizeof words, "%g", c->Q[which]);
    br_draw_points(p, label, &t->x[which - t->from], &t->y[which - t->from], words, 1);
}

void br_mech_l_curve_draw(const br_mech_l_curve *c, br_plots *o)
{
    tries t = tries_of(c);
    char caption[300];
    br_buffer words = {0};
    snprintf(caption, sizeof caption,
             "As Fig. 9 (left) of Adduci et al. 2021. Beside the points: Q_d per row. Tried were %g to %g; inputs walk "
             "by the corner, %g. The likeliest is %g.",
             c->Q[0], c->Q[BR_L_CURVE_TRIES - 1], c->Q[c->corner], c->Q[c->likeliest]);
    for (int i = 0; i < t.count; i++)
        br_buffer_print(&words, "%g\n", c->Q[t.from + i]);
    br_plot *p = br_draw(o, "L-curve", "log10 of the sum of inputs", "-", "log10 of the error norm", "-", caption);
    br_draw_curve(p, NULL, t.x, t.y, t.count);
    br_draw_points(p, "tries", t.x, t.y, words.text ? words.text : "", t.count);
    mark(p, c, &t, "corner", c->corner);
    if (c->likeliest != c->corner)
        mark(p, c, &t, "likeliest", c->likeliest);
    br_buffer_free(&words);
}
