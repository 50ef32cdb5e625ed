// observer.c - thesis: EKF of S-GMS and LuGre over a log of the axis (Table 4.2, Figs 4.5 to 4.11, 5.10), UKF (6.2).  [host]
//
// The log of the thesis is not public; rig/axis stands in for it (docs/rigs.md). Nothing here is tuned to a seed.
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "paper/kit/groups.h"
#include "paper/kit/axis.h"
#include "paper/kit/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 3 };

// ---------------------------------------------------------------- one observer over one log

typedef struct observed_by {
    const char *law, *values; // set table-4.1, and more values (NULL: none)
    const char *estimate, *noise, *prior;
    const br_kalman_kind *kind;
} observed_by;

static br_status observe(br_observation *ob, const br_axis *a, const observed_by *by, double every, br_diag *why)
{
    br_observation_options o = br_observation_defaults();
    o.kind = by->kind ? by->kind : o.kind;
    o.correct_every = every;
    o.tuning.estimate = by->estimate;
    o.tuning.noise = by->noise;
    o.tuning.prior = by->prior;
    return br_axis_observe(ob, a, by->law, by->values, &o, why);
}

// ---------------------------------------------------------------- 4.4: S-GMS and LuGre

// The variances of 4.4.4, sigma_p = 0.05 and sigma_z = 0.1 nu FC, seven times per second, as densities (2.16): with fewer LuGre falls
// further behind, with more both follow the measurement and not the model.
#define NOISE "FC = 0.132 1/s^(1/2), F = 0.5 N, "
static const observed_by sgms_ekf = {.law = "sgms",
                                     .estimate = "kappa, FC",
                                     .noise = NOISE "kappa = 0.132 1/s^(1/2), z = 0.16, 0.133, 0.112, 1.98 N/s^(1/2)"};
static const observed_by lugre_ekf = {.law = "lugre",
                                      .values = "form = force",
                                      .estimate = "sigma0, FC",
                                      .noise = NOISE "sigma0 = 0.132 1/s^(1/2), z = 2.38 N/s^(1/2)"};

enum { SGMS, LUGRE, LAWS };
enum { SLOW, FAST, RATES }; // 10 ms, 1 ms
static const double every[RATES] = {10e-3, 1e-3};
static const observed_by *const by[LAWS] = {&sgms_ekf, &lugre_ekf};
static const char *const called[LAWS] = {"S-GMS", "LuGre"};

typedef struct table { // Table 4.2, means over the seeds
    double full[LAWS][RATES], minor[LAWS][RATES];
} table;

static void draw_loops(br_outcome *o, const br_axis *a, const br_observation *ob, const char *title,
                       const char *caption)
{
    const double *q = br_rig_column(&a->rig, "q");
    long long from = a->rig.minor[0], rows = a->rig.minor[1] - from;
    br_plot *p = br_draw(&o->drawn, title, "position", "m", "friction force", "N", caption);
    br_draw_curve(p, "measured", q + from, br_observation_column(ob, "F") + from, rows);
    br_draw_curve(p, "estimated", q + from, br_observation_column(ob, "F_est") + from, rows);
}

// Estimate and twice its standard deviation to both sides.
static br_status draw_band(br_plot *p, const br_observation *ob, const char *name, const char *sd, long long from,
                           long long rows, double scale)
{
    const double *t = br_observation_column(ob, "t") + from, *x = br_observation_column(ob, name) + from,
                 *s = br_observation_column(ob, sd) + from;
    double *band = malloc((size_t)rows * 3 * sizeof *band);
    if (!band)
        return BR_NO_MEMORY;
    for (long long k = 0; k < rows; k++) {
        band[k] = x[k] / scale;
        band[rows + k] = (x[k] + 2 * s[k]) / scale;
        band[2 * rows + k] = (x[k] - 2 * s[k]) / scale;
    }
    br_draw_curve(p, name, t, band, rows);
    br_draw_curve(p, "+2 sigma", t, band + rows, rows);
    br_draw_curve(p, "-2 sigma", t, band + 2 * rows, rows);
    free(band);
    return BR_OK;
}

