// stribeck.c - friction over velocity: thesis Fig. 3.1, Hayward et al. 2009, Fig. 2.     [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "paper/kit/groups.h"
#include "paper/kit/measure.h"

enum { ROWS = 10001 };

// F over v from 0 to `most`, at ROWS velocities: v = most*t.
static br_status sweep(br_trial *t, const char *law, const char *set, const char *values, const char *input,
                       br_diag *why)
{
    br_setup s = {.law = law, .set = set, .values = values, .input = input, .until = 1, .step = 1.0 / (ROWS - 1)};
    return br_trial_run(t, &s, why);
}

// The curve is odd: its other half is drawn as well, without the velocity 0, where a sign jumps.
static void draw_odd(br_plot *p, const char *label, const double *v, const double *F)
{
    enum { STRIDE = 10, HALF = (ROWS - 1) / STRIDE };
    double x[2 * HALF], y[2 * HALF];
    for (int k = 0; k < HALF; k++) {
        x[HALF + k] = v[k * STRIDE + 1];
        y[HALF + k] = F[k * STRIDE + 1];
        x[HALF - 1 - k] = -x[HALF + k];
        y[HALF - 1 - k] = -y[HALF + k];
    }
    br_draw_curve(p, label, x, y, 2LL * HALF);
}

static int lowest(const double *F, int from)
{
    int at = from;
    for (int k = from; k < ROWS; k++)
        at = F[k] < F[at] ? k : at;
    return at;
}

static int highest(const double *F)
{
    int at = 0;
    for (int k = 0; k < ROWS; k++)
        at = F[k] > F[at] ? k : at;
    return at;
}

// ---------------------------------------------------------------- Fig. 3.1 (a)

static void report_gauss(br_outcome *o, const br_trial *t)
{
    const double *v = br_trial_column(t, "v"), *F = br_trial_column(t, "F");
    double FC = br_trial_param(t, "FC"), FS = br_trial_param(t, "FS"), vs = br_trial_param(t, "vs"),
           sigma2 = br_trial_param(t, "sigma2");
    double at_vs = br_curve_at(v, F, ROWS, vs), expected = FC + (FS - FC) / br_exp(1) + sigma2 * vs;
    br_finding_add(o, br_abs(F[1] / FS - 1) < 1e-3, "within 0.1 %",
                   "(a) friction starts at the static force, and jumps there", "FS = FC (1 + beta) = 0.3 N",
                   "%.5g N at 0.1 mm/s, %.5g N at rest", F[1], F[0]);
    br_finding_add(o, br_abs(at_vs / expected - 1) < 1e-5, "within 1e-5",
                   "(a) at vs it has lost all but 1/e of the difference", "(3.2): 0.1 + 0.2/e + 0.005 = 0.17858 N",
                   "%.5g N", at_vs);
    int low = lowest(F, 1);
    double u = v[low] / vs, slope = sigma2 - (FS - FC) * 2 * u / vs * br_exp(-u * u);
    br_finding_add(o, low > 1 && low < ROWS - 1 && br_abs(slope) < 1e-3,
                   "least force inside the range, slope there below 1e-3 N s/m",
                   "(a) it falls to a minimum, then grows with the viscous part", "Fig. 3.1(a)",
                   "least %.4g N at %.3g m/s, where the slope of (3.2) is %.1g N s/m", F[low], v[low], slope);
    br_finding_add(o, br_abs(F[ROWS - 1] - (FC + sigma2 * v[ROWS - 1])) < 1e-9, "within 1e-9 N",
                   "(a) and follows FC + sigma_v v", "Fig. 3.1(a): 0.15 N at 1 m/s", "%.6g N", F[ROWS - 1]);
}

