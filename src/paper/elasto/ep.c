// ep.c - Hayward et al. 2009: drift and noise, with and without an elastic regime (Figs 3 and 4).     [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "num/base/random.h"
#include "paper/kit/groups.h"
#include "paper/elasto/elasto.h"
#include "paper/kit/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LUGRE, EP, MODELS };

static const char *const label[MODELS] = {"LuGre", "elasto-plastic"};
static const char *const plant[MODELS] = {"friction = lugre, m = 1 kg, fr = ep-table-I",
                                          "friction = elasto-plastic, m = 1 kg, fr = table-I"};

// ---------------------------------------------------------------- Fig. 3

#define DRIFT_STEP 0.002

static br_status simulate_push(br_trial *t, int model, const char *input, br_diag *why)
{
    return br_trial_run(
        t, &(br_setup){.law = "mass", .values = plant[model], .input = input, .until = 8, .step = DRIFT_STEP}, why);
}

// 0.4 N + 0.35 N with a frequency from 1 to 10 Hz between 0 and 6 s, below f_ba = 0.8 N; then none.
#define SWEPT "u = points(0, 0, 0.5, 0.4, 6, 0.4, 6.5, 0) + 0.35*points(0, 0, 0.5, 1, 5.5, 1, 6, 0)*chirp(1, 10, 6) N"

static br_status swept(br_outcome *o, br_diag *why)
{
    br_plot *
        force = br_draw(
           &o->drawn, "Applied force", "time", "s", "f_a", "N",
           "As Fig. 3: below f_ba = 0.8 N, and zero at the end. The paper gives no numbers; they are chosen here."),
       *way =
           br_draw(&o->drawn, "Displacement", "time", "s", "position", "m", "As Fig. 3: with Table I, a mass of 1 kg.");
    double end[MODELS] = {0}, far[MODELS] = {0}, slid[MODELS] = {0}, most = 0, zmax = 0;
    for (int i = 0; i < MODELS; i++) {
        br_trial t;
        br_status status = simulate_push(&t, i, SWEPT, why);
        if (status != BR_OK)
            return status;
        long long n = t.record.rows;
        const double *time = br_trial_column(&t, "t"), *x = br_trial_column(&t, "x"), *z = br_trial_column(&t, "fr.z");
        if (i == 0)
            br_draw_curve(force, NULL, time, br_trial_column(&t, "u"), n);
        br_draw_curve(way, label[i], time, x, n);
        end[i] = x[n - 1];
        far[i] = br_curve_largest(x, n);
        slid[i] = br_curve_apart(x, z, n);
        most = i == EP ? br_curve_largest(br_trial_column(&t, "F"), n) : most;
        zmax = br_trial_param(&t, "fr.FS") / br_trial_param(&t, "fr.sigma0");
        br_trial_free(&t);
    }
    br_finding_add(o, end[LUGRE] > zmax, "x(8 s) beyond the largest deflection",
                   "without an elastic regime the mass drifts under a force that oscillates",
                   "Fig. 3: x(8 s) is not x(0)", "x(8 s) = %.3g um, %.2g times the largest deflection",
                   1e6 * end[LUGRE], end[LUGRE] / zmax);
    br_finding_add(o, br_abs(end[EP]) < 1e-9, "|x(8 s)| below 1 nm", "with one it comes back", "Fig. 3",
                   "x(8 s) = %.2g um", 1e6 * end[EP]);
    br_finding_add(o, most < 0.8 && slid[EP] < 1e-12, "|w| below 1e-6 um, with |f_f| below 0.8 N",
                   "while |f_f| < f_ba nothing slides: w = x - z = 0", "after (10)",
                   "|f_f| up to %.3g N, |w| up to %.1g um (LuGre %.3g um)", most, 1e6 * slid[EP], 1e6 * slid[LUGRE]);
    br_finding_add(o, far[EP] <= 2 * zmax && far[LUGRE] > 2 * zmax, "elasto-plastic within 2 z_max, LuGre beyond",
                   "stiction: motions stay within 2 z_max", "section II: |x - x0| <= 2 z_max = 22 um",
                   "%.3g um; LuGre %.3g um", 1e6 * far[EP], 1e6 * far[LUGRE]);
    return BR_OK;
}

// Of LuGre at one frequency, between 2 s and 6 s.
static br_status drift_rate(double f, double *rate, br_diag *why)
{
    br_trial t;
    char input[100];
    snprintf(input, sizeof input, "u = 0.4*ramp(0, 0.5) + 0.35*ramp(0.5, 1)*sin(2*pi*%g*t) N", f);
    br_status status = simulate_push(&t, LUGRE, input, why);
    if (status != BR_OK)
        return status;
    const double *x = br_trial_column(&t, "x");
    *rate = (x[(long long)(6 / DRIFT_STEP + 0.5)] - x[(long long)(2 / DRIFT_STEP + 0.5)]) / 4;
    br_trial_free(&t);
    return BR_OK;
}

// The integral of (3) over a slow period between 0.05 and 0.75 N; g is between FC and FS.
static double slow_drift(double g)
{
    double high = 0.75 / g, low = 0.05 / g;
    return -(g / 1e5) * (br_log(1 - high * high) - br_log(1 - low * low));
}

