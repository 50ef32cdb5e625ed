// maxwell.c - thesis B.4: a hysteresis loop from springs that slip (Figs B.1 to B.4, Table B.3).     [host]
#include "num/base/fp.h"

#include "fit/curve/masing.h"
#include "num/base/elem.h"
#include "paper/kit/groups.h"
#include "paper/kit/measure.h"

#include <stdio.h>
#include <stdlib.h>

enum { ELEMENTS = 4 };

// Table B.3: a virgin curve measured on the X axis, and what the thesis has made of it.
static const double xs[ELEMENTS] = {0.25e-6, 1e-6, 3e-6, 47.5e-6}, ys[ELEMENTS] = {0.04, 0.07, 0.1, 0.45}, // m, A
    kappa_B3[ELEMENTS] = {120e3, 25e3, 7.1e3, 7.9e3}, nu_B3[ELEMENTS] = {0.067, 0.056, 0.047, 0.83};       // A/m
static const double kT = 20;                                                                               // N/A

// ---------------------------------------------------------------- (B.5) to (B.7)

// Force of the elements at a position of the virgin curve, a row of (B.5).
static double virgin(const double x[ELEMENTS], const double kappa[ELEMENTS], double at)
{
    double y = 0;
    for (int j = 0; j < ELEMENTS; j++)
        y += kappa[j] * (at < x[j] ? at : x[j]);
    return y;
}

// Largest relative error of a row of the table; its numbers have two to four digits.
static double off(const double *found, const double *printed)
{
    double most = 0;
    for (int i = 0; i < ELEMENTS; i++) {
        double e = br_abs(found[i] / printed[i] - 1);
        most = e > most ? e : most;
    }
    return most;
}

// By the functions that identify virgin curves.
static br_status report_table(br_outcome *o, double kappa[ELEMENTS])
{
    double nu[ELEMENTS], y[ELEMENTS], sum = 0;
    br_status status = br_masing_elements(ELEMENTS, xs, ys, kappa, nu);
    if (status != BR_OK)
        return status;
    br_masing_curve(ELEMENTS, xs, kappa, y);
    for (int i = 0; i < ELEMENTS; i++)
        sum += nu[i];
    br_finding_add(o, off(kappa, kappa_B3) < 0.01, "within 1 %", "stiffnesses from the points of the virgin curve",
                   "Table B.3, (B.6): 120, 25, 7.1, 7.9 A/mm", "%.4g, %.4g, %.4g, %.4g A/mm", kappa[0] / 1e3,
                   kappa[1] / 1e3, kappa[2] / 1e3, kappa[3] / 1e3);
    br_finding_add(o, br_curve_apart(y, ys, ELEMENTS) < 1e-12, "below 1e-12 A",
                   "with them the full system of equations gives the points back", "(B.5)", "y is met to %.1g A",
                   br_curve_apart(y, ys, ELEMENTS));
    br_finding_add(o, off(nu, nu_B3) < 0.015 && br_abs(sum - 1) < 1e-12, "within 1.5 %, sum within 1e-12",
                   "shares in the Coulomb force, which sum to 1", "Table B.3, (B.7): 0.067, 0.056, 0.047, 0.83",
                   "%.4g, %.4g, %.4g, %.4g; sum 1 + %.1g", nu[0], nu[1], nu[2], nu[3], br_abs(sum - 1));
    br_finding_remark(o, "the third is printed as 0.047, cut, not rounded");
    return BR_OK;
}

// ---------------------------------------------------------------- the law

#define REACH 60e-6

// Out to 60 um, and once around.
static const double turning[] = {0, REACH, -REACH, REACH};
static const br_path loop = {10e-6, turning, 4};

#define STEP 0.0025

static br_status run_loop(br_trial *t, br_diag *why)
{
    char input[BR_PATH_TEXT];
    br_path_rate(&loop, "v", input);
    br_setup s = {
        .law = "maxwell-slip", .set = "table-B.3", .input = input, .until = br_path_time(&loop, 3), .step = STEP};
    return br_trial_run(t, &s, why);
}

// Masing's rule: what the branch down should be, 2 virgin((X - x)/2) below its start; the rising one is the same turned.
static double masing(const double *x, const double *F, long long top, long long bottom, long long end)
{
    double most = 0;
    for (long long k = top; k <= end; k++) {
        bool down = k <= bottom;
        long long from = down ? top : bottom;
        double half = br_abs(x[k] - x[from]) / 2, rule = 2 * br_curve_at(x, F, top + 1, half);
        double e = br_abs(F[k] - (F[from] + (down ? -rule : rule)));
        most = e > most ? e : most;
    }
    return most;
}

static void report_virgin(br_outcome *o, const br_trial *t, const double *x, long long top)
{
    const double *F = br_trial_column(t, "F");
    double at[ELEMENTS], most = 0;
    for (int i = 0; i < ELEMENTS; i++) {
        at[i] = br_curve_at(x, F, top + 1, xs[i]);
        double e = br_abs(at[i] / (ys[i] * kT) - 1);
        most = e > most ? e : most;
    }
    br_finding_add(o, most < 0.01, "within 1 %", "the law maxwell-slip follows the virgin curve through all points",
                   "Table B.3, Fig. B.2: 0.8, 1.4, 2, 9 N", "%.4g, %.4g, %.4g, %.4g N at 0.25, 1, 3, 47.5 um", at[0],
                   at[1], at[2], at[3]);
    br_finding_remark(o, "with the rounded stiffnesses and shares of the table, in N");
    br_finding_add(o, br_abs(F[top] / 9 - 1) < 1e-3, "within 0.1 %",
                   "beyond them all elements slip, at the Coulomb force", "Table B.3: FC = kT y_n = 9 N",
                   "%.5g N at 60 um, by the law", F[top]);
}

