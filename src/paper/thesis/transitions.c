// transitions.c - smoothing functions between stick and slip: thesis Figs 3.3, 3.4, 3.8; Hayward et al. 2009, Fig. 5.  [host]
//
// The functions are not outputs of the laws. They are read off the rates: eta of z' = kappa*(v - eta*|v|*z/z_s+), (3.12), and
// alpha of z' = v - alpha*|v|*z/zss, 003 (4).
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "paper/kit/groups.h"
#include "paper/thesis/sgms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 4, POINTS = 400 };

// ---------------------------------------------------------------- the S-GMS law from inside

static double element(const br_trial *t, const char *name, int i)
{
    return br_model_values(t->model, br_law_find(&t->model->law, name, strlen(name)))[i].lo;
}

// Force at which element i slides: nu_i s+(v), (3.2).
static double limit(const br_trial *t, int i, double v)
{
    double u = v / br_trial_param(t, "vs");
    return element(t, "nu", i) * br_trial_param(t, "FC") * (1 + br_trial_param(t, "beta") * br_exp(-u * u));
}

// eta_i of all elements with forces z. At z = 0 it has no effect on the rate, and is 1 - tanh(lambda zeta) < 1e-20.
static void etas(const br_trial *t, const double z[ELEMENTS], double v, double eta[ELEMENTS])
{
    double out[ELEMENTS + 1];
    br_sys_rate(&t->run->system.sys, 1, z, t->run->m, &v, t->run->p, 0, out);
    for (int i = 0; i < ELEMENTS; i++) {
        double r = z[i] / limit(t, i, v);
        eta[i] = r == 0 ? 0 : (v - out[i] / element(t, "kappa", i)) / (br_abs(v) * r);
    }
}

// eta of the first element at a share r of its limit.
static double eta_at(const br_trial *t, double r, double v)
{
    double z[ELEMENTS] = {r * limit(t, 0, v)}, eta[ELEMENTS];
    etas(t, z, v, eta);
    return eta[0];
}

// Fig. 3.8's parameters, at rest: only for its numbers.
static br_status open_sgms(br_trial *t, const char *values, br_diag *why)
{
    return br_trial_run(
        t, &(br_setup){.law = "sgms", .set = "fig-3.8", .values = values, .input = "v = 0 m/s", .step = 1}, why);
}

// ---------------------------------------------------------------- Fig. 3.3

#define FAST 1e-3 // m/s, 1000 times vs: eta_B is 1 for z > 0 and 0 for z < 0

// eta_A alone: of z and v with one sign.
static double eta_A(const br_trial *t, double r)
{
    return eta_at(t, r, r < 0 ? -FAST : FAST);
}

// eta_B alone, over r v/vs: at the limit, where eta_A is 1 - alpha.
static double eta_B(const br_trial *t, double product)
{
    return eta_at(t, 1, product * br_trial_param(t, "vs")) / (1 - br_trial_param(t, "alpha"));
}

static double slope_of(double (*f)(const br_trial *t, double r), const br_trial *t, double at)
{
    double h = 1e-4;
    return (f(t, at + h) - f(t, at - h)) / (2 * h);
}

static void draw_function(br_plot *p, const char *name, double (*f)(const br_trial *t, double r), const br_trial *t,
                          double reach)
{
    double x[POINTS], y[POINTS];
    for (int k = 0; k < POINTS; k++) {
        x[k] = reach * (2 * k + 1 - POINTS) / (POINTS - 1);
        y[k] = f(t, x[k]);
    }
    br_draw_curve(p, name, x, y, POINTS);
}

