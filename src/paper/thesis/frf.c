// frf.c - thesis 4.2.1: the axis identified from its frequency responses (Figs 4.2, 4.3).   [host]
#include "num/base/fp.h"

#include "paper/kit/groups.h"
#include "fit/curve/response.h"
#include "num/text/buffer.h"
#include "num/base/elem.h"
#include "num/base/random.h"

#include <stdlib.h>

enum { LEVELS = 7, LINES = 16, PERIODS = 3 };
static const double lines[LINES] = {2, 4, 6, 10, 14, 20, 28, 40, 50, 58, 64, 70, 90, 130, 190, 280}; // Hz
static const double period = 0.5, settle = 1, step = 5e-4;                                           // s

// Multisines about rest, and at last one on top of steady sliding, as (4.1) has it: u less the Coulomb force, its slope 0.
static const struct level {
    double rms, bias; // N
    const char *name;
} levels[LEVELS] = {{0.02, 0, "0.02 N"},
                    {0.2, 0, "0.2 N"},
                    {1, 0, "1 N"},
                    {4, 0, "4 N"},
                    {12, 0, "12 N"},
                    {40, 0, "40 N"},
                    {40, 89, "40 N, sliding at 0.2 m/s"}};

typedef struct measured {
    br_response_line line[LINES];
    double linear;
    double m, d, k; // of the limit it is fitted with
} measured;

static br_status excite(br_trial *t, const struct level *l, br_diag *why)
{
    br_buffer input = {0};
    br_buffer_print(&input, "u = %g + %g*multisine(", l->bias, l->rms);
    for (int i = 0; i < LINES; i++)
        br_buffer_print(&input, "%s%g", i ? ", " : "", lines[i]);
    br_buffer_put(&input, ") N");
    br_setup s = {.law = "mass", .set = "axis", .input = input.text, .until = settle + PERIODS * period, .step = step};
    br_status status = input.status == BR_OK ? br_trial_run(t, &s, why) : input.status;
    br_buffer_free(&input);
    return status;
}

static br_status fit_response(measured *r, br_response_limit limit)
{
    const char *const *name;
    br_fit_estimate e;
    int n = br_response_names(limit, &name);
    br_status status = br_fit_estimate_init(&e, n, name);
    if (status == BR_OK)
        status = br_response_fit(&e, limit, LINES, r->line);
    if (status == BR_OK) {
        r->m = e.value[0];
        r->d = e.value[1];
        r->k = limit == BR_RESPONSE_PRESLIDING ? e.value[2] : 0;
    }
    br_fit_estimate_free(&e);
    return status;
}

// The encoder of rig/axis (docs/rigs.md): noise of 0.6 nm, steps of 2 um/8192.
static double *encode(const br_trial *t, uint64_t stream)
{
    static const double noise = 0.6e-9, steps = 8192 / 2e-6;
    const double *x = br_trial_column(t, "x");
    double *q = malloc((size_t)t->record.rows * sizeof *q);
    br_random g;
    br_random_init(&g, 1, stream);
    for (long long i = 0; i < t->record.rows && q; i++) {
        double count = (x[i] + noise * br_random_normal(&g)) * steps;
        q[i] = (double)(long long)(count + (count < 0 ? -0.5 : 0.5)) / steps;
    }
    return q;
}

static br_status measure_level(measured *r, const struct level *l, br_diag *why)
{
    br_trial t;
    br_status status = excite(&t, l, why);
    if (status != BR_OK)
        return status;
    double *q = encode(&t, (uint64_t)(l - levels));
    br_response_record record = {.dt = step,
                                 .period = (long long)(period / step + 0.5),
                                 .settle = (long long)(settle / step + 0.5),
                                 .n = t.record.rows,
                                 .u = br_trial_column(&t, "u"),
                                 .q = q};
    status = q ? br_response_find(&record, LINES, lines, r->line, &r->linear) : BR_NO_MEMORY;
    free(q);
    br_trial_free(&t);
    return status == BR_OK ? fit_response(r, l->bias > 0 ? BR_RESPONSE_SLIDING : BR_RESPONSE_PRESLIDING) : status;
}

static double size_of(const br_response_line *l)
{
    return br_sqrt(l->re * l->re + l->im * l->im);
}

static bool within(double found, double truth, double share)
{
    return br_abs(found / truth - 1) < share;
}

// ---------------------------------------------------------------- what they say