static void draw_column(br_outcome *o, const br_axis *a, const char *title, const char *unit, const double *y,
                        const char *caption)
{
    br_plot *p = br_draw(&o->drawn, title, "time", "s", title, unit, caption);
    br_draw_curve(p, NULL, br_rig_column(&a->rig, "t"), y, a->rig.log.rows);
}

static void draw_trajectory(br_outcome *o, const br_axis *a)
{
    const double *q = br_rig_column(&a->rig, "q");
    draw_column(o, a, "Velocity", "m/s", a->v, "As Fig. 4.5(a): by differences and a low-pass of 500 Hz, of rig/axis.");
    draw_column(o, a, "Position", "m", q, "As Fig. 4.5(b): turning points are chosen (docs/rigs.md).");
    draw_column(o, a, "Friction force", "N", a->F, "As Fig. 4.5(c): the force of the drive minus m a.");
    br_plot *p = br_draw(&o->drawn, "Friction force over position", "position", "m", "friction force", "N",
                         "As Fig. 4.5(d): minor loops within the hysteresis.");
    br_draw_curve(p, NULL, q, a->F, a->rig.log.rows);
}

static void draw_force(br_outcome *o, const br_observation *ob, const char *title, const char *caption)
{
    const double *t = br_observation_column(ob, "t");
    br_plot *p = br_draw(&o->drawn, title, "time", "s", "friction force", "N", caption);
    br_draw_curve(p, "measured", t, br_observation_column(ob, "F"), ob->record.rows);
    br_draw_curve(p, "estimated", t, br_observation_column(ob, "F_est"), ob->record.rows);
}

static br_status draw_sgms(br_outcome *o, const br_axis *a, const br_observation *ob)
{
    static const char *const names[] = {"z[1]", "z[2]", "z[3]", "z[4]"};
    long long from = a->rig.minor[0], rows = a->rig.minor[1] - from, all = ob->record.rows;
    br_plot *p;
    br_status status = BR_OK;
    draw_force(o, ob, "S-GMS, corrections every 10 ms", "As Fig. 4.6.");
    for (int i = 0; i < 4 && status == BR_OK; i++) {
        char sd[16], title[40];
        snprintf(sd, sizeof sd, "%s_sd", names[i]);
        snprintf(title, sizeof title, "Element force %s", names[i]);
        p = br_draw(&o->drawn, title, "time", "s", names[i], "N", "As Fig. 4.10, over one minor loop.");
        status = draw_band(p, ob, names[i], sd, from, rows, 1);
    }
    static const char *const parameters[] = {"kappa[3]", "kappa[4]", "FC"};
    static const double nominal[] = {142e3, 158e3, 9};
    for (int i = 0; i < 3 && status == BR_OK; i++) {
        char sd[16], title[40];
        snprintf(sd, sizeof sd, "%s_sd", parameters[i]);
        snprintf(title, sizeof title, "%s over its nominal value", parameters[i]);
        p = br_draw(&o->drawn, title, "time", "s", parameters[i], "-", "As Fig. 4.11.");
        status = draw_band(p, ob, parameters[i], sd, 0, all, nominal[i]);
    }
    return status;
}

// How far the standard deviation of an element force grows from one correction to the next, N; the mean over the log.
static double growth(const br_observation *ob, const char *name)
{
    const double *sd = br_observation_column(ob, name);
    double sum = 0;
    long long n = 0;
    for (long long k = 0; k + ob->every - 1 < ob->record.rows; k += ob->every, n++)
        sum += sd[k + ob->every - 1] - sd[k];
    return sum / (double)n;
}

// What the figures show, of the first log.
static br_status draw_observed(br_outcome *o, const br_axis *a, const br_observation *ob, int law, int rate)
{
    char title[80];
    snprintf(title, sizeof title, "%s over a minor loop, corrections every %g ms", called[law], 1e3 * every[rate]);
    draw_loops(o, a, ob, title, rate == SLOW ? "As Fig. 4.8." : "As Fig. 4.9.");
    if (rate == SLOW && law == LUGRE)
        draw_force(o, ob, "LuGre, corrections every 10 ms", "As Fig. 4.7.");
    return rate == SLOW && law == SGMS ? draw_sgms(o, a, ob) : BR_OK;
}

