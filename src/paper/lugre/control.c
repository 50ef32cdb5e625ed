// control.c - friction compensation: observers of Canudas de Wit et al. 1995 (Fig. 8, Theorems 1 and 2), and thesis 6.2. [host]
#include "num/base/fp.h"

#include "num/text/buffer.h"
#include "num/base/elem.h"
#include "sim/control/control.h"
#include "paper/kit/groups.h"
#include "paper/kit/measure.h"
#include "sim/rig/trajectory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- what the theorems say

typedef struct feedback { // H(s) = Kp + Kd s + Ki/s
    double Kp, Kd, Ki;
} feedback;

static br_positive_real condition(const br_trial *t, const char *mass, const feedback *H, br_loop loop)
{
    br_polynomial over, under;
    br_rational G = {{0, {0}}, {0, {1}}};
    br_pid_polynomials(H->Kp, H->Kd, H->Ki, &over, &under);
    br_status status = br_friction_loop(&G, br_trial_param(t, "fr.sigma0"), br_trial_param(t, "fr.sigma1"),
                                        br_trial_param(t, mass), loop, &over, &under, NULL);
    return status == BR_OK ? br_positive_real_of(&G) : (br_positive_real){0};
}

static void report_condition(br_outcome *o, const br_positive_real *p, bool expected, const char *controller)
{
    static const char holds[] = "Re G(jw - e) above 0 at all frequencies, for some e above 0",
                      fails[] = "for no e above 0 is Re G(jw - e) above 0 at all frequencies";
    char text[200];
    snprintf(text, sizeof text, "G(s) is %sstrictly positive real with %s", expected ? "" : "not ", controller);
    if (p->strict)
        br_finding_add(o, expected, expected ? holds : fails, text,
                       expected ? "Theorem: a condition on H(s)" : "the condition is violated",
                       "it is, and so is G(s - e) up to e = %.3g 1/s, where it fails at %.3g rad/s", p->margin,
                       p->worst);
    else
        br_finding_add(o, !expected, expected ? holds : fails, text,
                       expected ? "Theorem: a condition on H(s)" : "the condition is violated",
                       "Re G is %s 0 %s %.3g rad/s; phase %.1f deg at %.3g rad/s", p->from < p->to ? "below" : "just",
                       p->from < p->to ? "from" : "at", p->from, p->phase * 57.29577951308232, p->worst);
}

// The last time at which |e| is above a share of its first size, and the rate of decay that this makes.
static double settled(const double *t, const double *e, long long n, double share, double *rate)
{
    double first = br_curve_largest(e, n), last = 0;
    for (long long k = 0; k < n; k++)
        if (br_abs(e[k]) > share * first)
            last = t[k];
    *rate = last > 0 ? -br_log(share) / last : (double)INFINITY;
    return last;
}

static void report_settled(br_outcome *o, const char *what, const char *theorem, const double *t, const double *e,
                           long long n)
{
    double rate, time = settled(t, e, n, 1e-3, &rate);
    char text[120];
    snprintf(text, sizeof text, "the %s error goes to zero", what);
    br_finding_add(o, time < 2 && br_abs(e[n - 1]) < 1e-4 * br_curve_largest(e, n),
                   "a thousandth before 2 s, 1e-4 at the end", text, theorem,
                   "a thousandth is left after %.3g s (%.3g/s on the mean), %.2g of the largest at the end", time, rate,
                   br_abs(e[n - 1]) / br_curve_largest(e, n));
}

// V of the proof, as it should never rise. Rises are counted where V is above the rounding of its parts.
static void report_falls(br_outcome *o, const double *V, long long n)
{
    double rise = 0;
    for (long long k = 1; k < n; k++)
        rise = br_max(rise, (V[k] - V[k - 1]) / V[0]);
    br_finding_add(o, rise < 1e-6 && V[n - 1] < 1e-6 * V[0],
                   "no rise above 1e-6 of the first value, less than 1e-6 is left",
                   "the Lyapunov function of the proof falls along the run", "dV/dt <= 0",
                   "largest rise from row to row %.1g of the first value; %.1g of it is left", rise, V[n - 1] / V[0]);
}

