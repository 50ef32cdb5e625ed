// sgms.c - thesis 3.5: the S-GMS model beside the GMS and LuGre models (Figs 3.5 to 3.7).     [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "paper/kit/groups.h"
#include "paper/thesis/sgms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

// ---------------------------------------------------------------- the three models on one input

enum { GMS, SGMS, LUGRE, MODELS };

static const char *const law_name[MODELS] = {"gms", "sgms", "lugre"}, *const label[MODELS] = {"GMS", "S-GMS", "LuGre"};

static void free_all(br_trial *t, int count)
{
    for (int i = 0; i < count; i++)
        br_trial_free(&t[i]);
}

// All with the parameters of Fig. 3.5.
static br_status run_all(br_trial t[MODELS], br_setup s, br_diag *why)
{
    s.set = "fig-3.5";
    for (int i = 0; i < MODELS; i++) {
        s.law = law_name[i];
        br_status status = br_trial_run(&t[i], &s, why);
        if (status != BR_OK) {
            free_all(t, i);
            return status;
        }
    }
    return BR_OK;
}

// One of the inputs of Fig. 3.6 over time.
static void draw_input(br_outcome *o, char part, const char *name, const char *unit, const double *t, const double *y,
                       long long n)
{
    char title[40], caption[120];
    snprintf(title, sizeof title, "(%c) Input", part);
    snprintf(caption, sizeof caption, "As Fig. 3.6(%c), which has no numbers: they are chosen here.", part);
    br_draw_curve(br_draw(&o->drawn, title, "time", "s", name, unit, caption), NULL, t, y, n);
}

// ---------------------------------------------------------------- Fig. 3.5 (a)

// A major loop with a minor loop on each branch. At 0.2 um/s s+ is 2.96 N, and the reset function (3.15) is 1 - 1e-6.
static const double turning[] = {0, 1e-6, 0, 0.5e-6, -1e-6, 0, -0.5e-6, 1e-6};
const br_path br_sgms_loops = {0.2e-6, turning, 8};
#define LOOP_STEP 0.005

static long long row_at(double t)
{
    return (long long)(t / LOOP_STEP + 0.5);
}

// Force when the minor loop on the way down closes, less that when it opened.
static double closing(const br_trial *t)
{
    const double *F = br_trial_column(t, "F");
    double opened = br_path_time(&br_sgms_loops, 2),
           closed = br_path_time(&br_sgms_loops, 3) + (turning[3] - turning[2]) / br_sgms_loops.speed;
    return F[row_at(closed)] - F[row_at(opened)];
}

// Over the same positions at any speed, in the same number of samples.
static br_status run_loops_at(br_trial *t, const char *law, const char *values, double speed, br_diag *why)
{
    char input[BR_PATH_TEXT];
    br_path path = {speed, br_sgms_loops.x, br_sgms_loops.points};
    br_path_rate(&path, "v", input);
    br_setup s = {.law = law,
                  .set = "fig-3.5",
                  .values = values,
                  .input = input,
                  .until = br_path_time(&path, path.points - 1),
                  .step = LOOP_STEP * br_sgms_loops.speed / speed};
    return br_trial_run(t, &s, why);
}

static br_status run_loops(br_trial *t, const char *law, const char *values, br_diag *why)
{
    return run_loops_at(t, law, values, br_sgms_loops.speed, why);
}

static br_status draw_loops(br_outcome *o, const br_trial t[MODELS])
{
    long long n = t[GMS].record.rows;
    double *x = br_path_column(&br_sgms_loops, br_trial_column(&t[GMS], "t"), n);
    if (!x)
        return BR_NO_MEMORY;
    br_plot *p =
        br_draw(&o->drawn, "(a) Presliding", "position", "m", "friction force", "N",
                "As Fig. 3.5(a): a loop between -1 and 1 um with two minor loops, at 0.2 um/s. The thesis shows "
                "the path (Fig. 3.6(a)) without numbers; it is chosen here.");
    for (int i = 0; i < MODELS; i++)
        br_draw_curve(p, label[i], x, br_trial_column(&t[i], "F"), n);
    draw_input(o, 'a', "position", "m", br_trial_column(&t[GMS], "t"), x, n);
    free(x);
    return BR_OK;
}