static br_status drift(br_outcome *o, br_diag *why)
{
    static const double f[] = {1, 2, 5, 10};
    double rate[4];
    br_status status = swept(o, why);
    for (int i = 0; i < 4 && status == BR_OK; i++)
        status = drift_rate(f[i], &rate[i], why);
    if (status != BR_OK)
        return status;
    br_finding_add(o, rate[0] < rate[1] && rate[1] < rate[2] && rate[2] < rate[3],
                   "faster at each frequency than at the one before", "the rate of drift grows with the frequency",
                   "section II, Fig. 3", "%.3g, %.3g, %.3g, %.3g um/s at 1, 2, 5, 10 Hz", 1e6 * rate[0], 1e6 * rate[1],
                   1e6 * rate[2], 1e6 * rate[3]);
    char paper[120];
    snprintf(paper, sizeof paper, "(3) integrated over a period: %.3g um for g = FS, %.3g um for g = FC",
             1e6 * slow_drift(1.1), 1e6 * slow_drift(1));
    br_finding_add(o, rate[0] > slow_drift(1.1) && rate[0] < slow_drift(1), "between the two",
                   "the drift in a slow period has a closed form", paper, "%.3g um at 1 Hz", 1e6 * rate[0]);
    return BR_OK;
}

// ---------------------------------------------------------------- Fig. 4

// The paper's data are not public. In their place: +-0.15 um/s, 60 um there and back, sampled at 50 Hz, with uniform noise.
enum { LEVELS = 5, RATE = 50, WAY = 400 * RATE, SAMPLES = 2 * WAY };
#define SPEED 0.15e-6

static const double noise[LEVELS] = {0, 1e-9, 5e-9, 20e-9, 50e-9}; // amplitudes: uniform between + and - it

static double position(int k)
{
    return SPEED / RATE * (k < WAY ? k : 2 * WAY - k);
}

static void add_noise(double *x, double amplitude)
{
    br_random dice;
    br_random_init(&dice, 4, 0);
    for (int k = 0; k <= SAMPLES; k++)
        x[k] = position(k) + amplitude * (2 * br_random_uniform(&dice) - 1);
}

// Friction from measured positions by LuGre: (3) by Euler's rule, with the velocity of the displacement.
static void estimate_lugre(const br_trial *t, const double *x, double *F)
{
    const br_sys *s = &t->run->system.sys;
    double z = 0, dt = 1.0 / RATE, out[2], sigma0 = br_trial_param(t, "sigma0");
    F[0] = 0;
    for (int k = 1; k <= SAMPLES; k++) {
        double v = (x[k] - x[k - 1]) / dt;
        br_sys_rate(s, 1, &z, t->run->m, &v, t->run->p, 0, out);
        z += dt * out[0];
        F[k] = sigma0 * z; // the part that lasts: sigma1 z' of noise has no mean
    }
}

// The same by the discrete elasto-plastic estimator.
static br_status estimate_ep(const br_trial *t, const double *x, double Dx, double *F)
{
    br_elasto e;
    br_elasto_options o = br_elasto_of_trial(t, "", 1.0 / RATE);
    o.Dx = Dx;
    br_status status = br_elasto_init(&e, &o);
    for (int k = 0; k <= SAMPLES && status == BR_OK; k++) {
        status = br_elasto_step(&e, x[k], (double)NAN, 1.0 / RATE, NULL);
        F[k] = e.last.elastic;
    }
    return status;
}

// Mean over the last quarter of the way there and of that back, as a share of the true mean.
static double share(const double *F, const double *truth)
{
    double found = 0, whole = 0;
    for (int k = 0; k < WAY / 4; k++) {
        found += F[WAY - k] - F[SAMPLES - k];
        whole += truth[WAY - k] - truth[SAMPLES - k];
    }
    return found / whole;
}

typedef struct estimates {
    br_trial lugre, ep;
    double *x, *F, *truth, *time;
    double share[3][LEVELS]; // LuGre, elasto-plastic, elasto-plastic with Dx = twice the amplitude
} estimates;

static void draw_level(const estimates *e, br_plot *p, const char *name)
{
    enum { STRIDE = 40, SHOWN = SAMPLES / STRIDE };
    double t[SHOWN], F[SHOWN];
    for (int k = 0, at = 0; k < SHOWN; k++, at += STRIDE) {
        t[k] = e->time[at];
        F[k] = e->F[at];
    }
    br_draw_curve(p, name, t, F, SHOWN);
}

// One level of noise by all three; drawn where p is not NULL.
static br_status estimate_level(estimates *e, int i, br_plot *p)
{
    add_noise(e->x, noise[i]);
    estimate_lugre(&e->lugre, e->x, e->F);
    e->share[0][i] = share(e->F, e->truth);
    if (p)
        draw_level(e, p, "(a) LuGre");
    br_status status = estimate_ep(&e->ep, e->x, 0, e->F);
    e->share[1][i] = share(e->F, e->truth);
    if (p)
        draw_level(e, p, "(b) elasto-plastic");
    if (status == BR_OK)
        status = estimate_ep(&e->ep, e->x, 2 * noise[i], e->F);
    e->share[2][i] = share(e->F, e->truth);
    return status;
}