static double *column(long long n)
{
    return calloc((size_t)n, sizeof(double));
}

// ---------------------------------------------------------------- Theorem 1

// V = xi' P xi + z~^2/k with P from the Kalman-Yakubovich lemma for H = Kp + Kd s: xi follows from e, e' and z~.
static double lyapunov_position(const br_trial *t, const feedback *H, double k, double e, double de, double z)
{
    double s0 = br_trial_param(t, "fr.sigma0"), s1 = br_trial_param(t, "fr.sigma1"), m = br_trial_param(t, "m");
    // e = s0 a + s1 b, e' = s0 b + s1/m (-Kp a - Kd b - z)
    double A = -s1 / m * H->Kp, B = s0 - s1 / m * H->Kd, right = de + s1 / m * z, det = s0 * B - s1 * A;
    double a = (e * B - s1 * right) / det, b = (s0 * right - A * e) / det;
    double P11 = H->Kp * s1 + H->Kd * s0, P12 = m * s0, P22 = m * s1;
    return P11 * a * a + 2 * P12 * a * b + P22 * b * b + z * z / k;
}

static br_status position(br_outcome *o, br_diag *why)
{
    static const feedback legal = {2000, 400, 0}, weak = {2000, 100, 0};
    const char *input = "xd = 10*sin(2*t) mm, vd = 20*cos(2*t) mm/s, ad = -40*sin(2*t) mm/s^2";
    br_trial t;
    br_status status = br_trial_run(&t,
                                    &(br_setup){.law = "observer-loop",
                                                .set = "unit-mass",
                                                .values = "x = 1 mm, zh = 5e-6 m",
                                                .input = input,
                                                .until = 5,
                                                .step = 1e-3},
                                    why);
    if (status != BR_OK)
        return status;
    long long n = t.record.rows;
    const double *time = br_trial_column(&t, "t"), *x = br_trial_column(&t, "x"), *xd = br_trial_column(&t, "xd"),
                 *v = br_trial_column(&t, "v"), *vd = br_trial_column(&t, "vd"), *F = br_trial_column(&t, "F"),
                 *Fh = br_trial_column(&t, "Fh"), *z = br_trial_column(&t, "fr.z"), *zh = br_trial_column(&t, "zh");
    double *e = column(n), *f = column(n), *V = column(n), k = br_trial_param(&t, "k");
    for (long long i = 0; i < n && e && f && V; i++) {
        e[i] = x[i] - xd[i], f[i] = F[i] - Fh[i];
        V[i] = lyapunov_position(&t, &legal, k, e[i], v[i] - vd[i], z[i] - zh[i]);
    }
    if (e && f && V) {
        br_positive_real good = condition(&t, "m", &legal, BR_LOOP_POSITION),
                         bad = condition(&t, "m", &weak, BR_LOOP_POSITION);
        report_condition(o, &good, true, "H = 2000 + 400 s");
        report_condition(o, &bad, false, "H = 2000 + 100 s (Kd must be above m sigma0/sigma1 = 316)");
        report_settled(o, "position", "Theorem 1", time, e, n);
        report_settled(o, "observer", "Theorem 1", time, f, n);
        report_falls(o, V, n);
        br_plot *p = br_draw(&o->drawn, "Errors", "time", "s", "error, as a share of its largest", "-",
                             "Position and observer error from a wrong start: 1 mm, and 5 um of deflection. Gains are "
                             "chosen here; the paper gives none.");
        double most_e = br_curve_largest(e, n), most_f = br_curve_largest(f, n);
        for (long long i = 0; i < n; i++)
            e[i] /= most_e, f[i] /= most_f;
        br_draw_curve(p, "position", time, e, n / 5);
        br_draw_curve(p, "friction force", time, f, n / 5);
        p = br_draw(&o->drawn, "Friction force", "time", "s", "force", "N", "The force and what is observed of it.");
        br_draw_curve(p, "friction F", time, F, n);
        br_draw_curve(p, "observed", time, Fh, n);
    }
    status = e && f && V ? BR_OK : BR_NO_MEMORY;
    free(e), free(f), free(V);
    br_trial_free(&t);
    return status;
}