// How far a model is from what it was when it moves 20 times slower, as a share of FS.
static br_status slow_down(const br_trial *t, int model, double *apart, br_diag *why)
{
    br_trial slow;
    br_status status = run_loops_at(&slow, law_name[model], NULL, br_sgms_loops.speed / 20, why);
    if (status != BR_OK)
        return status;
    *apart = br_curve_apart(br_trial_column(t, "F"), br_trial_column(&slow, "F"), t->record.rows) / 3;
    br_trial_free(&slow);
    return BR_OK;
}

static br_status report_rates(br_outcome *o, const br_trial t[MODELS], br_diag *why)
{
    double gms = 0, sgms = 0;
    br_status status = slow_down(&t[GMS], GMS, &gms, why);
    if (status == BR_OK)
        status = slow_down(&t[SGMS], SGMS, &sgms, why);
    if (status != BR_OK)
        return status;
    br_finding_add(o, gms < 0.03, "below 3 % of FS", "(a) the hysteresis of the GMS model does not depend on the rate",
                   "3.1: rate-independent hysteresis", "0.01 and 0.2 um/s: at most %.2g %% of FS apart", 100 * gms);
    br_finding_remark(o, "what is left is the Stribeck curve, which is 1.3 % higher at 0.01 um/s");
    br_finding_add(o, sgms < 0.03, "below 3 % of FS", "(a) nor does the hysteresis of the S-GMS model",
                   "3.5.1: all properties of the GMS model", "0.01 and 0.2 um/s: up to %.2g %% of FS apart",
                   100 * sgms);
    br_finding_remark(o, "eta_B (3.15) falls to 1/2 below vs/gamma = 0.03 um/s, where elements then hold up to 2 s+");
    return BR_OK;
}

static br_status presliding(br_outcome *o, br_diag *why)
{
    br_trial t[MODELS];
    br_status status = BR_OK;
    int ran = 0;
    for (; ran < MODELS && status == BR_OK; ran += status == BR_OK)
        status = run_loops(&t[ran], law_name[ran], NULL, why);
    if (status != BR_OK) {
        free_all(t, ran);
        return status;
    }
    long long n = t[GMS].record.rows;
    const double *F = br_trial_column(&t[GMS], "F");
    double open[MODELS], FS = 3, apart = br_curve_apart(F, br_trial_column(&t[SGMS], "F"), n) / FS,
                         off = br_curve_apart(F, br_trial_column(&t[LUGRE], "F"), n) / FS;
    for (int i = 0; i < MODELS; i++)
        open[i] = br_abs(closing(&t[i]));
    br_finding_add(o, open[GMS] < 1e-5, "below 1e-5 N", "(a) minor loops of the GMS model close: nonlocal memory",
                   "Fig. 3.5(a): guaranteed", "the force misses its old value by %.2g N", open[GMS]);
    br_finding_add(o, open[SGMS] < 0.03 * FS && open[SGMS] < 0.2 * open[LUGRE],
                   "below 3 % of FS, and below a fifth of that of LuGre",
                   "(a) minor loops of the S-GMS model close as well", "Fig. 3.5(a): guaranteed",
                   "misses by %.2g N, %.2g %% of FS", open[SGMS], 100 * open[SGMS] / FS);
    br_finding_add(o, open[LUGRE] > 0.1 * FS, "above 10 % of FS", "(a) those of the LuGre model do not",
                   "Fig. 3.5(a), Table 3.1: no nonlocal memory", "misses by %.2g N, %.2g %% of FS", open[LUGRE],
                   100 * open[LUGRE] / FS);
    br_finding_add(o, apart < 0.03 && apart < 0.1 * off, "below 3 % of FS, and below a tenth of LuGre",
                   "(a) no noticeable difference between S-GMS and GMS", "3.5.1, Fig. 3.5(a)",
                   "at most %.2g %% of FS apart (LuGre and GMS: %.2g %%)", 100 * apart, 100 * off);
    status = report_rates(o, t, why);
    if (status == BR_OK)
        status = draw_loops(o, t);
    free_all(t, MODELS);
    return status;
}