// eta_A for three zeta with eta_A(1) = 0.99.
static br_status shapes(br_outcome *o, br_diag *why)
{
    static const double zeta[] = {0.7, 0.8, 0.9};
    double at_limit[3], half[3], inside[3];
    bool ends = true, halves = true, vanishes = true;
    br_plot *p = br_draw(&o->drawn, "(a) Sticking or slipping", "z/z_s+", "-", "eta_A", "-",
                         "As Fig. 3.3(a): three values of zeta (chosen here), lambda such that eta_A(1) = 0.99.");
    for (int i = 0; i < 3; i++) {
        br_trial t;
        char values[60], name[40];
        snprintf(values, sizeof values, "alpha = 0.01, zeta = %g", zeta[i]);
        br_status status = open_sgms(&t, values, why);
        if (status != BR_OK)
            return status;
        snprintf(name, sizeof name, "zeta %g, lambda %.3g", zeta[i], br_trial_param(&t, "lambda"));
        draw_function(p, name, eta_A, &t, 1.5);
        at_limit[i] = eta_A(&t, 1);
        half[i] = br_abs(eta_A(&t, zeta[i]) - 0.5) + br_abs(eta_A(&t, -zeta[i]) - 0.5);
        inside[i] = eta_A(&t, zeta[i] / 2);
        ends = ends && br_abs(at_limit[i] - 0.99) < 1e-9;
        halves = halves && half[i] < 1e-8;
        vanishes = vanishes && inside[i] < 0.01;
        br_trial_free(&t);
    }
    br_finding_add(o, ends, "within 1e-9", "eta_A(1) = 0.99 with lambda from (3.16)", "Fig. 3.3(a)",
                   "%.6g, %.6g, %.6g at zeta = 0.7, 0.8, 0.9", at_limit[0], at_limit[1], at_limit[2]);
    br_finding_add(o, halves, "within 1e-8", "eta_A is one half at +-zeta", "after (3.14)", "off by at most %.1g",
                   br_curve_largest(half, 3));
    br_finding_add(o, vanishes, "below 0.01 at zeta/2", "eta_A vanishes within +-zeta", "after (3.14)",
                   "at zeta/2 it is %.2g, %.2g, %.2g", inside[0], inside[1], inside[2]);
    return BR_OK;
}

// lambda, gamma and the largest slopes with the numbers of Fig. 3.5.
static br_status slopes(br_outcome *o, br_diag *why)
{
    br_trial t;
    br_status status = open_sgms(&t, NULL, why);
    if (status != BR_OK)
        return status;
    double lambda = br_trial_param(&t, "lambda"), gamma = br_trial_param(&t, "gamma"),
           zeta = br_trial_param(&t, "zeta");
    double A = slope_of(eta_A, &t, zeta), left = slope_of(eta_A, &t, zeta - 0.01),
           right = slope_of(eta_A, &t, zeta + 0.01), B = slope_of(eta_B, &t, 0);
    br_finding_add(o, br_abs(lambda - 35) < 0.5, "within 0.5", "lambda = gamma = 35 for zeta = 0.9 and alpha = 1e-3",
                   "(3.16), Fig. 3.5: 35", "%.4g", lambda);
    br_finding_remark(o, "atanh(1 - 2e-3)/0.1 is 34.53; the thesis rounds it to 35");
    br_finding_add(o, br_abs(A / (lambda / 2) - 1) < 1e-3 && left < A && right < A && br_abs(A - 17.5) < 0.5,
                   "lambda/2 within 0.1 % and 17.5 within 0.5; smaller on both sides",
                   "the largest slope of eta_A is lambda/2, at zeta", "(3.17), 3.5.2: 17.5",
                   "%.4g, beside it %.4g and %.4g", A, left, right);
    br_finding_remark(o, "17.5 is half of the rounded 35; the slope is that over z/z_s+");
    br_finding_add(o, br_abs(B / (gamma / 2) - 1) < 1e-3, "within 0.1 %", "that of eta_B is gamma/2, where z v = 0",
                   "(3.17)", "%.4g, with gamma/2 = %.4g", B, gamma / 2);
    br_finding_add(o, eta_B(&t, -0.2) < 1e-3 && eta_B(&t, 0.2) > 0.999, "below 1e-3 at -0.2, above 0.999 at 0.2",
                   "eta_B vanishes when z and v have different signs", "after (3.15), Fig. 3.3(b)",
                   "%.2g at r v/vs = -0.2, 1 - %.2g at 0.2", eta_B(&t, -0.2), 1 - eta_B(&t, 0.2));
    br_plot *p = br_draw(&o->drawn, "(b) Reset", "z/z_s+ v/vs", "-", "eta_B", "-", "As Fig. 3.3(b): gamma = 34.5.");
    draw_function(p, NULL, eta_B, &t, 0.2);
    br_trial_free(&t);
    return BR_OK;
}

// ---------------------------------------------------------------- Fig. 3.4