// ---------------------------------------------------------------- Theorem 2

static br_status velocity(br_outcome *o, br_diag *why)
{
    br_trial t;
    br_status status = br_trial_run(&t,
                                    &(br_setup){.law = "velocity-loop",
                                                .set = "unit-mass",
                                                .values = "Ki = 0 N/m, v = 5 mm/s, zh = 5e-6 m",
                                                .input = "vd = 20*cos(2*t) mm/s, ad = -40*sin(2*t) mm/s^2",
                                                .until = 5,
                                                .step = 1e-3},
                                    why);
    if (status != BR_OK)
        return status;
    long long n = t.record.rows;
    const double *time = br_trial_column(&t, "t"), *v = br_trial_column(&t, "v"), *vd = br_trial_column(&t, "vd"),
                 *F = br_trial_column(&t, "F"), *Fh = br_trial_column(&t, "Fh"), *z = br_trial_column(&t, "fr.z"),
                 *zh = br_trial_column(&t, "zh");
    double *e = column(n), *f = column(n), *V = column(n);
    double s0 = br_trial_param(&t, "fr.sigma0"), s1 = br_trial_param(&t, "fr.sigma1"), m = br_trial_param(&t, "m"),
           Kp = br_trial_param(&t, "Kp"), k = br_trial_param(&t, "k");
    for (long long i = 0; i < n && e && f && V; i++) {
        e[i] = v[i] - vd[i], f[i] = F[i] - Fh[i];
        double zt = z[i] - zh[i], y = m * e[i] + s1 * zt; // of which y' = -Kp e - s0 z~
        V[i] = y * y / (Kp * s1 + s0 * m) + zt * zt / k;
    }
    if (e && f && V) {
        br_positive_real p = condition(&t, "m", &(feedback){.Kp = Kp}, BR_LOOP_VELOCITY),
                         pi = condition(&t, "m", &(feedback){.Kp = Kp, .Ki = 5}, BR_LOOP_VELOCITY);
        report_condition(o, &p, true, "H = 10");
        report_condition(o, &pi, false, "H = 10 + 5/s");
        br_finding_remark(o, "an integrator puts a zero of G(s) at s = 0: positive real, but not strictly");
        report_settled(o, "velocity", "Theorem 2", time, e, n);
        report_settled(o, "observer", "Theorem 2", time, f, n);
        report_falls(o, V, n);
        br_plot *plot =
            br_draw(&o->drawn, "Velocity", "time", "s", "velocity", "m/s", "From a wrong start, 25 mm/s off.");
        br_draw_curve(plot, "v", time, v, n);
        br_draw_curve(plot, "reference", time, vd, n);
    }
    status = e && f && V ? BR_OK : BR_NO_MEMORY;
    free(e), free(f), free(V);
    br_trial_free(&t);
    return status;
}

// ---------------------------------------------------------------- Fig. 8 with an observer

typedef struct hunt {
    const char *set, *values, *label;
    double amplitude; // from 60 s on
} hunt;

static br_status simulate_hunting(hunt *h, br_plot *plot, br_positive_real *p, const feedback *H, br_diag *why)
{
    br_trial t;
    br_status status = br_trial_run(&t,
                                    &(br_setup){.law = "observer-loop",
                                                .set = h->set,
                                                .values = h->values,
                                                .input = "xd = 1 + 0*t m",
                                                .until = 80,
                                                .step = 5e-3},
                                    why);
    if (status != BR_OK)
        return status;
    const double *x = br_trial_column(&t, "x"), *time = br_trial_column(&t, "t");
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (long long k = 0; k < t.record.rows; k++)
        if (time[k] >= 60)
            low = br_min(low, x[k]), high = br_max(high, x[k]);
    h->amplitude = (high - low) / 2;
    *p = condition(&t, "m", H, BR_LOOP_POSITION);
    br_draw_curve(plot, h->label, time, x, t.record.rows);
    br_trial_free(&t);
    return BR_OK;
}