static br_status fill_from(br_outcome *o, table *t, double grows[2], uint64_t seed, br_diag *why)
{
    br_axis a;
    br_status status = br_axis_open(&a, "rig/axis", seed, why);
    if (status != BR_OK)
        return status;
    if (seed == 1)
        draw_trajectory(o, &a);
    for (int i = 0; i < LAWS * RATES && status == BR_OK; i++) {
        int law = i / RATES, rate = i % RATES;
        br_observation ob;
        status = observe(&ob, &a, by[law], every[rate], why);
        if (status != BR_OK)
            break;
        t->full[law][rate] += ob.observed[0].nrmse / SEEDS;
        t->minor[law][rate] += br_axis_error(&ob, a.rig.minor) / SEEDS;
        if (seed == 1)
            status = draw_observed(o, &a, &ob, law, rate);
        if (seed == 1 && law == SGMS && rate == SLOW) {
            grows[0] = growth(&ob, "z[4]_sd");
            grows[1] = br_max(br_max(growth(&ob, "z[1]_sd"), growth(&ob, "z[2]_sd")), growth(&ob, "z[3]_sd"));
        }
        br_observation_free(&ob);
    }
    br_axis_close(&a);
    return status;
}

static br_status fill_table(br_outcome *o, table *t, double grows[2], br_diag *why)
{
    br_status status = BR_OK;
    for (uint64_t seed = 1; seed <= SEEDS && status == BR_OK; seed++)
        status = fill_from(o, t, grows, seed, why);
    return status;
}

// What corrections every 1 ms instead of every 10 ms bring.
static void report_gain(br_outcome *o, const table *t)
{
    static const char *const statement[LAWS] = {
        "S-GMS gains from more corrections: error with 10 ms over that with 1 ms",
        "LuGre gains from more corrections: error with 10 ms over that with 1 ms"};
    static const char *const paper[LAWS] = {"Table 4.2: 2.34 %/1.43 % = 1.6", "Table 4.2: 5.00 %/2.61 % = 1.9"};
    static const double thesis[LAWS] = {2.34 / 1.43, 5.00 / 2.61};
    for (int law = 0; law < LAWS; law++) {
        double gain = t->full[law][SLOW] / t->full[law][FAST];
        br_finding_add(o, br_within_factor(gain, thesis[law], 1.2), "within a factor of 1.2, both ways", statement[law],
                       paper[law], "%.2f %%/%.2f %% = %.2f", 100 * t->full[law][SLOW], 100 * t->full[law][FAST], gain);
        br_finding_remark(o, law == SGMS ? "It gains less: with 10 ms its error is smaller here than on the log of the "
                                           "thesis. Settings as above."
                                         : "Settings as above.");
    }
}

static br_status sgms_ekf_run(br_outcome *o, br_diag *why)
{
    table t = {{{0}}, {{0}}};
    double grows[2] = {0};
    br_status status = fill_table(o, &t, grows, why);
    if (status != BR_OK)
        return status;
    static const char because[] = "The log is not public; rig/axis stands in for it, and the bands are those of a "
                                  "truth richer than both models. Noise: the "
                                  "variances of 4.4.4 seven times per second, sigma_y = 0.5 N. Means over three seeds.";
    static const double low[RATES] = {1.8, 1.5}, high[RATES] = {2.5, 1.9};
    static const char *const paper[RATES] = {"Table 4.2: 5.00/2.34 = 2.1; 1.8 to 2.5 expected",
                                             "Table 4.2: 2.61/1.43 = 1.8; 1.5 to 1.9 expected"};
    for (int r = 0; r < RATES; r++) {
        double ratio = t.full[LUGRE][r] / t.full[SGMS][r];
        br_finding_add(o, ratio >= low[r] && ratio <= high[r], "within the band",
                       r == SLOW ? "corrections every 10 ms: error of LuGre over that of S-GMS"
                                 : "corrections every 1 ms: error of LuGre over that of S-GMS",
                       paper[r], "%.2f %%/%.2f %% = %.2f", 100 * t.full[LUGRE][r], 100 * t.full[SGMS][r], ratio);
        br_finding_remark(o, because);
    }
    double best = t.minor[SGMS][SLOW] / t.minor[LUGRE][FAST];
    br_finding_add(o, br_within_factor(best, 1.90 / 2.13, 1.2), "within a factor of 1.2, both ways",
                   "on a minor loop S-GMS corrected every 10 ms is as good as LuGre every 1 ms: ratio of errors",
                   "Table 4.2: 1.90 %/2.13 % = 0.89", "%.2f %%/%.2f %% = %.2f", 100 * t.minor[SGMS][SLOW],
                   100 * t.minor[LUGRE][FAST], best);
    br_finding_remark(
        o, "It is better: on this truth LuGre has a larger error than on the log of the thesis, S-GMS a smaller one. "
           "Settings as above.");
    report_gain(o, &t);
    br_finding_add(o, grows[0] > 5 * grows[1], "above 5 times that of each other element",
                   "between corrections the uncertainty of z4 grows quickly, most of all elements", "Fig. 4.10 d",
                   "its sd by %.2g N in 10 ms on average, others by at most %.2g N", grows[0], grows[1]);
    br_finding_remark(o, "Of the first seed. Settings as above.");
    return BR_OK;
}