// ---------------------------------------------------------------- Fig. 3.5 (b)

enum { CYCLES = 6 };
#define REST 20.0
#define PERIOD 10.0
#define PUSH_STEP 0.005

// A slow push, a short one above FS that makes the mass slide, back, and then 1 + sin(2 pi t/T) N.
static br_status simulate_push(br_trial *t, const char *law, br_diag *why)
{
    char values[120];
    snprintf(values, sizeof values, "friction = %s, m = 1 kg, fr = fig-3.5, fr.sigma2 = 1e4 N*s/m", law);
    br_setup s = {.law = "mass",
                  .values = values,
                  .input = "u = points(0, 0, 10, 2, 10.005, 3.1, 10.04, 3.1, 10.045, 1.5, 20, 1) "
                           "+ step(20)*sin(2*pi*(t - 20)/10) N",
                  .until = REST + CYCLES * PERIOD,
                  .step = PUSH_STEP};
    return br_trial_run(t, &s, why);
}

// Over one period between F = 0 and F = 2 N, slow enough for g = FS: the up and down branches of (3) integrated.
static double lugre_drift(double sigma0, double FS)
{
    double high = 2 / FS;
    return -(FS / sigma0) * br_log(1 - high * high);
}

static br_status stiction(br_outcome *o, br_diag *why)
{
    br_plot *p =
        br_draw(&o->drawn, "(b) Nondrifting stiction", "position", "m", "friction force", "N",
                "As Fig. 3.5(b): a mass of 1 kg slides, and then feels 1 N + 1 N sin(2 pi t/10 s). The force is "
                "chosen here, as is a viscous friction of 10 mN at 1 um/s that ends the ringing.");
    double drift[MODELS] = {0}, slid[MODELS] = {0};
    for (int i = 0; i < MODELS; i++) {
        br_trial t;
        br_status status = simulate_push(&t, law_name[i], why);
        if (status != BR_OK)
            return status;
        const double *x = br_trial_column(&t, "x");
        long long n = t.record.rows, period = (long long)(PERIOD / PUSH_STEP + 0.5);
        slid[i] = x[(long long)(REST / PUSH_STEP + 0.5)];
        drift[i] = x[n - 1] - x[n - 1 - period];
        br_draw_curve(p, label[i], x, br_trial_column(&t, "F"), n);
        if (i == MODELS - 1)
            draw_input(o, 'b', "force", "N", br_trial_column(&t, "t"), br_trial_column(&t, "u"), n);
        br_trial_free(&t);
    }
    double expected = lugre_drift(1e7, 3);
    char paper[120];
    br_finding_add(o, slid[GMS] > 1e-6 && br_abs(drift[GMS]) < 1e-5 * expected,
                   "after 1 um of sliding less than 1e-5 of LuGre's drift",
                   "(b) after sliding, the GMS model does not drift under a force below break-away",
                   "Fig. 3.5(b): nondrifting", "slid %.3g um, then %.2g nm in a period", 1e6 * slid[GMS],
                   1e9 * drift[GMS]);
    br_finding_add(o, slid[SGMS] > 1e-6 && br_abs(drift[SGMS]) < 0.01 * expected,
                   "after 1 um of sliding less than 1 % of LuGre's drift", "(b) nor does the S-GMS model",
                   "Fig. 3.5(b): nondrifting", "slid %.3g um, then %.2g nm in a period", 1e6 * slid[SGMS],
                   1e9 * drift[SGMS]);
    snprintf(paper, sizeof paper, "Fig. 3.5(b); in closed form -(FS/sigma0) log(1 - (2 N/FS)^2) = %.4g nm",
             1e9 * expected);
    br_finding_add(o, br_abs(drift[LUGRE] / expected - 1) < 0.1, "within 10 %",
                   "(b) the LuGre model drifts in every period", paper, "slid %.3g um, then %.4g nm in a period",
                   1e6 * slid[LUGRE], 1e9 * drift[LUGRE]);
    return BR_OK;
}