// The same with the sampled compensator of loop/friction/compensate.h, at 1 kHz.
static br_status sampled_hunt(double *amplitude, br_diag *why)
{
    br_model m;
    br_carriage a;
    br_status status = br_model_open_builtin(&m, "lugre", "table-I", "", why);
    if (status != BR_OK)
        return status;
    status = br_carriage_open(&a, &m, 1, why);
    void *memory = NULL;
    br_compensate c;
    double k[] = {1e-2}, damping[] = {br_sqrt(1e5)};
    br_compensate_options o = br_compensate_defaults(&br_compensate_observer, 1e-3);
    o.mass = 1, o.tachometer = 1;
    o.gain = (br_feedback_gain){.Kp = 3, .Kd = 6, .Ki = 4};
    o.law.sys = &a.system.sys, o.law.p = a.p, o.law.k = k, o.law.damping = damping, o.law.force = a.force;
    if (status == BR_OK) {
        size_t bytes = br_compensate_bytes(&o);
        memory = malloc(bytes + 1);
        status = memory ? br_compensate_init(&c, &o, memory, bytes) : BR_NO_MEMORY;
    }
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (int i = 0; i < 80000 && status == BR_OK; i++) {
        double u = br_compensate_step(&c, &(br_motion){1, 0, 0}, a.q, a.v, 1e-3);
        status = br_carriage_move(&a, u, 1e-3);
        if (i >= 60000)
            low = br_min(low, a.q), high = br_max(high, a.q);
    }
    *amplitude = (high - low) / 2;
    br_carriage_close(&a);
    br_model_close(&m);
    free(memory);
    return status;
}

static br_status hunting_compensated(br_outcome *o, br_diag *why)
{
    hunt pid = {"fig-8", "k = 1e-2 1/s", "share 1", 0}, pd = {"unit-mass", "k = 0.1 1/s", "strictly positive real", 0},
         slow = {"fig-8", "k = 1e-3 1/s", "k = 0.001/s", 0},
         under = {"fig-8", "k = 1e-2 1/s, share = 0.9", "share 0.9", 0},
         over = {"fig-8", "k = 1e-2 1/s, share = 1.2", "share 1.2", 0};
    static const feedback fig8 = {3, 6, 4}, legal = {2000, 400, 0};
    br_positive_real bad = {0}, good = {0};
    double sampled = 0;
    br_plot *p =
        br_draw(&o->drawn, "Position", "time", "s", "position", "m",
                "The axis of Fig. 8 (xd = 1 m) with the friction observer: the controller of the figure, one that "
                "the theorem allows, and the first with a slower observer, and with 0.9 and 1.2 times the observed "
                "friction.");
    br_status status = simulate_hunting(&pid, p, &bad, &fig8, why);
    if (status == BR_OK)
        status = simulate_hunting(&pd, p, &good, &legal, why);
    if (status == BR_OK)
        status = simulate_hunting(&slow, p, &bad, &fig8, why);
    if (status == BR_OK)
        status = simulate_hunting(&under, p, &bad, &fig8, why);
    if (status == BR_OK)
        status = simulate_hunting(&over, p, &bad, &fig8, why);
    if (status == BR_OK)
        status = sampled_hunt(&sampled, why);
    if (status != BR_OK)
        return status;
    report_condition(o, &bad, false, "PID 6/3/4 of Fig. 8");
    br_finding_add(o, pid.amplitude < 1e-4, "amplitude below 0.1 mm",
                   "and yet its limit cycle is gone with the friction estimate",
                   "not in the paper; without it moves of 0.13 m (lugre/hunting)",
                   "amplitude %.2g m after 60 s, observer gain k = 0.01/s; %.2g m with k = 0.001/s", pid.amplitude,
                   slow.amplitude);
    br_finding_remark(
        o, "the theorem is sufficient, not necessary. A slower observer leaves a cycle within presliding: its "
           "deflection is corrected more slowly than the integral winds up");
    br_finding_add(o, sampled < 1e-4, "amplitude below 0.1 mm", "the same from the compensator sampled at 1 kHz",
                   "not in the paper", "amplitude %.2g m after 60 s", sampled);
    report_condition(o, &good, true, "H = 2000 + 400 s");
    br_finding_add(o, pd.amplitude < 1e-4, "amplitude below 0.1 mm",
                   "no limit cycle with the controller that the theorem allows", "Theorem 1",
                   "amplitude %.2g m after 60 s, k = 0.1/s", pd.amplitude);
    br_finding_add(o, under.amplitude < 1e-4, "amplitude below 0.1 mm", "a little less than the friction is enough",
                   "not in the paper", "amplitude %.2g m after 60 s with a share of 0.9", under.amplitude);
    br_finding_add(o, over.amplitude > 0.01, "amplitude above 10 mm",
                   "the cycle comes back when too much is compensated", "not in the paper",
                   "amplitude %.3g m after 60 s with a share of 1.2", over.amplitude);
    br_finding_remark(
        o, "warning: a share above 1 feeds more than the friction forward, which pushes the axis; take 1 or less");
    return BR_OK;
}