static br_status gauss(br_outcome *o, br_diag *why)
{
    br_trial sharp, smooth;
    br_status status = sweep(&sharp, "stribeck", "fig-3.1a", NULL, "v = t m/s", why);
    if (status != BR_OK)
        return status;
    status = sweep(&smooth, "stribeck", "fig-3.1a", "sign_of = smooth, slope = 1e3 s/m", "v = t m/s", why);
    if (status == BR_OK) {
        const double *v = br_trial_column(&sharp, "v"), *F = br_trial_column(&sharp, "F"),
                     *S = br_trial_column(&smooth, "F");
        report_gauss(o, &sharp);
        br_finding_add(o,
                       S[0] == 0 && br_abs(S[1] / v[1] / (0.3 * 1e3) - 1) < 0.01 &&
                           br_curve_apart(F + 200, S + 200, ROWS - 200) < 1e-9,
                       "0 N at rest, slope within 1 % of c FS, difference below 1e-9 N",
                       "(a) with tanh(1000 v) for the sign it is continuous, and the same from 20 mm/s on",
                       "3.2: s+ tanh(c v), c >> 1", "slope %.4g N s/m at rest; differs by %.1g N from there on",
                       S[1] / v[1], br_curve_apart(F + 200, S + 200, ROWS - 200));
        br_plot *p = br_draw(&o->drawn, "(a) Gaussian curve", "velocity", "m/s", "friction force", "N",
                             "As Fig. 3.1(a), with its parameters.");
        draw_odd(p, NULL, v, F);
        br_trial_free(&smooth);
    }
    br_trial_free(&sharp);
    return status;
}

// ---------------------------------------------------------------- Fig. 3.1 (b)

static br_status peak(double *force, const char *values, br_diag *why)
{
    br_trial t;
    br_status status = sweep(&t, "makkar", "fig-3.1b", values, "v = t m/s", why);
    if (status != BR_OK)
        return status;
    const double *F = br_trial_column(&t, "F");
    *force = F[highest(F)];
    br_trial_free(&t);
    return BR_OK;
}

static void report_tangents(br_outcome *o, const br_trial *t, double steep)
{
    const double *v = br_trial_column(t, "v"), *F = br_trial_column(t, "F");
    double g1 = br_trial_param(t, "gamma1"), g2 = br_trial_param(t, "gamma2"), g3 = br_trial_param(t, "gamma3"),
           g4 = br_trial_param(t, "gamma4"), g5 = br_trial_param(t, "gamma5"), sigma2 = br_trial_param(t, "sigma2");
    double slope = g1 * (g2 - g3) + g4 * g5 + sigma2;
    int top = highest(F), low = lowest(F, top);
    br_finding_add(o, F[0] == 0 && br_abs(F[1] / v[1] / slope - 1) < 1e-3, "0 N at rest, slope within 0.1 %",
                   "(b) friction is continuous at rest, and steep",
                   "(3.3): slope gamma1 (gamma2 - gamma3) + gamma4 gamma5 + sigma_v = 32.55 N s/m",
                   "%.4g N at rest, %.4g N s/m", F[0], F[1] / v[1]);
    br_finding_add(o, top > 0 && low > top && low < ROWS - 1 && br_abs(F[ROWS - 1] - (g4 + sigma2)) < 1e-6,
                   "a maximum, behind it a minimum; 0.15 N within 1e-6",
                   "(b) it falls behind its top (Stribeck), towards gamma4 + sigma_v v",
                   "3.2, Fig. 3.1(b); 0.15 N at 1 m/s",
                   "top %.4g N at %.3g mm/s, least %.4g N at %.3g m/s, %.5g N at 1 m/s", F[top], 1e3 * v[top], F[low],
                   v[low], F[ROWS - 1]);
    br_finding_add(o, br_abs(F[top] / (g1 + g4) - 1) < 0.1, "within 10 %",
                   "(b) the static force is about gamma1 + gamma4", "3.2: 0.35 N", "top %.4g N, %.2g %% lower", F[top],
                   100 * (1 - F[top] / (g1 + g4)));
    br_finding_remark(
        o, "gamma1 + gamma4 holds for gamma2 >> gamma3; with 100 and 10 s/m the fall begins before the rise has ended");
    br_finding_add(o, br_abs(steep / (g1 + g4) - 1) < 0.02, "within 2 %", "(b) with gamma2 = gamma5 = 1e4 s/m it is",
                   "3.2: 0.35 N", "top %.4g N", steep);
}