// ---------------------------------------------------------------- Fig. 3.5 (c)

enum { LAG_PERIODS = 4, LAG_ROWS = 500 };

// One period of the settled answer to v = 2 + 1.9 sin(2 t) um/s.
typedef struct limit_cycle {
    double v[LAG_ROWS], F[LAG_ROWS];
    double most, area, up, down; // largest force; force at 1 um/s for rising and for falling velocity
} limit_cycle;

static void measure_cycle(limit_cycle *c)
{
    c->most = br_curve_most(c->F, LAG_ROWS);
    c->area = br_curve_area(c->v, c->F, LAG_ROWS);
    for (int k = 0; k < LAG_ROWS; k++) {
        int next = (k + 1) % LAG_ROWS;
        double at = (1e-6 - c->v[k]) / (c->v[next] - c->v[k]), F = c->F[k] + at * (c->F[next] - c->F[k]);
        if (c->v[k] < 1e-6 && c->v[next] >= 1e-6)
            c->up = F;
        if (c->v[k] > 1e-6 && c->v[next] <= 1e-6)
            c->down = F;
    }
}

static br_status run_lag(limit_cycle *c, const char *law, const char *values, br_diag *why)
{
    br_trial t;
    br_setup s = {.law = law,
                  .set = "fig-3.5",
                  .values = values,
                  .input = "v = 2 + 1.9*sin(2*t) um/s",
                  .until = LAG_PERIODS * pi,
                  .step = pi / LAG_ROWS};
    br_status status = br_trial_run(&t, &s, why);
    if (status != BR_OK)
        return status;
    int from = (LAG_PERIODS - 1) * LAG_ROWS;
    memcpy(c->v, br_trial_column(&t, "v") + from, sizeof c->v);
    memcpy(c->F, br_trial_column(&t, "F") + from, sizeof c->F);
    measure_cycle(c);
    br_trial_free(&t);
    return BR_OK;
}

static void draw_cycle(br_plot *p, const char *name, const limit_cycle *c)
{
    double v[LAG_ROWS + 1], F[LAG_ROWS + 1];
    for (int k = 0; k <= LAG_ROWS; k++) {
        v[k] = c->v[k % LAG_ROWS];
        F[k] = c->F[k % LAG_ROWS];
    }
    br_draw_curve(p, name, v, F, LAG_ROWS + 1);
}

// s+ of (3.2) with the numbers of Fig. 3.5.
static double stribeck(double v)
{
    return 2 * (1 + 0.5 * br_exp(-(v / 1e-6) * (v / 1e-6)));
}

static void draw_stribeck(br_plot *p, double from, double to)
{
    double v[200], F[200];
    for (int k = 0; k < 200; k++) {
        v[k] = from + (to - from) * k / 199;
        F[k] = stribeck(v[k]) * (v[k] < 0 ? -1 : 1);
    }
    br_draw_curve(p, "Stribeck curve", v, F, 200);
}