// ---------------------------------------------------------------- thesis 6.2

// The axis of rig/axis (GMS with 16 elements, cogging, noise) under compensators that know Table 4.1.
static br_status compare(br_control *c, br_course_kind kind, const char *rivals, br_diag *why)
{
    br_model truth = {0}, known = {0}, plant = {0};
    br_buffer list = {0};
    br_control_options o = br_control_defaults(5e-4);
    o.servo.course = (br_servo_course){.kind = kind, .stroke = 200e-6, .period = 0.25, .rest = 0.1, .times = 2};
    double mass = br_control_rig(&o.servo, true);
    o.servo.seed = 1;
    o.bandwidth = 100;
    o.rivals = rivals;
    o.trials = 4;
    br_status status = br_rig_rich(&list);
    if (status == BR_OK)
        status = br_model_open_builtin(&truth, "gms", NULL, list.text, why);
    if (status == BR_OK)
        status = br_model_open_builtin(&known, "sgms", "table-4.1", "", why);
    if (status == BR_OK)
        status = br_model_open_builtin(&plant, "mass", "axis", "x = 0 m, v = 0 m/s", why);
    br_control_axis axis = {.truth = &truth, .known = &known, .plant = &plant, .mass = mass};
    if (status == BR_OK)
        status = br_control_run(c, &axis, &o, why);
    br_model_close(&truth);
    br_model_close(&known);
    br_model_close(&plant);
    br_buffer_free(&list);
    return status;
}

static const br_servo *run_of(const br_control *c, const char *name)
{
    for (int i = 0; i < c->rows; i++)
        if (strcmp(c->row[i].rival->name, name) == 0)
            return &c->row[i].run;
    return NULL;
}

static void draw_errors(br_outcome *o, const br_control *c)
{
    br_plot *p = br_draw(&o->drawn, "Tracking error", "time", "s", "position error", "m",
                         "The same feedback (100 rad/s), each compensator tuned by 4 runs on another course.");
    for (int i = 0; i < c->rows; i++)
        if (strcmp(c->row[i].rival->name, "none") != 0)
            br_draw_curve(p, c->row[i].rival->name, c->row[i].run.t, c->row[i].run.e, c->row[i].run.rows);
}