static void report_limits(br_outcome *o, const measured *low, const measured *high)
{
    static const double m = 20, sigma_v = 400, kappa = 3.2e6; // of the simulated axis: 4.4.1, Table 4.1
    static const char *const ours =
        "of Table 4.1 and 4.4.1, which the axis simulated here has; (4.7) to (4.9) of the thesis "
        "contradict them (1.4e7 N/m, 12 kg)";
    br_finding_add(o, within(high->m, m, 0.05), "within 5 %", "mass from the sliding response",
                   "(4.2), Fig. 4.3; 20 kg", "%.5g kg", high->m);
    br_finding_remark(o, ours);
    br_finding_add(o, within(high->d, sigma_v, 0.05), "within 5 %", "viscous friction from the sliding response",
                   "(4.2), (4.8); 400 N s/m", "%.5g N s/m", high->d);
    br_finding_add(o, within(low->k, kappa, 0.05), "within 5 %", "stiffness from the presliding response",
                   "(4.4), (B.8); 3.2e6 N/m", "%.5g N/m", low->k);
    br_finding_remark(o, ours);
    br_finding_add(o, within(low->m, m, 0.05), "within 5 %", "the mass of the presliding response is the same", "(4.4)",
                   "%.5g kg", low->m);
    br_finding_add(o, within(br_response_corner(high->m, high->d), 3.183, 0.05), "within 5 %",
                   "the sliding response bends at sigma_v/m",
                   "(4.5), about 5 Hz there; 3.18 Hz of these numbers, with the 1/(2 pi) that is missing", "%.3g Hz",
                   br_response_corner(high->m, high->d));
    br_finding_add(o, within(br_response_resonance(low->m, low->k), 63.66, 0.05), "within 5 %",
                   "the presliding one peaks at sqrt(kappa/m)", "(4.6), about 170 Hz there; 63.7 Hz of these numbers",
                   "%.3g Hz", br_response_resonance(low->m, low->k));
}

static void report_between(br_outcome *o, const measured *all)
{
    int stiffer = 0;
    double least = 1;
    for (int i = 1; i < LEVELS - 1; i++) {
        stiffer += size_of(&all[i].line[0]) < size_of(&all[i - 1].line[0]);
        least = all[i].linear < least ? all[i].linear : least;
    }
    br_finding_add(o, stiffer == 0, "softer at each level than at the one before",
                   "responses of larger levels lie between the two limits, softer and softer", "Fig. 4.3",
                   "at 2 Hz %.3g, %.3g, %.3g, %.3g, %.3g, %.3g um/N", 1e6 * size_of(&all[0].line[0]),
                   1e6 * size_of(&all[1].line[0]), 1e6 * size_of(&all[2].line[0]), 1e6 * size_of(&all[3].line[0]),
                   1e6 * size_of(&all[4].line[0]), 1e6 * size_of(&all[5].line[0]));
    br_finding_add(o, all[0].linear > 0.99 && all[LEVELS - 1].linear > 0.999 && least < 0.98,
                   "99 and 99.9 % at the limits, below 98 % between them",
                   "they are local approximations of a nonlinear system, the limits are linear",
                   "4.2.1, caption of Fig. 4.3",
                   "motion at the lines of the force: %.4g and %.4g %% at the limits, down to %.3g %% between them",
                   100 * all[0].linear, 100 * all[LEVELS - 1].linear, 100 * least);
}

static void draw_levels(br_outcome *o, const measured *all)
{
    br_plot *p = br_draw(&o->drawn, "Position over force", "decades above 1 Hz", "-", "decades above 1 m/N", "-",
                         "As Fig. 4.3: one curve for each level of the multisine");
    for (int i = 0; i < LEVELS; i++) {
        double x[LINES], y[LINES];
        for (int l = 0; l < LINES; l++) {
            x[l] = br_log(lines[l]) / br_log(10);
            y[l] = br_log(size_of(&all[i].line[l])) / br_log(10);
        }
        br_draw_curve(p, levels[i].name, x, y, LINES);
    }
}

static br_status frf(br_outcome *o, br_diag *why)
{
    measured all[LEVELS];
    for (int i = 0; i < LEVELS; i++) {
        br_status status = measure_level(&all[i], &levels[i], why);
        if (status != BR_OK)
            return status;
    }
    report_limits(o, &all[0], &all[LEVELS - 1]);
    report_between(o, all);
    draw_levels(o, all);
    return o->drawn.status;
}

const br_experiment br_frf_experiments[] = {
    {"axis/frf", "The axis identified from its frequency responses", "Thesis 4.2.1, Figs 4.2 and 4.3", frf},
    {NULL, NULL, NULL, NULL},
};