static br_status frictional_lag(br_outcome *o, br_diag *why)
{
    limit_cycle c[MODELS];
    br_plot *p = br_draw(&o->drawn, "(c) Frictional lag", "velocity", "m/s", "friction force", "N",
                         "As Fig. 3.5(c): the settled answer to 2 um/s + 1.9 um/s sin(2 t), which is chosen here.");
    bool lags = true;
    for (int i = 0; i < MODELS; i++) {
        br_status status = run_lag(&c[i], law_name[i], NULL, why);
        if (status != BR_OK)
            return status;
        draw_cycle(p, label[i], &c[i]);
        lags = lags && c[i].down < stribeck(1e-6) && c[i].up > stribeck(1e-6);
    }
    draw_stribeck(p, 0, 4e-6);
    double time[LAG_ROWS];
    for (int k = 0; k < LAG_ROWS; k++)
        time[k] = k * pi / LAG_ROWS;
    draw_input(o, 'c', "velocity", "m/s", time, c[GMS].v, LAG_ROWS);
    br_finding_add(o, lags, "above and below with each model",
                   "(c) at 1 um/s the force is above the Stribeck curve for rising and below it for falling velocity",
                   "Fig. 3.5(c): frictional lag",
                   "above by %.2g, %.2g, %.2g N, below by %.2g, %.2g, %.2g N (GMS, S-GMS, LuGre)",
                   c[GMS].up - stribeck(1e-6), c[SGMS].up - stribeck(1e-6), c[LUGRE].up - stribeck(1e-6),
                   stribeck(1e-6) - c[GMS].down, stribeck(1e-6) - c[SGMS].down, stribeck(1e-6) - c[LUGRE].down);
    double apart = br_curve_apart(c[GMS].F, c[SGMS].F, LAG_ROWS);
    br_finding_add(o, apart > 0.1, "more than 0.1 N", "(c) the lag looks different for GMS and S-GMS",
                   "3.5.1: S-GMS has no attraction parameter C", "up to %.2g N apart, of FS - FC = 1 N", apart);
    return BR_OK;
}

// ---------------------------------------------------------------- Fig. 3.5 (d)

static br_status transition(br_outcome *o, br_diag *why)
{
    enum { ROWS = 2000 }; // of a period
    br_trial t[MODELS];
    br_status status = run_all(t, (br_setup){.input = "v = 4*sin(2*t) um/s", .until = 2 * pi, .step = pi / ROWS}, why);
    if (status != BR_OK)
        return status;
    br_plot *p = br_draw(&o->drawn, "(d) Transition", "velocity", "m/s", "friction force", "N",
                         "As Fig. 3.5(d): the second period of 4 um/s sin(2 t), which is chosen here.");
    const double *F[MODELS];
    for (int i = 0; i < MODELS; i++) {
        F[i] = br_trial_column(&t[i], "F") + ROWS;
        br_draw_curve(p, label[i], br_trial_column(&t[i], "v") + ROWS, F[i], ROWS + 1);
    }
    draw_stribeck(p, -4e-6, 4e-6);
    draw_input(o, 'd', "velocity", "m/s", br_trial_column(&t[GMS], "t"), br_trial_column(&t[GMS], "v"), 2 * ROWS + 1);
    double near = br_curve_rms(F[GMS], F[SGMS], ROWS), far = br_curve_rms(F[GMS], F[LUGRE], ROWS);
    br_finding_add(o, near < 0.05 * 3 && near < 0.5 * far, "below 5 % of FS, and below half of LuGre",
                   "(d) S-GMS and GMS are still similar when the motion reverses", "3.5.1, Fig. 3.5(d)",
                   "rms difference %.2g N (LuGre and GMS: %.2g N)", near, far);
    free_all(t, MODELS);
    return BR_OK;
}

static br_status behaviours(br_outcome *o, br_diag *why)
{
    br_status status = presliding(o, why);
    if (status == BR_OK)
        status = stiction(o, why);
    if (status == BR_OK)
        status = frictional_lag(o, why);
    return status == BR_OK ? transition(o, why) : status;
}

// ---------------------------------------------------------------- Fig. 3.7

enum { TUNINGS = 4 };

typedef struct tuning { // of one parameter
    const char *law, *parameter, *unit;
    double value[TUNINGS]; // falling
} tuning;

static const tuning attraction = {"gms", "C", "N/s", {30, 15, 7.5, 3.75}},
                    smoothing = {"sgms", "zeta", "", {0.95, 0.9, 0.8, 0.7}};

static void tune(const tuning *w, int i, char values[40], char name[40])
{
    snprintf(values, 40, "%s = %g %s", w->parameter, w->value[i], w->unit);
    snprintf(name, 40, "%s = %g %s", w->parameter, w->value[i], w->unit);
}