static br_status combinations(br_outcome *o, br_diag *why)
{
    br_trial t;
    br_status status = open_sgms(&t, NULL, why);
    if (status != BR_OK)
        return status;
    double v = br_trial_param(&t, "vs"), none = eta_at(&t, -0.5, v), B = eta_at(&t, 0.5, v), A = eta_at(&t, -1, v),
           both = eta_at(&t, 1, v);
    br_finding_add(o, none < 2e-3 && B < 2e-3 && A < 2e-3 && both > 0.998, "below 2e-3 in three, above 0.998 in <1,1>",
                   "one of the four pairs <eta_A, eta_B> slips, three stick", "Fig. 3.4: <1,1> slips",
                   "eta = %.1g, %.1g, %.1g in <0,0>, <0,1>, <1,0>, %.5g in <1,1>", br_abs(none), br_abs(B), br_abs(A),
                   both);
    double least = 1, most = 0;
    for (int i = 0; i < 200; i++)
        for (int k = 0; k < 200; k++) {
            double eta = eta_at(&t, 1.5 * (2 * i - 199) / 199, 3 * v * (2 * k - 199) / 199);
            least = eta < least ? eta : least;
            most = eta > most ? eta : most;
        }
    br_finding_add(o, least > -1e-12 && most < 1 + 1e-12, "0 and 1 within 1e-12", "eta stays between 0 and 1",
                   "after (3.12): eta in (0, 1)", "from %.1g to %.7g in 40000 points", least, most);
    br_finding_remark(o, "a value read off a rate has a rounding error of about 1e-14");
    br_trial_free(&t);
    return BR_OK;
}

// ---------------------------------------------------------------- 003 Fig. 5

static double alpha_at(const br_trial *t, double z, double v)
{
    double u[3], out[2], s = v / br_trial_param(t, "vs"), FC = br_trial_param(t, "FC"), FS = br_trial_param(t, "FS");
    double zss = (FC + (FS - FC) / (1 + s * s)) / br_trial_param(t, "sigma0"); // 003 (8), (9)
    memcpy(u, t->run->u, sizeof u);
    u[0] = v;
    br_sys_rate(&t->run->system.sys, 1, &z, t->run->m, u, t->run->p, 0, out);
    return (v - out[0]) / (br_abs(v) * (z / zss));
}

static void draw_alpha(br_plot *p, const br_trial *t, const char *name, double v)
{
    double z[POINTS], a[POINTS];
    for (int k = 0; k < POINTS; k++) {
        z[k] = 16e-6 * (k + 1) / POINTS;
        a[k] = alpha_at(t, z[k], v);
    }
    br_draw_curve(p, name, z, a, POINTS);
}

static void report_alpha(br_outcome *o, const br_trial *t, double v, double zss)
{
    double zba = br_trial_param(t, "zba"), middle = (zba + zss) / 2, width = zss - zba, h = 1e-3 * width;
    double rise = (alpha_at(t, middle + h, v) - alpha_at(t, middle - h, v)) / (2 * h) * width;
    double bend = (alpha_at(t, zba + 2 * h, v) - 2 * alpha_at(t, zba + h, v) + alpha_at(t, zba, v)) / (h * h) * width *
                  width,
           pi = 3.14159265358979323846;
    br_finding_add(o,
                   br_abs(alpha_at(t, zba, v)) < 1e-9 && br_abs(alpha_at(t, zba / 2, v)) < 1e-9 &&
                       br_abs(alpha_at(t, zss, v) - 1) < 1e-9 && br_abs(alpha_at(t, 1.2 * zss, v) - 1) < 1e-9,
                   "within 1e-9", "alpha of the elasto-plastic model is 0 up to z_ba, and 1 from z_ss on",
                   "Hayward et al. 2009, (10), Fig. 5", "%.1g and 1 - %.1g at the ends, %.3g in the middle",
                   br_abs(alpha_at(t, zba, v)), br_abs(1 - alpha_at(t, zss, v)), alpha_at(t, middle, v));
    br_finding_remark(o, "(10) is printed without the factor 1/2 before the sine; the pseudo code has it");
    br_finding_add(o, br_abs(alpha_at(t, -0.95 * zss, v)) < 1e-9 && br_abs(alpha_at(t, 0.95 * zss, -v)) < 1e-9,
                   "below 1e-9", "alpha is 0 when z and v have different signs", "Hayward et al. 2009, (10)",
                   "%.1g and %.1g at 0.95 z_ss", br_abs(alpha_at(t, -0.95 * zss, v)),
                   br_abs(alpha_at(t, 0.95 * zss, -v)));
    br_finding_add(o, br_abs(rise / (pi / 2) - 1) < 1e-3 && br_abs(bend / (pi * pi / 2) - 1) < 0.01,
                   "slope pi/2 within 0.1 %, jump pi^2/2 within 1 %",
                   "alpha is a function of class C1: its slope is continuous, its curvature is not",
                   "Thesis 3.5.1: piecewise, of class C1",
                   "slope %.4g/(z_ss - z_ba) in the middle; at z_ba the curvature jumps from 0 to %.3g", rise, bend);
}