// ---------------------------------------------------------------- 5.4.2: from nothing

static const observed_by sgms_zero = {.law = "sgms",
                                      .estimate = "kappa[3] = 0, kappa[4] = 0",
                                      .noise = "kappa = 0.05 %, z = 6.03e-3, 5.04e-3, 4.23e-3, 74.7e-3 N, F = 0.5 N"};
static const observed_by lugre_zero = {.law = "lugre",
                                       .values = "form = force",
                                       .estimate = "sigma0 = 0",
                                       .noise = "sigma0 = 0.05 %, z = 0.01 N, F = 0.5 N"};
static const observed_by exact_zero = {
    .law = "sgms", .estimate = "kappa[3] = 0, kappa[4] = 0", .noise = "kappa = 0, z = 1e-3 N, F = 0.05 N"};

static br_status draw_parameter(br_outcome *o, const br_observation *ob, const char *name, const char *title)
{
    char sd[40];
    snprintf(sd, sizeof sd, "%s_sd", name);
    br_plot *p = br_draw(&o->drawn, title, "time", "s", name, "N/m", "As Fig. 5.10.");
    return draw_band(p, ob, name, sd, 0, ob->record.rows, 1);
}

#define ABOUT 1.15 // what the thesis calls about a number

static void report_axis(br_outcome *o, double k3, double k4)
{
    br_finding_add(o, br_within_factor(k4, 120, ABOUT), "within 15 %, both ways", "on the axis kappa4 converges from 0",
                   "5.4.2: to about 120 N/mm", "%.0f N/mm", k4);
    br_finding_remark(
        o, "About: within 15 %. Noise of kappa 0.05 % and of z 0.01 nu FC a step of 0.1 ms, sigma_y = 0.5 N; "
           "corrections every 2 ms. Table 4.1 has 158 N/mm.");
    br_finding_add(o, br_within_factor(k3, 100, ABOUT), "within 15 %, both ways", "and kappa3",
                   "5.4.2: to about 100 N/mm", "%.0f N/mm", k3);
    br_finding_remark(o, "About: within 15 %. On a truth richer than the model kappa3 depends on the tuning alone "
                         "(docs/papers.md).");
}