// Closing errors of the first minor loop, and the curves where it closes.
static br_status tune_loops(br_plot *p, const tuning *w, double open[TUNINGS], br_diag *why)
{
    br_status status = BR_OK;
    for (int i = 0; i < TUNINGS && status == BR_OK; i++) {
        br_trial t;
        char values[40], name[40];
        tune(w, i, values, name);
        status = run_loops(&t, w->law, values, why);
        if (status != BR_OK)
            return status;
        open[i] = br_abs(closing(&t));
        // From half way down the loop to 0.1 um behind the place where it opened.
        long long from = row_at(br_path_time(&br_sgms_loops, 3) + 0.25e-6 / br_sgms_loops.speed),
                  n = row_at(br_path_time(&br_sgms_loops, 3) + 0.6e-6 / br_sgms_loops.speed) - from;
        double *x = br_path_column(&br_sgms_loops, br_trial_column(&t, "t") + from, n);
        if (x)
            br_draw_curve(p, name, x, br_trial_column(&t, "F") + from, n);
        else
            status = BR_NO_MEMORY;
        free(x);
        br_trial_free(&t);
    }
    return status;
}

static br_status tune_lag(br_plot *p, const tuning *w, limit_cycle c[TUNINGS], br_diag *why)
{
    br_status status = BR_OK;
    for (int i = 0; i < TUNINGS && status == BR_OK; i++) {
        char values[40], name[40];
        tune(w, i, values, name);
        status = run_lag(&c[i], w->law, values, why);
        if (status == BR_OK)
            draw_cycle(p, name, &c[i]);
    }
    return status;
}

static br_status tuned_loops(br_outcome *o, br_diag *why)
{
    double gms[TUNINGS], sgms[TUNINGS];
    br_plot *p =
        br_draw(&o->drawn, "(a) GMS, presliding", "position", "m", "friction force", "N",
                "As Fig. 3.7(a): where the first minor loop of sgms/behaviours (a) closes, for four values of C.");
    br_status status = tune_loops(p, &attraction, gms, why);
    p = br_draw(&o->drawn, "(b) S-GMS, presliding", "position", "m", "friction force", "N",
                "As Fig. 3.7(b): the same for four values of zeta, with lambda = gamma of (3.16).");
    if (status == BR_OK)
        status = tune_loops(p, &smoothing, sgms, why);
    br_trial t;
    if (status == BR_OK)
        status = run_loops(&t, "lugre", NULL, why);
    if (status != BR_OK)
        return status;
    double lugre = br_abs(closing(&t)), FS = br_trial_param(&t, "FS");
    br_trial_free(&t);
    br_finding_add(o, br_curve_largest(gms, TUNINGS) < 1e-9, "below 1e-9 N",
                   "(a) C has no effect on the GMS model in presliding", "Fig. 3.7(a)",
                   "its minor loop closes to %.1g N for C from 3.75 to 30 N/s", br_curve_largest(gms, TUNINGS));
    br_finding_add(o, sgms[0] < sgms[1] && sgms[1] < sgms[2] && sgms[2] < sgms[3] && sgms[2] > 0.03 * FS,
                   "more at each smaller zeta, above 3 % of FS at 0.8",
                   "(b) the S-GMS model loses some memory for zeta < 0.9", "Fig. 3.7(b): a slight effect",
                   "misses by %.2g, %.2g, %.2g, %.2g %% of FS at zeta = 0.95, 0.9, 0.8, 0.7", 100 * sgms[0] / FS,
                   100 * sgms[1] / FS, 100 * sgms[2] / FS, 100 * sgms[3] / FS);
    br_finding_add(o, sgms[3] < 0.5 * lugre, "below half of that of LuGre",
                   "(b) yet it stays much smaller than for the LuGre model", "3.5.1",
                   "%.2g N at zeta = 0.7, LuGre %.2g N", sgms[3], lugre);
    return BR_OK;
}