static br_status elasto_plastic(br_outcome *o, br_diag *why)
{
    br_trial t;
    br_status status = br_trial_run(
        &t, &(br_setup){.law = "elasto-plastic", .set = "table-II", .input = "v = 0 m/s, dx = 0 m", .step = 1}, why);
    if (status != BR_OK)
        return status;
    double vs = br_trial_param(&t, "vs");
    report_alpha(o, &t, vs, 12.5e-6);
    br_plot *p =
        br_draw(&o->drawn, "Elasto-plastic transition", "z", "m", "alpha", "-",
                "As Hayward et al. 2009, Fig. 5, Table II: elastic up to z_ba = 8 um, sliding from z_ss(v) on.");
    draw_alpha(p, &t, "v = vs", vs);
    draw_alpha(p, &t, "v = vs/10", vs / 10);
    draw_alpha(p, &t, "v = 10 vs", 10 * vs);
    br_trial_free(&t);
    return BR_OK;
}

static br_status transitions(br_outcome *o, br_diag *why)
{
    br_status status = shapes(o, why);
    if (status == BR_OK)
        status = slopes(o, why);
    if (status == BR_OK)
        status = combinations(o, why);
    return status == BR_OK ? elasto_plastic(o, why) : status;
}

// ---------------------------------------------------------------- Fig. 3.8

typedef struct inside { // of all elements at all samples
    double *x, *r[ELEMENTS], *eta[ELEMENTS], *z[ELEMENTS];
} inside;

static br_status element_states(inside *s, const br_trial *t)
{
    long long n = t->record.rows;
    double *all = malloc((size_t)n * 3 * ELEMENTS * sizeof *all);
    const double *v = br_trial_column(t, "v"), *force[ELEMENTS];
    s->x = all;
    if (!all)
        return BR_NO_MEMORY;
    for (int i = 0; i < ELEMENTS; i++) {
        char name[20];
        snprintf(name, sizeof name, "z[%d]", i + 1);
        force[i] = br_trial_column(t, name);
        s->r[i] = all + n * i;
        s->eta[i] = all + n * (ELEMENTS + i);
        s->z[i] = all + n * (2 * ELEMENTS + i);
    }
    for (long long k = 0; k < n; k++) {
        double z[ELEMENTS], eta[ELEMENTS];
        for (int i = 0; i < ELEMENTS; i++)
            z[i] = force[i][k];
        etas(t, z, v[k], eta);
        for (int i = 0; i < ELEMENTS; i++) {
            s->eta[i][k] = eta[i];
            s->r[i][k] = z[i] / limit(t, i, v[k]);
            s->z[i][k] = z[i] / element(t, "kappa", i);
        }
    }
    return BR_OK;
}

// Position at which |z_i| first passes zeta = 0.9 of its limit.
static double first_slip(const inside *s, const br_trial *t, int i)
{
    long long k = 0;
    while (k + 1 < t->record.rows && br_abs(s->r[i][k]) < 0.9)
        k++;
    return br_path_at(&br_sgms_loops, br_trial_column(t, "t")[k]);
}