static br_status sine_tracking(br_outcome *o, br_diag *why)
{
    br_control c;
    br_status status = compare(&c, BR_COURSE_SINE, "lugre,observer,ekf", why);
    if (status != BR_OK)
        return status;
    const br_servo *none = run_of(&c, "none"), *pid = run_of(&c, "pid"), *dob = run_of(&c, "disturbance"),
                   *lugre = run_of(&c, "lugre"), *sgms = run_of(&c, "observer"), *ekf = run_of(&c, "ekf");
    br_finding_add(o, none->reversal > 0.8 * none->peak, "the peak behind a reversal is above 0.8 of the largest",
                   "friction disturbs most at velocity reversals", "Thesis 6.2",
                   "peak %.3g um, %.3g um right behind a reversal, without compensation", 1e6 * none->peak,
                   1e6 * none->reversal);
    br_finding_add(o, sgms->rms < pid->rms / 2, "rms below half of that of PID",
                   "compensation by a friction model beats integral action", "Thesis 6.2: proposed",
                   "rms %.3g um with the S-GMS observer, %.3g um with a tuned PID", 1e6 * sgms->rms, 1e6 * pid->rms);
    br_finding_add(o, sgms->rms < lugre->rms, "rms below that of LuGre", "S-GMS improves on LuGre",
                   "thesis 6.2: to be validated", "rms %.3g um against %.3g um, with observers of the same structure",
                   1e6 * sgms->rms, 1e6 * lugre->rms);
    br_finding_add(o, ekf->rms < sgms->rms, "rms below that of the observer", "an EKF improves on the observer",
                   "thesis 6.2: to be validated",
                   "rms %.3g um; the command changes by %.2g N a sample, with the observer by %.2g N", 1e6 * ekf->rms,
                   ekf->chatter, sgms->chatter);
    br_finding_add(o, dob->rms < pid->rms && dob->rms < lugre->rms && dob->rms > sgms->rms && dob->rms > ekf->rms,
                   "rms in this order",
                   "a disturbance observer, which knows no friction, beats PID and LuGre; S-GMS and its EKF beat it",
                   "not in the thesis", "rms %.3g um; PID %.3g, LuGre %.3g, S-GMS %.3g um; EKF %.3g um", 1e6 * dob->rms,
                   1e6 * pid->rms, 1e6 * lugre->rms, 1e6 * sgms->rms, 1e6 * ekf->rms);
    br_finding_remark(o, "2 kHz, 100 rad/s, 4 runs of tuning each; docs/control.md has other rates and faults.");
    draw_errors(o, &c);
    br_control_free(&c);
    return BR_OK;
}

static br_status point_to_point(br_outcome *o, br_diag *why)
{
    br_control c;
    br_status status = compare(&c, BR_COURSE_MOVES, "dahl,ekf", why);
    if (status != BR_OK)
        return status;
    const br_servo *pid = run_of(&c, "pid"), *dob = run_of(&c, "disturbance"), *dahl = run_of(&c, "dahl"),
                   *ekf = run_of(&c, "ekf");
    char later[40] = "not at all";
    if (isfinite(pid->settling))
        snprintf(later, sizeof later, "after %.3g s", pid->settling);
    br_finding_add(
        o, dahl->rms < pid->rms && dahl->settling < pid->settling, "rms and settling time below those of PID",
        "nonlinear integral action on a Dahl model settles sooner than a PID", "thesis 6.2 (Bucci et al. 2013)",
        "within 1 um after %.3g s, the PID %s; rms %.3g um against %.3g um", dahl->settling, later, 1e6 * dahl->rms,
        1e6 * pid->rms);
    br_finding_add(o, ekf->settling == 0 && ekf->rms < dob->rms,
                   "settled when each move ends, rms below that of the disturbance observer",
                   "with an EKF of the S-GMS model a move ends settled", "thesis 6.2: to be validated",
                   "after %.3g s, rms %.3g um; disturbance observer %.3g s, %.3g um", ekf->settling, 1e6 * ekf->rms,
                   dob->settling, 1e6 * dob->rms);
    draw_errors(o, &c);
    br_control_free(&c);
    return BR_OK;
}

const br_experiment br_control_experiments[] = {
    {"lugre/observer-position", "Position control with a friction observer",
     "Canudas de Wit et al. 1995, (12)-(14), Theorem 1", position},
    {"lugre/observer-velocity", "Velocity control with a friction observer",
     "Canudas de Wit et al. 1995, (15), Theorem 2", velocity},
    {"lugre/hunting-compensated", "Hunting, with the friction compensated",
     "Canudas de Wit et al. 1995, Fig. 8 and section V.B", hunting_compensated},
    {"sgms/sine-tracking", "A sine with the friction compensated", "Thesis 6.2", sine_tracking},
    {"sgms/point-to-point", "Moves from point to point with the friction compensated", "Thesis 6.2", point_to_point},
    {NULL, NULL, NULL, NULL}};