static bool falls(const double v[TUNINGS])
{
    bool does = true;
    for (int i = 1; i < TUNINGS; i++)
        does = does && v[i] < v[i - 1];
    return does;
}

static void report_lag(br_outcome *o, const limit_cycle gms[TUNINGS], const limit_cycle sgms[TUNINGS],
                       const limit_cycle *lugre)
{
    double top[TUNINGS], smooth_top[TUNINGS], thin[TUNINGS], area[TUNINGS], apart[TUNINGS]; // thin: 1/area, in uN m/s
    for (int i = 0; i < TUNINGS; i++) {
        top[i] = gms[i].most;
        smooth_top[i] = sgms[i].most;
        thin[i] = 1e-6 / gms[i].area;
        area[i] = 1e6 * sgms[i].area;
        apart[i] = br_curve_rms(sgms[i].F, lugre->F, LAG_ROWS);
    }
    br_finding_add(o, falls(top) && falls(smooth_top), "both fall at each step",
                   "(c), (d) the largest force of the cycle falls with C and with zeta", "3.5.1, Fig. 3.7",
                   "GMS %.3g, %.3g, %.3g, %.3g N; S-GMS %.3g, %.3g, %.3g, %.3g N", top[0], top[1], top[2], top[3],
                   smooth_top[0], smooth_top[1], smooth_top[2], smooth_top[3]);
    br_finding_add(o, falls(thin), "it grows at each step", "(c) with C falling the cycle of the GMS model gets wider",
                   "3.5.1, Fig. 3.7(c)", "area %.3g, %.3g, %.3g, %.3g uN m/s", 1 / thin[0], 1 / thin[1], 1 / thin[2],
                   1 / thin[3]);
    br_finding_add(o, area[3] > 0.7 * area[0] && area[0] > 0.7 * area[3], "first and last within 30 %, both ways",
                   "(d) with zeta falling that of the S-GMS model keeps its area", "3.5.1: rather constant",
                   "area %.3g, %.3g, %.3g, %.3g uN m/s", area[0], area[1], area[2], area[3]);
    br_finding_add(o, falls(apart), "it falls at each step",
                   "(d) with zeta falling it comes to look like that of the LuGre model", "3.5.1, Fig. 3.7(d)",
                   "rms difference from LuGre %.3g, %.3g, %.3g, %.3g N", apart[0], apart[1], apart[2], apart[3]);
}

static br_status tuned_lag(br_outcome *o, br_diag *why)
{
    limit_cycle gms[TUNINGS], sgms[TUNINGS], lugre;
    br_plot *p = br_draw(&o->drawn, "(c) GMS, frictional lag", "velocity", "m/s", "friction force", "N",
                         "As Fig. 3.7(c): the limit cycle of sgms/behaviours (c) for four values of C.");
    br_status status = tune_lag(p, &attraction, gms, why);
    p = br_draw(&o->drawn, "(d) S-GMS, frictional lag", "velocity", "m/s", "friction force", "N",
                "As Fig. 3.7(d): the same for four values of zeta.");
    if (status == BR_OK)
        status = tune_lag(p, &smoothing, sgms, why);
    if (status == BR_OK)
        status = run_lag(&lugre, "lugre", NULL, why);
    if (status != BR_OK)
        return status;
    draw_cycle(p, label[LUGRE], &lugre);
    report_lag(o, gms, sgms, &lugre);
    return BR_OK;
}

static br_status tunings(br_outcome *o, br_diag *why)
{
    br_status status = tuned_loops(o, why);
    return status == BR_OK ? tuned_lag(o, why) : status;
}

const br_experiment br_sgms_experiments[] = {
    {"sgms/behaviours", "GMS, S-GMS and LuGre compared", "Thesis Figs 3.5 and 3.6", behaviours},
    {"sgms/smoothing", "Effect of the attraction and smoothing parameters", "Thesis Fig. 3.7", tunings},
    {NULL, NULL, NULL, NULL}};