static void report_inside(br_outcome *o, const inside *s, const br_trial *t)
{
    const double *v = br_trial_column(t, "v");
    double slipping = 1, sticking = 0, resetting = 0, beyond = 0;
    long long counts[3] = {0};
    for (int i = 0; i < ELEMENTS; i++)
        for (long long k = 0; k < t->record.rows; k++) {
            double r = s->r[i][k] * (v[k] < 0 ? -1 : 1), eta = s->eta[i][k];
            beyond = br_abs(r) > beyond ? br_abs(r) : beyond;
            if (r > 0.99 && ++counts[0])
                slipping = eta < slipping ? eta : slipping;
            if (br_abs(r) < 0.8 && ++counts[1])
                sticking = eta > sticking ? eta : sticking;
            if (r < -0.9 && ++counts[2])
                resetting = eta > resetting ? eta : resetting;
        }
    br_finding_add(o, counts[0] > 0 && slipping > 0.99, "above 0.99",
                   "where z_i reaches its steady-state deflection eta_i goes to 1", "3.5.4, Fig. 3.8",
                   "least %.5g for z_i > 0.99 z_i,s+, in %lld samples", slipping, counts[0]);
    br_finding_add(o, counts[1] > 0 && sticking < 0.01, "below 0.01",
                   "where z_i is within its elastic region eta_i goes to 0", "3.5.4, Fig. 3.8",
                   "most %.2g for |z_i| < 0.8 z_i,s+, in %lld samples", sticking, counts[1]);
    br_finding_add(o, counts[2] > 0 && resetting < 0.01, "below 0.01", "at a reversal eta_i falls to 0 at once",
                   "3.5.4, Fig. 3.8(b)", "most %.2g for z_i < -0.9 z_i,s+ against the motion, in %lld samples",
                   resetting, counts[2]);
    br_finding_add(o, beyond < 1.005, "at most 1.005", "no element goes beyond its steady-state deflection",
                   "Fig. 3.8(a)", "largest |z_i|/z_i,s+ %.6g", beyond);
}

static void report_order(br_outcome *o, const inside *s, const br_trial *t)
{
    double at[ELEMENTS], ratio[ELEMENTS];
    bool harmonic = true;
    for (int i = 0; i < ELEMENTS; i++) {
        at[i] = first_slip(s, t, i);
        ratio[i] = limit(t, i, 0) / element(t, "kappa", i) / (limit(t, 0, 0) / element(t, "kappa", 0));
        harmonic = harmonic && br_abs(ratio[i] - (i + 1)) < 1e-9 && br_abs(at[i] / at[0] / (i + 1) - 1) < 0.02;
    }
    br_finding_add(o, harmonic, "limits within 1e-9, distances within 2 %",
                   "stiffnesses are a harmonic sequence: elements slip one after the other at even distances",
                   "3.5.4: harmonic sequence",
                   "limits are 1 : %.3g : %.3g : %.3g; 90 %% of them are reached at %.3g, %.3g, %.3g, %.3g um",
                   ratio[1], ratio[2], ratio[3], 1e6 * at[0], 1e6 * at[1], 1e6 * at[2], 1e6 * at[3]);
}

static void draw_inside(br_outcome *o, const inside *s, const br_trial *t)
{
    const double *time = br_trial_column(t, "t");
    br_plot *z = br_draw(&o->drawn, "(a) Deflections", "time", "s", "z_i", "m",
                         "As Fig. 3.8(a): deflections of the four elements on the path of sgms/behaviours (a)."),
            *r = br_draw(&o->drawn, "(a) Deflections over their limits", "time", "s", "z_i/z_i,s+", "-",
                         "The same as shares of the steady-state deflections, the dashed lines of Fig. 3.8(a)."),
            *eta = br_draw(&o->drawn, "(b) Smoothing functions", "time", "s", "eta_i", "-", "As Fig. 3.8(b).");
    for (int i = 0; i < ELEMENTS; i++) {
        char name[20];
        snprintf(name, sizeof name, "element %d", i + 1);
        br_draw_curve(z, name, time, s->z[i], t->record.rows);
        br_draw_curve(r, name, time, s->r[i], t->record.rows);
        br_draw_curve(eta, name, time, s->eta[i], t->record.rows);
    }
}

static br_status states(br_outcome *o, br_diag *why)
{
    br_trial t;
    inside s;
    char input[BR_PATH_TEXT];
    br_path_rate(&br_sgms_loops, "v", input);
    br_status status = br_trial_run(&t,
                                    &(br_setup){.law = "sgms",
                                                .set = "fig-3.8",
                                                .input = input,
                                                .until = br_path_time(&br_sgms_loops, br_sgms_loops.points - 1),
                                                .step = 0.005},
                                    why);
    if (status != BR_OK)
        return status;
    status = element_states(&s, &t);
    if (status == BR_OK) {
        report_inside(o, &s, &t);
        report_order(o, &s, &t);
        draw_inside(o, &s, &t);
    }
    free(s.x);
    br_trial_free(&t);
    return status;
}

const br_experiment br_transition_experiments[] = {
    {"sgms/transitions", "Smooth transitions between sticking and slipping",
     "Thesis Figs 3.3 and 3.4; Hayward et al. 2009, Fig. 5", transitions},
    {"sgms/states", "Elements and their smoothing functions", "Thesis Fig. 3.8", states},
    {NULL, NULL, NULL, NULL}};