// The first step from rest, and the first behind the turn.
static void report_contact(br_outcome *o, const br_trial *t, const double *x, long long top)
{
    const double *F = br_trial_column(t, "F");
    double first = F[1] / x[1], turned = (F[top + 1] - F[top]) / (x[top + 1] - x[top]);
    br_finding_add(o, br_abs(first / 3.2e6 - 1) < 1e-3 && br_abs(turned / 3.2e6 - 1) < 1e-3, "both within 0.1 %",
                   "the stiffness of the first contact is the sum of all, behind a reversal as well",
                   "(B.8); 0.8 N/0.25 um = 3.2 N/um", "%.5g N/um from rest, %.5g N/um behind the turn, by the law",
                   first / 1e6, turned / 1e6);
    br_finding_remark(o, "(4.7) gives 1.4e7 N/m for the same axis; Table 4.1 and Table B.3 agree on 3.2e6 N/m");
}

// An element that slips takes 4 W (X - W/kappa) out of every loop.
static double loop_energy(const br_trial *t)
{
    double sum = 0, FC = br_trial_param(t, "FC");
    for (int i = 0; i < ELEMENTS; i++) {
        double W = nu_B3[i] * FC, kappa = kT * kappa_B3[i];
        sum += 4 * W * (REACH - W / kappa);
    }
    return sum;
}

static void report_loop(br_outcome *o, const br_trial *t, const double *x, long long top, long long bottom)
{
    const double *F = br_trial_column(t, "F");
    long long end = t->record.rows - 1;
    double area = br_curve_area(x + top, F + top, end - top), expected = loop_energy(t),
           rule = masing(x, F, top, bottom, end);
    char paper[100];
    br_finding_add(o, rule < 1e-3 * 9, "within 0.1 % of FC",
                   "a loop is made of two virgin curves, stretched to the double, shifted, one of them turned",
                   "B.4, Fig. B.1", "off by at most %.1g N", rule);
    snprintf(paper, sizeof paper, "by element 4 W (X - W/kappa): %.5g uJ in all", 1e6 * expected);
    br_finding_add(o, br_abs(area / expected - 1) < 2e-3, "within 0.2 %",
                   "the area of the loop is the work of the elements that slip", paper, "%.5g uJ", 1e6 * area);
    br_finding_add(o, br_abs(F[end] - F[top]) < 1e-9, "within 1e-9 N", "the loop closes", "Fig. B.1", "to %.1g N",
                   br_abs(F[end] - F[top]));
}

static void draw_curves(br_outcome *o, const br_trial *t, const double *x, long long top, const double kappa[ELEMENTS])
{
    const double *F = br_trial_column(t, "F");
    double px[ELEMENTS + 1] = {0}, py[ELEMENTS + 1] = {0}, vx[201], vy[201];
    for (int i = 0; i < ELEMENTS; i++) {
        px[i + 1] = xs[i];
        py[i + 1] = kT * ys[i];
    }
    br_plot *p = br_draw(&o->drawn, "Hysteresis", "position", "m", "friction force", "N",
                         "As Figs B.1 and B.3: virgin curve and one loop, elements of Table B.3, out to 60 um.");
    br_draw_curve(p, NULL, x, F, t->record.rows);
    p = br_draw(&o->drawn, "Virgin curve", "position", "m", "friction force", "N",
                "As Fig. B.2: the law, and the points of Table B.3 on straight lines.");
    br_draw_curve(p, "maxwell-slip", x, F, top + 1);
    br_draw_curve(p, "Table B.3", px, py, ELEMENTS + 1);
    for (int k = 0; k <= 200; k++) {
        vx[k] = 4e-6 * k / 200;
        vy[k] = kT * virgin(xs, kappa, vx[k]);
    }
    long long few = 0;
    while (x[few] < 4e-6)
        few++;
    p = br_draw(&o->drawn, "First contact", "position", "m", "friction force", "N",
                "As Fig. B.4: the first 4 um of the virgin curve.");
    br_draw_curve(p, "maxwell-slip", x, F, few);
    br_draw_curve(p, "(B.5)", vx, vy, 201);
}

static br_status shaping(br_outcome *o, br_diag *why)
{
    double kappa[ELEMENTS];
    br_trial t;
    br_status status = report_table(o, kappa);
    if (status == BR_OK)
        status = run_loop(&t, why);
    if (status != BR_OK)
        return status;
    double *x = br_path_column(&loop, br_trial_column(&t, "t"), t.record.rows);
    long long top = (long long)(br_path_time(&loop, 1) / STEP + 0.5),
              bottom = (long long)(br_path_time(&loop, 2) / STEP + 0.5);
    if (x) {
        report_virgin(o, &t, x, top);
        report_contact(o, &t, x, top);
        report_loop(o, &t, x, top, bottom);
        draw_curves(o, &t, x, top, kappa);
    }
    br_trial_free(&t);
    status = x ? BR_OK : BR_NO_MEMORY;
    free(x);
    return status;
}

const br_experiment br_maxwell_experiments[] = {
    {"maxwell/shaping", "A hysteresis loop from springs that slip", "Thesis B.4: Figs B.1 to B.4, Table B.3", shaping},
    {NULL, NULL, NULL, NULL}};