static br_status from_zero_run(br_outcome *o, br_diag *why)
{
    br_axis exact, real;
    br_observation ob;
    br_status status = br_axis_open(&exact, "rig/exact", 1, why);
    if (status != BR_OK)
        return status;
    status = observe(&ob, &exact, &exact_zero, 2e-3, why);
    br_axis_close(&exact);
    if (status != BR_OK)
        return status;
    double k3 = 1e-3 * br_axis_last(&ob, "kappa[3]"), k4 = 1e-3 * br_axis_last(&ob, "kappa[4]");
    br_finding_add(o, fabs(k3 - 142) < 10 && fabs(k4 - 158) < 2, "within 10 and 2 N/mm, both ways",
                   "where the truth is S-GMS, kappa3 and kappa4 are found from 0", "Table 4.1: 142 and 158 N/mm",
                   "%.1f and %.1f N/mm", k3, k4);
    br_observation_free(&ob);
    status = br_axis_open(&real, "rig/axis", 1, why);
    if (status != BR_OK)
        return status;
    status = observe(&ob, &real, &sgms_zero, 2e-3, why);
    if (status == BR_OK) {
        k3 = 1e-3 * br_axis_last(&ob, "kappa[3]");
        k4 = 1e-3 * br_axis_last(&ob, "kappa[4]");
        report_axis(o, k3, k4);
        status = draw_parameter(o, &ob, "kappa[3]", "kappa3 from 0, S-GMS");
        if (status == BR_OK)
            status = draw_parameter(o, &ob, "kappa[4]", "kappa4 from 0, S-GMS");
        br_observation_free(&ob);
    }
    if (status == BR_OK)
        status = observe(&ob, &real, &lugre_zero, 2e-3, why);
    if (status == BR_OK) {
        double k1 = 1e-3 * br_axis_last(&ob, "sigma0");
        br_finding_add(o, br_within_factor(k1, 300, ABOUT) && k1 > 240, "within 15 %, both ways, and above 240 N/mm",
                       "the stiffness of LuGre converges from 0", "5.4 (by MHE): to about 300 N/mm, above 240",
                       "%.0f N/mm", k1);
        br_finding_remark(
            o, "About: within 15 %. Noise of sigma0 0.05 % and of z 0.01 N a step of 0.1 ms, sigma_y = 0.5 N; "
               "corrections every 2 ms. The thesis has no EKF of LuGre from 0.");
        status = draw_parameter(o, &ob, "sigma0", "sigma0 from 0, LuGre");
        br_observation_free(&ob);
    }
    br_axis_close(&real);
    return status;
}

// ---------------------------------------------------------------- 6.2: the switching model

static br_status ukf_run(br_outcome *o, br_diag *why)
{
    static const observed_by ukf = {
        .law = "gms", .noise = "z = 0.16, 0.133, 0.112, 1.98 N/s^(1/2), F = 0.5 N", .kind = &br_kalman_ukf};
    br_axis a;
    double nrmse[RATES] = {0}, smooth = 0;
    br_status status = br_axis_open(&a, "rig/axis", 1, why);
    if (status != BR_OK)
        return status;
    br_observation ob;
    for (int r = 0; r < RATES && status == BR_OK; r++) {
        status = observe(&ob, &a, &ukf, every[r], why);
        if (status != BR_OK)
            break;
        nrmse[r] = ob.observed[0].nrmse;
        draw_loops(o, &a, &ob, r == SLOW ? "UKF of GMS, every 10 ms" : "UKF of GMS, every 1 ms", "Suggested in 6.2.");
        br_observation_free(&ob);
    }
    if (status == BR_OK)
        status = observe(&ob, &a, &sgms_ekf, every[SLOW], why);
    if (status == BR_OK) {
        smooth = ob.observed[0].nrmse;
        br_observation_free(&ob);
    }
    br_axis_close(&a);
    if (status != BR_OK)
        return status;
    br_finding_add(o, nrmse[SLOW] < 1.5 * smooth, "every 10 ms below 1.5 times that of the EKF of S-GMS",
                   "a filter without derivatives runs on the switching GMS", "6.2: it would be interesting",
                   "%.2f %% every 10 ms, %.2f %% every 1 ms; EKF of S-GMS %.2f %%", 100 * nrmse[SLOW],
                   100 * nrmse[FAST], 100 * smooth);
    br_finding_remark(o,
                      "rig/axis, states alone are estimated, with the noise of z and F of sgms/ekf; the EKF of S-GMS "
                      "every 10 ms, with its parameters, as there.");
    return BR_OK;
}

const br_experiment br_kalman_experiments[] = {
    {"sgms/ekf", "EKF of S-GMS and LuGre over a log of the axis", "Thesis Table 4.2, Figs 4.5 to 4.11", sgms_ekf_run},
    {"sgms/ekf-from-zero", "Stiffnesses estimated from zero", "Thesis 5.4.2, Fig. 5.10", from_zero_run},
    {"gms/ukf", "UKF of the switching GMS", "Thesis 6.2", ukf_run},
    {NULL, NULL, NULL, NULL}};