static br_status estimate_all(br_outcome *o, estimates *e)
{
    br_plot *p = br_draw(&o->drawn, "Estimated friction", "time", "s", "friction force", "N",
                         "In the manner of Fig. 4: +-0.15 um/s, uniform noise of 20 nm on the position, Table I. The "
                         "paper's data are not public.");
    for (int k = 0; k <= SAMPLES; k++)
        e->time[k] = (double)k / RATE;
    add_noise(e->x, 0);
    br_status status = estimate_ep(&e->ep, e->x, 0, e->truth);
    for (int i = 0; i < LEVELS && status == BR_OK; i++)
        status = estimate_level(e, i, noise[i] == 20e-9 ? p : NULL);
    if (status != BR_OK)
        return status;
    memcpy(e->F, e->truth, (SAMPLES + 1) * sizeof *e->F);
    draw_level(e, p, "(c) without noise");
    p = br_draw(
        &o->drawn, "Estimated over true friction", "noise amplitude", "m", "mean of estimate/truth", "-",
        "Over the last quarter of each way; Dx: updates only when the position has moved by twice the amplitude.");
    br_draw_curve(p, "LuGre", noise, e->share[0], LEVELS);
    br_draw_curve(p, "elasto-plastic", noise, e->share[1], LEVELS);
    br_draw_curve(p, "elasto-plastic, Dx", noise, e->share[2], LEVELS);
    return BR_OK;
}

static void report_estimates(br_outcome *o, const estimates *e)
{
    const double *lugre = e->share[0], *ep = e->share[1], *coarse = e->share[2];
    bool falls = true, holds = true, close = true;
    for (int i = 0; i < LEVELS; i++) {
        falls = falls && (i == 0 || lugre[i] < lugre[i - 1]);
        holds = holds && ep[i] > 0.7 && ep[i] < 1.05;
        close = close && coarse[i] > 0.9 && coarse[i] < 1.05;
    }
    br_finding_add(o, br_abs(lugre[0] - 1) < 0.02 && br_abs(ep[0] - 1) < 0.02, "within 2 %",
                   "without noise both estimate the friction", "implied by section II",
                   "LuGre %.3g, elasto-plastic %.3g of the truth", lugre[0], ep[0]);
    br_finding_add(o, falls && lugre[3] < 0.5, "it falls with the noise, below 0.5 at 20 nm",
                   "with noise LuGre underestimates it significantly", "Fig. 4(a), section II",
                   "%.2g, %.2g, %.2g, %.2g of the truth with noise of 1, 5, 20, 50 nm", lugre[1], lugre[2], lugre[3],
                   lugre[4]);
    br_finding_add(o, holds, "0.7 to 1.05 of the truth with each noise",
                   "the elasto-plastic model estimates it reliably", "Fig. 4(b), section II",
                   "%.2g, %.2g, %.2g, %.2g of the truth", ep[1], ep[2], ep[3], ep[4]);
    br_finding_remark(o, "noise keeps z between z_ba and z_ss: no less than 0.8/1.1 of the truth, whatever the noise");
    br_finding_add(o, close, "0.9 to 1.05 of the truth with each noise",
                   "with Dx no smaller than the noise it is only marginally affected", "section V.C",
                   "%.3g, %.3g, %.3g, %.3g of the truth", coarse[1], coarse[2], coarse[3], coarse[4]);
}

static br_status open_laws(estimates *e, br_diag *why)
{
    br_status status =
        br_trial_run(&e->lugre, &(br_setup){.law = "lugre", .set = "ep-table-I", .input = "v = 0 m/s", .step = 1}, why);
    if (status != BR_OK)
        return status;
    status = br_trial_run(
        &e->ep, &(br_setup){.law = "elasto-plastic", .set = "table-I", .input = "v = 0 m/s, dx = 0 m", .step = 1}, why);
    if (status != BR_OK)
        br_trial_free(&e->lugre);
    return status;
}

static br_status low_velocity(br_outcome *o, br_diag *why)
{
    estimates e;
    br_status status = open_laws(&e, why);
    if (status != BR_OK)
        return status;
    double *all = malloc(sizeof *all * 4 * (SAMPLES + 1));
    if (all) {
        e.x = all;
        e.F = all + (SAMPLES + 1);
        e.truth = e.F + (SAMPLES + 1);
        e.time = e.truth + (SAMPLES + 1);
        status = estimate_all(o, &e);
        if (status == BR_OK)
            report_estimates(o, &e);
    }
    free(all);
    br_trial_free(&e.ep);
    br_trial_free(&e.lugre);
    return all ? status : BR_NO_MEMORY;
}

const br_experiment br_ep_experiments[] = {
    {"ep/drift", "Drift under a force below break-away", "Hayward et al. 2009, Fig. 3", drift},
    {"ep/low-velocity", "Friction estimated from a noisy position", "Hayward et al. 2009, Fig. 4", low_velocity},
    {NULL, NULL, NULL, NULL}};