static br_status tangents(br_outcome *o, br_diag *why)
{
    br_trial t;
    double steep = 0;
    br_status status = peak(&steep, "gamma2 = 1e4 s/m, gamma5 = 1e4 s/m", why);
    if (status == BR_OK)
        status = sweep(&t, "makkar", "fig-3.1b", NULL, "v = t m/s", why);
    if (status != BR_OK)
        return status;
    report_tangents(o, &t, steep);
    br_plot *p = br_draw(&o->drawn, "(b) Hyperbolic tangents", "velocity", "m/s", "friction force", "N",
                         "As Fig. 3.1(b), with its parameters.");
    draw_odd(p, NULL, br_trial_column(&t, "v"), br_trial_column(&t, "F"));
    br_trial_free(&t);
    return BR_OK;
}

// ---------------------------------------------------------------- 003 Fig. 2

static void report_both(br_outcome *o, const br_trial *gauss7, const br_trial *rational8)
{
    const double *v = br_trial_column(gauss7, "v"), *G = br_trial_column(gauss7, "F"),
                 *R = br_trial_column(rational8, "F");
    double FS = br_trial_param(gauss7, "FS"), FC = br_trial_param(gauss7, "FC"), apart = br_curve_apart(G, R, ROWS);
    br_finding_add(o, br_abs(G[1] / FS - 1) < 1e-3 && br_abs(R[1] / FS - 1) < 1e-3, "both within 0.1 %",
                   "friction rises to f_max when the velocity goes to zero",
                   "Hayward et al. 2009, (7), (8), Fig. 2: 1.5 N", "(7) %.5g N, (8) %.5g N at %.2g mm/s", G[1], R[1],
                   1e3 * v[1]);
    int low = lowest(R, 1);
    br_finding_add(o, low > 1 && low < ROWS - 1 && R[ROWS - 1] > R[low] && lowest(G, 1) < ROWS - 1,
                   "least force inside the range, larger at its end",
                   "above a small velocity it increases like viscous friction", "Hayward et al. 2009, Fig. 2",
                   "least %.4g N at %.3g mm/s with (8), at %.3g mm/s with (7)", R[low], 1e3 * v[low],
                   1e3 * v[lowest(G, 1)]);
    br_finding_add(o, apart < 0.1 * FS, "less than 10 % of f_max apart", "(8) is practically equivalent to (7)",
                   "Hayward et al. 2009, after (8)",
                   "at most %.3g N apart: %.2g %% of f_max, but %.2g %% of f_max - f_C", apart, 100 * apart / FS,
                   100 * apart / (FS - FC));
}

static br_status both_curves(br_outcome *o, br_diag *why)
{
    br_trial gauss7, rational8;
    br_status status = sweep(&gauss7, "stribeck", "table-II", "curve = gauss", "v = 0.03*t m/s", why);
    if (status != BR_OK)
        return status;
    status = sweep(&rational8, "stribeck", "table-II", NULL, "v = 0.03*t m/s", why);
    if (status == BR_OK) {
        report_both(o, &gauss7, &rational8);
        br_plot *p = br_draw(&o->drawn, "Stribeck curve", "velocity", "m/s", "friction force", "N",
                             "As Hayward et al. 2009, Fig. 2, with its Table II.");
        br_draw_curve(p, "(7), exponential", br_trial_column(&gauss7, "v") + 1, br_trial_column(&gauss7, "F") + 1,
                      ROWS - 1);
        br_draw_curve(p, "(8), rational", br_trial_column(&rational8, "v") + 1, br_trial_column(&rational8, "F") + 1,
                      ROWS - 1);
        br_trial_free(&rational8);
    }
    br_trial_free(&gauss7);
    return status;
}

static br_status curves(br_outcome *o, br_diag *why)
{
    br_status status = gauss(o, why);
    if (status == BR_OK)
        status = tangents(o, why);
    return status == BR_OK ? both_curves(o, why) : status;
}

const br_experiment br_stribeck_experiments[] = {
    {"stribeck/curves", "Friction over velocity", "Thesis Fig. 3.1; Hayward et al. 2009, Fig. 2", curves},
    {NULL, NULL, NULL, NULL}};
